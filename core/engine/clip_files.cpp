// SPDX-License-Identifier: Apache-2.0
#include "engine/clip_files.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "base/file_tree.h"
#include "base/paths.h"
#include "media/image.h"
#include "media/sample.h"
#include "media/writer.h"
#include "tensor/libtorch.h"

namespace fw::engine {

namespace {

constexpr ErrorCode bad_format{
    "engine.bad_out_format", FW_TEXT("errors", "{file} is not a valid name for a clip."),
    FW_TEXT("errors", "Use .mp4, .gif or .webp, or no extension for a folder of PNG images."), Blame::input};

media::ClipFormat format_of(const std::filesystem::path& out) {
  std::string extension = out.extension().string();
  std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
  if (extension == ".mp4") return media::ClipFormat::h264_mp4;
  if (extension == ".gif") return media::ClipFormat::gif;
  if (extension == ".webp") return media::ClipFormat::webp_animation;
  if (extension.empty()) return media::ClipFormat::png_frames;
  throw Error(bad_format, {{"file", to_utf8(out)}});
}

media::WriterOptions options_of(const std::filesystem::path& out, double fps) {
  media::WriterOptions options;
  options.format = format_of(out);
  options.fps = {static_cast<int>(std::lround(fps * 1000)), 1000};
  return options;
}

}  // namespace

void check_clip_name(const std::filesystem::path& out) {
  format_of(out);
}

void check_clip(const std::filesystem::path& out, double fps, const catalog::Bucket& size) {
  media::check_clip_options(out, {static_cast<int>(size.width), static_cast<int>(size.height)},
                            options_of(out, fps));
}

void check_room_for_clip(const std::filesystem::path& out, Existing existing) {
  if (format_of(out) == media::ClipFormat::png_frames) return refuse_filled(out);
  if (existing == Existing::refuse) refuse_existing(out);
}

int64_t count_frames(const std::filesystem::path& file, double fps) {
  const media::ClipReader reader(file);
  if (reader.frames() == 1) return 1;  // a picture has no duration
  return static_cast<int64_t>(media::resample(reader.index(), {.fps = fps}).size());
}

torch::Tensor read_frames(const std::filesystem::path& file, double fps, int64_t frames,
                          const catalog::Bucket& size) {
  media::SampleSpec spec;
  spec.cut = {.out = frames == 1 ? 1 : -1, .fps = frames == 1 ? 0 : fps};
  spec.frames = static_cast<int>(frames);
  spec.size = {static_cast<int>(size.width), static_cast<int>(size.height)};
  spec.filter = media::Filter::lanczos;
  const media::Sample sample = media::read_sample(file, spec);
  const auto bytes = torch::from_blob(const_cast<uint8_t*>(sample.rgb.data()),
                                      {frames, size.height, size.width, 3}, torch::kUInt8);
  return bytes.permute({0, 3, 1, 2}).to(torch::kFloat32) / 255;
}

torch::Tensor read_first_image(const std::filesystem::path& file, const catalog::Bucket& size) {
  return read_frames(file, 0, 1, size);
}

struct ClipFile::Parts {
  std::filesystem::path out;
  media::WriterOptions options;
  std::optional<media::ClipWriter> writer;  // created with the first frame, which has the clip's size
};

ClipFile::ClipFile(const std::filesystem::path& out, double fps, const engine_api::ClipRecipe& recipe,
                   Existing existing)
    : parts_(new Parts{out, options_of(out, fps), {}}) {
  parts_->options.existing = existing;
  parts_->options.metadata = {{"comment", format_recipe(recipe)}};
}

ClipFile::~ClipFile() = default;

void ClipFile::set_sound(const families::SoundWave& sound) {
  if (!sound.samples.defined()) return;
  const torch::Tensor samples = sound.samples[0].to(torch::kFloat32).contiguous();  // [channels, N]
  const auto* data = samples.data_ptr<float>();
  parts_->options.sound = {
      static_cast<int>(sound.rate), static_cast<int>(samples.size(0)), {data, data + samples.numel()}};
}

void ClipFile::write(const torch::Tensor& frames) {
  for (int64_t frame = 0; frame < frames.size(0); ++frame) {
    const torch::Tensor bytes = frames[frame].mul(255).round_().to(torch::kUInt8).contiguous();
    media::RgbImage image(static_cast<int>(bytes.size(1)), static_cast<int>(bytes.size(0)));
    const auto* data = bytes.data_ptr<uint8_t>();
    image.pixels.assign(data, data + image.pixels.size());
    if (!parts_->writer)
      parts_->writer.emplace(parts_->out, media::Size{image.width, image.height}, parts_->options);
    parts_->writer->write(image);
  }
}

void ClipFile::finish() {
  parts_->writer->finish();
}

namespace {

class ClipFiles : public training::ClipSink {
 public:
  torch::Tensor read_picture(const std::filesystem::path& file, const catalog::Bucket& size) override {
    return read_first_image(file, size);
  }
  void write_clip(const std::filesystem::path& file, double fps, const engine_api::ClipRecipe& recipe,
                  const std::function<void(const families::FrameSink& sink,
                                           const training::SoundSink& sound)>& make) override {
    ClipFile clip(file, fps, recipe, Existing::own);
    make([&](const torch::Tensor& frames) { clip.write(frames); },
         [&](const families::SoundWave& sound) { clip.set_sound(sound); });
    clip.finish();
  }
};

}  // namespace

std::unique_ptr<training::ClipSink> make_clip_sink() {
  return std::make_unique<ClipFiles>();
}

}  // namespace fw::engine
