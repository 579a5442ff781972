// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "jobs/job_queue.h"

namespace fw::cli {

/// What is done with a finished job's result; returns the exit code. With --json it prints nothing: the
/// result is out.
using PrintResult = std::function<int(const nlohmann::json& result)>;
/// For jobs that are done when they have finished: prints without --json.
PrintResult text_only(const Session& session, std::function<void(const nlohmann::json& result)> print);

/// Runs one job of the engine library to its end: progress bar on standard error (or every event as a line of
/// JSON on standard output), Ctrl+C aborts (130). @return the exit code
int run_engine_job(const Session& session, engine_api::JobSpec spec, const PrintResult& print_result);

/// The same for a job that needs no Torch.
int run_job(const Session& session, engine_api::JobKind kind, engine_api::JobSpec spec,
            const PrintResult& print_result);

/// "FILE" or "FILE:WEIGHT" as jobs take a LoRA: {"file", "weight"}. A colon that is part of the file's name
/// stays where no number follows it.
nlohmann::json lora_param(const std::string& text);

}  // namespace fw::cli
