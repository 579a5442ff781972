// SPDX-License-Identifier: Apache-2.0
#include "training/trainer.h"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>

#include "adapters/lora_check.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file_lock.h"
#include "base/paths.h"
#include "base/resource_watch.h"
#include "base/units.h"
#include "tensor/device.h"
#include "tensor/dtype.h"
#include "tensor/placement.h"
#include "tensor/torch_errors.h"
#include "training/block_runners.h"
#include "training/fixed_loss.h"
#include "training/resources.h"
#include "training/result.h"
#include "training/training_step.h"

namespace fw::training {

namespace {

using engine_api::JobContext;
using engine_api::JobState;
using engine_api::LogLevel;
using engine_api::Outcome;
using engine_api::Verb;
using nlohmann::json;

constexpr ErrorCode run_busy{
    "training.run_busy",
    FW_TEXT("errors", "Another program trains this run already: {folder} is held by {holder}."),
    FW_TEXT("errors", "Wait for it or stop it there."), Blame::input};
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

config::RunSettings read_frozen(const config::RunPaths& run) {
  const config::RunFile file = config::read_run_file(run.run_file());
  if (!file.faults.empty()) {
    throw Error(run_changed, {{"file", to_utf8(run.run_file())}, {"reason", file.faults.front().message()}});
  }
  return file.settings;
}

FileLock lock_run(const config::RunPaths& run) {
  if (auto lock = FileLock::try_lock(run.lock())) return std::move(*lock);
  throw Error(run_busy, {{"folder", to_utf8(run.folder)}, {"holder", FileLock::holder(run.lock())}});
}

json clips_of(const std::vector<SampleLoss>& losses) {
  json clips = json::array();
  for (const SampleLoss& loss : losses)
    clips.push_back({{"id", loss.id}, {"t", loss.timestep}, {"loss", loss.loss}});
  return clips;
}

}  // namespace

torch::Dtype compute_dtype(const config::RunSettings& settings) {
  return tensor::parse_dtype(settings.mixed_precision);
}

torch::Device compute_device(const config::RunSettings& settings) {
  if (settings.device != "auto") return tensor::parse_device(settings.device);
  return torch::cuda::is_available() ? torch::Device(torch::kCUDA, 0) : torch::Device(torch::kCPU);
}

UpdaterConfig updater_config(const config::RunSettings& settings, int64_t total_steps) {
  UpdaterConfig config;
  config.optimizer = {
      settings.optimizer.starts_with("adam") && !settings.optimizer.starts_with("adamw")
          ? optim::Decay::coupled
          : optim::Decay::decoupled,
      settings.beta1,
      settings.beta2,
      settings.epsilon,
      settings.weight_decay,
      settings.optimizer.ends_with("_8bit") ? optim::StateType::eight_bit : optim::StateType::float32,
      static_cast<uint64_t>(settings.seed),
      settings.optimizer == "muon" ? optim::Rule::muon : optim::Rule::adam};
  config.schedule = {optim::parse_lr_course(settings.lr_scheduler),
                     settings.lr,
                     settings.lr_warmup_steps,
                     total_steps,
                     settings.lr_num_cycles,
                     settings.lr_power};
  config.max_grad_norm = settings.max_grad_norm;
  config.accumulation = settings.gradient_accumulation_steps;
  config.scale_loss = settings.mixed_precision == "fp16";
  config.ema_decay = settings.ema_decay;
  return config;
}

TrainedWeightsOptions trained_weights_options(const config::RunSettings& settings) {
  using Gradients = optim::MasterWeights::Gradients;
  if (settings.optimizer_offload) {
    return {Masters::on_host, settings.offload_gradients ? Gradients::leave : Gradients::stay};
  }
  const bool in_bf16 = settings.training_type == "sft" && settings.mixed_precision == "bf16" &&
                       settings.trained_type == "bf16" && settings.optimizer != "muon";
  return {in_bf16 ? Masters::none : Masters::on_device};
}

/// All that lives while a run trains.
struct Trainer::Session {
  const config::RunPaths& run;
  const Validator& validator;
  JobContext& context;
  FileLock lock;
  config::RunSettings settings;
  ThreadCount threads;
  torch::Device device;
  pipelines::LatentCache cache;
  Split samples;
  std::unique_ptr<families::TrainingModel> model;
  nn::BlockRunner runner;
  std::optional<TrainedWeights> weights;
  std::optional<Updater> updater;
  std::optional<BatchLoader> loader;
  std::optional<EventLog> log;
  std::optional<Meters> meters;
  std::optional<ResourceWatch> watch;
  std::vector<std::string> notices;  ///< from before there was a log
  Place place;
  int64_t total_steps = 0;
  double publishing_s = 0;  ///< of the step before: it belongs to the loop's own share

  Session(const config::RunPaths& run, const Validator& validator, JobContext& context)
      : run(run),
        validator(validator),
        context(context),
        lock(lock_run(run)),
        settings(read_frozen(run)),
        threads(settings.cpu_threads),
        device(compute_device(settings)),
        cache(settings.cache),
        samples(split_samples(settings, config::read_dataset_manifest(run.dataset()))) {}

  void check_stop() const {
    if (context.stop().stop_requested()) throw Cancelled();
  }
  void say(LogLevel level, const std::string& text) {
    context.log(level, text);
    log->add("log", place.step, {{"level", engine_api::to_string(level)}, {"text", text}});
  }
  void set_total_steps();
  void load_model();
  void make_weights();
  void restore(const std::optional<std::filesystem::path>& checkpoint);
  void open_log();
  Outcome loop();
  std::optional<Outcome> handle_requests();
  void step();
  std::vector<SampleLoss> losses_on_host(const std::vector<MicroBatch>& batches,
                                         const std::vector<torch::Tensor>& losses) const;
  void publish(const json& values, const std::vector<SampleLoss>& losses);
  void skip_or_stop(const Updater::Result& result);
  void after_step();
  void check_captions();
  void measure_held_out();
  void validate();
  void save_checkpoint();
  void examine_weights();
  Outcome end(JobState state, bool with_result);
};

void Trainer::Session::set_total_steps() {
  const BucketSampler sampler(samples.train, settings.batch_size, 0);
  const int64_t epoch_updates = (sampler.batches_per_epoch() + settings.gradient_accumulation_steps - 1) /
                                settings.gradient_accumulation_steps;
  total_steps = settings.train_steps > 0 ? settings.train_steps : settings.train_epochs * epoch_updates;
}

void Trainer::Session::load_model() {
  at::globalContext().setAllowTF32CuBLAS(settings.allow_tf32);
  at::globalContext().setAllowTF32CuDNN(settings.allow_tf32);
  torch::manual_seed(static_cast<uint64_t>(settings.seed));
  ProgressMeter loading(FW_TEXT("phases", "loading the model"), 0);
  auto options = model_options(settings, device);
  options.on_tensor = [&](size_t done, size_t total) {
    check_stop();
    Progress progress = loading.update(static_cast<int64_t>(done));
    progress.total = static_cast<int64_t>(total);
    context.progress(progress);
  };
  model = families::load_training_model(options);
  BlockHooks hooks;
  hooks.inner = [this](const nn::BlockCall& call) {
    check_stop();
    return call.run();
  };
  hooks.notice = [this](const std::string& text) { notices.push_back(text); };
  runner = make_block_runner(settings, *model, device, std::move(hooks));
}

void Trainer::Session::make_weights() {
  weights = make_trained_weights(settings, model->transformer(), device);
  if (!settings.start_from.empty()) load_weights(settings.start_from, *weights);
  updater.emplace(*weights, updater_config(settings, total_steps));
}

void Trainer::Session::restore(const std::optional<std::filesystem::path>& checkpoint) {
  prune_checkpoints(run, 0);
  std::filesystem::path folder;
  if (checkpoint) {
    folder = *checkpoint;
  } else if (const auto steps = config::checkpoint_steps(run); !steps.empty()) {
    folder = run.checkpoint(steps.back());
  }
  if (!folder.empty()) {
    place = read_checkpoint(folder, *weights, *updater);
    drop_checkpoints_after(run, place.step);
  }
}

void Trainer::Session::open_log() {
  log.emplace(run, settings, place.events_bytes, place.step);
  log->add("started", place.step,
           {{"total_steps", total_steps},
            {"device", device.str()},
            {"trained_parameters", weights->element_count()},
            {"samples", samples.train.size()},
            {"held_out_samples", samples.held_out.size()}});
  for (const std::string& notice : notices) say(LogLevel::warning, notice);
}

/// Captions were encoded long before: a word that should be in them and is not would go unnoticed.
void Trainer::Session::check_captions() {
  const auto lacks_it = [this](const config::DatasetSample& sample) {
    return !sample.caption.starts_with(settings.id_token);
  };
  const auto count = std::count_if(samples.train.begin(), samples.train.end(), lacks_it);
  if (count > 0) {
    say(LogLevel::warning,
        std::to_string(count) + " of " + std::to_string(samples.train.size()) +
            " captions do not begin with data.id_token. Make and encode the dataset with it.");
  }
}

std::vector<SampleLoss> Trainer::Session::losses_on_host(const std::vector<MicroBatch>& batches,
                                                         const std::vector<torch::Tensor>& losses) const {
  const torch::Tensor all = torch::cat(losses).to(torch::kCPU, torch::kFloat64);
  std::vector<SampleLoss> out;
  for (const MicroBatch& batch : batches) {
    for (size_t i = 0; i < batch.sample_ids.size(); ++i) {
      out.push_back({batch.sample_ids[i], batch.draw.timesteps[static_cast<int64_t>(i)].item<int64_t>(),
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
  for (int64_t i = 0; i < settings.gradient_accumulation_steps; ++i) {
    const auto waiting = Clock::now();
    batches.push_back(loader->next());
    const auto computing = Clock::now();
    times.data_wait_s += seconds_between(waiting, computing);
    losses.push_back(run_micro_batch(*model, batches.back().batch, batches.back().draw, runner, *updater));
    times.compute_s += seconds_between(computing, Clock::now());
  }
  const auto updating = Clock::now();
  const std::vector<SampleLoss> sample_losses = losses_on_host(batches, losses);  // waits for the device
  const bool finite = std::all_of(sample_losses.begin(), sample_losses.end(),
                                  [](const SampleLoss& l) { return std::isfinite(l.loss); });
  const Updater::Result result = updater->update(place.step, finite);
  times.compute_s += seconds_between(updating, Clock::now());
  ++place.step;
  place.micro_batches = loader->position();
  if (result.skipped) ++place.skipped_steps;
  const auto done = Clock::now();
  times.total_s = publishing_s + seconds_between(begin, done);
  place.trained_seconds += times.total_s;
  json values = meters->step(place, result, sample_losses, times, total_steps);
  values["epoch"] =
      static_cast<double>(place.micro_batches) / static_cast<double>(loader->batches_per_epoch());
  publish(values, sample_losses);
  publishing_s = seconds_between(done, Clock::now());
  skip_or_stop(result);
}

void Trainer::Session::publish(const json& values, const std::vector<SampleLoss>& losses) {
  for (const auto& [name, value] : values.items()) context.metric(name, place.step, value.get<double>());
  log->add("metrics", place.step, {{"values", values}, {"clips", clips_of(losses)}});
  Progress progress;
  progress.phase = FW_TEXT("phases", "training");
  progress.done = place.step;
  progress.total = total_steps;
  progress.rate_per_s = meters->steps_per_hour() / 3600;
  progress.seconds_left = meters->seconds_left(total_steps - place.step);
  char loss[32];
  std::snprintf(loss, sizeof loss, "loss %.4g",
                values.value("loss_average", values.at("loss").get<double>()));
  progress.detail =
      loss + std::string("  ") + std::to_string(std::llround(meters->steps_per_hour())) + " steps/h";
  if (device.is_cuda()) progress.detail += "  VRAM " + format_bytes(meters->vram_allocated_bytes());
  context.progress(progress);
}

void Trainer::Session::skip_or_stop(const Updater::Result& result) {
  if (!result.skipped) {
    place.skipped_in_row = 0;
    return;
  }
  // fp16 finds its loss scale by overflowing: that is no fault while there is scale left to give up.
  const bool searching = settings.mixed_precision == "fp16" && updater->scaler().scale() > 1;
  if (!searching) ++place.skipped_in_row;
  say(LogLevel::warning,
      "Step " + std::to_string(place.step) + " was skipped: its loss or gradients are not finite.");
  if (place.skipped_in_row < settings.max_skipped_steps) return;
  save_checkpoint();
  throw Error(diverged, {{"count", place.skipped_in_row}, {"step", place.step}});
}

void Trainer::Session::measure_held_out() {
  LossGrid grid;
  grid.image_to_video = settings.task == "image_to_video";
  const auto measure = [&] {
    const AveragedWeights averaged(*updater);
    return fixed_loss(*model, samples.held_out, cache, grid, runner);
  };
  const FixedLoss loss = measure();
  json values = {{"held_out_loss", loss.mean}};
  const auto timesteps = grid_timesteps(grid, *model);
  for (size_t i = 0; i < timesteps.size(); ++i)
    values["held_out_loss_t" + std::to_string(timesteps[i])] = loss.by_timestep[i];
  for (const auto& [name, value] : values.items()) context.metric(name, place.step, value.get<double>());
  log->add("held_out", place.step, {{"values", values}});
}

void Trainer::Session::validate() {
  if (!validator || settings.validation_prompts.empty()) return;
  const AveragedWeights averaged(*updater);
  const auto done = [&](const ValidationClip& clip) {
    const json details = {{"prompt", clip.prompt}, {"seed", clip.seed}, {"step", place.step}};
    context.artifact("sample", to_utf8(clip.file), details);
    json fields = details;
    fields["path"] = to_utf8(clip.file.lexically_relative(run.folder));
    log->add("sample", place.step, fields);
  };
  try {
    const auto notice = [this](const std::string& text) { say(LogLevel::warning, text); };
    validator({run, settings, *model, runner, place.step, context, notice}, done);
  } catch (const Error& error) {
    // Clips are worth less than the training that they would end (out of memory, a full disk).
    say(LogLevel::warning,
        "No validation at step " + std::to_string(place.step) + ": " + error.fault().full_message());
  }
}

void Trainer::Session::examine_weights() {
  for (const Fault& fault : adapters::examine(weights->parameters()))
    say(LogLevel::warning, fault.full_message());
}

void Trainer::Session::save_checkpoint() {
  if (weights->is_lora()) examine_weights();
  log->add("checkpoint", place.step,
           {{"path", to_utf8(run.checkpoint(place.step).lexically_relative(run.folder))}});
  place.events_bytes = log->flush();
  place.loss_scale = settings.mixed_precision == "fp16" ? updater->scaler().scale() : 0;
  place.loss_scale_good_steps = updater->scaler().good_steps();
  const auto folder = write_checkpoint(run, place, *weights, *updater);
  prune_checkpoints(run, settings.checkpointing_limit);
  context.artifact("checkpoint", to_utf8(folder), {{"step", place.step}});
}

void Trainer::Session::after_step() {
  const auto due = [&](int64_t interval) { return place.step % interval == 0; };
  if (!samples.held_out.empty() && (due(settings.held_out_steps) || place.step == total_steps))
    measure_held_out();
  if (due(settings.checkpointing_steps) || place.step == total_steps) save_checkpoint();
  if (due(settings.validation_steps) || place.step == total_steps) validate();
}

std::optional<Outcome> Trainer::Session::handle_requests() {
  while (const auto request = context.take_request()) {
    switch (request->verb) {
      case Verb::pause:
        save_checkpoint();
        return end(JobState::paused, false);
      case Verb::stop_and_save:
        save_checkpoint();
        return end(JobState::stopped, true);
      case Verb::checkpoint_now:
        save_checkpoint();
        break;
      case Verb::validate_now:
        validate();
        break;
      case Verb::extend: {
        total_steps += request->value;
        updater->schedule().total_steps = total_steps;
        const std::string text =
            config::set_in_text(read_file(run.run_file()), "training.train_steps", total_steps);
        write_file_atomically(run.run_file(), text, Existing::replace);
        say(LogLevel::info, "The run was extended to " + std::to_string(total_steps) + " steps.");
        break;
      }
      default:
        break;
    }
  }
  return std::nullopt;
}

Outcome Trainer::Session::end(JobState state, bool with_result) {
  json result = {{"run", to_utf8(run.folder)}, {"step", place.step}};
  if (with_result) {
    write_result(run, settings, *model, *weights, *updater, place.step);
    result["result"] = to_utf8(run.result());
    context.artifact("result", to_utf8(run.result()), {{"step", place.step}});
  }
  log->add("ended", place.step, {{"state", engine_api::to_string(state)}});
  log->flush();
  return {state, result, {}};
}

Outcome Trainer::Session::loop() {
  if (place.step == 0 && settings.validate_first) {
    if (!samples.held_out.empty()) measure_held_out();
    validate();
  }
  while (place.step < total_steps) {
    check_stop();
    if (auto outcome = handle_requests()) return *outcome;
    if (place.step >= total_steps) break;
    step();
    after_step();
    for (const std::string& warning : watch->take()) say(LogLevel::warning, warning);
  }
  return end(JobState::finished, true);
}

Trainer::Trainer(config::RunPaths run, std::optional<std::filesystem::path> checkpoint, Validator validator)
    : run_(std::move(run)), checkpoint_(std::move(checkpoint)), validator_(std::move(validator)) {}
Trainer::~Trainer() = default;

Outcome Trainer::run(JobContext& context) {
  Session session(run_, validator_, context);
  session.set_total_steps();
  session.load_model();
  session.make_weights();
  session.restore(checkpoint_);
  session.open_log();
  session.check_captions();
  session.loader.emplace(session.settings, session.samples.train, session.cache, *session.model,
                         session.place.micro_batches);
  session.meters.emplace(session.device, session.model->timestep_count());
  session.watch.emplace([&] { return read_resources(run_.folder, session.device); });
  try {
    Outcome outcome;
    tensor::with_torch_errors([&] { outcome = session.loop(); });
    return outcome;
  } catch (const Error& error) {
    session.log->add("ended", session.place.step, {{"state", "failed"}, {"fault", error.fault()}});
    throw;
  } catch (const Cancelled&) {
    session.log->add("ended", session.place.step, {{"state", "cancelled"}});
    throw;
  }
}

}  // namespace fw::training
