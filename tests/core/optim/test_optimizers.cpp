// SPDX-License-Identifier: Apache-2.0
#include <ATen/Parallel.h>
#include <torch/cuda.h>

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "kernels/adam.h"
#include "kernels/block_codes.h"
#include "kernels/dynamic_code.h"
#include "kernels/stochastic_rounding.h"
#include "optim/ema.h"
#include "optim/gradients.h"
#include "optim/master_weights.h"
#include "optim/optimizer.h"
#include "tensor/libtorch.h"

using namespace fw::optim;
namespace kernels = fw::kernels;

namespace {

/// The values of the dynamic code according to the paper: a decade's fraction runs linearly over 0.1 to 1, a
/// code is the midpoint of its interval; plus 0 and 1.
std::vector<double> published_code(bool has_sign) {
  std::vector<double> values = {0, 1};
  for (int i = 0; i < 7; ++i) {
    const int pieces = has_sign ? 1 << i : 2 << i;
    for (int j = 0; j < pieces; ++j) {
      const double from = 0.1 + 0.9 * j / pieces, to = 0.1 + 0.9 * (j + 1) / pieces;
      values.push_back((from + to) / 2 * std::pow(10, i - 6));
      if (has_sign) values.push_back(-values.back());
    }
  }
  std::sort(values.begin(), values.end());
  return values;
}

Parameter make_parameter(const std::string& name, torch::IntArrayRef shape,
                         torch::Dtype dtype = torch::kFloat32) {
  return {name, torch::randn(shape).to(dtype).requires_grad_(true)};
}

void give_gradients(const std::vector<Parameter>& parameters, int64_t seed) {
  torch::manual_seed(seed);
  for (const Parameter& parameter : parameters) {
    // Over many magnitudes, like gradients.
    const auto gradient =
        torch::randn(parameter.tensor.sizes()) * torch::pow(10, -4 * torch::rand(parameter.tensor.sizes()));
    parameter.tensor.mutable_grad() = gradient.to(parameter.tensor.scalar_type());
  }
}

/// One of each size that the kernels treat differently: small, with a partial block, whole blocks.
std::vector<Parameter> make_parameters(torch::Dtype dtype = torch::kFloat32) {
  torch::manual_seed(1);
  return {make_parameter("small", {100}, dtype), make_parameter("odd", {71, 67}, dtype),
          make_parameter("whole", {64, 128}, dtype)};
}

StateTensors copy_of(const StateTensors& state) {
  StateTensors copy;
  for (const auto& [name, tensor] : state) copy[name] = tensor.clone();
  return copy;
}

void train(std::vector<Parameter>& parameters, Optimizer& optimizer, int64_t from, int64_t to) {
  for (int64_t step = from; step < to; ++step) {
    give_gradients(parameters, 100 + step);
    optimizer.step(1e-2, 0.7);
  }
}

struct Kind {
  const char* name;
  Decay decay;
  StateType state;
  torch::Dtype dtype;
};
const std::vector<Kind> kinds = {
    {"AdamW", Decay::decoupled, StateType::float32, torch::kFloat32},
    {"Adam", Decay::coupled, StateType::float32, torch::kFloat32},
    {"AdamW, 8 bits", Decay::decoupled, StateType::eight_bit, torch::kFloat32},
    {"Adam, 8 bits", Decay::coupled, StateType::eight_bit, torch::kFloat32},
    {"AdamW, bf16", Decay::decoupled, StateType::float32, torch::kBFloat16},
    {"Adam, 8 bits, bf16", Decay::coupled, StateType::eight_bit, torch::kBFloat16},
};

void add_kinds() {
  QTest::addColumn<int>("index");
  for (size_t i = 0; i < kinds.size(); ++i) QTest::newRow(kinds[i].name) << static_cast<int>(i);
}

OptimizerConfig config_of(const Kind& kind) {
  return {kind.decay, 0.9, 0.95, 1e-8, 0.1, kind.state, 5};
}

std::vector<float> values_of(const torch::Tensor& tensor) {
  const auto flat = tensor.to(torch::kFloat32).contiguous();
  return {flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel()};
}

}  // namespace

class TestOptimizers : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_code_is_the_published_one() {
    for (const auto& code : {kernels::signed_code, kernels::unsigned_code}) {
      const auto values = published_code(code.has_sign);
      QCOMPARE(values.size(), size_t(256));
      for (int i = 0; i < 256; ++i) {
        const double value = kernels::decode(code, static_cast<uint8_t>(i), 1);
        QVERIFY2(std::abs(value - values[i]) <= 1e-6 * std::abs(values[i]), qPrintable(QString::number(i)));
        QCOMPARE(kernels::encode(code, static_cast<float>(values[i])), static_cast<uint8_t>(i));
      }
      QCOMPARE(kernels::decode(code, 255, 1), 1.0f);
      QCOMPARE(kernels::decode(code, kernels::encode(code, 0), 1), 0.0f);
    }
  }

  void encoding_finds_the_nearest_value() {
    for (const auto& code : {kernels::signed_code, kernels::unsigned_code}) {
      const auto values = published_code(code.has_sign);
      for (int i = 0; i <= 40000; ++i) {
        const double magnitude = i % 2 == 0 ? std::pow(10, -9.0 * i / 40000) : i / 40000.0;
        const double x = code.has_sign && i % 3 == 0 ? -magnitude : magnitude;
        double nearest = 2;
        for (const double value : values) {
          // A nonzero mean square does not become zero.
          if (code.has_sign || value > 0 || x == 0) nearest = std::min(nearest, std::abs(value - x));
        }
        const uint8_t byte = kernels::encode(code, static_cast<float>(x));
        const double found = std::abs(kernels::decode(code, byte, 1) - x);
        QVERIFY2(found <= nearest + 1e-5 * magnitude, qPrintable(QString::number(x)));
      }
    }
  }

  void a_block_comes_back_within_half_a_cell() {
    torch::manual_seed(3);
    for (const double spread : {1e-28, 1.0, 1e30}) {
      const auto values = values_of(torch::randn({256}) * spread);
      for (const auto& code : {kernels::signed_code, kernels::unsigned_code}) {
        std::vector<float> input = values;
        if (!code.has_sign) std::transform(input.begin(), input.end(), input.begin(), fabsf);
        std::vector<uint8_t> codes(256);
        std::vector<float> output(256);
        const float scale = kernels::encode_block(code, input.data(), codes.data(), 256);
        kernels::decode_block(code, codes.data(), scale, output.data(), 256);
        const float bound = scale * (code.has_sign ? 0.45f / 64 : 0.45f / 128) * 1.001f;
        for (size_t i = 0; i < 256; ++i) QVERIFY(std::abs(output[i] - input[i]) <= bound);
      }
    }
    std::vector<uint8_t> codes(3);
    for (const float bad : {0.0f, 1e-42f, std::numeric_limits<float>::infinity()}) {
      const std::vector<float> input = {0, bad, 0};
      std::vector<float> output = {1, 1, 1};
      const float scale = kernels::encode_block(kernels::signed_code, input.data(), codes.data(), 3);
      kernels::decode_block(kernels::signed_code, codes.data(), scale, output.data(), 3);
      QCOMPARE(output, (std::vector<float>{0, 0, 0}));
    }
  }

  void a_step_in_8_bits_follows_its_formula() {
    for (const Decay decay : {Decay::decoupled, Decay::coupled}) {
      const OptimizerConfig config{decay, 0.9, 0.95, 1e-8, 0.1, StateType::eight_bit};
      torch::manual_seed(4);
      std::vector<Parameter> parameters = {make_parameter("w", {5000})};
      const auto adam = make_optimizer(parameters, config);
      train(parameters, *adam, 0, 3);
      const auto before = copy_of(adam->state());
      const auto w = parameters[0].tensor.detach().to(torch::kFloat64);
      give_gradients(parameters, 9);
      const double lr = 0.01, factor = 0.25;
      adam->step(lr, factor);
      const auto after = adam->state();
      const auto scales = before.at("exp_avg_scale.w"), scales_sq = before.at("exp_avg_sq_scale.w");
      QCOMPARE(scales.numel(), int64_t(20));
      const auto codes = before.at("exp_avg.w"), codes_sq = before.at("exp_avg_sq.w");
      const auto value_of = [](const StateTensors& state, const std::string& name, bool has_sign, int64_t i) {
        const auto byte = state.at(name + ".w")[i].item<uint8_t>();
        const auto scale = state.at(name + "_scale.w")[i / 256].item<float>();
        return published_code(has_sign)[byte] * scale;
      };
      for (int64_t i = 0; i < 5000; i += 7) {
        const double weight = w[i].item<double>();
        double g = factor * parameters[0].tensor.grad()[i].item<double>();
        if (decay == Decay::coupled) g += config.weight_decay * weight;
        const double m = config.beta1 * value_of(before, "exp_avg", true, i) + (1 - config.beta1) * g;
        const double v = config.beta2 * value_of(before, "exp_avg_sq", false, i) + (1 - config.beta2) * g * g;
        const double shrunk = decay == Decay::decoupled ? weight * (1 - lr * config.weight_decay) : weight;
        const double expected =
            shrunk - lr / (1 - std::pow(config.beta1, 4)) * m /
                         (std::sqrt(v / (1 - std::pow(config.beta2, 4))) + config.epsilon);
        QVERIFY(std::abs(parameters[0].tensor[i].item<double>() - expected) <=
                1e-6 * (std::abs(expected) + lr * 10));
        const double scale = after.at("exp_avg_scale.w")[i / 256].item<float>();
        const double scale_sq = after.at("exp_avg_sq_scale.w")[i / 256].item<float>();
        QVERIFY(std::abs(value_of(after, "exp_avg", true, i) - m) <= scale * 0.0071);
        QVERIFY(std::abs(value_of(after, "exp_avg_sq", false, i) - v) <= scale_sq * 0.00352);
      }
    }
  }

  void every_instruction_set_gives_the_same_bits_data() { add_kinds(); }
  void every_instruction_set_gives_the_same_bits() {
    QFETCH(int, index);
    const Kind& kind = kinds[static_cast<size_t>(index)];
    const bool coded = kind.state == StateType::eight_bit;
    kernels::AdamScalars scalars;
    scalars.root_factor = 100;
    scalars.epsilon = 1e-6f;
    scalars.mixes_gradient = kind.decay == Decay::coupled;
    scalars.coupled_decay = 0.1f;
    scalars.gradient_factor = 0.3f;
    const int64_t count = 20000;
    const auto run = [&](kernels::CpuPath path) {
      torch::manual_seed(6);
      const auto state = coded ? torch::kUInt8 : torch::kFloat32;
      const auto weight = torch::randn({count}).to(kind.dtype);
      std::vector<torch::Tensor> all = {weight, torch::zeros({count}, state), torch::zeros({count}, state),
                                        torch::zeros({79}), torch::zeros({79})};
      for (int step = 0; step < 5; ++step) {
        const auto gradient =
            (torch::randn({count}) * torch::pow(10, -9 * torch::rand({count}))).to(kind.dtype);
        const auto type =
            kind.dtype == torch::kBFloat16 ? kernels::FloatType::bfloat16 : kernels::FloatType::float32;
        kernels::AdamTensors tensors{count,
                                     weight.data_ptr(),
                                     gradient.data_ptr(),
                                     all[1].data_ptr(),
                                     all[2].data_ptr(),
                                     nullptr,
                                     nullptr,
                                     type,
                                     type};
        if (coded) tensors.exp_avg_scale = all[3].data_ptr<float>();
        if (coded) tensors.exp_avg_sq_scale = all[4].data_ptr<float>();
        kernels::adam_cpu(tensors, scalars, 0, tensors.block_count(), path);
      }
      return all;
    };
    const auto best = run(kernels::CpuPath::best), portable = run(kernels::CpuPath::portable);
    for (size_t i = 0; i < best.size(); ++i)
      QVERIFY2(torch::equal(best[i], portable[i]), qPrintable(QString::number(i)));
  }

  void the_number_of_threads_changes_nothing_data() { add_kinds(); }
  void the_number_of_threads_changes_nothing() {
    QFETCH(int, index);
    const Kind& kind = kinds[static_cast<size_t>(index)];
    const int before = at::get_num_threads();
    const auto run = [&](int threads) {
      at::set_num_threads(threads);
      torch::manual_seed(7);
      std::vector<Parameter> parameters = make_parameters(kind.dtype);
      parameters.push_back(make_parameter("large", {300, 1001}, kind.dtype));
      const auto optimizer = make_optimizer(parameters, config_of(kind));
      train(parameters, *optimizer, 0, 3);
      auto all = copy_of(optimizer->state());
      for (const Parameter& parameter : parameters) all[parameter.name] = parameter.tensor.detach();
      return all;
    };
    const auto one = run(1), three = run(3);
    at::set_num_threads(before);
    for (const auto& [name, tensor] : one) QVERIFY2(torch::equal(tensor, three.at(name)), name.c_str());
  }

  void the_gpu_gives_the_same_bits_data() { add_kinds(); }
  void the_gpu_gives_the_same_bits() {
    if (!torch::cuda::is_available()) QSKIP("no GPU");
    QFETCH(int, index);
    const Kind& kind = kinds[static_cast<size_t>(index)];
    // Plain float32 is LibTorch's kernel there, with other roundings.
    const bool exact = kind.state == StateType::eight_bit || kind.dtype == torch::kBFloat16;
    std::vector<Parameter> host = make_parameters(kind.dtype), device;
    for (const Parameter& parameter : host)
      device.push_back({parameter.name, parameter.tensor.detach().cuda().requires_grad_(true)});
    const auto on_host = make_optimizer(host, config_of(kind)),
               on_device = make_optimizer(device, config_of(kind));
    for (int step = 0; step < 3; ++step) {
      give_gradients(host, step);
      for (size_t i = 0; i < host.size(); ++i) device[i].tensor.mutable_grad() = host[i].tensor.grad().cuda();
      on_host->step(1e-2, 0.7);
      on_device->step(1e-2, 0.7);
    }
    for (size_t i = 0; i < host.size(); ++i) {
      const auto there = device[i].tensor.detach().cpu(), here = host[i].tensor.detach();
      const bool small = here.numel() < 4096 && kind.dtype == torch::kFloat32;
      QVERIFY2(exact && !small ? torch::equal(there, here) : torch::allclose(there, here, 1e-4, 1e-5),
               host[i].name.c_str());
    }
  }

  void saved_state_continues_bit_for_bit_data() { add_kinds(); }
  void saved_state_continues_bit_for_bit() {
    QFETCH(int, index);
    const Kind& kind = kinds[static_cast<size_t>(index)];
    std::vector<Parameter> first = make_parameters(kind.dtype), second = make_parameters(kind.dtype);
    const auto whole = make_optimizer(first, config_of(kind));
    train(first, *whole, 0, 3);
    const auto saved = copy_of(whole->state());
    for (size_t i = 0; i < first.size(); ++i) second[i].tensor.detach().copy_(first[i].tensor.detach());
    const auto other = make_optimizer(second, config_of(kind));
    other->load_state(saved);
    train(first, *whole, 3, 6);
    train(second, *other, 3, 6);
    for (size_t i = 0; i < first.size(); ++i) QVERIFY(torch::equal(first[i].tensor, second[i].tensor));
    const auto state = other->state();
    for (const auto& [name, tensor] : whole->state()) QVERIFY(torch::equal(tensor, state.at(name)));
    // It rejects another kind of state.
    OptimizerConfig unlike = config_of(kind);
    unlike.state = kind.state == StateType::float32 ? StateType::eight_bit : StateType::float32;
    QVERIFY_EXCEPTION_THROWN(make_optimizer(second, unlike)->load_state(saved), fw::Error);
  }

  void small_tensors_keep_float32_state() {
    const auto parameters = make_parameters();
    const auto state = make_optimizer(parameters, config_of(kinds[2]))->state();
    QCOMPARE(state.at("exp_avg.small").scalar_type(), torch::kFloat32);
    QCOMPARE(state.at("exp_avg.odd").scalar_type(), torch::kUInt8);
    QCOMPARE(state.at("exp_avg_scale.odd").numel(), int64_t(19));
    QVERIFY(!state.contains("exp_avg_scale.small"));
  }

  /// A small network learns a function: every optimizer's loss stays near float32's.
  void losses_stay_near_those_of_float32() {
    const auto course = [](StateType state, torch::Dtype dtype) {
      torch::manual_seed(11);
      const auto inputs = torch::randn({256, 64});
      const auto targets = torch::sin(inputs.matmul(torch::randn({64, 8}) / 8));
      std::vector<Parameter> layers = {
          {"first", (torch::randn({64, 128}) / 8).to(dtype).requires_grad_(true)},
          {"middle", (torch::randn({128, 128}) / 11).to(dtype).requires_grad_(true)},
          {"last", (torch::randn({128, 8}) / 11).to(dtype).requires_grad_(true)}};
      OptimizerConfig config{Decay::decoupled, 0.9, 0.95, 1e-8, 1e-4, state, 1};
      const auto optimizer = make_optimizer(layers, config);
      std::vector<double> losses;
      for (int step = 0; step < 400; ++step) {
        auto hidden = inputs;
        for (size_t i = 0; i < layers.size(); ++i) {
          hidden = hidden.matmul(layers[i].tensor.to(torch::kFloat32));
          if (i + 1 < layers.size()) hidden = torch::tanh(hidden);
        }
        const auto loss = (hidden - targets).pow(2).mean();
        losses.push_back(loss.item<double>());
        loss.backward();
        optimizer->step(1e-3, clip_factor(gradient_norm(layers), 1));
        clear_gradients(layers);
      }
      return losses;
    };
    const auto plain = course(StateType::float32, torch::kFloat32);
    QVERIFY(plain.back() < 0.1 * plain.front());
    const auto furthest = [&](const std::vector<double>& losses) {
      double most = 0;
      for (size_t i = 0; i < losses.size(); ++i) most = std::max(most, std::abs(losses[i] - plain[i]));
      return most / plain.front();
    };
    const double eight_bit = furthest(course(StateType::eight_bit, torch::kFloat32));
    const double bf16 = furthest(course(StateType::float32, torch::kBFloat16));
    const double both = furthest(course(StateType::eight_bit, torch::kBFloat16));
    qInfo("largest distance from float32's losses, of the first loss: 8 bits %.4f, bf16 %.4f, both %.4f",
          eight_bit, bf16, both);
    QVERIFY(eight_bit < 0.005);
    QVERIFY(bf16 < 0.002);
    QVERIFY(both < 0.005);
  }

  void stochastic_rounding_keeps_the_mean() {
    const int draws = 1 << 16;
    for (const float value : {1.001f, -3.14159f, 1e-30f, 65504.9f, -7e-41f}) {
      const auto bits = __builtin_bit_cast(uint32_t, value);
      const auto widened = [](uint16_t half) {
        return static_cast<double>(__builtin_bit_cast(float, static_cast<uint32_t>(half) << 16));
      };
      double sum = 0;
      for (uint32_t i = 0; i < draws; ++i)
        sum += widened(kernels::round_stochastically(bits, kernels::random_bits(12345, i)));
      const double low = widened(static_cast<uint16_t>(bits >> 16)),
                   high = widened(static_cast<uint16_t>((bits >> 16) + 1));
      const double share = (value - low) / (high - low);
      const double error = std::abs(high - low) * std::sqrt(share * (1 - share) / draws);
      QVERIFY2(std::abs(sum / draws - value) <= 4 * error, qPrintable(QString::number(value)));
    }
    for (const float exact : {0.0f, -0.0f, 1.0f, -1.5f, std::numeric_limits<float>::infinity()}) {
      const auto bits = __builtin_bit_cast(uint32_t, exact);
      for (const uint32_t random : {0u, 0xffffffffu, 0x12345678u})
        QCOMPARE(kernels::round_stochastically(bits, random), static_cast<uint16_t>(bits >> 16));
    }
    const auto nan = kernels::round_stochastically(0x7f800001u, 0xffffffffu);
    QVERIFY((nan & 0x7f80) == 0x7f80 && (nan & 0x7f) != 0);
  }

  /// Steps of a hundredth of a bf16 weight's last place add up, and a rate of 0 leaves it unchanged.
  void small_updates_of_bf16_weights_count() {
    std::vector<Parameter> parameters = {{"w", torch::ones({8192}, torch::kBFloat16).requires_grad_(true)}};
    const auto optimizer = make_optimizer(parameters, {Decay::decoupled, 0.9, 0.95, 1e-8, 0});
    for (int step = 0; step < 200; ++step) {
      parameters[0].tensor.mutable_grad() = torch::ones({8192}, torch::kBFloat16);
      optimizer->step(step < 100 ? 4e-5 : 0.0);
    }
    const double moved = 1 - parameters[0].tensor.to(torch::kFloat64).mean().item<double>();
    QVERIFY2(std::abs(moved - 100 * 4e-5) < 2e-4, qPrintable(QString::number(moved)));
  }

  void the_average_of_bf16_weights_stands_in_for_them() {
    std::vector<Parameter> parameters = {{"w", torch::ones({3}, torch::kBFloat16).requires_grad_(true)}};
    Ema ema(parameters, 0.5);
    ema.load_state({{"ema.w", torch::ones({3})}});  // without a warm-up
    parameters[0].tensor.detach().fill_(3);
    ema.update();
    ema.swap();
    QCOMPARE(values_of(parameters[0].tensor), (std::vector<float>{2, 2, 2}));
    QCOMPARE(parameters[0].tensor.scalar_type(), torch::kBFloat16);
    ema.swap();
    QCOMPARE(values_of(parameters[0].tensor), (std::vector<float>{3, 3, 3}));
    QCOMPARE(values_of(ema.state().at("ema.w")), (std::vector<float>{2, 2, 2}));
  }

  void masters_take_gradients_and_give_weights_data() {
    QTest::addColumn<bool>("leave");
    QTest::addColumn<bool>("bf16");
    for (const bool leave : {false, true}) {
      for (const bool bf16 : {false, true}) {
        QTest::addRow("%s, %s", leave ? "leave" : "stay", bf16 ? "bf16" : "fp32") << leave << bf16;
      }
    }
  }
  void masters_take_gradients_and_give_weights() {
    QFETCH(bool, leave);
    QFETCH(bool, bf16);
    const auto weight =
        torch::arange(6, torch::kFloat32).to(bf16 ? torch::kBFloat16 : torch::kFloat32).requires_grad_(true);
    MasterWeights masters(fw::tensor::Placement::pinned,
                          leave ? MasterWeights::Gradients::leave : MasterWeights::Gradients::stay);
    const auto master = masters.add(weight);
    QCOMPARE(values_of(master), (std::vector<float>{0, 1, 2, 3, 4, 5}));
    for (int batch = 1; batch <= 2; ++batch) {
      (weight * weight * batch).sum().backward();
      QCOMPARE(weight.grad().defined(), !leave);
      masters.collect_gradients();
      QVERIFY(!weight.grad().defined());
      QCOMPARE(master.grad().scalar_type(), torch::kFloat32);
    }
    QCOMPARE(values_of(master.grad()), (std::vector<float>{0, 6, 12, 18, 24, 30}));
    master.detach().fill_(1.001);
    masters.publish();
    QVERIFY(torch::equal(weight.detach(), torch::full({6}, 1.001).to(weight.scalar_type())));
  }

  void a_dry_run_takes_steps_too() {
    for (const Kind& kind : kinds) {
      const auto weight = torch::empty({100, 100}, torch::TensorOptions(torch::kMeta).dtype(kind.dtype));
      std::vector<Parameter> parameters = {{"w", weight.requires_grad_(true)}};
      const auto optimizer = make_optimizer(parameters, config_of(kind));
      parameters[0].tensor.mutable_grad() = torch::empty_like(weight);
      optimizer->step(0.1, clip_factor(gradient_norm(parameters), 1));
      QVERIFY(optimizer->state().at("exp_avg.w").is_meta());
    }
    const auto weight = torch::empty({4}, torch::kMeta).requires_grad_(true);
    MasterWeights masters(fw::tensor::Placement::pinned, MasterWeights::Gradients::leave);
    const auto master = masters.add(weight);
    (weight * 2).sum().backward();
    masters.collect_gradients();
    QVERIFY(master.grad().is_meta() && !weight.grad().defined());
    masters.publish();
  }
};

QTEST_GUILESS_MAIN(TestOptimizers)
#include "test_optimizers.moc"
