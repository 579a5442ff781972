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

/// Interface between the program and libframewright-engine, which contains all Torch code and is opened at
/// run time only. No exception crosses it. Both sides must come from the same build, and the ABI version
/// rejects a mix of two builds.
namespace fw::jobs {

constexpr uint32_t engine_abi_version = 5;

struct EngineDevice {
  std::string id;  ///< "cpu" or "cuda:N"
  std::string name;
  uint64_t memory_total_bytes = 0;
  uint64_t memory_free_bytes = 0;
  std::string compute_capability;  ///< "8.9"; empty for the CPU
  std::string attention;           ///< attention kernels in order of preference; empty for the CPU
  bool has_bf16 = true;            ///< false if none of them supports bf16 without a large buffer
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
  std::string driver;  ///< empty without a driver
  std::string minimum_driver;
  /// GPUs without kernels in LibTorch, such as "NVIDIA GeForce GTX 1080 (compute capability 6.1)"
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
  std::optional<CudaVersions> cuda;   ///< nullopt in a build for the CPU
  std::vector<EngineDevice> devices;  ///< GPUs first, the CPU last
  std::optional<Fault> fault;         ///< the reason if devices cannot be used
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
  /// Jobs may be created from them until the process ends.
  virtual std::vector<engine_api::JobKind> job_kinds() const noexcept = 0;
  /// Cost: may start CUDA, up to a second.
  virtual EngineInfo info() noexcept = 0;
};

/// The only function that libframewright-engine exports. Returns null unless `abi_version` is its own
/// version.
using OpenEngine = EngineLibrary*(uint32_t abi_version) noexcept;
constexpr const char* open_engine_symbol = "framewright_open_engine";

/// $FRAMEWRIGHT_ENGINE if set; otherwise the library that the program is linked with, or the one next to
/// libframewright-core.
std::filesystem::path default_engine_path();

/// Opens the library and keeps it open until the process ends. Cost: 0.35 s warm with CUDA, seconds cold.
/// @throws fw::Error jobs.engine_missing, jobs.engine_broken, jobs.engine_version. Thread: any.
std::shared_ptr<EngineLibrary> open_engine(const std::filesystem::path& path = default_engine_path());

/// Registers the library's kinds of jobs with the queue.
void add_engine_kinds(JobQueue& queue, const EngineLibrary& engine);

}  // namespace fw::jobs
