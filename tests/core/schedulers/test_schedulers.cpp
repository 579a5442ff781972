// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>

#include "base/error.h"
#include "families/registry.h"
#include "schedulers/diffusion_schedule.h"

using namespace fw::schedulers;

namespace {

nlohmann::json published_config() {
  return {{"num_train_timesteps", 1000},
          {"beta_start", 0.00085},
          {"beta_end", 0.012},
          {"beta_schedule", "scaled_linear"},
          {"prediction_type", "v_prediction"},
          {"rescale_betas_zero_snr", true},
          {"timestep_spacing", "trailing"},
          {"snr_shift_scale", 1.0},
          {"trained_betas", nullptr}};
}

DiffusionSchedule schedule(const nlohmann::json& changes = nlohmann::json::object()) {
  nlohmann::json config = published_config();
  config.update(changes);
  return DiffusionSchedule(DiffusionScheduleConfig::from_json(config));
}

}  // namespace

class TestSchedulers : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { torch::manual_seed(3); }

  void the_last_timestep_has_no_signal() {
    const auto s = schedule();
    QCOMPARE(s.alpha(999), 0.0);
    QVERIFY(s.alpha(0) > 0.998 && s.alpha(0) < 1);
    for (int64_t t = 1; t < 1000; ++t) QVERIFY(s.alpha(t) < s.alpha(t - 1));
    QVERIFY(schedule({{"rescale_betas_zero_snr", false}}).alpha(999) > 0.001);
  }

  void the_previous_timestep_is_a_division_not_the_next_entry() {
    const auto s = schedule();
    const auto timesteps = s.timesteps(6);
    QCOMPARE(timesteps, (std::vector<int64_t>{999, 832, 666, 499, 332, 166}));
    QCOMPARE(s.previous_timestep(166, 6), int64_t{0});
    QCOMPARE(s.previous_alpha(166, 6), s.alpha(0));
    QCOMPARE(s.previous_alpha(99, 10), 1.0);
    QCOMPARE(schedule({{"set_alpha_to_one", false}}).previous_alpha(99, 10), s.alpha(0));
  }

  void timesteps_fall_and_stay_in_range() {
    for (const char* spacing : {"trailing", "leading", "linspace"}) {
      const auto s = schedule({{"timestep_spacing", spacing}});
      for (const int64_t n : {1, 2, 3, 48, 61, 103, 999, 1000}) {
        const auto timesteps = s.timesteps(n);
        QCOMPARE(timesteps.size(), static_cast<size_t>(n));
        for (size_t i = 1; i < timesteps.size(); ++i) QVERIFY(timesteps[i] < timesteps[i - 1]);
        QVERIFY(timesteps.front() <= 999 && timesteps.back() >= 0);
      }
    }
  }

  void impossible_step_counts_are_refused() {
    for (const int64_t n : {int64_t{0}, int64_t{-1}, int64_t{1001}})
      QVERIFY_EXCEPTION_THROWN(schedule().timesteps(n), fw::Error);
  }

  void configs_are_refused_with_all_their_problems() {
    nlohmann::json config = published_config();
    config["beta_schedule"] = "linear";
    config["prediction_type"] = "epsilon";
    config["num_train_timesteps"] = "many";
    config["timestep_spacing"] = 3;
    config["trained_betas"] = {0.1};
    try {
      DiffusionScheduleConfig::from_json(config);
      QFAIL("accepted");
    } catch (const fw::Error& error) {
      const std::string problems = error.fault().arguments.at("problems");
      for (const char* key :
           {"beta_schedule", "prediction_type", "num_train_timesteps", "timestep_spacing", "trained_betas"})
        QVERIFY2(problems.find(key) != std::string::npos, key);
    }
    QVERIFY_EXCEPTION_THROWN(DiffusionScheduleConfig::from_json(nlohmann::json::array()), fw::Error);
    QVERIFY_EXCEPTION_THROWN(
        fw::families::make_sampler(published_config(), {.class_name = "EulerDiscreteScheduler"}), fw::Error);
    QVERIFY_EXCEPTION_THROWN(fw::families::make_sampler(nlohmann::json::object(), {}), fw::Error);
  }

  /// With a model that knows the clean sample, every sampler reaches it from any noise.
  void samplers_find_the_clean_sample_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("steps");
    for (const char* name : {"CogVideoXDDIMScheduler", "CogVideoXDPMScheduler"})
      for (const int steps : {1, 2, 4, 10, 50})  // divide 1000: the last step ends at the clean sample
        QTest::addRow("%s %d", name, steps) << name << steps;
  }
  void samplers_find_the_clean_sample() {
    QFETCH(QString, name);
    QFETCH(int, steps);
    const auto s = schedule();
    const torch::Tensor clean = torch::randn({1, 2, 3}, torch::kFloat64);
    const auto sampler =
        fw::families::make_sampler(published_config(), {.class_name = name.toStdString(), .steps = steps});
    torch::Tensor x = torch::randn({1, 2, 3}, torch::kFloat64);
    for (size_t i = 0; i < sampler->timesteps().size(); ++i) {
      const double alpha = s.alpha(static_cast<int64_t>(sampler->timesteps()[i]));
      const torch::Tensor v = (std::sqrt(alpha) * x - clean) / std::sqrt(1 - alpha);
      const auto step =
          sampler->step(i, v, x, sampler->needs_noise() ? torch::randn_like(x) : torch::Tensor());
      QVERIFY((step.pred_original - clean).abs().max().item<double>() < 1e-9);
      x = step.sample;
    }
    QVERIFY((x - clean).abs().max().item<double>() < 1e-6);
  }

  void noise_and_velocity_are_a_rotation() {
    const auto s = schedule();
    const torch::Tensor x = torch::randn({2, 3, 4}), noise = torch::randn({2, 3, 4});
    const torch::Tensor t = torch::tensor({999, 17}, torch::kInt64);
    const torch::Tensor noisy = s.add_noise(x, noise, t), v = s.velocity(x, noise, t);
    QVERIFY(torch::equal(noisy[0], noise[0]));  // no signal at the last timestep
    QVERIFY(torch::allclose(noisy.square() + v.square(), x.square() + noise.square(), 1e-5, 1e-5));
  }
};

QTEST_GUILESS_MAIN(TestSchedulers)
#include "test_schedulers.moc"
