// SPDX-License-Identifier: Apache-2.0
#include "training/trainer.h"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file_lock.h"
#include "base/paths.h"
#include "base/resource_watch.h"
#include "base/units.h"
#include "tensor/torch_errors.h"
#include "training/active_run.h"
#include "training/block_runners.h"
#include "training/cache_check.h"
#include "training/evaluation.h"
#include "training/resources.h"
#include "training/run_saver.h"
#include "training/split.h"
#include "training/training_step.h"

namespace fw::training {

namespace {

using engine_api::JobContext;
using engine_api::JobState;
using engine_api::LogLevel;
using engine_api::Outcome;
using engine_api::Verb;
using nlohmann::json;

constexpr ErrorCode run_changed{
    "training.run_changed", FW_TEXT("errors", "The run file {file} can no longer be used: {reason}"),
    FW_TEXT("errors", "It was frozen when the run began; undo the change."), Blame::input};
constexpr ErrorCode diverged{
    "training.diverged",
    FW_TEXT("errors",
            "The loss or the gradients were not finite in {count} steps in a row, up to step {step}."),
    FW_TEXT("errors",
            "The last good state is kept as a checkpoint. Lower optimizer.lr, or use bf16 or fp32 instead of "
            "fp16.")};

constexpr ErrorCode later_checkpoints{
    "training.later_checkpoints",
    FW_TEXT("errors",
            "Going on from {checkpoint} would drop the run's later checkpoints, up to step {step}."),
    FW_TEXT("errors",
            "Start a new run from it (--branch {checkpoint}), or first move the later folders elsewhere."),
    Blame::input};

/// Threads of an operation, for the life of the object.
class ThreadCount {
 public:
  explicit ThreadCount(int64_t count) : before_(at::get_num_threads()) {
    if (count > 0) at::set_num_threads(static_cast<int>(count));
  }
  ~ThreadCount() { at::set_num_threads(before_); }
  ThreadCount(const ThreadCount&) = delete;

 private:
  int before_;
};

run::RunSettings read_frozen(const run::RunPaths& run) {
  const run::RunFile file = run::read_run_file(run.run_file());
  if (!file.faults.empty()) {
    throw Error(run_changed, {{"file", to_utf8(run.run_file())}, {"reason", file.faults.front().message()}});
  }
  return file.settings;
}

/// The checkpoint that a run goes on from; empty: it begins.
std::filesystem::path checkpoint_to_resume(const run::RunPaths& run,
                                           const std::optional<std::filesystem::path>& wanted) {
  prune_checkpoints(run, 0);
  const std::vector<int64_t> steps = run::checkpoint_steps(run);
  if (!wanted) return steps.empty() ? std::filesystem::path() : run.checkpoint(steps.back());
  const int64_t step = read_state(*wanted).step;
  if (!steps.empty() && steps.back() > step)
    throw Error(later_checkpoints, {{"checkpoint", to_utf8(*wanted)}, {"step", steps.back()}});
  return *wanted;
}

/// The end that a run had when it first began; 0: its events do not say.
int64_t first_total_steps(const run::RunPaths& run) {
  int64_t total = 0;
  run::read_run_events(run, 0, [&](const run::RunEvent& event) {
    if (event.event == "started" && total == 0) total = event.json.value("total_steps", int64_t{0});
  });
  return total;
}

json clips_of(const std::vector<SampleLoss>& losses) {
  json clips = json::array();
  for (const SampleLoss& loss : losses)
    clips.push_back({{"id", loss.id}, {"t", std::llround(loss.timestep)}, {"loss", loss.loss}});
  return clips;
}

}  // namespace

/// All that lives while a run trains.
struct Trainer::Session : ActiveRun {
  FileLock lock;
  ThreadCount threads;
  torch::Device device;
  std::filesystem::path checkpoint;  ///< that it goes on from; empty: it begins
  Split samples;
  RunSaver saver{*this};
  std::optional<Evaluation> evaluation;
  std::optional<BatchLoader> loader;
  std::optional<Meters> meters;
  std::optional<ResourceWatch> watch;
  std::vector<std::string> warnings;  ///< from before there was a log
  double publishing_s = 0;            ///< of the step before: it belongs to the loop's own share
  bool validation_is_owed = false;
  bool is_updating = false;  ///< the weights are of neither the step before nor the next one

  Session(const run::RunPaths& run, JobContext& context, const std::optional<std::filesystem::path>& wanted,
          std::optional<FileLock> held)
      : ActiveRun(run, context),
        lock(held ? std::move(*held) : run::lock_run(run)),
        threads((settings = read_frozen(run)).cpu_threads),
        device(compute_device(settings)),
        checkpoint(checkpoint_to_resume(run, wanted)) {
    if (!checkpoint.empty()) state = read_state(checkpoint);
  }

  void choose_samples();
  void check_entries();
  void set_total_steps();
  void load_model();
  void make_weights();
  void start(const Validator& validator);
  Outcome train();
  Outcome loop();
  std::optional<Outcome> handle_requests();
  void extend(int64_t steps);
  void extend_ended(int64_t steps);
  int64_t micro_batches_of_update() const;
  void step();
  std::vector<SampleLoss> losses_on_host(const std::vector<MicroBatch>& batches,
                                         const std::vector<torch::Tensor>& losses) const;
  void publish(const json& values, const std::vector<SampleLoss>& losses);
  void skip_or_stop(const OptimizerStep::Result& result);
  void check_captions();
  void rescue(const Fault& fault);
  Outcome end(JobState how, bool with_result);
};

void Trainer::Session::choose_samples() {
  dataset::DatasetManifest all = dataset::read_dataset_manifest(paths.dataset());
  const std::vector<std::string> unencoded = take_out_unencoded(settings, all);
  if (!unencoded.empty()) {
    constexpr size_t most_named = 20;
    std::string names;
    for (size_t i = 0; i < std::min(most_named, unencoded.size()); ++i) names += " " + unencoded[i];
    warnings.push_back(std::to_string(unencoded.size()) +
                       " samples are left out, since precompute could not encode them:" + names +
                       (unencoded.size() > most_named ? " …" : ""));
  }
  samples = split_samples(settings, all, state.hold_out);
  if (samples.left_out > 0)
    warnings.push_back(std::to_string(samples.left_out) +
                       " more parts of the videos that are held out are not trained on.");
}

void Trainer::Session::check_entries() {
  ProgressMeter checking(FW_TEXT("phases", "checking the cache"),
                         static_cast<int64_t>(samples.train.size() + samples.held_out.size()));
  check_cache(settings, to_utf8(paths.dataset()), samples, precompute::LatentCache(settings.cache),
              context.stop(),
              [&](size_t done, size_t) { context.progress(checking.update(static_cast<int64_t>(done))); });
}

/// Epochs are counted in micro-batches: accumulation runs on across their borders, and the last update of all
/// is the mean of what is left.
void Trainer::Session::set_total_steps() {
  total_steps = settings.train_steps;
  if (total_steps > 0) return;
  const int64_t accumulation = settings.gradient_accumulation_steps;
  const BucketSampler sampler(samples.train, settings.batch_size, 0);
  total_steps = (settings.train_epochs * sampler.batches_per_epoch() + accumulation - 1) / accumulation;
  // A run keeps the end, and with it the learning-rate schedule, that it has begun with.
  if (const int64_t first = state.step > 0 ? first_total_steps(paths) : 0; first > 0) total_steps = first;
}

void Trainer::Session::load_model() {
  at::globalContext().setAllowTF32CuBLAS(settings.allow_tf32);
  at::globalContext().setAllowTF32CuDNN(settings.allow_tf32);
  torch::manual_seed(static_cast<uint64_t>(settings.seed));
  ProgressMeter loading(FW_TEXT("phases", "loading the model"), 0);
  auto options = load_options(settings, device);
  options.on_tensor = [&](size_t done, size_t total) {
    check_stop();
    Progress progress = loading.update(static_cast<int64_t>(done));
    progress.total = static_cast<int64_t>(total);
    context.progress(progress);
  };
  model = families::load_training_model(settings, options);
  BlockHooks hooks;
  hooks.inner = [this](const nn::BlockCall& call) {
    check_stop();
    return call.run();
  };
  hooks.warning = [this](const std::string& text) { warnings.push_back(text); };
  runner = make_block_runner(settings, *model, device, std::move(hooks));
}

void Trainer::Session::make_weights() {
  weights = make_trained_weights(settings, model->transformer(), device);
  if (!settings.start_from.empty() && checkpoint.empty())
    load_weights(settings.start_from, *weights, settings.family);
  optimizer_step.emplace(*weights, optimizer_step_config(settings, total_steps));
  if (!checkpoint.empty()) read_checkpoint(checkpoint, *weights, *optimizer_step);
}

void Trainer::Session::start(const Validator& validator) {
  loader.emplace(settings, samples.train, precompute::LatentCache(settings.cache), *model,
                 state.micro_batches);
  meters.emplace(device);
  evaluation.emplace(*this, validator, samples.held_out);
  validation_is_owed = evaluation->is_owed();
  log.emplace(paths, settings, state.events_bytes, state.step,
              validation_is_owed ? EventLog::Clips::are_made_again : EventLog::Clips::stay);
  log->add("started", state.step,
           {{"total_steps", total_steps},
            {"device", device.str()},
            {"trained_parameters", weights->element_count()},
            {"samples", samples.train.size()},
            {"held_out_samples", samples.held_out.size()}});
  for (const std::string& warning : warnings) say(LogLevel::warning, warning);
  check_captions();
  samples = {};  // the loader has what it needs of them
  saver.check_space();
  watch.emplace([this] { return read_resources(paths.folder, device); });
}

/// Captions were encoded long before: a word that should be in them and is not would go unnoticed.
void Trainer::Session::check_captions() {
  const auto lacks_it = [this](const dataset::DatasetSample& sample) {
    return !sample.caption.starts_with(settings.id_token);
  };
  const auto count = std::count_if(samples.train.begin(), samples.train.end(), lacks_it);
  if (count > 0) {
    say(LogLevel::warning,
        std::to_string(count) + " of " + std::to_string(samples.train.size()) +
            " captions do not begin with data.id_token. Make and encode the dataset with it.");
  }
}

int64_t Trainer::Session::micro_batches_of_update() const {
  const int64_t usual = settings.gradient_accumulation_steps;
  if (settings.train_steps > 0 || state.step + 1 < total_steps) return usual;
  const int64_t left = settings.train_epochs * loader->batches_per_epoch() - state.micro_batches;
  return left > 0 ? std::min(left, usual) : usual;
}

std::vector<SampleLoss> Trainer::Session::losses_on_host(const std::vector<MicroBatch>& batches,
                                                         const std::vector<torch::Tensor>& losses) const {
  const torch::Tensor all = torch::cat(losses).to(torch::kCPU, torch::kFloat64);
  std::vector<SampleLoss> out;
  for (const MicroBatch& batch : batches) {
    for (size_t i = 0; i < batch.sample_ids.size(); ++i) {
      out.push_back({batch.sample_ids[i], batch.draw.timesteps[static_cast<int64_t>(i)].item<double>(),
                     all[static_cast<int64_t>(out.size())].item<double>()});
    }
  }
  return out;
}

void Trainer::Session::step() {
  const auto begin = Clock::now();
  StepTimes times;
  std::vector<MicroBatch> batches;
  std::vector<torch::Tensor> losses;
  const int64_t micro_batches = micro_batches_of_update();
  optimizer_step->begin(micro_batches);
  for (int64_t i = 0; i < micro_batches; ++i) {
    const auto waiting = Clock::now();
    batches.push_back(loader->next());
    const auto computing = Clock::now();
    times.data_wait_s += seconds_between(waiting, computing);
    losses.push_back(
        run_micro_batch(*model, batches.back().batch, batches.back().draw, runner, *optimizer_step));
    times.compute_s += seconds_between(computing, Clock::now());
  }
  const auto updating = Clock::now();
  const std::vector<SampleLoss> sample_losses = losses_on_host(batches, losses);  // waits for the device
  const bool finite = std::all_of(sample_losses.begin(), sample_losses.end(),
                                  [](const SampleLoss& l) { return std::isfinite(l.loss); });
  is_updating = true;
  const OptimizerStep::Result result = optimizer_step->update(state.step, finite);
  times.compute_s += seconds_between(updating, Clock::now());
  ++state.step;
  state.micro_batches = loader->position();
  if (result.skipped) ++state.skipped_steps;
  const auto done = Clock::now();
  times.total_s = publishing_s + seconds_between(begin, done);
  state.trained_seconds += times.total_s;
  json values = meters->step(state, result, sample_losses, times, total_steps);
  is_updating = false;
  values["epoch"] =
      static_cast<double>(state.micro_batches) / static_cast<double>(loader->batches_per_epoch());
  publish(values, sample_losses);
  publishing_s = seconds_between(done, Clock::now());
  skip_or_stop(result);
}

void Trainer::Session::publish(const json& values, const std::vector<SampleLoss>& losses) {
  for (const auto& [name, value] : values.items()) context.metric(name, state.step, value.get<double>());
  log->add("metrics", state.step, {{"values", values}, {"clips", clips_of(losses)}});
  Progress progress;
  progress.phase = FW_TEXT("phases", "training");
  progress.done = state.step;
  progress.total = total_steps;
  progress.rate_per_s = meters->steps_per_hour() / 3600;
  progress.seconds_left = meters->seconds_left(total_steps - state.step);
  char loss[32];
  std::snprintf(loss, sizeof loss, "loss %.4g",
                values.value("loss_average", values.at("loss").get<double>()));
  progress.detail =
      loss + std::string("  ") + std::to_string(std::llround(meters->steps_per_hour())) + " steps/h";
  if (device.is_cuda()) progress.detail += "  VRAM " + format_bytes(meters->vram_allocated_bytes());
  context.progress(progress);
}

void Trainer::Session::skip_or_stop(const OptimizerStep::Result& result) {
  if (!result.skipped) {
    state.skipped_in_row = 0;
    return;
  }
  // fp16 finds its loss scale by overflowing: that is no fault while there is scale left to give up.
  const bool searching = settings.mixed_precision == "fp16" && optimizer_step->scaler().scale() > 1;
  if (!searching) ++state.skipped_in_row;
  say(LogLevel::warning,
      "Step " + std::to_string(state.step) + " was skipped: its loss or gradients are not finite.");
  if (state.skipped_in_row < settings.max_skipped_steps) return;
  // Skipped steps change no weight. Older checkpoints stay beside this one, whose weights may be the cause.
  if (saver.weights_are_finite()) saver.save_checkpoint();
  throw Error(diverged, {{"count", state.skipped_in_row}, {"step", state.step}});
}

std::optional<Outcome> Trainer::Session::handle_requests() {
  while (const auto request = saver.take_request()) {
    switch (request->verb) {
      case Verb::pause:
        saver.save_checkpoint();
        return end(JobState::paused, false);
      case Verb::stop_and_save:
        saver.save_checkpoint();
        return end(JobState::stopped, true);
      case Verb::checkpoint_now:
        saver.save_checkpoint(Pruned::never);
        break;
      case Verb::validate_now:
        evaluation->validate();
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

void Trainer::Session::extend(int64_t steps) {
  const int64_t extended = total_steps + steps;
  try {
    write_file_atomically(paths.run_file(),
                          run::set_in_text(read_file(paths.run_file()), "training.train_steps", extended),
                          Existing::replace);
  } catch (const Error& error) {
    return say(LogLevel::warning, "The run was not extended: " + error.fault().message());
  }
  optim::LrSchedule& schedule = optimizer_step->schedule();
  const double before = schedule.rate(state.step);
  total_steps = settings.train_steps = schedule.total_steps = extended;
  say(LogLevel::info, "The run was extended to " + std::to_string(total_steps) + " steps.");
  if (const double now = schedule.rate(state.step); now != before) {
    say(LogLevel::warning, "The learning rate goes on as if the run had had " + std::to_string(total_steps) +
                               " steps from its start (lr_scheduler " + settings.lr_scheduler +
                               "): the next step has " + format_significant(now, 3) + " instead of " +
                               format_significant(before, 3) + ".");
  }
}

/// The same request, met again by a run that has not used its steps yet, must not extend it twice.
void Trainer::Session::extend_ended(int64_t steps) {
  if (steps <= 0) return;
  if (state.step >= total_steps) return extend(steps);
  say(LogLevel::warning, "The run was not extended: it has " + std::to_string(total_steps - state.step) +
                             " of its steps still to go.");
}

Outcome Trainer::Session::end(JobState how, bool with_result) {
  json result = {{"run", to_utf8(paths.folder)}, {"step", state.step}};
  if (with_result) {
    saver.save_result();
    result["result"] = to_utf8(paths.result());
    context.artifact("result", to_utf8(paths.result()), {{"step", state.step}});
  }
  log->add("ended", state.step, {{"state", engine_api::to_string(how)}});
  log->flush();
  for (const std::string& warning : log->take_warnings()) context.log(LogLevel::warning, warning);
  return {how, result, {}};
}

Outcome Trainer::Session::loop() {
  if (state.step == 0) evaluation->before_training();
  if (validation_is_owed) evaluation->validate();
  while (state.step < total_steps) {
    check_stop();
    if (auto outcome = handle_requests()) return *outcome;
    if (state.step >= total_steps) break;
    step();
    evaluation->after_step([this] { saver.save_checkpoint(); });
    for (const Fault& warning : watch->take()) say(LogLevel::warning, warning.full_message(), warning);
    for (const std::string& warning : log->take_warnings()) say(LogLevel::warning, warning);
  }
  return end(JobState::finished, true);
}

/// Saves the last whole step of a run that ends for a reason that has left the weights as they were.
void Trainer::Session::rescue(const Fault& fault) {
  const bool is_settled = fault.code == diverged.code || fault.code == not_saved.code;
  if (is_settled || is_updating || tensor::is_lost_device(fault) || state.step == 0) return;
  std::error_code error;
  if (std::filesystem::exists(paths.checkpoint(state.step), error)) return;
  try {
    say(LogLevel::error,
        "The run ends with a checkpoint of step " + std::to_string(state.step) + ": " + fault.message());
    tensor::with_torch_errors([&] {
      if (saver.weights_are_finite()) saver.save_checkpoint();
    });
  } catch (const std::exception& failure) {
    say(LogLevel::warning, std::string("The last steps are lost: ") + failure.what());
  }
}

Outcome Trainer::Session::train() {
  try {
    Outcome outcome;
    tensor::with_torch_errors([&] { outcome = loop(); });
    return outcome;
  } catch (const Cancelled&) {
    log->add("ended", state.step, {{"state", "cancelled"}});
    throw;
  } catch (...) {
    const Fault fault = engine_api::caught_fault();
    rescue(fault);
    log->add("ended", state.step, {{"state", "failed"}, {"fault", fault}});
    throw;
  }
}

Trainer::Trainer(run::RunPaths run, std::optional<std::filesystem::path> checkpoint, Validator validator,
                 int64_t more_steps, std::optional<FileLock> lock)
    : run_(std::move(run)),
      checkpoint_(std::move(checkpoint)),
      validator_(std::move(validator)),
      more_steps_(more_steps),
      lock_(std::move(lock)) {}
Trainer::~Trainer() = default;

Outcome Trainer::run(JobContext& context) {
  Session session(run_, context, checkpoint_, std::exchange(lock_, std::nullopt));
  session.choose_samples();
  session.check_entries();
  session.set_total_steps();
  session.load_model();
  session.make_weights();
  session.start(validator_);
  session.extend_ended(more_steps_);
  return session.train();
}

}  // namespace fw::training
