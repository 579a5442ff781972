// SPDX-License-Identifier: Apache-2.0
#include "training/run_saver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

#include "adapters/lora_check.h"
#include "base/error.h"
#include "base/file_errors.h"
#include "base/paths.h"
#include "base/units.h"
#include "distributed/ranks.h"
#include "safetensors/mapped_file.h"
#include "tensor/libtorch.h"
#include "training/result.h"

namespace fw::training {

namespace {

using engine_api::LogLevel;

constexpr std::chrono::seconds longest_pause{30};
constexpr std::chrono::milliseconds glance{100};

/// Returns the disk error if another attempt may succeed; nullopt if the write succeeded.
std::optional<Fault> attempt(const std::function<void()>& write) {
  try {
    write();
    return std::nullopt;
  } catch (const Error& error) {
    const std::string& code = error.fault().code;
    if (code != "base.write_failed" && code != "base.read_failed" && code != "training.result") throw;
    return error.fault();
  } catch (const std::filesystem::filesystem_error& error) {
    return file_errors::cannot_write(error.path1(), "access", error.code().value()).fault();
  }
}

/// Size of a checkpoint on disk, summed over all processes.
uint64_t bytes_of_all(ActiveRun& run) {
  const uint64_t own = checkpoint_bytes(run.learner.weights, run.learner.optimizer_step);
  if (run.learner.weights.holds_all()) return own;
  uint64_t all = 0;
  for (const std::string& each : run.world.gather(std::to_string(own))) all += std::stoull(each);
  return all;
}

}  // namespace

RunSaver::RunSaver(ActiveRun& run) : run_(run), checkpoint_bytes_(bytes_of_all(run)) {}

uint64_t RunSaver::free_bytes() const {
  std::error_code error;
  const auto space = std::filesystem::space(run_.paths.folder, error);
  return error ? 0 : space.available;
}

void RunSaver::check_space() {
  const uint64_t result = result_bytes(run_.learner);
  if (free_bytes() >= checkpoint_bytes_ + result) return;
  const Fault low(disk_low, {{"checkpoint", format_bytes(checkpoint_bytes_)},
                             {"result", format_bytes(result)},
                             {"free", format_bytes(free_bytes())},
                             {"folder", to_utf8(run_.paths.folder)}});
  run_.events.say(LogLevel::warning, low.full_message(), low);
}

bool RunSaver::own_weights_are_finite() const {
  const torch::NoGradGuard no_grad;
  return std::ranges::all_of(run_.learner.weights.parameters(), [](const optim::Parameter& parameter) {
    constexpr double largest = std::numeric_limits<double>::infinity();  // this norm needs no extra memory
    return std::isfinite(torch::linalg_vector_norm(parameter.tensor, largest).item<double>());
  });
}

bool RunSaver::weights_are_finite() const {
  const std::vector<std::string> all = run_.world.gather(own_weights_are_finite() ? "1" : "");
  return std::ranges::none_of(all, &std::string::empty);
}

void RunSaver::check_trained_files() const {
  if (!run_.learner.weights.is_lora()) safetensors::check_mapped_files();
}

void RunSaver::save_checkpoint(Pruned pruned) {
  write_checkpoint_of(run_.world, weights_are_finite(), pruned);
}

void RunSaver::save_checkpoint_alone() {
  if (run_.world.writes() && run_.learner.weights.holds_all() && own_weights_are_finite())
    write_checkpoint_of({}, true, Pruned::when_old);
}

void RunSaver::write_checkpoint_of(const distributed::World& world, bool weights_are_finite, Pruned pruned) {
  check_trained_files();
  TrainState& state = run_.state;
  const bool writes = run_.world.writes();
  if (writes && run_.learner.weights.is_lora()) {
    for (const Fault& fault : adapters::examine(run_.learner.weights.weights()))
      run_.events.say(LogLevel::warning, fault);
  }
  state.loss_scale =
      run_.settings.mixed_precision == "fp16" ? run_.learner.optimizer_step.scaler().scale() : 0;
  state.loss_scale_good_steps = run_.learner.optimizer_step.scaler().good_steps();
  std::filesystem::path folder;
  persist(world, FW_TEXT("errors", "the checkpoint"), checkpoint_bytes_, [&] {
    world.together([&] {
      if (writes) state.events_bytes = run_.events.flush();
    });
    folder =
        write_checkpoint(run_.paths, state, run_.learner.weights, run_.learner.optimizer_step, pruned, world);
  });
  if (!writes) return;
  run_.events.tell(engine_api::CheckpointSaved{state.step, folder});
  const bool is_good = state.skipped_in_row == 0 && weights_are_finite;
  prune_checkpoints(run_.paths, is_good ? run_.settings.checkpointing_limit : 0);
}

void RunSaver::save_result() {
  check_trained_files();
  const auto written_by = [&](const auto& write) {
    run_.world.together([&] {
      run_.learner.on_first([&](const memory::BlockStreamer::Load& load) {
        write(run_.paths, run_.settings, run_.learner, run_.state.step, load);
      });
    });
  };
  persist(run_.world, FW_TEXT("errors", "the result"), result_bytes(run_.learner), [&] {
    if (run_.learner.optimizer_step.has_average()) {
      const AveragedWeights averaged(run_.learner.optimizer_step);
      written_by(write_average);
    }
    const SavedWeights saved(run_.learner.optimizer_step);
    written_by(write_result);
  });
}

/// @param write  must end the same way in all processes of the world
void RunSaver::persist(const distributed::World& world, const char* saved, uint64_t bytes,
                       const std::function<void()>& write) {
  std::optional<distributed::LongWork> at_work;
  if (run_.world.ranks && run_.world.writes()) at_work.emplace(*run_.world.ranks);
  Progress saving;
  saving.phase = FW_TEXT("phases", "saving");
  run_.context.progress(saving);
  const auto say = [&](LogLevel level, const std::string& text, const std::optional<Fault>& fault = {}) {
    if (world.writes()) run_.events.say(level, text, fault);
  };
  std::string told;
  for (std::chrono::seconds pause{1};; pause = std::min(2 * pause, longest_pause)) {
    const auto reason = attempt(write);
    if (!reason && !told.empty())
      say(LogLevel::info, std::string("Saved ") + saved + " of step " + std::to_string(run_.state.step) +
                              ": the run goes on.");
    if (!reason) return;
    if (must_end_)
      throw Error(not_saved, {{"step", run_.state.step}, {"saved", saved}, {"reason", reason->message()}});
    const Fault waits = waits_for(saved, bytes, *reason);
    if (waits.code != told) say(LogLevel::warning, waits.full_message(), waits);
    told = waits.code;
    world.on_first([&] { wait(saved, bytes, waits.code == waits_for_disk.code, pause); });
    must_end_ = world.of_first(must_end_);
  }
}

Fault RunSaver::waits_for(const char* saved, uint64_t bytes, const Fault& reason) const {
  if (!file_errors::is_disk_full(reason))
    return {waits_to_save, {{"saved", saved}, {"step", run_.state.step}, {"reason", reason.message()}}};
  return {waits_for_disk,
          {{"saved", saved},
           {"step", run_.state.step},
           {"needed", format_bytes(bytes)},
           {"free", format_bytes(free_bytes())},
           {"folder", to_utf8(run_.paths.folder)},
           {"reason", reason.message()}}};
}

/// Waits until the next attempt: for `pause`, until a full disk has room again, or until the user ends the
/// run.
void RunSaver::wait(const char* saved, uint64_t bytes, bool is_full, std::chrono::seconds pause) {
  const uint64_t free_before = free_bytes();
  const auto ends = run_.requests.ends();
  const auto until = std::chrono::steady_clock::now() + pause;
  Progress progress;
  progress.phase = is_full ? FW_TEXT("phases", "waiting for free disk space")
                           : FW_TEXT("phases", "waiting for a writable folder");
  progress.details = {
      {FW_TEXT("progress", "{saved} needs {bytes} in {folder}"),
       {{"saved", saved}, {"bytes", format_bytes(bytes)}, {"folder", to_utf8(run_.paths.folder)}}}};
  run_.context.progress(progress);
  while (!must_end_ && std::chrono::steady_clock::now() < until) {
    run_.check_stop();
    must_end_ = ends();
    if (is_full && free_before < bytes && free_bytes() >= bytes) return;
    std::this_thread::sleep_for(glance);
  }
}

}  // namespace fw::training
