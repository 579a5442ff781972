// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "faults.h"

/// One operation in its own process, forked from this one so that LibTorch is opened only once.
namespace fw::faults {

struct Outcome {
  int exit_code = -1;  ///< -1: ended by `signal`
  int signal = 0;
  bool hung = false;  ///< and was therefore killed
  std::string out, err;
  bool fired = false;
  std::string where;  ///< the file operation that the fault hit first
  std::array<int64_t, kinds> seen{}, failed{};
};

/// A change that the parent makes around the child.
struct Disturbance {
  std::string name{};
  std::function<void(pid_t child)> begin{};
  std::function<void()> end{};
  std::chrono::milliseconds lasts{0};
  int64_t nth = 0;                 ///< begins before this file operation of the child, which waits for it
  std::function<bool()> when{};    ///< or when this is true
  bool is_from_the_start = false;  ///< or before the child, and ends after it
};

/// Runs `work`, which returns the exit code, with the plan's fault at operations below `root`, in the folder
/// `cwd`. A full disk has space again if the child has not ended half a second later. Thread: the only one of
/// the process.
Outcome run_child(const std::function<int()>& work, const Plan& plan, const std::filesystem::path& root,
                  const std::filesystem::path& cwd, const Disturbance& around = {});

/// Same as the command line program's main. @return the exit code
int run_arguments(std::vector<std::string> arguments);
/// The same as a child.
Outcome run_command(const std::vector<std::string>& arguments, const Plan& plan,
                    const std::filesystem::path& root, const std::filesystem::path& cwd,
                    const Disturbance& around = {});
/// Another one while a child is running; no fault hits it.
void run_beside(const std::vector<std::string>& arguments, const std::filesystem::path& cwd);

}  // namespace fw::faults
