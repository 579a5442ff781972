// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "nn/weighted_loss.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"
#include "tensor/plain_operators.h"

namespace {

using namespace fw;
using nn::WeightedErrors;
using torch::Tensor;
using Tensors = std::vector<Tensor>;

const std::vector<int64_t> small{3, 2, 7}, large{2, 3, 7001};  // a part of a piece, and six pieces

Tensor values(torch::IntArrayRef shape, torch::Dtype dtype, uint64_t seed) {
  torch::manual_seed(seed);
  return (torch::rand(shape, torch::kFloat64) * 4 - 2).to(dtype);
}

/// @param scaled  all scales and weights, or none
WeightedErrors errors_of(torch::IntArrayRef shape, torch::Dtype dtype, bool scaled) {
  const torch::Dtype wide = dtype == torch::kFloat64 ? dtype : torch::kFloat32;
  WeightedErrors errors{values(shape, dtype, 1).requires_grad_(), values(shape, wide, 2),
                        values(shape, wide, 3)};
  if (!scaled) return errors;
  errors.x_scale = values({shape[0]}, wide, 4);
  errors.first_scale = values({shape[0]}, wide, 5);
  errors.weights = values({shape[0]}, wide, 6);
  return errors;
}

/// The losses, and the gradient of a sum in which each has its own factor.
Tensors losses_and_gradient(const WeightedErrors& errors) {
  const Tensor losses = nn::weighted_losses(errors);
  const Tensor factors = torch::arange(1, losses.numel() + 1, losses.options().requires_grad(false));
  return {losses.detach(), torch::autograd::grad({(losses * factors).sum()}, {errors.x}).front()};
}

constexpr nn::LossShape shapes[]{{nn::LossForm::squared},
                                 {nn::LossForm::huber, 0.7},
                                 {nn::LossForm::smooth_l1, 0.7},
                                 {nn::LossForm::absolute}};

double difference(const Tensor& found, const Tensor& wanted) {
  const Tensor exact = wanted.to(torch::kFloat64);
  return ((found.to(torch::kFloat64) - exact).norm() / exact.norm()).item<double>();
}

}  // namespace

class TestWeightedLoss : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_gradient_is_the_slope() {
    for (const auto& [scaled, shape] : {std::pair{false, shapes[0]},
                                        {true, shapes[0]},
                                        {true, shapes[1]},
                                        {false, shapes[2]},
                                        {true, shapes[3]}}) {
      const nn::LossScope form(shape);
      const WeightedErrors errors = errors_of(small, torch::kFloat64, scaled);
      const Tensor gradient = losses_and_gradient(errors)[1].flatten();
      const torch::NoGradGuard no_grad;
      const Tensor factors = torch::arange(1, 4, torch::kFloat64);
      const auto sum = [&] { return (nn::weighted_losses(errors) * factors).sum(); };
      auto* const numbers = errors.x.data_ptr<double>();
      Tensor slopes = torch::empty_like(gradient);
      for (int64_t i = 0; i < slopes.numel(); ++i) {
        constexpr double step = 1e-6;
        const double middle = std::exchange(numbers[i], numbers[i] + step);
        const Tensor above = sum();
        numbers[i] = middle - step;
        slopes[i] = (above - sum()) / (2 * step);
        numbers[i] = middle;
      }
      QVERIFY(difference(gradient, slopes) < 1e-8);
    }
  }

  void equals_the_plain_form() {
    const std::pair<torch::Dtype, double> limits[]{
        {torch::kFloat64, 1e-14}, {torch::kFloat32, 3e-7}, {torch::kHalf, 4e-4}, {torch::kBFloat16, 3e-3}};
    for (const auto& [dtype, limit] : limits)
      for (const auto& [scaled, form] : {std::pair{false, shapes[0]},
                                         {true, shapes[0]},
                                         {true, shapes[1]},
                                         {true, shapes[2]},
                                         {false, shapes[3]}})
        for (const auto& shape : {small, large}) {
          const nn::LossScope scope(form);
          const WeightedErrors errors = errors_of(shape, dtype, scaled);
          const Tensors fused = losses_and_gradient(errors);
          const tensor::PlainOperators plain;
          const Tensors wanted = losses_and_gradient(errors);
          for (size_t i = 0; i < wanted.size(); ++i) {
            QCOMPARE(fused[i].scalar_type(), wanted[i].scalar_type());
            QCOMPARE(fused[i].sizes(), wanted[i].sizes());
            QVERIFY2(difference(fused[i], wanted[i]) < limit,
                     qPrintable(QString("%1: %2").arg(i).arg(difference(fused[i], wanted[i]))));
          }
        }
  }

  /// As diffusers' training scripts compute them.
  void other_forms_are_the_published_ones() {
    const WeightedErrors errors = errors_of(large, torch::kFloat64, false);
    const Tensor target = errors.first - errors.second;
    const double c = 0.7;
    const auto losses = [&](const nn::LossShape& shape) {
      const nn::LossScope form(shape);
      return nn::weighted_losses(errors).detach();
    };
    const Tensor e = errors.x.detach() - target;
    const auto mean = [](const Tensor& x) { return x.flatten(1).mean(1); };
    QVERIFY(difference(losses(shapes[0]),
                       mean(torch::mse_loss(errors.x.detach(), target, at::Reduction::None))) < 1e-12);
    QVERIFY(difference(losses(shapes[1]), mean(2 * c * ((e * e + c * c).sqrt() - c))) < 1e-12);
    QVERIFY(difference(losses(shapes[2]), mean(2 * ((e * e + c * c).sqrt() - c))) < 1e-12);
    QVERIFY(difference(losses(shapes[3]),
                       mean(torch::l1_loss(errors.x.detach(), target, at::Reduction::None))) < 1e-12);
  }

  /// A backward pass may run when another form is in force.
  void a_backward_pass_keeps_its_form() {
    const WeightedErrors errors = errors_of(small, torch::kFloat32, true);
    const auto gradient = [&](bool late) {
      Tensor losses;
      std::optional<nn::LossScope> form(std::in_place, shapes[1]);
      losses = nn::weighted_losses(errors).sum();
      if (late) form.reset();
      return torch::autograd::grad({losses}, {errors.x}).front();
    };
    QVERIFY(torch::equal(gradient(true), gradient(false)));
    QVERIFY(!torch::equal(gradient(true),
                          torch::autograd::grad({nn::weighted_losses(errors).sum()}, {errors.x}).front()));
  }

  void takes_tensors_of_any_layout() {
    WeightedErrors errors = errors_of({2, 5, 6, 7}, torch::kFloat32, true);
    const Tensors wanted = losses_and_gradient(errors);
    const auto turned = [](const Tensor& x) { return x.transpose(1, 3).contiguous().transpose(1, 3); };
    errors.x = turned(errors.x.detach()).requires_grad_();
    errors.first = turned(errors.first);
    errors.weights = torch::stack({errors.weights, errors.weights}, 1).select(1, 0);
    const Tensors found = losses_and_gradient(errors);
    for (size_t i = 0; i < wanted.size(); ++i) QVERIFY(torch::equal(found[i], wanted[i]));
  }

  void bits_depend_on_neither_threads_nor_other_samples() {
    const int before = at::get_num_threads();
    const WeightedErrors errors = errors_of(large, torch::kFloat32, true);
    const auto run = [&](int threads) {
      at::set_num_threads(threads);
      return losses_and_gradient(errors);
    };
    const Tensors one = run(1), three = run(3);
    at::set_num_threads(before);
    for (size_t i = 0; i < one.size(); ++i) QVERIFY(torch::equal(one[i], three[i]));
    const torch::NoGradGuard no_grad;
    const auto last = [](const Tensor& x) { return x.slice(0, 1); };
    const Tensor alone =
        nn::weighted_losses({last(errors.x), last(errors.first), last(errors.second), last(errors.x_scale),
                             last(errors.first_scale), last(errors.weights)});
    QVERIFY(torch::equal(alone, last(one[0])));
  }

  void what_is_not_finite_is_seen() {
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL}) {
      const WeightedErrors errors = errors_of(large, torch::kBFloat16, true);
      const torch::NoGradGuard no_grad;
      errors.x[1][2][7000] = bad;
      const Tensor finite = nn::weighted_losses(errors).isfinite();
      QVERIFY(finite[0].item<bool>() && !finite[1].item<bool>());
    }
  }

  void keeps_the_errors_alone_and_without_autograd_nothing() {
    WeightedErrors errors = errors_of(large, torch::kFloat32, true);
    const tensor::MemoryCounter counter;
    const auto kept = [&] {
      const int64_t before = counter.live(tensor::Placement::device).total();
      const Tensor losses = nn::weighted_losses(errors);
      return counter.live(tensor::Placement::device).total() - before;
    };
    const auto bytes = static_cast<int64_t>(errors.x.nbytes());
    QVERIFY(kept() >= bytes && kept() < bytes + 4096);
    const torch::NoGradGuard no_grad;
    QVERIFY(kept() < 4096);
  }

  void on_meta_the_same_shapes_come_out() {
    for (const bool scaled : {false, true}) {
      const WeightedErrors here = errors_of(small, torch::kBFloat16, scaled);
      WeightedErrors there = here;
      for (Tensor* const each :
           {&there.x, &there.first, &there.second, &there.x_scale, &there.first_scale, &there.weights})
        if (each->defined()) *each = each->detach().to(torch::kMeta);
      there.x.requires_grad_();
      const Tensors wanted = losses_and_gradient(here), found = losses_and_gradient(there);
      for (size_t i = 0; i < wanted.size(); ++i) {
        QCOMPARE(found[i].sizes(), wanted[i].sizes());
        QCOMPARE(found[i].scalar_type(), wanted[i].scalar_type());
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestWeightedLoss)
#include "test_weighted_loss.moc"
