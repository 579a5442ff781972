// SPDX-License-Identifier: Apache-2.0
#include "cli/script_import.h"

#include <cstdio>
#include <filesystem>
#include <iostream>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "interchange/flag_import.h"
#include "interchange/launch_config.h"
#include "interchange/loop_import.h"

namespace fw::cli {

namespace fs = std::filesystem;

void print_file_faults(const std::vector<Fault>& faults, const Session& session, const char* event) {
  for (const Fault& fault : faults) {
    if (session.json) {
      print_json({{"event", event}, {"fault", fault}});
    } else {
      std::cerr << event << ": " << fault.full_message() << '\n';
    }
  }
}

namespace {

/// "cats.sweep.toml" for "cats.toml"; empty without axes.
fs::path sweep_file_of(const std::vector<run::SweepAxis>& axes, const fs::path& run_file) {
  return axes.empty() ? fs::path() : fs::path(run_file).replace_extension(".sweep.toml");
}

}  // namespace

int import_script(const Session& session, const std::string& script, const std::string& target) {
  const std::string text = read_file(script, interchange::largest_script);
  const auto named = [&](const std::string& name) { return interchange::read_named(script, name); };
  const interchange::ImportedFlags imported = interchange::import_flags(text, script, named);
  const std::vector<run::SweepAxis> axes = interchange::import_loops(text, script, named);
  const fs::path run_file = target.empty() ? fs::path(script).replace_extension(".toml") : fs::path(target);
  const fs::path sweep_file = sweep_file_of(axes, run_file);
  if (!sweep_file.empty()) refuse_existing(sweep_file);  // before half of the result is written
  write_file_atomically(run_file, imported.toml, Existing::refuse);
  if (!sweep_file.empty())
    write_file_atomically(sweep_file, run::sweep_file_text(to_utf8(run_file.filename()), axes),
                          Existing::refuse);
  print_file_faults(imported.unmapped, session, "not mapped");
  if (session.json) {
    print_json({{"event", "finished"},
                {"result",
                 {{"run_file", to_utf8(run_file)},
                  {"sweep_file", to_utf8(sweep_file)},
                  {"not_mapped", imported.unmapped.size()}}}});
  } else {
    std::printf("%s written, %zu remarks\n", to_utf8(run_file).c_str(), imported.unmapped.size());
    if (!sweep_file.empty())
      std::printf("%s written for the script's loops: framewright-cli sweep trains all their runs\n",
                  to_utf8(sweep_file).c_str());
  }
  return exit_done;
}

}  // namespace fw::cli
