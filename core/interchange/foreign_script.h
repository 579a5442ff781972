// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "interchange/foreign_rules.h"

namespace fw::interchange {

/// Another trainer than finetrainers and CogVideoX-Factory, whose flags may look alike and have other
/// defaults.
struct ScriptTrainer {
  std::string_view name{};
  const ForeignTrainer& (*table)() = nullptr;  ///< null: its scripts are not read
};

/// The trainer whose training command has these flags; an empty name for any other. Thread: any.
ScriptTrainer trainer_of_script(const std::function<bool(std::string_view flag)>& has);

}  // namespace fw::interchange
