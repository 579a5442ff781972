// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "nn/activation_operators.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"
#include "tensor/plain_operators.h"

namespace {

using namespace fw;
using kernels::Activation;
using torch::Tensor;
using Tensors = std::vector<Tensor>;

constexpr Activation activations[]{Activation::gelu_tanh, Activation::quick_gelu, Activation::silu};
constexpr int64_t batch = 2, tokens = 3, width = 21;

/// Between -8 and 8, with a gradient.
Tensor values(torch::IntArrayRef shape, torch::Dtype dtype, uint64_t seed) {
  torch::manual_seed(seed);
  return ((torch::rand(shape, torch::kFloat64) - 0.5) * 16).to(dtype).requires_grad_();
}

struct Inputs {
  Tensor x, value, both, rows;

  explicit Inputs(torch::Dtype dtype, int64_t columns = width)
      : x(values({batch, tokens, columns}, dtype, 1)),
        value(values({batch, tokens, columns}, dtype, 2)),
        both(values({batch, tokens, 2 * columns}, dtype, 3)),
        rows(values({tokens, columns}, dtype, 4)) {}
  Tensors all() const { return {x, value, both, rows}; }
};

/// Results of each function on tensors that it may overwrite.
Tensors results_of(const Inputs& in, Activation activation) {
  const auto own = [](const Tensor& x) { return torch::GradMode::is_enabled() ? x : x.clone(); };
  return {nn::gated(own(in.x), in.value, activation), nn::gated_halves(own(in.both), activation),
          nn::activated(own(in.rows), activation), nn::activated(own(in.rows).t(), activation)};
}

/// Each element of each result has its own weight.
Tensor number_of(const Tensors& results) {
  Tensor number = torch::zeros({}, torch::kFloat64);
  for (size_t i = 0; i < results.size(); ++i) {
    const Tensor weights = torch::arange(results[i].numel(), torch::kFloat64) + 1.0 + static_cast<double>(i);
    number = number + (results[i].to(torch::kFloat64).flatten() * weights.cos()).sum();
  }
  return number;
}

Tensors results_and_gradients(torch::Dtype dtype, Activation activation) {
  const Inputs in(dtype);
  Tensors all = results_of(in, activation);
  for (const Tensor& each : torch::autograd::grad({number_of(all)}, in.all())) all.push_back(each);
  return all;
}

double difference(const Tensor& found, const Tensor& wanted) {
  const Tensor exact = wanted.to(torch::kFloat64);
  return ((found.to(torch::kFloat64) - exact).norm() / exact.norm()).item<double>();
}

}  // namespace

class TestActivationOperators : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void gradients_are_the_slopes() {
    for (const Activation activation : activations) {
      const Inputs in(torch::kFloat64);
      const Tensors gradients = torch::autograd::grad({number_of(results_of(in, activation))}, in.all());
      const torch::NoGradGuard no_grad;
      for (size_t i = 0; i < gradients.size(); ++i) {
        auto* const numbers = in.all()[i].data_ptr<double>();
        Tensor slopes = torch::empty_like(gradients[i]).flatten();
        for (int64_t k = 0; k < slopes.numel(); ++k) {
          constexpr double step = 1e-6;
          const double middle = std::exchange(numbers[k], numbers[k] + step);
          const Tensor above = number_of(results_of(in, activation));
          numbers[k] = middle - step;
          slopes[k] = (above - number_of(results_of(in, activation))) / (2 * step);
          numbers[k] = middle;
        }
        QVERIFY2(difference(gradients[i].flatten(), slopes) < 1e-7, qPrintable(QString::number(i)));
      }
    }
  }

  void equal_the_plain_form() {
    const std::pair<torch::Dtype, double> limits[]{
        {torch::kFloat64, 1e-12}, {torch::kFloat32, 1e-6}, {torch::kHalf, 2e-3}, {torch::kBFloat16, 1e-2}};
    for (const auto& [dtype, limit] : limits)
      for (const Activation activation : activations) {
        const Tensors fused = results_and_gradients(dtype, activation);
        const tensor::PlainOperators plain;
        const Tensors wanted = results_and_gradients(dtype, activation);
        for (size_t i = 0; i < fused.size(); ++i) {
          QCOMPARE(fused[i].scalar_type(), dtype);
          QCOMPARE(fused[i].sizes(), wanted[i].sizes());
          QVERIFY2(difference(fused[i], wanted[i]) < limit,
                   qPrintable(QString("%1: %2").arg(i).arg(difference(fused[i], wanted[i]))));
        }
      }
  }

  /// Float32 uses our own exponential.
  void numbers_of_any_size_keep_their_digits() {
    const torch::NoGradGuard no_grad;
    const Tensor x = torch::cat({torch::linspace(-30, 30, 100001, torch::kFloat64),
                                 torch::tensor({-1e30, -1e4, -0.0, 0.0, 1e4, 1e30}, torch::kFloat64)})
                         .to(torch::kFloat32);
    for (const Activation activation : activations) {
      const Tensor exact = nn::activated(x.to(torch::kFloat64), activation);
      const Tensor found = nn::activated(x.clone(), activation).to(torch::kFloat64);
      // p is below 87, with three roundings, or e^-p is next to the largest number and x / e^p to zero.
      const Tensor error = (found - exact).abs();
      const Tensor allowed = exact.abs() * 2e-5 + x.to(torch::kFloat64).abs() * 2e-38;
      const Tensor wrong = x.masked_select(error > allowed);
      if (wrong.numel() > 0) QFAIL(qPrintable(QString("wrong at %1").arg(wrong[0].item<double>())));
    }
    const Tensor none = torch::full({9}, std::numeric_limits<float>::quiet_NaN());
    for (const Activation activation : activations)
      QVERIFY(nn::activated(none.clone(), activation).isnan().all().item<bool>());
  }

  /// Checkpointing computes first without and then with autograd.
  void without_autograd_the_same_bits_come_out_and_no_memory_is_taken() {
    for (const Activation activation : activations) {
      const Inputs in(torch::kBFloat16);
      const Tensors wanted = results_of(in, activation);
      const torch::NoGradGuard no_grad;
      const Tensors found = results_of(in, activation);
      for (size_t i = 0; i < wanted.size(); ++i) QVERIFY(torch::equal(found[i], wanted[i]));
      const Tensor x = in.x.clone();
      QCOMPARE(nn::gated(x, in.value, activation).data_ptr(), x.data_ptr());
      QCOMPARE(nn::activated(x, activation).data_ptr(), x.data_ptr());
    }
  }

  void a_gate_keeps_its_inputs_alone() {
    const auto kept_by = [](bool is_plain) {
      const tensor::PlainOperators plain(is_plain);
      const tensor::MemoryCounter counter;
      const Inputs in(torch::kFloat32);
      const int64_t before = counter.live(tensor::Placement::device).total();
      const Tensor y = nn::gated(in.x, in.value, Activation::silu);
      return (counter.live(tensor::Placement::device).total() - before) / y.nbytes();
    };
    QCOMPARE(kept_by(false), size_t(1));  // the result
    QCOMPARE(kept_by(true), size_t(2));
  }

  void results_do_not_depend_on_the_number_of_threads() {
    const int before = at::get_num_threads();
    const auto run = [](int threads) {
      at::set_num_threads(threads);
      const Inputs in(torch::kFloat32, 30000);
      return torch::autograd::grad({number_of(results_of(in, Activation::gelu_tanh))}, in.all());
    };
    const Tensors one = run(1), three = run(3);
    at::set_num_threads(before);
    for (size_t i = 0; i < one.size(); ++i) QVERIFY(torch::equal(one[i], three[i]));
  }

  void on_meta_the_same_shapes_come_out() {
    for (const Activation activation : activations) {
      const Inputs here(torch::kBFloat16);
      Inputs there = here;
      for (Tensor* const each : {&there.x, &there.value, &there.both, &there.rows})
        *each = each->detach().to(torch::kMeta).requires_grad_();
      const auto shapes = [&](const Inputs& in) {
        Tensors all = results_of(in, activation);
        Tensor sum = all[0].sum() + all[1].sum() + all[2].sum() + all[3].sum();
        for (const Tensor& each : torch::autograd::grad({sum}, in.all())) all.push_back(each);
        return all;
      };
      const Tensors wanted = shapes(here), found = shapes(there);
      for (size_t i = 0; i < wanted.size(); ++i) {
        QCOMPARE(found[i].sizes(), wanted[i].sizes());
        QCOMPARE(found[i].strides(), wanted[i].strides());
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestActivationOperators)
#include "test_activation_operators.moc"
