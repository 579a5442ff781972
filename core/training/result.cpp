// SPDX-License-Identifier: Apache-2.0
#include "training/result.h"

#include <functional>

#include "adapters/lora_file.h"
#include "base/error.h"
#include "base/file_tree.h"
#include "base/paths.h"
#include "inference/components.h"
#include "nn/weight_check.h"
#include "tensor/checkpoint.h"
#include "tensor/dtype.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"
#include "training/checkpoint.h"

namespace fw::training {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode result_failed{
    "training.result", FW_TEXT("errors", "The result {folder} could not be written: {reason}."),
    FW_TEXT("errors", "Remove the cause and resume the run; its checkpoints are intact.")};

void write_lora(const fs::path& folder, const run::RunSettings& settings, const TrainedWeights& weights,
                int64_t step) {
  safetensors::Metadata metadata = {
      {"framewright_step", std::to_string(step)},
      {"framewright_model", fs::path(settings.model_folder).filename().string()},
      {"framewright_run", settings.name}};
  if (weights.lora_parts != "transformer") metadata[inference::lora_parts_key] = weights.lora_parts;
  adapters::save_lora(folder / lora_file_name, weights.lora(), adapters::LoraFormat::diffusers, {}, metadata);
}

/// The type in which a tensor is copied: its own, unless that has 8 bits.
torch::Dtype stored_dtype(const tensor::Checkpoint& file, const std::string& name) {
  const torch::Dtype own = file.copy_dtype(name);
  return torch::elementSize(own) == 1 ? torch::kBFloat16 : own;
}

/// The tensors of the trained file that belong to parts which the network does without: the result keeps
/// them as they are.
std::vector<safetensors::TensorInfo> skipped_tensors(const nn::Module& network,
                                                     const tensor::Checkpoint& file) {
  std::vector<safetensors::TensorInfo> tensors;
  for (const std::string& name : file.names())
    if (network.skips(name))
      tensors.push_back({name, tensor::to_safetensors(stored_dtype(file, name)), file.shape(name)});
  return tensors;
}

void write_model(const fs::path& folder, const run::RunSettings& settings, families::TrainingModel& model,
                 const memory::BlockStreamer::Load& load) {
  const catalog::ModelSource source = run::model_source(settings);
  const fs::path target = folder / model.part();
  make_folders(target);
  std::map<std::string, torch::Tensor*> slots;
  std::vector<safetensors::TensorInfo> tensors;
  model.transformer().for_each_slot([&](const std::string& name, torch::Tensor& slot) {
    slots[name] = &slot;
    tensors.push_back({name, tensor::to_safetensors(slot.scalar_type()), slot.sizes().vec()});
  });
  auto original = tensor::Checkpoint::open(source.part(model.part()));
  nn::drop_wrapper(model.transformer(), original);
  for (const safetensors::TensorInfo& each : skipped_tensors(model.transformer(), original))
    tensors.push_back(each);
  tensor::save_sharded(target, "diffusion_pytorch_model", tensors, [&](const std::string& name) {
    if (!slots.contains(name)) return original.load(name, stored_dtype(original, name), torch::kCPU);
    load(*slots.at(name));
    return slots.at(name)->detach();
  });
  copy_file(source.part(model.part()) / "config.json", target / "config.json", Existing::refuse);
  inference::link_other_components(source, folder);
}

/// Drops from the old result the files that were rewritten, and moves files that the user has added to the
/// new one, including a folder that replaced one of its links.
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
  fs::path now, part, average, old;
};

/// Keeps all folders on one file system, since the result may be a link to a larger disk. Completes what a
/// kill between two renames left.
ResultPlaces places_of(const run::RunPaths& run) {
  const fs::path now = fs::exists(run.result()) ? fs::canonical(run.result()) : run.result();
  const fs::path beside = now.parent_path();
  const ResultPlaces places{now, beside / ".part-result", beside / ".part-result-ema",
                            beside / ".old-result"};
  if (!fs::exists(places.old)) return places;
  fs::exists(now) ? keep_what_others_added(places.old, now) : fs::rename(places.old, now);
  return places;
}

/// Runs `work`; on failure removes everything that it has written.
void attempt_write(const run::RunPaths& run, const std::function<void(const ResultPlaces& places)>& work) {
  ResultPlaces places;
  try {
    places = places_of(run);
    work(places);
  } catch (...) {
    std::error_code error;
    for (const fs::path& part : {places.part, places.average})
      fs::remove_all(part, error);  // a full disk needs the space
    try {
      throw;
    } catch (const fs::filesystem_error& failure) {
      throw Error(result_failed, {{"folder", to_utf8(run.result())},
                                  {"reason", failure.code().message()},
                                  {"errno", failure.code().value()}});
    }
  }
}

void write_weights(const fs::path& folder, const run::RunSettings& settings, const Learner& learner,
                   int64_t step, const memory::BlockStreamer::Load& load) {
  fs::remove_all(folder);
  fs::create_directory(folder);
  if (learner.weights.is_lora()) return write_lora(folder, settings, learner.weights, step);
  write_model(folder, settings, *learner.model, load);
}

}  // namespace

void write_result(const run::RunPaths& run, const run::RunSettings& settings, const Learner& learner,
                  int64_t step, const memory::BlockStreamer::Load& load) {
  attempt_write(run, [&](const ResultPlaces& places) {
    write_weights(places.part, settings, learner, step, load);
    fs::remove_all(places.part / "ema");  // left by the trained model if that is itself a result
    if (learner.optimizer_step.has_average()) fs::rename(places.average, places.part / "ema");
    if (fs::exists(places.now)) fs::rename(places.now, places.old);
    fs::rename(places.part, places.now);
    if (fs::exists(places.old)) keep_what_others_added(places.old, places.now);
  });
}

void write_average(const run::RunPaths& run, const run::RunSettings& settings, const Learner& learner,
                   int64_t step, const memory::BlockStreamer::Load& load) {
  attempt_write(
      run, [&](const ResultPlaces& places) { write_weights(places.average, settings, learner, step, load); });
}

uint64_t result_bytes(const Learner& learner) {
  uint64_t bytes = 0;
  if (learner.weights.is_lora()) {
    for (const optim::Parameter& weight : learner.weights.weights()) bytes += weight.tensor.nbytes();
  } else {
    learner.model->transformer().for_each_slot(
        [&](const std::string&, torch::Tensor& slot) { bytes += slot.nbytes(); });
  }
  return learner.optimizer_step.has_average() ? 2 * bytes : bytes;
}

}  // namespace fw::training
