// SPDX-License-Identifier: Apache-2.0
#include "cli/script_import.h"

#include <cstdio>
#include <filesystem>
#include <iostream>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "interchange/flag_import.h"
#include "interchange/launch_config.h"

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

int import_script(const Session& session, const std::string& script, const std::string& target) {
  const interchange::ImportedFlags imported = interchange::import_flags(
      read_file(script, interchange::largest_script), script,
      [&](const std::string& name) { return interchange::read_named(script, name); });
  const fs::path run_file = target.empty() ? fs::path(script).replace_extension(".toml") : fs::path(target);
  write_file_atomically(run_file, imported.toml, Existing::refuse);
  print_file_faults(imported.unmapped, session, "not mapped");
  if (session.json) {
    print_json({{"event", "finished"},
                {"result", {{"run_file", to_utf8(run_file)}, {"not_mapped", imported.unmapped.size()}}}});
  } else {
    std::printf("%s written, %zu flags not mapped\n", to_utf8(run_file).c_str(), imported.unmapped.size());
  }
  return exit_done;
}

}  // namespace fw::cli
