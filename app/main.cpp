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
  arguments.process(application);
  fw::ui::Application window;
  window.show();
  return QApplication::exec();
}
