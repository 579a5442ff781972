// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "base/paths.h"
#include "base/units.h"
#include "cli/command.h"
#include "jobs/engine_library.h"
#include "jobs/package_engine.h"
#include "jobs/system_info.h"

namespace fw::cli {

namespace {

void print_line(const char* name, const std::string& value) {
  std::printf("%-12s %s\n", name, value.c_str());
}

/// The user of a package can install the other LibTorch; a build from source must be rebuilt.
const char* without_cuda() {
  return jobs::is_package()
             ? "none: LibTorch for the CPU is installed; framewright-cli runtime install --flavour "
               "cuda installs the one for NVIDIA cards"
             : "none: built for the CPU; installers/run.sh builds for NVIDIA cards";
}

void print_engine(const jobs::SystemInfo& info) {
  if (info.engine_fault) return print_line("Engine", info.engine_fault->full_message());
  const jobs::EngineInfo& engine = *info.engine;
  print_line("LibTorch", engine.libtorch);
  print_line("CUDA", engine.cuda ? engine.cuda->version : without_cuda());
  if (engine.cuda) {
    print_line("Driver", (engine.cuda->driver.empty() ? "none" : engine.cuda->driver) +
                             " (needed: " + engine.cuda->minimum_driver + " or newer)");
  }
  for (const jobs::EngineDevice& device : engine.devices) {
    print_line("Device", device.id + "  " + device.name + ", " + format_bytes(device.memory_free_bytes) +
                             " free of " + format_bytes(device.memory_total_bytes));
    if (!device.attention.empty())
      print_line("",
                 "compute capability " + device.compute_capability + ", attention by " + device.attention);
  }
}

void print_text(const jobs::SystemInfo& info) {
  print_line("Framewright", info.version);
  print_engine(info);
  print_line("FFmpeg", info.ffmpeg.value_or("not in this build"));
  print_line("Cache", to_utf8(info.cache_folder));
  print_line("Log", to_utf8(info.log_file));
  for (const Fault& advice : info.advice) std::printf("\n%s\n", advice.full_message().c_str());
}

}  // namespace

void add_info(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("info", "Show versions, driver, devices and folders");
  command->callback([&session] {
    const jobs::SystemInfo info = jobs::system_info(FW_VERSION);
    session.json ? print_json(info) : print_text(info);
  });
}

}  // namespace fw::cli
