// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "planner/fit.h"
#include "planner/fit_clip.h"

using namespace fw::planner;
using fw::run::RunSettings;

namespace {

constexpr int64_t blocks = 42;
constexpr int64_t mib = 1 << 20;

/// A card's memory as sums of round numbers, to check the search's result.
Forecast toy(const RunSettings& run) {
  const int64_t streamed = std::min(run.streamed_blocks, blocks);
  const int64_t resident = blocks - std::max<int64_t>(streamed - 2, 0);
  const bool is_sft = run.training_type == fw::run::TrainingType::sft;
  int64_t training = resident * 250 + 500;
  const int64_t recomputed =
      run.gradient_checkpointing ? std::max(blocks - run.kept_blocks, std::min(streamed, blocks)) : 0;
  training += (blocks - recomputed) * 1500;
  if (!run.activation_offload) training += recomputed * 100;
  if (run.keep_attention) training += recomputed * 400;
  double step_s = 1 + (run.keep_attention ? 0.2 : 0.3) * static_cast<double>(recomputed) / blocks;
  if (run.activation_offload) step_s *= 1.03;
  step_s *= 1 + 0.0015 * static_cast<double>(streamed);
  if (is_sft) {
    training += run.optimizer_offload           ? (run.offload_gradients ? 300 : blocks * 250)
                : run.trained_type == "bf16"    ? blocks * 500
                : has_eight_bits(run.optimizer) ? blocks * 1250
                                                : blocks * 2000;
    if (run.optimizer_offload) step_s *= 1.2;
  }
  int64_t validation = run.enable_tiling ? 3000 : 20000;
  if (run.offload == fw::catalog::Offload::none) validation += 9000;
  if (run.text_encoder == fw::catalog::TextEncoderPlace::streamed) validation -= 1000;
  const int64_t encoding = run.vae_tiling ? 500 : 2400;
  return {std::max({training, validation, encoding}) * mib, 0, step_s};
}

RunSettings lora() {
  RunSettings run;
  run.training_type = fw::run::TrainingType::lora;
  run.gradient_checkpointing = true;
  run.enable_tiling = true;
  return run;
}
RunSettings sft() {
  RunSettings run = lora();
  run.training_type = fw::run::TrainingType::sft;
  return run;
}

}  // namespace

class TestFit : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void what_fits_is_left_alone() {
    const Fit fit = fit_to_memory(lora(), {20000 * mib}, blocks, toy);
    QVERIFY(fit.fits && fit.changes.empty());
    QVERIFY(fit.settings == lora());
    QCOMPARE(verdict_of(fit, {20000 * mib}, blocks).in_words(), std::string("14.8 GiB of 19.5 GiB"));
  }

  void the_fewest_blocks_stream() {
    for (int64_t card = 2500; card < 16000; card += 331) {
      const Fit fit = fit_to_memory(lora(), {card * mib}, blocks, toy);
      const bool possible = 500 + 2 * 250 <= card && 2000 <= card;  // all streamed and offloaded; validation
      QCOMPARE(fit.fits, possible);
      QVERIFY(fit.after.peak_bytes <= card * mib);
      // By brute force.
      double fastest = INFINITY;
      for (const bool offload : {false, true}) {
        for (int64_t count = 0; count <= blocks; ++count) {
          RunSettings run = fit.settings;
          run.activation_offload = offload;
          run.streamed_blocks = count;
          const Forecast forecast = toy(run);
          if (forecast.peak_bytes <= card * mib) fastest = std::min(fastest, forecast.step_s);
        }
      }
      QCOMPARE(fit.after.step_s, fastest);
    }
  }

  void quantization_is_named_and_not_chosen() {
    using fw::catalog::Quantization;
    const auto forecast = [](const RunSettings& run) {
      Forecast all = toy(run);
      all.peak_bytes += (run.quantization == Quantization::none  ? 2000
                         : run.quantization == Quantization::nf4 ? 0
                                                                 : 1000) *
                        mib;
      return all;
    };
    QVERIFY(fit_to_memory(lora(), {4000 * mib}, blocks, forecast).fits);
    QVERIFY(fit_to_memory(lora(), {4000 * mib}, blocks, forecast).quantization.empty());
    for (const auto& [card, wanted] : {std::pair(3500, "int8"), {2500, "nf4"}, {1500, ""}}) {
      const Fit fit = fit_to_memory(lora(), {card * mib}, blocks, forecast);
      QVERIFY(!fit.fits && fit.settings.quantization == Quantization::none);
      QCOMPARE(fit.quantization, std::string(wanted));
      const std::string words = verdict_of(fit, {card * mib}, blocks).in_words();
      QCOMPARE(words.find("memory.quantization = ") != std::string::npos, *wanted != 0);
    }
    QVERIFY(
        fit_to_memory(lora(), {2500 * mib}, blocks, forecast, FitScope::same_course).quantization.empty());
    QVERIFY(fit_to_memory(sft(), {2500 * mib}, blocks, forecast).quantization.empty());
    RunSettings asked = lora();
    asked.quantization = Quantization::nf4;
    const Fit kept = fit_to_memory(asked, {2500 * mib}, blocks, forecast);
    QVERIFY(kept.fits && kept.settings.quantization == Quantization::nf4);
  }

  void what_costs_no_time_comes_first() {
    RunSettings run = lora();
    run.enable_tiling = false;
    run.offload = fw::catalog::Offload::none;
    const Fit fit = fit_to_memory(run, {16000 * mib}, blocks, toy);
    QVERIFY(fit.fits);
    QCOMPARE(fit.settings.streamed_blocks, int64_t{0});
    QCOMPARE(fit.settings.enable_tiling, true);
    QCOMPARE(fit.after.step_s, fit.before.step_s);
  }

  void streaming_the_text_encoder_is_cheaper_than_streaming_blocks() {
    const auto forecast = [](const RunSettings& run) {
      Forecast all = toy(run);
      if (run.text_encoder == fw::catalog::TextEncoderPlace::device) all.peak_bytes += 9000 * mib;
      return all;
    };
    const Fit fit = fit_to_memory(lora(), {16000 * mib}, blocks, forecast);
    QVERIFY(fit.fits);
    QVERIFY(fit.settings.text_encoder == fw::catalog::TextEncoderPlace::streamed);
    QCOMPARE(fit.settings.streamed_blocks, int64_t{0});
    QVERIFY(fit_to_memory(lora(), {26000 * mib}, blocks, forecast).settings.text_encoder ==
            fw::catalog::TextEncoderPlace::device);
  }

  /// The model learns the seams: only a card that cannot do without gets tiles.
  void clips_are_encoded_in_tiles_when_nothing_else_fits() {
    const auto fit = [](int64_t card, FitScope scope = FitScope::all) {
      return fit_to_memory(lora(), {card * mib}, blocks, toy, scope);
    };
    QVERIFY(fit(2400).fits && !fit(2400).settings.vae_tiling);
    const Fit tiled = fit(2399);
    QVERIFY(tiled.fits && tiled.settings.vae_tiling);
    QVERIFY(
        std::ranges::any_of(tiled.changes, [](const auto& each) { return each.key == "data.vae_tiling"; }));
    QVERIFY(!fit(2399, FitScope::same_course).fits && !fit(2399, FitScope::same_course).settings.vae_tiling);
  }

  void checkpointing_is_turned_on_when_it_must() {
    RunSettings run = lora();
    run.gradient_checkpointing = false;
    QVERIFY(!fit_to_memory(run, {80000 * mib}, blocks, toy).settings.gradient_checkpointing);
    const Fit fit = fit_to_memory(run, {16000 * mib}, blocks, toy);
    QVERIFY(fit.fits && fit.settings.gradient_checkpointing);
    QCOMPARE(verdict_of(fit, {16000 * mib}, blocks).in_words(),
             std::string("gradient checkpointing: 14.8 GiB of 15.6 GiB, about 30% slower"));
  }

  void attention_is_kept_where_there_is_room() {
    RunSettings run = lora();
    run.gradient_checkpointing = false;
    const Fit kept = fit_to_memory(run, {40000 * mib}, blocks, toy);
    QVERIFY(kept.fits && kept.settings.gradient_checkpointing && kept.settings.keep_attention);
    const Fit fit = fit_to_memory(kept.settings, {16000 * mib}, blocks, toy);
    QVERIFY(fit.fits && !fit.settings.keep_attention && fit.settings.streamed_blocks == 0);
  }

  void what_is_left_is_spent_on_recomputing_less() {
    int both = 0;
    for (int64_t card = 16000; card < 90000; card += 1777) {
      const MemoryLimits limits{card * mib};
      const Fit fit = fit_to_memory(lora(), limits, blocks, toy, FitScope::fastest);
      QVERIFY(fit.fits && fit.settings.gradient_checkpointing && fit.settings.streamed_blocks == 0);
      // By brute force.
      double fastest = fit.before.step_s;
      for (const bool attention : {false, true})
        for (int64_t kept = 0; kept <= blocks; ++kept) {
          RunSettings run = lora();
          run.keep_attention = attention;
          run.kept_blocks = kept;
          const Forecast forecast = toy(run);
          if (static_cast<double>(forecast.peak_bytes) <= 0.95 * static_cast<double>(limits.device_bytes))
            fastest = std::min(fastest, forecast.step_s);
        }
      QCOMPARE(fit.after.step_s, fastest);
      both += fit.settings.keep_attention && fit.settings.kept_blocks > 0 ? 1 : 0;
      // Its own result is left unchanged.
      QVERIFY(fit_to_memory(fit.settings, limits, blocks, toy, FitScope::fastest).changes.empty());
    }
    QVERIFY(both > 0);
    const Fit all = fit_to_memory(lora(), {90000 * mib}, blocks, toy, FitScope::fastest);
    QCOMPARE(all.settings.kept_blocks, blocks);
    QCOMPARE(verdict_of(all, {90000 * mib}, blocks).in_words(),
             std::string("42 of 42 blocks not recomputed: 72.3 GiB of 87.9 GiB, about 23% faster"));
  }

  void whoever_streams_recomputes() {
    const Fit fit = fit_to_memory(lora(), {8000 * mib}, blocks, toy, FitScope::fastest);
    QVERIFY(fit.fits && fit.settings.streamed_blocks > 0 && fit.settings.kept_blocks == 0);
    RunSettings run = lora();
    run.kept_blocks = blocks;
    for (const FitScope scope : {FitScope::fastest, FitScope::all, FitScope::same_course})
      QVERIFY(fit_to_memory(run, {8000 * mib}, blocks, toy, scope).settings == fit.settings);
  }

  void a_full_fine_tune_takes_the_fastest_optimizer_that_fits_data() {
    QTest::addColumn<int>("card_mib");
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<bool>("offload");
    QTest::newRow("as it is") << 100000 << "adamw" << false;
    QTest::newRow("8 bits") << 68000 << "adamw_8bit" << false;
    QTest::newRow("8 bits, all streamed") << 58000 << "adamw_8bit" << false;
    QTest::newRow("bf16 weights") << 30000 << "adamw_8bit" << false;
    QTest::newRow("on the host") << 12000 << "adamw" << true;
    QTest::newRow("gradients too") << 3000 << "adamw" << true;
  }
  void a_full_fine_tune_takes_the_fastest_optimizer_that_fits() {
    QFETCH(int, card_mib);
    QFETCH(QString, optimizer);
    QFETCH(bool, offload);
    const Fit fit = fit_to_memory(sft(), {card_mib * mib}, blocks, toy);
    QVERIFY(fit.fits);
    QVERIFY(fit.after.peak_bytes <= card_mib * mib);
    QCOMPARE(QString::fromStdString(std::string(fw::name_of(fit.settings.optimizer))), optimizer);
    QCOMPARE(fit.settings.optimizer_offload, offload);
  }

  /// A LoRA's optimizer moves to the host only after everything else.
  void a_large_loras_optimizer_is_the_last_to_go() {
    const auto forecast = [](const RunSettings& run) {
      Forecast all = toy(run);
      if (!run.optimizer_offload) all.peak_bytes += 2000 * mib;
      if (run.optimizer_offload) all.step_s *= 1.2;
      return all;
    };
    const Fit roomy = fit_to_memory(lora(), {5000 * mib}, blocks, forecast);
    QVERIFY(roomy.fits && !roomy.settings.optimizer_offload);
    const Fit small = fit_to_memory(lora(), {3000 * mib}, blocks, forecast);
    QVERIFY(small.fits && small.settings.optimizer_offload && small.settings.activation_offload);
    QVERIFY(!fit_to_memory(lora(), {3000 * mib}, blocks, forecast, FitScope::same_course).fits);
  }

  void the_host_has_a_limit_too_data() {
    QTest::addColumn<int>("card_mib");
    QTest::addColumn<int>("host_mib");
    QTest::addColumn<bool>("fits");
    QTest::newRow("both are large") << 16000 << 30000 << true;
    QTest::newRow("the host is small, the card is not") << 16000 << 100 << true;
    QTest::newRow("what is streamed has no room in the host") << 8000 << 4000 << false;
    QTest::newRow("neither has room") << 1500 << 100 << false;
  }
  /// Data kept on the host returns to a card with enough memory; and if the host is short, the message names
  /// the host.
  void the_host_has_a_limit_too() {
    QFETCH(int, card_mib);
    QFETCH(int, host_mib);
    QFETCH(bool, fits);
    const auto forecast = [](const RunSettings& run) {
      Forecast all = toy(run);
      all.host_bytes = (run.streamed_blocks * 250 + (run.activation_offload ? 3000 : 0)) * mib;
      return all;
    };
    RunSettings run = lora();
    run.streamed_blocks = blocks;
    run.activation_offload = true;
    const MemoryLimits limits{card_mib * mib, host_mib * mib};
    const Fit fit = fit_to_memory(run, limits, blocks, forecast);
    QCOMPARE(fit.fits, fits);
    QCOMPARE(fit.host_short, !fits && card_mib > 1500);
    if (fits)
      QVERIFY(fit.after.peak_bytes <= limits.device_bytes && fit.after.host_bytes <= limits.host_bytes);
    const std::string words = verdict_of(fit, limits, blocks).in_words();
    QVERIFY2((words.find("host memory with") != words.npos) == fit.host_short, words.c_str());
  }

  void a_clip_takes_the_fastest_way_that_fits_data() {
    QTest::addColumn<qint64>("free_mib");
    QTest::addColumn<bool>("fits");
    QTest::addColumn<QString>("encoder");
    QTest::addColumn<qint64>("streamed");
    QTest::newRow("as it is") << qint64{20000} << true << "device" << qint64{0};
    QTest::newRow("streamed encoder") << qint64{14000} << true << "stream" << qint64{0};
    QTest::newRow("seven blocks") << qint64{9000} << true << "stream" << qint64{7};
    QTest::newRow("tiles") << qint64{2000} << true << "cpu" << qint64{blocks};
    QTest::newRow("too small") << qint64{500} << false << "cpu" << qint64{blocks};
  }
  void a_clip_takes_the_fastest_way_that_fits() {
    QFETCH(qint64, free_mib);
    using fw::catalog::TextEncoderPlace;
    int plans = 0;
    const auto fit = fit_clip([&](const fw::engine_api::ClipMemory& memory) {
      ++plans;
      const int64_t encoder = memory.text_encoder == TextEncoderPlace::device ? 15000 : 500;
      const int64_t transformer = (blocks - memory.streamed_blocks) * 250 + 250;
      const int64_t vae = memory.vae_tiling ? 1000 : 3000;
      fw::engine_api::PhasePlan phase{.name = "generation"};
      phase.overhead_bytes = std::max({encoder, transformer, vae}) * mib;
      return fw::engine_api::RunPlan{
          .device = "cuda", .phases = {phase}, .block_count = blocks, .device_limit_bytes = free_mib * mib};
    });
    QTEST(fit.fits, "fits");
    QTEST(QString::fromStdString(std::string(fw::name_of(fit.memory.text_encoder))), "encoder");
    QTEST(qint64{fit.memory.streamed_blocks}, "streamed");
    QVERIFY(plans <= 6);
  }

  /// Each streamed block takes host memory for its weights, and the text encoder on the CPU takes the most.
  void a_clip_has_a_host_too_data() {
    QTest::addColumn<qint64>("host_mib");
    QTest::addColumn<bool>("fits");
    QTest::addColumn<qint64>("needed_mib");
    QTest::newRow("room") << qint64{20000} << true << qint64{10000 + 7 * 250};
    QTest::newRow("seven blocks are too much") << qint64{11000} << false << qint64{10000 + 7 * 250};
  }
  void a_clip_has_a_host_too() {
    QFETCH(qint64, host_mib);
    QFETCH(qint64, needed_mib);
    using fw::catalog::TextEncoderPlace;
    const auto fit = fit_clip([&](const fw::engine_api::ClipMemory& memory) {
      const int64_t encoder = memory.text_encoder == TextEncoderPlace::device ? 15000 : 500;
      fw::engine_api::PhasePlan phase{.name = "generation"};
      phase.overhead_bytes = std::max((blocks - memory.streamed_blocks) * 250 + 250, encoder) * mib;
      phase.host_bytes =
          (memory.streamed_blocks * 250 + (memory.text_encoder == TextEncoderPlace::streamed ? 10000
                                           : memory.text_encoder == TextEncoderPlace::cpu    ? 12000
                                                                                             : 0)) *
          mib;
      return fw::engine_api::RunPlan{.device = "cuda",
                                     .phases = {phase},
                                     .block_count = blocks,
                                     .device_limit_bytes = 9000 * mib,
                                     .host_free_bytes = host_mib * mib};
    });
    QTEST(fit.fits, "fits");
    // If host memory is short, the result needs as little of it as possible.
    QCOMPARE(qint64{fit.plan.host_peak_bytes() / mib}, needed_mib);
    QCOMPARE(fit.memory.streamed_blocks, int64_t{7});
  }

  /// Before blocks are streamed, which costs time.
  void a_clip_is_placed_over_cards_where_one_is_too_small() {
    const auto fit_on = [](size_t cards, int64_t free_mib) {
      return fit_clip(
          [&](const fw::engine_api::ClipMemory& memory) {
            const bool placed = memory.device_map == fw::catalog::DeviceMap::balanced;
            const int64_t parts = placed ? static_cast<int64_t>(cards) : 1;
            fw::engine_api::PhasePlan phase{.name = "generation"};
            phase.overhead_bytes = ((blocks - memory.streamed_blocks) * 250 / parts + 250) * mib;
            return fw::engine_api::RunPlan{.device = "cuda",
                                           .phases = {phase},
                                           .block_count = blocks,
                                           .device_limit_bytes = free_mib * mib};
          },
          cards);
    };
    using enum fw::catalog::DeviceMap;
    QVERIFY(fit_on(2, 20000).memory.device_map == none);
    QVERIFY(fit_on(2, 6000).memory.device_map == balanced);
    QCOMPARE(fit_on(2, 6000).memory.streamed_blocks, int64_t{0});
    QVERIFY(fit_on(1, 6000).memory.device_map == none);
    QVERIFY(fit_on(1, 6000).memory.streamed_blocks > 0);
    QVERIFY(fit_on(2, 5000).memory.device_map == none);  // too small even for that
  }

  void what_cannot_fit_says_how_much_it_needs() {
    const Fit fit = fit_to_memory(lora(), {1500 * mib}, blocks, toy);
    QVERIFY(!fit.fits);
    const std::string words = verdict_of(fit, {1500 * mib}, blocks).in_words();
    QVERIFY2(words.starts_with("does not fit: 2.0 GiB of 1.5 GiB even with ") &&
                 words.find("42 of 42 blocks streamed") != std::string::npos,
             words.c_str());
  }
};

QTEST_GUILESS_MAIN(TestFit)
#include "test_fit.moc"
