// SPDX-License-Identifier: Apache-2.0
#include "jobs/system_info.h"

#include <dlfcn.h>

#include <algorithm>
#include <sstream>

#include "base/paths.h"

namespace fw::jobs {

namespace {

constexpr ErrorCode no_driver{
    "jobs.no_driver", FW_TEXT("errors", "No NVIDIA driver was found, so the CPU is used."),
    FW_TEXT("errors",
            "With an NVIDIA card: install driver {minimum} or newer (Debian: nvidia-driver) and restart.")};
constexpr ErrorCode old_driver{
    "jobs.old_driver", FW_TEXT("errors", "The NVIDIA driver {driver} is too old, so the CPU is used."),
    FW_TEXT("errors", "Install driver {minimum} or newer and restart.")};
constexpr ErrorCode old_card{
    "jobs.old_card", FW_TEXT("errors", "{card} is too old for LibTorch's kernels."),
    FW_TEXT("errors", "Training and previews need compute capability 7.5: an RTX 20 series card or newer.")};

constexpr ErrorCode no_bf16_card{
    "jobs.no_bf16_card", FW_TEXT("errors", "{card} computes in fp16 only, not in bf16."),
    FW_TEXT(
        "errors",
        "Choose fp16 for runs (training.mixed_precision) and clips (--dtype): bf16 needs an RTX 30 series "
        "card or newer.")};

std::vector<int> version_parts(const std::string& version) {
  std::vector<int> parts;
  std::istringstream text(version);
  for (std::string part; std::getline(text, part, '.');) parts.push_back(std::atoi(part.c_str()));
  return parts;
}

/// The version reported by FFmpeg's library, which is only loaded in builds with media.
std::optional<std::string> ffmpeg_version() {
  using Version = const char*();
  auto* version = reinterpret_cast<Version*>(::dlsym(RTLD_DEFAULT, "av_version_info"));
  return version != nullptr ? std::optional<std::string>(version()) : std::nullopt;
}

SystemInfo without_engine(std::string_view program_version) {
  SystemInfo info;
  info.version = program_version;
  info.ffmpeg = ffmpeg_version();
  info.cache_folder = cache_folder();
  info.log_file = state_folder() / "framewright.log";
  return info;
}

}  // namespace

std::vector<Fault> driver_advice(const EngineInfo& engine) {
  if (!engine.cuda) return {};
  const auto& [version, driver, minimum, unsupported_cards] = *engine.cuda;
  std::vector<Fault> old_cards;
  const auto add = [&](const ErrorCode& code, const std::string& card) {
    old_cards.emplace_back(code, std::initializer_list<Argument>{{"card", card}});
  };
  for (const std::string& card : unsupported_cards) add(old_card, card);
  for (const EngineDevice& device : engine.devices)
    if (!device.has_bf16) add(no_bf16_card, device.name);
  // If LibTorch can compute with a driver, accept it even if its version is too low or unknown.
  const bool has_gpu =
      std::ranges::any_of(engine.devices, [](const EngineDevice& device) { return device.id != "cpu"; });
  if (has_gpu || !old_cards.empty()) return old_cards;
  if (driver.empty()) return {Fault(no_driver, {{"minimum", minimum}})};
  if (version_parts(driver) < version_parts(minimum))
    return {Fault(old_driver, {{"driver", driver}, {"minimum", minimum}})};
  return {};
}

SystemInfo system_info(std::string_view program_version, EngineLibrary& engine) {
  SystemInfo info = without_engine(program_version);
  info.engine = engine.info();
  info.advice = driver_advice(*info.engine);
  return info;
}

SystemInfo system_info(std::string_view program_version) {
  try {
    return system_info(program_version, *open_engine());
  } catch (const Error& error) {
    SystemInfo info = without_engine(program_version);
    info.engine_fault = error.fault();
    return info;
  }
}

}  // namespace fw::jobs
