// SPDX-License-Identifier: Apache-2.0
#include "training/checkpoint.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "adapters/lora_file.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file_errors.h"
#include "base/hash.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "inference/components.h"
#include "run/checkpoint_files.h"
#include "tensor/checkpoint.h"
#include "tensor/save.h"
#include "training/earlier_versions.h"

namespace fw::training {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode bad_checkpoint{
    "training.bad_checkpoint", FW_TEXT("errors", "The checkpoint {folder} cannot be used: {reason}."),
    FW_TEXT("errors", "The run has no older one. Start it again: framewright-cli train '{run}/run.toml'"),
    Blame::input};
constexpr std::string_view go_back = FW_TEXT(
    "errors",
    "Move it out of the run, which then resumes from step {older}: mv '{folder}' '{run}/damaged-{step}', "
    "then framewright-cli train --resume '{run}'");
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
constexpr const char* best_file = "best";

void sync_folder(const fs::path& folder) {
  const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;
  ::fsync(handle);
  ::close(handle);
}

/// Reports the problem and the older checkpoint from which the run can resume.
[[noreturn]] void refuse(const fs::path& folder, std::string_view reason) {
  const run::RunPaths run{fs::absolute(folder).lexically_normal().parent_path().parent_path()};
  Fault fault(bad_checkpoint,
              {{"folder", to_utf8(folder)}, {"reason", reason}, {"run", to_utf8(run.folder)}});
  const std::vector<int64_t> steps = run::checkpoint_steps(run);
  const auto is_older = [&](int64_t step) { return run.checkpoint(step).filename() < folder.filename(); };
  if (const auto older = std::find_if(steps.rbegin(), steps.rend(), is_older); older != steps.rend()) {
    fault.hint = go_back;
    fault.arguments["older"] = std::to_string(*older);
    fault.arguments["step"] = to_utf8(folder.filename());
  }
  throw Error(std::move(fault));
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
  // Older checkpoints do not have these.
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

/// The file of that name, or the index of the shards that several processes have written.
fs::path stored_file(const fs::path& folder, std::string_view stem) {
  const fs::path whole = folder / (std::string(stem) + ".safetensors");
  const fs::path index = folder / run::index_name(whole.filename().string());
  return fs::exists(index) ? index : whole;
}

/// @param wanted  the tensors to read; empty: all
optim::StateTensors load_all(const fs::path& file, const optim::StateTensors& wanted = {}) {
  const auto stored = tensor::Checkpoint::open(file);
  optim::StateTensors tensors;
  for (const std::string& name : stored.names())
    if (wanted.empty() || wanted.contains(name) || name == optim::steps_of_all)
      tensors[name] = stored.load(name, stored.dtype(name), torch::kCPU);
  return tensors;
}

/// The state that this process holds, by the file it is written to.
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

/// Returns tensors by the names of the trained parameters.
optim::StateTensors stored_weights(const fs::path& file, const TrainedWeights& weights,
                                   std::string_view family) {
  if (!weights.is_lora()) {
    optim::StateTensors wanted;
    for (const optim::Parameter& parameter : weights.parameters()) wanted[parameter.name] = parameter.tensor;
    return load_all(file, wanted);
  }
  adapters::LoraTarget target{.names = &model_files::key_names(family)};
  for (const auto& [path, module] : weights.lora().modules) target.outputs[path] = module.size().out;
  adapters::Lora lora = adapters::load_lora(file, target).lora;
  optim::StateTensors tensors;
  for (auto& [path, module] : lora.modules) {
    const adapters::LoraModule& own = weights.lora().modules.at(path);
    if (module.kind_text() != own.kind_text())
      throw Error(bad_start, {{"file", to_utf8(file)},
                              {"reason", path + " is a " + module.kind_text() +
                                             " in it, but the run trains a " + own.kind_text()}});
    // The run keeps its own alpha: a file with another one is rescaled.
    module.set_parts(own.its_form().scaled(module.parts(), module.scale() / own.scale()));
    for (const auto& [name, tensor] : module.tensors()) tensors[path + '.' + name] = *tensor;
  }
  return tensors;
}

/// Writes the files that only the process that writes() writes.
run::FileHashes write_common_files(const fs::path& part, const run::RunPaths& run,
                                   const TrainedWeights& weights) {
  run::FileHashes hashes;
  safetensors::Metadata metadata;
  if (weights.lora_parts != "transformer") metadata[inference::lora_parts_key] = weights.lora_parts;
  if (weights.is_lora())
    hashes[lora_file_name] = adapters::save_lora(part / lora_file_name, weights.lora(),
                                                 adapters::LoraFormat::diffusers, {}, metadata);
  std::map<std::string, torch::Tensor> states;
  for (auto& [name, generator] : generators()) {
    const std::lock_guard lock(generator.mutex());
    states[name] = generator.get_state();
  }
  hashes["rng.safetensors"] = tensor::save_tensors(part / "rng.safetensors", states);
  const std::string run_text = read_file(run.run_file());
  write_file_atomically(part / "run.toml", run_text, Existing::replace);
  hashes["run.toml"] = hash_hex(run_text);
  return hashes;
}

/// Name of this process's file: a shard if other processes write theirs too.
std::string share_name(std::string_view stem, const TrainedWeights& weights,
                       const distributed::World& world) {
  if (weights.holds_all()) return std::string(stem) + ".safetensors";
  return tensor::shard_name(std::string(stem), static_cast<size_t>(world.rank) + 1,
                            static_cast<size_t>(world.size));
}

run::FileHashes write_states(const fs::path& part, const TrainedWeights& weights,
                             OptimizerStep& optimizer_step, const distributed::World& world) {
  run::FileHashes hashes;
  if (!world.writes() && weights.holds_all()) return hashes;
  for (const auto& [stem, tensors] : states_of(weights, optimizer_step)) {
    const std::string name = share_name(stem, weights, world);
    if (!tensors.empty()) hashes[name] = tensor::save_tensors(part / name, tensors);
  }
  kill_point("checkpoint.files");
  return hashes;
}

/// @param names  of the tensors that each process has written, by file
run::FileHashes write_indices(const fs::path& part, const std::vector<std::string>& names) {
  run::FileHashes hashes;
  std::map<std::string, nlohmann::json> files;  // by file: the shard of each tensor
  for (size_t rank = 0; rank < names.size(); ++rank) {
    const nlohmann::json written = nlohmann::json::parse(names[rank]);
    for (const auto& [stem, tensors] : written.items())
      for (const nlohmann::json& tensor : tensors)  // tensors of all ranks: in the first shard
        files[stem].emplace(tensor.get<std::string>(), tensor::shard_name(stem, rank + 1, names.size()));
  }
  for (const auto& [stem, shards] : files) {
    for (const std::string& shard : std::set<std::string>(shards.begin(), shards.end()))
      if (!fs::exists(part / shard)) throw Error(not_shared, {{"file", to_utf8(part / shard)}});
    const std::string name = run::index_name(stem + ".safetensors");
    const std::string text = nlohmann::json{{"weight_map", shards}}.dump(2) + "\n";
    write_file_atomically(part / name, text, Existing::replace);
    hashes[name] = hash_hex(text);
  }
  return hashes;
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
  if (error) throw file_errors::cannot_write(target, "renaming", error.value());
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
    if (pruned == Pruned::never) write_file_atomically(folder / keep_file, "", Existing::own);
  };
  if (world.of_first(fs::exists(target))) {
    first([&] { keep(target); });
    return target;
  }
  const SavedWeights saved(optimizer_step);
  const fs::path part = run.checkpoints() / (unfinished + target.filename().string());
  std::error_code error;
  run::FileHashes hashes;
  try {
    first([&] {
      kill_point("checkpoint.begin");
      fs::remove_all(part, error);
      // Does not create parent folders: a run whose drive is away must not get a second folder in its place.
      for (const fs::path& folder : {run.checkpoints(), part})
        if (fs::create_directory(folder, error); error)
          throw file_errors::cannot_write(folder, "mkdir", error.value());
      hashes = write_common_files(part, run, weights);
    });
    world.together([&] { hashes.merge(write_states(part, weights, optimizer_step, world)); });
    std::vector<std::string> names;
    if (!weights.holds_all()) names = world.gather(names_of(weights, optimizer_step));
    const std::vector<std::string> all = world.gather(nlohmann::json(hashes).dump());
    first([&] {
      for (const std::string& each : all) hashes.merge(nlohmann::json::parse(each).get<run::FileHashes>());
      hashes.merge(write_indices(part, names));
      write_file_atomically(part / "checkpoint.json", run::sealed(to_json(state), hashes).dump(2) + "\n",
                            Existing::replace);
      keep(part);
      rename_whole(part, target);
    });
  } catch (...) {
    if (world.writes()) fs::remove_all(part, error);  // a full disk needs the space
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

void mark_best_checkpoint(const run::RunPaths& run, int64_t step) {
  std::error_code error;
  if (!fs::exists(run.checkpoint(step), error)) return;
  write_file_atomically(run.checkpoint(step) / best_file, "", Existing::own);
  for (const int64_t other : run::checkpoint_steps(run))
    if (other != step) fs::remove(run.checkpoint(other) / best_file, error);
}

void prune_checkpoints(const run::RunPaths& run, int64_t limit) {
  const auto doom = [&](const fs::path& folder) {
    const fs::path renamed = folder.parent_path() / (doomed + folder.filename().string());
    std::error_code error;
    fs::remove_all(renamed, error);
    fs::rename(folder, renamed, error);  // no longer a checkpoint from here
    kill_point("checkpoint.prune");
    fs::remove_all(renamed, error);
  };
  std::vector<int64_t> steps = run::checkpoint_steps(run);
  std::erase_if(steps, [&](int64_t step) {
    std::error_code error;
    const fs::path folder = run.checkpoint(step);
    return fs::exists(folder / keep_file, error) || fs::exists(folder / best_file, error);
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
  std::string reason = "checkpoint.json is damaged";
  try {
    const nlohmann::json state = read_json(folder / "checkpoint.json");
    if (run::is_intact(state)) return state_from(state);
  } catch (const Error& error) {
    reason = error.fault().message();
  } catch (const nlohmann::json::exception& error) {
    reason += std::string(": ") + error.what();
  }
  refuse(folder, reason);
}

void check_checkpoint(const fs::path& folder, const std::stop_token& stop,
                      const std::function<void(uint64_t)>& on_bytes) {
  read_state(folder);
  if (const auto file = run::damaged_file(folder, {}, stop, on_bytes))
    refuse(folder, "its file " + *file + " is not as it was written");
}

TrainState read_checkpoint(const fs::path& folder, TrainedWeights& weights,
                           OptimizerStep& optimizer_step) try {
  const TrainState state = read_state(folder);
  load_weights(folder, weights);
  optim::Optimizer& updating = optimizer_step.optimizer();
  updating.load_state(load_all(stored_file(folder, optimizer), updating.state()));
  if (updating.has_average()) weights.publish();  // the state has the weights that are trained
  if (optim::Ema* const mean = optimizer_step.average())
    mean->load_state(load_all(stored_file(folder, average), mean->state()));
  if (state.loss_scale > 0) optimizer_step.scaler().restore(state.loss_scale, state.loss_scale_good_steps);
  const optim::StateTensors states = load_all(folder / "rng.safetensors");
  for (auto& [name, generator] : generators()) {
    const auto state = states.find(name);
    if (state == states.end()) continue;  // written on another machine
    const std::lock_guard lock(generator.mutex());
    generator.set_state(state->second);
  }
  return state;
} catch (const Error& error) {
  const Fault& fault = error.fault();
  if (!fault.code.starts_with("safetensors.") && !fault.code.starts_with("adapters.")) throw;
  refuse(folder, fault.message());  // a file of the run itself: it cannot be downloaded again
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
