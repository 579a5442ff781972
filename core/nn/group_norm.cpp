// SPDX-License-Identifier: Apache-2.0
#include <ATen/Parallel.h>

#include <array>

#include "nn/layers.h"
#include "tensor/dry_run.h"

namespace fw::nn {

namespace {

using torch::Tensor;

/// Sums of one channel: of its values minus its first value, and of the squares of those differences. Without
/// the shift, a mean much larger than the deviation would cancel all digits.
using Sums = std::array<double, 2>;

/// Adds the sums of rows [rows, channels] to `sums`. Blocks of a few rows are added in float32, which keeps
/// seven digits.
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

/// Sums per channel of a sample's [rows, channels]. The result does not depend on the number of threads.
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

/// The norm of a sample, [rows, channels], is scale * x + shift with values per channel.
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

/// True if a sample, [C, ..., H, W], is stored as contiguous rows of all channels.
bool is_rows(const Tensor& sample) {
  return sample.movedim(0, -1).is_contiguous();
}

/// True if the rows of each line along the width are contiguous, as in a picture with margins.
bool has_lines(const Tensor& sample) {
  return sample.dim() <= 4 && sample.stride(0) == 1 && sample.stride(-1) == sample.size(0);
}

/// to = scale * x + shift for a sample, [C, H, W] or [C, T, H, W]. LibTorch's inner loops cover one pixel's
/// channels, so their overhead dominates if these are few.
void scale_rows(const Tensor& x, const Tensor& to, const float* scale, const float* shift) {
  const int64_t channels = x.size(0), width = x.size(-1), height = x.size(-2);
  const int64_t lines = x.numel() / (channels * width), frame_stride = to.dim() == 4 ? to.stride(1) : 0;
  const float* const values = x.const_data_ptr<float>();
  float* const results = to.data_ptr<float>();
  at::parallel_for(0, lines, 8, [&](int64_t begin, int64_t end) {
    for (int64_t line = begin; line < end; ++line) {
      const float* from = values + line * width * channels;
      float* y = results + line / height * frame_stride + line % height * to.stride(-2);
      for (int64_t i = 0; i < width; ++i, from += channels, y += channels)
        for (int64_t c = 0; c < channels; ++c) y[c] = from[c] * scale[c] + shift[c];
    }
  });
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
  if (tensor::computes_on_device(x) || !is_float || x.dim() < 4 || !is_rows(x.select(0, 0)) ||
      !has_lines(to.select(0, 0))) {
    to.copy_(forward(x));
    return;
  }
  const int64_t channels = x.size(1), rows = x.select(0, 0).numel() / channels;
  std::vector<float> scale(static_cast<size_t>(channels)), shift(scale.size());
  for (int64_t i = 0; i < x.size(0) && !x.is_meta(); ++i) {
    const Tensor sample = x.select(0, i);
    scale_and_shift(sample.const_data_ptr<float>(), rows, groups_, eps_, *this, scale.data(), shift.data());
    scale_rows(sample, to.select(0, i), scale.data(), shift.data());
  }
}

}  // namespace fw::nn
