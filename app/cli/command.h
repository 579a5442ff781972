// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/choices.h"
#include "base/error.h"
#include "catalog/catalog.h"

/// The command line program: command_line.cpp makes the App and calls each add_… once; each subcommand is one
/// file, without logic of its own. A callback leaves its exit code in the session or throws; what it throws
/// is told in one line, whatever it is.
namespace fw::cli {

enum ExitCode { exit_done = 0, exit_failed = 1, exit_usage = 2, exit_cancelled = 130 };

/// Does what the arguments say, as the program does behind its start: what is wrong is printed.
/// @return the exit code. Thread: main.
int run_command_line(int argc, char** argv);

struct Session {
  bool json = false;  ///< one JSON object a line on standard output, nothing else
  int exit_code = exit_done;
};

void add_bench(CLI::App& app, Session& session);
void add_cache(CLI::App& app, Session& session);
void add_info(CLI::App& app, Session& session);
void add_launch(CLI::App& app, Session& session);
void add_lora(CLI::App& app, Session& session);
void add_loss(CLI::App& app, Session& session);
void add_model(CLI::App& app, Session& session);
void add_dataset(CLI::App& app, Session& session);  // where FFmpeg is built in
void add_project(CLI::App& app, Session& session);  // where FFmpeg is built in
void add_plan(CLI::App& app, Session& session);
void add_train(CLI::App& app, Session& session);
void add_media(CLI::App& app, Session& session);       // where FFmpeg is built in
void add_sample(CLI::App& app, Session& session);      // where FFmpeg is built in
void add_generate(CLI::App& app, Session& session);    // where FFmpeg is built in
void add_precompute(CLI::App& app, Session& session);  // where FFmpeg is built in
void add_parity(CLI::App& app, Session& session);
void add_preset(CLI::App& app, Session& session);
void add_profile(CLI::App& app, Session& session);

/// An option whose value is a name of an enum. @param value  outlives the parsing
template <Named Enum>
CLI::Option* add_choice(CLI::App& command, const char* flag, Enum& value, const char* help) {
  return command.add_option_function<std::string>(
      flag, [&value, flag](const std::string& name) { value = parse_choice<Enum>(flag, name); }, help);
}

template <Named Enum>
CLI::Option* add_choice(CLI::App& command, const char* flag, std::optional<Enum>& value, const char* help) {
  return command.add_option_function<std::string>(
      flag, [&value, flag](const std::string& name) { value = parse_choice<Enum>(flag, name); }, help);
}

/// An option of several "KEY=VALUE". @param values  a map by key; outlives the parsing
template <typename Map>
CLI::Option* add_pairs(CLI::App& command, const char* flag, Map& values, const char* help) {
  const auto take = [&values, flag](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const size_t equals = text.find('=');
      if (equals == std::string::npos) throw CLI::ValidationError(flag, "write " + text + "=VALUE");
      values.insert_or_assign(text.substr(0, equals), text.substr(equals + 1));
    }
  };
  return command.add_option_function<std::vector<std::string>>(flag, take, help);
}

/// --part, for components that lie outside the model folder. @param parts  outlives the parsing
CLI::Option* add_parts(CLI::App& command, catalog::Parts& parts);

/// --overwrite, for a command that writes a file which the user names: without it an existing one is refused.
void add_overwrite(CLI::App& command, bool& overwrite);

/// "error: …" on standard error, or {"event": "failed", "fault": …}; returns the exit code that fits.
int report_fault(const Session& session, const Fault& fault);
/// The run file's text with "KEY=VALUE" of --set laid over it. @throws fw::Error base.read_failed,
/// run.bad_override
std::string read_run_text(const std::string& file, const std::vector<std::string>& settings);
/// One line of --json output.
void print_json(const nlohmann::json& value);

}  // namespace fw::cli
