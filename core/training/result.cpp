// SPDX-License-Identifier: Apache-2.0
#include "training/result.h"

#include <torch/torch.h>

#include "adapters/lora_file.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/paths.h"
#include "pipelines/components.h"
#include "tensor/dtype.h"
#include "tensor/save.h"
#include "training/checkpoint.h"

namespace fw::training {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode result_failed{
    "training.result", FW_TEXT("errors", "The result {folder} could not be written: {reason}."),
    FW_TEXT("errors", "Free some space and resume the run; its checkpoints are whole.")};

void write_lora(const fs::path& folder, const config::RunSettings& settings, const TrainedWeights& weights,
                Updater& updater, int64_t step) {
  const safetensors::Metadata metadata = {
      {"framewright_step", std::to_string(step)},
      {"framewright_model", fs::path(settings.model_folder).filename().string()},
      {"framewright_run", settings.name}};
  adapters::save_lora(folder / lora_file_name, weights.lora(), adapters::LoraFormat::diffusers, metadata);
  if (!updater.has_average()) return;
  fs::create_directories(folder / "ema");
  const AveragedWeights averaged(updater);
  adapters::save_lora(folder / "ema" / lora_file_name, weights.lora(), adapters::LoraFormat::diffusers,
                      metadata);
}

void write_model(const fs::path& folder, const config::RunSettings& settings, families::TrainingModel& model,
                 Updater& updater) {
  const fs::path source = settings.model_folder;
  const fs::path target = folder / "transformer";
  fs::create_directories(target);
  const AveragedWeights averaged(updater);
  std::map<std::string, torch::Tensor> weights;
  std::vector<safetensors::TensorInfo> tensors;
  model.transformer().for_each_slot([&](const std::string& name, torch::Tensor& slot) {
    weights[name] = slot.detach();
    tensors.push_back({name, tensor::to_safetensors(slot.scalar_type()), slot.sizes().vec()});
  });
  tensor::save_sharded(target, "diffusion_pytorch_model", tensors,
                       [&](const std::string& name) { return weights.at(name); });
  write_file_atomically(target / "config.json", read_file(source / "transformer" / "config.json"),
                        Existing::replace);
  pipelines::link_other_components(source, folder);
}

}  // namespace

void write_result(const config::RunPaths& run, const config::RunSettings& settings,
                  families::TrainingModel& model, const TrainedWeights& weights, Updater& updater,
                  int64_t step) {
  const fs::path part = run.folder / ".part-result", old = run.folder / ".old-result";
  try {
    fs::remove_all(part);
    fs::create_directories(part);
    if (weights.is_lora()) {
      write_lora(part, settings, weights, updater, step);
    } else {
      write_model(part, settings, model, updater);
    }
    fs::remove_all(old);
    if (fs::exists(run.result())) fs::rename(run.result(), old);
    fs::rename(part, run.result());
    fs::remove_all(old);
  } catch (const fs::filesystem_error& error) {
    throw Error(result_failed, {{"folder", to_utf8(run.result())}, {"reason", error.code().message()}});
  }
}

}  // namespace fw::training
