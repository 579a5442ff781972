// SPDX-License-Identifier: Apache-2.0
#include "training/training_loop.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"

#include <algorithm>
#include <cmath>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/paths.h"
#include "base/units.h"
#include "catalog/catalog.h"
#include "engine_api/results.h"
#include "run/step_times.h"
#include "safetensors/mapped_file.h"
#include "tensor/torch_errors.h"
#include "training/cache_wait.h"
#include "training/rank_shares.h"
#include "training/resources.h"

namespace fw::training {

namespace {

using engine_api::JobState;
using engine_api::LogLevel;
using engine_api::Outcome;
using engine_api::Verb;

constexpr ErrorCode diverged{
    "training.diverged",
    FW_TEXT(
        "errors",
        "The loss or gradients were not finite for {count} {count:step|steps} in a row, up to step {step}."),
    FW_TEXT(
        "errors",
        "The last good state was saved as a checkpoint. Lower optimizer.lr, or use bf16 or fp32 instead of "
        "fp16.")};

Clock::duration as_duration(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

void TrainingLoop::PendingStep::add(const MicroBatch& batch, const torch::Tensor& losses_of_batch,
                                    const torch::Tensor& losses_of_sound) {
  std::vector<SampleLoss>& round = rounds.emplace_back();
  const torch::Tensor& has_sound = batch.batch.has_sound;
  for (size_t i = 0; i < batch.sample_ids.size(); ++i) {
    const auto at = static_cast<int64_t>(i);
    round.push_back({batch.sample_ids[i], batch.draw.timesteps[at].item<double>(), 0});
    if (losses_of_sound.defined() && (!has_sound.defined() || has_sound[at].item<bool>()))
      round.back().sound = 0;
  }
  losses.push_back(losses_of_batch);
  if (losses_of_sound.defined()) losses.push_back(losses_of_sound);
}

void TrainingLoop::PendingStep::take(const torch::Tensor& values) {
  int64_t next = 0;
  for (std::vector<SampleLoss>& round : rounds) {
    for (SampleLoss& sample : round) sample.loss = values[next++].item<double>();
    if (std::ranges::none_of(round, [](const SampleLoss& sample) { return sample.sound.has_value(); }))
      continue;
    for (SampleLoss& sample : round) {
      const double sound = values[next++].item<double>();
      if (sample.sound) sample.sound = sound;
    }
  }
}

TrainingLoop::TrainingLoop(ActiveRun& run, const Split& samples, Validator validator)
    : run_(run),
      saver_(run),
      evaluation_(run, std::move(validator), samples.held_out),
      loader_(run.settings, samples.train, precompute::LatentCache(run.settings.cache), *run.learner.model,
              run.state.micro_batches, run.world, run.learner.device),
      meters_(run.learner.device),
      watch_([folder = run.paths.folder, device = run.learner.device] {
        return read_resources(folder, device);
      }) {
  shown_.phase = FW_TEXT("phases", "computing the first step");  // which may take a while
  const catalog::ModelSpec model = catalog::recognise_model(run::model_source(run.settings));
  std::set<catalog::Bucket> buckets;
  double work = 0;
  for (const dataset::DatasetSample& sample : samples.train) {
    buckets.insert(sample.bucket);
    const catalog::LatentSize size = catalog::latent_size(model, sample.bucket);
    work +=
        sample.draws * static_cast<double>(model.latent.channels * size.frames * size.height * size.width);
  }
  meters_.expect(work / static_cast<double>(loader_.sampler().batches_per_epoch()) *
                 static_cast<double>(run.world.rounds(run.settings.gradient_accumulation_steps)));
  step_kind_ = run::step_kind(run.settings, model.id, tensor::device_name(run.learner.device), buckets,
                              run.world.size);
  saver_.check_space();
}

/// Time to the end of the run, including evaluations and saving between steps.
double TrainingLoop::seconds_left() const {
  return meters_.seconds_left(run_.total_steps - run_.state.step) + evaluation_.seconds_left();
}

/// Remembers the speed for estimates of later runs, unless too few steps were measured.
void TrainingLoop::remember_speed() const {
  constexpr int64_t least_steps = 5;
  if (!run_.world.writes() || measured_steps_ < least_steps || meters_.steps_per_hour() <= 0) return;
  try {
    run::remember_step_seconds(step_kind_, meters_.seconds_per_step());
    for (const auto& [kind, seconds] : evaluation_.seconds())
      run::remember_step_seconds(step_kind_ + kind, seconds);
  } catch (const Error&) {
    // An estimate is not worth a warning.
  }
}

int64_t TrainingLoop::micro_batches_of_update() const {
  const int64_t usual = run_.settings.gradient_accumulation_steps;
  if (run_.settings.train_steps > 0 || steps_begun() + 1 < run_.total_steps) return usual;
  const int64_t left = loader_.sampler().batches_in(run_.settings.train_epochs) - loader_.position();
  return left > 0 ? std::min(left, usual) : usual;
}

void TrainingLoop::run_rounds(PendingStep& step) {
  const distributed::World& world = run_.world;
  const int64_t micro_batches = micro_batches_of_update();
  run_.learner.optimizer_step.begin(micro_batches, steps_begun());
  // If the other processes need this one's passes, it makes one that the update ignores.
  const auto rest = run_.learner.needs_all() ? BatchLoader::Rest::have_one_too : BatchLoader::Rest::have_none;
  for (int64_t round = 0; round < world.rounds(micro_batches); ++round) {
    const auto waiting = Clock::now();
    const int64_t computing = world.computing(micro_batches, round);
    const std::optional<MicroBatch> batch = wait_for_cache(run_, loader_.cache(), shown_, [&] {
      return computing == world.data_size() ? std::optional(loader_.next()) : loader_.last(computing, rest);
    });
    const auto begin = Clock::now();
    times_.data_wait_s += seconds_between(waiting, begin);
    if (batch) {
      times_.first_of_shape |= shapes_.insert(batch->batch.latents.sizes().vec()).second;
      times_.work += static_cast<double>(batch->batch.latents.numel());
      const torch::Tensor of_samples = run_.learner.run_micro_batch(*batch);
      if (world.data_rank() < computing) step.add(*batch, of_samples, run_.learner.model->sound_losses());
    } else {
      run_.learner.optimizer_step.without_micro_batch();
    }
    times_.compute_s += seconds_between(begin, Clock::now());
  }
  run_.learner.weights.finish_gradients();
  step.micro_batches = loader_.position();
}

void TrainingLoop::step() {
  const auto begin = Clock::now();
  if (is_flushed()) last_report_ = begin - as_duration(publishing_s_);
  const double waited_for_data = times_.data_wait_s;
  PendingStep step;
  run_rounds(step);
  if (!run_.learner.optimizer_step.is_decided_by_device()) {
    const double waited = times_.data_wait_s - waited_for_data;
    update_by_host(step, begin, waited);
    steps_.push_back(std::move(step));
    report_oldest();
    return;
  }
  update_by_device(step);
  steps_.push_back(std::move(step));
  if (steps_.size() > 1) report_oldest();  // while the device computes the newer one
  if (needs_flush(steps_begun())) flush_pending();
}

/// The host reads the losses of all processes and decides clipping and skipping.
void TrainingLoop::update_by_host(PendingStep& step, Clock::time_point begin, double waited_for_data) {
  const auto updating = Clock::now();
  if (!step.losses.empty()) step.take(torch::cat(step.losses).to(torch::kCPU, torch::kFloat64));
  Share own{.rounds = std::move(step.rounds)};
  own.seconds = seconds_between(begin, Clock::now()) - waited_for_data;
  own.bytes = meters_.memory_bytes();
  const std::vector<Share> shares = shares_of_all(std::move(own), run_.world);
  step.samples = losses_of(run_.world.of_leaders(shares));
  step.of_ranks = figures_of(shares);
  const bool finite = std::all_of(step.samples.begin(), step.samples.end(),
                                  [](const SampleLoss& l) { return std::isfinite(l.loss); });
  safetensors::check_mapped_files();
  is_updating_ = true;
  step.result = run_.learner.optimizer_step.update(steps_begun(), finite);
  times_.compute_s += seconds_between(updating, Clock::now());
}

/// The device decides; its result is copied to the host asynchronously.
void TrainingLoop::update_by_device(PendingStep& step) {
  const auto updating = Clock::now();
  OptimizerStep& optimizer_step = run_.learner.optimizer_step;
  safetensors::check_mapped_files();
  is_updating_ = true;
  step.result.lr = optimizer_step.schedule().rate(steps_begun());
  step.figures.emplace(optimizer_step.update_by_device(steps_begun(), std::exchange(step.losses, {})));
  is_updating_ = false;
  times_.compute_s += seconds_between(updating, Clock::now());
}

/// True if something is due after the step or the run may end with it: what is saved, shown or decided then
/// must belong to a reported step.
bool TrainingLoop::needs_flush(int64_t step) const {
  return evaluation_.is_anything_due(step) ||
         run_.state.skipped_in_row + 1 >= run_.settings.max_skipped_steps;
}

void TrainingLoop::flush_pending() {
  while (!is_flushed()) report_oldest();
}

void TrainingLoop::report_oldest() {
  PendingStep& step = steps_.front();
  if (step.figures) {
    const auto waiting = Clock::now();
    const torch::Tensor& figures = step.figures->wait();
    step.take(figures);
    step.result = OptimizerStep::result_of(step.result.lr, figures);
    for (std::vector<SampleLoss>& round : step.rounds)
      step.samples.insert(step.samples.end(), round.begin(), round.end());
    times_.compute_s += seconds_between(waiting, Clock::now());
  }
  const OptimizerStep::Result result = step.result;
  ++run_.state.step;
  run_.state.micro_batches = step.micro_batches;
  if (result.skipped) ++run_.state.skipped_steps;
  const auto done = Clock::now();
  times_.total_s = seconds_between(std::exchange(last_report_, done), done);
  run_.state.trained_seconds += times_.total_s;
  engine_api::Figures values =
      meters_.step(run_.state, result, step.samples, std::exchange(times_, {}), run_.total_steps);
  values["seconds_left"] = seconds_left();
  values.merge(step.of_ranks);
  is_updating_ = false;
  values["epoch"] = loader_.sampler().epochs_at(run_.state.micro_batches);
  publish(std::move(values), step.samples);
  publishing_s_ = seconds_between(done, Clock::now());
  steps_.pop_front();
  skip_or_stop(result);
}

void TrainingLoop::publish(engine_api::Figures values, const std::vector<SampleLoss>& losses) {
  const char* const shown = values.contains("loss_average") ? "loss_average" : "loss";
  char loss[32];
  std::snprintf(loss, sizeof loss, "%.4g", engine_api::figure(values, shown));
  engine_api::Metrics metrics{run_.state.step, std::move(values), {}};
  for (const SampleLoss& sample : losses)
    metrics.clips.push_back({sample.id, std::llround(sample.timestep), sample.loss});
  run_.events.tell(std::move(metrics));
  Progress progress;
  progress.phase = FW_TEXT("phases", "training");
  progress.done = run_.state.step;
  progress.total = run_.total_steps;
  progress.rate_per_s = meters_.steps_per_hour() / 3600;
  progress.seconds_left = seconds_left();
  progress.details = {{FW_TEXT("progress", "loss {loss}"), {{"loss", loss}}},
                      {FW_TEXT("progress", "{steps} steps/h"),
                       {{"steps", std::to_string(std::llround(meters_.steps_per_hour()))}}}};
  if (tensor::is_accelerator(run_.learner.device))
    progress.details.push_back(
        {FW_TEXT("progress", "VRAM {bytes}"), {{"bytes", format_bytes(meters_.vram_allocated_bytes())}}});
  shown_ = std::move(progress);
}

void TrainingLoop::skip_or_stop(const OptimizerStep::Result& result) {
  if (!result.skipped) {
    run_.state.skipped_in_row = 0;
    return;
  }
  // fp16 finds its loss scale by overflowing: that is not an error while the scale can still shrink.
  const bool searching =
      run_.settings.mixed_precision == "fp16" && run_.learner.optimizer_step.scaler().scale() > 1;
  if (!searching) ++run_.state.skipped_in_row;
  run_.events.say(LogLevel::warning, "Step " + std::to_string(run_.state.step) +
                                         " was skipped: its loss or gradients are not finite.");
  if (run_.state.skipped_in_row < run_.settings.max_skipped_steps) return;
  // Skipped steps change no weight. Older checkpoints are kept: this one's weights may be the cause.
  if (saver_.weights_are_finite()) saver_.save_checkpoint();
  throw Error(diverged, {{"count", run_.state.skipped_in_row}, {"step", run_.state.step}});
}

std::optional<Outcome> TrainingLoop::handle_requests() {
  while (const auto request = run_.requests.next()) {
    flush_pending();
    switch (request->verb) {
      case Verb::pause:
        saver_.save_checkpoint();
        return end(JobState::paused, false);
      case Verb::stop_and_save:
        saver_.save_checkpoint();
        return end(JobState::stopped, true);
      case Verb::checkpoint_now:
        saver_.save_checkpoint(Pruned::never);
        break;
      case Verb::validate_now:
        evaluation_.validate();
        break;
      case Verb::extend:
        extend(request->value);
        break;
      default:
        break;
    }
  }
  return std::nullopt;
}

void TrainingLoop::extend(int64_t steps) {
  const int64_t extended = run_.total_steps + steps;
  bool written = true;
  try {
    if (run_.world.writes())
      write_file_atomically(
          run_.paths.run_file(),
          run::set_in_text(read_file(run_.paths.run_file()), "training.train_steps", extended),
          Existing::own);
  } catch (const Error& error) {
    written = false;
    run_.events.say(LogLevel::warning, "The run was not extended: " + error.fault().message());
  }
  if (!run_.world.of_first(written)) return;
  optim::LrSchedule& schedule = run_.learner.optimizer_step.schedule();
  const double before = schedule.rate(run_.state.step);
  run_.total_steps = run_.settings.train_steps = schedule.total_steps = extended;
  run_.events.say(LogLevel::info, "The run was extended to " + std::to_string(run_.total_steps) + " steps.");
  if (const double now = schedule.rate(run_.state.step); now != before) {
    run_.events.say(LogLevel::warning,
                    "The learning rate goes on as if the run had had " + std::to_string(run_.total_steps) +
                        " steps from its start (lr_scheduler " + run_.settings.lr_scheduler +
                        "): the next step has " + format_significant(now, 3) + " instead of " +
                        format_significant(before, 3) + ".");
  }
}

/// Does not extend a run twice that repeats the request before it has used its steps.
void TrainingLoop::extend_ended(int64_t steps) {
  if (steps <= 0) return;
  if (run_.state.step >= run_.total_steps) return extend(steps);
  run_.events.say(LogLevel::warning, "The run was not extended: it has " +
                                         std::to_string(run_.total_steps - run_.state.step) + " steps left.");
}

Outcome TrainingLoop::end(JobState state, bool with_result) {
  engine_api::TrainResult result{run_.paths.folder, run_.state.step, {}};
  remember_speed();
  if (with_result) {
    saver_.save_result();
    result.result = run_.paths.result();
    run_.context.publish(engine_api::FileMade{engine_api::FileMade::What::result, run_.paths.result()});
  }
  run_.events.ended(name_of(state));
  return {state, result, {}};
}

Outcome TrainingLoop::end_early(const std::string& why) {
  run_.events.say(LogLevel::info, why);
  saver_.save_checkpoint();
  return end(JobState::finished, true);
}

Outcome TrainingLoop::loop(FirstClips first) {
  if (run_.state.step == 0) {
    evaluation_.before_training();
  } else {
    evaluation_.resume();
  }
  if (first == FirstClips::now) evaluation_.validate();
  if (const std::string why = evaluation_.why_stopped_early(); !why.empty()) return end_early(why);
  while (steps_begun() < run_.total_steps) {
    run_.check_stop();
    if (auto outcome = handle_requests()) return *outcome;
    if (steps_begun() >= run_.total_steps) break;
    run_.context.progress(shown_);  // replaces what a validation or a checkpoint has shown
    step();
    ++measured_steps_;
    run_.context.progress(shown_);
    if (is_flushed()) {
      evaluation_.after_step([this] {
        saver_.save_checkpoint();
        remember_speed();
      });
      if (const std::string why = evaluation_.why_stopped_early(); !why.empty()) return end_early(why);
    }
    for (const Fault& warning : watch_.take())
      run_.events.say(LogLevel::warning, warning.full_message(), warning);
    run_.events.say_log_warnings();
  }
  return end(JobState::finished, true);
}

/// Reports the metrics of the last step of a run that ends early, unless the device is lost.
void TrainingLoop::flush_at_end() {
  try {
    tensor::with_torch_errors([&] { flush_pending(); });
  } catch (...) {  // the run already ends for another reason
  }
}

/// Saves the last complete step of a run whose failure has left the weights intact.
void TrainingLoop::rescue(const Fault& fault) {
  const bool is_over = fault.code == diverged.code || fault.code == not_saved.code;
  const bool is_half_done = is_updating_ || run_.learner.optimizer_step.is_half_done() || !is_flushed();
  if (is_over || is_half_done || tensor::is_lost_device(fault) || run_.state.step == 0) return;
  if (!run_.learner.weights.holds_all()) return;
  std::error_code error;
  if (std::filesystem::exists(run_.paths.checkpoint(run_.state.step), error)) return;
  try {
    run_.events.say(LogLevel::error, "The run ends with a checkpoint of step " +
                                         std::to_string(run_.state.step) + ": " + fault.message());
    tensor::with_torch_errors([&] { saver_.save_checkpoint_alone(); });
  } catch (const std::exception& failure) {
    run_.events.say(LogLevel::warning, std::string("The last steps are lost: ") + failure.what());
  }
}

Outcome TrainingLoop::train(FirstClips first, int64_t more_steps) {
  extend_ended(more_steps);
  try {
    Outcome outcome;
    tensor::with_torch_errors([&] { outcome = loop(first); });
    return outcome;
  } catch (const Cancelled&) {
    // A failed rank aborts the computation of the others.
    if (const auto fault = run_.world.failure()) {
      fail(*fault);
      throw Error(*fault);
    }
    flush_at_end();
    run_.events.ended("cancelled");
    throw;
  } catch (...) {
    fail(engine_api::caught_fault());
    throw;
  }
}

void TrainingLoop::fail(const Fault& fault) {
  if (!tensor::is_lost_device(fault)) flush_at_end();
  rescue(fault);
  run_.events.ended("failed", fault);
}

}  // namespace fw::training
