// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace fw::interchange {

/// Our name of another trainer's optimizer: "adamw_8bit" for "AdamW" with `eight_bit` or for
/// "adamw-bnb-8bit", "adamw_schedule_free" for "AdamWScheduleFree". A name without such a meaning is returned
/// in lower case, without dashes and underscores.
std::string optimizer_name(std::string name, bool eight_bit);

}  // namespace fw::interchange
