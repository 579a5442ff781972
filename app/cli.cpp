// SPDX-License-Identifier: Apache-2.0
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <iostream>

#include "base/log.h"
#include "cli/command.h"

namespace {

/// True if standard output has accepted everything. A reader that has exited (`| head`) does not count as a
/// failure; a full disk does.
bool output_is_whole() {
  std::cout.flush();
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout;
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  const bool reader_left = ::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
  return !failed || reader_left;
}

}  // namespace

int main(int argc, char** argv) {
  // A closed output or connection must not end a training.
  std::signal(SIGPIPE, SIG_IGN);
  fw::log::start(fw::log::Console::warnings);
  const int code = fw::cli::run_command_line(argc, argv);
  if (output_is_whole()) return code;
  std::cerr << "error: standard output could not be written" << std::endl;
  return code == fw::cli::exit_done ? fw::cli::exit_failed : code;
}
