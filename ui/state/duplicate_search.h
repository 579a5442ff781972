// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace fw::ui {

/// Looking for clips that are alike takes a second for so many, and four times as long for twice as many: in
/// a larger project it is left out.
constexpr int64_t mostCompared = 20000;

}  // namespace fw::ui
