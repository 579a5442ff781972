// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace fw::distributed {

struct RankState;

inline constexpr ErrorCode rank_failed{
    "distributed.rank_failed",
    FW_TEXT("errors", "Rank {rank} on {host} failed while {phase}, and the others ended with it: {reason}"),
    ""};
inline constexpr ErrorCode rank_lost{
    "distributed.rank_lost", FW_TEXT("errors", "Rank {rank} on {host} ended without a word while {phase}."),
    FW_TEXT("errors",
            "It was killed, or its machine or the connection to it failed. Where the system's log tells of "
            "memory that ran out, fewer ranks a machine help. The run resumes from its newest checkpoint.")};
inline constexpr ErrorCode timeout{
    "distributed.timeout",
    FW_TEXT("errors",
            "Rank {rank} on {host} made no progress for {seconds} s while {phase}, and the others waited."),
    FW_TEXT(
        "errors",
        "It hangs, or one step of its work takes longer than distributed.timeout_s: raise that setting in "
        "the run's run.toml. The run resumes from its newest checkpoint.")};
inline constexpr ErrorCode ranks_missing{
    "distributed.ranks_missing",
    FW_TEXT("errors", "Ranks {ranks} of {size} did not come to {host}:{port} within {seconds} s."),
    FW_TEXT("errors",
            "Check that each of them was started, and that this address and port can be reached from each "
            "machine."),
    Blame::input};

inline constexpr ErrorCode no_store{
    "distributed.no_store", FW_TEXT("errors", "Rank 0 cannot listen on {host}:{port}: {reason}"),
    FW_TEXT(
        "errors",
        "Set MASTER_ADDR to an address of rank 0's machine and MASTER_PORT to a port that no other program "
        "uses."),
    Blame::input};
inline constexpr ErrorCode mismatch{
    "distributed.mismatch",
    FW_TEXT("errors", "Rank {rank} was to do {call} while rank {other} was to do {other_call}."),
    FW_TEXT("errors", "Check that all ranks run the same version of the program.")};
inline constexpr ErrorCode nccl_failed{
    "distributed.nccl_failed", FW_TEXT("errors", "NCCL, which connects the GPUs, failed: {reason}."),
    FW_TEXT("errors",
            "In a container, NCCL needs more than 64 MB of /dev/shm: start it with --shm-size=1g. Where GPUs "
            "cannot reach each other's memory, as behind some IOMMUs, set NCCL_P2P_DISABLE=1. With "
            "NCCL_DEBUG=WARN NCCL prints the reason.")};
/// A job was aborted: the others end, too, without a fault.
inline constexpr ErrorCode rank_cancelled{"distributed.rank_cancelled",
                                          FW_TEXT("errors", "The work was cancelled at rank {rank}."), ""};

/// The fault of a rank that is gone.
Fault lost_rank(int64_t rank, const RankState& state);
Fault late_rank(int64_t rank, const RankState& state, int64_t seconds);
/// This rank's fault, as reported by the others.
Fault failed_rank(int64_t rank, const std::string& phase, const Fault& fault);

}  // namespace fw::distributed
