// SPDX-License-Identifier: Apache-2.0
#include "training/checkpoint.h"
#include "tensor/device.h"

#include <fcntl.h>
#include <torch/torch.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "adapters/lora_file.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "tensor/checkpoint.h"
#include "tensor/save.h"

namespace fw::training {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode bad_checkpoint{
    "training.bad_checkpoint", FW_TEXT("errors", "The checkpoint {folder} cannot be used: {reason}."),
    FW_TEXT("errors", "Move that folder elsewhere: the run then resumes from the checkpoint before it."),
    Blame::input};
constexpr ErrorCode bad_start{
    "training.bad_start", FW_TEXT("errors", "Training cannot start from {file}: {reason}."),
    FW_TEXT("errors", "The rank, modules and training type must be those of the file."), Blame::input};

constexpr const char* unfinished = ".part-";
constexpr const char* doomed = ".old-";
constexpr const char* keep_file = "keep";

void sync_folder(const fs::path& folder) {
  const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;
  ::fsync(handle);
  ::close(handle);
}

nlohmann::json to_json(const TrainState& state) {
  return {{"schema", 1},
          {"step", state.step},
          {"micro_batches", state.micro_batches},
          {"skipped_steps", state.skipped_steps},
          {"skipped_in_row", state.skipped_in_row},
          {"loss_average", state.loss_average},
          {"loss_average_weight", state.loss_average_weight},
          {"loss_scale", state.loss_scale},
          {"loss_scale_good_steps", state.loss_scale_good_steps},
          {"events_bytes", state.events_bytes},
          {"trained_seconds", state.trained_seconds},
          {"hold_out", state.hold_out == HoldOut::sources ? "sources" : "samples"}};
}

TrainState state_from(const nlohmann::json& json) {
  TrainState state;
  json.at("step").get_to(state.step);
  json.at("micro_batches").get_to(state.micro_batches);
  json.at("skipped_steps").get_to(state.skipped_steps);
  json.at("skipped_in_row").get_to(state.skipped_in_row);
  json.at("loss_average").get_to(state.loss_average);
  json.at("loss_average_weight").get_to(state.loss_average_weight);
  json.at("loss_scale").get_to(state.loss_scale);
  json.at("loss_scale_good_steps").get_to(state.loss_scale_good_steps);
  json.at("events_bytes").get_to(state.events_bytes);
  json.at("trained_seconds").get_to(state.trained_seconds);
  // Older ones say nothing of it.
  state.hold_out = json.value("hold_out", "samples") == "sources" ? HoldOut::sources : HoldOut::samples;
  return state;
}

/// The default generators of the CPU and of every GPU.
std::vector<std::pair<std::string, torch::Generator>> generators() {
  std::vector<std::pair<std::string, torch::Generator>> all;
  all.emplace_back("cpu", at::globalContext().defaultGenerator(torch::kCPU));
  for (const torch::Device device : tensor::accelerators())
    all.emplace_back(device.str(), at::globalContext().defaultGenerator(device));
  return all;
}

optim::StateTensors load_all(const fs::path& file) {
  const auto stored = tensor::Checkpoint::open(file);
  optim::StateTensors tensors;
  for (const std::string& name : stored.names())
    tensors[name] = stored.load(name, stored.dtype(name), torch::kCPU);
  return tensors;
}

void save_weights(const fs::path& folder, const TrainedWeights& weights) {
  if (weights.is_lora()) {
    return adapters::save_lora(folder / lora_file_name, weights.lora(), adapters::LoraFormat::diffusers);
  }
  std::map<std::string, torch::Tensor> tensors;
  for (const optim::Parameter& parameter : weights.parameters())
    tensors[parameter.name] = parameter.tensor.detach();
  tensor::save_tensors(folder / trained_file_name, tensors);
}

/// Tensors by the trained parameters' names.
optim::StateTensors stored_weights(const fs::path& file, const TrainedWeights& weights,
                                   std::string_view family) {
  if (!weights.is_lora()) return load_all(file);
  adapters::LoraTarget target{.names = &model_files::key_names(family)};
  for (const auto& [path, module] : weights.lora().modules) target.outputs[path] = module.B.size(0);
  const adapters::Lora lora = adapters::load_lora(file, target).lora;
  optim::StateTensors tensors;
  for (const auto& [path, module] : lora.modules) {
    // The run's own alpha stays: the change of a file with another one goes into B.
    const double factor = module.scale() / weights.lora().modules.at(path).scale();
    tensors[path + ".lora_A.weight"] = module.A;
    tensors[path + ".lora_B.weight"] = factor == 1 ? module.B : module.B * factor;
  }
  return tensors;
}

}  // namespace

namespace {

void write_files(const fs::path& part, const run::RunPaths& run, const TrainState& state,
                 const TrainedWeights& weights, OptimizerStep& optimizer_step) {
  save_weights(part, weights);
  tensor::save_tensors(part / "optimizer.safetensors", optimizer_step.optimizer().state());
  if (optimizer_step.average() != nullptr)
    tensor::save_tensors(part / "ema.safetensors", optimizer_step.average()->state());
  std::map<std::string, torch::Tensor> states;
  for (auto& [name, generator] : generators()) {
    const std::lock_guard lock(generator.mutex());
    states[name] = generator.get_state();
  }
  tensor::save_tensors(part / "rng.safetensors", states);
  kill_point("checkpoint.files");
  write_file_atomically(part / "run.toml", read_file(run.run_file()), Existing::replace);
  write_file_atomically(part / "checkpoint.json", to_json(state).dump(2) + "\n", Existing::replace);
}

}  // namespace

fs::path write_checkpoint(const run::RunPaths& run, const TrainState& state, const TrainedWeights& weights,
                          OptimizerStep& optimizer_step, Pruned pruned, const distributed::World& world) {
  const fs::path target = run.checkpoint(state.step);
  if (!world.writes()) return target;
  const auto keep = [&](const fs::path& folder) {
    if (pruned == Pruned::never) write_file_atomically(folder / keep_file, "", Existing::replace);
  };
  if (fs::exists(target)) {
    keep(target);
    return target;
  }
  kill_point("checkpoint.begin");
  const fs::path part = run.checkpoints() / (unfinished + target.filename().string());
  std::error_code error;
  fs::remove_all(part, error);
  fs::create_directories(part, error);
  try {
    write_files(part, run, state, weights, optimizer_step);
    keep(part);
    kill_point("checkpoint.before_rename");
    fs::rename(part, target);
  } catch (...) {
    fs::remove_all(part, error);  // a full disk needs the room
    throw;
  }
  sync_folder(run.checkpoints());
  kill_point("checkpoint.after_rename");
  return target;
}

uint64_t checkpoint_bytes(const TrainedWeights& weights, OptimizerStep& optimizer_step) {
  uint64_t bytes = 0;
  for (const optim::Parameter& parameter : weights.parameters()) bytes += parameter.tensor.nbytes();
  const auto add = [&](const optim::StateTensors& state) {
    for (const auto& [name, tensor] : state) bytes += tensor.nbytes();
  };
  add(optimizer_step.optimizer().state());
  if (optimizer_step.average() != nullptr) add(optimizer_step.average()->state());
  return bytes;
}

void prune_checkpoints(const run::RunPaths& run, int64_t limit) {
  const auto doom = [&](const fs::path& folder) {
    const fs::path renamed = folder.parent_path() / (doomed + folder.filename().string());
    std::error_code error;
    fs::remove_all(renamed, error);
    fs::rename(folder, renamed, error);  // from here on it is no checkpoint any more
    kill_point("checkpoint.prune");
    fs::remove_all(renamed, error);
  };
  std::vector<int64_t> steps = run::checkpoint_steps(run);
  std::erase_if(steps, [&](int64_t step) {
    std::error_code error;
    return fs::exists(run.checkpoint(step) / keep_file, error);
  });
  const size_t keep = limit == 0 ? steps.size() : static_cast<size_t>(limit);
  for (size_t i = 0; i + keep < steps.size(); ++i) doom(run.checkpoint(steps[i]));
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(run.checkpoints(), error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(unfinished) || name.starts_with(doomed)) fs::remove_all(entry.path(), error);
  }
}

TrainState read_state(const fs::path& folder) {
  try {
    return state_from(read_json(folder / "checkpoint.json"));
  } catch (const std::exception& error) {
    throw Error(bad_checkpoint, {{"folder", to_utf8(folder)}, {"reason", error.what()}});
  }
}

TrainState read_checkpoint(const fs::path& folder, TrainedWeights& weights, OptimizerStep& optimizer_step) {
  const TrainState state = read_state(folder);
  load_weights(folder, weights);
  optimizer_step.optimizer().load_state(load_all(folder / "optimizer.safetensors"));
  if (optimizer_step.average() != nullptr)
    optimizer_step.average()->load_state(load_all(folder / "ema.safetensors"));
  if (state.loss_scale > 0) optimizer_step.scaler().restore(state.loss_scale, state.loss_scale_good_steps);
  const optim::StateTensors states = load_all(folder / "rng.safetensors");
  for (auto& [name, generator] : generators()) {
    const auto state = states.find(name);
    if (state == states.end()) continue;  // another machine
    const std::lock_guard lock(generator.mutex());
    generator.set_state(state->second);
  }
  return state;
}

void load_weights(const fs::path& file_or_folder, TrainedWeights& weights, std::string_view family) {
  const torch::NoGradGuard no_grad;
  const auto refuse = [&](const std::string& reason) {
    throw Error(bad_start, {{"file", to_utf8(file_or_folder)}, {"reason", reason}});
  };
  fs::path file = file_or_folder;
  if (fs::is_directory(file)) file /= weights.is_lora() ? lora_file_name : trained_file_name;
  if (!fs::exists(file)) refuse("it holds no " + file.filename().string());
  optim::StateTensors stored = stored_weights(file, weights, family);
  for (const optim::Parameter& parameter : weights.parameters()) {
    const auto found = stored.find(parameter.name);
    if (found == stored.end()) refuse(parameter.name + " is missing in it");
    if (found->second.sizes() != parameter.tensor.sizes())
      refuse(parameter.name + " has another shape in it");
    torch::Tensor target = parameter.tensor;
    target.copy_(found->second);
  }
  weights.publish();
}

}  // namespace fw::training
