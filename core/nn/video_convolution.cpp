// SPDX-License-Identifier: Apache-2.0
#include "nn/video_convolution.h"

#include "tensor/dry_run.h"

namespace fw::nn {

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
  const std::vector<int64_t> dilation(stride.size(), 1);
  const bool by_onednn =
      !tensor::computes_on_device(x) && x.scalar_type() == torch::kFloat32 && at::hasMKLDNN();
  if (by_onednn) return at::mkldnn_convolution(x, conv.weight, conv.bias, padding, stride, dilation, 1);
  return at::convolution(x, conv.weight, conv.bias, stride, padding, dilation, /*transposed=*/false,
                         std::vector<int64_t>(stride.size(), 0), 1);
}

}  // namespace fw::nn
