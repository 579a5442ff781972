// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "base/paths.h"
#include "base/units.h"
#include "cli/command.h"
#include "jobs/engine_library.h"
#include "jobs/system_info.h"

namespace fw::cli {

namespace {

void print_line(const char* name, const std::string& value) {
  std::printf("%-12s %s\n", name, value.c_str());
}

void print_engine(const nlohmann::json& info) {
  if (info.contains("engine_fault")) {
    const auto fault = info.at("engine_fault").get<Fault>();
    print_line("Engine", fault.full_message());
    return;
  }
  const auto& engine = info.at("engine");
  print_line("LibTorch", engine.at("libtorch"));
  const auto& cuda = engine.at("cuda");
  print_line("CUDA",
             cuda.is_null() ? "not in this build: the CPU is used" : cuda.at("version").get<std::string>());
  if (!cuda.is_null()) {
    print_line("Driver", (cuda.at("driver") == "" ? "none" : cuda.at("driver").get<std::string>()) +
                             " (needed: " + cuda.at("minimum_driver").get<std::string>() + " or newer)");
  }
  for (const auto& device : engine.at("devices")) {
    print_line("Device", device.at("id").get<std::string>() + "  " + device.at("name").get<std::string>() +
                             ", " + format_bytes(device.at("memory_free_bytes")) + " free of " +
                             format_bytes(device.at("memory_total_bytes")));
  }
}

void print_text(const nlohmann::json& info) {
  print_line("Framewright", info.at("version"));
  print_engine(info);
  print_line("FFmpeg",
             info.at("ffmpeg").is_null() ? "not in this build" : info.at("ffmpeg").get<std::string>());
  print_line("Cache", info.at("cache_folder"));
  print_line("Log", info.at("log_file"));
  for (const auto& advice : info.at("advice"))
    std::printf("\n%s\n", advice.get<Fault>().full_message().c_str());
}

}  // namespace

void add_info(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("info", "Show versions, driver, devices and folders");
  command->callback([&session] {
    const nlohmann::json info = jobs::system_info(FW_VERSION);
    session.json ? print_json(info) : print_text(info);
  });
}

}  // namespace fw::cli
