// SPDX-License-Identifier: Apache-2.0
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <dlfcn.h>
#include <unistd.h>

#include <QtTest>

#include "cuda/part.h"
#include "nn/activation_kernels.h"
#include "nn/low_bit.h"
#include "nn/norm_kernels.h"
#include "nn/weighted_loss.h"
#include "optim/adam_operator.h"
#include "support/made_up_cuda/process.h"
#include "tensor/libtorch.h"

namespace {

using namespace fw;
using torch::Tensor;
using Tensors = std::vector<Tensor>;

const torch::Device card(torch::kCUDA, 1);

Tensor random(torch::IntArrayRef shape, uint64_t seed, torch::Dtype dtype = torch::kFloat32) {
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(seed);
  return torch::randn(shape, generator).to(dtype);
}

Tensor nothing(torch::IntArrayRef shape, const Tensor& like) {
  return torch::empty(shape, like.options());
}

/// compute(where) creates its tensors with where(a tensor on the CPU); on the card only copies and the
/// project's kernels produce values. @param allowed  difference, relative to the largest value
template <class Compute>
void compare(double allowed, const Compute& compute) {
  const Tensors wanted = compute([](const Tensor& tensor) { return tensor.clone(); });
  const Tensors got = compute([](const Tensor& tensor) { return tensor.to(card); });
  QCOMPARE(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) {
    QCOMPARE(got[i].device(), card);
    const Tensor a = got[i].cpu().to(torch::kFloat64), b = wanted[i].to(torch::kFloat64);
    const double largest = b.abs().max().item<double>(), difference = (a - b).abs().max().item<double>();
    QVERIFY(largest > 0);
    QVERIFY2(difference <= allowed * largest,
             qPrintable(QStringLiteral("tensor %1 differs by %2").arg(i).arg(difference / largest)));
  }
}

struct Launch {
  std::string kernel;
  int card = -1;
  void* stream = nullptr;
};
Launch last_launch() {
  const auto read =
      reinterpret_cast<void (*)(std::string&, int&, void*&)>(::dlsym(RTLD_DEFAULT, "made_up_last_launch"));
  Launch launch;
  if (read != nullptr) read(launch.kernel, launch.card, launch.stream);
  return launch;
}

}  // namespace

/// The engine's operators through libframewright-cuda and LibTorch's CUDA, over simulated cards
/// (support/made_up_cuda/machine.h) whose kernels run on the host (support/host_lanes/lanes.h): kernels
/// compute with exactly the arguments of the launches.
class TestMadeUpKernels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void norms() {
    constexpr int64_t samples = 2, tokens = 6, width = 72, head = 2;
    const auto layer = static_cast<int64_t>(kernels::Norm::layer);
    const auto plain = static_cast<int64_t>(kernels::Branch::plain);
    compare(1e-5, [&](const auto& where) -> Tensors {
      const Tensor x = where(random({samples, tokens, width}, 1)),
                   change = where(random({samples, tokens, width}, 2)),
                   gate = where(random({samples, 2, width}, 3)),
                   scale = where(random({samples, 2, width}, 4)),
                   shift = where(random({samples, 2, width}, 5)), weight = where(random({width}, 6)),
                   bias = where(random({width}, 7)), dsum = where(random({samples, tokens, width}, 8)),
                   dy = where(random({samples, tokens, width}, 9));
      const Tensor sum = nothing({samples, tokens, width}, x);
      const auto [y, statistics, branch] = nn::norm_operator().call(
          x, change, gate, weight, bias, scale, shift, sum, head, layer, plain, 1.0, 1e-5);
      const auto [dx, dchange, of_dy, of_normed, of_change] = nn::norm_backward_operator().call(
          dsum, dy, sum, statistics, {}, change, gate, weight, scale, head, layer, plain, 1.0, 2, true, true);
      return {sum, y, statistics, dx, dchange, of_dy, of_normed, of_change};
    });
  }

  void rotations() {
    constexpr int64_t samples = 2, tokens = 5, heads = 3, width = 64, joined = 7;
    const auto rms = static_cast<int64_t>(kernels::Norm::rms);
    compare(1e-5, [&](const auto& where) -> Tensors {
      Tensors x, y, dy, dx;
      nn::Maybes weight, bias;
      for (uint64_t i = 0; i < 3; ++i) {
        x.push_back(where(random({samples, tokens, heads, width}, 10 + i)));
        dy.push_back(where(random({samples, joined, heads, width}, 20 + i)));
        y.push_back(where(torch::zeros({samples, joined, heads, width})));
        dx.push_back(nothing(x[0].sizes(), x[0]));
        if (i == 2) break;
        weight.push_back(where(random({width}, 30 + i)));
        bias.push_back(where(random({width}, 40 + i)));
      }
      const Tensor table = where(random({tokens, width}, 50));
      const auto tokens_of = [&](const Tensors& all) {
        Tensors parts;
        for (const Tensor& each : all) parts.push_back(each.narrow(1, 0, tokens));
        return parts;
      };
      const Tensor statistics =
          nn::rotate_operator().call(x, weight, bias, table, tokens_of(y), 2, width, rms, 1e-6);
      const Tensor sums = nn::rotate_backward_operator().call(tokens_of(dy), {x[0], x[1]}, statistics, weight,
                                                              table, dx, 2, width, rms, true);
      return {y[0], y[1], y[2], statistics, dx[0], dx[1], dx[2], sums};
    });
  }

  void activations() {
    for (const auto activation : {kernels::Activation::gelu_tanh, kernels::Activation::silu})
      compare(1e-6, [&](const auto& where) -> Tensors {
        const auto kind = static_cast<int64_t>(activation);
        const Tensor x = where(random({5, 300}, 1)), value = where(random({5, 300}, 2)),
                     dy = where(random({5, 300}, 3)), y = nothing({5, 300}, x), dx = nothing({5, 300}, x),
                     dvalue = nothing({5, 300}, x);
        nn::activate_operator().call(x, value, y, kind);
        nn::activate_backward_operator().call(dy, x, value, dx, dvalue, kind);
        return {y, dx, dvalue};
      });
  }

  void losses() {
    // Registers the operators. On the card it would first compare them with LibTorch's.
    nn::weighted_losses({random({1, 2}, 1), random({1, 2}, 2), random({1, 2}, 3)});
    const auto find = [](const char* name) {
      return c10::Dispatcher::singleton().findSchemaOrThrow(name, "");
    };
    const auto forward =
        find("framewright::squared_error")
            .typed<void(const Tensor&, const Tensor&, const Tensor&, const nn::Maybe&, const nn::Maybe&,
                        const nn::Maybe&, int64_t, double, const nn::Maybe&, const Tensor&, const Tensor&)>();
    const auto backward = find("framewright::squared_error_backward")
                              .typed<void(const Tensor&, const nn::Maybe&, const nn::Maybe&, int64_t, double,
                                          const Tensor&, const Tensor&)>();
    using kernels::LossForm;
    for (const LossForm form : {LossForm::squared, LossForm::huber, LossForm::smooth_l1, LossForm::absolute})
      compare(form == LossForm::squared ? 0 : 1e-6, [&](const auto& where) -> Tensors {
        const Tensor x = where(random({3, 5000}, 1, torch::kBFloat16)), first = where(random({3, 5000}, 2)),
                     second = where(random({3, 5000}, 3)), x_scale = where(random({3}, 4)),
                     first_scale = where(random({3}, 5)), weights = where(random({3}, 6)),
                     dlosses = where(random({3}, 7)), error = nothing({3, 5000}, first),
                     losses = nothing({3}, first), dx = nothing({3, 5000}, x);
        const auto kind = static_cast<int64_t>(form);
        forward.call(x, first, second, x_scale, first_scale, weights, kind, 0.5, error,
                     nothing({3, kernels::loss_pieces(5000)}, first), losses);
        backward.call(error, x_scale, weights, kind, 0.5, dlosses, dx);
        return {error, losses, dx};
      });
  }

  void adam() {
    compare(0, [](const auto& where) -> Tensors {
      const optim::AdamOperands operands{where(random({1000}, 1, torch::kBFloat16)),
                                         where(random({1000}, 2)),
                                         where(random({1000}, 3).mul(40).to(torch::kByte)),
                                         where(random({1000}, 4).mul(40).to(torch::kByte)),
                                         where(random({4}, 5).abs()),
                                         where(random({4}, 6).abs())};
      kernels::AdamScalars scalars;
      scalars.rounding_key = 7;
      optim::adam_step(operands, scalars);
      return {operands.weight, operands.exp_avg, operands.exp_avg_sq, operands.scale, operands.scale_sq};
    });
  }

  void low_bits() {
    for (const auto format : {kernels::LowBit::fp8, kernels::LowBit::int8, kernels::LowBit::nf4})
      compare(0, [&](const auto& where) -> Tensors {
        nn::LowBitWeight weight = nn::quantise(random({9, 128}, 1), format);
        for (Tensor* const part : {&weight.codes, &weight.scales, &weight.magnitudes, &weight.mean})
          if (part->defined()) *part = where(*part);
        return {nn::dequantise(weight, torch::kBFloat16)};
      });
  }

  void int8_attention() {
    constexpr int64_t batch = 1, length = 150, heads = 2, width = 128;
    const int64_t padded = kernels::int8_scales(length);
    compare(2e-3, [&](const auto& where) -> Tensors {
      const Tensor x = where(random({batch, length, heads, width}, 1)),
                   v = where(random({batch, length, heads, width}, 2, torch::kHalf)),
                   v_scales = where(random({batch, heads, width}, 3).abs());
      const Tensor codes = torch::empty(x.sizes(), x.options().dtype(torch::kInt8)),
                   scales = nothing({batch, heads, padded}, x), out = nothing(x.sizes(), x);
      kernels::Int8Rows rows;
      rows.batch = batch;
      rows.length = length;
      rows.heads = heads;
      rows.width = width;
      rows.batch_stride = x.stride(0);
      rows.token_stride = x.stride(1);
      rows.head_stride = x.stride(2);
      rows.x = x.const_data_ptr();
      rows.factor = 0.1f;
      rows.codes = codes.data_ptr<int8_t>();
      rows.scales = scales.data_ptr<float>();
      kernels::Int8Attention attention;
      attention.batch = batch;
      attention.queries = attention.keys = length;
      attention.heads = heads;
      attention.width = width;
      attention.q = attention.k = rows.codes;
      attention.q_scales = attention.k_scales = rows.scales;
      attention.v = v.const_data_ptr();
      attention.v_scales = v_scales.const_data_ptr<float>();
      attention.out = out.data_ptr();
      if (x.is_cuda()) {
        std::get<0>(cuda::loaded_part().int8_attention)(rows, x.get_device());
        std::get<1>(cuda::loaded_part().int8_attention)(attention, x.get_device());
      } else {
        kernels::run_cpu(rows, 0, batch * heads * padded);
        kernels::run_cpu(attention, 0, batch * heads * length);
      }
      return {codes, scales, out};
    });
  }

  void a_kernel_runs_on_its_tensors_card_and_the_current_stream() {
    const auto launched_on = [&](const torch::Device& device) {
      const Tensor x = random({5, 300}, 1).to(device), y = torch::empty_like(x);
      nn::activate_operator().call(x, {}, y, 0);
      const Launch launch = last_launch();
      return std::pair(launch.kernel.find("forward_kernel") == std::string::npos ? -1 : launch.card,
                       launch.stream);
    };
    const c10::impl::VirtualGuardImpl cuda(torch::kCUDA);
    const torch::Device first(torch::kCUDA, 0);
    QCOMPARE(launched_on(first), std::pair(0, static_cast<void*>(nullptr)));
    QCOMPARE(launched_on(card), std::pair(1, static_cast<void*>(nullptr)));
    const c10::StreamGuard guard(cuda.getStreamFromGlobalPool(card));
    QCOMPARE(launched_on(card).first, 1);
    QVERIFY(launched_on(card).second != nullptr);
    QCOMPARE(launched_on(first), std::pair(0, static_cast<void*>(nullptr)));
  }

  void rows_are_loaded_in_fours_where_they_are_aligned() {
    const Tensor memory = random({6 * 72 + 1}, 1).to(card);
    const auto kernel_for = [&](int64_t offset) {
      const Tensor x = memory.narrow(0, offset, 6 * 72).view({1, 6, 72});
      nn::norm_operator().call(x, {}, {}, {}, {}, {}, {}, {}, 0, static_cast<int64_t>(kernels::Norm::rms),
                               static_cast<int64_t>(kernels::Branch::plain), 1.0, 1e-5);
      return last_launch().kernel;
    };
    QVERIFY2(kernel_for(0).find("norm_forward_kernelIfLb1E") != std::string::npos, kernel_for(0).c_str());
    QVERIFY2(kernel_for(1).find("norm_forward_kernelIfLb0E") != std::string::npos, kernel_for(1).c_str());
  }

  void a_launch_outside_the_limits_of_cuda_is_an_error() {
    const Tensor x = random({64}, 1).to(card);
    kernels::Int8Rows rows;
    rows.batch = rows.length = 1;
    rows.heads = 65536;  // the grid's second dimension
    rows.width = 64;
    rows.x = x.const_data_ptr();
    const auto& run = std::get<0>(cuda::loaded_part().int8_attention);
    QVERIFY_THROWS_EXCEPTION(c10::Error, run(rows, card.index()));
    try {
      run(rows, card.index());
    } catch (const c10::Error& error) {
      QVERIFY2(std::string(error.what_without_backtrace()).find("invalid configuration argument") !=
                   std::string::npos,
               error.what_without_backtrace());
    }
    norms();  // the error is not reported a second time
  }
};

int main(int argc, char** argv) {
  if (std::getenv("MADE_UP_KERNELS") == nullptr) {  // restart over the simulated CUDA
    ::setenv("LD_PRELOAD", qPrintable(fw::support::made_up_libraries()), 1);
    ::setenv("LD_LIBRARY_PATH", FW_BUILD_FOLDER "/made-up-cuda", 1);
    ::setenv("MADE_UP_CARDS", "2", 1);
    ::setenv("MADE_UP_KERNELS", FW_BUILD_FOLDER "/lib/libframewright-host-lanes.so", 1);
    ::execv("/proc/self/exe", argv);
    return 1;
  }
  QCoreApplication app(argc, argv);
  TestMadeUpKernels test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_made_up_kernels.moc"
