// SPDX-License-Identifier: Apache-2.0
#include <ATen/Parallel.h>

#include <array>

#include "nn/layers.h"
#include "tensor/dry_run.h"

namespace fw::nn {

namespace {

using torch::Tensor;

/// Of one channel: of what its values lie above its first one, and of the squares of that. Measured from
/// zero, a mean that is much larger than the deviation would leave no digit of it.
using Sums = std::array<double, 2>;

/// Adds to `sums` those of rows of [rows, channels]. A few rows are added in float32, which keeps seven
/// digits of their sum.
void add_rows(const float* rows, const float* first, int64_t count, int64_t channels,
              std::vector<Sums>& sums) {
  constexpr int64_t few = 64;
  std::vector<float> values(static_cast<size_t>(channels)), squares(values.size());
  for (int64_t begin = 0; begin < count; begin += few) {
    std::fill(values.begin(), values.end(), 0.0f);
    std::fill(squares.begin(), squares.end(), 0.0f);
    float* const value = values.data();
    float* const square = squares.data();
    for (int64_t row = begin; row < std::min(begin + few, count); ++row) {
      const float* const x = rows + row * channels;
      for (int64_t c = 0; c < channels; ++c) {
        const float above = x[c] - first[c];
        value[c] += above;
        square[c] += above * above;
      }
    }
    for (size_t c = 0; c < sums.size(); ++c) {
      sums[c][0] += value[c];
      sums[c][1] += square[c];
    }
  }
}

/// Of each channel of a sample's [rows, channels]. No number depends on how many threads there are.
std::vector<Sums> channel_sums(const float* rows, int64_t count, int64_t channels) {
  constexpr int64_t piece = 4096;
  const int64_t pieces = (count + piece - 1) / piece;
  std::vector<std::vector<Sums>> parts(static_cast<size_t>(pieces),
                                       std::vector<Sums>(static_cast<size_t>(channels)));
  at::parallel_for(0, pieces, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      add_rows(rows + i * piece * channels, rows, std::min(piece, count - i * piece), channels,
               parts[static_cast<size_t>(i)]);
  });
  std::vector<Sums> sums(static_cast<size_t>(channels));
  for (const std::vector<Sums>& part : parts)
    for (size_t c = 0; c < sums.size(); ++c)
      for (size_t k = 0; k < 2; ++k) sums[c][k] += part[c][k];
  return sums;
}

/// The norm of a sample, [rows, channels], is scale x + shift, with numbers for each channel.
void scale_and_shift(const float* rows, int64_t count, int64_t groups, double eps, const GroupNorm& norm,
                     float* scale, float* shift) {
  const int64_t channels = norm.weight.numel(), width = channels / groups;
  const std::vector<Sums> sums = channel_sums(rows, count, channels);
  const float* const weight = norm.weight.const_data_ptr<float>();
  const float* const bias = norm.bias.const_data_ptr<float>();
  const auto rows_of_all = static_cast<double>(count);
  for (int64_t first = 0; first < channels; first += width) {
    double sum = 0, squares = 0;
    for (int64_t c = first; c < first + width; ++c)
      sum += sums[static_cast<size_t>(c)][0] + rows_of_all * rows[c];
    const double values = rows_of_all * static_cast<double>(width), mean = sum / values;
    for (int64_t c = first; c < first + width; ++c) {
      const auto& [above, square] = sums[static_cast<size_t>(c)];
      const double off = rows[c] - mean;
      squares += square + 2 * off * above + rows_of_all * off * off;
    }
    const double inverse = 1 / std::sqrt(std::max(squares / values, 0.0) + eps);
    for (int64_t c = first; c < first + width; ++c) {
      scale[c] = static_cast<float>(inverse * weight[c]);
      shift[c] = static_cast<float>(bias[c] - mean * inverse * weight[c]);
    }
  }
}

/// Whether each sample is rows of all channels.
bool has_channels_innermost(const Tensor& x) {
  return x.dim() > 2 && x.select(0, 0).movedim(0, -1).is_contiguous();
}

}  // namespace

GroupNorm::GroupNorm(int64_t groups, int64_t channels, double eps, const torch::TensorOptions& options)
    : groups_(groups), eps_(eps) {
  add_parameter("weight", weight, {channels}, options);
  add_parameter("bias", bias, {channels}, options);
}

Tensor GroupNorm::forward(const Tensor& x) const {
  return torch::group_norm(x, groups_, weight, bias, eps_);
}

void GroupNorm::normalise(const Tensor& x, Tensor to) const {
  const bool is_float = x.scalar_type() == torch::kFloat32 && weight.scalar_type() == torch::kFloat32;
  if (tensor::computes_on_device(x) || !is_float || !has_channels_innermost(x)) {
    to.copy_(forward(x));
    return;
  }
  const int64_t samples = x.size(0), channels = x.size(1), rows = x.select(0, 0).numel() / channels;
  std::vector<int64_t> shape(static_cast<size_t>(x.dim()), 1);
  shape[0] = samples;
  shape[1] = channels;
  const Tensor scale = torch::empty(shape, x.options().memory_format(at::MemoryFormat::Contiguous));
  const Tensor shift = torch::empty_like(scale);
  for (int64_t i = 0; i < samples && !x.is_meta(); ++i) {
    scale_and_shift(x.select(0, i).const_data_ptr<float>(), rows, groups_, eps_, *this,
                    scale.data_ptr<float>() + i * channels, shift.data_ptr<float>() + i * channels);
  }
  torch::addcmul_out(to, shift, x, scale);
}

}  // namespace fw::nn
