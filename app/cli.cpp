// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"
#include "cli/command.h"

int main(int argc, char** argv) {
  fw::log::start(fw::log::Console::warnings);
  return fw::cli::run_command_line(argc, argv);
}
