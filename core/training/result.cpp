// SPDX-License-Identifier: Apache-2.0
#include "training/result.h"

#include <torch/torch.h>

#include "adapters/lora_file.h"
#include "base/error.h"
#include "base/file_tree.h"
#include "base/paths.h"
#include "inference/components.h"
#include "tensor/dtype.h"
#include "tensor/save.h"
#include "training/checkpoint.h"

namespace fw::training {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode result_failed{
    "training.result", FW_TEXT("errors", "The result {folder} could not be written: {reason}."),
    FW_TEXT("errors", "Free some space and resume the run; its checkpoints are intact.")};

void write_lora(const fs::path& folder, const run::RunSettings& settings, const TrainedWeights& weights,
                int64_t step) {
  const safetensors::Metadata metadata = {
      {"framewright_step", std::to_string(step)},
      {"framewright_model", fs::path(settings.model_folder).filename().string()},
      {"framewright_run", settings.name}};
  adapters::save_lora(folder / lora_file_name, weights.lora(), adapters::LoraFormat::diffusers, {}, metadata);
}

void write_model(const fs::path& folder, const run::RunSettings& settings, families::TrainingModel& model) {
  const catalog::ModelSource source = run::model_source(settings);
  const fs::path target = folder / "transformer";
  fs::create_directories(target);
  std::map<std::string, torch::Tensor> weights;
  std::vector<safetensors::TensorInfo> tensors;
  model.transformer().for_each_slot([&](const std::string& name, torch::Tensor& slot) {
    weights[name] = slot.detach();
    tensors.push_back({name, tensor::to_safetensors(slot.scalar_type()), slot.sizes().vec()});
  });
  tensor::save_sharded(target, "diffusion_pytorch_model", tensors,
                       [&](const std::string& name) { return weights.at(name); });
  copy_file(source.part("transformer") / "config.json", target / "config.json", Existing::refuse);
  inference::link_other_components(source.folder, folder);
}

/// What was written anew goes from the old result; what the user has put there moves to the new one, a folder
/// that took the place of one of its links included.
void keep_what_others_added(const fs::path& old, const fs::path& now) {
  for (const auto& entry : fs::directory_iterator(old)) {
    const fs::path target = now / entry.path().filename();
    const bool is_folder = entry.symlink_status().type() == fs::file_type::directory;
    const fs::file_type there = fs::symlink_status(target).type();
    if (there == fs::file_type::not_found) {
      fs::rename(entry.path(), target);
    } else if (!is_folder) {
      fs::remove(entry.path());
    } else if (there == fs::file_type::directory) {
      keep_what_others_added(entry.path(), target);
    } else {
      fs::remove(target);
      fs::rename(entry.path(), target);
    }
  }
  fs::remove(old);
}

struct ResultPlaces {
  fs::path now, part, old;
};

/// On one file system, for the result may be a link to a larger disk. What a kill between two renames left is
/// brought to its end.
ResultPlaces places_of(const run::RunPaths& run) {
  const fs::path now = fs::exists(run.result()) ? fs::canonical(run.result()) : run.result();
  const ResultPlaces places{now, now.parent_path() / ".part-result", now.parent_path() / ".old-result"};
  if (!fs::exists(places.old)) return places;
  fs::exists(now) ? keep_what_others_added(places.old, now) : fs::rename(places.old, now);
  return places;
}

}  // namespace

void write_result(const run::RunPaths& run, const run::RunSettings& settings, families::TrainingModel& model,
                  const TrainedWeights& weights, OptimizerStep& optimizer_step, int64_t step) {
  fs::path part;
  const auto write_into = [&](const fs::path& folder) {
    fs::create_directories(folder);
    if (weights.is_lora()) return write_lora(folder, settings, weights, step);
    write_model(folder, settings, model);
  };
  try {
    const ResultPlaces places = places_of(run);
    part = places.part;
    fs::remove_all(part);
    write_into(part);
    fs::remove_all(part / "ema");  // of the model that was trained, when it is itself a result
    if (optimizer_step.has_average()) {
      const AveragedWeights averaged(optimizer_step);
      write_into(part / "ema");
    }
    if (fs::exists(places.now)) fs::rename(places.now, places.old);
    fs::rename(part, places.now);
    if (fs::exists(places.old)) keep_what_others_added(places.old, places.now);
  } catch (...) {
    std::error_code error;
    fs::remove_all(part, error);  // a full disk needs the room
    try {
      throw;
    } catch (const fs::filesystem_error& failure) {
      throw Error(result_failed, {{"folder", to_utf8(run.result())}, {"reason", failure.code().message()}});
    }
  }
}

uint64_t result_bytes(families::TrainingModel& model, const TrainedWeights& weights,
                      const OptimizerStep& optimizer_step) {
  uint64_t bytes = 0;
  if (weights.is_lora()) {
    for (const optim::Parameter& parameter : weights.parameters()) bytes += parameter.tensor.nbytes();
  } else {
    model.transformer().for_each_slot(
        [&](const std::string&, torch::Tensor& slot) { bytes += slot.nbytes(); });
  }
  return optimizer_step.has_average() ? 2 * bytes : bytes;
}

}  // namespace fw::training
