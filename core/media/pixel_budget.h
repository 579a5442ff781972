// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>

#include "media/clip_reader.h"

namespace fw::media {

/// The pixels that all threads of the process may be decoding at once: two pictures of the largest size that
/// is read, so that the memory is bound whatever the number of cores.
inline constexpr int64_t pixel_budget = 2 * int64_t{16384} * 16384;

/// A share of the budget while frames of a file are decoded: its size for a picture, four times that for a
/// video, whose decoder keeps frames; where the size is not known yet, the largest. Waits its turn, first
/// come first served. What is larger than the budget takes all of it. One thread must not hold two, nor open
/// a file while it holds one, since a picture is decoded for its index: the second might wait for the first.
class PixelClaim {
 public:
  /// @throws fw::Cancelled
  explicit PixelClaim(const ClipReader& reader, const std::stop_token& stop = {});
  PixelClaim(const libav::Input& input, const std::stop_token& stop);
  PixelClaim(int64_t pixels, const std::stop_token& stop);
  ~PixelClaim();
  PixelClaim(const PixelClaim&) = delete;
  PixelClaim& operator=(const PixelClaim&) = delete;

  /// Claimed by all threads now.
  static int64_t claimed();

 private:
  int64_t pixels_ = 0;
};

}  // namespace fw::media
