// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "model_files/comfy_reading.h"
#include "model_files/lora_keys.h"

/// Results of the engine's jobs (requests.h); for plans see plan.h.
namespace fw::engine_api {

struct TrainResult {
  std::filesystem::path run;  ///< its folder
  int64_t step = 0;
  std::optional<std::filesystem::path> result;  ///< nullopt while the run is paused
};
void describe(auto& fields, TrainResult& result) {
  fields("run", result.run);
  fields("step", result.step);
  fields("result", result.result);
}

struct GenerateResult {
  std::filesystem::path out;
  std::filesystem::path latents;
  uint64_t seed = 0;
  double seconds = 0;
};
void describe(auto& fields, GenerateResult& result) {
  fields("out", result.out);
  fields("latents", result.latents);
  fields("seed", result.seed);
  fields("seconds", result.seconds);
}

struct PrecomputeReport {
  int64_t samples = 0;  ///< usable for training
  int64_t latents_made = 0;
  int64_t texts_made = 0;
  int64_t entries_present = 0;  ///< existed already
  double encode_seconds = 0;
  double wait_seconds = 0;  ///< for decoded clips
  double store_seconds = 0;
  std::vector<Fault> problems;  ///< of rows that could not be read
};
void describe(auto& fields, PrecomputeReport& report) {
  fields("samples", report.samples);
  fields("latents_made", report.latents_made);
  fields("texts_made", report.texts_made);
  fields("entries_present", report.entries_present);
  fields("encode_seconds", report.encode_seconds);
  fields("wait_seconds", report.wait_seconds);
  fields("store_seconds", report.store_seconds);
  fields("problems", report.problems);
}

/// The written files.
struct LoraFiles {
  std::vector<std::filesystem::path> files;  ///< one for each network of the model that the LoRAs are for
};
void describe(auto& fields, LoraFiles& result) {
  fields("files", result.files);
}

struct LoraReport {
  std::vector<Fault> faults;
  model_files::LoraFormat format = model_files::LoraFormat::diffusers;
  int64_t modules = 0;
  std::vector<std::string> kinds;  ///< of its modules: "LoRA", "DoRA", "LoHa", "LoKr"
  std::vector<int64_t> ranks;      ///< of its modules, ascending; LoKr of whole matrices has none
  std::vector<double> alphas;
  std::string unused_network_alpha;  ///< see model_files::LoraContents
  model_files::ComfyReading comfyui{};

  bool sound() const { return faults.empty(); }
};
void describe(auto& fields, LoraReport& report) {
  fields.derived("sound", report.sound());
  fields("faults", report.faults);
  fields("format", report.format);
  fields("modules", report.modules);
  fields("kinds", report.kinds);
  fields("ranks", report.ranks);
  fields("alphas", report.alphas);
  fields("unused_network_alpha", report.unused_network_alpha);
  fields("comfyui", report.comfyui);
}

struct LossReport {
  struct Sample {
    std::string id;
    std::vector<double> losses;  ///< one per timestep
  };
  double mean = 0;
  std::vector<int64_t> timesteps;
  std::vector<double> by_timestep;  ///< parallel to `timesteps`
  std::vector<Sample> samples;
};
void describe(auto& fields, LossReport::Sample& sample) {
  fields("id", sample.id);
  fields("losses", sample.losses);
}
void describe(auto& fields, LossReport& report) {
  fields("mean", report.mean);
  fields("timesteps", report.timesteps);
  fields("by_timestep", report.by_timestep);
  fields("samples", report.samples);
}

/// Deviation of one output of a reference case from the result of the Python libraries.
struct OutputResult {
  std::string name;
  double absolute = 0;   ///< largest |got - want|
  double relative = 0;   ///< `absolute` over the largest |want|
  double tolerance = 0;  ///< the largest |got - want| / allowed over all elements: 1 is the limit
  std::string problem;   ///< why it cannot be compared: missing, another shape, NaN
  bool passed() const { return problem.empty() && tolerance <= 1; }
};
void describe(auto& fields, OutputResult& output) {
  fields("name", output.name);
  fields.derived("passed", output.passed());
  fields("max_absolute_error", output.absolute);
  fields("max_relative_error", output.relative);
  fields("of_tolerance", output.tolerance);
  fields("problem", output.problem);
}

enum class CaseStatus {
  passed,
  failed,
  skipped,  ///< this build lacks a library that the component needs
  refused,  ///< not a case, or with an unknown component or family
};
constexpr auto choices_of(CaseStatus) {
  return std::array{Choice{CaseStatus::passed, "passed"}, Choice{CaseStatus::failed, "failed"},
                    Choice{CaseStatus::skipped, "skipped"}, Choice{CaseStatus::refused, "refused"}};
}

struct CaseResult {
  std::filesystem::path path;
  std::string component;
  CaseStatus status = CaseStatus::failed;
  std::vector<OutputResult> outputs;
  std::optional<Fault> fault;  ///< why it was refused or failed
};
void describe(auto& fields, CaseResult& result) {
  fields("case", result.path);
  fields("component", result.component);
  fields("status", result.status);
  fields("outputs", result.outputs);
  fields("fault", result.fault);
}

struct ParityReport {
  std::vector<CaseResult> cases;

  int64_t count(CaseStatus status) const { return std::ranges::count(cases, status, &CaseResult::status); }
};
void describe(auto& fields, ParityReport& report) {
  fields("cases", report.cases);
  for (const auto& [status, name] : choices_of(CaseStatus{}))
    fields.derived(name.data(), report.count(status));
}

/// A comparison of computations on a device with a reference.
struct DeviceProof {
  enum class What {
    networks = 1,  ///< reference cases of all families, against the Python libraries
    memory,        ///< cases of training with activations, blocks or the optimizer on the host
    optimizers,    ///< some steps of each, against the CPU
  };
  What what = What::networks;
  int64_t total = 0;  ///< 0: no reference is installed
  int64_t passed = 0;
  double of_tolerance = 0;               ///< the largest difference; 1 is the limit
  std::vector<std::string> failed = {};  ///< "case: output 134 %", relative to the tolerance
};
constexpr auto choices_of(DeviceProof::What) {
  using enum DeviceProof::What;
  return std::array{Choice{networks, "networks"}, Choice{memory, "memory"}, Choice{optimizers, "optimizers"}};
}
void describe(auto& fields, DeviceProof& proof) {
  fields("what", proof.what);
  fields("total", proof.total);
  fields("passed", proof.passed);
  fields("of_tolerance", proof.of_tolerance);
  fields("failed", proof.failed);
}

/// Measurements of one device.
struct DeviceFigures {
  std::string device;  ///< "cpu" or "cuda:N"
  std::string name;
  std::string dtype;              ///< of the matrix product, in LibTorch's notation
  double tflops = 0;              ///< best of the timed square matrix products
  double copy_gb_per_s = 0;       ///< read + written bytes of a copy on the device, in 1e9 per second
  double upload_gb_per_s = 0;     ///< pinned host memory to device; 0 for the CPU
  double max_relative_error = 0;  ///< of the product against float64 on sampled rows
  std::vector<DeviceProof> proofs = {};
};
void describe(auto& fields, DeviceFigures& figures) {
  fields("device", figures.device);
  fields("name", figures.name);
  fields("dtype", figures.dtype);
  fields("tflops", figures.tflops);
  fields("copy_gb_per_s", figures.copy_gb_per_s);
  fields("upload_gb_per_s", figures.upload_gb_per_s);
  fields("max_relative_error", figures.max_relative_error);
  fields("proofs", figures.proofs);
}

struct DeviceCheckReport {
  std::vector<DeviceFigures> devices;
};
void describe(auto& fields, DeviceCheckReport& report) {
  fields("devices", report.devices);
}

}  // namespace fw::engine_api
