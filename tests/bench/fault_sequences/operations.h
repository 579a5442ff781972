// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "child.h"
#include "world.h"

/// The commands of a sequence.
namespace fw::faults {

struct Operation {
  std::string name;  ///< for the table
  std::vector<std::string> arguments;
  std::vector<std::string> may_change{};  ///< files and folders named by the user, below work/
  bool opens_project = false, edits_project = false;
  bool repeatable = true;  ///< repeated after a fault, without one, it must succeed
  std::string list{};      ///< the dataset.jsonl that it writes
  std::string from{};      ///< the one that it reads, with as many samples
  int64_t videos = 0;      ///< found without any obstacle
  std::string run{};       ///< folder of the run that it continues
  int64_t back_to = 0;     ///< the step that the user returns to
  int64_t edited_clip = 0;
  std::string caption{};  ///< of the edited clip afterwards
  int slow_ms = 0;        ///< of each sync on disk
  std::string makes{};    ///< file or folder that must exist after success
};

/// Usually one that makes sense at this point.
Operation draw_operation(World& world, Random& random);

/// A fault for it, or none.
Plan draw_plan(const Operation& operation, Random& random);

/// As it would be typed.
std::string to_text(const Operation& operation);

}  // namespace fw::faults
