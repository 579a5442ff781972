// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "base/progress.h"
#include "runtime/installed.h"
#include "runtime/pip_config.h"

namespace fw::runtime {

/// Fetches LibTorch from the package index and unpacks it into folder_of(flavour), beside which it is made:
/// interrupted at any moment, killed included, the next call goes on from there. Each file is checked against
/// its pinned hash before it is unpacked. Other versions and the other flavour are removed at the end, except
/// those that a program has loaded (in_use_file): the next installation removes them.
/// @param progress  in megabytes to download; called on this thread, some times a second
/// @throws fw::Error runtime.*; fw::Cancelled. Thread: any but the window's. Cost: the network's; at most one
/// wheel lies on the disk beside what is unpacked
void install(const PinList& pins, Flavour flavour, const IndexSettings& settings,
             const std::function<void(const Progress&)>& progress, const std::stop_token& stop = {});

/// Removes every LibTorch that was installed here, and what an interrupted installation left.
/// @return bytes that were freed. @throws fw::Error runtime.busy, runtime.write_failed
uint64_t remove_all();

/// What an interrupted installation has fetched or unpacked already. Cost: a stat of each file.
uint64_t bytes_left_by_interruption(Flavour flavour);

}  // namespace fw::runtime
