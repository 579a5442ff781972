// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace fw::interchange {

/// The trainer whose training command has these flags, if it is one whose scripts are not supported: its
/// flags look like those of finetrainers, but its defaults differ. nullopt for any other. Thread: any.
std::optional<std::string_view> trainer_not_read(const std::function<bool(std::string_view flag)>& has);

}  // namespace fw::interchange
