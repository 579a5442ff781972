// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/atomic_file.h"
#include "base/error.h"
#include "dataset/dataset_manifest.h"
#include "planner/dry_run.h"
#include "planner/fit_run.h"
#include "planner/gpu_specs.h"
#include "planner/planner.h"
#include "run/run_file.h"
#include "support/plan_accuracy.h"
#include "tensor/dry_run.h"
#include "tensor/flop_counter.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"
#include "training/learner.h"

namespace {

using namespace fw;
namespace fs = std::filesystem;
constexpr double gib = 1 << 30;

/// A typical user's run: rank 16, 49x480x720, bf16.
run::RunSettings published_run(const fs::path& model, const std::vector<std::string>& more = {}) {
  std::string text = "schema = 1\n[run]\nname = \"big\"\n[model]\nfamily = \"cogvideox\"\nfolder = \"" +
                     model.string() +
                     "\"\n[data]\ndataset = \"none.jsonl\"\ncache = \"cache\"\nvideo_resolution_buckets = "
                     "[\"49x480x720\"]\n[lora]\nrank = 16\nlora_alpha = 16.0\n";
  for (const std::string& each : more) text = run::override_in_text(text, each);
  const run::RunFile file = run::parse_run_file(text, model / "run.toml");
  if (!file.faults.empty()) throw Error(file.faults.front());
  return file.settings;
}

const planner::PhasePlan& phase(const planner::RunPlan& plan, const std::string& name) {
  for (const planner::PhasePlan& each : plan.phases)
    if (each.name == name) return each;
  throw std::runtime_error("no phase " + name);
}

}  // namespace

class TestPlanner : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Allocations of other threads are forecast, but not seen by the live counter.
  void initTestCase() { torch::set_num_threads(1); }
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    root_ = fs::path(folder_->path().toStdString());
  }

  void live_bytes_are_forecast_data() {
    QTest::addColumn<int>("number");
    for (int i = 0; i < 6; ++i)
      QTest::newRow(support::plan_cases()[static_cast<size_t>(i)].name.c_str()) << i;
  }
  void live_bytes_are_forecast() {
    QFETCH(int, number);
    const support::PlanCase& each = support::plan_cases()[static_cast<size_t>(number)];
    support::make_plan_case(each, root_);
    const support::PlanAccuracy result = support::measure_plan_case(each, root_);
    const double ratio = static_cast<double>(result.planned_bytes) / static_cast<double>(result.live_bytes);
    QVERIFY2(std::abs(ratio - 1) < 0.03,
             qPrintable(QString("%1 instead of %2").arg(result.planned_bytes).arg(result.live_bytes)));
  }

  // Without any weights on disk. Weights of 5b: 5.57e9 parameters of two bytes.
  void a_full_size_model_is_planned_at_once() {
    support::make_published_folder(root_, "cogvideox-5b");
    const planner::PlanRequest request{published_run(root_, {"validation.validation_prompts=[\"a boat\"]"}),
                                       int64_t{24} << 30, "RTX 4090"};
    const planner::RunPlan plan = planner::plan_run(request, {});
    qInfo("planned in %.2f s", plan.planning_seconds);
    for (const auto& each : plan.phases)
      qInfo("%s %.2f GiB, %.0f TF", each.name.c_str(), static_cast<double>(each.device.total()) / gib,
            each.work.flops() / 1e12);
    const auto& training = phase(plan, "training");
    const double weights = static_cast<double>(training.device.of(MemoryRole::weights));
    QVERIFY2(std::abs(weights / 11.14e9 - 1) < 0.01, qPrintable(QString::number(weights)));
    QVERIFY(training.device.of(MemoryRole::activation) < 8 * gib);
    QCOMPARE(plan.step_times.size(), size_t{1});
    QVERIFY(plan.fits().has_value());
  }

  // Runs and cache may be on different disks, each with its own free space.
  void free_disk_is_that_of_each_folder() {
    const fs::path memory = "/dev/shm/framewright-no-such-folder";
    const auto free = [](const fs::path& folder) { return static_cast<double>(fs::space(folder).available); };
    if (!fs::exists("/dev/shm") || std::abs(free("/dev/shm") - free(root_)) < gib)
      QSKIP("there are no two disks to tell apart");
    support::make_small_model(root_, {4, 2, 32});
    const auto plan = [&](const fs::path& runs, const fs::path& cache) {
      return planner::plan_run({published_run(root_, {"run.output_dir=\"" + runs.string() + "\"",
                                                      "data.cache=\"" + cache.string() + "\""}),
                                int64_t{8} << 30, "RTX 4090"},
                               {});
    };
    const auto is_of = [&](int64_t bytes, const fs::path& place, const fs::path& other) {
      return std::abs(static_cast<double>(bytes) - free(place)) <
             std::abs(static_cast<double>(bytes) - free(other));
    };
    const planner::RunPlan one = plan(memory / "runs", root_ / "cache");
    QVERIFY(is_of(one.output_free_bytes, "/dev/shm", root_) &&
            is_of(one.cache_free_bytes, root_, "/dev/shm"));
    const planner::RunPlan other = plan(root_ / "runs", memory / "cache");
    QVERIFY(is_of(other.output_free_bytes, root_, "/dev/shm") &&
            is_of(other.cache_free_bytes, "/dev/shm", root_));
  }

  // Published figures: 1241 TFLOP for 5b and 469 for 2b with full checkpointing.
  void operations_are_those_of_the_model_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<double>("tflop");
    QTest::newRow("2b") << "cogvideox-2b" << 469.0;
    QTest::newRow("5b") << "cogvideox-5b" << 1241.0;
  }
  void operations_are_those_of_the_model() {
    QFETCH(QString, model);
    QFETCH(double, tflop);
    support::make_published_folder(root_, model.toStdString());
    const auto plan = planner::plan_run({published_run(root_), int64_t{24} << 30, "H100"}, {});
    const double counted = phase(plan, "training").work.flops() / 1e12;
    QVERIFY2(std::abs(counted / tflop - 1) < 0.05, qPrintable(QString::number(counted)));
  }

  // 5b computed by hand: 42 blocks of width 3072 with 17,776 tokens, computed forward twice. Seconds: another
  // roofline, with rates collected independently of gpu_specs.cpp.
  void a_step_takes_what_its_parts_take_data() {
    QTest::addColumn<QString>("card");
    QTest::addColumn<double>("seconds");
    QTest::newRow("RTX 3060") << "RTX 3060" << 63.0;
    QTest::newRow("RTX 4090") << "RTX 4090" << 10.3;
    QTest::newRow("RTX 5090") << "RTX 5090" << 8.0;
    QTest::newRow("H100") << "H100" << 3.05;
  }
  void a_step_takes_what_its_parts_take() {
    QFETCH(QString, card);
    QFETCH(double, seconds);
    support::make_published_folder(root_, "cogvideox-5b");
    const auto plan = planner::plan_run({published_run(root_), int64_t{24} << 30, card.toStdString()}, {});
    const ComputedWork& work = phase(plan, "training").work;
    constexpr double tokens = 17776, width = 3072, blocks = 42;
    const double attention = 4 * tokens * tokens * width * blocks;
    QVERIFY2(std::abs(work.attention / (2 * attention) - 1) < 0.01,
             qPrintable(QString::number(work.attention)));
    QVERIFY(std::abs(work.attention_backward / (2.5 * attention) - 1) < 0.01);
    // 12 width^2 weights per block, twice forward and once backward, without the weights' own gradients.
    const double products = 2 * tokens * 12 * width * width * blocks * 3;
    QVERIFY2(std::abs(work.products / products - 1) < 0.08,
             qPrintable(QString::number(work.products / products)));
    const double tensors = work.moved_bytes / (tokens * width * 2);
    qInfo("%.0f tensors of %.0f MB moved", tensors, tokens * width * 2 / 1e6);
    QVERIFY2(tensors > 3500 && tensors < 5500, qPrintable(QString::number(tensors)));
    const double planned = plan.step_times.front().seconds;
    qInfo("%s: %.2f s", qPrintable(card), planned);
    QVERIFY2(std::abs(planned / seconds - 1) < 0.12, qPrintable(QString::number(planned)));
  }

  // With several sizes an update's time is the average over them, weighted by the number of clips.
  void a_size_counts_by_its_clips() {
    support::make_small_model(root_, {4, 2, 32});
    const catalog::Bucket sizes[] = {{9, 256, 256}, {25, 320, 480}, {49, 480, 720}};
    const auto planned = [&](const std::array<int, 3>& clips) {
      dataset::DatasetManifest samples;
      for (size_t size = 0; size < 3; ++size)
        for (int i = 0; i < clips[size]; ++i) {
          dataset::DatasetSample& sample = samples.emplace_back();
          sample.id = std::to_string(samples.size()) + "-0";
          sample.source = "/none.mp4";
          sample.bucket = sizes[size];
          sample.source_out = sample.frame_count = sizes[size].frames;
          sample.crop = {0, 0, sizes[size].width, sizes[size].height};
        }
      const fs::path file = root_ / "mixed.jsonl";
      dataset::write_dataset_manifest(file, samples, Existing::replace);
      planner::PlanRequest request{published_run(root_, {"data.dataset=\"" + file.string() + "\"",
                                                         "data.video_resolution_buckets=[]"}),
                                   int64_t{8} << 30, "RTX 4090"};
      request.with_measured_time = true;  // without it only the largest size is planned
      return planner::plan_run(request, {});
    };
    double alone[3];
    for (size_t size = 0; size < 3; ++size) {
      std::array<int, 3> clips{};
      clips[size] = 2;
      alone[size] = planned(clips).step_times.front().seconds;
    }
    QVERIFY(alone[1] > 2 * alone[0] && alone[2] > 2 * alone[1]);
    for (const std::array<int, 3>& clips :
         {std::array{1, 0, 1}, std::array{9, 0, 1}, std::array{1, 0, 9}, std::array{2, 5, 1}}) {
      const planner::RunPlan plan = planned(clips);
      double sum = 0, count = 0;
      for (size_t size = 0; size < 3; ++size) {
        sum += clips[size] * alone[size];
        count += clips[size];
      }
      // A size between the others is interpolated.
      const double tolerance = clips[1] > 0 ? 0.03 : 1e-6;
      const double mean = plan.step_times.front().seconds;
      QVERIFY2(std::abs(mean * count / sum - 1) < tolerance, qPrintable(QString::number(mean * count / sum)));
      for (const engine_api::SizeCost& each : plan.size_costs)
        for (size_t size = 0; size < 3; ++size)
          if (each.size == catalog::to_string(sizes[size]))
            QVERIFY2(std::abs(each.cost * mean / alone[size] - 1) < tolerance,
                     qPrintable(QString::number(each.cost * mean / alone[size])));
      QCOMPARE(plan.size_costs.size(), size_t{clips[1] > 0 ? 3U : 2U});
    }
  }

  void settings_that_save_memory_do_data() {
    QTest::addColumn<QString>("setting");
    QTest::addColumn<bool>("less");
    QTest::newRow("no checkpointing") << "training.gradient_checkpointing=false" << false;
    QTest::newRow("every second block") << "training.gradient_checkpointing_interval=2" << false;
    QTest::newRow("batch 2") << "training.batch_size=2" << false;
    QTest::newRow("average") << "ema.ema_decay=0.99" << false;
    QTest::newRow("three blocks kept") << "memory.kept_blocks=3" << false;
    QTest::newRow("attention kept") << "memory.keep_attention=true" << false;
    QTest::newRow("DoRA") << "lora.kind=dora" << false;
    QTest::newRow("streaming") << "memory.streamed_blocks=4" << true;
    QTest::newRow("activation offload") << "memory.activation_offload=true" << true;
  }
  void settings_that_save_memory_do() {
    QFETCH(QString, setting);
    QFETCH(bool, less);
    support::make_small_model(root_, {4, 2, 32});
    const auto peak = [&](const std::vector<std::string>& settings) {
      const planner::PlanRequest request{published_run(root_, settings), int64_t{8} << 30, "RTX 4090"};
      return phase(planner::plan_run(request, {}), "training").device.total();
    };
    QVERIFY((peak({setting.toStdString()}) < peak({})) == less);
  }

  void fitting_spends_what_is_left_on_recomputing_less_data() {
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("card");
    QTest::newRow("a card") << "auto"
                            << "RTX 4090";
    QTest::newRow("the processor, of which nobody knows the speed") << "cpu"
                                                                    << "";
  }
  void fitting_spends_what_is_left_on_recomputing_less() {
    QFETCH(QString, device);
    QFETCH(QString, card);
    support::make_small_model(root_, {4, 6, 32});
    planner::PlanRequest request{.settings = {}, .vram_bytes = int64_t{64} << 30, .card = card.toStdString()};
    const auto with = [&](int kept, bool attention) {
      request.settings = published_run(
          root_, {"run.device=" + device.toStdString(), "memory.kept_blocks=" + std::to_string(kept),
                  "memory.keep_attention=" + run::to_toml(attention), "data.vae_tiling=true"});
      return request;
    };
    const auto plan = [&](int kept, bool attention) { return planner::plan_run(with(kept, attention), {}); };
    const int64_t limit = (plan(2, false).device_peak_bytes() + plan(3, false).device_peak_bytes()) / 2;
    request.vram_bytes = limit * 100 / 95;
    const engine_api::RunFit spent = planner::fit_run(with(0, false), {}, planner::FitScope::fastest);
    QVERIFY(spent.verdict.fits && spent.verdict.slower < -0.02);
    QVERIFY(spent.plan.device_peak_bytes() <= limit);
    double fewest_flops = INFINITY;
    for (int kept = 0; kept <= 4; ++kept)
      for (const bool attention : {false, true})
        if (const planner::RunPlan each = plan(kept, attention); each.device_peak_bytes() <= limit)
          fewest_flops = std::min(fewest_flops, phase(each, "training").work.flops());
    QCOMPARE(phase(spent.plan, "training").work.flops(), fewest_flops);
    QVERIFY(planner::fit_run(with(0, false), {}, planner::FitScope::all).verdict.changes.empty());
  }

  // Device memory of a full fine-tune besides activations, in bytes per parameter.
  void a_full_fine_tune_takes_what_its_optimizer_says_data() {
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<double>("optimizer");
    QTest::addColumn<double>("weights");
    QTest::addColumn<double>("optimizer_on_host");
    const QString offload = "optimizer.offload=true", streamed = streamed_all;
    QTest::newRow("plain") << QStringList() << 8.0 << 6.0 << 0.0;
    QTest::newRow("8 bits") << QStringList{"optimizer.optimizer=adamw_8bit"} << 2.03 << 6.0 << 0.0;
    QTest::newRow("8 bits, bf16") << QStringList{"optimizer.optimizer=adamw_8bit", "sft.trained_type=bf16"}
                                  << 2.03 << 2.0 << 0.0;
    QTest::newRow("on the host") << QStringList{offload} << 0.0 << 2.0 << 8.0;
    QTest::newRow("gradients leave") << QStringList{offload, "optimizer.offload_gradients=true"} << 0.0 << 2.0
                                     << 8.0;
    QTest::newRow("streamed") << QStringList{offload, streamed} << 0.0 << 0.05 << 8.0;
    QTest::newRow("streamed, 8 bits")
        << QStringList{offload, streamed, "optimizer.optimizer=adamw_8bit"} << 0.0 << 0.05 << 2.03;
  }
  void a_full_fine_tune_takes_what_its_optimizer_says() {
    QFETCH(QStringList, settings);
    QFETCH(double, optimizer);
    QFETCH(double, weights);
    QFETCH(double, optimizer_on_host);
    support::make_small_model(root_, {4, 8, 32});
    std::vector<std::string> all{"training.training_type=sft", "training.mixed_precision=bf16"};
    for (const QString& setting : settings) all.push_back(setting.toStdString());
    const auto plan = planner::plan_run({published_run(root_, all), int64_t{8} << 30, "RTX 4090"}, {});
    const auto& training = phase(plan, "training");
    const auto a_parameter = [&](const MemoryUse& use, MemoryRole role) {
      return static_cast<double>(use.of(role)) / static_cast<double>(plan.trained_parameters);
    };
    const auto is = [](double found, double expected) { return std::abs(found - expected) < 0.06; };
    const double device = a_parameter(training.device, MemoryRole::optimizer_state);
    QVERIFY2(is(device, optimizer), qPrintable(QString::number(device)));
    const double kept = a_parameter(training.device, MemoryRole::weights);
    QVERIFY2(is(kept, weights), qPrintable(QString::number(kept)));
    // A streamed block's gradients move to the host with it.
    const double gradients = a_parameter(training.device, MemoryRole::gradient);
    if (settings.contains(streamed_all)) QVERIFY2(gradients < 0.1, qPrintable(QString::number(gradients)));
    const double host = a_parameter(training.host, MemoryRole::optimizer_state);
    QVERIFY2(is(host, optimizer_on_host), qPrintable(QString::number(host)));
  }

  void what_cannot_be_planned_is_said_data() {
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("card");
    QTest::addColumn<QString>("code");
    QTest::newRow("size") << "data.video_resolution_buckets=[\"49x481x720\"]"
                          << ""
                          << "planner.wrong_size";
    QTest::newRow("card") << "run.name=x"
                          << "Voodoo 2"
                          << "planner.unknown_card";
    QTest::newRow("task") << "training.task=image_to_video"
                          << ""
                          << "";
  }
  void what_cannot_be_planned_is_said() {
    QFETCH(QString, setting);
    QFETCH(QString, card);
    QFETCH(QString, code);
    support::make_small_model(root_, {2, 2, 32});
    try {
      const auto settings = published_run(root_, {setting.toStdString()});
      planner::plan_run({settings, int64_t{8} << 30, card.toStdString()}, {});
      QFAIL("was planned");
    } catch (const Error& error) {
      if (!code.isEmpty()) QCOMPARE(QString::fromStdString(error.fault().code), code);
      QVERIFY(error.fault().blame == Blame::input);
    }
    QVERIFY_EXCEPTION_THROWN(planner::plan_run({published_run(root_ / "none"), std::nullopt, ""}, {}), Error);
  }

  void a_plan_can_be_stopped() {
    support::make_small_model(root_, {2, 2, 32});
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(
        planner::plan_run({published_run(root_), int64_t{8} << 30, ""}, stop.get_token()), Cancelled);
  }

  // Weights at the peak: all three networks; the largest, 5b's transformer; no more than the text encoder's
  // two blocks and the VAE.
  void a_clip_is_planned() {
    support::make_published_folder(root_, "cogvideox-5b");
    inference::VideoRequest request;
    request.size = {49, 480, 720};
    const auto plan_of = [&](inference::Offload offload, int64_t blocks) {
      inference::PipelineOptions options;
      options.model = {root_};
      options.device = torch::kCUDA;
      options.dtype = torch::kBFloat16;
      options.offload = offload;
      options.streamed_blocks = blocks;
      if (blocks > 0) options.text_encoder = encoders::TextEncoderPlace::streamed;
      return planner::plan_generation(options, request, 0, {});
    };
    const auto all = plan_of(inference::Offload::none, 0), one = plan_of(inference::Offload::model, 0),
               streamed = plan_of(inference::Offload::model, 42);
    QCOMPARE(all.phases.size(), size_t{1});
    QCOMPARE(all.block_count, 42);
    QCOMPARE(all.size, std::string("49x480x720"));
    const auto weights = [](const planner::RunPlan& plan) {
      return static_cast<double>(phase(plan, "generation").device.of(MemoryRole::weights));
    };
    QVERIFY2(weights(all) > 20e9, qPrintable(QString::number(weights(all))));
    QVERIFY2(weights(one) < 11.5e9, qPrintable(QString::number(weights(one))));
    QVERIFY2(weights(streamed) < 2e9, qPrintable(QString::number(weights(streamed))));
    QVERIFY(streamed.device_peak_bytes() < one.device_peak_bytes());
    QVERIFY(one.device_peak_bytes() < all.device_peak_bytes());
    QVERIFY(streamed.host_peak_bytes() > one.host_peak_bytes());
    // Page-locked weights are not also kept in the mapped file.
    const planner::PhasePlan& making = phase(streamed, "generation");
    QVERIFY(streamed.host_peak_bytes() < making.host.total() + making.pinned.total());
    QVERIFY(streamed.host_peak_bytes() >= std::max(making.host.total(), making.pinned.total()));
    qInfo("%.2f, %.2f and %.2f GiB", static_cast<double>(all.device_peak_bytes()) / gib,
          static_cast<double>(one.device_peak_bytes()) / gib,
          static_cast<double>(streamed.device_peak_bytes()) / gib);
    request.size = {49, 481, 720};
    QVERIFY_EXCEPTION_THROWN(plan_of(inference::Offload::model, 0), Error);
  }

  /// 5.6 B parameters of FramePack at the shapes of a published training log: 40 GB with one sample, and none
  /// of its cards could hold four.
  void sections_train_at_their_published_shapes_data() {
    QTest::addColumn<int>("samples");
    QTest::addColumn<double>("most_gib");
    QTest::newRow("one") << 1 << 24.0;
    QTest::newRow("four") << 4 << 40.0;
  }
  void sections_train_at_their_published_shapes() {
    QFETCH(int, samples);
    QFETCH(double, most_gib);
    support::make_published_folder(root_, "framepack-i2v-hy");
    auto config = nlohmann::json::parse(read_file(root_ / "transformer" / "config.json"));
    config["num_layers"] = 10;
    config["num_single_layers"] = 16;
    write_file_atomically(root_ / "transformer" / "config.json", config.dump(), Existing::replace);
    const auto settings = published_run(root_, {"model.family=framepack", "training.task=image_to_video",
                                                "training.batch_size=" + std::to_string(samples)});
    const tensor::DryRun dry_run(torch::kCUDA);
    const tensor::MemoryCounter memory;
    training::Learner learner(settings, {.device = torch::kMeta});
    QVERIFY(std::abs(learner.model->transformer().parameter_count() / 5.6e9 - 1) < 0.1);
    training::MicroBatch micro_batch;
    families::TrainingBatch& batch = micro_batch.batch;
    batch = learner.model->example_batch({37, 416, 960}, samples);
    QCOMPARE(batch.latents.sizes().vec(), (std::vector<int64_t>{samples, 16, 10, 52, 120}));
    QCOMPARE(batch.text.pooled.sizes().vec(), (std::vector<int64_t>{samples, 768}));
    QCOMPARE(batch.image_embeds.sizes().vec(), (std::vector<int64_t>{samples, 729, 1152}));
    batch.text.embeds = tensor::example_input({samples, 512, 4096}, torch::kBFloat16);
    batch.text.mask = tensor::example_input({samples, 512}, torch::kInt64);
    micro_batch.draw = learner.model->draw(batch, at::make_generator<at::CPUGeneratorImpl>(uint64_t{0}));
    for (int64_t step = 0; step < 2; ++step) {
      QCOMPARE(learner.run_micro_batch(micro_batch).numel(), int64_t{samples});
      learner.optimizer_step.update(step, true);
    }
    const double peak = static_cast<double>(memory.peak(tensor::Placement::device).total()) / gib;
    qInfo("%d samples: %.2f GiB", samples, peak);
    QVERIFY(peak < most_gib);
  }

  /// FramePack at 640x640, whose blocks, encoder and decoder take turns.
  void a_clip_of_any_length_fits_in_6_gb() {
    support::make_published_folder(root_, "framepack-i2v-hy");
    inference::PipelineOptions options;
    options.model = {root_};
    options.device = torch::kCUDA;
    options.dtype = torch::kBFloat16;
    options.offload = inference::Offload::model;
    options.text_encoder = encoders::TextEncoderPlace::streamed;
    options.streamed_blocks = 1000;
    std::vector<int64_t> peaks;
    for (const int64_t frames : {145, 361}) {
      inference::VideoRequest request;
      request.size = {frames, 640, 640};
      request.guidance_scale = 1;
      peaks.push_back(planner::plan_generation(options, request, int64_t{6} << 30, {}).device_peak_bytes());
      qInfo("%d frames: %.2f GiB", static_cast<int>(frames), static_cast<double>(peaks.back()) / gib);
    }
    QVERIFY(peaks[0] < 6e9);
    QVERIFY(peaks[1] - peaks[0] < 1 << 20);
  }

  /// The larger network and the decoding of the sound.
  void sound_counts() {
    inference::PipelineOptions options;
    options.model = {FW_SOURCE_FOLDER "/tests/reference/cases/models/ltx-2.3"};
    options.device = torch::kCUDA;
    options.offload = inference::Offload::none;
    inference::VideoRequest request;
    request.size = {17, 64, 64};
    request.steps = 3;
    const auto plan_of = [&](bool sound) {
      request.own["validation.ltx2.sound"] = sound;
      return planner::plan_generation(options, request, 0, {});
    };
    const auto weights = [](const planner::RunPlan& plan) {
      return phase(plan, "generation").device.of(MemoryRole::weights);
    };
    const auto with = plan_of(true), without = plan_of(false);
    QVERIFY(weights(with) > weights(without));
    QVERIFY(planner::transformer_bytes(options, request, torch::kCUDA).total() > 0);
    const auto silent = planner::transformer_bytes(options, request, torch::kCUDA).total();
    request.own["validation.ltx2.sound"] = true;
    QVERIFY(planner::transformer_bytes(options, request, torch::kCUDA).total() > silent);
  }

  void cards_are_found_by_what_the_driver_calls_them() {
    QCOMPARE(planner::find_gpu_spec("NVIDIA GeForce RTX 4060 Ti")->memory_gib, 16.0);
    QCOMPARE(std::string(planner::find_gpu_spec("nvidia a100-sxm4-80gb")->name), std::string("A100"));
    QVERIFY(planner::find_gpu_spec("Radeon") == nullptr);
  }

  void operations_are_counted() {
    const tensor::FlopCounter counter;
    const auto a = torch::randn({3, 4}).requires_grad_(true), b = torch::randn({4, 5});
    torch::matmul(a, b).sum().backward();
    QCOMPARE(counter.flops(), 2.0 * (3 * 4 * 5 + 3 * 5 * 4));
  }

 private:
  const QString streamed_all = "memory.streamed_blocks=4";
  std::unique_ptr<QTemporaryDir> folder_;
  fs::path root_;
};

QTEST_GUILESS_MAIN(TestPlanner)
#include "test_planner.moc"
