// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "run/run_settings.h"

/// The declarations behind settings(), one function per part of the run file; internal to core/run.
namespace fw::run::table {

constexpr double any = 1e9;  ///< upper bound of an unbounded count
/// "at most 1": for a number above the range. limits_text() omits an upper bound of `any`.
std::string most_text(const catalog::Setting& setting);

inline const catalog::Condition image_to_video{"training.task", {"image_to_video"}};

/// Its flags, those of kohya's trainers, are found by the search but not imported.
inline constexpr std::string_view musubi = "musubi-tuner";

inline std::vector<catalog::ForeignFlag> with_musubi(std::vector<catalog::ForeignFlag> flags,
                                                     std::string_view flag) {
  flags.push_back({musubi, flag});
  return flags;
}

/// A flag spelled alike in both trainers, which share their early history.
inline std::vector<catalog::ForeignFlag> both(std::string_view flag) {
  return {{catalog::finetrainers, flag}, {catalog::factory, flag}};
}

/// For a member that is an enum.
template <auto member>
constexpr catalog::ChoiceMember choice() {
  using Enum = std::remove_cvref_t<decltype(std::declval<RunSettings>().*member)>;
  return {[](const RunSettings& run) { return name_of(run.*member); },
          [](RunSettings& run, std::string_view text) { run.*member = *find_choice<Enum>(text); }};
}

std::vector<catalog::Setting> run_and_model();
std::vector<catalog::Setting> data();
std::vector<catalog::Setting> training();
std::vector<catalog::Setting> adapters();
std::vector<catalog::Setting> full_training();
std::vector<catalog::Setting> flow();
std::vector<catalog::Setting> memory();
std::vector<catalog::Setting> optimizer();
std::vector<catalog::Setting> clipping();
/// Options of single optimizers, named as in their packages.
std::vector<catalog::Setting> optimizer_methods();
std::vector<catalog::Setting> lr_scheduler();
std::vector<catalog::Setting> keeping();
std::vector<catalog::Setting> validation();

}  // namespace fw::run::table
