// SPDX-License-Identifier: Apache-2.0
#include "media/clip_descriptor.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace fw::media {

namespace {

using Descriptor = ClipDescriptor;

struct Pixel {
  int r, g, b;
};

Pixel pixel(const Sample& clip, int frame, int x, int y) {
  const size_t at =
      ((static_cast<size_t>(frame) * static_cast<size_t>(clip.size.height) + static_cast<size_t>(y)) *
           static_cast<size_t>(clip.size.width) +
       static_cast<size_t>(x)) *
      3;
  return {clip.rgb[at], clip.rgb[at + 1], clip.rgb[at + 2]};
}

/// Bin of the hue, or of a grey.
size_t colour_of(const Pixel& p) {
  const int most = std::max({p.r, p.g, p.b}), least = std::min({p.r, p.g, p.b}), span = most - least;
  if (span < 40 || span * 4 < most) {
    return Descriptor::hue_bins + std::min<size_t>(static_cast<size_t>(most) * Descriptor::grey_bins / 256,
                                                   Descriptor::grey_bins - 1);
  }
  double sixth = 0;
  if (most == p.r) {
    sixth = static_cast<double>(p.g - p.b) / span;
  } else if (most == p.g) {
    sixth = 2 + static_cast<double>(p.b - p.r) / span;
  } else {
    sixth = 4 + static_cast<double>(p.r - p.g) / span;
  }
  // Pure colours are at the centers of the bins.
  const double place = sixth / 6 * Descriptor::hue_bins + 0.5;
  const auto bins = static_cast<int>(Descriptor::hue_bins);
  return static_cast<size_t>((static_cast<int>(std::floor(place)) + bins) % bins);
}

template <size_t size>
void normalise(std::array<double, size>& part) {
  double sum = 0;
  for (const double value : part) sum += value;
  if (sum > 0)
    for (double& value : part) value /= sum;
}

int difference(const Sample& clip, int frame, int x, int y, int other, int ox, int oy) {
  const Pixel a = pixel(clip, frame, x, y), b = pixel(clip, other, ox, oy);
  return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b);
}

/// Motion of each 8x8 block of a frame to the frame after next, by full search.
void add_motion(Descriptor& descriptor, const Sample& clip, int frame, int later) {
  constexpr int block = 8, reach = 7;
  for (int y = 0; y + block <= clip.size.height; y += block) {
    for (int x = 0; x + block <= clip.size.width; x += block) {
      const auto cost = [&](int dx, int dy) {
        int sum = 0;
        for (int j = 0; j < block; j += 2)
          for (int i = 0; i < block; i += 2)
            sum += difference(clip, frame, x + i, y + j, later, x + i + dx, y + j + dy);
        return sum;
      };
      // A move must be clearly better than no move: flat blocks match everywhere.
      const int still = cost(0, 0);
      int best = still, best_x = 0, best_y = 0;
      for (int dy = std::max(-reach, -y); dy <= std::min(reach, clip.size.height - block - y); ++dy) {
        for (int dx = std::max(-reach, -x); dx <= std::min(reach, clip.size.width - block - x); ++dx) {
          const int here = cost(dx, dy) + 8 * (std::abs(dx) + std::abs(dy));
          if (here < best) best = here, best_x = dx, best_y = dy;
        }
      }
      if ((best_x == 0 && best_y == 0) || best * 2 > still) {
        descriptor.motion.back() += 1;
        continue;
      }
      const double turn = std::atan2(best_y, best_x) / (2 * std::numbers::pi);
      const auto bins = static_cast<int>(Descriptor::direction_bins);
      const int bin = (static_cast<int>(std::lround(turn * bins)) + bins) % bins;
      descriptor.motion[static_cast<size_t>(bin)] += 1;
    }
  }
}

struct Thing {
  int area = 0, left = 1 << 20, right = -1, top = 1 << 20, bottom = -1;
};

/// Connected areas of one colour, without the background: the largest areas of a frame are its background,
/// even if floor and wall differ.
std::vector<Thing> things_in(const Sample& clip, int frame) {
  const int width = clip.size.width, height = clip.size.height;
  std::vector<size_t> colours(static_cast<size_t>(width) * static_cast<size_t>(height));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      colours[static_cast<size_t>(y * width + x)] = colour_of(pixel(clip, frame, x, y));
  std::vector<bool> seen(colours.size());
  std::vector<Thing> things;
  std::vector<int> open;
  for (int start = 0; start < width * height; ++start) {
    if (seen[static_cast<size_t>(start)]) continue;
    Thing thing;
    open.assign(1, start);
    seen[static_cast<size_t>(start)] = true;
    while (!open.empty()) {
      const int at = open.back(), x = at % width, y = at / width;
      open.pop_back();
      ++thing.area;
      thing.left = std::min(thing.left, x), thing.right = std::max(thing.right, x);
      thing.top = std::min(thing.top, y), thing.bottom = std::max(thing.bottom, y);
      const auto visit = [&](int next) {
        const auto index = static_cast<size_t>(next);
        if (seen[index] || colours[index] != colours[static_cast<size_t>(start)]) return;
        seen[index] = true;
        open.push_back(next);
      };
      if (x > 0) visit(at - 1);
      if (x + 1 < width) visit(at + 1);
      if (y > 0) visit(at - width);
      if (y + 1 < height) visit(at + width);
    }
    const bool touches_both = thing.left == 0 && thing.right == width - 1;
    const bool is_thing = thing.area * 250 >= width * height && thing.area * 3 < width * height;
    if (is_thing && !touches_both) things.push_back(thing);
  }
  return things;
}

void add_things(Descriptor& descriptor, const Sample& clip, int frame) {
  const std::vector<Thing> things = things_in(clip, frame);
  descriptor.count[std::min<size_t>(things.size(), descriptor.count.size() - 1)] += 1;
  for (const Thing& thing : things) {
    const double percent = 100.0 * thing.area / (clip.size.width * clip.size.height);
    const int doubled = percent < 1 ? 0 : 1 + static_cast<int>(std::log2(percent));
    descriptor.areas[std::min<size_t>(static_cast<size_t>(doubled), Descriptor::area_bins - 1)] += 1;
    const int box = (thing.right - thing.left + 1) * (thing.bottom - thing.top + 1);
    const double filled = static_cast<double>(thing.area) / box;
    // A square fills its box, a ball 79 %, a triangle half, a star or a ring less.
    const size_t form = filled > 0.9 ? 4 : filled > 0.68 ? 3 : filled > 0.48 ? 2 : filled > 0.34 ? 1 : 0;
    descriptor.forms[form] += 1;
  }
}

template <size_t size>
double half_difference(const std::array<double, size>& a, const std::array<double, size>& b) {
  double sum = 0;
  for (size_t i = 0; i < size; ++i) sum += std::abs(a[i] - b[i]);
  return sum / 2;
}

}  // namespace

ClipDescriptor describe(const Sample& clip) {
  ClipDescriptor descriptor;
  for (int frame = 0; frame < clip.frames; ++frame) {
    for (int y = 0; y < clip.size.height; ++y)
      for (int x = 0; x < clip.size.width; ++x) descriptor.colours[colour_of(pixel(clip, frame, x, y))] += 1;
    add_things(descriptor, clip, frame);
    const int later = std::min(frame + 2, clip.frames - 1);
    if (later > frame) add_motion(descriptor, clip, frame, later);
  }
  normalise(descriptor.colours);
  normalise(descriptor.motion);
  normalise(descriptor.count);
  normalise(descriptor.areas);
  normalise(descriptor.forms);
  return descriptor;
}

double distance(const ClipDescriptor& a, const ClipDescriptor& b) {
  return (half_difference(a.colours, b.colours) + half_difference(a.motion, b.motion) +
          half_difference(a.count, b.count) + half_difference(a.areas, b.areas) +
          half_difference(a.forms, b.forms)) /
         5;
}

}  // namespace fw::media
