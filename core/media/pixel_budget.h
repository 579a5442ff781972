// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>

#include "media/clip_reader.h"

namespace fw::media {

/// Pixels that all threads of the process may decode at once: two pictures of the largest supported size,
/// which bounds the memory for any number of cores.
inline constexpr int64_t pixel_budget = 2 * int64_t{16384} * 16384;

/// A share of the budget while frames of a file are decoded: the size of a picture, four times that of a
/// video, whose decoder keeps frames; if the size is not known yet, the largest. Waits in first-come order. A
/// claim above the budget takes all of it. A thread must not hold two claims, nor open a file while holding
/// one, since a picture is decoded for its index: it could wait for itself.
class PixelClaim {
 public:
  /// @throws fw::Cancelled
  explicit PixelClaim(const ClipReader& reader, const std::stop_token& stop = {});
  PixelClaim(const libav::Input& input, const std::stop_token& stop);
  PixelClaim(int64_t pixels, const std::stop_token& stop);
  ~PixelClaim();
  PixelClaim(const PixelClaim&) = delete;
  PixelClaim& operator=(const PixelClaim&) = delete;

  /// Pixels claimed by all threads now.
  static int64_t claimed();

 private:
  int64_t pixels_ = 0;
};

}  // namespace fw::media
