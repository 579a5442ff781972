// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string_view>

namespace fw::interchange {

/// Flags of finetrainers and CogVideoX-Factory that intentionally have no setting, without dashes, with their
/// replacements: English source texts. Thread: any.
const std::map<std::string_view, std::string_view>& advice_for_flags();

}  // namespace fw::interchange
