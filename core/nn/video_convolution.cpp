// SPDX-License-Identifier: Apache-2.0
#include "nn/video_convolution.h"

#include "tensor/dry_run.h"

namespace fw::nn {

at::MemoryFormat video_memory_format(const torch::Tensor& x) {
  return tensor::computes_on_device(x) ? at::MemoryFormat::Contiguous : at::MemoryFormat::ChannelsLast3d;
}

PaddedFrames::PaddedFrames(const torch::Tensor& like, int64_t before, int64_t after)
    : all(torch::empty(
          {like.size(0), like.size(1), before + like.size(2) + after, like.size(3), like.size(4)},
          like.options().memory_format(video_memory_format(like)))),
      before(before),
      count(like.size(2)) {}

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
