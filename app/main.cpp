// SPDX-License-Identifier: GPL-3.0-or-later
#include <spdlog/spdlog.h>

#include <QApplication>
#include <QCommandLineParser>
#include <clocale>
#include <exception>

#include "base/log.h"
#include "ui/shell/application.h"

namespace {

int run(int argc, char** argv) {
  fw::ui::Application::setIdentity();
  QApplication application(argc, argv);
  // QApplication adopts the user's locale. C functions, here and in libraries, must keep reading and writing
  // a decimal point; Qt's own formatting is not affected.
  std::setlocale(LC_NUMERIC, "C");
  QCommandLineParser arguments;
  arguments.addHelpOption();
  arguments.addVersionOption();
  arguments.addPositionalArgument(QStringLiteral("project"), QStringLiteral("Folder of the project to open."),
                                  QStringLiteral("[project]"));
  arguments.process(application);
  fw::ui::Application window;
  window.heedEnd();
  window.show();
  if (arguments.positionalArguments().isEmpty()) {
    window.reopenLast();
  } else {
    window.project().open(arguments.positionalArguments().first());
  }
  return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
  fw::log::start(fw::log::Console::warnings);
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    spdlog::critical("Framewright exits: {}", error.what());
    return 1;
  }
}
