// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "engine_api/job.h"

namespace fw::workflow {

/// The engine's kind "train", extended by requests for several processes on this machine: those whose `world`
/// has a size but no place yet (port 0). Such a job starts one framewright-cli per rank and represents all of
/// them: it forwards rank 0's events, a request reaches all ranks at the same step, and if one fails, all end
/// with a fault that names it. Problems of these processes cannot harm this one. Their output is stored in
/// <run>/ranks/<rank>/log.txt. A branch is trained by one process.
/// @param program  framewright-cli
engine_api::JobKind train_kind_with_ranks(engine_api::JobKind train, std::filesystem::path program);
/// Likewise for the kind "generate": requests whose `shared` has no place yet make one clip together. Output
/// of the processes is stored in state_folder()/ranks/<rank>/log.txt.
engine_api::JobKind clip_kind_with_ranks(engine_api::JobKind generate, std::filesystem::path program);

}  // namespace fw::workflow
