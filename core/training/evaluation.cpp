// SPDX-License-Identifier: Apache-2.0
#include "training/evaluation.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "base/units.h"
#include "nn/block_runner.h"
#include "run/changed_prompts.h"
#include "run/step_times.h"
#include "tensor/torch_errors.h"
#include "training/checkpoint.h"
#include "training/eval_loss.h"

namespace fw::training {

namespace {

bool is_due_at(int64_t step, int64_t interval, int64_t total_steps) {
  return step % interval == 0 || step == total_steps;
}

/// Serializes losses by their bits, since one may be NaN.
std::string to_text(const EvalLoss& loss) {
  nlohmann::json samples = nlohmann::json::array();
  for (const EvalLoss::Sample& sample : loss.samples) {
    nlohmann::json& losses = samples.emplace_back(nlohmann::json::array());
    for (const double each : sample.losses) losses.push_back(std::bit_cast<uint64_t>(each));
  }
  return nlohmann::json{{"timesteps", loss.timesteps}, {"samples", samples}}.dump();
}

/// Merges the losses of all data ranks in sample order. @param texts  from to_text(), by data rank
EvalLoss together(const std::vector<std::string>& texts, size_t samples) {
  EvalLoss all;
  all.samples.resize(samples);
  for (size_t first = 0; first < texts.size(); ++first) {
    const nlohmann::json measured = nlohmann::json::parse(texts[first]);
    size_t number = first;
    for (const nlohmann::json& sample : measured.at("samples")) {
      for (const nlohmann::json& loss : sample)
        all.samples[number].losses.push_back(std::bit_cast<double>(loss.get<uint64_t>()));
      measured.at("timesteps").get_to(all.timesteps);
      number += texts.size();
    }
  }
  all.average();
  return all;
}

}  // namespace

bool BestLoss::add(int64_t at_step, double measured) {
  if (measured < loss) {
    *this = {.loss = measured, .step = at_step};
    return true;
  }
  ++measured_since;
  return false;
}

bool owes_clips(const RunPlan& plan) {
  const run::RunSettings& settings = plan.settings;
  const int64_t step = plan.state.step;
  if (step == 0 || !is_due_at(step, settings.validation_steps, plan.total_steps)) return false;
  std::set<std::string> clips;
  run::read_run_events(plan.paths, plan.state.events_bytes, [&](const run::RunEvent& event) {
    if (event.event == "sample" && event.step == step) clips.insert(event.value("path", std::string()));
  });
  const auto changed = run::read_changed_prompts(plan.paths);
  return clips.size() < changed.value_or(settings.validation_prompts).size() *
                            static_cast<size_t>(settings.num_validation_videos);
}

bool Evaluation::is_due(int64_t interval) const {
  return is_due_at(run_.state.step, interval, run_.total_steps);
}

bool Evaluation::is_anything_due(int64_t step) const {
  const auto is_due = [&](int64_t interval) { return is_due_at(step, interval, run_.total_steps); };
  return is_due(run_.settings.checkpointing_steps) ||
         (held_out_count_ > 0 && is_due(run_.settings.held_out_steps)) ||
         (validator_ && is_due(run_.settings.validation_steps));
}

void Evaluation::before_training() {
  if (!run_.settings.validate_first) return;
  if (held_out_count_ > 0) measure_held_out();
  validate();
}

void Evaluation::resume() {
  if (held_out_count_ == 0) return;
  std::map<int64_t, nlohmann::json> known;  // an interrupted run may have measured a step twice
  if (run_.world.writes()) {
    run::read_run_events(run_.paths, 0, [&](const run::RunEvent& event) {
      if (event.event != "held_out" || event.step > run_.state.step) return;
      const std::optional<double> loss = event.figure("held_out_loss");
      known[event.step] = loss ? nlohmann::json(*loss) : nlohmann::json();
    });
  }
  nlohmann::json::parse(run_.world.gather(nlohmann::json(known).dump()).front()).get_to(known);
  for (const auto& [step, loss] : known)
    best_.add(step, loss.is_number() ? loss.get<double>() : std::numeric_limits<double>::quiet_NaN());
  const bool is_measured = known.contains(run_.state.step);
  if (is_due(run_.settings.held_out_steps) && !is_measured) measure_held_out();
}

void Evaluation::after_step(const std::function<void()>& save) {
  bool is_best = false;
  if (held_out_count_ > 0 && is_due(run_.settings.held_out_steps))
    timed(run::held_out_kind, [&] { is_best = measure_held_out() && run_.settings.keep_best; });
  if (is_best || is_due(run_.settings.checkpointing_steps)) timed(run::checkpoint_kind, save);
  if (is_best) mark_best();
  if (validator_ && is_due(run_.settings.validation_steps)) timed(run::validation_kind, [&] { validate(); });
}

std::string Evaluation::why_stopped_early() const {
  const int64_t patience = run_.settings.early_stop_patience;
  if (held_out_count_ == 0 || patience == 0 || best_.measured_since < patience) return {};
  return "Stopped early: the held-out loss has not fallen below " + format_significant(best_.loss, 4) +
         ", that of step " + std::to_string(best_.step) + ", in " + std::to_string(best_.measured_since) +
         " measurements.";
}

/// Without the mark the checkpoint is only removed sooner.
void Evaluation::mark_best() {
  if (!run_.world.writes()) return;
  try {
    mark_best_checkpoint(run_.paths, run_.state.step);
  } catch (const Error& error) {
    run_.events.say(LogLevel::warning, error.fault().message());
  }
}

void Evaluation::timed(const char* kind, const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  // Forgets an outlier, such as a wait for the disk, quickly.
  const auto [known, is_new] = seconds_.try_emplace(kind, seconds);
  if (!is_new) known->second = (known->second + seconds) / 2;
}

double Evaluation::seconds_left() const {
  const run::RunSettings& settings = run_.settings;
  const std::pair<const char*, int64_t> all[]{{run::held_out_kind, settings.held_out_steps},
                                              {run::checkpoint_kind, settings.checkpointing_steps},
                                              {run::validation_kind, settings.validation_steps}};
  double left = 0;
  for (const auto& [kind, interval] : all)
    if (const auto known = seconds_.find(kind); known != seconds_.end())
      left +=
          known->second * static_cast<double>(run::times_due(run_.state.step, run_.total_steps, interval));
  return left;
}

void Evaluation::attempt(const char* what, const std::function<void()>& work) {
  std::string reason;
  try {
    tensor::with_torch_errors([&] {
      const AveragedWeights averaged(run_.learner.optimizer_step);
      try {
        work();
      } catch (...) {
        run_.learner.serve_until_all_done();
        throw;
      }
      run_.learner.serve_until_all_done();
    });
    return;
  } catch (const Error& error) {
    if (tensor::is_lost_device(error.fault())) throw;
    reason = error.fault().full_message();
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    reason = error.what();
  }
  run_.events.warn_first(std::string("No ") + what + " at step " + std::to_string(run_.state.step) + ": " +
                         reason);
}

dataset::DatasetManifest Evaluation::own_part(dataset::DatasetManifest held_out,
                                              const distributed::World& world) {
  const auto step = static_cast<size_t>(world.data_size());
  if (step == 1) return held_out;
  dataset::DatasetManifest own;
  for (auto i = static_cast<size_t>(world.data_rank()); i < held_out.size(); i += step)
    own.push_back(std::move(held_out[i]));
  return own;
}

bool Evaluation::measure_held_out() {
  std::string own;  // stays empty on failure, which is logged as a warning
  attempt("held-out loss", [&] {
    Progress measuring;
    measuring.phase = FW_TEXT("phases", "measuring the loss");
    const nn::BlockRunner runner = [&](const nn::BlockCall& call) {
      run_.context.progress(measuring);  // keeps ranks with fewer samples from timing out
      return nn::run_block(run_.learner.runner, call);
    };
    LossGrid grid;
    grid.first_frames = first_frames_;
    grid.sound = run::wants_sound(run_.settings);
    const precompute::LatentCache cache(run_.settings.cache);
    run_.world.in_step(
        [&] { own = to_text(eval_loss(*run_.learner.model, held_out_, cache, grid, runner)); });
  });
  const std::vector<std::string> all = run_.world.gather(own);
  run_.events.hand_over();
  if (std::ranges::any_of(all, &std::string::empty)) return false;
  const EvalLoss loss = together(run_.world.of_leaders(all), held_out_count_);
  engine_api::Figures values = {{"held_out_loss", loss.mean}};
  for (size_t i = 0; i < loss.timesteps.size(); ++i)
    values["held_out_loss_t" + std::to_string(loss.timesteps[i])] = loss.by_timestep[i];
  run_.events.tell(engine_api::HeldOutLoss{run_.state.step, std::move(values)});
  return best_.add(run_.state.step, loss.mean);
}

void Evaluation::validate() {
  if (!validator_) return;
  try {
    attempt("validation", [&] { validator_(run_); });
  } catch (const Cancelled&) {
    run_.check_stop();
    if (!run_.requests.ends()()) throw;  // otherwise it stopped for a pause, which the loop handles
  }
  run_.events.hand_over();
}

}  // namespace fw::training
