// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "optim/adam.h"
#include "optim/ema.h"
#include "optim/grad_scaler.h"
#include "optim/gradients.h"
#include "optim/lr_schedule.h"
#include "tensor/libtorch.h"

using namespace fw::optim;

namespace {

std::vector<Parameter> make_parameters(int64_t seed) {
  torch::manual_seed(seed);
  std::vector<Parameter> parameters;
  parameters.push_back({"a", torch::randn({7, 3}).requires_grad_(true)});
  parameters.push_back({"b", torch::randn({33}).requires_grad_(true)});
  return parameters;
}

void give_gradients(const std::vector<Parameter>& parameters, int64_t seed) {
  torch::manual_seed(seed);
  for (const Parameter& parameter : parameters)
    parameter.tensor.mutable_grad() = torch::randn_like(parameter.tensor);
}

bool near(double a, double b) {
  return std::abs(a - b) <= 1e-12 + 1e-9 * std::abs(b);
}

}  // namespace

class TestOptim : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void adam_follows_its_formula() {
    for (const Decay decay : {Decay::decoupled, Decay::coupled}) {
      const OptimizerConfig config{decay, 0.9, 0.95, 1e-8, 0.1};
      auto parameters = make_parameters(1);
      Adam adam(parameters, config);
      std::vector<torch::Tensor> w, m, v;
      for (const Parameter& p : parameters) {
        w.push_back(p.tensor.detach().to(torch::kFloat64, false, true));
        m.push_back(torch::zeros_like(w.back()));
        v.push_back(torch::zeros_like(w.back()));
      }
      for (int step = 1; step <= 5; ++step) {
        const double lr = 0.01 * step;
        give_gradients(parameters, step);
        for (size_t i = 0; i < w.size(); ++i) {
          auto g = parameters[i].tensor.grad().to(torch::kFloat64);
          if (decay == Decay::decoupled) {
            w[i] = w[i] * (1 - lr * config.weight_decay);
          } else {
            g = g + config.weight_decay * w[i];
          }
          m[i] = config.beta1 * m[i] + (1 - config.beta1) * g;
          v[i] = config.beta2 * v[i] + (1 - config.beta2) * g * g;
          const auto denominator = (v[i] / (1 - std::pow(config.beta2, step))).sqrt() + config.epsilon;
          w[i] = w[i] - lr / (1 - std::pow(config.beta1, step)) * m[i] / denominator;
        }
        adam.step(lr);
      }
      for (size_t i = 0; i < w.size(); ++i) {
        QVERIFY(torch::allclose(parameters[i].tensor.to(torch::kFloat64), w[i], 1e-5, 1e-6));
      }
    }
  }

  void adam_state_continues_bit_for_bit() {
    const OptimizerConfig config;
    auto first = make_parameters(1);
    Adam adam(first, config);
    for (int step = 0; step < 3; ++step) {
      give_gradients(first, step);
      adam.step(0.1);
    }
    auto second = make_parameters(2);
    Adam other(second, config);
    StateTensors saved;
    for (const auto& [name, tensor] : adam.state()) saved[name] = tensor.clone();
    {
      const torch::NoGradGuard no_grad;
      for (size_t i = 0; i < first.size(); ++i) second[i].tensor.copy_(first[i].tensor);
    }
    other.load_state(saved);
    for (auto* parameters : {&first, &second}) give_gradients(*parameters, 9);
    adam.step(0.1);
    other.step(0.1);
    for (size_t i = 0; i < first.size(); ++i) QVERIFY(torch::equal(first[i].tensor, second[i].tensor));
    saved.erase("exp_avg.b");
    QVERIFY_EXCEPTION_THROWN(other.load_state(saved), fw::Error);
    saved["exp_avg.b"] = torch::zeros({2});
    QVERIFY_EXCEPTION_THROWN(other.load_state(saved), fw::Error);
  }

  void no_gradient_no_update_and_zero_rate_changes_nothing() {
    auto parameters = make_parameters(1);
    const auto before = parameters[0].tensor.detach().clone();
    Adam adam(parameters, {});
    adam.step(0.1);
    QVERIFY(torch::equal(parameters[0].tensor, before));
    give_gradients(parameters, 1);
    adam.step(0);
    QVERIFY(torch::equal(parameters[0].tensor, before));
    adam.step(0.1);
    QVERIFY(!torch::equal(parameters[0].tensor, before));
  }

  void clipping() {
    auto parameters = make_parameters(1);
    QCOMPARE(gradient_norm(parameters), 0.0);
    give_gradients(parameters, 3);
    double sum = 0;
    for (const Parameter& p : parameters)
      sum += p.tensor.grad().to(torch::kFloat64).pow(2).sum().item<double>();
    const double norm = gradient_norm(parameters);
    QVERIFY(std::abs(norm - std::sqrt(sum)) < 1e-5);
    QCOMPARE(clip_factor(norm, norm * 2), 1.0);
    scale_gradients(parameters, clip_factor(norm, 0.5));
    QVERIFY(std::abs(gradient_norm(parameters) - 0.5) < 1e-5);
    parameters[1].tensor.mutable_grad()[3] = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(!std::isfinite(gradient_norm(parameters)));
    clear_gradients(parameters);
    QVERIFY(!parameters[0].tensor.grad().defined());
  }

  void learning_rates() {
    // base 2, warm-up 4, total 14: computed by hand from the formulas.
    const auto rate = [](LrScheduleKind kind, int64_t step, int64_t cycles = 1, double power = 1) {
      return LrSchedule{kind, 2.0, 4, 14, cycles, power}.rate(step);
    };
    QCOMPARE(rate(LrScheduleKind::constant, 0), 2.0);
    for (const LrScheduleKind kind :
         {LrScheduleKind::constant_with_warmup, LrScheduleKind::linear, LrScheduleKind::cosine,
          LrScheduleKind::cosine_with_restarts, LrScheduleKind::polynomial}) {
      QCOMPARE(rate(kind, 0), 0.0);
      QCOMPARE(rate(kind, 3), 1.5);
      QVERIFY(near(rate(kind, 4), 2.0));
    }
    QCOMPARE(rate(LrScheduleKind::constant_with_warmup, 13), 2.0);
    QVERIFY(near(rate(LrScheduleKind::linear, 9), 1.0) && rate(LrScheduleKind::linear, 14) == 0);
    QVERIFY(near(rate(LrScheduleKind::cosine, 9), 1.0));
    QVERIFY(near(rate(LrScheduleKind::cosine, 9, 2), 1.0));  // it ignores cycles
    QVERIFY(near(rate(LrScheduleKind::cosine_with_restarts, 9, 2), 2.0));
    QCOMPARE(rate(LrScheduleKind::cosine_with_restarts, 14, 2), 0.0);
    QVERIFY(near(rate(LrScheduleKind::polynomial, 9), (2 - 1e-7) * 0.5 + 1e-7));
    QVERIFY(near(rate(LrScheduleKind::polynomial, 9, 1, 2), (2 - 1e-7) * 0.25 + 1e-7));
    QCOMPARE(rate(LrScheduleKind::polynomial, 15), 1e-7);
    QCOMPARE((LrSchedule{LrScheduleKind::polynomial, 0.0, 0, 10}.rate(5)), 0.0);
    QCOMPARE((LrSchedule{LrScheduleKind::linear, 1.0, 0, 0}.rate(0)), 0.0);
    QCOMPARE(parse_lr_schedule_kind("cosine_with_restarts"), LrScheduleKind::cosine_with_restarts);
    QVERIFY_EXCEPTION_THROWN(parse_lr_schedule_kind("rex"), fw::Error);
  }

  void loss_scaling() {
    GradScaler scaler;
    scaler.update(false);
    QCOMPARE(scaler.scale(), 32768.0);
    for (int64_t i = 0; i < GradScaler::interval; ++i) scaler.update(true);
    QCOMPARE(scaler.scale(), 65536.0);
    QCOMPARE(scaler.good_steps(), int64_t(0));
  }

  void moving_average() {
    auto parameters = make_parameters(1);
    Ema ema(parameters, 0.9);
    const auto start = parameters[0].tensor.detach().clone();
    auto old = ema.state();
    old.erase("updates");
    ema.load_state(old);  // without a warm-up
    {
      const torch::NoGradGuard no_grad;
      parameters[0].tensor.add_(1);
    }
    ema.update();
    const auto trained = parameters[0].tensor.detach().clone();
    ema.swap();
    QVERIFY(torch::allclose(parameters[0].tensor, start + 0.1));
    QVERIFY(parameters[0].tensor.requires_grad());
    ema.swap();
    QVERIFY(torch::equal(parameters[0].tensor, trained));
    Ema other(parameters, 0.9);
    other.load_state(ema.state());
    QVERIFY(torch::equal(other.state().at("ema.a"), ema.state().at("ema.a")));
  }

  void averages_warm_up_as_the_formula_says() {
    const torch::NoGradGuard no_grad;
    const torch::Tensor weight = torch::zeros({1}, torch::kFloat64).to(torch::kFloat32);
    Ema ema({{"w", weight}}, 0.6);
    double expected = 0;
    for (int n = 0; n < 30; ++n) {
      weight.fill_(n + 1);
      ema.update();
      const double decay = std::min(0.6, (1.0 + n) / (10.0 + n));
      expected = decay * expected + (1 - decay) * (n + 1);
      QVERIFY(std::abs(ema.state().at("ema.w").item<double>() - expected) < 1e-4);
      if (n != 3) continue;
      // The warm-up continues from a checkpoint; one from before there was a warm-up has none.
      auto state = ema.state();
      Ema resumed({{"w", weight}}, 0.6), old({{"w", weight}}, 0.6);
      resumed.load_state(state);
      state.erase("updates");
      old.load_state(state);
      weight.fill_(7);
      resumed.update();
      old.update();
      QVERIFY(std::abs(resumed.state().at("ema.w").item<double>() - (5 * expected + 9 * 7) / 14) < 1e-4);
      QVERIFY(std::abs(old.state().at("ema.w").item<double>() - (0.6 * expected + 0.4 * 7)) < 1e-4);
    }
  }
};

QTEST_GUILESS_MAIN(TestOptim)
#include "test_optim.moc"
