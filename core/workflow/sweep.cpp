// SPDX-License-Identifier: Apache-2.0
#include "workflow/sweep.h"

#include <algorithm>
#include <cmath>

#include "base/paths.h"
#include "engine_api/requests.h"
#include "engine_api/results.h"
#include "run/run_folder.h"
#include "workflow/launch.h"
#include "workflow/sweep_table.h"

namespace fw::workflow {

namespace {

namespace fs = std::filesystem;
using engine_api::JobContext;
using engine_api::JobState;
using engine_api::Outcome;
using engine_api::Verb;

constexpr ErrorCode sweep_output{
    "workflow.sweep_output",
    FW_TEXT("errors", "A sweep cannot vary {key}: all of its runs share one output folder."),
    FW_TEXT("errors", "Leave the setting out; each run is named after its own settings."), Blame::input};
constexpr ErrorCode halving_needs_loss{
    "workflow.halving_needs_loss",
    FW_TEXT("errors", "Runs can be dropped early only if their held-out loss is measured before their end."),
    FW_TEXT("errors",
            "Set validation.held_out_samples, validation.held_out_steps and training.train_steps, or "
            "train all runs to their end."),
    Blame::input};

/// "cats lr=1e-4 optimizer=adamw": a name that tells the runs apart.
std::string run_name(const std::string& base, const std::vector<std::string>& settings) {
  std::string name = base;
  for (const std::string& setting : settings) {
    const std::string key = setting.substr(0, setting.find('='));
    name += " ";
    name += setting.substr(key.rfind('.') == std::string::npos ? 0 : key.rfind('.') + 1);
  }
  return name;
}

/// Whether the run's held-out loss can decide before its end.
bool can_be_dropped(const run::RunSettings& settings) {
  return settings.held_out_samples > 0 && settings.held_out_steps > 0 && settings.train_epochs == 0 &&
         settings.train_steps > settings.held_out_steps;
}

/// The current run's view of the sweep's job.
class RunContext : public JobContext {
 public:
  /// @param pause_at  step at which the run is paused; 0: none
  /// @param done, total  steps of the sweep before this run and of all its runs
  RunContext(JobContext& sweep, int64_t pause_at, int64_t done, int64_t total)
      : sweep_(sweep), pause_at_(pause_at), done_(done), total_(total) {}

  engine_api::JobId id() const override { return sweep_.id(); }
  std::stop_token stop() const override { return sweep_.stop(); }
  std::optional<engine_api::Request> take_request() override {
    if (auto request = sweep_.take_request()) {
      ends_ = ends_ || request->verb == Verb::pause || request->verb == Verb::stop_and_save;
      return request;
    }
    if (pause_at_ == 0 || step_ < pause_at_ || is_paused_) return std::nullopt;
    is_paused_ = true;
    return engine_api::Request{Verb::pause};
  }
  void publish(engine_api::EventBody event) override {
    if (auto* const progress = std::get_if<Progress>(&event);
        progress != nullptr && progress->phase == training_phase) {
      step_ = progress->done;
      progress->done += done_;
      progress->total = total_;
      // Of runs that will be dropped, nobody knows which.
      const bool is_known = pause_at_ == 0 && progress->seconds_left && progress->rate_per_s > 0;
      progress->seconds_left.reset();
      if (is_known)
        progress->seconds_left = static_cast<double>(total_ - progress->done) / progress->rate_per_s;
    }
    sweep_.publish(std::move(event));
  }
  /// Whether the user ended the run.
  bool ends() const { return ends_; }

 private:
  static constexpr std::string_view training_phase = "training";

  JobContext& sweep_;
  const int64_t pause_at_;
  const int64_t done_, total_;
  int64_t step_ = 0;
  bool is_paused_ = false;
  bool ends_ = false;
};

/// Trains the runs of one sweep.
class SweepJob {
 public:
  SweepJob(const engine_api::JobKind& train, fs::path folder, JobContext& context)
      : train_(train), folder_(std::move(folder)), sweep_(run::read_sweep(folder_)), context_(context) {}

  Outcome run() {
    for (const int64_t round_end : rounds()) {
      for (const run::SweepRun& each : sweep_.runs) {
        if (each.dropped_at > 0) continue;
        if (auto ended = train_until(each, round_end)) return std::move(*ended);
      }
      if (round_end > 0) drop_worse(round_end);
    }
    if (failures_.size() == sweep_.runs.size()) return Outcome::failed(failures_.front());
    return ended(JobState::finished);
  }

 private:
  run::RunPaths paths_of(const run::SweepRun& each) const { return {folder_.parent_path() / each.folder}; }
  /// False for a run that the user deleted.
  bool exists(const run::SweepRun& each) const {
    std::error_code error;
    return fs::exists(paths_of(each).run_file(), error);
  }

  /// Steps at which a round ends; the last one is 0: the runs' own end.
  std::vector<int64_t> rounds() const {
    std::vector<int64_t> ends;
    const auto first = std::ranges::find_if(sweep_.runs, [this](const auto& each) { return exists(each); });
    if (sweep_.halving > 1 && first != sweep_.runs.end()) {
      const run::RunSettings settings = run::read_run_file(paths_of(*first).run_file()).settings;
      ends = halving_steps(static_cast<int64_t>(sweep_.runs.size()), sweep_.halving, settings.train_steps,
                           settings.held_out_steps);
    }
    ends.push_back(0);
    return ends;
  }

  /// Steps trained in all runs, and steps of all runs that train on; unknown ones count as 0.
  std::pair<int64_t, int64_t> steps_beside(const run::SweepRun& current) const {
    int64_t done = 0, total = 0;
    for (const run::SweepRun& each : sweep_.runs) {
      if (!exists(each)) continue;
      const run::RunStatus status = run::run_status(paths_of(each));
      total += each.dropped_at > 0 ? status.step : status.total_steps;
      if (&each != &current) done += status.step;
    }
    return {done, total};
  }

  /// @param round_end  step; 0: the run's end   @return how the job ended; nullopt: it continues
  std::optional<Outcome> train_until(const run::SweepRun& each, int64_t round_end) {
    if (!exists(each)) return std::nullopt;
    const run::RunPaths paths = paths_of(each);
    const run::RunStatus status = run::run_status(paths);
    if (status.is_finished() || (round_end > 0 && status.step >= round_end)) return std::nullopt;
    context_.log(engine_api::LogLevel::info, "Run " + each.folder);
    engine_api::TrainRequest request{.run = paths.folder};
    request.world.size = sweep_.processes;
    const auto [done, total] = steps_beside(each);
    RunContext context(context_, round_end, done, total);
    context_.publish(engine_api::FileMade{engine_api::FileMade::What::run, paths.folder});
    const Outcome outcome = train_.make(request)->run(context);
    write_report();
    if (outcome.state == JobState::cancelled) throw Cancelled();
    if (outcome.state == JobState::failed) {
      failures_.push_back(outcome.fault);
      context_.log(engine_api::LogLevel::error, outcome.fault);
    }
    if (!context.ends()) return std::nullopt;
    return ended(outcome.state == JobState::stopped ? JobState::stopped : JobState::paused);
  }

  /// Drops all runs but the best of the round. A run without a loss, because it failed, is among the worst.
  void drop_worse(int64_t step) {
    // Done before the job was resumed.
    if (std::ranges::any_of(sweep_.runs, [&](const auto& each) { return each.dropped_at >= step; })) return;
    std::vector<std::pair<double, run::SweepRun*>> round;
    const std::vector<SweepRow> rows = sweep_table(folder_);
    for (run::SweepRun& each : sweep_.runs) {
      if (each.dropped_at > 0) continue;
      double loss = std::numeric_limits<double>::infinity();
      const auto row = std::ranges::find(rows, paths_of(each).folder, &SweepRow::run);
      if (row != rows.end())
        for (const SweepPoint& point : row->held_out_losses)
          if (point.step <= step && std::isfinite(point.value)) loss = point.value;
      round.emplace_back(loss, &each);
    }
    std::ranges::stable_sort(round, {}, &std::pair<double, run::SweepRun*>::first);
    const size_t kept =
        (round.size() + static_cast<size_t>(sweep_.halving) - 1) / static_cast<size_t>(sweep_.halving);
    for (size_t i = kept; i < round.size(); ++i) round[i].second->dropped_at = step;
    run::write_sweep(folder_, sweep_);
    write_report();
  }

  std::vector<SweepRow> write_report() {
    std::vector<SweepRow> rows = sweep_table(folder_);
    report_ = write_sweep_report(folder_, rows);
    return rows;
  }

  Outcome ended(JobState state) {
    const std::vector<SweepRow> rows = write_report();
    const SweepRow* const best = best_of(rows);
    SweepResult result{.sweep = folder_, .report = report_, .failed = static_cast<int64_t>(failures_.size())};
    if (best != nullptr) result.best = best->run;
    return {state, result, {}};
  }

  const engine_api::JobKind& train_;
  const fs::path folder_;
  run::Sweep sweep_;
  JobContext& context_;
  std::vector<Fault> failures_;
  fs::path report_;
};

}  // namespace

namespace {

/// The run's own name, or that of its file.
std::string base_name(const NewSweep& sweep) {
  const std::string name = run::read_run_text(sweep.text, sweep.file).settings.name;
  return name.empty() ? to_utf8(sweep.file.stem()) : name;
}

}  // namespace

std::vector<run::RunFile> sweep_run_files(const NewSweep& sweep) {
  std::vector<run::RunFile> files;
  for (const run::SweepAxis& axis : sweep.axes)
    for (const std::string& key : axis.keys)
      if (key == "run.output_dir" || key == "run.name") throw Error(sweep_output, {{"key", key}});
  const std::string name = base_name(sweep);
  for (const std::vector<std::string>& settings : run::sweep_settings(sweep.axes)) {
    std::string text = sweep.text;
    for (const std::string& setting : settings) text = run::override_in_text(text, setting);
    text = run::set_in_text(text, "run.name", catalog::Value(run_name(name, settings)));
    run::RunFile file = run::read_run_text(text, sweep.file);
    if (!file.faults.empty()) throw Error(file.faults.front());
    if (sweep.halving > 1 && !can_be_dropped(file.settings)) throw Error(halving_needs_loss);
    files.push_back(std::move(file));
  }
  return files;
}

fs::path create_sweep(const NewSweep& sweep) {
  const std::vector<run::RunFile> files = sweep_run_files(sweep);
  const std::vector<std::vector<std::string>> settings = run::sweep_settings(sweep.axes);
  run::Sweep made{.name = base_name(sweep), .halving = sweep.halving, .processes = sweep.processes};
  std::vector<fs::path> folders;
  try {
    folders.push_back(run::new_run_folder(files.front().settings.output_dir, made.name + "-sweep"));
    for (size_t i = 0; i < files.size(); ++i) {
      folders.push_back(launch_run(files[i], sweep.file, sweep.processes).run);
      made.runs.push_back({folders.back().filename().string(), settings[i]});
    }
    run::write_sweep(folders.front(), made);
  } catch (...) {
    std::error_code error;
    for (const fs::path& folder : folders) fs::remove_all(folder, error);
    throw;
  }
  return folders.front();
}

engine_api::JobKind sweep_kind(engine_api::JobKind train) {
  return engine_api::kind_of<SweepRequest>(
      [train = std::move(train)](const SweepRequest& request, JobContext& context) {
        return SweepJob(train, request.sweep, context).run();
      },
      {Verb::pause, Verb::stop_and_save, Verb::resume, Verb::checkpoint_now, Verb::validate_now});
}

std::vector<int64_t> halving_steps(int64_t runs, int64_t halving, int64_t total_steps,
                                   int64_t measured_every) {
  std::vector<int64_t> steps;
  int64_t end = total_steps;
  for (int64_t left = runs; left > 1; left = (left + halving - 1) / halving) {
    end = end / halving / measured_every * measured_every;
    if (end <= 0) break;
    steps.insert(steps.begin(), end);
  }
  return steps;
}

}  // namespace fw::workflow
