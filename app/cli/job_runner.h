// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "engine_api/requests.h"
#include "jobs/job_queue.h"

namespace fw::cli {

using engine_api::job_of;

/// Handles a finished job's result; returns the exit code. With --json it prints nothing, since the result
/// has already been printed.
using PrintResult = std::function<int(const nlohmann::json& result)>;
/// Converts the result to the type of the job's request. @param finish  returns the exit code
template <typename Result, typename Finish>
PrintResult on_result(Finish finish) {
  return [finish = std::move(finish)](const nlohmann::json& result) -> int {
    return finish(result.get<Result>());
  };
}
/// For jobs that need no further handling: prints the result without --json.
template <typename Result>
PrintResult text_only(const Session& session, void (*print)(const Result& result)) {
  return on_result<Result>([&session, print](const Result& result) {
    if (!session.json) print(result);
    return exit_done;
  });
}

/// Whether another program controls the job on standard input: see take_commands().
enum class Commands { none, on_input };

/// Runs one job of the engine library to its end: shows a progress bar on standard error (or every event as a
/// line of JSON on standard output); Ctrl+C aborts (130). @return the exit code
int run_engine_job(const Session& session, engine_api::JobSpec spec, const PrintResult& print_result,
                   Commands commands = Commands::none);

/// For a process whose job is reported by another process: prints only what no other process can. @return the
/// exit code
int follow_engine_job(engine_api::JobSpec spec);

/// Likewise for a job that does not need Torch.
int run_job(const Session& session, engine_api::JobKind kind, engine_api::JobSpec spec,
            const PrintResult& print_result);

/// Adds --lora and the like: "FILE" or "FILE:WEIGHT", repeatable. A colon without a following number is part
/// of the file name. @param loras  must outlive the parsing
CLI::Option* add_loras(CLI::App& command, const char* flags, std::vector<engine_api::LoraChoice>& loras,
                       const char* help);

}  // namespace fw::cli
