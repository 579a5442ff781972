// SPDX-License-Identifier: Apache-2.0
#include "media/quality.h"

#include <algorithm>
#include <cstdlib>

namespace fw::media {

namespace {

constexpr int black_luma = 26;           // a tenth of white
constexpr double black_pixels = 0.98;    // of a black frame
constexpr double frozen_change = 0.255;  // mean change of a pixel, 0..255: a thousandth of white
constexpr double bar_luma = 16;          // mean of a row or column that belongs to a bar

double laplacian_variance(const LumaImage& luma) {
  const int width = luma.size.width;
  int64_t sum = 0, squares = 0, count = 0;
  for (int y = 1; y + 1 < luma.size.height; ++y) {
    const uint8_t* row = luma.pixels.data() + static_cast<ptrdiff_t>(y) * width;
    int64_t row_sum = 0, row_squares = 0;
    for (int x = 1; x + 1 < width; ++x) {
      const int value = row[x - 1] + row[x + 1] + row[x - width] + row[x + width] - 4 * row[x];
      row_sum += value;
      row_squares += value * value;
    }
    sum += row_sum;
    squares += row_squares;
    count += width - 2;
  }
  if (count <= 0) return 0;
  const double mean = static_cast<double>(sum) / static_cast<double>(count);
  return static_cast<double>(squares) / static_cast<double>(count) - mean * mean;
}

// Share of lines at the start (or, reversed, at the end) that are dark in every frame.
double bar(const std::vector<double>& brightest, bool from_end) {
  const auto dark = [](double mean) { return mean < bar_luma; };
  const auto length = from_end
                          ? std::find_if_not(brightest.rbegin(), brightest.rend(), dark) - brightest.rbegin()
                          : std::find_if_not(brightest.begin(), brightest.end(), dark) - brightest.begin();
  const auto all = static_cast<std::ptrdiff_t>(brightest.size());
  return length == all ? 0 : static_cast<double>(length) / static_cast<double>(all);
}

}  // namespace

void QualityMeter::add(const LumaImage& luma, double time_s) {
  const auto pixels = static_cast<double>(luma.pixels.size());
  int64_t sum = 0, dark = 0;
  for (const uint8_t value : luma.pixels) {
    sum += value;
    dark += value < black_luma ? 1 : 0;
  }
  brightness_sum_ += static_cast<double>(sum) / pixels / 255;
  if (static_cast<double>(dark) >= black_pixels * pixels) ++black_;
  sharpness_.push_back(laplacian_variance(luma));
  add_bars(luma);
  add_change(luma, time_s);
  ++frames_;
  last_ = luma;
}

void QualityMeter::add_bars(const LumaImage& luma) {
  const auto width = static_cast<size_t>(luma.size.width), height = static_cast<size_t>(luma.size.height);
  brightest_rows_.resize(height);
  brightest_columns_.resize(width);
  std::vector<uint32_t> columns(width);
  for (size_t y = 0; y < height; ++y) {
    uint32_t row = 0;
    for (size_t x = 0; x < width; ++x) {
      const uint8_t value = luma.pixels[y * width + x];
      row += value;
      columns[x] += value;
    }
    brightest_rows_[y] = std::max(brightest_rows_[y], static_cast<double>(row) / static_cast<double>(width));
  }
  for (size_t x = 0; x < width; ++x)
    brightest_columns_[x] =
        std::max(brightest_columns_[x], static_cast<double>(columns[x]) / static_cast<double>(height));
}

void QualityMeter::add_change(const LumaImage& luma, double time_s) {
  if (frames_ == 0 || last_.pixels.size() != luma.pixels.size()) {
    freeze_start_s_ = time_s;
    return;
  }
  int64_t sum = 0;
  for (size_t i = 0; i < luma.pixels.size(); ++i) sum += std::abs(luma.pixels[i] - last_.pixels[i]);
  const double change = static_cast<double>(sum) / static_cast<double>(luma.pixels.size());
  change_sum_ += change / 255;
  in_freeze_ = change < frozen_change;
  if (in_freeze_) {
    ++frozen_;
  } else {
    freeze_start_s_ = time_s;
  }
  longest_freeze_s_ = std::max(longest_freeze_s_, time_s - freeze_start_s_);
}

QualityFigures QualityMeter::figures(double end_s) const {
  QualityFigures figures;
  if (frames_ == 0) return figures;
  const auto frames = static_cast<double>(frames_);
  const auto steps = static_cast<double>(std::max<int64_t>(frames_ - 1, 1));
  figures.brightness = brightness_sum_ / frames;
  figures.black_share = static_cast<double>(black_) / frames;
  figures.frozen_share = static_cast<double>(frozen_) / steps;
  figures.longest_freeze_s = std::max(longest_freeze_s_, in_freeze_ ? end_s - freeze_start_s_ : 0);
  figures.motion = change_sum_ / steps;
  figures.bar_top = bar(brightest_rows_, false);
  figures.bar_bottom = bar(brightest_rows_, true);
  figures.bar_left = bar(brightest_columns_, false);
  figures.bar_right = bar(brightest_columns_, true);
  std::vector<double> sorted = sharpness_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  figures.sharpness = *middle;
  return figures;
}

}  // namespace fw::media
