// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/choices.h"
#include "base/error.h"
#include "catalog/catalog.h"

/// The command line program: command_line.cpp creates the App and calls each add_… once; each subcommand is
/// one file without logic of its own. A callback sets the session's exit code or throws; any exception is
/// reported in one line.
namespace fw::cli {

enum ExitCode { exit_done = 0, exit_failed = 1, exit_usage = 2, exit_cancelled = 130 };

/// Runs the command in the arguments, as the program does after its start; prints errors.
/// @return the exit code. Thread: main.
int run_command_line(int argc, char** argv);

struct Session {
  bool json = false;  ///< one JSON object per line on standard output, nothing else
  int exit_code = exit_done;
};

void add_bench(CLI::App& app, Session& session);
void add_cache(CLI::App& app, Session& session);
void add_info(CLI::App& app, Session& session);
void add_launch(CLI::App& app, Session& session);
void add_lora(CLI::App& app, Session& session);
void add_loss(CLI::App& app, Session& session);
void add_model(CLI::App& app, Session& session);
void add_model_downloads(CLI::App& model, Session& session);  // if FFmpeg is built in
void add_dataset(CLI::App& app, Session& session);  // if FFmpeg is built in
void add_project(CLI::App& app, Session& session);  // if FFmpeg is built in
void add_plan(CLI::App& app, Session& session);
void add_sweep(CLI::App& app, Session& session);
void add_train(CLI::App& app, Session& session);
void add_media(CLI::App& app, Session& session);       // if FFmpeg is built in
void add_sample(CLI::App& app, Session& session);      // if FFmpeg is built in
void add_generate(CLI::App& app, Session& session);    // if FFmpeg is built in
void add_precompute(CLI::App& app, Session& session);  // if FFmpeg is built in
void add_parity(CLI::App& app, Session& session);
void add_preset(CLI::App& app, Session& session);
void add_profile(CLI::App& app, Session& session);

/// An option whose value is the name of an enum value. @param value  must outlive the parsing
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

/// An option with several "KEY=VALUE". @param values  a map by key; must outlive the parsing
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

/// Adds --part, for components outside the model folder. @param parts  must outlive the parsing
CLI::Option* add_parts(CLI::App& command, catalog::Parts& parts);

/// Adds --overwrite, for commands that write a file named by the user: otherwise existing files are refused.
void add_overwrite(CLI::App& command, bool& overwrite);

/// Prints "error: …" on standard error, or {"event": "failed", "fault": …}; returns the exit code.
int report_fault(const Session& session, const Fault& fault);
/// The run file's text with the "KEY=VALUE" of --set applied. @throws fw::Error base.read_failed,
/// run.bad_override
std::string read_run_text(const std::string& file, const std::vector<std::string>& settings);
/// Prints one line of --json output.
void print_json(const nlohmann::json& value);

}  // namespace fw::cli
