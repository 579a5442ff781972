// SPDX-License-Identifier: Apache-2.0
#include "optim/low_bit_adam.h"

#include <algorithm>
#include <cmath>

#include "tensor/libtorch.h"

namespace fw::optim {

namespace {

using torch::Tensor;

constexpr const char *low_mean = "exp_avg", *low_square = "exp_avg_sq", *low_mean_scale = "exp_avg_scale",
                     *low_square_scale = "exp_avg_sq_scale";
constexpr int64_t piece = int64_t{1} << 22;  // a multiple of all block sizes
constexpr int64_t temporaries = 8;           // of a piece, in float32
constexpr double least_low_scale = 1e-12, largest_fp8 = 448;

enum class Sign { positive, any };

int64_t block_of(StateType type) {
  return type == StateType::four_bit ? 128 : 256;
}

/// The 16 values of a code in 4 bits: for means of any sign the dynamic code with three exponents, for
/// squares even steps without a zero.
Tensor four_bit_values(Sign sign) {
  if (sign == Sign::positive) return torch::linspace(0, 1, 17).narrow(0, 1, 16);
  std::vector<Tensor> values = {torch::tensor({0.0F, 1.0F})};
  for (int i = 0; i < 3; ++i) {
    const Tensor bounds = torch::linspace(0.1, 1, (1 << i) + 1);
    const int64_t pieces = int64_t{1} << i;
    const Tensor middles =
        std::pow(10, i - 2) * ((bounds.narrow(0, 0, pieces) + bounds.narrow(0, 1, pieces)) / 2);
    values.push_back(middles);
    values.push_back(-middles);
  }
  return std::get<0>(torch::cat(values).sort());
}

/// One running mean, or a part of it in whole blocks; all flat.
struct Coded {
  StateType type;
  Sign sign;
  Tensor codes;   ///< uint8, two values in each; or fp8
  Tensor scales;  ///< of each block; undefined: the codes are float32 values
};

Tensor part_of(const Tensor& all, int64_t begin, int64_t count, int64_t values_each) {
  return all.narrow(0, begin / values_each, count / values_each);
}

Tensor decoded(const Coded& coded, const Tensor& values) {
  if (!coded.scales.defined()) return coded.codes;
  Tensor numbers;
  if (coded.type == StateType::four_bit) {
    const Tensor both = torch::stack({coded.codes.__rshift__(4), coded.codes.bitwise_and(15)}, -1).view(-1);
    numbers = values.index_select(0, both.to(torch::kInt32));
  } else {
    numbers = coded.codes.to(torch::kFloat32);
  }
  return numbers.view({coded.scales.numel(), -1}).mul_(coded.scales.unsqueeze(-1)).view(-1);
}

/// The nearest code, upwards in the middle of two.
Tensor nearest(const Tensor& numbers, const Tensor& values) {
  const Tensor down = torch::bucketize(numbers, values.narrow(0, 1, 15), /*out_int32=*/true, /*right=*/true);
  const Tensor up = (down + 1).clamp_max_(15);
  const Tensor low = values.index_select(0, down), step = values.index_select(0, up) - low;
  return torch::where(numbers - low >= step * 0.5, up, down).to(torch::kUInt8);
}

void encode(Coded& coded, const Tensor& numbers, const Tensor& values) {
  if (!coded.scales.defined()) {
    coded.codes.copy_(numbers);
    return;
  }
  const Tensor rows = numbers.view({coded.scales.numel(), -1});
  Tensor scales = rows.abs().amax(-1).clamp_min_(least_low_scale);
  if (coded.type == StateType::fp8) scales.div_(largest_fp8);
  coded.scales.copy_(scales);
  const Tensor scaled = rows.div(scales.unsqueeze(-1)).view(-1);
  if (coded.type == StateType::fp8) {
    coded.codes.copy_(scaled.to(torch::kFloat8_e4m3fn));
    return;
  }
  const Tensor pairs = nearest(scaled, values).view({-1, 2});
  coded.codes.copy_(pairs.select(1, 0).__lshift__(4).bitwise_or(pairs.select(1, 1)));
}

}  // namespace

LowBitAdam::LowBitAdam(std::vector<Parameter> parameters, const OptimizerConfig& config)
    : ByParameter(std::move(parameters)), config_(config) {
  const bool is_four_bit = config.state == StateType::four_bit;
  TORCH_INTERNAL_ASSERT(is_four_bit || config.state == StateType::fp8);
  const int64_t block = block_of(config.state);
  for (size_t i = 0; i < this->parameters().size(); ++i) {
    const Parameter& parameter = this->parameters()[i];
    const int64_t count = parameter.tensor.numel();
    auto& tensors = kept(i).tensors;
    const bool is_coded = count >= least_coded && count % block == 0;
    for (const char* name : {low_mean, low_square}) {
      if (!is_coded) {
        tensors[name] = zeros(parameter, {count});
        continue;
      }
      tensors[name] = zeros(parameter, {is_four_bit ? count / 2 : count},
                            is_four_bit ? torch::kUInt8 : torch::kFloat8_e4m3fn);
      tensors[name == low_mean ? low_mean_scale : low_square_scale] = zeros(parameter, {count / block});
    }
  }
}

void LowBitAdam::update(const Tensor& weight, Tensor gradient, Kept& kept, double lr) {
  if (weight.is_meta()) {  // a dry run, for which LibTorch lacks some of the operators
    const Tensor temporary =
        torch::empty({temporaries * std::min(piece, weight.numel())}, gradient.options());
    return;
  }
  const Tensor steps =
      torch::full({}, static_cast<double>(kept.steps), torch::kFloat32);  // as torchao counts
  const double correction = (1 - torch::pow(config_.beta1, steps)).item<float>(),
               root_correction = (1 - torch::pow(config_.beta2, steps)).sqrt().item<float>();
  const bool is_coded = kept.tensors.contains(low_mean_scale);
  const int64_t block = block_of(config_.state),
                per_code = is_coded && config_.state == StateType::four_bit ? 2 : 1;
  Tensor values, squares_values;
  if (per_code == 2) {
    values = four_bit_values(Sign::any).to(weight.device());
    squares_values = four_bit_values(Sign::positive).to(weight.device());
  }
  Tensor weights = weight.view(-1), gradients = gradient.reshape(-1);
  for (int64_t begin = 0; begin < weights.numel(); begin += piece) {
    const int64_t count = std::min(piece, weights.numel() - begin);
    const auto coded = [&](Sign sign, const char* codes, const char* scales) {
      Coded one{config_.state, sign, part_of(kept.tensors.at(codes), begin, count, per_code), {}};
      if (is_coded) one.scales = part_of(kept.tensors.at(scales), begin, count, block);
      return one;
    };
    Coded mean = coded(Sign::any, low_mean, low_mean_scale),
          square = coded(Sign::positive, low_square, low_square_scale);
    Tensor w = weights.narrow(0, begin, count), g = gradients.narrow(0, begin, count);
    if (config_.weight_decay != 0) {
      if (config_.decay == Decay::decoupled)
        w.sub_(w * (lr * config_.weight_decay));
      else
        g = g + config_.weight_decay * w;
    }
    const Tensor m = decoded(mean, values).lerp(g, 1 - config_.beta1),
                 v = decoded(square, squares_values).lerp(g.square(), 1 - config_.beta2);
    encode(mean, m, values);
    encode(square, v, squares_values);
    w.sub_((m / correction).mul_(lr).div_((v.sqrt() / root_correction).add_(config_.epsilon)));
  }
}

}  // namespace fw::optim
