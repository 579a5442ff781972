// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fw::launch {

/// Expands a Slurm node list, in order: "gpu[01-03,7],login" is gpu01, gpu02, gpu03, gpu7, login. Numbers
/// keep their leading zeros; a name may contain several brackets.
/// @throws fw::Error launch.bad_host_list
std::vector<std::string> expand_hosts(std::string_view list);

/// This machine's name.
std::string host_name();

}  // namespace fw::launch
