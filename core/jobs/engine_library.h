// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "engine_api/job.h"
#include "jobs/job_queue.h"

/// The border between the program and libframewright-engine, which holds all Torch and is opened at run time
/// only. No exception crosses it; both sides are built together, and the ABI version refuses a mix of two
/// builds.
namespace fw::jobs {

constexpr uint32_t engine_abi_version = 1;

struct JobKindInfo {
  std::string name;
  std::set<engine_api::Verb> verbs;
};

/// Implemented by libframewright-engine.
class EngineLibrary {
 public:
  virtual ~EngineLibrary() = default;
  virtual std::vector<JobKindInfo> job_kinds() const noexcept = 0;
  /// Parameters are checked when the job runs; an unknown kind gives a job that fails.
  virtual std::unique_ptr<engine_api::Job> make_job(const std::string& kind,
                                                    const nlohmann::json& params) noexcept = 0;
  /// {"libtorch": "2.11.0", "cuda": {…} or null, "devices": [{"name", "id", "memory_total_bytes",
  /// "memory_free_bytes"}]}. Cost: may start CUDA, up to a second.
  virtual nlohmann::json describe() noexcept = 0;
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

/// Makes the library's kinds of jobs known to the queue, which keeps the library.
void add_engine_kinds(JobQueue& queue, const std::shared_ptr<EngineLibrary>& engine);

}  // namespace fw::jobs
