// SPDX-License-Identifier: Apache-2.0
#include "engine/profile_job.h"

#include <fstream>
#include <functional>
#include <optional>

#include "base/atomic_file.h"
#include "base/file_errors.h"
#include "base/file_tree.h"
#include "base/paths.h"
#include "engine/step_profile.h"
#include "engine_api/results.h"
#include "run/run_folder.h"
#include "training/run_options.h"
#include "training/trainer.h"

namespace fw::engine {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode bad_profile{
    "engine.bad_profile", FW_TEXT("errors", "{steps} steps after {warm_up} cannot be measured."),
    FW_TEXT("errors", "Measure 1 to 1000 steps, after 1 to 1000 others."), Blame::input};

/// Context of the training: measures between two of its steps and then ends it, before it saves anything.
class MeasuredSteps : public engine_api::JobContext {
 public:
  MeasuredSteps(const engine_api::ProfileRequest& request, torch::Device device, fs::path trace,
                engine_api::JobContext& job)
      : request_(request), device_(device), trace_(std::move(trace)), job_(job) {}

  engine_api::JobId id() const override { return job_.id(); }
  std::stop_token stop() const override { return end_.get_token(); }
  std::optional<engine_api::Request> take_request() override { return std::nullopt; }
  void publish(engine_api::EventBody event) override {
    if (const auto* metrics = std::get_if<engine_api::Metrics>(&event))
      after(metrics->step);
    else
      job_.publish(std::move(event));
  }

  std::optional<engine_api::ProfileReport> report;

 private:
  void after(int64_t step) {
    if (step == request_.warm_up) profile_.emplace(device_);
    if (step != request_.warm_up + request_.steps || !profile_) return;
    report = profile_->end(request_.steps, trace_);
    end_.request_stop();
  }

  const engine_api::ProfileRequest& request_;
  torch::Device device_;
  fs::path trace_;
  engine_api::JobContext& job_;
  std::stop_source end_;
  const std::stop_callback<std::function<void()>> aborted_{job_.stop(), [this] { end_.request_stop(); }};
  std::optional<StepProfile> profile_;
};

run::RunFile checked(const std::string& text, const fs::path& file) {
  run::RunFile run = run::read_run_text(text, file);
  if (!run.faults.empty()) throw Error(run.faults.front());
  return run;
}

std::string text_of(const engine_api::ProfileRequest& request) {
  std::string text = run::run_file_text(request.run_file);
  for (const std::string& setting : request.settings) text = run::override_in_text(text, setting);
  return text;
}

/// The run file without everything except training steps.
run::RunFile steps_alone(std::string text, const engine_api::ProfileRequest& request,
                         const fs::path& folder) {
  for (const char* key : {"validation.validation_prompts", "validation.held_out_samples"})
    text = run::remove_from_text(text, key);
  // One more than will run: a run that reaches its end saves its result.
  const int64_t steps = request.warm_up + request.steps + 1;
  text = run::set_in_text(text, "training.train_steps", steps);
  text = run::set_in_text(text, "checkpoints.checkpointing_steps", steps + 1);
  text = run::remove_from_text(text, "checkpoints.checkpointing_epochs");
  return checked(run::set_in_text(text, "run.output_dir", to_utf8(folder)), request.run_file);
}

/// Kineto does not report a full disk.
void check_whole(const fs::path& trace, const fs::path& target) {
  std::ifstream file(trace, std::ios::ate);
  const auto length = static_cast<int64_t>(file.tellg());
  constexpr int64_t last_bytes = 16;
  std::string end(last_bytes, ' ');
  file.seekg(std::max<int64_t>(0, length - last_bytes));
  file.read(end.data(), last_bytes);
  const size_t last = end.find_last_not_of(std::string_view(" \n\0", 3));
  if (last == end.npos || end[last] != '}')
    throw Error(file_errors::write_failed,
                {{"file", to_utf8(target)}, {"step", "write"}, {"reason", "it is cut off"}});
}

}  // namespace

engine_api::Outcome run_profile(const engine_api::ProfileRequest& request, engine_api::JobContext& context) {
  if (request.steps < 1 || request.steps > 1000 || request.warm_up < 1 || request.warm_up > 1000)
    throw Error(bad_profile, {{"steps", request.steps}, {"warm_up", request.warm_up}});
  const std::string text = text_of(request);
  const fs::path place = checked(text, request.run_file).settings.output_dir;
  make_folders(place);
  // Next to the runs, where there is space; never committed, so it is removed afterwards.
  AtomicFolder folder(place / ".profile");
  std::optional<AtomicFile> trace;
  if (!request.trace.empty())
    trace.emplace(request.trace, request.overwrite ? Existing::replace : Existing::refuse);
  const run::RunFile run = steps_alone(text, request, folder.part());
  MeasuredSteps measured(request, training::compute_device(run.settings), trace ? trace->part() : fs::path(),
                         context);
  try {
    training::Trainer(run::create_run(run), {}, {}, 0, {}).run(measured);
  } catch (const Cancelled&) {
    if (!measured.report) throw;
  }
  if (trace) {
    check_whole(trace->part(), request.trace);
    trace->commit();
  }
  measured.report->trace = request.trace;
  return engine_api::Outcome::finished(*measured.report);
}

}  // namespace fw::engine
