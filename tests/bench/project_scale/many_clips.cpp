// SPDX-License-Identifier: Apache-2.0
#include "many_clips.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>
#include <random>

#include "base/atomic_file.h"
#include "media/writer.h"
#include "project/captions.h"
#include "project/clips.h"
#include "project/figures.h"

namespace {

namespace fs = std::filesystem;

std::string numbered(const char* name, int number) {
  std::string digits = std::to_string(number);
  return name + std::string(6 - digits.size(), '0') + digits + ".mp4";
}

void make_video(const fs::path& file, int number, int frames, fw::media::Size size) {
  fw::media::ClipWriter writer(file, size, {.fps = {25, 1}, .preset = "veryfast"});
  std::mt19937 random(static_cast<unsigned>(number));
  fw::media::RgbImage noise(size.width, size.height);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < 3 * size.width; ++x)
      noise.row(y)[x] = static_cast<uint8_t>(random() % 40 + (x * y) / 300);
  const int step = 1 + number % 5;
  for (int frame = 0; frame < frames; ++frame) {
    fw::media::RgbImage image(size.width, size.height);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < 3 * size.width; ++x)
        image.row(y)[x] = noise.row((y + frame) % size.height)[(x + 3 * step * frame) % (3 * size.width)];
    writer.write(image);
  }
  writer.finish();
}

std::string caption_of(int number, std::mt19937& random) {
  constexpr const char* subjects[]{"a red ball", "a fox", "two children", "a sailing boat", "the old mill"};
  constexpr const char* places[]{"in the snow", "by the sea", "under a bridge", "in a busy street"};
  return std::string(subjects[random() % 5]) + " moves slowly " + places[random() % 4] +
         " while the camera pans to the left and the light changes, take " + std::to_string(number);
}

fw::project::Source source_of(int number, std::mt19937& random) {
  constexpr int widths[]{640, 720, 1280, 1920};
  const int64_t frames = 25 + static_cast<int64_t>(random() % 500);
  const int width = widths[random() % 4];
  return {.path = "videos/folder " + std::to_string(number / 1000) + "/" + numbered("clip ", number),
          .hash = "hash of " + std::to_string(number),
          .bytes = 1'000'000 + number,
          .modified_ms = 1'700'000'000'000,
          .is_image = random() % 20 == 0,
          .width = width,
          .height = width * 9 / 16,
          .fps_numerator = random() % 2 == 0 ? 24000 : 30,
          .fps_denominator = random() % 2 == 0 ? 1001 : 1,
          .is_variable_rate = random() % 10 == 0,
          .frames = frames,
          .duration_s = static_cast<double>(frames) / 24,
          .codec = "h264",
          .is_hdr = random() % 10 == 0};
}

fw::media::ClipAnalysis figures_of(std::mt19937& random) {
  const auto share = [&] { return static_cast<double>(random() % 1000) / 1000; };
  fw::media::ClipAnalysis analysis;
  analysis.quality = {.brightness = share(),
                      .black_share = share() * share(),
                      .frozen_share = share() * share(),
                      .longest_freeze_s = 3 * share(),
                      .motion = share(),
                      .bar_top = 0.2 * share() * share(),
                      .sharpness = 500 * share()};
  analysis.hash.bits[0] = random();
  if (random() % 4 == 0) analysis.cuts.push_back({.frame = 10, .change = 30});
  return analysis;
}

}  // namespace

void make_videos(const fs::path& folder, int count) {
  fs::create_directories(folder);
  for (int i = 0; i < count; ++i) make_video(folder / numbered("clip ", i), i, 25, {256, 144});
}

void make_small_videos(const fs::path& folder, int count) {
  fs::create_directories(folder);
  make_video(folder / "template.mp4", 0, 5, {64, 48});
  const std::string bytes = fw::read_file(folder / "template.mp4");
  fs::remove(folder / "template.mp4");
  for (int i = 0; i < count; ++i) {
    const std::string name = numbered("clip ", i);
    // A box that readers skip: its length, "free", and something unique.
    std::ofstream(folder / name, std::ios::binary)
        << bytes << std::string_view("\0\0\0", 3) << static_cast<char>(8 + name.size()) << "free" << name;
  }
}

void write_list(const fs::path& file, const fs::path& videos, int clips, int rows) {
  std::mt19937 random(1);
  std::ofstream out(file);
  for (int i = 0; i < rows; ++i) {
    out << R"({"file_name": ")" << (videos / numbered("clip ", i % clips)).string() << R"(", "text": ")"
        << caption_of(i, random) << "\"}\n";
  }
}

void add_rows(fw::project::Project& project, int count) {
  std::mt19937 random(1);
  project.write([&](SQLite::Database& database) {
    SQLite::Statement tag(database, "INSERT INTO clip_tags (clip_id, tag) VALUES (?, ?)");
    for (int i = 0; i < count; ++i) {
      const fw::project::Source source = source_of(i, random);
      fw::project::Clip clip{.source_id = add_source(database, source),
                             .out_frame = source.frames,
                             .duration_s = source.duration_s};
      if (random() % 5 == 0) clip.crop = {0, 0, 320, 240};
      if (random() % 5 == 0) clip.bucket = fw::catalog::Bucket{49, 480, 720};
      const int64_t id = add_clip(database, clip);
      using fw::project::CaptionOrigin;
      if (random() % 10 != 0) {
        put_caption(database, id, caption_of(i, random),
                    random() % 2 == 0 ? CaptionOrigin::person : CaptionOrigin::import);
      }
      if (random() % 3 == 0) {
        tag.reset();
        tag.bind(1, id);
        tag.bind(2, random() % 2 == 0 ? "outside" : "night");
        tag.exec();
      }
      if (random() % 10 != 0)
        fw::project::put_figures(database, id, clip.in_frame, clip.out_frame, figures_of(random));
    }
  });
}
