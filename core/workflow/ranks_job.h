// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "engine_api/job.h"

namespace fw::workflow {

/// The engine's kind "train", which then also takes requests for several processes of this machine: those
/// whose `world` has a size and no place yet (port 0). Such a job starts framewright-cli once a rank and
/// stands for all of them: what rank 0 tells it tells, a request reaches them all at one step, and when one
/// fails, all end and the fault names it. So nothing that goes wrong between them can harm this process. What
/// each of them prints is kept in <run>/ranks/<rank>/log.txt. A branch is trained by one process.
/// @param program  framewright-cli
engine_api::JobKind train_kind_with_ranks(engine_api::JobKind train, std::filesystem::path program);
/// The same for the kind "generate": those whose `shared` is there and has no place yet make one clip
/// together. What each of them prints is kept in state_folder()/ranks/<rank>/log.txt.
engine_api::JobKind clip_kind_with_ranks(engine_api::JobKind generate, std::filesystem::path program);

}  // namespace fw::workflow
