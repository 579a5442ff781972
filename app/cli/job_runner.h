// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "engine_api/requests.h"
#include "jobs/job_queue.h"

namespace fw::cli {

using engine_api::job_of;

/// What is done with a finished job's result; returns the exit code. With --json it prints nothing: the
/// result is out.
using PrintResult = std::function<int(const nlohmann::json& result)>;
/// The result as what the job's request names. @param finish  returns the exit code
template <typename Result, typename Finish>
PrintResult on_result(Finish finish) {
  return [finish = std::move(finish)](const nlohmann::json& result) -> int {
    return finish(result.get<Result>());
  };
}
/// For jobs that are done when they have finished: prints without --json.
template <typename Result>
PrintResult text_only(const Session& session, void (*print)(const Result& result)) {
  return on_result<Result>([&session, print](const Result& result) {
    if (!session.json) print(result);
    return exit_done;
  });
}

/// Whether another program says on standard input what becomes of the job: see take_commands().
enum class Commands { none, on_input };

/// Runs one job of the engine library to its end: progress bar on standard error (or every event as a line of
/// JSON on standard output), Ctrl+C aborts (130). @return the exit code
int run_engine_job(const Session& session, engine_api::JobSpec spec, const PrintResult& print_result,
                   Commands commands = Commands::none);

/// The same for a process whose job another process tells of: it says only what no other can. @return the
/// exit code
int follow_engine_job(engine_api::JobSpec spec);

/// The same for a job that needs no Torch.
int run_job(const Session& session, engine_api::JobKind kind, engine_api::JobSpec spec,
            const PrintResult& print_result);

/// --lora and the like: "FILE" or "FILE:WEIGHT", several. A colon that is part of the file's name stays where
/// no number follows it. @param loras  outlives the parsing
CLI::Option* add_loras(CLI::App& command, const char* flags, std::vector<engine_api::LoraChoice>& loras,
                       const char* help);

}  // namespace fw::cli
