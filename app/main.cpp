// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCommandLineParser>

#include "base/log.h"
#include "ui/application.h"

int main(int argc, char** argv) {
  fw::log::start(fw::log::Console::warnings);
  fw::ui::Application::setIdentity();
  QApplication application(argc, argv);
  QCommandLineParser arguments;
  arguments.addHelpOption();
  arguments.addVersionOption();
  arguments.addPositionalArgument(QStringLiteral("project"), QStringLiteral("Folder of the project to open."),
                                  QStringLiteral("[project]"));
  arguments.process(application);
  fw::ui::Application window;
  window.show();
  if (!arguments.positionalArguments().isEmpty()) window.project().open(arguments.positionalArguments().first());
  return QApplication::exec();
}
