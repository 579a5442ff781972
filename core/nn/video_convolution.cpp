// SPDX-License-Identifier: Apache-2.0
#include "nn/video_convolution.h"

#include <cmath>

#include "nn/winograd.h"
#include "tensor/dry_run.h"

namespace fw::nn {

namespace {

constexpr double least_length = 1e-12;  // that PixelNorm divides by

/// Every second output along one axis, starting at `phase`.
struct Phase {
  int64_t axis;   // of x
  int64_t phase;  // 0, 1

  torch::Tensor weight(const torch::Tensor& w) const {
    const torch::Tensor first = w.narrow(axis, 0, 1), middle = w.narrow(axis, 1, 1),
                        last = w.narrow(axis, 2, 1);
    return phase == 0 ? torch::cat({first, middle + last}, axis) : torch::cat({first + middle, last}, axis);
  }
  torch::Tensor input(const torch::Tensor& x, int64_t outputs) const {
    return x.narrow(axis, phase, outputs + 1);
  }
  torch::Tensor output(const torch::Tensor& y) const { return y.slice(axis, phase, std::nullopt, 2); }
};

/// Splits off the phases of `axis` and of the later axes; if none are left, convolves.
void convolve_phases(const torch::Tensor& x, const Convolution& conv, const torch::Tensor& weight,
                     const torch::Tensor& y, int64_t axis) {
  if (y.numel() == 0) return;
  if (axis == x.dim()) {
    const std::vector<int64_t> ones(axis - 2, 1), none(axis - 2, 0);
    if (suits_winograd(x, weight, ones, none)) return winograd_convolution(x, weight, conv.bias, 0, y);
    y.copy_(at::mkldnn_convolution(x, weight, conv.bias, none, ones, ones, 1));
    return;
  }
  if (y.size(axis) == x.size(axis) - 2) return convolve_phases(x, conv, weight, y, axis + 1);
  for (const int64_t phase : {0, 1}) {
    const Phase one{axis, phase};
    const torch::Tensor part = one.output(y);
    convolve_phases(one.input(x, part.size(axis)), conv, one.weight(weight), part, axis + 1);
  }
}

/// @param size  of its axes
torch::Tensor empty_result(const torch::Tensor& x, const Convolution& conv, at::IntArrayRef size) {
  std::vector<int64_t> shape{x.size(0), conv.weight.size(0)};
  shape.insert(shape.end(), size.begin(), size.end());
  return torch::empty(shape, x.options().memory_format(x.suggest_memory_format()));
}

bool by_onednn(const torch::Tensor& x) {
  return !tensor::computes_on_device(x) && x.scalar_type() == torch::kFloat32 && at::hasMKLDNN();
}

}  // namespace

at::MemoryFormat video_memory_format(const torch::Tensor& x) {
  return tensor::computes_on_device(x) ? at::MemoryFormat::Contiguous : at::MemoryFormat::ChannelsLast3d;
}

PaddedFrames::PaddedFrames(torch::IntArrayRef shape, const torch::Tensor& like, const FrameRoom& room)
    : all(torch::empty({shape[0], shape[1], room.before + shape[2] + room.after, shape[3] + 2 * room.margin,
                        shape[4] + 2 * room.margin},
                       like.options().memory_format(video_memory_format(like)))),
      room(room),
      count(shape[2]) {}

torch::Tensor PaddedFrames::frames() const {
  return all.narrow(2, room.before, count)
      .narrow(3, room.margin, all.size(3) - 2 * room.margin)
      .narrow(4, room.margin, all.size(4) - 2 * room.margin);
}

PixelNorm::PixelNorm(int64_t channels, int64_t axes, const torch::TensorOptions& options) {
  std::vector<int64_t> shape(static_cast<size_t>(axes) + 1, 1);
  shape[0] = channels;
  add_parameter("gamma", gamma_, shape, options);
}

void PixelNorm::normalise(const torch::Tensor& x, const torch::Tensor& to) const {
  const int64_t channels = x.size(1);
  torch::Tensor scale = torch::linalg_vector_norm(x, 2, {1}, /*keepdim=*/true, torch::kFloat32);
  scale.clamp_min_(least_length).reciprocal_().mul_(std::sqrt(static_cast<double>(channels)));
  torch::Tensor result = to;
  torch::mul_out(result, x, scale);
  result.mul_(gamma_.view({channels, 1, 1, 1}));
}

void PaddedFrames::repeat_edges() const {
  const torch::Tensor own = all.narrow(2, room.before, count);
  for (const int64_t axis : {3, 4}) {
    const int64_t last = all.size(axis) - 1;
    for (int64_t i = 0; i < room.margin; ++i) {
      own.narrow(axis, i, 1).copy_(own.narrow(axis, room.margin, 1));
      own.narrow(axis, last - i, 1).copy_(own.narrow(axis, last - room.margin, 1));
    }
  }
  if (room.before > 0) all.narrow(2, 0, room.before).copy_(all.narrow(2, room.before, 1));
}

torch::Tensor convolve(const torch::Tensor& x, const Convolution& conv, at::IntArrayRef stride,
                       at::IntArrayRef padding) {
  if (suits_winograd(x, conv.weight, stride, padding)) {
    std::vector<int64_t> size;
    for (int64_t axis = 2; axis < x.dim(); ++axis)
      size.push_back(x.size(axis) + 2 * padding[static_cast<size_t>(axis) - 2] - conv.weight.size(axis) + 1);
    torch::Tensor y = empty_result(x, conv, size);
    winograd_convolution(x, conv.weight, conv.bias, padding.back(), y);
    return y;
  }
  const std::vector<int64_t> dilation(stride.size(), 1);
  if (by_onednn(x)) return at::mkldnn_convolution(x, conv.weight, conv.bias, padding, stride, dilation, 1);
  return at::convolution(x, conv.weight, conv.bias, stride, padding, dilation, /*transposed=*/false,
                         std::vector<int64_t>(stride.size(), 0), 1);
}

bool adds_up_taps(const torch::Tensor& x) {
  return by_onednn(x);
}

torch::Tensor convolve_doubled(const torch::Tensor& x, const Convolution& conv, at::IntArrayRef size) {
  torch::Tensor y = empty_result(x, conv, size);
  convolve_phases(x, conv, conv.weight, y, 2);
  return y;
}

}  // namespace fw::nn
