// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "schedulers/flow_training.h"
#include "schedulers/make_sampler.h"

using namespace fw::schedulers;
using torch::Tensor;

namespace {

nlohmann::json config_json(const nlohmann::json& changes = nlohmann::json::object()) {
  nlohmann::json config = {{"_class_name", "FlowMatchEulerDiscreteScheduler"}, {"shift_terminal", nullptr}};
  config.update(changes);
  return config;
}

torch::Generator generator(uint64_t seed) {
  return at::make_generator<at::CPUGeneratorImpl>(seed);
}

}  // namespace

class TestFlowMatch : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { torch::manual_seed(3); }

  /// A network that knows noise and sample leads from one to the other in any number of steps.
  void the_flow_leads_to_the_clean_sample_data() {
    QTest::addColumn<int>("spacing");
    QTest::addColumn<QByteArray>("changes");
    const char* configs[] = {"{}", R"({"shift": 7.0})", R"({"invert_sigmas": true})",
                             R"({"use_dynamic_shifting": true, "shift_terminal": 0.1})"};
    for (const auto spacing :
         {SigmaSpacing::linear, SigmaSpacing::linear_quadratic, SigmaSpacing::training_range})
      for (const char* config : configs)
        QTest::addRow("%d %s", static_cast<int>(spacing), config)
            << static_cast<int>(spacing) << QByteArray(config);
  }
  void the_flow_leads_to_the_clean_sample() {
    QFETCH(int, spacing);
    QFETCH(QByteArray, changes);
    const auto config = config_json(nlohmann::json::parse(changes.toStdString()));
    for (const int64_t steps : {1, 2, 5, 30}) {
      const auto sampler =
          make_sampler(common_samplers(), config,
                       {.steps = steps, .spacing = static_cast<SigmaSpacing>(spacing), .mu = 1.2});
      QCOMPARE(sampler->timesteps().size(), static_cast<size_t>(steps));
      QVERIFY(!sampler->needs_noise());
      const double sign = config.value("invert_sigmas", false) ? -1 : 1;  // time runs backward
      const Tensor clean = torch::randn({1, 2, 3}), noise = torch::randn({1, 2, 3});
      Tensor x = noise;
      for (size_t i = 0; i < sampler->timesteps().size(); ++i) {
        const auto step = sampler->step(i, sign * (noise - clean), x, {});
        QVERIFY((step.pred_original - clean).abs().max().item<double>() < 1e-5);
        QVERIFY(i == 0 || sign * (sampler->timesteps()[i] - sampler->timesteps()[i - 1]) < 0);
        x = step.sample;
      }
      QVERIFY((x - clean).abs().max().item<double>() < 1e-5);
    }
  }

  void long_clips_stay_longer_at_high_noise() {
    const auto config = FlowMatchConfig::from_json(
        config_json({{"use_dynamic_shifting", true}, {"base_shift", 0.95}, {"max_shift", 2.05}}));
    QCOMPARE(config.mu(256), 0.95);
    QCOMPARE(config.mu(4096), 2.05);
    const auto spaced = spaced_sigmas(SigmaSpacing::linear, 10, config);
    const FlowMatchEuler few(config, spaced, config.mu(256)), many(config, spaced, config.mu(4096));
    QCOMPARE(few.sigmas().front(), 1.0F);
    for (size_t i = 1; i < 10; ++i) QVERIFY(few.sigmas()[i] < many.sigmas()[i]);
    QCOMPARE(many.sigmas().back(), 0.0F);
  }

  void the_last_step_starts_at_the_terminal_sigma() {
    const auto config = FlowMatchConfig::from_json(config_json({{"shift_terminal", 0.1}}));
    const FlowMatchEuler sampler(config, spaced_sigmas(SigmaSpacing::linear, 8, config));
    QVERIFY(std::abs(sampler.sigmas()[7] - 0.1F) < 1e-6F);
    QCOMPARE(sampler.sigmas().size(), size_t{9});
  }

  void a_token_goes_to_the_next_sigma_below_its_own() {
    const FlowMatchConfig config;
    FlowMatchEuler sampler(config, spaced_sigmas(SigmaSpacing::linear, 4, config));  // 1 .75 .5 .25 0
    const Tensor x = torch::randn({1, 4, 2}), v = torch::randn({1, 4, 2});
    const Tensor moved = sampler.step_per_token(v, x, torch::tensor({{750.0F, 600.0F, 100.0F, 0.0F}}));
    const Tensor distance = torch::tensor({0.25F, 0.1F, 0.1F, 0.0F}).view({1, 4, 1});
    QVERIFY(torch::allclose(moved, x - distance * v, 1e-5, 1e-6));
    QVERIFY(torch::equal(sampler.step_per_token(v, x, torch::full({1, 4}, 750.0F)),
                         sampler.step(1, v, x, {}).sample));
  }

  void configs_that_another_method_needs_are_refused() {
    for (const char* key : {"use_karras_sigmas", "use_beta_sigmas", "stochastic_sampling"})
      QVERIFY_EXCEPTION_THROWN(FlowMatchConfig::from_json(config_json({{key, true}})), fw::Error);
    QVERIFY_EXCEPTION_THROWN(FlowMatchConfig::from_json(config_json({{"beta_schedule", "linear"}})),
                             fw::Error);
    QVERIFY_EXCEPTION_THROWN(FlowMatchConfig::from_json(config_json({{"shift", 0}})), fw::Error);
    QVERIFY_EXCEPTION_THROWN(spaced_sigmas(SigmaSpacing::linear, 0, {}), fw::Error);
  }

  void sigmas_are_drawn_out_of_those_of_training_data() {
    QTest::addColumn<int>("weighting");
    QTest::addColumn<double>("middle");  // share of sigmas in 0.25 to 0.75
    QTest::newRow("none") << static_cast<int>(FlowWeighting::none) << 0.5;
    QTest::newRow("cosmap") << static_cast<int>(FlowWeighting::cosmap) << 0.5;
    QTest::newRow("logit_normal") << static_cast<int>(FlowWeighting::logit_normal) << 0.727;
    QTest::newRow("mode") << static_cast<int>(FlowWeighting::mode) << 0.732;
    QTest::newRow("beta") << static_cast<int>(FlowWeighting::beta) << 0.6875;
  }
  void sigmas_are_drawn_out_of_those_of_training() {
    QFETCH(int, weighting);
    QFETCH(double, middle);
    const FlowSettings settings{.weighting = static_cast<FlowWeighting>(weighting)};
    const Tensor drawn = draw_sigmas(settings, 20000, 0, generator(5));
    QVERIFY(torch::equal(drawn, draw_sigmas(settings, 20000, 0, generator(5))));
    QVERIFY(torch::isin(drawn, training_sigmas(settings.schedule)).all().item<bool>());
    const double share = drawn.gt(0.25).logical_and(drawn.lt(0.75)).to(torch::kFloat64).mean().item<double>();
    QVERIFY2(std::abs(share - middle) < 0.02, std::to_string(share).c_str());
  }

  /// Mean and variance of a beta distribution are a / (a + b) and a b / ((a + b)^2 (a + b + 1)).
  void beta_has_its_moments() {
    auto numbers = generator(5);
    const Tensor places =
        draw_places({.weighting = FlowWeighting::beta, .beta_alpha = 5, .beta_beta = 1.5}, 50000, numbers);
    QVERIFY(places.min().item<float>() > 0 && places.max().item<float>() <= 1);
    QVERIFY(std::abs(places.mean().item<double>() - 5 / 6.5) < 0.003);
    QVERIFY(std::abs(places.var().item<double>() - 7.5 / (6.5 * 6.5 * 7.5)) < 0.001);
  }

  void training_is_shifted_too() {
    FlowSettings settings{.schedule = {.shift = 7}};
    const Tensor even = draw_sigmas({}, 100, 0, generator(5));
    QVERIFY(torch::allclose(draw_sigmas(settings, 100, 0, generator(5)), 7 * even / (1 + 6 * even)));
    settings.schedule.use_dynamic_shifting = true;
    const Tensor few = draw_sigmas(settings, 100, 300, generator(5));
    QVERIFY((draw_sigmas(settings, 100, 3000, generator(5)) >= few).all().item<bool>());
  }

  void losses_are_weighted_by_their_sigma() {
    const Tensor sigmas = torch::tensor({0.5F, 0.25F});
    const auto weights = [&](FlowWeighting weighting) {
      return loss_weights({.weighting = weighting}, sigmas);
    };
    QVERIFY(torch::equal(weights(FlowWeighting::none), torch::ones({2})));
    QVERIFY(torch::equal(weights(FlowWeighting::mode), torch::ones({2})));
    QVERIFY(torch::allclose(weights(FlowWeighting::sigma_sqrt), torch::tensor({4.0F, 16.0F})));
    const double pi = std::numbers::pi;
    QVERIFY(torch::allclose(weights(FlowWeighting::cosmap),
                            torch::tensor({2 / (pi * 0.5), 2 / (pi * 0.625)}, torch::kFloat32)));
  }

  void whole_timesteps_are_cut_in_float32() {
    const Tensor sigmas = torch::tensor({0.502F, 0.511F, 0.253F, 0.5F, 1.0F});
    QVERIFY(torch::equal(whole_timesteps(sigmas), torch::tensor({501, 510, 252, 500, 1000}, torch::kInt64)));
  }

  void each_sample_has_its_noise() {
    const Tensor x = torch::randn({2, 3, 4}), noise = torch::randn({2, 3, 4});
    const Tensor noisy = add_noise(x, noise, torch::tensor({0.0F, 1.0F}));
    QVERIFY(torch::equal(noisy[0], x[0]) && torch::equal(noisy[1], noise[1]));
    const Tensor by_row = add_noise(x, noise, torch::tensor({{0.0F, 1.0F, 0.5F}}).view({1, 3, 1}));
    QVERIFY(torch::equal(by_row.select(1, 0), x.select(1, 0)));
  }
};

QTEST_GUILESS_MAIN(TestFlowMatch)
#include "test_flow_match.moc"
