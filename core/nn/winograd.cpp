// SPDX-License-Identifier: Apache-2.0
#include "nn/winograd.h"

#include <ATen/Parallel.h>

#include "kernels/winograd.h"
#include "tensor/dry_run.h"
#include "tensor/placement.h"
#include "tensor/plain_operators.h"

namespace fw::nn {

namespace {

using namespace kernels;
using torch::Tensor;

/// Views [B, C, H, W] as [1, C, B, H, W].
Tensor as_clips(const Tensor& x) {
  return x.dim() == 5 ? x : x.transpose(0, 1).unsqueeze(0);
}

/// Pictures of a sample, [C, T, H, W]. @param data  null without values
template <class T>
Pictures<T> pictures_of(const Tensor& sample, T* data) {
  return {data,
          sample.size(2),
          sample.size(3),
          sample.size(0),
          sample.stride(1),
          sample.stride(2),
          sample.stride(3)};
}

/// The 16 transformed values of a tile's taps, as 16 groups of a convolution in time.
/// @param weight  [O, C, D, taps, taps] @return [16 O, C, D, 1, 1]
Tensor tap_numbers(const Tensor& weight) {
  const int64_t out = weight.size(0), in = weight.size(1), depth = weight.size(2);
  const Tensor numbers = torch::empty({winograd_points * out, in, depth, 1, 1},
                                      weight.options().memory_format(at::MemoryFormat::ChannelsLast3d));
  if (weight.is_meta()) return numbers;
  const Tensor dense = weight.contiguous();
  at::parallel_for(0, out, 1, [&](int64_t first, int64_t end) {
    winograd_weight(dense.const_data_ptr<float>(), weight.size(3), out, in, depth, numbers.data_ptr<float>(),
                    first, end);
  });
  return numbers;
}

/// How many frames and rows of tiles are convolved at a time: few enough that their values stay in the cache,
/// and enough to amortize reading the taps for each block.
struct Block {
  int64_t frames, rows;

  Block(int64_t channels, int64_t all_frames, int64_t all_rows, int64_t columns) {
    constexpr int64_t most_numbers = 1 << 20, least_tiles = 1024;
    const int64_t tiles = std::max(most_numbers / (winograd_points * channels), least_tiles);
    frames = std::clamp<int64_t>(tiles / columns, 1, all_frames);
    rows = std::clamp<int64_t>(tiles / (columns * frames), 1, all_rows);
  }
};

class TiledConvolution {
 public:
  /// @param x, y  [B, C, T, H, W]
  TiledConvolution(const Tensor& x, const Tensor& weight, const Tensor& bias, int64_t padding,
                   const Tensor& y)
      : x_(x),
        y_(y),
        bias_(bias),
        depth_(weight.size(2)),
        all_rows_(at::divup(y.size(3), winograd_outputs(weight.size(3)))),
        columns_(at::divup(y.size(4), winograd_outputs(weight.size(3)))),
        block_(std::max(x.size(1), y.size(1)), y.size(2), all_rows_, columns_) {
    tiles_.taps = weight.size(3);
    tiles_.padding = padding;
    tiles_.columns = columns_;
    const tensor::RoleScope role(tensor::Role::staging);
    taps_ = tap_numbers(weight);
    numbers_ = torch::empty({(block_.frames + depth_ - 1) * block_.rows * columns_ * width()}, x.options());
  }

  void run() {
    for (int64_t sample = 0; sample < x_.size(0); ++sample)
      for (int64_t frame = 0; frame < y_.size(2); frame += block_.frames)
        for (int64_t row = 0; row < all_rows_; row += block_.rows) {
          tiles_.first_frame = frame;
          tiles_.first_row = row;
          tiles_.rows = std::min(block_.rows, all_rows_ - row);
          run_block(sample, std::min(block_.frames, y_.size(2) - frame));
          if (x_.is_meta()) return;  // no block takes more memory than the first one
        }
  }

 private:
  int64_t width() const { return winograd_points * x_.size(1); }

  void run_block(int64_t sample, int64_t frames) {
    const int64_t seen = frames + depth_ - 1, places = tiles_.rows * columns_;
    const Tensor numbers = numbers_.narrow(0, 0, seen * places * width())
                               .view({1, seen, 1, places, width()})
                               .permute({0, 4, 1, 2, 3});
    if (!x_.is_meta()) {
      const Tensor from = x_[sample];
      const auto pictures = pictures_of(from, from.const_data_ptr<float>());
      at::parallel_for(0, seen * tiles_.rows, 1, [&](int64_t first, int64_t end) {
        winograd_input(pictures, tiles_, numbers.data_ptr<float>(), first, end);
      });
    }
    const std::vector<int64_t> none(3, 0), ones(3, 1);
    const tensor::RoleScope role(tensor::Role::staging);
    const Tensor sums = at::mkldnn_convolution(numbers, taps_, {}, none, ones, ones, winograd_points);
    if (x_.is_meta()) return;
    const Tensor to = y_[sample];
    const auto pictures = pictures_of(to, to.data_ptr<float>());
    at::parallel_for(0, frames * tiles_.rows, 1, [&](int64_t first, int64_t end) {
      winograd_output(sums.const_data_ptr<float>(), bias_.const_data_ptr<float>(), tiles_, pictures, first,
                      end);
    });
  }

  const Tensor x_, y_, bias_;
  const int64_t depth_, all_rows_, columns_;
  const Block block_;
  WinogradTiles tiles_;
  Tensor taps_, numbers_;
};

bool needs_gradient(const Tensor& x, const Tensor& weight) {
  return torch::GradMode::is_enabled() && (x.requires_grad() || weight.requires_grad());
}

}  // namespace

bool suits_winograd(const Tensor& x, const Tensor& weight, at::IntArrayRef stride, at::IntArrayRef padding) {
  const size_t last = stride.size() - 1;
  const int64_t taps = weight.size(-1), in = weight.size(1), out = weight.size(0);
  if (tensor::computes_on_device(x) || !at::hasMKLDNN() || tensor::plain_operators() ||
      needs_gradient(x, weight))
    return false;
  if (x.scalar_type() != torch::kFloat32 || weight.scalar_type() != torch::kFloat32 || x.stride(1) != 1)
    return false;
  const auto is_one = [](int64_t value) { return value == 1; };
  if ((taps != 3 && taps != 2) || weight.size(-2) != taps ||
      !std::all_of(stride.begin(), stride.end(), is_one))
    return false;
  if (padding[last] != padding[last - 1] || (last == 2 && padding[0] != 0)) return false;
  // oneDNN blocks channels by sixteen; with few tiles or channels, the transforms cost more than they save.
  const int64_t tiles = x.size(0) * (x.dim() == 5 ? x.size(2) : 1) * x.size(-1) * x.size(-2) / 4;
  return in % 16 == 0 && out % 16 == 0 && in >= 64 && out >= 64 && tiles >= 256;
}

void winograd_convolution(const Tensor& x, const Tensor& weight, const Tensor& bias, int64_t padding,
                          const Tensor& y) {
  const Tensor taps = weight.dim() == 5 ? weight : weight.unsqueeze(2);
  TiledConvolution(as_clips(x), taps, bias, padding, as_clips(y)).run();
}

}  // namespace fw::nn
