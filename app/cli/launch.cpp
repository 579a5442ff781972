// SPDX-License-Identifier: Apache-2.0
#include <ctime>
#include <filesystem>
#include <iostream>
#include <thread>

#include "cli/command.h"
#include "cli/stop_signals.h"
#include "launch/rank_group.h"

namespace fw::cli {

namespace {

struct LaunchOptions {
  int64_t ranks = 1;
  std::vector<std::string> arguments;
};

void warn(const Session& session, const Fault& fault) {
  if (session.json)
    print_json({{"event", "log"}, {"level", "warning"}, {"text", fault.full_message()}, {"fault", fault}});
  else
    std::cerr << "warning: " << fault.full_message() << std::endl;
}

int run_ranks(const Session& session, const LaunchOptions& options) {
  const sigset_t signals = block_stop_signals();
  launch::RankGroup ranks({.program = std::filesystem::read_symlink("/proc/self/exe"),
                           .arguments = options.arguments,
                           .ranks = options.ranks});
  std::jthread passing([&](const std::stop_token& stop) {
    constexpr timespec interval{0, 50'000'000};
    while (!stop.stop_requested())
      if (const int signal = ::sigtimedwait(&signals, nullptr, &interval); signal > 0) ranks.send(signal);
  });
  const launch::RankEnd end = ranks.wait();
  for (const Fault& killed : ranks.killed()) warn(session, killed);
  if (end.signal == 0) return end.exit_code;
  return report_fault(session, fault_of(end));
}

}  // namespace

void add_launch(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("launch",
                                         "Run a command as several processes of this machine, one a GPU, "
                                         "that train a run or make a clip together");
  auto options = std::make_shared<LaunchOptions>();
  command->add_option("--nproc", options->ranks, "How many processes")
      ->required()
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("command", options->arguments,
                   "What each of them does: -- train RUN.toml, or -- generate ...")
      ->required();
  command->callback([&session, options] {
    if (session.json) options->arguments.insert(options->arguments.begin(), "--json");
    session.exit_code = run_ranks(session, *options);
  });
}

}  // namespace fw::cli
