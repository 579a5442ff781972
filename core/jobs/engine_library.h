// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/json_fields.h"
#include "engine_api/job.h"
#include "jobs/job_queue.h"

/// The border between the program and libframewright-engine, which holds all Torch and is opened at run time
/// only. No exception crosses it; both sides are built together, and the ABI version refuses a mix of two
/// builds.
namespace fw::jobs {

constexpr uint32_t engine_abi_version = 5;

struct EngineDevice {
  std::string id;  ///< "cpu" or "cuda:N"
  std::string name;
  uint64_t memory_total_bytes = 0;
  uint64_t memory_free_bytes = 0;
  std::string compute_capability;  ///< "8.9"; empty for the CPU
  std::string attention;  ///< the kernels that may compute it, the first that can does; empty for the CPU
  bool has_bf16 = true;   ///< whether one of them takes bf16 in little memory
};
void describe(auto& fields, EngineDevice& device) {
  fields("id", device.id);
  fields("name", device.name);
  fields("memory_total_bytes", device.memory_total_bytes);
  fields("memory_free_bytes", device.memory_free_bytes);
  fields("compute_capability", device.compute_capability);
  fields("attention", device.attention);
  fields("has_bf16", device.has_bf16);
}

struct CudaVersions {
  std::string version;
  std::string driver;  ///< empty: there is none
  std::string minimum_driver;
  /// "NVIDIA GeForce GTX 1080 (compute capability 6.1)": cards without kernels in LibTorch
  std::vector<std::string> unsupported_cards;
};
void describe(auto& fields, CudaVersions& cuda) {
  fields("version", cuda.version);
  fields("driver", cuda.driver);
  fields("minimum_driver", cuda.minimum_driver);
  fields("unsupported_cards", cuda.unsupported_cards);
}

struct EngineInfo {
  std::string libtorch;
  std::optional<CudaVersions> cuda;   ///< nothing in a build for the CPU
  std::vector<EngineDevice> devices;  ///< GPUs first, the CPU last
  std::optional<Fault> fault;         ///< why devices cannot be used
};
void describe(auto& fields, EngineInfo& engine) {
  fields("libtorch", engine.libtorch);
  fields("cuda", engine.cuda);
  fields("devices", engine.devices);
  fields("fault", engine.fault);
}

/// Implemented by libframewright-engine.
class EngineLibrary {
 public:
  virtual ~EngineLibrary() = default;
  /// Their jobs may be made as long as the process lives.
  virtual std::vector<engine_api::JobKind> job_kinds() const noexcept = 0;
  /// Cost: may start CUDA, up to a second.
  virtual EngineInfo info() noexcept = 0;
};

/// The one function libframewright-engine exports: null when `abi_version` is not its own.
using OpenEngine = EngineLibrary*(uint32_t abi_version) noexcept;
constexpr const char* open_engine_symbol = "framewright_open_engine";

/// Where $FRAMEWRIGHT_ENGINE says; else the one that the program is linked with; else beside
/// libframewright-core.
std::filesystem::path default_engine_path();

/// Opens the library (0.35 s warm with CUDA, seconds cold) and keeps it open for life.
/// @throws fw::Error jobs.engine_missing, jobs.engine_broken or jobs.engine_version.
/// Thread: any.
std::shared_ptr<EngineLibrary> open_engine(const std::filesystem::path& path = default_engine_path());

/// Makes the library's kinds of jobs known to the queue.
void add_engine_kinds(JobQueue& queue, const EngineLibrary& engine);

}  // namespace fw::jobs
