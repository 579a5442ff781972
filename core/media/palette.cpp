// SPDX-License-Identifier: Apache-2.0
#include "media/palette.h"

#include <algorithm>
#include <cstddef>

namespace fw::media {

namespace {

// Counts colours in cells of 8 x 8 x 8.
constexpr int bits = 5;
constexpr int cells = 1 << (3 * bits);

int cell_of(int red, int green, int blue) {
  return ((red >> 3) << (2 * bits)) | ((green >> 3) << bits) | (blue >> 3);
}
// 0 red, 1 green, 2 blue: 0..31
int channel_of(int cell, int channel) {
  return (cell >> (bits * (2 - channel))) & 31;
}

struct Box {
  size_t begin, end;  // in the list of used cells
  int64_t pixels = 0;
  int widest = 0;  // channel
  int width = 0;   // of that channel
};

class MedianCut {
 public:
  explicit MedianCut(const RgbImage& image) : counts_(cells) {
    for (size_t i = 0; i < image.pixels.size(); i += 3)
      ++counts_[static_cast<size_t>(cell_of(image.pixels[i], image.pixels[i + 1], image.pixels[i + 2]))];
    for (int cell = 0; cell < cells; ++cell)
      if (count(cell) > 0) used_.push_back(cell);
  }

  std::array<uint32_t, 256> palette() {
    std::vector<Box> boxes{measured(0, used_.size())};
    while (boxes.size() < 256) {
      const auto largest = std::ranges::max_element(
          boxes, {}, [](const Box& box) { return box.width == 0 ? 0 : box.pixels * box.width; });
      if (largest->width == 0) break;
      const size_t middle = split(*largest);
      const Box upper = measured(middle, largest->end);
      *largest = measured(largest->begin, middle);
      boxes.push_back(upper);
    }
    std::array<uint32_t, 256> colours;
    colours.fill(0xff000000);
    std::ranges::transform(boxes, colours.begin(), [this](const Box& box) { return mean(box); });
    return colours;
  }

 private:
  int64_t count(int cell) const { return counts_[static_cast<size_t>(cell)]; }

  Box measured(size_t begin, size_t end) const {
    Box box{begin, end};
    std::array<int, 3> low{31, 31, 31}, high{0, 0, 0};
    for (size_t i = begin; i < end; ++i) {
      box.pixels += count(used_[i]);
      for (size_t c = 0; c < 3; ++c) {
        low[c] = std::min(low[c], channel_of(used_[i], static_cast<int>(c)));
        high[c] = std::max(high[c], channel_of(used_[i], static_cast<int>(c)));
      }
    }
    for (size_t c = 0; c < 3; ++c) {
      if (high[c] - low[c] > box.width) {
        box.width = high[c] - low[c];
        box.widest = static_cast<int>(c);
      }
    }
    return box;
  }

  // Sorts the box along its widest channel; returns the position that halves its pixels.
  size_t split(const Box& box) {
    const auto begin = used_.begin() + static_cast<ptrdiff_t>(box.begin);
    const auto end = used_.begin() + static_cast<ptrdiff_t>(box.end);
    std::sort(begin, end,
              [&](int a, int b) { return channel_of(a, box.widest) < channel_of(b, box.widest); });
    int64_t below = 0;
    size_t middle = box.begin;
    while (middle + 1 < box.end && below * 2 < box.pixels) below += count(used_[middle++]);
    return std::clamp(middle, box.begin + 1, box.end - 1);
  }

  uint32_t mean(const Box& box) const {
    std::array<int64_t, 3> sum{};
    for (size_t i = box.begin; i < box.end; ++i)
      for (size_t c = 0; c < 3; ++c)
        sum[c] += count(used_[i]) * (channel_of(used_[i], static_cast<int>(c)) * 255 / 31);
    const int64_t pixels = std::max<int64_t>(box.pixels, 1);
    return 0xff000000U | static_cast<uint32_t>(sum[0] / pixels) << 16 |
           static_cast<uint32_t>(sum[1] / pixels) << 8 | static_cast<uint32_t>(sum[2] / pixels);
  }

  std::vector<int64_t> counts_;
  std::vector<int> used_;
};

// The nearest palette colour for each cell.
std::vector<uint8_t> nearest_colours(const std::array<uint32_t, 256>& palette) {
  std::vector<uint8_t> nearest(cells);
  for (int cell = 0; cell < cells; ++cell) {
    const int red = channel_of(cell, 0) * 255 / 31, green = channel_of(cell, 1) * 255 / 31,
              blue = channel_of(cell, 2) * 255 / 31;
    int best = INT32_MAX;
    for (size_t i = 0; i < palette.size(); ++i) {
      const int dr = red - static_cast<int>(palette[i] >> 16 & 255);
      const int dg = green - static_cast<int>(palette[i] >> 8 & 255);
      const int db = blue - static_cast<int>(palette[i] & 255);
      const int distance = 2 * dr * dr + 4 * dg * dg + db * db;  // rough weights of the human eye
      if (distance < best) {
        best = distance;
        nearest[static_cast<size_t>(cell)] = static_cast<uint8_t>(i);
      }
    }
  }
  return nearest;
}

constexpr int dither[4][4] = {{-8, 0, -6, 2}, {4, -4, 6, -2}, {-5, 3, -7, 1}, {7, -1, 5, -3}};

}  // namespace

PaletteImage to_palette(const RgbImage& image) {
  PaletteImage result;
  result.palette = MedianCut(image).palette();
  const std::vector<uint8_t> nearest = nearest_colours(result.palette);
  result.indices.reserve(image.pixels.size() / 3);
  for (int y = 0; y < image.height; ++y) {
    const uint8_t* pixel = image.row(y);
    for (int x = 0; x < image.width; ++x, pixel += 3) {
      const int shift = dither[y & 3][x & 3];
      const auto shifted = [&](int c) { return std::clamp(pixel[c] + shift, 0, 255); };
      result.indices.push_back(nearest[static_cast<size_t>(cell_of(shifted(0), shifted(1), shifted(2)))]);
    }
  }
  return result;
}

}  // namespace fw::media
