// SPDX-License-Identifier: Apache-2.0
#include "child.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>
#include <optional>
#include <thread>

#include "base/log.h"
#include "cli/command.h"

namespace fw::faults {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto until_room = 500ms;
constexpr auto until_hung = 120s;

/// An unnamed file that captures the child's output.
int open_catcher() {
  return ::memfd_create("output", 0);
}

std::string take(int descriptor) {
  std::string text(static_cast<size_t>(::lseek(descriptor, 0, SEEK_END)), '\0');
  const ssize_t length = ::pread(descriptor, text.data(), text.size(), 0);
  text.resize(static_cast<size_t>(std::max<ssize_t>(0, length)));
  ::close(descriptor);
  return text;
}

Ledger& shared_ledger() {
  static void* memory =
      ::mmap(nullptr, sizeof(Ledger), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return *new (memory) Ledger;
}

[[noreturn]] void be_child(const std::function<int()>& work, const Plan& plan,
                           const std::filesystem::path& root, const std::filesystem::path& cwd,
                           Ledger& ledger, int out, int err) {
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  std::filesystem::current_path(cwd);
  static const std::string kept = root.string() + "/";
  arm(plan, kept.c_str(), ledger);
  const int code = work();
  std::cout.flush();
  std::fflush(nullptr);
  spdlog::default_logger()->flush();
  std::_Exit(code);  // unloading LibTorch costs more than most commands
}

/// @return the status of waitpid()
int wait_for(pid_t child, Ledger& ledger, const Disturbance& around, bool& hung) {
  const auto start = Clock::now();
  std::optional<Clock::time_point> fired;
  bool begun = false, ended = false;
  const auto end = [&] {
    if (begun && !std::exchange(ended, true) && around.end) around.end();
  };
  for (int status = 0;;) {
    if (::waitpid(child, &status, WNOHANG) == child) {
      end();
      return status;
    }
    const auto now = Clock::now();
    if (around.begin && !begun && (around.nth > 0 ? ledger.fired.load() : around.when && around.when())) {
      begun = true;
      around.begin(child);
      ledger.fired = ledger.answered = true;
    }
    if (fired && now - *fired > around.lasts) end();
    if (ledger.fired && !fired) fired = now;
    if (fired && now - *fired > until_room) ledger.room_made = true;
    if (now - start > until_hung && !hung) {
      hung = true;
      ::kill(child, SIGKILL);
    }
    std::this_thread::sleep_for(2ms);
  }
}

}  // namespace

Outcome run_child(const std::function<int()>& work, const Plan& plan, const std::filesystem::path& root,
                  const std::filesystem::path& cwd, const Disturbance& around) {
  Ledger& ledger = shared_ledger();
  const int out = open_catcher(), err = open_catcher();
  std::fflush(nullptr);
  std::cout.flush();
  const pid_t child = ::fork();
  if (child == 0) be_child(work, plan, root, cwd, ledger, out, err);
  Outcome outcome;
  const int status = wait_for(child, ledger, around, outcome.hung);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  outcome.out = take(out);
  outcome.err = take(err);
  outcome.fired = ledger.fired;
  outcome.where = ledger.where.data();
  for (size_t kind = 0; kind < kinds; ++kind) {
    outcome.seen[kind] = ledger.seen[kind];
    outcome.failed[kind] = ledger.failed[kind];
  }
  return outcome;
}

int run_arguments(std::vector<std::string> arguments) {
  log::start(log::Console::warnings);
  arguments.insert(arguments.begin(), "framewright-cli");
  std::vector<char*> pointers;
  for (std::string& each : arguments) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  return cli::run_command_line(static_cast<int>(arguments.size()), pointers.data());
}

Outcome run_command(const std::vector<std::string>& arguments, const Plan& plan,
                    const std::filesystem::path& root, const std::filesystem::path& cwd,
                    const Disturbance& around) {
  return run_child([&] { return run_arguments(arguments); }, plan, root, cwd, around);
}

void run_beside(const std::vector<std::string>& arguments, const std::filesystem::path& cwd) {
  std::fflush(nullptr);
  std::cout.flush();
  const pid_t child = ::fork();
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    std::filesystem::current_path(cwd);
    std::_Exit(run_arguments(arguments));
  }
  ::waitpid(child, nullptr, 0);
}

}  // namespace fw::faults
