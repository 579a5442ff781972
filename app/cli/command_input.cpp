// SPDX-License-Identifier: Apache-2.0
#include "cli/command_input.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string>

namespace fw::cli {

namespace {

using engine_api::Verb;

constexpr Verb of_a_running_job[]{Verb::pause, Verb::stop_and_save, Verb::checkpoint_now, Verb::validate_now,
                                  Verb::abort};
constexpr int glance_ms = 50;

void obey(const std::string& line, jobs::JobQueue& queue, engine_api::JobId job) {
  try {
    auto command = nlohmann::json::parse(line).get<engine_api::Command>();
    command.job = job;
    if (std::ranges::find(of_a_running_job, command.verb) == std::end(of_a_running_job))
      throw std::runtime_error("not a command to a running job");
    if (const engine_api::Reply reply = queue.send(command); reply.fault)
      std::cerr << line << ": " << reply.fault->full_message() << std::endl;
  } catch (const std::exception& error) {
    std::cerr << line << ": " << error.what() << std::endl;
  }
}

}  // namespace

void take_commands(const std::stop_token& stop, jobs::JobQueue& queue, engine_api::JobId job) {
  std::string input;
  while (!stop.stop_requested()) {
    pollfd standard_input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&standard_input, 1, glance_ms) <= 0) continue;
    char part[4096];
    const ssize_t length = ::read(STDIN_FILENO, part, sizeof part);
    if (length <= 0) return;
    input.append(part, static_cast<size_t>(length));
    for (size_t end = input.find('\n'); end != std::string::npos; end = input.find('\n')) {
      obey(input.substr(0, end), queue, job);
      input.erase(0, end + 1);
    }
  }
}

}  // namespace fw::cli
