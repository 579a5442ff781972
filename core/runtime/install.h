// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "base/progress.h"
#include "runtime/installed.h"
#include "runtime/pip_config.h"

namespace fw::runtime {

/// Downloads LibTorch from the package index and unpacks it next to folder_of(flavour), which it then
/// replaces. After an interruption, even a kill, the next call continues. Verifies each file against its
/// pinned hash before unpacking. Finally removes other versions and the other flavour, except those that a
/// program has loaded (in_use_file), which the next installation removes.
/// @param progress  as download::Meter reports it, on this thread
/// @throws fw::Error runtime.*, download.*; fw::Cancelled. Thread: any but the window's. Cost: the download;
/// at most one
///   wheel is on disk in addition to the unpacked files
void install(const PinList& pins, Flavour flavour, const IndexSettings& settings,
             const std::function<void(const Progress&)>& progress, const std::stop_token& stop = {});

/// Removes every LibTorch installed by this program, and leftovers of interrupted installations.
/// @return bytes freed. @throws fw::Error runtime.busy, download.write_failed
uint64_t remove_all();

/// Bytes that an interrupted installation has already downloaded or unpacked. Cost: one stat per file.
uint64_t bytes_left_by_interruption(Flavour flavour);

}  // namespace fw::runtime
