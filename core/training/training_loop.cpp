// SPDX-License-Identifier: Apache-2.0
#include "training/training_loop.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/paths.h"
#include "base/units.h"
#include "catalog/catalog.h"
#include "engine_api/results.h"
#include "run/step_times.h"
#include "safetensors/mapped_file.h"
#include "tensor/torch_errors.h"
#include "training/resources.h"

namespace fw::training {

namespace {

using engine_api::JobState;
using engine_api::LogLevel;
using engine_api::Outcome;
using engine_api::Verb;

using Rounds = std::vector<std::vector<SampleLoss>>;  ///< of an update, as one process computes them

/// What one process gives of an update.
struct Share {
  Rounds rounds{};
  double seconds = 0;  ///< from the update's begin to its losses, without waiting for data
  uint64_t bytes = 0;  ///< of memory
};

/// Losses by their bits: JSON knows no number that is not finite.
std::string to_text(const Share& share) {
  nlohmann::json all = nlohmann::json::array();
  for (const std::vector<SampleLoss>& round : share.rounds) {
    nlohmann::json& losses = all.emplace_back(nlohmann::json::array());
    for (const SampleLoss& loss : round)
      losses.push_back({loss.id, std::bit_cast<uint64_t>(loss.timestep), std::bit_cast<uint64_t>(loss.loss)});
  }
  return nlohmann::json{{"rounds", std::move(all)}, {"seconds", share.seconds}, {"bytes", share.bytes}}.dump(
      -1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Share from_text(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text);
  Share share{.seconds = json.at("seconds"), .bytes = json.at("bytes")};
  for (const nlohmann::json& round : json.at("rounds")) {
    std::vector<SampleLoss>& losses = share.rounds.emplace_back();
    for (const nlohmann::json& loss : round)
      losses.push_back({loss.at(0), std::bit_cast<double>(loss.at(1).get<uint64_t>()),
                        std::bit_cast<double>(loss.at(2).get<uint64_t>())});
  }
  return share;
}

/// By rank. @param share  of this process
std::vector<Share> shares_of_all(Share share, const distributed::World& world) {
  if (world.size == 1) return {std::move(share)};
  std::vector<Share> all;
  for (const std::string& text : world.gather(to_text(share))) all.push_back(from_text(text));
  return all;
}

/// In the order of the run's micro-batches.
std::vector<SampleLoss> losses_of(const std::vector<Share>& shares) {
  std::vector<SampleLoss> all;
  for (size_t round = 0; round < shares.front().rounds.size(); ++round)
    for (const auto& [rounds, seconds, bytes] : shares)
      if (round < rounds.size()) all.insert(all.end(), rounds[round].begin(), rounds[round].end());
  return all;
}

/// "rank1_seconds", "rank1_bytes" and so on; of a process alone none.
engine_api::Figures figures_of(const std::vector<Share>& shares) {
  engine_api::Figures figures;
  for (size_t rank = 0; rank < shares.size() && shares.size() > 1; ++rank) {
    const std::string name = "rank" + std::to_string(rank);
    figures[name + "_seconds"] = shares[rank].seconds;
    figures[name + "_bytes"] = static_cast<int64_t>(shares[rank].bytes);
  }
  return figures;
}

constexpr ErrorCode diverged{
    "training.diverged",
    FW_TEXT(
        "errors",
        "The loss or gradients were not finite for {count} {count:step|steps} in a row, up to step {step}."),
    FW_TEXT(
        "errors",
        "The last good state was saved as a checkpoint. Lower optimizer.lr, or use bf16 or fp32 instead of "
        "fp16.")};

}  // namespace

TrainingLoop::TrainingLoop(ActiveRun& run, const Split& samples, Validator validator)
    : run_(run),
      saver_(run),
      evaluation_(run, std::move(validator), samples.held_out),
      loader_(run.settings, samples.train, precompute::LatentCache(run.settings.cache), *run.learner.model,
              run.state.micro_batches, run.world),
      meters_(run.learner.device),
      watch_([folder = run.paths.folder, device = run.learner.device] {
        return read_resources(folder, device);
      }) {
  shown_.phase = FW_TEXT("phases", "computing the first step");  // which may take a while
  std::set<catalog::Bucket> buckets;
  for (const dataset::DatasetSample& sample : samples.train) buckets.insert(sample.bucket);
  const catalog::ModelSource model = run::model_source(run.settings);
  std::string device;
  for (const tensor::DeviceInfo& each : tensor::list_devices())
    if (each.id == run.learner.device.str()) device = each.name;
  step_kind_ = run::step_kind(run.settings, catalog::recognise_model(model).id, device, buckets);
  saver_.check_space();
}

/// For estimates of later runs. The first steps are slower than the others.
void TrainingLoop::remember_speed() const {
  constexpr int64_t least_steps = 5;
  if (!run_.world.writes() || measured_steps_ < least_steps || meters_.steps_per_hour() <= 0) return;
  try {
    run::remember_step_seconds(step_kind_, 3600 / meters_.steps_per_hour());
  } catch (const Error&) {
    // An estimate is not worth a warning.
  }
}

int64_t TrainingLoop::micro_batches_of_update() const {
  const int64_t usual = run_.settings.gradient_accumulation_steps;
  if (run_.settings.train_steps > 0 || run_.state.step + 1 < run_.total_steps) return usual;
  const int64_t left = run_.settings.train_epochs * loader_.batches_per_epoch() - run_.state.micro_batches;
  return left > 0 ? std::min(left, usual) : usual;
}

std::vector<std::vector<SampleLoss>> TrainingLoop::losses_on_host(
    const std::vector<MicroBatch>& batches, const std::vector<torch::Tensor>& losses) const {
  std::vector<std::vector<SampleLoss>> rounds;
  const torch::Tensor all =
      losses.empty() ? torch::Tensor() : torch::cat(losses).to(torch::kCPU, torch::kFloat64);
  int64_t next = 0;
  for (const MicroBatch& batch : batches) {
    std::vector<SampleLoss>& of_round = rounds.emplace_back();
    for (size_t i = 0; i < batch.sample_ids.size(); ++i) {
      of_round.push_back({batch.sample_ids[i], batch.draw.timesteps[static_cast<int64_t>(i)].item<double>(),
                          all[next++].item<double>()});
    }
  }
  return rounds;
}

void TrainingLoop::run_rounds(StepTimes& times, std::vector<MicroBatch>& batches,
                              std::vector<torch::Tensor>& losses) {
  const distributed::World& world = run_.world;
  const int64_t micro_batches = micro_batches_of_update();
  run_.learner.optimizer_step.begin(micro_batches, run_.state.step);
  // Whose passes the others need makes one for nothing: the update leaves out what comes of it.
  const auto rest = run_.learner.needs_all() ? BatchLoader::Rest::have_one_too : BatchLoader::Rest::have_none;
  for (int64_t round = 0; round < world.rounds(micro_batches); ++round) {
    const auto waiting = Clock::now();
    const int64_t computing = world.computing(micro_batches, round);
    std::optional<MicroBatch> batch =
        computing == world.data_size() ? loader_.next() : loader_.last(computing, rest);
    const auto begin = Clock::now();
    times.data_wait_s += seconds_between(waiting, begin);
    if (batch) {
      times.first_of_shape |= shapes_.insert(batch->batch.latents.sizes().vec()).second;
      const torch::Tensor of_samples = run_.learner.run_micro_batch(*batch);
      if (world.data_rank() < computing) {
        losses.push_back(of_samples);
        batches.push_back(std::move(*batch));
      }
    } else {
      run_.learner.optimizer_step.without_micro_batch();
    }
    times.compute_s += seconds_between(begin, Clock::now());
  }
  run_.learner.weights.finish_gradients();
}

void TrainingLoop::step() {
  const auto begin = Clock::now();
  StepTimes times;
  std::vector<MicroBatch> batches;
  std::vector<torch::Tensor> losses;
  run_rounds(times, batches, losses);
  const auto updating = Clock::now();
  Share own{losses_on_host(batches, losses)};  // waits for the device
  own.seconds = seconds_between(begin, Clock::now()) - times.data_wait_s;
  own.bytes = meters_.memory_bytes();
  const std::vector<Share> shares = shares_of_all(std::move(own), run_.world);
  const std::vector<SampleLoss> sample_losses = losses_of(run_.world.of_leaders(shares));
  const bool finite = std::all_of(sample_losses.begin(), sample_losses.end(),
                                  [](const SampleLoss& l) { return std::isfinite(l.loss); });
  safetensors::check_mapped_files();
  is_updating_ = true;
  const OptimizerStep::Result result = run_.learner.optimizer_step.update(run_.state.step, finite);
  times.compute_s += seconds_between(updating, Clock::now());
  ++run_.state.step;
  run_.state.micro_batches = loader_.position();
  if (result.skipped) ++run_.state.skipped_steps;
  const auto done = Clock::now();
  times.total_s = publishing_s_ + seconds_between(begin, done);
  run_.state.trained_seconds += times.total_s;
  engine_api::Figures values = meters_.step(run_.state, result, sample_losses, times, run_.total_steps);
  values.merge(figures_of(shares));
  is_updating_ = false;
  values["epoch"] =
      static_cast<double>(run_.state.micro_batches) / static_cast<double>(loader_.batches_per_epoch());
  publish(std::move(values), sample_losses);
  publishing_s_ = seconds_between(done, Clock::now());
  skip_or_stop(result);
}

void TrainingLoop::publish(engine_api::Figures values, const std::vector<SampleLoss>& losses) {
  const char* const shown = values.contains("loss_average") ? "loss_average" : "loss";
  char loss[32];
  std::snprintf(loss, sizeof loss, "loss %.4g", engine_api::figure(values, shown));
  engine_api::Metrics metrics{run_.state.step, std::move(values), {}};
  for (const SampleLoss& sample : losses)
    metrics.clips.push_back({sample.id, std::llround(sample.timestep), sample.loss});
  run_.events.tell(std::move(metrics));
  Progress progress;
  progress.phase = FW_TEXT("phases", "training");
  progress.done = run_.state.step;
  progress.total = run_.total_steps;
  progress.rate_per_s = meters_.steps_per_hour() / 3600;
  progress.seconds_left = meters_.seconds_left(run_.total_steps - run_.state.step);
  progress.detail =
      loss + std::string("  ") + std::to_string(std::llround(meters_.steps_per_hour())) + " steps/h";
  if (tensor::is_accelerator(run_.learner.device))
    progress.detail += "  VRAM " + format_bytes(meters_.vram_allocated_bytes());
  shown_ = std::move(progress);
}

void TrainingLoop::skip_or_stop(const OptimizerStep::Result& result) {
  if (!result.skipped) {
    run_.state.skipped_in_row = 0;
    return;
  }
  // fp16 finds its loss scale by overflowing: that is no fault while there is scale left to give up.
  const bool searching =
      run_.settings.mixed_precision == "fp16" && run_.learner.optimizer_step.scaler().scale() > 1;
  if (!searching) ++run_.state.skipped_in_row;
  run_.events.say(LogLevel::warning, "Step " + std::to_string(run_.state.step) +
                                         " was skipped: its loss or gradients are not finite.");
  if (run_.state.skipped_in_row < run_.settings.max_skipped_steps) return;
  // Skipped steps change no weight. Older checkpoints stay beside this one, whose weights may be the cause.
  if (saver_.weights_are_finite()) saver_.save_checkpoint();
  throw Error(diverged, {{"count", run_.state.skipped_in_row}, {"step", run_.state.step}});
}

std::optional<Outcome> TrainingLoop::handle_requests() {
  while (const auto request = run_.requests.next()) {
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
          Existing::replace);
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

/// The same request, met again by a run that has not used its steps yet, must not extend it twice.
void TrainingLoop::extend_ended(int64_t steps) {
  if (steps <= 0) return;
  if (run_.state.step >= run_.total_steps) return extend(steps);
  run_.events.say(LogLevel::warning, "The run was not extended: it has " +
                                         std::to_string(run_.total_steps - run_.state.step) +
                                         " of its steps still to go.");
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

Outcome TrainingLoop::loop(FirstClips first) {
  if (run_.state.step == 0) {
    evaluation_.before_training();
  } else {
    evaluation_.measure_what_is_owed();
  }
  if (first == FirstClips::now) evaluation_.validate();
  while (run_.state.step < run_.total_steps) {
    run_.check_stop();
    if (auto outcome = handle_requests()) return *outcome;
    if (run_.state.step >= run_.total_steps) break;
    run_.context.progress(shown_);  // in place of what a validation or a checkpoint has shown
    step();
    ++measured_steps_;
    run_.context.progress(shown_);
    evaluation_.after_step([this] {
      saver_.save_checkpoint();
      remember_speed();
    });
    for (const Fault& warning : watch_.take())
      run_.events.say(LogLevel::warning, warning.full_message(), warning);
    run_.events.say_log_warnings();
  }
  return end(JobState::finished, true);
}

/// Saves the last whole step of a run that ends for a reason that has left the weights as they were.
void TrainingLoop::rescue(const Fault& fault) {
  const bool is_settled = fault.code == diverged.code || fault.code == not_saved.code;
  const bool is_half_done = is_updating_ || run_.learner.optimizer_step.is_half_done();
  if (is_settled || is_half_done || tensor::is_lost_device(fault) || run_.state.step == 0) return;
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
    // A rank that fails stops the computation of the others.
    if (const auto fault = run_.world.failure()) {
      fail(*fault);
      throw Error(*fault);
    }
    run_.events.ended("cancelled");
    throw;
  } catch (...) {
    fail(engine_api::caught_fault());
    throw;
  }
}

void TrainingLoop::fail(const Fault& fault) {
  rescue(fault);
  run_.events.ended("failed", fault);
}

}  // namespace fw::training
