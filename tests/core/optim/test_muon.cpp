// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>

#include "base/error.h"
#include "optim/muon.h"
#include "tensor/libtorch.h"

using namespace fw::optim;

namespace {

const OptimizerConfig config{Decay::decoupled, 0.95, 0.99, 1e-8, 0.1, StateType::float32, 5, Rule::muon};

std::vector<Parameter> make_parameters(torch::Device device = torch::kCPU) {
  torch::manual_seed(1);
  const auto make = [&](const char* name, torch::IntArrayRef shape) {
    return Parameter{name, torch::randn(shape).to(device).requires_grad_(true)};
  };
  return {make("wide", {8, 50}), make("tall", {50, 8}),   make("square", {20, 20}),
          make("bias", {33}),    make("narrow", {3, 40}), make("kernel", {4, 4, 3, 3})};
}

void give_gradients(const std::vector<Parameter>& parameters, int64_t step) {
  torch::manual_seed(100 + step);
  for (const Parameter& parameter : parameters)
    parameter.tensor.mutable_grad() = torch::randn_like(parameter.tensor);
}

/// Newton-Schulz steps as published: on the matrix itself, here in double precision.
torch::Tensor published(const torch::Tensor& matrix) {
  if (matrix.size(0) > matrix.size(1)) return published(matrix.t()).t();
  torch::Tensor x = matrix / matrix.norm();
  for (int i = 0; i < 5; ++i) {
    const auto gram = x.matmul(x.t());
    x = 3.4445 * x + (-4.7750 * gram + 2.0315 * gram.matmul(gram)).matmul(x);
  }
  return x;
}

double difference(const torch::Tensor& a, const torch::Tensor& b) {
  return (a.to(torch::kFloat64) - b.to(torch::kFloat64)).abs().max().item<double>();
}

}  // namespace

class TestMuon : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void singular_values_become_about_one() {
    torch::manual_seed(2);
    const auto u = std::get<0>(torch::linalg_qr(torch::randn({30, 30}))),
               v = std::get<0>(torch::linalg_qr(torch::randn({70, 30})));
    const auto values = torch::logspace(-1.5, 1.5, 30);
    const auto result = orthogonalized(u.matmul(torch::diag(values)).matmul(v.t()));
    // Directions stay, and each singular value is mapped as by the steps alone.
    const auto between = u.t().matmul(result).matmul(v);
    QVERIFY(difference(between, torch::diag(between.diagonal())) < 1e-3);
    for (int i = 0; i < 30; ++i) {
      double x = values[i].item<double>() / values.norm().item<double>();
      if (x < 5e-3) continue;  // its square is near float32's rounding
      for (int step = 0; step < 5; ++step) x = 3.4445 * x - 4.7750 * std::pow(x, 3) + 2.0315 * std::pow(x, 5);
      QVERIFY(x > 0.68 && x < 1.16);
      QVERIFY2(std::abs(between[i][i].item<double>() - x) < 2e-3, qPrintable(QString::number(i)));
    }
  }

  void an_update_is_the_published_one() {
    std::vector<Parameter> parameters = make_parameters();
    const double lr = 1e-2, factor = 0.7;
    for (const size_t i : {0, 1, 2}) {
      torch::Tensor weight = parameters[i].tensor.detach().to(torch::kFloat64);
      torch::Tensor mean = torch::zeros_like(weight);
      std::vector<Parameter> one = {parameters[i]};
      const auto optimizer = make_optimizer(one, config);
      for (int64_t step = 0; step < 3; ++step) {
        give_gradients(one, step);
        const auto gradient = one[0].tensor.grad().to(torch::kFloat64) * factor;
        mean = 0.95 * mean + 0.05 * gradient;
        weight = weight * (1 - lr * 0.1) - lr * 0.2 * std::sqrt(std::max(weight.size(0), weight.size(1))) *
                                               published(0.05 * gradient + 0.95 * mean);
        optimizer->step(lr, factor);
        QVERIFY2(difference(one[0].tensor.detach(), weight) < 1e-5, one[0].name.c_str());
      }
    }
  }

  void what_is_no_matrix_is_adamws() {
    std::vector<Parameter> parameters = make_parameters(), others = make_parameters();
    const auto muon = make_optimizer(parameters, config);
    OptimizerConfig plain = config;
    plain.rule = Rule::adam;
    const auto adamw = make_optimizer(others, plain);
    for (int64_t step = 0; step < 2; ++step) {
      give_gradients(parameters, step);
      give_gradients(others, step);
      muon->step(1e-2, 0.7);
      adamw->step(1e-2 * Muon::others_share, 0.7);
    }
    for (size_t i = 0; i < parameters.size(); ++i)
      QCOMPARE(torch::equal(parameters[i].tensor, others[i].tensor), !Muon::takes(others[i].tensor));
    const auto state = muon->state();
    QVERIFY(!state.contains("exp_avg_sq.square") && state.contains("exp_avg_sq.kernel"));
  }

  void saved_state_continues_bit_for_bit() {
    std::vector<Parameter> first = make_parameters(), second = make_parameters();
    const auto whole = make_optimizer(first, config), other = make_optimizer(second, config);
    const auto train = [](std::vector<Parameter>& parameters, Optimizer& optimizer, int64_t from) {
      for (int64_t step = from; step < from + 2; ++step) {
        give_gradients(parameters, step);
        optimizer.step(1e-2);
      }
    };
    train(first, *whole, 0);
    for (size_t i = 0; i < first.size(); ++i) second[i].tensor.detach().copy_(first[i].tensor.detach());
    other->load_state(whole->state());
    train(first, *whole, 2);
    train(second, *other, 2);
    for (size_t i = 0; i < first.size(); ++i) QVERIFY(torch::equal(first[i].tensor, second[i].tensor));

    StateTensors lacking = whole->state();
    lacking.erase("exp_avg.tall");
    QVERIFY_EXCEPTION_THROWN(other->load_state(lacking), fw::Error);
  }

  void works_in_a_dry_run() {
    std::vector<Parameter> parameters = make_parameters(torch::kMeta);
    const auto muon = make_optimizer(parameters, config);
    give_gradients(parameters, 0);
    muon->step(1e-2);
    QVERIFY(muon->state().at("exp_avg.wide").is_meta());
  }
};

QTEST_GUILESS_MAIN(TestMuon)
#include "test_muon.moc"
