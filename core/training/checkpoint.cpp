// SPDX-License-Identifier: Apache-2.0
#include "training/checkpoint.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"

#include <fcntl.h>
#include <unistd.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "adapters/lora_file.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file_errors.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "tensor/checkpoint.h"
#include "tensor/save.h"
#include "training/earlier_versions.h"

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

constexpr ErrorCode not_shared{
    "training.not_shared",
    FW_TEXT("errors", "{file} was written by another process but is not to be seen here."),
    FW_TEXT("errors",
            "With distributed.zero_stage, processes on several machines write a checkpoint together: put the "
            "run's folder where all of them can see it, or set the stage to 0.")};

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
          {"hold_out", state.hold_out == HoldOut::sources ? "sources" : "samples"},
          {"changes", change_count()}};
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
  state.changes = json.value("changes", int64_t{0});
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

constexpr std::string_view trained = "trained", optimizer = "optimizer", average = "ema";

/// The file of that name, or the index of the parts that several processes have written of it.
fs::path stored_file(const fs::path& folder, std::string_view stem) {
  const fs::path whole = folder / (std::string(stem) + ".safetensors");
  const fs::path index = folder / run::index_name(whole.filename().string());
  return fs::exists(index) ? index : whole;
}

/// @param wanted  what is read of it: nothing: all
optim::StateTensors load_all(const fs::path& file, const optim::StateTensors& wanted = {}) {
  const auto stored = tensor::Checkpoint::open(file);
  optim::StateTensors tensors;
  for (const std::string& name : stored.names())
    if (wanted.empty() || wanted.contains(name) || name == optim::steps_of_all)
      tensors[name] = stored.load(name, stored.dtype(name), torch::kCPU);
  return tensors;
}

/// What a process keeps of a run, by the files that it belongs into.
std::map<std::string_view, optim::StateTensors> states_of(const TrainedWeights& weights,
                                                          OptimizerStep& optimizer_step) {
  std::map<std::string_view, optim::StateTensors> states;
  if (!weights.is_lora())
    for (const optim::Parameter& parameter : weights.parameters())
      states[trained][parameter.name] = parameter.tensor.detach();
  states[optimizer] = optimizer_step.optimizer().state();
  if (optimizer_step.average() != nullptr) states[average] = optimizer_step.average()->state();
  return states;
}

/// Tensors by the trained parameters' names.
optim::StateTensors stored_weights(const fs::path& file, const TrainedWeights& weights,
                                   std::string_view family) {
  if (!weights.is_lora()) {
    optim::StateTensors wanted;
    for (const optim::Parameter& parameter : weights.parameters()) wanted[parameter.name] = parameter.tensor;
    return load_all(file, wanted);
  }
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

/// What the one process that writes() knows of the run.
void write_common_files(const fs::path& part, const run::RunPaths& run, const TrainState& state,
                        const TrainedWeights& weights) {
  if (weights.is_lora())
    adapters::save_lora(part / lora_file_name, weights.lora(), adapters::LoraFormat::diffusers);
  std::map<std::string, torch::Tensor> states;
  for (auto& [name, generator] : generators()) {
    const std::lock_guard lock(generator.mutex());
    states[name] = generator.get_state();
  }
  tensor::save_tensors(part / "rng.safetensors", states);
  write_file_atomically(part / "run.toml", read_file(run.run_file()), Existing::replace);
  write_file_atomically(part / "checkpoint.json", to_json(state).dump(2) + "\n", Existing::replace);
}

/// A file of this process's share, under the name of a shard where others have written theirs.
std::string share_name(std::string_view stem, const TrainedWeights& weights,
                       const distributed::World& world) {
  if (weights.holds_all()) return std::string(stem) + ".safetensors";
  return tensor::shard_name(std::string(stem), static_cast<size_t>(world.rank) + 1,
                            static_cast<size_t>(world.size));
}

void write_states(const fs::path& part, const TrainedWeights& weights, OptimizerStep& optimizer_step,
                  const distributed::World& world) {
  if (!world.writes() && weights.holds_all()) return;
  for (const auto& [stem, tensors] : states_of(weights, optimizer_step))
    if (!tensors.empty()) tensor::save_tensors(part / share_name(stem, weights, world), tensors);
  kill_point("checkpoint.files");
}

/// @param names  of the tensors that each process has written, by file
void write_indices(const fs::path& part, const std::vector<std::string>& names) {
  std::map<std::string, nlohmann::json> files;  // by file: which shard a tensor is in
  for (size_t rank = 0; rank < names.size(); ++rank) {
    const nlohmann::json written = nlohmann::json::parse(names[rank]);
    for (const auto& [stem, tensors] : written.items())
      for (const nlohmann::json& tensor : tensors)  // what each of them has is in the first one's
        files[stem].emplace(tensor.get<std::string>(), tensor::shard_name(stem, rank + 1, names.size()));
  }
  for (const auto& [stem, shards] : files) {
    for (const std::string& shard : std::set<std::string>(shards.begin(), shards.end()))
      if (!fs::exists(part / shard)) throw Error(not_shared, {{"file", to_utf8(part / shard)}});
    write_file_atomically(part / run::index_name(stem + ".safetensors"),
                          nlohmann::json{{"weight_map", shards}}.dump(2) + "\n", Existing::replace);
  }
}

std::string names_of(const TrainedWeights& weights, OptimizerStep& optimizer_step) {
  auto names = nlohmann::json::object();
  for (const auto& [stem, tensors] : states_of(weights, optimizer_step))
    for (const auto& [name, tensor] : tensors) names[std::string(stem)].push_back(name);
  return names.dump();
}

void rename_whole(const fs::path& part, const fs::path& target) {
  kill_point("checkpoint.before_rename");
  std::error_code error;
  fs::rename(part, target, error);
  if (error)
    throw Error(file_errors::write_failed,
                {{"file", to_utf8(target)}, {"step", "renaming"}, {"reason", error.message()}});
  sync_folder(target.parent_path());
  kill_point("checkpoint.after_rename");
}

}  // namespace

fs::path write_checkpoint(const run::RunPaths& run, const TrainState& state, const TrainedWeights& weights,
                          OptimizerStep& optimizer_step, Pruned pruned, const distributed::World& world) {
  const fs::path target = run.checkpoint(state.step);
  const auto first = [&](const std::function<void()>& work) {
    world.together([&] {
      if (world.writes()) work();
    });
  };
  const auto keep = [&](const fs::path& folder) {
    if (pruned == Pruned::never) write_file_atomically(folder / keep_file, "", Existing::replace);
  };
  if (world.of_first(fs::exists(target))) {
    first([&] { keep(target); });
    return target;
  }
  const fs::path part = run.checkpoints() / (unfinished + target.filename().string());
  std::error_code error;
  try {
    first([&] {
      kill_point("checkpoint.begin");
      fs::remove_all(part, error);
      fs::create_directories(part, error);
      write_common_files(part, run, state, weights);
    });
    world.together([&] { write_states(part, weights, optimizer_step, world); });
    std::vector<std::string> names;
    if (!weights.holds_all()) names = world.gather(names_of(weights, optimizer_step));
    first([&] {
      write_indices(part, names);
      keep(part);
      rename_whole(part, target);
    });
  } catch (...) {
    if (world.writes()) fs::remove_all(part, error);  // a full disk needs the room
    throw;
  }
  return target;
}

uint64_t checkpoint_bytes(const TrainedWeights& weights, OptimizerStep& optimizer_step) {
  uint64_t bytes = 0;
  for (const auto& [stem, tensors] : states_of(weights, optimizer_step))
    for (const auto& [name, tensor] : tensors) bytes += tensor.nbytes();
  if (weights.is_lora())
    for (const optim::Parameter& parameter : weights.parameters()) bytes += parameter.tensor.nbytes();
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
  optim::Optimizer& updating = optimizer_step.optimizer();
  updating.load_state(load_all(stored_file(folder, optimizer), updating.state()));
  if (optim::Ema* const mean = optimizer_step.average())
    mean->load_state(load_all(stored_file(folder, average), mean->state()));
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
  if (fs::is_directory(file)) file = weights.is_lora() ? file / lora_file_name : stored_file(file, trained);
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
