// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <deque>
#include <filesystem>
#include <limits>

#include "adapters/lora_file.h"
#include "adapters/module_match.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "families/cogvideox/objective.h"
#include "precompute/latent_cache.h"
#include "support/tiny_run.h"
#include "support/training_context.h"
#include "tensor/checkpoint.h"
#include "tensor/libtorch.h"
#include "training/eval_loss.h"
#include "training/trainer.h"

using namespace fw::training;
using fw::support::error_code;
using fw::support::same;
using fw::support::tensors_of;
using fw::support::TestContext;
using fw::support::train;
namespace api = fw::engine_api;
namespace dataset = fw::dataset;
namespace run = fw::run;
namespace fs = std::filesystem;

class TestTraining : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }
  run::RunPaths make_run(const std::vector<std::string>& settings = {}) const {
    return fw::support::make_tiny_run(path("t2v"), settings);
  }
  fs::path lora(const run::RunPaths& run) const { return run.result() / lora_file_name; }

 private Q_SLOTS:
  void initTestCase() {
    fw::support::make_tiny_model(path("t2v") / "model");
    fw::support::make_tiny_dataset(path("t2v"), 7);
    fw::support::make_tiny_model(path("i2v") / "model", {.image_to_video = true, .patch_size_t = 2});
    fw::support::make_tiny_dataset(path("i2v"), 4, {.image_to_video = true});
  }

  void a_run_ends_with_result_checkpoints_and_figures() {
    const auto run = make_run({"ema.ema_decay=0.9", "validation.held_out_samples=2",
                               "validation.held_out_steps=3", "training.gradient_accumulation_steps=2"});
    TestContext context;
    const auto outcome = train(run, context);
    QCOMPARE(outcome.state, api::JobState::finished);
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{4, 6}));
    QVERIFY(fs::exists(lora(run)) && fs::exists(run.result() / "ema" / lora_file_name));
    QCOMPARE(context.metrics["loss"].size(), size_t(6));
    QCOMPARE(context.metrics["held_out_loss"].size(), size_t(2));
    for (const char* name :
         {"loss_average", "lr", "grad_norm", "steps_per_hour", "samples_per_second", "data_wait_share",
          "loop_share", "host_bytes", "seconds_left", "epoch", "skipped_steps"}) {
      QVERIFY2(context.metrics[name].size() == 6, name);
    }
    std::map<std::string, int> events;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) { ++events[event.event]; });
    QCOMPARE(events["metrics"], 6);
    QCOMPARE(events["checkpoint"], 3);
    QCOMPARE(events["ended"], 1);
    QVERIFY(fs::exists(run.folder / "metrics.csv") && fs::exists(run.folder / "tensorboard"));
    QVERIFY(!same(tensors_of(lora(run)), tensors_of(run.result() / "ema" / lora_file_name)));
    // Trained again it gives the same numbers.
    const auto again =
        make_run({"ema.ema_decay=0.9", "validation.held_out_samples=2", "validation.held_out_steps=3",
                  "training.gradient_accumulation_steps=2", "data.dataloader_num_workers=0"});
    TestContext second;
    train(again, second);
    QVERIFY(second.metrics["loss"] == context.metrics["loss"]);
    QVERIFY(same(tensors_of(lora(run)), tensors_of(lora(again))));
  }

  void an_offloaded_optimizer_gives_the_same_numbers_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("precision");
    QTest::newRow("lora, fp32") << "lora"
                                << "fp32";
    QTest::newRow("sft, fp32") << "sft"
                               << "fp32";
    QTest::newRow("sft, bf16") << "sft"
                               << "bf16";
  }
  void an_offloaded_optimizer_gives_the_same_numbers() {
    QFETCH(QString, kind);
    QFETCH(QString, precision);
    // The small norm clips every step.
    const std::vector<std::string> settings = {
        "training.training_type=" + kind.toStdString(), "training.mixed_precision=" + precision.toStdString(),
        "training.gradient_accumulation_steps=2", "optimizer.max_grad_norm=0.01", "ema.ema_decay=0.9"};
    const auto plain = make_run(settings);
    TestContext expected;
    train(plain, expected);
    for (const char* gradients : {"false", "true"}) {
      auto offloaded = settings;
      offloaded.push_back("optimizer.offload=true");
      offloaded.push_back(std::string("optimizer.offload_gradients=") + gradients);
      const auto run = make_run(offloaded);
      TestContext context;
      train(run, context);
      QVERIFY(context.metrics["loss"] == expected.metrics["loss"]);
      QVERIFY(context.metrics["grad_norm"] == expected.metrics["grad_norm"]);
      for (const char* file : {"optimizer.safetensors", "ema.safetensors"})
        QVERIFY2(same(tensors_of(run.checkpoint(6) / file), tensors_of(plain.checkpoint(6) / file)), file);
    }
  }

  void resuming_from_an_older_checkpoint_never_drops_later_ones() {
    const auto run = make_run({"checkpoints.checkpointing_limit=0"});
    TestContext first;
    train(run, first);
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{2, 4, 6}));
    const std::string events = fw::read_file(run.events());
    TestContext second;
    QCOMPARE(error_code([&] { train(run, second, run.checkpoint(2)); }),
             std::string("training.later_checkpoints"));
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{2, 4, 6}));
    QVERIFY(fw::read_file(run.events()) == events);
    for (const int64_t later : {4, 6})
      fs::rename(run.checkpoint(later), path("later-") += std::to_string(later));
    train(run, second, run.checkpoint(2));
    QCOMPARE(second.metrics["loss"].begin()->first, int64_t(3));
    QVERIFY(second.metrics["loss"][6] == first.metrics["loss"][6]);
  }

  void orders_to_a_running_job() {
    const auto run = make_run({"checkpoints.checkpointing_steps=100", "training.train_steps=50"});
    TestContext context;
    context.on_step = [&](int64_t step) {
      if (step == 2) context.requests.push_back({api::Verb::checkpoint_now});
      if (step == 3) context.requests.push_back({api::Verb::extend, 10});
      if (step == 5) context.requests.push_back({api::Verb::stop_and_save});
    };
    const auto outcome = train(run, context);
    QCOMPARE(outcome.state, api::JobState::stopped);
    QCOMPARE(context.metrics["loss"].size(), size_t(5));
    QVERIFY(fs::exists(lora(run)));
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{2, 5}));
    QCOMPARE(run::run_status(run).total_steps, int64_t(60));
    QCOMPARE(run::run_status(run).running, false);
  }

  void abort_ends_within_a_step_and_keeps_the_checkpoints() {
    const auto run = make_run();
    TestContext context;
    context.on_step = [&](int64_t step) {
      if (step == 3) context.stop_source.request_stop();
    };
    QVERIFY_EXCEPTION_THROWN(train(run, context), fw::Cancelled);
    QCOMPARE(context.metrics["loss"].size(), size_t(3));
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{2}));
    QVERIFY(!fs::exists(run.result()));
    QCOMPARE(run::run_status(run).running, false);
  }

  void two_at_once_are_refused() {
    const auto run = make_run();
    TestContext first;
    std::string code;
    first.on_step = [&](int64_t) {
      TestContext second;
      if (code.empty()) code = error_code([&] { train(run, second); });
    };
    train(run, first);
    QCOMPARE(code, std::string("run.run_busy"));
  }

  void not_a_number_is_skipped_counted_and_stops_the_run_in_the_end() {
    const auto run =
        make_run({"training.max_skipped_steps=3", "training.batch_size=1", "training.train_steps=60"});
    auto manifest = dataset::read_dataset_manifest(run.dataset());
    const fw::precompute::LatentCache cache(path("t2v") / "cache");
    const auto nan = torch::full({4, 2, 4, 6}, std::numeric_limits<float>::quiet_NaN());
    cache.write(fw::precompute::CacheKind::latents, "nan", {{"mean", nan}, {"logvar", nan}});
    manifest[1].keys.latents = "nan";
    dataset::write_dataset_manifest(run.dataset(), manifest, fw::Existing::replace);
    TestContext context;
    context.on_step = [&](int64_t step) {
      if (step == 21) context.requests.push_back({api::Verb::pause});
    };
    train(run, context);
    QCOMPARE(context.metrics["skipped_steps"][21], 3.0);  // once in each epoch of seven
    QVERIFY(context.log.find("was skipped") != std::string::npos);
    for (const auto& [name, tensor] : tensors_of(run.checkpoint(21) / lora_file_name))
      QVERIFY(tensor.isfinite().all().item<bool>());
    for (auto& sample : manifest) sample.keys.latents = "nan", sample.bucket = manifest[1].bucket;
    dataset::write_dataset_manifest(run.dataset(), manifest, fw::Existing::replace);
    TestContext all_bad;
    QCOMPARE(error_code([&] { train(run, all_bad); }), std::string("training.diverged"));
    QCOMPARE(all_bad.metrics["loss"].size(), size_t(3));
    QCOMPARE(run::checkpoint_steps(run).back(), int64_t(24));
    for (const auto& [name, tensor] : tensors_of(run.checkpoint(24) / lora_file_name))
      QVERIFY(tensor.isfinite().all().item<bool>());
  }

  void overfits_two_clips_and_a_rate_of_zero_changes_nothing() {
    const std::vector<std::string> settings = {"training.training_type=sft", "training.train_steps=200",
                                               "training.batch_size=2", "data.caption_dropout_p=0",
                                               "checkpoints.checkpointing_steps=1000"};
    const auto loss_after = [&](const std::string& rate) {
      auto with_rate = settings;
      with_rate.push_back("optimizer.lr=" + rate);
      const auto run = make_run(with_rate);
      auto manifest = dataset::read_dataset_manifest(run.dataset());
      manifest = {manifest[1], manifest[2]};
      dataset::write_dataset_manifest(run.dataset(), manifest, fw::Existing::replace);
      const auto loss = [&](const fs::path& folder) {
        const auto model = fw::support::load_tiny_model(folder);
        return eval_loss(*model, manifest, fw::precompute::LatentCache(path("t2v") / "cache")).mean;
      };
      const double before = loss(path("t2v") / "model");
      TestContext context;
      train(run, context);
      return std::pair(before, loss(run.result()));
    };
    const auto [start, end] = loss_after("3e-3");
    QVERIFY2(end < start / 2, qPrintable(QString("%1 -> %2").arg(start).arg(end)));
    const auto [same_start, same_end] = loss_after("0.0");
    QCOMPARE(same_end, same_start);
  }

  void a_full_fine_tune_writes_a_model_folder_data() {
    QTest::addColumn<QString>("precision");
    QTest::addColumn<QString>("modules");
    QTest::newRow("whole, fp32") << "fp32"
                                 << "[]";
    QTest::newRow("chosen, bf16") << "bf16"
                                  << "[\"transformer_blocks.1\", \"proj_out\"]";
  }
  void a_full_fine_tune_writes_a_model_folder() {
    QFETCH(QString, precision);
    QFETCH(QString, modules);
    const auto run =
        make_run({"training.training_type=sft", "training.mixed_precision=" + precision.toStdString(),
                  "sft.trainable_modules=" + modules.toStdString(), "training.train_steps=3"});
    TestContext context;
    train(run, context);
    const auto before = tensors_of(path("t2v") / "model" / "transformer"),
               after = tensors_of(run.result() / "transformer");
    QCOMPARE(after.size(), before.size());
    for (const auto& [name, tensor] : before) {
      const bool chosen =
          modules == "[]" || name.starts_with("transformer_blocks.1.") || name.starts_with("proj_out.");
      const auto now = after.at(name).to(torch::kFloat32),
                 was = tensor.to(after.at(name).scalar_type()).to(torch::kFloat32);
      // norm_k's bias has a gradient of zero up to rounding; everything else moves.
      if (!name.ends_with("norm_k.bias")) QVERIFY2(torch::equal(now, was) != chosen, name.c_str());
    }
    QVERIFY(fs::exists(run.result() / "model_index.json") &&
            fs::exists(run.result() / "vae" / "config.json"));
    fw::support::load_tiny_model(run.result());
    // Writing it again keeps other files in it, even if a symlink is in its place.
    fw::write_file_atomically(run.result() / "transformer" / "notes.txt", "mine", fw::Existing::refuse);
    fs::remove(run.result() / "vae");
    fs::copy(path("t2v") / "model" / "vae", run.result() / "vae");
    fw::write_file_atomically(run.result() / "vae" / "notes.txt", "mine", fw::Existing::refuse);
    fs::remove_all(run.checkpoints());
    fs::remove(run.result() / "model_index.json");
    QCOMPARE(train(run, context).state, api::JobState::finished);
    QVERIFY(same(tensors_of(run.result() / "transformer"), after));
    QVERIFY(fs::exists(run.result() / "model_index.json"));
    for (const char* folder : {"transformer", "vae"})
      QCOMPARE(fw::read_file(run.result() / folder / "notes.txt"), std::string("mine"));
    QVERIFY(!fs::exists(run.folder / ".old-result") && !fs::exists(run.folder / ".part-result"));
  }

  /// Its result is complete: it has the parts that the run was trained with.
  void a_full_fine_tune_keeps_parts_that_lie_elsewhere() {
    fs::copy(path("t2v") / "model" / "vae", path("other-vae"));
    fw::write_file_atomically(path("other-vae") / "notes.txt", "other", fw::Existing::refuse);
    const auto run = make_run({"training.training_type=sft", "training.train_steps=1",
                               "model.parts.vae=" + path("other-vae").string()});
    TestContext context;
    QCOMPARE(train(run, context).state, api::JobState::finished);
    QCOMPARE(fw::read_file(run.result() / "vae" / "notes.txt"), std::string("other"));
    fw::support::load_tiny_model(run.result());
  }

  void a_full_fine_tune_writes_the_average_beside_what_was_trained() {
    const std::vector<std::string> settings = {"training.training_type=sft", "training.train_steps=4"};
    auto averaged_settings = settings;
    averaged_settings.push_back("ema.ema_decay=0.9");
    const auto plain = make_run(settings), averaged = make_run(averaged_settings);
    TestContext context;
    train(plain, context);
    train(averaged, context);
    const auto trained = tensors_of(averaged.result() / "transformer");
    QVERIFY(same(trained, tensors_of(plain.result() / "transformer")));
    QVERIFY(!same(trained, tensors_of(averaged.result() / "ema" / "transformer")));
    QVERIFY(!fs::exists(plain.result() / "ema"));
    fw::support::load_tiny_model(averaged.result() / "ema");
    // Training again from such a result leaves its average unchanged.
    const auto before = tensors_of(averaged.result() / "ema" / "transformer");
    averaged_settings.push_back("model.folder=" + averaged.result().string());
    const auto again = make_run(averaged_settings);
    train(again, context);
    QVERIFY(same(before, tensors_of(averaged.result() / "ema" / "transformer")));
    QVERIFY(!fs::is_symlink(again.result() / "ema"));
  }

  void image_to_video_and_small_types() {
    for (const std::string precision : {"fp32", "bf16"}) {
      const auto run = fw::support::make_tiny_run(
          path("i2v"), {"training.task=image_to_video", "training.train_steps=3",
                        "training.mixed_precision=" + precision, "model.cogvideox.noised_image_dropout=0.5"});
      TestContext context;
      QCOMPARE(train(run, context).state, api::JobState::finished);
      QVERIFY(std::isfinite(context.metrics["loss"][3]) && context.metrics["skipped_steps"][3] == 0);
    }
    TestContext context;
    const auto plain = fw::support::make_tiny_run(path("i2v"), {"training.train_steps=1"});
    QCOMPARE(train(plain, context).state, api::JobState::finished);  // the model determines the task
    const auto wrong = fw::support::make_tiny_run(path("i2v"), {"training.task=text_to_video"});
    QCOMPARE(error_code([&] { train(wrong, context); }), std::string("training.run_changed"));
  }

  void training_starts_from_other_weights() {
    const auto first = make_run();
    TestContext context;
    train(first, context);
    const auto branch =
        run::branch_run(first, first.checkpoint(6), {"optimizer.lr=0.0", "training.train_steps=1"});
    TestContext second;
    train(branch, second);
    QVERIFY(same(tensors_of(lora(branch)), tensors_of(lora(first))));
    // A LoRA with ComfyUI's keys and another alpha has the same effect.
    const auto model = fw::support::load_tiny_model(path("t2v") / "model");
    const auto target = fw::adapters::lora_target(model->transformer(), "cogvideox");
    const auto loaded = fw::adapters::load_lora(lora(first), target).lora;
    auto other = loaded;
    for (auto& [name, module] : other.modules) module.alpha *= 2, module.B = module.B / 2;
    fw::adapters::save_lora(path("comfy.safetensors"), other, fw::adapters::LoraFormat::comfyui, target);
    const auto again = make_run({"training.start_from=" + path("comfy.safetensors").string(),
                                 "optimizer.lr=0.0", "training.train_steps=1"});
    TestContext third;
    train(again, third);
    QVERIFY(same(tensors_of(lora(again)), tensors_of(lora(first))));
    const auto wrong_rank = make_run({"training.start_from=" + lora(first).string(), "lora.rank=2"});
    QCOMPARE(error_code([&] { train(wrong_rank, third); }), std::string("training.bad_start"));
  }

  void captions_without_the_id_token_are_told() {
    for (const std::string token : {"", "sks"}) {
      const auto run = make_run({"training.train_steps=1", "data.id_token=\"" + token + "\""});
      TestContext context;
      train(run, context);
      QCOMPARE(context.log.find("7 of 7 captions") != std::string::npos, token == "sks");
    }
  }

  void captions_that_an_older_version_left_without_the_id_token_are_told_once() {
    const auto run = make_run({"training.train_steps=3", "data.id_token=\"sk\""});
    auto manifest = fw::dataset::read_dataset_manifest(run.dataset());
    for (auto& sample : manifest) sample.caption = "skater jumps";
    fw::dataset::write_dataset_manifest(run.dataset(), manifest, fw::Existing::replace);
    for (const int64_t last : {1, 2, 3}) {
      TestContext context;
      context.on_step = [&](int64_t step) {
        if (step == last) context.requests.push_back({api::Verb::pause});
      };
      train(run, context);
      QCOMPARE(context.log.find("lack its trigger word") != std::string::npos, last == 2);
      const fs::path record = run.checkpoint(last) / "checkpoint.json";
      if (last > 1) continue;
      auto state = nlohmann::json::parse(fw::read_file(record));
      for (const char* later : {"changes", "files", "seal"}) state.erase(later);
      fw::write_file_atomically(record, state.dump(), fw::Existing::replace);
    }
  }

  void epochs_and_validation() {
    const auto run =
        make_run({"training.train_steps=0", "training.train_epochs=2",
                  "validation.validation_prompts=[\"a\", \"b\"]", "validation.validation_steps=5"});
    TestContext context;
    std::vector<int64_t> validated;
    fw::support::train_validating(run, context, [&](ActiveRun& active) {
      validated.push_back(active.state.step);
      active.events.tell(
          api::SampleMade{active.state.step, active.paths.samples(active.state.step) / "0-0.mp4"});
    });
    QCOMPARE(context.metrics["loss"].size(), size_t(8));  // seven clips in two buckets: four batches
    QCOMPARE(validated, (std::vector<int64_t>{5, 8}));
    bool seen = false;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      seen = seen || (event.event == "sample" && event.json.at("path") == "samples/step-00000005/0-0.mp4");
    });
    QVERIFY(seen);
    // A failed validation does not lose the training.
    const auto second = make_run({"validation.validation_prompts=[\"a\"]", "validation.validation_steps=2"});
    TestContext warned;
    const auto outcome = fw::support::train_validating(second, warned, [](ActiveRun&) {
      throw fw::Error(fw::ErrorCode{"test.full", "The disk is full.", ""}, {});
    });
    QCOMPARE(outcome.state, api::JobState::finished);
    QVERIFY2(warned.log.find("No validation at step 2: The disk is full.") != std::string::npos,
             warned.log.c_str());
  }

  void a_pause_does_not_wait_for_a_validation() {
    const auto run = make_run({"validation.validation_prompts=[\"a\"]", "validation.validation_steps=2"});
    TestContext context;
    int asked = 0;
    const auto outcome = fw::support::train_validating(run, context, [&](ActiveRun& active) {
      const auto ends = active.requests.ends();
      while (!ends()) {
        if (++asked == 3) context.requests.push_back({api::Verb::checkpoint_now, 0});
        if (asked == 5) context.requests.push_back({api::Verb::pause, 0});
        QVERIFY(asked < 100);
      }
      throw fw::Cancelled();
    });
    QCOMPARE(outcome.state, api::JobState::paused);
    QCOMPARE(asked, 5);  // the previous request was kept, too, and does not end the run
    QCOMPARE(run::checkpoint_steps(run).back(), int64_t{2});
    // Cancelled by abort it is not a pause.
    const auto second = make_run({"validation.validation_prompts=[\"a\"]", "validation.validation_steps=2"});
    TestContext aborted;
    const Validator stopping = [&](ActiveRun&) {
      aborted.stop_source.request_stop();
      throw fw::Cancelled();
    };
    bool cancelled = false;
    try {
      fw::support::train_validating(second, aborted, stopping);
    } catch (const fw::Cancelled&) {
      cancelled = true;
    }
    QVERIFY(cancelled);
  }
};

QTEST_GUILESS_MAIN(TestTraining)
#include "test_training.moc"
