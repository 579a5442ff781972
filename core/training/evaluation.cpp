// SPDX-License-Identifier: Apache-2.0
#include "training/evaluation.h"

#include <set>

#include "base/error.h"
#include "run/changed_prompts.h"
#include "tensor/torch_errors.h"
#include "training/eval_loss.h"

namespace fw::training {

namespace {

bool is_due_at(int64_t step, int64_t interval, int64_t total_steps) {
  return step % interval == 0 || step == total_steps;
}

}  // namespace

bool owes_clips(const RunPlan& plan) {
  const run::RunSettings& settings = plan.settings;
  const int64_t step = plan.state.step;
  if (step == 0 || !is_due_at(step, settings.validation_steps, plan.total_steps)) return false;
  std::set<std::string> clips;
  run::read_run_events(plan.paths, plan.state.events_bytes, [&](const run::RunEvent& event) {
    if (event.event == "sample" && event.step == step) clips.insert(event.json.value("path", ""));
  });
  const auto changed = run::read_changed_prompts(plan.paths);
  return clips.size() < changed.value_or(settings.validation_prompts).size() *
                            static_cast<size_t>(settings.num_validation_videos);
}

bool Evaluation::is_due(int64_t interval) const {
  return is_due_at(run_.state.step, interval, run_.total_steps);
}

void Evaluation::before_training() {
  if (!run_.settings.validate_first) return;
  if (!held_out_.empty()) measure_held_out();
  validate();
}

void Evaluation::after_step(const std::function<void()>& save) {
  if (!held_out_.empty() && is_due(run_.settings.held_out_steps)) measure_held_out();
  if (is_due(run_.settings.checkpointing_steps)) save();
  if (is_due(run_.settings.validation_steps)) validate();
}

void Evaluation::attempt(const char* what, const std::function<void()>& work) {
  std::string reason;
  try {
    tensor::with_torch_errors([&] {
      const AveragedWeights averaged(run_.learner.optimizer_step);
      work();
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
  run_.events.say(engine_api::LogLevel::warning,
                  std::string("No ") + what + " at step " + std::to_string(run_.state.step) + ": " + reason);
}

void Evaluation::measure_held_out() {
  attempt("held-out loss", [&] {
    Progress measuring;
    measuring.phase = FW_TEXT("phases", "measuring the loss");
    run_.context.progress(measuring);
    LossGrid grid;
    grid.first_frames = first_frames_;
    const precompute::LatentCache cache(run_.settings.cache);
    const EvalLoss loss = eval_loss(*run_.learner.model, held_out_, cache, grid, run_.learner.runner);
    engine_api::Figures values = {{"held_out_loss", loss.mean}};
    for (size_t i = 0; i < loss.timesteps.size(); ++i)
      values["held_out_loss_t" + std::to_string(loss.timesteps[i])] = loss.by_timestep[i];
    run_.events.tell(engine_api::HeldOutLoss{run_.state.step, std::move(values)});
  });
}

void Evaluation::validate() {
  if (!validator_) return;
  try {
    attempt("validation", [&] { validator_(run_); });
  } catch (const Cancelled&) {
    run_.check_stop();
    if (!run_.requests.ends()()) throw;  // else it was left for a pause, which the loop answers
  }
}

}  // namespace fw::training
