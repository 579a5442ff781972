// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "child.h"
#include "world.h"

/// The commands of a sequence.
namespace fw::faults {

struct Operation {
  std::string name;  ///< for the table
  std::vector<std::string> arguments;
  std::vector<std::string> may_change{};  ///< files and folders that the user named for it, below work/
  bool opens_project = false, edits_project = false;
  bool repeatable = true;  ///< done once more behind a fault, without one, it must succeed
  std::string list{};      ///< the dataset.jsonl that it writes
  std::string from{};      ///< the one that it reads: it has as many samples
  int64_t videos = 0;      ///< that it finds when nothing is in the way
  std::string run{};       ///< the run's folder that it goes on with
  int64_t back_to = 0;     ///< the step to which the user goes back
  int64_t edited_clip = 0;
  std::string caption{};  ///< that the edited clip has then
  int slow_ms = 0;        ///< of each sync on disk
  std::string makes{};    ///< file or folder that must be there when it has succeeded
};

/// One that makes sense as things stand, mostly.
Operation draw_operation(World& world, Random& random);

/// A fault for it, or none.
Plan draw_plan(const Operation& operation, Random& random);

/// As it would be typed.
std::string to_text(const Operation& operation);

}  // namespace fw::faults
