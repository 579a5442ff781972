// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interchange/import_list.h"
#include "project/clips.h"

namespace fw::project {

/// Replaces the clip's number in the fault by the name of its file, for the user.
/// @throws fw::Error project.no_clip. Thread: as Project.
void name_clip(const Project& project, Fault& fault);

/// A problem with a clip, with its file and that name. Thread: as Project.
interchange::RowFault clip_fault(const Project& project, const ClipRow& row, Fault fault);

}  // namespace fw::project
