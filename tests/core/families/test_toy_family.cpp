// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include "base/paths.h"
#include "dataset/dataset_manifest.h"
#include "engine/model_check.h"
#include "families/registry.h"
#include "inference/latent_preview.h"
#include "inference/video_pipeline.h"
#include "planner/planner.h"
#include "precompute/latent_cache.h"
#include "run/run_file.h"
#include "support/toy_family.h"
#include "support/training_context.h"
#include "tensor/libtorch.h"

namespace catalog = fw::catalog;
namespace families = fw::families;
namespace inference = fw::inference;
namespace fs = std::filesystem;
using fw::support::tensors_of;
using fw::support::TestContext;
using torch::Tensor;

/// A family needs nothing outside its own folder, its catalogue entry and its line in the registry: this one
/// is not part of the program.
class TestToyFamily : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }
  std::unique_ptr<families::Family> toy() const { return families::open_family({path("model")}); }

  /// Clips of one size with captions, encoded by the family.
  void make_dataset() const {
    const auto family = toy();
    const auto vae = family->load_vae({});
    const auto text = family->load_text_encoders(fw::encoders::TextEncoderPlace::device, 9, {});
    const fw::precompute::LatentCache cache(path("cache"));
    using Kind = fw::precompute::CacheKind;
    cache.write(Kind::text, "empty", fw::precompute::text_entry(text->encode({""})));
    fw::dataset::DatasetManifest manifest;
    for (int64_t i = 0; i < 6; ++i) {
      const std::string key = "clip" + std::to_string(i);
      fw::dataset::DatasetSample sample;
      sample.id = key;
      sample.source = "/none.mp4";
      sample.bucket = {3, 16, 24};
      sample.source_out = sample.frame_count = 3;
      sample.fps = 24;
      sample.crop = {0, 0, 24, 16};
      sample.keys = {key, key, "", "empty"};
      const auto posterior = vae->encode(torch::rand({1, 3, 3, 16, 24}) * 2 - 1, {});
      cache.write(Kind::latents, key, {{"mean", posterior.mean[0]}, {"logvar", posterior.logvar[0]}});
      cache.write(Kind::text, key, fw::precompute::text_entry(text->encode({key})));
      manifest.push_back(sample);
    }
    fw::dataset::write_dataset_manifest(path("dataset.jsonl"), manifest, fw::Existing::replace);
  }

  fw::run::RunFile run_file(const std::vector<std::string>& settings = {}) const {
    std::string text =
        "schema = 1\n[run]\nname = \"toy\"\ndevice = \"cpu\"\ncpu_threads = 1\n[model]\nfamily = \"toy\"\n"
        "folder = \"model\"\n[data]\ndataset = \"dataset.jsonl\"\ncache = \"cache\"\n[training]\n"
        "train_steps = 6\nbatch_size = 2\nmixed_precision = \"fp32\"\n[optimizer]\nlr = 1e-2\n"
        "[lr_scheduler]\nlr_scheduler = \"constant\"\n[checkpoints]\ncheckpointing_steps = 2\n"
        "[lora]\nrank = 4\nlora_alpha = 4.0\ntarget_modules = [\"video\", \"up\", \"down\"]\n";
    for (const std::string& each : settings) text = fw::run::override_in_text(text, each);
    return fw::run::parse_run_file(text, path("run.toml"));
  }

 private Q_SLOTS:
  void initTestCase() {
    // Otherwise MKL's rounding depends on the alignment of weights, which differs when they are streamed.
    qputenv("MKL_CBWR", "COMPATIBLE");
    fw::support::add_toy_family();
    fw::support::make_toy_model(path("model"));
    make_dataset();
  }
  void init() { torch::set_num_threads(1); }

  void it_is_in_the_catalogue() {
    QVERIFY(catalog::find_family("toy") != nullptr);
    QCOMPARE(catalog::recognise_model({path("model")}), *catalog::find_model("toy-1"));
    const auto* setting = fw::run::find_setting("validation.toy.gain");
    QVERIFY(setting != nullptr);
    QVERIFY(fw::run::applies(*setting, run_file().settings));
    const auto report = fw::engine::check_model({path("model")});
    QVERIFY(report.sound());
    QCOMPARE(report.components.size(), size_t(4));
  }

  void it_trains_and_resumes_bit_for_bit_data() {
    QTest::addColumn<QStringList>("settings");
    QTest::newRow("plain") << QStringList{"training.gradient_checkpointing=false"};
    QTest::newRow("all that saves memory")
        << QStringList{"memory.streamed_blocks=3", "memory.activation_offload=true"};
    QTest::newRow("beginning with a picture") << QStringList{"training.task=image_to_video"};
    QTest::newRow("whole model") << QStringList{"training.training_type=sft"};
  }
  void it_trains_and_resumes_bit_for_bit() {
    QFETCH(QStringList, settings);
    std::vector<std::string> all;
    for (const QString& setting : settings) all.push_back(setting.toStdString());
    std::map<int64_t, double> losses[2];
    std::map<std::string, Tensor> states[2];
    for (const bool broken : {false, true}) {
      const auto run = fw::run::create_run(run_file(all));
      for (const int64_t stop_at : broken ? std::vector<int64_t>{3, 99} : std::vector<int64_t>{99}) {
        TestContext context;
        context.on_step = [&](int64_t step) {
          if (step == stop_at) context.requests.push_back({fw::engine_api::Verb::pause});
        };
        fw::support::train(run, context);
        for (const auto& [step, loss] : context.metrics["loss"]) losses[broken][step] = loss;
      }
      states[broken] = tensors_of(run.checkpoint(6) / "optimizer.safetensors");
    }
    QCOMPARE(losses[0].size(), size_t(6));
    QVERIFY(losses[0] == losses[1]);
    QVERIFY(fw::support::same(states[0], states[1]));
    static const std::map<int64_t, double> first = losses[0];
    if (!settings.contains("training.training_type=sft")) QVERIFY(losses[0] == first);
  }

  void it_makes_clips() {
    inference::VideoRequest request;
    request.prompt = "toy";
    request.size = {3, 16, 24};
    request.steps = 3;
    request.guidance_scale = 3;
    std::vector<Tensor> clips;
    for (const auto& [offload, blocks] :
         {std::pair(inference::Offload::none, 0), {inference::Offload::model, 3}}) {
      inference::PipelineOptions options;
      options.model = {path("model")};
      options.offload = offload;
      options.streamed_blocks = blocks;
      inference::VideoPipeline pipeline(options, {});
      QVERIFY(pipeline.check(request).empty());
      clips.push_back(pipeline.generate(request, {}));
      QVERIFY(pipeline.generate(request, {}).equal(clips.back()));
      auto changed = request;
      changed.own["validation.toy.gain"] = 0.5;
      QVERIFY(!pipeline.generate(changed, {}).equal(clips.back()));
      changed = request;
      changed.conditions = {{.pixels = torch::full({1, 3, 16, 24}, 0.5)}};
      QVERIFY(!pipeline.generate(changed, {}).equal(clips.back()));
    }
    QCOMPARE(clips[0].sizes(), torch::IntArrayRef({3, 16, 24, 3}));
    QVERIFY(clips[0].equal(clips[1]));
  }

  void its_latents_are_shown() {
    qputenv("XDG_CACHE_HOME", folder_.path().toUtf8());
    const auto vae = toy()->load_vae({});
    const auto preview = inference::LatentPreview::load_or_fit(*vae, torch::kFloat32, torch::kCPU, "toy");
    const Tensor grey = torch::zeros({1, 3, 1, 16, 24});
    const auto latents = vae->latent_scale().to_model(vae->encode(grey, {}).mean);
    const Tensor picture = preview.render(latents[0]).to(torch::kFloat32);
    QVERIFY((picture - 127.5).abs().max().item<float>() < 20);
    const Tensor back = vae->latent_scale().to_vae(latents);
    QVERIFY(torch::allclose(back, vae->encode(grey, {}).mean, 1e-5, 1e-5));
  }

  void its_runs_and_clips_are_planned() {
    const auto file = run_file({"validation.validation_prompts=[\"toy\"]"});
    QVERIFY(file.faults.empty());
    const auto plan = fw::planner::plan_run({file.settings, std::nullopt, ""}, {});
    QCOMPARE(plan.block_count, int64_t(4));
    std::vector<std::string> phases;
    for (const auto& phase : plan.phases) phases.push_back(phase.name);
    QCOMPARE(phases, (std::vector<std::string>{"captions", "clips", "training", "validation"}));
    inference::PipelineOptions options;
    options.model = {path("model")};
    inference::VideoRequest request;
    request.size = {3, 16, 24};
    QVERIFY(fw::planner::plan_generation(options, request, 0, {}).phases.front().device.total() > 0);
  }
};

QTEST_GUILESS_MAIN(TestToyFamily)
#include "test_toy_family.moc"
