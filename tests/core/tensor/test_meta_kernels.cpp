// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"
#include "tensor/meta_kernels.h"

namespace {

using namespace fw::tensor;
using torch::Tensor;
using Tensors = std::vector<Tensor>;

/// Makes inputs on one device: uninitialised on meta, random on the CPU.
struct Inputs {
  torch::Device device;
  Tensor floats(torch::IntArrayRef shape, torch::Dtype dtype = torch::kFloat32) const {
    return torch::randn(shape, torch::TensorOptions(device)).to(dtype);
  }
  Tensor trained(torch::IntArrayRef shape, torch::Dtype dtype = torch::kFloat32) const {
    return floats(shape, dtype).requires_grad_(true);
  }
  Tensor ids(torch::IntArrayRef shape) const {
    return torch::ones(shape, torch::TensorOptions(device).dtype(torch::kInt64));
  }
};

/// The result, and the gradients of its sum.
Tensors with_gradients(const Tensor& result, const Tensors& trained) {
  result.square().sum().backward();
  Tensors all{result.detach()};
  for (const Tensor& each : trained) all.push_back(each.grad());
  return all;
}

/// Whether a kernel's bytes are forecast exactly, roughly (the CPU's library has its own buffers), or not at
/// all (unused by runs).
enum class Peak { exact, near, unchecked };

struct Case {
  const char* name;
  std::function<Tensors(const Inputs&)> run;
  Peak peak = Peak::exact;
};

Tensors norm_with_gradients(const Inputs& in, torch::Dtype dtype, torch::Dtype weight_dtype, bool strided) {
  const Tensor x = in.trained({2, 40, 24}, dtype);
  const Tensor weight = in.trained({strided ? 40 : 24}, weight_dtype),
               bias = in.trained({strided ? 40 : 24}, weight_dtype);
  const Tensor y = torch::layer_norm(strided ? x.transpose(1, 2) : x, weight.sizes(), weight, bias, 1e-5);
  return with_gradients(y, {x, weight, bias});
}

Tensors attend(const Inputs& in, torch::Dtype dtype, int64_t queries, int64_t keys, bool with_bias) {
  // As in nn::attention: views of [B, N, H, d].
  const Tensor q = in.trained({2, queries, 3, 16}, dtype), k = in.trained({2, keys, 3, 16}, dtype),
               v = in.trained({2, keys, 3, 16}, dtype);
  std::optional<Tensor> bias;
  if (with_bias) bias = in.floats({1, 3, queries, keys}, dtype);
  return with_gradients(
      torch::scaled_dot_product_attention(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), bias),
      {q, k, v});
}

Tensors group_norm(const Inputs& in, torch::Dtype dtype, at::MemoryFormat format) {
  const torch::NoGradGuard no_grad;
  const Tensor x = in.floats({2, 8, 3, 6, 4}, dtype).contiguous(format);
  return {torch::group_norm(x, 4, in.floats({8}, dtype), in.floats({8}, dtype))};
}

Tensors convolve_3d(const Inputs& in, at::MemoryFormat format, int64_t kernel, torch::Dtype dtype,
                    const std::vector<int64_t>& shape = {1, 16, 5, 18, 20}) {
  const torch::NoGradGuard no_grad;
  const Tensor x = in.floats(shape, dtype).contiguous(format);
  const Tensor weight = in.floats({24, shape[1], kernel, kernel, kernel}, dtype);
  return {torch::conv3d(x, weight, in.floats({24}, dtype), 1, {0, kernel / 2, kernel / 2})};
}

Tensors convolve_2d(const Inputs& in, at::MemoryFormat format, int64_t stride) {
  const torch::NoGradGuard no_grad;
  const Tensor x = in.floats({3, 16, 18, 20}).contiguous(format);
  return {torch::conv2d(x, in.floats({24, 16, 3, 3}), in.floats({24}), stride, 1)};
}

Tensors adam_step(const Inputs& in) {
  Tensors w{in.floats({5, 6}), in.floats({7})}, g{in.floats({5, 6}), in.floats({7})},
      m{torch::zeros_like(w[0]), torch::zeros_like(w[1])},
      v{torch::zeros_like(w[0]), torch::zeros_like(w[1])},
      steps{torch::ones({}, w[0].options()), torch::ones({}, w[0].options())};
  at::_fused_adamw_(w, g, m, v, {}, steps, 1e-3, 0.9, 0.95, 1e-4, 1e-8, false, false);
  at::_foreach_lerp_(m, w, 0.1);
  at::_foreach_mul_(g, 0.5);
  Tensors all = w;
  all.push_back(torch::stack(at::_foreach_norm(g, 2)).norm());
  return all;
}

const std::vector<Case>& cases() {
  constexpr auto f32 = torch::kFloat32, bf16 = torch::kBFloat16;
  constexpr auto plain = at::MemoryFormat::Contiguous, innermost = at::MemoryFormat::ChannelsLast3d;
  static const std::vector<Case> all{
      {"layer norm", [](const Inputs& in) { return norm_with_gradients(in, f32, f32, false); }},
      {"layer norm bf16", [](const Inputs& in) { return norm_with_gradients(in, bf16, bf16, false); }},
      {"layer norm mixed", [](const Inputs& in) { return norm_with_gradients(in, bf16, f32, false); }},
      {"layer norm strided", [](const Inputs& in) { return norm_with_gradients(in, f32, f32, true); }},
      {"layer norm without weights",
       [](const Inputs& in) {
         const Tensor x = in.trained({3, 5, 8});
         return with_gradients(torch::layer_norm(x, {8}), {x});
       }},
      {"group norm", [](const Inputs& in) { return group_norm(in, f32, plain); }, Peak::near},
      {"group norm channels last", [](const Inputs& in) { return group_norm(in, f32, innermost); },
       Peak::near},
      {"group norm bf16", [](const Inputs& in) { return group_norm(in, bf16, innermost); }, Peak::near},
      {"group norm with gradients",
       [](const Inputs& in) {
         const Tensor x = in.trained({2, 8, 6, 4}), weight = in.trained({8}), bias = in.trained({8});
         return with_gradients(torch::group_norm(x, 2, weight, bias), {x, weight, bias});
       },
       Peak::near},
      {"convolution 3x3x3", [](const Inputs& in) { return convolve_3d(in, innermost, 3, f32); }, Peak::near},
      {"convolution 3x3x3 plain", [](const Inputs& in) { return convolve_3d(in, plain, 3, f32); },
       Peak::near},
      {"convolution by oneDNN",
       [](const Inputs& in) {
         const torch::NoGradGuard no_grad;
         const Tensor x = in.floats({1, 4, 5, 18, 20}).contiguous(innermost);
         return Tensors{at::mkldnn_convolution(x, in.floats({24, 4, 3, 3, 3}), in.floats({24}), {0, 1, 1},
                                               {1, 1, 1}, {1, 1, 1}, 1)};
       },
       Peak::near},
      {"convolution 1x1x1", [](const Inputs& in) { return convolve_3d(in, innermost, 1, f32); }, Peak::near},
      // With AMX oneDNN copies a padded window of the input: much only relative to a tiny video.
      {"convolution 3x3x3 bf16",
       [](const Inputs& in) {
         return convolve_3d(in, innermost, 3, bf16, {1, 64, 5, 72, 80});
       },
       Peak::near},
      {"convolution 3x3", [](const Inputs& in) { return convolve_2d(in, at::MemoryFormat::ChannelsLast, 1); },
       Peak::near},
      {"convolution 3x3 stride 2", [](const Inputs& in) { return convolve_2d(in, plain, 2); }, Peak::near},
      {"convolution with gradients",
       [](const Inputs& in) {
         const Tensor x = in.trained({2, 16, 9, 9}), weight = in.trained({24, 16, 2, 2}),
                      bias = in.trained({24});
         return with_gradients(torch::conv2d(x, weight, bias, 2), {x, weight, bias});
       },
       Peak::unchecked},
      {"attention", [](const Inputs& in) { return attend(in, f32, 40, 40, false); }},
      {"attention of many tokens", [](const Inputs& in) { return attend(in, f32, 800, 800, false); }},
      {"attention of more tokens", [](const Inputs& in) { return attend(in, f32, 1300, 900, false); }},
      {"attention of some tokens", [](const Inputs& in) { return attend(in, f32, 200, 600, false); }},
      {"attention bf16", [](const Inputs& in) { return attend(in, bf16, 40, 40, false); }, Peak::unchecked},
      {"attention with a bias", [](const Inputs& in) { return attend(in, f32, 40, 24, true); }},
      {"embedding",
       [](const Inputs& in) {
         const Tensor weight = in.trained({9, 4});
         return with_gradients(torch::embedding(weight, in.ids({2, 3})), {weight});
       },
       Peak::near},
      {"index_select",
       [](const Inputs& in) {
         const Tensor x = in.trained({4, 5, 6});
         return with_gradients(x.index_select(1, in.ids({7})), {x});
       }},
      {"where",
       [](const Inputs& in) {
         const Tensor x = in.floats({4, 5});
         return Tensors{torch::where(x.gt(0), x, in.floats({5})), torch::where(x.t().gt(0), x.t(), 0.0)};
       }},
      {"masked_fill",
       [](const Inputs& in) {
         return Tensors{in.floats({2, 3, 4}).masked_fill(in.ids({2, 1, 4}).to(torch::kBool), -1e4)};
       }},
      {"spread",
       [](const Inputs& in) {
         const Tensor x = in.floats({3, 4, 5});
         return Tensors{x.std(), x.std(1), x.var(torch::IntArrayRef{0, 2}, true, true),
                        std::get<0>(torch::var_mean(x, 2))};
       },
       Peak::near},
      {"finite",
       [](const Inputs& in) {
         const Tensor x = in.floats({3, 4}).t();
         return Tensors{torch::isfinite(x), torch::isnan(x), torch::isinf(x), x.abs(), x.max(), x.min()};
       },
       Peak::unchecked},
      {"complex",
       [](const Inputs& in) {
         const Tensor x = in.trained({2, 3, 8});
         const Tensor turn = torch::complex(in.floats({3, 4}), in.floats({3, 4}));
         const Tensor y = torch::view_as_real(torch::view_as_complex(x.unflatten(-1, {-1, 2})) * turn);
         return with_gradients(y.flatten(-2), {x});
       }},
      {"linear",
       [](const Inputs& in) {
         const Tensor x = in.trained({2, 7, 6}), weight = in.trained({5, 6}), bias = in.trained({5});
         return with_gradients(torch::gelu(torch::linear(x, weight, bias), "tanh"), {x, weight, bias});
       }},
      {"dropout",
       [](const Inputs& in) {
         return Tensors{torch::dropout(in.trained({4, 5}), 0.3, true).detach()};
       },
       Peak::near},
      {"padding and enlarging",
       [](const Inputs& in) {
         const Tensor x = in.floats({2, 8, 4, 6}).contiguous(at::MemoryFormat::ChannelsLast);
         return Tensors{torch::constant_pad_nd(x, {0, 1, 0, 1}), torch::upsample_nearest2d(x, {8, 12})};
       }},
      {"adam", adam_step, Peak::near},
  };
  return all;
}

struct Measured {
  Tensors results;
  int64_t peak = 0;
};

Measured run_on(const Case& each, torch::Device device) {
  Measured measured;
  const MemoryCounter counter;
  measured.results = each.run({device});
  measured.peak = counter.peak_of_all().total();
  return measured;
}

}  // namespace

class TestMetaKernels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Threads with their own blocks need not peak at the same time.
  void initTestCase() { torch::set_num_threads(1); }

  void results_are_those_of_the_cpu_data() {
    QTest::addColumn<int>("number");
    for (size_t i = 0; i < cases().size(); ++i) QTest::newRow(cases()[i].name) << static_cast<int>(i);
  }
  void results_are_those_of_the_cpu() {
    QFETCH(int, number);
    const Case& each = cases()[static_cast<size_t>(number)];
    const Measured real = run_on(each, torch::kCPU);
    const DryRun dry_run(torch::kCPU);
    const Measured meta = run_on(each, torch::kMeta);
    QCOMPARE(meta.results.size(), real.results.size());
    for (size_t i = 0; i < real.results.size(); ++i) {
      const Tensor &want = real.results[i], &got = meta.results[i];
      QVERIFY(got.is_meta());
      QCOMPARE(got.sizes(), want.sizes());
      QCOMPARE(got.strides(), want.strides());
      QCOMPARE(got.scalar_type(), want.scalar_type());
    }
    const double ratio = static_cast<double>(meta.peak) / static_cast<double>(real.peak);
    const double allowed = each.peak == Peak::exact ? 0 : each.peak == Peak::near ? 0.1 : 1;
    QVERIFY2(std::abs(ratio - 1) <= allowed,
             qPrintable(QString("%1 bytes instead of %2").arg(meta.peak).arg(real.peak)));
  }

  // On CUDA no kernel keeps the scores of all queries and keys, whatever the type, with or without a bias.
  void attention_on_cuda_keeps_no_scores_data() {
    QTest::addColumn<int>("dtype");
    QTest::addColumn<bool>("with_bias");
    QTest::newRow("flash") << static_cast<int>(torch::kBFloat16) << false;
    QTest::newRow("memory efficient") << static_cast<int>(torch::kFloat32) << false;
    QTest::newRow("memory efficient with a bias") << static_cast<int>(torch::kBFloat16) << true;
  }
  void attention_on_cuda_keeps_no_scores() {
    QFETCH(int, dtype);
    QFETCH(bool, with_bias);
    constexpr int64_t tokens = 20000;
    const auto type = static_cast<torch::Dtype>(dtype);
    const Inputs in{torch::kMeta};
    const Tensor q = in.trained({1, tokens, 2, 64}, type), bias = in.floats({1, 1, 1, tokens}, type);
    const DryRun dry_run(torch::kCUDA);
    const MemoryCounter counter;
    const Tensor heads = q.transpose(1, 2);
    const Tensor y = torch::scaled_dot_product_attention(
        heads, heads, heads, with_bias ? std::optional(bias.expand({1, 2, tokens, tokens})) : std::nullopt);
    QCOMPARE(y.strides(), heads.strides());
    y.square().sum().backward();
    QCOMPARE(q.grad().sizes(), q.sizes());
    const int64_t elements = tokens * 2 * 64;
    QVERIFY(counter.peak_of_all().total() < 12 * 4 * elements);  // all scores are 1250 times as many
  }

  /// Turing has a kernel for fp16, but bf16 falls back to the math kernel.
  void attention_of_an_old_card_keeps_all_scores_in_bf16() {
    constexpr int64_t tokens = 4000, heads = 2;
    for (const auto type : {torch::kBFloat16, torch::kHalf}) {
      const Inputs in{torch::kMeta};
      const Tensor q = in.trained({1, tokens, heads, 64}, type).transpose(1, 2);
      const DryRun dry_run(torch::kCUDA, "7.5");
      const MemoryCounter counter;
      const Tensor y = torch::scaled_dot_product_attention(q, q, q);
      const int64_t scores = 4 * heads * tokens * tokens;
      QCOMPARE(counter.peak_of_all().total() >= scores, type == torch::kBFloat16);
    }
  }
};

QTEST_GUILESS_MAIN(TestMetaKernels)
#include "test_meta_kernels.moc"
