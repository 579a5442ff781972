// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "run/run_settings.h"

/// The declarations behind settings(), a function for each part of the run file; not for other folders.
namespace fw::run::table {

constexpr double any = 1e9;  ///< upper bound of a count that has none
inline const Condition image_to_video{"training.task", {"image_to_video"}};

std::vector<Setting> run_and_model();
std::vector<Setting> data();
std::vector<Setting> training();
std::vector<Setting> memory();
std::vector<Setting> optimizer();
std::vector<Setting> keeping();
std::vector<Setting> validation();

}  // namespace fw::run::table
