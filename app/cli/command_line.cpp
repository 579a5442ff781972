// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "base/log.h"
#include "cli/command.h"
#include "cli/media_loudness.h"
#include "cli/runtime.h"
#include "engine_api/job.h"
#include "run/run_file.h"

namespace fw::cli {

void print_json(const nlohmann::json& value) {
  // Replaces invalid UTF-8 (in file names) instead of throwing.
  std::cout << value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
}

CLI::Option* add_parts(CLI::App& command, catalog::Parts& parts) {
  return add_pairs(command, "--part", parts,
                   "NAME=PATH of a component outside the model folder, such as vae=PATH; can be repeated");
}

void add_overwrite(CLI::App& command, bool& overwrite) {
  command.add_flag("--overwrite", overwrite, "Replace an existing file");
}

int report_fault(const Session& session, const Fault& fault) {
  if (session.json) {
    print_json({{"event", "failed"}, {"fault", fault}});
  } else {
    std::cerr << "error: " << fault.full_message() << std::endl;
  }
  spdlog::log(spdlog::source_loc{}, spdlog::level::debug, "{}", fault.full_message());
  return fault.blame == Blame::input ? exit_usage : exit_failed;
}

std::string read_run_text(const std::string& file, const std::vector<std::string>& settings) {
  std::string text = run::run_file_text(file);
  // The caller that parses the text reports all of its errors.
  if (!run::parse_run_file(text, file, run::Extent::part).faults.empty()) return text;
  for (const std::string& assignment : settings) text = run::override_in_text(text, assignment);
  return text;
}

int run_command_line(int argc, char** argv) {
  CLI::App app("Framewright: prepare videos, train video models, generate clips", "framewright-cli");
  Session session;
  app.set_version_flag("--version", FW_VERSION);
  app.add_flag("--json", session.json, "Write one JSON object per line to standard output");
  app.fallthrough();  // subcommands inherit it: --json also works after a subcommand
  app.require_subcommand(1);
  add_bench(app, session);
  add_cache(app, session);
  add_info(app, session);
  add_launch(app, session);
  add_lora(app, session);
  add_loss(app, session);
  add_model(app, session);
  add_parity(app, session);
  add_plan(app, session);
  add_preset(app, session);
  add_profile(app, session);
  add_train(app, session);
  add_sweep(app, session);
#ifdef FW_MEDIA
  add_dataset(app, session);
  add_media(app, session);
  add_media_loudness(*app.get_subcommand("media"), session);
  add_generate(app, session);
  add_precompute(app, session);
  add_runtime(app, session);
  add_sample(app, session);
  add_project(app, session);
#endif
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? exit_done : exit_usage;
  } catch (const Cancelled&) {
    return exit_cancelled;
  } catch (...) {
    return report_fault(session, engine_api::caught_fault());
  }
  return session.exit_code;
}

}  // namespace fw::cli
