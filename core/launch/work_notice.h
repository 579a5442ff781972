// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fw::launch {

/// The variable in which RankGroup passes rank 0 the write end of its pipe.
inline constexpr const char* work_variable = "FRAMEWRIGHT_WORK_PIPE";

/// Notifies the RankGroup that started this process that it is still at work, such as writing a checkpoint.
/// After a failure the group ends this process only when these notices stop. Does nothing in other
/// processes. Never blocks. Thread: any.
void notify_launcher();

}  // namespace fw::launch
