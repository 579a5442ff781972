// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPushButton>
#include <QTest>

#include "base/atomic_file.h"
#include "dataset/dataset_manifest.h"
#include "run/preset.h"
#include "run/run_folder.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/dataset_page.h"
#include "ui/dataset/encoding_row.h"
#include "ui/support/train_test.h"
#include "ui/support/user_input.h"
#include "ui/train/plan_card.h"
#include "ui/train/preset_button.h"
#include "ui/train/preset_list.h"
#include "ui/widgets/wrap_label.h"
#include "workflow/encoded_samples.h"

using namespace fw;
using namespace fw::ui;

/// The Train page's checks of a project's clips before training.
class TestRunChecks : public TrainTest {
  Q_OBJECT

  /// The Dataset page prepares the clips for the same model.
  void open(const std::function<void(project::Project&)>& fill, const std::filesystem::path& model) {
    TrainTest::open(
        [&](project::Project& made) {
          fill(made);
          project::set_setting(made, "model_folder", model.string());
        },
        model);
  }
  /// The part of a job's output in the cache that matters here.
  static engine_api::Outcome encode(const engine_api::PrecomputeRequest& request) {
    const auto encoding = encodingOf(request);
    for (const dataset::DatasetSample& sample : dataset::read_dataset_manifest(request.dataset)) {
      for (const auto& [kind, key] : {std::pair("latents", clip_keys(sample, encoding).latents),
                                      std::pair("text", caption_key(sample.caption, encoding))}) {
        const std::filesystem::path entry = request.cache / kind / (key + ".safetensors");
        std::filesystem::create_directories(entry.parent_path());
        write_file_atomically(entry, "x", Existing::replace);
      }
    }
    return engine_api::Outcome::finished({});
  }
  static dataset::ClipEncoding encodingOf(const engine_api::PrecomputeRequest& request) {
    const auto model = catalog::recognise_model({request.model, request.parts});
    return engine_api::whole_encoding(request, model, engine_api::Processor::cpu, {});
  }
  /// In a bucket of 17 frames, for the large model.
  void openThreeClips() {
    open(
        [](project::Project& made) {
          add_test_clips(made, 3);
          project::set_project_buckets(made, std::vector{catalog::Bucket{17, 480, 640}});
        },
        largeModelWithVae());
  }
  /// Its weights are never read, but identify the latents in the cache.
  std::filesystem::path largeModelWithVae() const {
    const std::filesystem::path model = largeModel();
    std::filesystem::copy(sampleModel() / "vae" / "diffusion_pytorch_model.safetensors", model / "vae",
                          std::filesystem::copy_options::overwrite_existing);
    return model;
  }
  void addPlanner() {
    m_app->bridge().addKind(engine_api::kind_of<engine_api::PlanRequest>(
        [](const engine_api::PlanRequest& request, engine_api::JobContext&) {
          return fake::planOf(request);
        }));
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
  }
  void cleanup() { m_app.reset(); }

  /// The Dataset page's suggestion is used for training, even if nobody has accepted it.
  void clipsWithoutChosenBucketsAreTrainedOn() {
    open([](project::Project& made) { add_test_clips(made, 1); }, largeModel());
    QTRY_VERIFY(pageOf<DatasetPage>().planner()->plan() != nullptr);
    const auto& buckets = pageOf<DatasetPage>().planner()->plan()->buckets;
    QCOMPARE(page().check().facts().samples, int64_t{1});
    QVERIFY(std::ranges::includes(std::set(buckets.begin(), buckets.end()), page().check().facts().buckets));
    QVERIFY(page().check().faults().empty());
    QVERIFY(card().isHidden());
    QTest::mouseClick(page().findChild<QPushButton*>(QStringLiteral("train.start.button")), Qt::LeftButton);
    QTRY_COMPARE(m_app->jobs().rowCount(), 1);
    const auto runs = run::list_runs(file("project") / "runs");
    QCOMPARE(runs.size(), size_t{1});
    const auto samples = dataset::read_dataset_manifest(runs.front().dataset());
    QCOMPARE(samples.size(), size_t{1});
    QCOMPARE(samples.front().bucket, *page().check().facts().buckets.begin());
    m_gate->open = true;
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
  }

  void whatSurprisesLaterIsSaidBefore() {
    open(
        [](project::Project& made) {
          const std::vector<int64_t> clips = add_test_clips(made, 3);
          std::string words;
          for (int i = 0; i < 400; ++i) words += "ball ";
          set_caption(made, clips[0], words);
          project::set_project_buckets(made, std::vector{catalog::Bucket{33, 480, 640}});
          set_cut(made, clips[2], 0, 9);
        },
        sampleModel());
    std::string faults;
    for (const Fault& fault : page().check().faults()) faults += fault.full_message() + "\n";
    QVERIFY2(faults.empty(), faults.c_str());
    QTRY_VERIFY(card().holds("train.captions_too_long"));
    QVERIFY(card().holds("train.bucket_large"));
    QVERIFY(card().holds("train.clips_left_out"));
    QCOMPARE(page().check().facts().samples, int64_t{2});
    QVERIFY(card().isVisible());
    keepPicture(QStringLiteral("train-checks"));
    // None of it prevents starting the run.
    QVERIFY(page().check().faults().empty());
  }

  /// A list of buckets that omits samples is reported; a preset makes no such list.
  void samplesThatAreNotUsedAreCounted() {
    addPlanner();
    open(
        [](project::Project& made) {
          const std::vector<int64_t> clips = add_test_clips(made, 5);
          project::set_project_buckets(
              made, std::vector{catalog::Bucket{17, 480, 640}, catalog::Bucket{9, 480, 640}});
          for (size_t i = 1; i < clips.size(); ++i) set_cut(made, clips[i], 0, 40);
        },
        largeModel());
    const run::RunSettings& settings = page().draft().run().settings;
    QCOMPARE(page().check().facts().samples, int64_t{5});
    QVERIFY(!card().holds("train.samples_unused"));
    const auto list = [&](const char* bucket) {
      page().draft().setValue(*run::find_setting("data.video_resolution_buckets"),
                              catalog::Value(std::vector<std::string>{bucket}));
    };
    const auto planIsFor = [&](const char* steps) {
      QString told;
      for (const WrapLabel* const label : page().findChild<PlanCard*>()->findChildren<WrapLabel*>())
        told += label->text();
      return told.contains(QLatin1String("for %1 steps").arg(QLatin1String(steps)));
    };
    page().draft().setValue(*run::find_setting("training.train_steps"), catalog::Value(int64_t{0}));
    page().draft().setValue(*run::find_setting("training.train_epochs"), catalog::Value(int64_t{10}));
    QTRY_VERIFY(planIsFor("50"));
    list("17x480x640");
    QTRY_VERIFY(card().holds("train.samples_unused"));
    QTRY_VERIFY(planIsFor("10"));
    const std::vector<Fault> advice = page().check().advice();
    const auto unused = std::ranges::find(advice, "train.samples_unused", &Fault::code);
    QVERIFY(unused->message().starts_with("4 of 5 samples"));
    run::Preset preset;
    preset.settings.video_resolution_buckets = {"17x480x640"};
    QVERIFY(run::leaves_buckets_out(preset, page().check().facts().buckets));
    for (PresetButton* const button : page().presets().buttons()) {
      if (button->id() == "cogvideox-5b-lora-80gb") button->click();
    }
    QVERIFY(settings.video_resolution_buckets.empty());
    QTRY_VERIFY(!card().holds("train.samples_unused"));
  }

  /// The project's own stay at first; undone on the Dataset page, they return. Clips too short for the
  /// preset's stay in theirs.
  void aPresetsBucketsAreTakenWhereTheProjectsAreTooLarge_data() {
    QTest::addColumn<QString>("fps");
    QTest::addColumn<bool>("areLongEnough");
    QTest::newRow("34 frames") << QStringLiteral("8") << false;
    QTest::newRow("100 frames") << QStringLiteral("24") << true;
  }
  void aPresetsBucketsAreTakenWhereTheProjectsAreTooLarge() {
    QFETCH(QString, fps);
    QFETCH(bool, areLongEnough);
    addPlanner();
    open(
        [&fps](project::Project& made) {
          add_test_clips(made, 3);
          project::set_project_buckets(made, std::vector{catalog::Bucket{17, 480, 640}});
          project::set_setting(made, "fps", fps.toStdString());
        },
        largeModel());
    auto* const use = page().findChild<QPushButton*>(QStringLiteral("train.presetBuckets.button"));
    QTRY_VERIFY(page().plan().isTooLarge());
    QVERIFY(use->isHidden());  // no preset is used
    for (PresetButton* const button : page().presets().buttons())
      if (button->id() == "cogvideox-5b-lora-80gb") button->click();
    QTRY_VERIFY(page().plan().isTooLarge() && !page().draft().preset().empty());
    QCOMPARE(use->isVisible(), areLongEnough);
    if (!areLongEnough) return;
    QCOMPARE(use->text(), QStringLiteral("Use the preset's buckets: 49x480x720"));
    keepPicture(QStringLiteral("train-preset-buckets"));
    UserInput input(UserInput::Way::mouse, window());
    input.press(use);
    const auto buckets = [this] { return page().check().facts().buckets; };
    QTRY_COMPARE(buckets(), (std::set{catalog::Bucket{49, 480, 720}}));
    QTRY_VERIFY(use->isHidden());
    input.page(PageId::dataset);
    input.command("edit.undo");
    input.page(PageId::train);
    QTRY_COMPARE(buckets(), (std::set{catalog::Bucket{17, 480, 640}}));
    QTRY_VERIFY(use->isVisible());
  }

  /// Neither a run's encodings nor those made ahead are counted in the next run's estimate.
  void whatIsEncodedTakesNoTime_data() {
    QTest::addColumn<bool>("ahead");
    QTest::newRow("by a run") << false;
    QTest::newRow("ahead of it") << true;
  }
  void whatIsEncodedTakesNoTime() {
    using namespace engine_api;
    QFETCH(bool, ahead);
    static constexpr double secondsPerMegapixel = 1000;
    m_app->bridge().addKind(kind_of<PlanRequest>([](const PlanRequest& request, JobContext&) {
      Outcome outcome = fake::planOf(request);
      outcome.result["encode_seconds"] = secondsPerMegapixel;
      return outcome;
    }));
    m_app->bridge().addKind(kind_of<TrainRequest>([](const TrainRequest& request, JobContext&) {
      const run::RunPaths run{request.run};
      return encode(precompute_of(run::read_run_file(run.run_file()).settings, run.dataset()));
    }));
    m_app->bridge().addKind(kind_of<PrecomputeRequest>(
        [](const PrecomputeRequest& request, JobContext&) { return encode(request); }));
    openThreeClips();
    constexpr double encoding = 3 * 17 * 480 * 640 / 1e6 * secondsPerMegapixel;
    QTRY_VERIFY(page().plan().seconds() > encoding);
    const double whole = page().plan().seconds();
    if (ahead) {
      QTRY_VERIFY(action("dataset.encode")->isEnabled());
      action("dataset.encode")->trigger();
    } else {
      QTest::mouseClick(page().findChild<QPushButton*>(QStringLiteral("train.start.button")), Qt::LeftButton);
    }
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
    QTRY_COMPARE(page().plan().seconds(), whole - encoding);
    // Latents encoded in tiles do not exist yet.
    page().draft().setValue(*run::find_setting("data.vae_tiling"), catalog::Value(true));
    QTRY_COMPARE(page().plan().seconds(), whole);
  }

  /// The Dataset page encodes as a run does; otherwise the run would encode again.
  void whatIsEncodedAheadIsWhatARunUses() {
    using namespace engine_api;
    const auto asked = std::make_shared<std::optional<PrecomputeRequest>>();
    m_app->bridge().addKind(
        kind_of<PrecomputeRequest>([asked](const PrecomputeRequest& request, JobContext&) {
          *asked = request;
          return Outcome::finished({});
        }));
    openThreeClips();
    const PrecomputeRequest ofRun = precompute_of(page().draft().run().settings, {});
    window().showPage(PageId::dataset);
    QTRY_VERIFY(action("dataset.encode")->isEnabled());
    action("dataset.encode")->trigger();
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
    QVERIFY(asked->has_value());
    QCOMPARE((*asked)->model, ofRun.model);
    QCOMPARE((*asked)->cache, ofRun.cache);
    QCOMPARE((*asked)->vae_tiling, ofRun.vae_tiling);
    QCOMPARE((*asked)->image_noise, ofRun.image_noise);
  }

  /// From the cache, no matter who filled it, for the networks and settings of the run being edited.
  void theDatasetPageCountsWhatTheCacheLacks() {
    using namespace engine_api;
    const auto asked = std::make_shared<PrecomputeRequest>();
    m_app->bridge().addKind(
        kind_of<PrecomputeRequest>([asked](const PrecomputeRequest& request, JobContext&) {
          *asked = request;
          return encode(request);
        }));
    open(
        [](project::Project& made) {
          add_test_clips(made, 3);
          project::set_project_buckets(made, std::vector{catalog::Bucket{9, 64, 96}});
        },
        sampleModel());
    window().showPage(PageId::dataset);
    pageOf<DatasetPage>().findChild<QTabWidget*>()->setCurrentIndex(1);
    const QLabel& label = *pageOf<DatasetPage>().encoding()->label();
    const auto encodeAll = [&] {
      const int ended = m_app->jobs().endedCount();
      QTRY_VERIFY(action("dataset.encode")->isEnabled());
      action("dataset.encode")->trigger();
      QTRY_COMPARE(m_app->jobs().endedCount(), ended + 1);
      QTRY_COMPARE(label.text(), QStringLiteral("All 3 samples are encoded."));
    };
    QTRY_VERIFY(label.text().startsWith(QLatin1String("To encode: 3 of 3 samples, ")));
    encodeAll();
    const std::filesystem::path latents = asked->cache / "latents";
    const auto remove = [](const std::filesystem::path& file) { QVERIFY(std::filesystem::remove(file)); };
    remove(std::filesystem::directory_iterator(latents)->path());
    window().showPage(PageId::train);
    window().showPage(PageId::dataset);
    QTRY_COMPARE(label.text(), QStringLiteral("To encode: 1 of 3 samples, 0 captions."));
    page().draft().setValue(*run::find_setting("data.vae_tiling"), catalog::Value(true));
    QTRY_COMPARE(label.text(), QStringLiteral("To encode: 3 of 3 samples, 0 captions."));
    encodeAll();
    QVERIFY(asked->vae_tiling);
    // Another VAE.
    const std::filesystem::path vae = file("vae");
    std::filesystem::copy(sampleModel() / "vae", vae);
    write_file_atomically(vae / "config.json", read_file(vae / "config.json") + "\n", Existing::replace);
    page().draft().setValue(*run::find_setting("model.parts.vae"), catalog::Value(vae.string()));
    QTRY_COMPARE(label.text(), QStringLiteral("To encode: 3 of 3 samples, 0 captions."));
    encodeAll();
    QVERIFY(asked->parts.at("vae") == vae);
    QVERIFY(encodingOf(*asked).vae != encodingOf({.model = asked->model}).vae);
    // A caption that was not encoded.
    m_app->clips().edit(
        [](project::Project& project) { set_caption(project, list_clips(project)[0], "new"); });
    QTRY_COMPARE(label.text(), QStringLiteral("To encode: 0 of 3 samples, 1 caption."));
  }

  /// Only those that the run uses, in both directions.
  void bucketsThatAreUsedAreCompared() {
    open(
        [](project::Project& made) {
          const std::vector<int64_t> clips = add_test_clips(made, 2);
          project::set_project_buckets(
              made, std::vector{catalog::Bucket{17, 480, 640}, catalog::Bucket{9, 64, 96}});
          set_cut(made, clips[1], 0, 40);
        },
        largeModel());
    QVERIFY(!card().holds("train.bucket_small"));
    page().draft().setValue(*run::find_setting("data.video_resolution_buckets"),
                            catalog::Value(std::vector<std::string>{"9x64x96"}));
    QTRY_VERIFY(card().holds("train.bucket_small"));
  }

  void aRunsOwnTriggerWordCountsWithTheCaption() {
    open([](project::Project& made) { add_test_clips(made, 1); }, sampleModel());
    QVERIFY(!card().holds("train.captions_too_long"));
    std::string words;
    for (int i = 0; i < 400; ++i) words += "ball ";
    page().draft().setValue(*run::find_setting("data.id_token"), catalog::Value(words));
    QTRY_VERIFY(card().holds("train.captions_too_long"));
  }
};

QTEST_MAIN(TestRunChecks)
#include "test_run_checks.moc"
