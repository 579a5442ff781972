// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "adapters/lora_file.h"
#include "base/atomic_file.h"
#include "engine_api/clip_recipe.h"
#include "engine_api/requests.h"
#include "engine_api/results.h"
#include "jobs/engine_library.h"
#include "jobs/job_queue.h"
#include "media/image.h"
#include "media/probe.h"
#include "media/sample.h"
#include "run/run_folder.h"
#include "support/live_bytes.h"
#include "support/tiny_run.h"
#include "tensor/checkpoint.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"
#include "tensor/save.h"

using namespace fw::engine_api;
using namespace fw::jobs;
namespace catalog = fw::catalog;
namespace run = fw::run;
namespace fs = std::filesystem;

namespace {

const fs::path model = FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-5b";
const fs::path lora_file = model / "lora/pytorch_lora_weights.safetensors";

bool in_backward_pass() {
  return fw::tensor::current_phase() == fw::tensor::Phase::backward && !fw::tensor::DryRun::active();
}

std::vector<uint8_t> pixels(const fs::path& clip) {
  fw::media::SampleSpec spec;
  spec.cut = {0, 5, 0};
  spec.frames = 5;
  spec.size = {48, 32};
  return fw::media::read_sample(clip, spec).rgb;
}

std::map<std::string, torch::Tensor> tensors_of(const fs::path& file) {
  const auto stored = fw::tensor::Checkpoint::open(file);
  std::map<std::string, torch::Tensor> tensors;
  for (const std::string& name : stored.names())
    tensors[name] = stored.load(name, torch::kFloat32, torch::kCPU);
  return tensors;
}

}  // namespace

/// The engine's training jobs as the window and the command line use them: through the queue.
class TestTrainJob : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<JobQueue> queue_;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }
  run::RunPaths make_run(std::vector<std::string> settings) const {
    settings.push_back("model.folder=" + model.string());
    return fw::support::make_tiny_run(path(""), settings);
  }
  JobInfo done(JobId job) {
    queue_->wait(job);
    return *queue_->job(job);
  }
  template <typename Request = TrainRequest>
  JobId submit(const Request& request) {
    return queue_->submit(job_of(request, "")).job;
  }
  JobInfo train(const run::RunPaths& run) { return done(submit({.run = run.folder})); }
  static LoraRequest work_on(LoraWork work, std::vector<LoraChoice> loras, const fs::path& out) {
    return {.work = work, .loras = std::move(loras), .out = out};
  }
  JobInfo lora(LoraRequest request) {
    request.model = model;
    return done(submit(request));
  }

  static GenerateRequest decode(const fs::path& latents) {
    GenerateRequest request{.model = model, .latents = latents, .dtype = fw::catalog::Dtype::fp32};
    request.memory.vae_tiling = true;
    return request;
  }

  /// Decodes once more, under existing names.
  void clips_replace_nothing(const fs::path& latents, const fs::path& taken) {
    GenerateRequest decoding = decode(latents);
    const auto decoded = [&] { return done(submit(decoding)); };
    const std::string before = fw::read_file(taken);
    decoding.out = taken;
    QCOMPARE(decoded().fault.value().code, std::string("base.file_exists"));
    decoding.overwrite = true;
    decoding.image = taken;
    QCOMPARE(decoded().fault.value().code, std::string("base.target_is_source"));
    QVERIFY(fw::read_file(taken) == before);
    // Without a name each takes a free one.
    const fs::path from = fs::current_path(), folder = path("unnamed");
    fs::create_directories(folder);
    fs::current_path(folder);
    decoding = decode(latents);
    for (const char* name : {"clip.mp4", "clip-2.mp4"})
      QCOMPARE(decoded().result.get<GenerateResult>().out.string(), std::string(name));
    fs::current_path(from);
    QVERIFY(pixels(folder / "clip.mp4") == pixels(folder / "clip-2.mp4"));
  }

 private Q_SLOTS:
  void initTestCase() {
    fw::support::make_tiny_dataset(path(""), 4, {.text_length = 10, .text_width = 32});
    queue_ = std::make_unique<JobQueue>();
    add_engine_kinds(*queue_, *open_engine());
  }

  void validation_clips_of_different_steps_compare() {
    const std::vector<std::string> settings = {
        "training.train_steps=2",
        "validation.validation_steps=1",
        "validation.num_inference_steps=2",
        "validation.validation_prompts=[\"a panda@@@5x32x48\", \"a bike\"]",
        "validation.num_validation_videos=2",
        "model.parts.vae=" + (model / "vae").string()};
    for (const std::string rate : {"0.0", "0.5"}) {
      auto with_rate = settings;
      with_rate.push_back("optimizer.lr=" + rate);
      const run::RunPaths run = make_run(with_rate);
      const JobInfo info = train(run);
      QVERIFY2(info.state == JobState::finished, info.fault ? info.fault->full_message().c_str() : "");
      std::vector<int64_t> seeds;
      run::read_run_events(run, 0, [&](const run::RunEvent& event) {
        if (event.event == "sample") seeds.push_back(event.json.at("seed").get<int64_t>());
      });
      QCOMPARE(seeds, (std::vector<int64_t>{42, 43, 42, 43, 42, 43, 42, 43}));
      const auto first = pixels(run.samples(1) / "0-0.mp4"), second = pixels(run.samples(2) / "0-0.mp4");
      QCOMPARE(first.size(), size_t(5 * 32 * 48 * 3));
      QCOMPARE(first == second, rate == "0.0");  // same noise: only the weights differ
      QVERIFY(first != pixels(run.samples(1) / "0-1.mp4"));
      const auto recipe = parse_recipe(fw::media::probe(run.samples(1) / "0-0.mp4").metadata.at("comment"));
      QVERIFY(recipe && (recipe->request.parts == fw::catalog::Parts{{"vae", model / "vae"}}));
    }
  }

  void impossible_clips_are_refused_before_the_training() {
    const run::RunPaths run = make_run({"validation.validation_prompts=[\"a@@@5x30x48\", \"b@@@5x32x50\"]"});
    const JobInfo info = train(run);
    QCOMPARE(info.fault->code, std::string("training.bad_validation"));
    QVERIFY(info.fault->full_message().find("30") != std::string::npos &&
            info.fault->full_message().find("50") != std::string::npos);
    QVERIFY(!fs::exists(run.events()));
  }

  void a_picture_that_is_gone_costs_its_clip_and_no_training() {
    fw::support::make_tiny_dataset(path("i2v"), 4,
                                   {.image_to_video = true, .text_length = 10, .text_width = 32});
    const fs::path first = path("i2v") / "first.png", second = path("i2v") / "second.png";
    const fw::media::RgbImage picture(48, 32);
    const run::RunPaths run = fw::support::make_tiny_run(
        path("i2v"),
        {"model.folder=" FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-1.5-5b-i2v",
         "training.task=image_to_video", "training.train_steps=1", "validation.validation_steps=1",
         "validation.num_inference_steps=2",
         "validation.validation_prompts=[\"a@@@5x32x48\", \"b@@@5x32x48\"]",
         "validation.validation_images=[\"" + first.string() + "\", \"" + second.string() + "\"]"});
    fw::media::write_image(second, picture);
    QCOMPARE(train(run).state, JobState::failed);  // before its first step
    QVERIFY(!fs::exists(run.events()));
    fw::media::write_image(first, picture);
    const JobId job = submit({.run = run.folder});
    JobInfo info = done(job);
    QVERIFY2(info.state == JobState::finished, info.fault ? info.fault->full_message().c_str() : "");
    fs::remove(first);
    QVERIFY(!queue_->send({Verb::extend, job, {}, 1}).fault);
    info = done(job);
    QVERIFY2(info.state == JobState::finished, info.fault ? info.fault->full_message().c_str() : "");
    QVERIFY(fs::exists(run.samples(1) / "0-0.mp4") && fs::exists(run.samples(1) / "1-0.mp4"));
    QVERIFY(!fs::exists(run.samples(2) / "0-0.mp4") && fs::exists(run.samples(2) / "1-0.mp4"));
    std::string log;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (event.event == "log") log += event.json.at("text").get<std::string>();
    });
    QVERIFY2(log.find("A validation clip is left out") != std::string::npos, log.c_str());
  }

  void pause_resume_and_branch() {
    const run::RunPaths run = make_run({"training.train_steps=120", "checkpoints.checkpointing_steps=20"});
    const JobId job = submit({.run = run.folder});
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(run.checkpoint(20)), 60000);
    QVERIFY(!queue_->send({Verb::pause, job, {}, 0}).fault);
    QCOMPARE(done(job).state, JobState::paused);
    const int64_t paused_at = run::run_status(run).step;
    QVERIFY(paused_at < 120 && !run::run_status(run).running);
    const Reply branch =
        queue_->send({Verb::branch, job, {"", "", {{"settings", {"training.train_steps=3"}}}}, 0});
    const JobInfo branched = done(branch.job);
    QVERIFY2(branched.state == JobState::finished,
             branched.fault ? branched.fault->full_message().c_str() : "");
    const run::RunPaths other{branched.result.get<TrainResult>().run};
    QVERIFY(other.folder != run.folder && other.folder.parent_path() == run.folder.parent_path());
    QCOMPARE(run::run_status(other).step, int64_t(3));
    QVERIFY(!queue_->send({Verb::extend, branch.job, {}, 2}).fault);  // the same run, not a third one
    QCOMPARE(done(branch.job).result.get<TrainResult>().run.string(), other.folder.string());
    QCOMPARE(run::run_status(other).step, int64_t(5));
    QVERIFY(!queue_->send({Verb::resume, job, {}, 0}).fault);
    QCOMPARE(done(job).state, JobState::finished);
    QCOMPARE(run::run_status(run).step, int64_t(120));
  }

  void a_paused_branch_goes_on_without_its_parent() {
    const run::RunPaths parent = make_run(
        {"training.train_steps=2", "run.name=\"zwei Füchse/.3\"", "checkpoints.checkpointing_limit=1"});
    const JobId job = submit({.run = parent.folder});
    QCOMPARE(done(job).state, JobState::finished);
    // All checkpoints stay, and there are enough steps to pause it on any machine.
    const std::vector<std::string> settings = {
        "training.train_steps=400", "checkpoints.checkpointing_steps=50", "checkpoints.checkpointing_limit=8",
        "run.output_dir=" + path("branches").string()};
    const JobId branch = queue_->send({Verb::branch, job, {"", "", {{"settings", settings}}}, 0}).job;
    const auto made = [&] { return run::list_runs(path("branches")); };
    QTRY_VERIFY_WITH_TIMEOUT(!made().empty() && fs::exists(made()[0].checkpoint(50)), 60000);
    QVERIFY(!queue_->send({Verb::pause, branch, {}, 0}).fault);
    QCOMPARE(done(branch).state, JobState::paused);
    const int64_t paused_at = run::run_status(made()[0]).step;
    fs::remove_all(parent.checkpoints());  // as pruning does to the step that the branch started from
    QVERIFY(!queue_->send({Verb::resume, branch, {}, 0}).fault);
    const JobInfo info = done(branch);
    QVERIFY2(info.state == JobState::finished, info.fault ? info.fault->full_message().c_str() : "");
    QCOMPARE(made().size(), size_t(1));
    QCOMPARE(run::run_status(made()[0]).step, int64_t(400));
    std::vector<int64_t> starts;
    run::read_run_events(made()[0], 0, [&](const run::RunEvent& event) {
      if (event.event == "started") starts.push_back(event.step);
    });
    QCOMPARE(starts, (std::vector<int64_t>{0, paused_at}));
  }

  void a_model_that_is_cut_ends_the_run_with_its_last_whole_step_data() {
    QTest::addColumn<bool>("is_lora");
    QTest::newRow("lora") << true;
    QTest::newRow("sft") << false;
  }
  void a_model_that_is_cut_ends_the_run_with_its_last_whole_step() {
    QFETCH(bool, is_lora);
    const fs::path copy = path(std::string("cut ") + QTest::currentDataTag());
    fs::copy(model, copy, fs::copy_options::recursive);
    const fs::path weights = copy / "transformer/diffusion_pytorch_model-00003-of-00008.safetensors";
    const std::string before = fw::read_file(weights);
    const run::RunPaths run = fw::support::make_tiny_run(
        path(""), {"training.train_steps=200", "checkpoints.checkpointing_steps=50",
                   "checkpoints.checkpointing_limit=8", "model.folder=" + copy.string(),
                   std::string("training.training_type=") + QTest::currentDataTag()});
    const JobId job = submit({.run = run.folder});
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(run.checkpoint(50)), 60000);
    fs::resize_file(weights, 8192);
    QCOMPARE(done(job).fault.value().code, std::string("safetensors.changed"));
    const int64_t last = run::checkpoint_steps(run).back();
    // Full fine-tuning trains the mapped pages of the file itself, which are gone with it.
    QVERIFY(last == run::run_status(run).step || !is_lora);
    fw::write_file_atomically(weights, before, fw::Existing::replace);
    QVERIFY(!queue_->send({Verb::resume, job, {}, 0}).fault);
    const JobInfo info = done(job);
    QVERIFY2(info.state == JobState::finished, info.fault ? info.fault->full_message().c_str() : "");
    QCOMPARE(run::run_status(run).step, int64_t(200));
  }

  void a_run_frozen_before_weights_were_copied_goes_on_from_its_checkpoint() {
    const run::RunPaths run = make_run({"training.train_steps=2"});
    QCOMPARE(train(run).state, JobState::finished);
    const std::string text = fw::read_file(run.run_file());
    const std::string gone = path("runs/pruned/checkpoints/step-00000500").string();
    fw::write_file_atomically(run.run_file(),
                              run::set_in_text(text, "training.start_from", catalog::Value(gone)),
                              fw::Existing::replace);
    const JobInfo info = done(submit({.run = run.folder, .extend = 2}));
    QVERIFY2(info.state == JobState::finished, info.fault ? info.fault->full_message().c_str() : "");
    QCOMPARE(run::run_status(run).step, int64_t(4));
  }

  void an_extension_counts_once_and_tells_the_learning_rate() {
    const run::RunPaths run =
        make_run({"training.train_steps=0", "training.train_epochs=1", "lr_scheduler.lr_scheduler=cosine",
                  "lr_scheduler.lr_warmup_steps=0"});
    const JobId job = submit({.run = run.folder});
    QCOMPARE(done(job).state, JobState::finished);
    const int64_t epoch = run::checkpoint_steps(run).back();
    QVERIFY(!queue_->send({Verb::extend, job, {}, 3}).fault);
    QCOMPARE(done(job).state, JobState::finished);
    QCOMPARE(run::run_status(run).step, epoch + 3);
    std::string told;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (event.event == "log") told += event.json.at("text").get<std::string>() + "\n";
    });
    QVERIFY2(told.find("was extended to " + std::to_string(epoch + 3)) != std::string::npos, told.c_str());
    QVERIFY2(told.find("The learning rate goes on as if") != std::string::npos, told.c_str());
    // A program that dies before the run file is written must not lose it.
    for (const JobKind& kind : open_engine()->job_kinds())
      if (kind.name == TrainRequest::kind)
        QCOMPARE(kind.begun(nlohmann::json(TrainRequest{.extend = 3})).get<TrainRequest>().extend,
                 int64_t(3));
    // A run with steps left reports that it is not extended.
    const run::RunPaths waiting = make_run({"training.train_steps=3"});
    QCOMPARE(done(submit({.run = waiting.folder, .extend = 5})).state, JobState::finished);
    QCOMPARE(run::run_status(waiting).step, int64_t(3));
  }

  void what_another_process_trains_is_left_as_it_is() {
    const run::RunPaths run = make_run({"training.train_steps=2"});
    QCOMPARE(train(run).state, JobState::finished);
    const std::string before = fw::read_file(run.run_file());
    const auto lock = run::lock_run(run);
    for (const TrainRequest& request :
         {TrainRequest{.run = run.folder, .fit = true}, TrainRequest{.run = run.folder, .extend = 5}}) {
      const JobInfo info = done(submit(request));
      QCOMPARE(info.fault ? info.fault->code : "", std::string("run.run_busy"));
      QCOMPARE(fw::read_file(run.run_file()), before);
    }
  }

  void out_of_memory_ends_the_job_and_nothing_else() {
    const run::RunPaths run = make_run({"training.train_steps=6", "checkpoints.checkpointing_steps=2",
                                        "memory.streamed_blocks=1", "memory.activation_offload=true"});
    {
      fw::support::LiveBytes memory;
      memory.refuse = [&] { return in_backward_pass() && fs::exists(run.checkpoint(4)); };
      const JobInfo info = train(run);
      QCOMPARE(info.state, JobState::failed);
      QCOMPARE(info.fault->code, std::string("engine.out_of_memory"));
      QVERIFY2(info.fault->full_message().find("the backward pass") != std::string::npos,
               info.fault->full_message().c_str());
      QVERIFY(!info.fault->arguments.at("fit").empty());
    }
    std::string last;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (event.event == "ended") last = event.json.at("fault").at("code").get<std::string>();
    });
    QCOMPARE(last, std::string("engine.out_of_memory"));
    QCOMPARE(run::checkpoint_steps(run).back(), int64_t(4));
    QVERIFY(!run::run_status(run).running);
    QCOMPARE(train(run).state, JobState::finished);  // in the same process, from the checkpoint
    QCOMPARE(run::run_status(run).step, int64_t(6));
  }

  void a_run_that_ran_out_of_memory_goes_on_with_settings_that_fit() {
    const run::RunPaths run = make_run({"training.train_steps=4", "checkpoints.checkpointing_steps=2",
                                        "training.gradient_checkpointing=false"});
    JobId job = 0;
    {
      fw::support::LiveBytes memory;
      memory.refuse = [&] { return in_backward_pass() && fs::exists(run.checkpoint(2)); };
      job = submit({.run = run.folder});
      const JobInfo info = done(job);
      QCOMPARE(info.state, JobState::failed);
      const std::string& fit = info.fault->arguments.at("fit");
      QVERIFY2(fit.find("gradient checkpointing") != std::string::npos, fit.c_str());
      QVERIFY(info.fault->full_message().find("--fit") != std::string::npos);
    }
    QVERIFY(!run::read_run_file(run.run_file()).settings.gradient_checkpointing);
    QVERIFY(!queue_->send({Verb::refit, job, {}, 0}).fault);
    QCOMPARE(done(job).state, JobState::finished);
    QVERIFY(run::read_run_file(run.run_file()).settings.gradient_checkpointing);
    QCOMPARE(run::run_status(run).step, int64_t(4));
  }

  void losses_of_a_dataset_tell_loras_apart() {
    const run::RunPaths run = make_run({"training.train_steps=1"});
    const run::RunSettings settings = run::read_run_file(run.run_file()).settings;
    LossRequest request{
        .dataset = run.dataset(), .model = model, .cache = settings.cache, .timesteps = 2, .noises = 3};
    const auto loss = [&](std::vector<LoraChoice> loras) {
      request.loras = std::move(loras);
      const JobInfo info = done(submit(request));
      return info.state == JobState::finished ? info.result.get<LossReport>() : LossReport();
    };
    const LossReport plain = loss({});
    QCOMPARE(plain.samples.size(), size_t{4});
    QCOMPARE(plain.samples[0].losses.size(), size_t{6});
    QCOMPARE(nlohmann::json(loss({})), nlohmann::json(plain));
    const auto with = [&](double weight) { return loss({{lora_file, weight}}).mean; };
    QCOMPARE(with(0), plain.mean);
    QVERIFY(with(1) != plain.mean);
    // A model with parts in other folders.
    const fs::path folder = path("apart"), elsewhere = path("elsewhere");
    fs::copy(model, folder, fs::copy_options::recursive);
    fs::create_directories(elsewhere);
    for (const char* const part : {"transformer", "vae"}) fs::rename(folder / part, elsewhere / part);
    request.model = folder;
    request.parts = {{"transformer", elsewhere / "transformer"}, {"vae", elsewhere / "vae"}};
    QCOMPARE(loss({}).mean, plain.mean);
    fw::write_file_atomically(path("empty.jsonl"), "", fw::Existing::replace);
    request.dataset = path("empty.jsonl");
    const JobInfo none = done(submit(request));
    QCOMPARE(none.fault->code, std::string("engine.no_samples"));
  }

  void a_clip_that_could_not_be_decoded_is_not_lost() {
    const run::RunPaths run = make_run({"training.train_steps=1", "validation.num_inference_steps=2",
                                        "validation.validation_prompts=[\"a panda@@@5x32x48\"]"});
    const fs::path latents = run.samples(1) / "0-0.latents.safetensors", clip = run.samples(1) / "0-0.mp4";
    {
      fw::support::LiveBytes memory;
      memory.refuse = [] { return fw::tensor::current_phase() == fw::tensor::Phase::decoding; };
      QCOMPARE(train(run).state, JobState::finished);
    }
    QVERIFY(fs::exists(latents) && !fs::exists(clip));
    std::string warning;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (event.event == "log") warning += event.json.at("text").get<std::string>();
    });
    QVERIFY2(warning.find("0-0.latents.safetensors") != std::string::npos &&
                 warning.find("decoding") != std::string::npos,
             warning.c_str());
    GenerateRequest decoding = decode(latents);
    decoding.out = path("late.mp4");
    const JobInfo decoded = done(submit(decoding));
    QVERIFY2(decoded.state == JobState::finished, decoded.fault ? decoded.fault->full_message().c_str() : "");
    clips_replace_nothing(latents, path("late.mp4"));
    fs::remove_all(run.folder / "checkpoints");
    fs::remove_all(run.samples(1));
    QCOMPARE(train(run).state, JobState::finished);
    QVERIFY(fs::exists(clip) && !fs::exists(latents));
    QVERIFY(pixels(clip) == pixels(path("late.mp4")));
    // A file that is not latents is rejected by name.
    decoding.latents = lora_file;
    decoding.out = path("no.mp4");
    const JobInfo refused = done(submit(decoding));
    QCOMPARE(refused.fault->code, std::string("inference.bad_latents"));
  }

  void lora_files_convert_fuse_and_merge() {
    const std::vector<LoraChoice> one{{lora_file}};
    const auto kohya = path("kohya.safetensors"), back = path("back.safetensors");
    LoraRequest to_kohya{.work = LoraWork::convert, .loras = one, .out = kohya};
    to_kohya.format = fw::model_files::LoraFormat::kohya;
    QCOMPARE(lora(to_kohya).state, JobState::finished);
    QCOMPARE(lora(work_on(LoraWork::convert, {{kohya}}, back)).state, JobState::finished);
    // Neither onto itself nor over another file, unless requested.
    const std::string bytes = fw::read_file(lora_file);
    const auto convert_to = [&](const fs::path& out, bool overwrite) {
      LoraRequest request = work_on(LoraWork::convert, one, out);
      request.overwrite = overwrite;
      const JobInfo info = lora(request);
      return info.fault.value_or(fw::Fault()).code;
    };
    QCOMPARE(convert_to(lora_file, true), std::string("base.target_is_source"));
    QVERIFY(fw::read_file(lora_file) == bytes);
    QCOMPARE(convert_to(back, false), std::string("base.file_exists"));
    QCOMPARE(convert_to(back, true), std::string());
    const auto before = tensors_of(lora_file), after = tensors_of(back);
    QCOMPARE(after.size(), before.size());
    for (const auto& [name, tensor] : before) QVERIFY2(torch::equal(tensor, after.at(name)), name.c_str());
    // Half and half of one LoRA is that LoRA: merging either gives the same model.
    const auto fused = path("fused.safetensors");
    LoraRequest halves = work_on(LoraWork::fuse, {{lora_file, 0.5}, {kohya, 0.5}}, fused);
    halves.rank = 4;
    QCOMPARE(lora(halves).state, JobState::finished);
    QCOMPARE(lora(work_on(LoraWork::merge, one, path("a"))).state, JobState::finished);
    QCOMPARE(lora(work_on(LoraWork::merge, {{fused}}, path("b"))).state, JobState::finished);
    QCOMPARE(lora(work_on(LoraWork::merge, one, path("a"))).fault.value().code,
             std::string("base.folder_not_empty"));
    QVERIFY(fs::exists(path("a") / "model_index.json") && fs::exists(path("a") / "vae/config.json"));
    const auto merged = tensors_of(path("a") / "transformer"), other = tensors_of(path("b") / "transformer"),
               plain = tensors_of(model / "transformer");
    const std::string name = "transformer_blocks.0.attn1.to_q.weight";
    QVERIFY(torch::allclose(merged.at(name), other.at(name), 1e-4, 1e-5));
    QVERIFY(!torch::allclose(merged.at(name), plain.at(name), 1e-4, 1e-5));
  }

  void unsound_lora_files_are_told() {
    const auto check = [&](const fs::path& file) {
      return lora(work_on(LoraWork::check, {{file}}, {})).result.get<LoraReport>();
    };
    QVERIFY(check(lora_file).sound());
    auto tensors = tensors_of(lora_file);
    tensors.begin()->second.fill_(std::nan(""));
    fw::tensor::save_tensors(path("nan.safetensors"), tensors);
    QCOMPARE(check(path("nan.safetensors")).faults.at(0).code, std::string("adapters.not_finite"));
  }

  void every_alpha_of_a_lora_is_told() {
    LoraRequest to_kohya{.work = LoraWork::convert, .loras = {{lora_file}}, .out = path("mixed.safetensors")};
    to_kohya.format = fw::model_files::LoraFormat::kohya;
    QCOMPARE(lora(to_kohya).state, JobState::finished);
    auto tensors = tensors_of(path("mixed.safetensors"));
    const auto alpha =
        std::ranges::find_if(tensors, [](const auto& each) { return each.first.ends_with(".alpha"); });
    const double others = alpha->second.item<double>();
    alpha->second = torch::scalar_tensor(others + 2);
    fw::tensor::save_tensors(path("mixed.safetensors"), tensors, {}, fw::Existing::replace);
    const JobInfo checked = lora(work_on(LoraWork::check, {{path("mixed.safetensors")}}, {}));
    QCOMPARE(checked.result.get<LoraReport>().alphas, (std::vector<double>{others, others + 2}));
  }
};

QTEST_GUILESS_MAIN(TestTrainJob)
#include "test_train_job.moc"
