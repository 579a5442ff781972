// SPDX-License-Identifier: Apache-2.0
#include <torch/version.h>

#include <array>

#include "engine/device_check.h"
#include "engine/lora_job.h"
#include "engine/loss_job.h"
#include "engine/model_check_job.h"
#include "engine/parity_job.h"
#include "engine/plan_job.h"
#include "engine/torch_guard.h"
#include "engine/train_job.h"
#include "jobs/engine_library.h"
#include "tensor/device.h"

#ifdef FW_MEDIA
#include "engine/generate_job.h"
#include "engine/precompute_job.h"
#endif

namespace fw::engine {

namespace {

using engine_api::Job;
using engine_api::JobContext;
using engine_api::Outcome;
using engine_api::Verb;

constexpr ErrorCode unknown_kind{
    "engine.unknown_kind", FW_TEXT("errors", "The engine has no jobs of kind “{kind}”."),
    FW_TEXT("errors", "Program and engine are of different versions: run installers/run.sh again.")};

using TorchWork = Outcome(const nlohmann::json& params, JobContext& context);

/// Every kind of job that needs Torch: its name, the verbs it understands, and the function that does it.
struct Kind {
  const char* name;
  std::set<Verb> verbs;
  TorchWork* work;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> list{
      {"device_check", {}, &run_device_check},
      {"lora", {}, &run_lora},
      {"loss", {}, &run_loss},
      {"model_check", {}, &run_model_check},
      {"parity", {}, &run_parity_job},
      {"plan", {}, &run_plan},
      {"train",
       {Verb::pause, Verb::stop_and_save, Verb::resume, Verb::refit, Verb::extend, Verb::branch,
        Verb::checkpoint_now, Verb::validate_now},
       &run_train},
#ifdef FW_MEDIA
      {"generate", {}, &run_generate},
      {"precompute", {}, &run_precompute},
#endif
  };
  return list;
}

class TorchJob : public Job {
 public:
  TorchJob(TorchWork* work, nlohmann::json params) : work_(work), params_(std::move(params)) {}
  Outcome run(JobContext& context) noexcept override {
    return run_torch_guarded([&] { return work_(params_, context); });
  }

 private:
  TorchWork* work_;
  nlohmann::json params_;
};

class Engine : public jobs::EngineLibrary {
 public:
  std::vector<jobs::JobKindInfo> job_kinds() const noexcept override {
    std::vector<jobs::JobKindInfo> list;
    for (const Kind& kind : kinds()) list.push_back({kind.name, kind.verbs});
    return list;
  }

  std::unique_ptr<Job> make_job(const std::string& name, const nlohmann::json& params) noexcept override {
    for (const Kind& kind : kinds()) {
      if (name == kind.name) return std::make_unique<TorchJob>(kind.work, params);
    }
    return engine_api::make_job([name](JobContext&) -> Outcome {
      throw Error(unknown_kind, {{"kind", name}});
    });
  }

  nlohmann::json describe() noexcept override {
    nlohmann::json description{
        {"libtorch", TORCH_VERSION}, {"cuda", nullptr}, {"devices", nlohmann::json::array()}};
    const Outcome outcome = run_torch_guarded([&] {
      if (!tensor::cuda_version().empty()) {
        description["cuda"] = {{"version", tensor::cuda_version()},
                               {"driver", tensor::nvidia_driver_version()},
                               {"minimum_driver", tensor::minimum_driver_version()}};
      }
      for (const tensor::DeviceInfo& device : tensor::list_devices()) {
        description["devices"].push_back({{"id", device.id},
                                          {"name", device.name},
                                          {"memory_total_bytes", device.memory_total_bytes},
                                          {"memory_free_bytes", device.memory_free_bytes},
                                          {"compute_capability", device.compute_capability}});
      }
      return Outcome{};
    });
    if (outcome.state == engine_api::JobState::failed) description["fault"] = outcome.fault;
    return description;
  }
};

}  // namespace

}  // namespace fw::engine

extern "C" fw::jobs::EngineLibrary* framewright_open_engine(uint32_t abi_version) noexcept {
  if (abi_version != fw::jobs::engine_abi_version) return nullptr;
  return new fw::engine::Engine();
}
