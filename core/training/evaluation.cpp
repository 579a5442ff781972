// SPDX-License-Identifier: Apache-2.0
#include "training/evaluation.h"

#include <set>

#include "base/error.h"
#include "base/paths.h"
#include "tensor/torch_errors.h"
#include "training/active_run.h"
#include "training/eval_loss.h"

namespace fw::training {

using engine_api::LogLevel;
using nlohmann::json;

bool Evaluation::is_due(int64_t interval) const {
  return run_.state.step % interval == 0 || run_.state.step == run_.total_steps;
}

void Evaluation::before_training() {
  if (!run_.settings.validate_first) return;
  if (!held_out_.empty()) measure_held_out();
  validate();
}

bool Evaluation::is_owed() const {
  const run::RunSettings& settings = run_.settings;
  if (!validator_ || run_.state.step == 0 || !is_due(settings.validation_steps)) return false;
  std::set<std::string> clips;
  run::read_run_events(run_.paths, run_.state.events_bytes, [&](const run::RunEvent& event) {
    if (event.event == "sample" && event.step == run_.state.step) clips.insert(event.json.value("path", ""));
  });
  return clips.size() <
         settings.validation_prompts.size() * static_cast<size_t>(settings.num_validation_videos);
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
      const AveragedWeights averaged(*run_.optimizer_step);
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
  run_.say(LogLevel::warning,
           std::string("No ") + what + " at step " + std::to_string(run_.state.step) + ": " + reason);
}

void Evaluation::measure_held_out() {
  attempt("held-out loss", [&] {
    LossGrid grid;
    grid.image_to_video = run_.settings.task == catalog::VideoTask::image_to_video;
    const precompute::LatentCache cache(run_.settings.cache);
    const EvalLoss loss = eval_loss(*run_.model, held_out_, cache, grid, run_.runner);
    json values = {{"held_out_loss", loss.mean}};
    for (size_t i = 0; i < loss.timesteps.size(); ++i)
      values["held_out_loss_t" + std::to_string(loss.timesteps[i])] = loss.by_timestep[i];
    for (const auto& [name, value] : values.items())
      run_.context.metric(name, run_.state.step, value.get<double>());
    run_.log->add("held_out", run_.state.step, {{"values", values}});
  });
}

void Evaluation::validate() {
  if (!validator_ || run_.settings.validation_prompts.empty()) return;
  const auto done = [&](const ValidationClip& clip) {
    const json details = {{"prompt", clip.prompt}, {"seed", clip.seed}, {"step", run_.state.step}};
    run_.context.artifact("sample", to_utf8(clip.file), details);
    json fields = details;
    fields["path"] = to_utf8(clip.file.lexically_relative(run_.paths.folder));
    run_.log->add("sample", run_.state.step, fields);
  };
  const auto warning = [&](const std::string& text) { run_.say(LogLevel::warning, text); };
  const std::function<bool()> ends = run_.requests.ends();
  try {
    attempt("validation", [&] {
      validator_(
          {run_.paths, run_.settings, *run_.model, run_.runner, run_.state.step, run_.context, warning, ends},
          done);
    });
  } catch (const Cancelled&) {
    run_.check_stop();
    if (!ends()) throw;  // else it was left for a pause, which the loop answers
  }
}

}  // namespace fw::training
