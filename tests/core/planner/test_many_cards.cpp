// SPDX-License-Identifier: Apache-2.0
#include "planner/many_cards.h"

#include <QtTest>

#include "base/atomic_file.h"
#include "base/error.h"
#include "core/planner/published_times.h"
#include "planner/communicator_memory.h"
#include "run/run_file.h"
#include "support/plan_models.h"

using namespace fw;
namespace fs = std::filesystem;

namespace {

inference::PipelineOptions pipeline(const fs::path& model) {
  inference::PipelineOptions options;
  options.model = {model};
  options.dtype = torch::kBFloat16;
  options.offload = inference::Offload::model;
  return options;
}

inference::VideoRequest clip(const catalog::Bucket& size = {49, 480, 720}) {
  inference::VideoRequest request;
  request.size = size;
  return request;
}

run::RunSettings make_run(const fs::path& model, const std::vector<std::string>& settings) {
  std::string text = "schema = 1\n[run]\nname = \"many\"\n[model]\nfamily = \"cogvideox\"\nfolder = \"" +
                     model.string() +
                     "\"\n[data]\ndataset = \"none.jsonl\"\ncache = \"cache\"\nvideo_resolution_buckets = "
                     "[\"9x64x96\"]\n[lora]\nrank = 16\nlora_alpha = 16.0\n";
  for (const std::string& each : settings) text = run::override_in_text(text, each);
  return run::parse_run_file(text, model / "run.toml").settings;
}

std::string code_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.fault().code;
  }
  return "none";
}

}  // namespace

class TestManyCards : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("XDG_DATA_HOME", path("data").c_str());  // no stored links
    support::make_published_folder(path("cogvideox-2b"), "cogvideox-2b");
    support::make_published_folder(path("cogvideox-5b"), "cogvideox-5b");
    support::make_small_model(path("small"), {4, 4, 32});
  }

  // Nothing is calibrated here: operations come from the dry run, rates and links from the tables.
  void published_times_are_predicted_data() {
    QTest::addColumn<int>("index");
    const auto curves = tests::published_curves();
    for (size_t i = 0; i < curves.size(); ++i)
      QTest::addRow("%s, %s", curves[i].card.c_str(), curves[i].model.c_str()) << static_cast<int>(i);
  }
  void published_times_are_predicted() {
    QFETCH(int, index);
    const tests::PublishedCurve curve = tests::published_curves()[static_cast<size_t>(index)];
    double sum = 0;
    int64_t count = 0;
    for (const int64_t cards : {1, 2, 3, 4, 6}) {
      const auto plan = planner::plan_clip_on_cards(pipeline(path(curve.model)), clip(),
                                                    {.cards = std::to_string(cards) + "x" + curve.card}, {});
      for (const tests::PublishedTime& time : curve.times) {
        if (time.cards() != cards) continue;
        const auto found = std::ranges::find(plan.meshes, time.mesh, &engine_api::MeshForecast::mesh);
        QVERIFY(found != plan.meshes.end());
        QVERIFY(!found->extrapolated);
        sum += std::abs(found->step_s / time.step_s - 1);
        ++count;
      }
    }
    const double mean = sum / static_cast<double>(count);
    qInfo("mean error %.1f %% of %d times", 100 * mean, static_cast<int>(count));
    QVERIFY2(mean < 0.10, qPrintable(QString::number(mean)));
  }

  // Speed-ups of steps as published: encoding and decoding stay on one card. 5b: 3.63 in today's chart.
  // October 2024's 3.91 was relative to 6.76 s on one card, which the chart now gives as 6.28.
  void four_cards_speed_steps_up_as_published_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<double>("speed_up");
    QTest::newRow("2b") << "cogvideox-2b" << 3.53;
    QTest::newRow("5b") << "cogvideox-5b" << 6.28 / 1.73;
  }
  void four_cards_speed_steps_up_as_published() {
    QFETCH(QString, model);
    QFETCH(double, speed_up);
    const auto plan = planner::plan_clip_on_cards(pipeline(path(model.toUtf8().constData())), clip(),
                                                  {.cards = "4xL40"}, {});
    const double planned = plan.by_count.front().step_s / plan.meshes.front().step_s;
    qInfo("%.2f times as fast instead of %.2f", planned, speed_up);
    QVERIFY2(std::abs(planned / speed_up - 1) < 0.10, qPrintable(QString::number(planned)));
  }

  // Twelve L40 in two machines: the forecast matches for 5b but not for 2b, so both are marked extrapolated.
  void across_machines_it_says_that_it_extrapolates() {
    for (const tests::PublishedCurve& curve : tests::published_curves()) {
      if (curve.times.back().cards() != 12) continue;
      const auto plan =
          planner::plan_clip_on_cards(pipeline(path(curve.model)), clip(), {.cards = "2x6xL40"}, {});
      for (const tests::PublishedTime& time : curve.times) {
        if (time.cards() != 12) continue;
        const auto found = std::ranges::find(plan.meshes, time.mesh, &engine_api::MeshForecast::mesh);
        const double error = found->step_s / time.step_s - 1;
        qInfo("%s, %s: %.3f s, %+.0f %%", curve.model.c_str(), launch::in_words(time.mesh).c_str(),
              found->step_s, 100 * error);
        QVERIFY(found->extrapolated);
        if (curve.model == "cogvideox-5b")
          QVERIFY2(std::abs(error) < 0.20, qPrintable(QString::number(error)));
      }
    }
  }

  void the_fastest_mesh_of_all_cards_has_what_is_asked_for() {
    const auto plan =
        planner::plan_clip_on_cards(pipeline(path("cogvideox-5b")), clip(), {.cards = "8xL40"}, {});
    QCOMPARE(plan.of_all({})->best.mesh, plan.meshes.front().mesh);
    const auto ring = plan.of_all({.ring = 2});
    QCOMPARE(ring->best.mesh.ring, int64_t{2});
    QCOMPARE(ring->best.mesh.size(), int64_t{8});
    for (const engine_api::MeshForecast& each : plan.meshes)
      QVERIFY(each.mesh.ring != 2 || each.seconds >= ring->best.seconds);
    QVERIFY(ring->reason().starts_with(launch::in_words(ring->best.mesh)));
    QVERIFY(!plan.of_all({.ring = 3}));
  }

  void a_model_that_no_card_holds_is_placed_over_several() {
    auto options = pipeline(path("cogvideox-5b"));
    options.text_encoder = encoders::TextEncoderPlace::streamed;
    options.dtype = torch::kFloat32;  // 21 GiB of weights, and cards of 16 GiB
    const auto plan = planner::plan_clip_on_cards(options, clip(), {.cards = "4xRTX 4080"}, {});
    QVERIFY(!plan.fits());
    QVERIFY(plan.placed);
    QCOMPARE(plan.placed->cards, int64_t{2});
    QVERIFY(plan.placed->memory_bytes <= plan.limit_bytes);
    QVERIFY(plan.placed->memory_bytes > plan.by_count.front().memory_bytes / 2);
    QCOMPARE(plan.placed->seconds, plan.by_count.front().seconds);
    QVERIFY2(plan.reason().find("over 2 cards") != std::string::npos, plan.reason().c_str());
    const auto one = planner::plan_clip_on_cards(options, clip(), {.cards = "1xRTX 4080"}, {});
    QVERIFY(!one.fits() && !one.placed);
  }

  void a_clip_needs_less_a_card_and_says_why() {
    const auto plan =
        planner::plan_clip_on_cards(pipeline(path("cogvideox-5b")), clip(), {.cards = "8xL40"}, {});
    QCOMPARE(plan.by_count.size(), size_t{8});
    QCOMPARE(plan.by_count.front().speed_up, 1.0);
    const auto& of_eight = plan.by_count.back();
    QVERIFY(of_eight.memory_bytes - planner::communicator_bytes(planner::communicator_sizes(of_eight.mesh)) <
            plan.by_count.front().memory_bytes);
    QCOMPARE(plan.best.mesh.guidance, int64_t{2});
    for (size_t i = 1; i < plan.meshes.size(); ++i)
      QVERIFY(plan.meshes[i - 1].seconds <= plan.meshes[i].seconds);
    const QString reason = QString::fromStdString(plan.reason());
    QVERIFY2(reason.startsWith(QString::fromStdString(launch::in_words(plan.best.mesh))), qPrintable(reason));
    QVERIFY(!plan.links_measured && !plan.compute_measured && plan.fits());
    // Denoising is measured: the rest is unchanged.
    const auto measured = planner::plan_clip_on_cards(pipeline(path("cogvideox-5b")), clip(),
                                                      {.cards = "1xL40", .step_s = 10}, {});
    QVERIFY(measured.compute_measured);
    QCOMPARE(measured.best.step_s, 10.0);
    QVERIFY(measured.best.seconds > 500);
  }

  // With such slow links a second card within a branch does not pay off.
  void measured_links_decide() {
    run::Links links{.device = "a card", .within = {{2, 1e-3, 1e7}, {4, 1e-3, 1e7}}};
    const auto plan = planner::plan_clip_on_cards(pipeline(path("cogvideox-5b")), clip(),
                                                  {.cards = "4xL40", .links = links}, {});
    QVERIFY(plan.links_measured);
    QCOMPARE(plan.best.mesh, (launch::MeshShape{.guidance = 2}));
    QVERIFY(QString::fromStdString(plan.reason()).contains("2 of 4 cards"));
    QVERIFY(!plan.by_count[3].extrapolated);
    const auto more = planner::plan_clip_on_cards(pipeline(path("cogvideox-5b")), clip(),
                                                  {.cards = "8xL40", .links = links}, {});
    QVERIFY(std::ranges::any_of(more.meshes, &engine_api::MeshForecast::extrapolated));
  }

  // Stored links apply to cards of their own kind.
  void kept_links_are_used_for_their_cards() {
    const run::Links links{.device = "NVIDIA L40", .within = {{2, 0, 5e9}}};
    const fs::path file = run::keep_links(links);
    QCOMPARE(run::read_links(file), links);
    const auto measured = [&](const char* cards) {
      return planner::plan_clip_on_cards(pipeline(path("small")), clip({9, 64, 96}), {.cards = cards}, {})
          .links_measured;
    };
    QVERIFY(measured("2xL40"));
    QVERIFY(!measured("2xA100"));
    write_file_atomically(file, "{}", Existing::replace);
    QVERIFY(!measured("2xL40"));
    fs::remove(file);
  }

  void micro_batches_are_shared_data() {
    QTest::addColumn<int>("micro_batches");
    QTest::addColumn<QString>("best");
    QTest::newRow("eight") << 8 << "data 8: ";
    QTest::newRow("sixteen") << 16 << "data 8: ";
    QTest::newRow("one") << 1 << "ulysses 8: ";
    QTest::newRow("two") << 2 << "data 2 x ulysses 4: ";
  }
  void micro_batches_are_shared() {
    QFETCH(int, micro_batches);
    QFETCH(QString, best);
    const auto settings =
        make_run(path("small"), {"training.gradient_accumulation_steps=" + std::to_string(micro_batches)});
    const auto plan =
        planner::plan_run_on_cards({.settings = settings}, {.cards = "8xA100", .step_s = 8}, {});
    for (const auto& each : plan.by_count) {
      QCOMPARE(micro_batches % each.mesh.data, int64_t{0});
      // Each computes its share, enlarged by tokens and heads that do not divide evenly, and communicates.
      const auto ranks = static_cast<double>(each.mesh.size());
      const QString says =
          QString::fromStdString(launch::in_words(each.mesh)) + " " + QString::number(each.speed_up);
      QVERIFY2(each.speed_up > (each.mesh.sequence() == 1 ? 0.95 : 0.3) * ranks, qPrintable(says));
      QVERIFY2(each.speed_up <= ranks * (1 + 1e-9), qPrintable(says));
      QCOMPARE(each.exchange_s > 0, each.mesh.size() > 1);
    }
    const QString said = QString::fromStdString(plan.reason());
    QVERIFY2(said.startsWith(best), qPrintable(said));
  }

  /// Gradients are sent during the backward pass, as far as that is long enough.
  void computing_hides_an_exchange() {
    const auto settings =
        make_run(path("cogvideox-2b"), {"training.gradient_accumulation_steps=2", "lora.rank=128"});
    const auto exposed = [&](double step_s) {
      const auto plan =
          planner::plan_run_on_cards({.settings = settings}, {.cards = "2xA100", .step_s = step_s}, {});
      const launch::MeshShape both{.data = 2};
      return std::ranges::find(plan.meshes, both, &engine_api::MeshForecast::mesh)->exchange_s;
    };
    QVERIFY(exposed(8) > 0);  // nothing hides the last piece
    QVERIFY(exposed(8) < exposed(1e-9));
  }

  /// Links between machines are slow: samples are divided over them, tokens are not.
  void tokens_stay_within_a_machine() {
    const auto plan = planner::plan_run_on_cards(
        {.settings = make_run(path("small"), {"training.gradient_accumulation_steps=2"})},
        {.cards = "2x4xA100", .step_s = 8}, {});
    QCOMPARE(plan.meshes.size(), size_t{2});
    const launch::MeshShape wanted{.data = 2, .ulysses = 4}, across{.ring = 2, .ulysses = 4};
    QVERIFY2(plan.best.mesh == wanted, launch::in_words(plan.best.mesh).c_str());
    const auto found = std::ranges::find(plan.meshes, across, &engine_api::MeshForecast::mesh);
    QVERIFY(found != plan.meshes.end() && found->extrapolated);
    QVERIFY(found->exchange_s > plan.best.exchange_s);
  }

  /// Ranks that share each sample's tokens hold less of its activations, but still all weights.
  void shared_tokens_need_less_memory() {
    const auto plan_for = [&](int64_t ranks) {
      planner::PlanRequest request{.settings = make_run(path("small"), {"distributed.ulysses=2"}),
                                   .vram_bytes = int64_t{24} << 30};
      request.with_precompute = false;
      request.settings.ulysses = ranks;
      request.ranks = ranks;
      return planner::plan_run(request, {});
    };
    const auto alone = plan_for(1), shared = plan_for(2);
    const auto& of_alone = planner::training_of(alone);
    const auto& of_shared = planner::training_of(shared);
    const double activations = static_cast<double>(of_shared.device.of(MemoryRole::activation)) /
                               static_cast<double>(of_alone.device.of(MemoryRole::activation));
    QVERIFY2(activations > 0.4 && activations < 0.75, qPrintable(QString::number(activations)));
    QCOMPARE(of_shared.device.of(MemoryRole::weights), of_alone.device.of(MemoryRole::weights));
    QVERIFY(of_shared.work.flops() > 0.45 * of_alone.work.flops() &&
            of_shared.work.flops() < 0.75 * of_alone.work.flops());
    QVERIFY(shared.sent_bytes > 0);
    // Groups of the same two ranks share one communicator.
    const auto overhead = of_shared.overhead_bytes - planner::communicator_bytes({2});
    QVERIFY(overhead > 0 && overhead <= of_alone.overhead_bytes);
  }

  void groups_of_the_same_members_have_one_communicator() {
    const auto sizes = [](int64_t guidance, int64_t ring, int64_t ulysses) {
      return planner::communicator_sizes({.guidance = guidance, .ring = ring, .ulysses = ulysses});
    };
    QCOMPARE(sizes(1, 1, 1), std::vector<int64_t>{});
    QCOMPARE(sizes(1, 1, 4), std::vector<int64_t>{4});
    QCOMPARE(sizes(1, 4, 1), std::vector<int64_t>{4});
    QCOMPARE(sizes(2, 1, 1), std::vector<int64_t>{2});
    QCOMPARE(sizes(2, 1, 4), (std::vector<int64_t>{2, 4, 8}));
    QCOMPARE(sizes(2, 2, 2), (std::vector<int64_t>{2, 2, 2, 4, 8}));
    QVERIFY(planner::communicator_bytes({8}) > planner::communicator_bytes({2}));
    QCOMPARE(planner::communicator_bytes({2, 4}),
             planner::communicator_bytes({2}) + planner::communicator_bytes({4}));
  }

  // Each micro-batch's gradients are sent to their owners, and at the end of an update the sums to all: (n -
  // 1) / n of them each time, up to unequal parts.
  void a_rank_is_planned_data() {
    QTest::addColumn<int>("rank");
    QTest::addColumn<int>("ranks");
    QTest::newRow("first of 4") << 0 << 4;
    QTest::newRow("last of 4") << 3 << 4;
    QTest::newRow("last of 64") << 63 << 64;
  }
  void a_rank_is_planned() {
    QFETCH(int, rank);
    QFETCH(int, ranks);
    planner::PlanRequest request{
        .settings = make_run(path("small"), {"training.gradient_accumulation_steps=64"}),
        .vram_bytes = int64_t{24} << 30};
    request.with_precompute = false;
    const auto alone = planner::plan_run(request, {});
    QCOMPARE(alone.sent_bytes, int64_t{0});
    request.rank = rank;
    request.ranks = ranks;
    const auto plan = planner::plan_run(request, {});
    QCOMPARE(plan.trained_parameters, alone.trained_parameters);
    const double gradients = 4.0 * static_cast<double>(plan.trained_parameters);
    const double rounds = 64.0 / ranks;
    const double share = static_cast<double>(plan.sent_bytes) / gradients;
    const double expected = (rounds + 1) * (ranks - 1) / ranks;
    QVERIFY2(share > 0.95 * (expected - 1) && share < 1.6 * expected,
             qPrintable(QString("%1 instead of %2").arg(share).arg(expected)));
    // A rank keeps the sums of its own weights only: it needs more than a process with a single micro-batch,
    // which keeps no sums, and less than one with as many micro-batches, apart from communication buffers.
    request.rank = 0;
    request.ranks = 1;
    const auto peak_alone = [&](int64_t micro_batches) {
      request.settings.gradient_accumulation_steps = micro_batches;
      return planner::plan_run(request, {}).device_peak_bytes();
    };
    const int64_t communicator = planner::communicator_bytes({ranks});
    const int64_t least = peak_alone(1) + communicator,
                  most = peak_alone(64 / ranks) + static_cast<int64_t>(gradients) + communicator;
    QVERIFY2(plan.device_peak_bytes() >= least && plan.device_peak_bytes() <= most,
             qPrintable(QString("%1 is not in %2 .. %3").arg(plan.device_peak_bytes()).arg(least).arg(most)));
    // Each rank computes its share of the micro-batches.
    const double flops = planner::training_of(plan).work.flops() / planner::training_of(alone).work.flops();
    QVERIFY2(std::abs(flops * ranks - 1) < 1e-6, qPrintable(QString::number(flops)));
  }

  // A LoRA's are read-only and shared; at stage 3 each process has its own share of them.
  void a_machine_keeps_streamed_blocks_once() {
    const auto host_of = [&](int64_t rank, const std::vector<std::string>& more) {
      std::vector<std::string> settings{"memory.streamed_blocks=4", "training.gradient_accumulation_steps=4"};
      settings.insert(settings.end(), more.begin(), more.end());
      planner::PlanRequest request{.settings = make_run(path("small"), settings),
                                   .vram_bytes = int64_t{24} << 30};
      request.with_precompute = false;
      request.rank = rank;
      request.ranks = 4;
      return planner::training_of(planner::plan_run(request, {}));
    };
    const auto pinned = [](const planner::PhasePlan& phase) { return phase.pinned.of(MemoryRole::weights); };
    const auto first = host_of(0, {}), last = host_of(3, {});
    QVERIFY(pinned(first) > 0);
    QCOMPARE(pinned(last), int64_t{0});
    QCOMPARE(last.host_bytes, first.host_bytes - pinned(first));
    const auto shared = host_of(3, {"distributed.zero_stage=3"});
    QVERIFY(pinned(shared) > 0);
    QVERIFY(pinned(shared) < pinned(first));
  }

  void cards_that_are_none_are_refused_data() {
    QTest::addColumn<QString>("cards");
    QTest::addColumn<QString>("code");
    for (const char* none : {"", "0xL40", "9999x9999xL40"})
      QTest::newRow(none) << none << "planner.bad_cards";
    QTest::newRow("unknown") << "8xVoodoo"
                             << "planner.unknown_card";
    QTest::newRow("one") << "L40"
                         << "none";
    QTest::newRow("with a space") << "2x RTX 4090"
                                  << "none";
  }
  void cards_that_are_none_are_refused() {
    QFETCH(QString, cards);
    QFETCH(QString, code);
    QCOMPARE(QString::fromStdString(code_of([&] {
               planner::plan_clip_on_cards(pipeline(path("small")), clip({9, 64, 96}),
                                           {.cards = cards.toStdString()}, {});
             })),
             code);
  }

  void broken_link_files_are_refused_data() {
    QTest::addColumn<QString>("text");
    const auto groups = [](const char* list) {
      return QString(R"({"device": "a", "within": [%1]})").arg(list);
    };
    QTest::newRow("nothing measured") << groups("");
    QTest::newRow("no device") << R"({"within": [{"ranks": 2, "latency_s": 0, "bytes_per_s": 1}]})";
    QTest::newRow("no rate") << groups(R"({"ranks": 2, "latency_s": 0, "bytes_per_s": 0})");
    QTest::newRow("negative") << groups(R"({"ranks": 2, "latency_s": -1, "bytes_per_s": 1})");
    QTest::newRow("one rank") << groups(R"({"ranks": 1, "latency_s": 0, "bytes_per_s": 1})");
    QTest::newRow("order") << groups(R"({"ranks": 4, "latency_s": 0, "bytes_per_s": 1},
                                         {"ranks": 2, "latency_s": 0, "bytes_per_s": 1})");
    QTest::newRow("words") << groups(R"({"ranks": "two", "latency_s": 0, "bytes_per_s": 1})");
  }
  void broken_link_files_are_refused() {
    QFETCH(QString, text);
    const fs::path file = path("broken.json");
    write_file_atomically(file, text.toStdString(), Existing::replace);
    QCOMPARE(code_of([&] { run::read_links(file); }), std::string("run.bad_links"));
  }
};

QTEST_GUILESS_MAIN(TestManyCards)
#include "test_many_cards.moc"
