// SPDX-License-Identifier: Apache-2.0
#include <c10/core/AllocatorConfig.h>
#include <torch/version.h>

#include <cstdlib>

#include "cuda/part.h"
#include "engine/device_check.h"
#include "engine/links_job.h"
#include "engine/lora_job.h"
#include "engine/loss_job.h"
#include "engine/model_check_job.h"
#include "engine/parity_job.h"
#include "engine/plan_job.h"
#include "engine/profile_job.h"
#include "engine/torch_guard.h"
#include "engine/train_job.h"
#include "jobs/engine_library.h"
#include "tensor/attention_kernels.h"
#include "tensor/device.h"

#ifdef FW_MEDIA
#include "engine/generate_job.h"
#include "engine/precompute_job.h"
#endif

namespace fw::engine {

namespace {

using engine_api::JobContext;
using engine_api::JobKind;
using engine_api::Outcome;
using engine_api::Verb;

template <typename Request>
JobKind torch_kind(Outcome (*work)(const Request&, JobContext&), std::set<Verb> verbs = {}) {
  return engine_api::kind_of<Request>(
      [work](const Request& request, JobContext& context) {
        return run_torch_guarded([&] { return work(request, context); });
      },
      std::move(verbs));
}

JobKind train_kind() {
  JobKind kind =
      torch_kind(&run_train, {Verb::pause, Verb::stop_and_save, Verb::resume, Verb::refit, Verb::extend,
                              Verb::branch, Verb::checkpoint_now, Verb::validate_now});
  kind.again = &train_again;
  kind.begun = &train_begun;
  return kind;
}

/// Makes GPU memory segments expandable, so that clips of many sizes do not fragment them. Call before the
/// first tensor is created.
void set_up_allocators() {
  for (const char* users : {"PYTORCH_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF"})
    if (std::getenv(users)) return;
  c10::CachingAllocator::setAllocatorSettings("expandable_segments:True");
}

std::string attention_of(const tensor::DeviceInfo& device) {
  if (device.compute_capability.empty()) return {};
  return tensor::to_text(tensor::attention_order(device.compute_capability));
}

class Engine : public jobs::EngineLibrary {
 public:
  Engine() { set_up_allocators(); }

  /// All kinds of jobs that need Torch.
  std::vector<JobKind> job_kinds() const noexcept override {
    return {torch_kind(&run_device_check),
            torch_kind(&run_links),
            torch_kind(&run_lora),
            torch_kind(&run_loss),
            torch_kind(&run_model_check),
            torch_kind(&run_parity),
            torch_kind(&run_plan),
            torch_kind(&run_profile),
#ifdef FW_MEDIA
            torch_kind(&run_generate),
            torch_kind(&run_precompute),
#endif
            train_kind()};
  }

  jobs::EngineInfo info() noexcept override {
    jobs::EngineInfo info{.libtorch = TORCH_VERSION};
    const Outcome outcome = run_torch_guarded([&] {
      if (cuda::is_installed())
        info.cuda = {cuda::version, tensor::nvidia_driver_version(), cuda::minimum_driver,
                     tensor::unsupported_cards()};
      for (const tensor::DeviceInfo& device : tensor::list_devices())
        info.devices.push_back({device.id, device.name, device.memory_total_bytes, device.memory_free_bytes,
                                device.compute_capability, attention_of(device),
                                tensor::has_bf16_attention(device.compute_capability)});
      return Outcome{};
    });
    if (outcome.state == engine_api::JobState::failed) info.fault = outcome.fault;
    return info;
  }
};

}  // namespace

}  // namespace fw::engine

extern "C" fw::jobs::EngineLibrary* framewright_open_engine(uint32_t abi_version) noexcept {
  if (abi_version != fw::jobs::engine_abi_version) return nullptr;
  return new fw::engine::Engine();
}
