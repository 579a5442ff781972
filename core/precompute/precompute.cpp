// SPDX-License-Identifier: Apache-2.0
#include "precompute/precompute.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

#include "base/paths.h"
#include "families/registry.h"
#include "families/vae_tiling.h"
#include "media/content_hash.h"
#include "media/file_fault.h"
#include "media/prefetch.h"
#include "media/sample.h"
#include "media/sound_reader.h"
#include "precompute/latent_cache.h"
#include "safetensors/mapped_file.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::precompute {

namespace {

constexpr ErrorCode tiles_unfit{
    "precompute.tiles_unfit",
    FW_TEXT(
        "errors",
        "Clips of {bucket} cannot be encoded in tiles: this VAE's tiles are {height}x{width} pixels apart, "
        "which is not a multiple of {factor}."),
    FW_TEXT("errors",
            "Encode without tiles: set data.vae_tiling = false, or leave out --vae-tiling of precompute."),
    Blame::input};

/// Checks that tiles meet at whole latent positions. @throws fw::Error precompute.tiles_unfit
void check_tiles(const families::VaeTiling& tiling, const catalog::Bucket& bucket, int64_t factor) {
  using families::TilePlan;
  const TilePlan::Extent tile = families::tile_extent(tiling);
  if (bucket.height <= tile.height && bucket.width <= tile.width) return;
  const bool has_stride = tiling.tile_sample_stride_height > 0;
  const TilePlan::Extent step =
      has_stride ? TilePlan::Extent{tiling.tile_sample_stride_height, tiling.tile_sample_stride_width}
                 : families::tile_plan(tiling, tile, tile).step;
  if (step.height % factor == 0 && step.width % factor == 0) return;
  throw Error(tiles_unfit, {{"bucket", catalog::to_string(bucket)},
                            {"height", step.height},
                            {"width", step.width},
                            {"factor", factor}});
}

/// Adds the time between construction and destruction to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum) {}
  ~Stopwatch() { sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;

 private:
  double& sum_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct SoundFormat {
  int64_t rate = 0;  ///< samples per second; 0: no sound is wanted
  double own_fps = 0;
};

/// A decoded clip, or the reason why there is none.
struct Decoded {
  media::Sample sample;
  std::optional<media::Sound> sound = {};
  std::optional<Fault> fault;
};

/// The file's stamp when it was hashed; nullopt if the manifest is older than this field.
std::optional<media::FileStamp> stamp_of(const dataset::DatasetSample& row) {
  if (row.source_bytes == 0) return std::nullopt;
  return media::FileStamp{row.source_bytes, row.source_modified_ms};
}

/// How long a sample plays. @param own_fps  of the model, for samples that keep their source's frames
double seconds_of(const dataset::DatasetSample& row, double own_fps) {
  return static_cast<double>(row.frame_count) / (row.fps > 0 ? row.fps : own_fps);
}

/// The sound of a sample, of the same stretch of time as its frames and as fast as they play.
std::optional<media::Sound> sound_of(const dataset::DatasetSample& row, const media::ClipReader& reader,
                                     const media::Sample& sample, const SoundFormat& format,
                                     const std::stop_token& stop) {
  const media::FrameIndex& index = reader.index();
  media::SoundSpec spec{.seconds = seconds_of(row, format.own_fps), .rate = static_cast<int>(format.rate)};
  if (row.fps > 0) {
    spec.from_s = index.time_s(row.source_in) + static_cast<double>(row.first_frame) / row.fps;
    spec.length_s = spec.seconds;
  } else {
    spec.from_s = index.time_s(sample.source_frames.front());
    spec.length_s = index.time_s(sample.source_frames.back() + 1) - spec.from_s;
  }
  return media::read_sound(row.source, index, spec, stop);
}

/// @param format  of the sound that is wanted; its rate is 0 for none
Decoded decode(const dataset::DatasetSample& row, const SoundFormat& format, const std::stop_token& stop) {
  media::SampleSpec spec;
  spec.cut = {row.source_in, row.source_out, row.fps};
  spec.first = row.first_frame;
  spec.frames = static_cast<int>(row.frame_count);
  spec.size = {static_cast<int>(row.bucket.width), static_cast<int>(row.bucket.height)};
  if (row.crop.width > 0) {
    spec.crop = media::Rect{static_cast<int>(row.crop.x), static_cast<int>(row.crop.y),
                            static_cast<int>(row.crop.width), static_cast<int>(row.crop.height)};
  }
  try {
    // Checked before and after: changed pictures must not be stored under the old key.
    const auto before = media::file_stamp(row.source);
    media::refuse_changed(row.source, row.content_hash, stamp_of(row), stop);
    media::ClipReader reader(row.source, {.threads = 1, .stop = stop});
    Decoded decoded{.sample = media::read_sample(reader, spec, stop)};
    if (format.rate > 0 && row.frame_count > 1)
      decoded.sound = sound_of(row, reader, decoded.sample, format, stop);
    media::refuse_changed(row.source, row.content_hash, before, stop);
    return decoded;
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception&) {
    return {.fault = media::fault_of(row.source)};
  }
}

/// Converts to [1, 3, F, H, W] in [-1, 1] on the device.
torch::Tensor to_video(const media::Sample& sample, const PrecomputeOptions& options) {
  const auto bytes =
      torch::from_blob(const_cast<uint8_t*>(sample.rgb.data()),
                       {sample.frames, sample.size.height, sample.size.width, 3}, torch::kUInt8);
  return normalise_frames(bytes, options.device, options.dtype);
}

class Precompute {
 public:
  Precompute(PrecomputePlan plan, const PrecomputeOptions& options,
             const std::function<void(const Progress&)>& on_progress, const std::stop_token& stop)
      : plan_(std::move(plan)),
        options_(options),
        on_progress_(on_progress),
        stop_(stop),
        cache_(options.cache_folder),
        family_(families::open_family(options.model)) {
    family_->use_sound(!options.sound.empty());
    result_.entries_present = plan_.entries_present;
  }

  PrecomputeResult run() {
    const torch::NoGradGuard no_grad;
    if (!plan_.captions.empty()) {
      encode_texts();
      tensor::release_unused_memory(options_.device);  // makes the text encoder's memory available to the VAE
    }
    if (!plan_.samples.empty()) encode_clips();
    result_.manifest = std::move(plan_.manifest);
    for (dataset::DatasetSample& row : result_.manifest) {
      if (!failed_keys_.contains(row.keys.latents)) continue;
      row.keys = {};
      ++result_.rows_failed;
    }
    return std::move(result_);
  }

 private:
  void encode_texts() {
    const tensor::PhaseScope phase(tensor::Phase::text_encoding);
    const auto encoders =
        family_->load_text_encoders(options_.text_encoder, plan_.captions.size(), component_options());
    ProgressMeter meter(FW_TEXT("phases", "encoding captions"), static_cast<int64_t>(plan_.captions.size()));
    for (size_t i = 0; i < plan_.captions.size(); ++i) {
      if (stop_.stop_requested()) throw Cancelled();
      CacheEntry entry;
      {
        const Stopwatch watch(result_.encode_seconds);
        entry = text_entry(encoders->encode({plan_.captions[i]}));
      }
      store(CacheKind::text, plan_.text_keys[i], entry);
      ++result_.texts_made;
      on_progress_(meter.update(result_.texts_made));
    }
  }

  void encode_clips() {
    const tensor::PhaseScope phase(tensor::Phase::video_encoding);
    const auto vae = family_->load_vae(component_options(), families::VaePart::encoder);
    families::VaeOptions vae_options;
    if (options_.first_frames) image_encoder_ = family_->load_image_encoder(component_options());
    if (options_.vae_tiling) {
      vae_options.tiling = vae->default_tiling();
      for (const size_t row : plan_.samples)
        check_tiles(*vae_options.tiling, plan_.manifest[row].bucket, plan_.facts.latent.spatial_factor);
    }
    vae_options.on_block = [this] {
      if (stop_.stop_requested()) throw Cancelled();
    };
    const auto threads = static_cast<size_t>(std::max<int64_t>(options_.decode_threads, 1));
    if (!options_.sound.empty()) sound_encoder_ = family_->load_sound_encoder(component_options());
    const SoundFormat format{sound_encoder_ ? sound_encoder_->rate() : 0, plan_.facts.rules.fps};
    media::Prefetch<Decoded> clips(plan_.samples.size(), {.threads = threads, .ahead = threads + 2},
                                   [this, format](size_t i, const std::stop_token& stop) {
                                     return decode(plan_.manifest[plan_.samples[i]], format, stop);
                                   });
    ProgressMeter meter(FW_TEXT("phases", "encoding clips"), static_cast<int64_t>(plan_.samples.size()));
    for (size_t i = 0; i < plan_.samples.size(); ++i) {
      if (stop_.stop_requested()) throw Cancelled();
      std::optional<Decoded> clip;
      {
        const Stopwatch watch(result_.wait_seconds);
        clip = clips.next();
      }
      const dataset::DatasetSample& row = plan_.manifest[plan_.samples[i]];
      if (clip->fault) {
        result_.problems.push_back(*clip->fault);
        failed_keys_.insert(row.keys.latents);
      } else {
        encode_clip(*vae, vae_options, row, to_video(clip->sample, options_), encode_sound(row, clip->sound));
      }
      on_progress_(meter.update(static_cast<int64_t>(i) + 1));
    }
  }

  /// Undefined without sound.
  torch::Tensor encode_sound(const dataset::DatasetSample& row, const std::optional<media::Sound>& sound) {
    if (!sound) return {};
    const Stopwatch watch(result_.encode_seconds);
    const auto samples = static_cast<int64_t>(sound->samples.size()) / sound->channels;
    const torch::Tensor wave =
        torch::from_blob(const_cast<float*>(sound->samples.data()), {sound->channels, samples});
    return sound_encoder_->encode(wave, seconds_of(row, plan_.facts.rules.fps)).cpu();
  }

  /// @param sound  its latents, or undefined
  void encode_clip(families::VideoVae& vae, const families::VaeOptions& vae_options,
                   const dataset::DatasetSample& row, const torch::Tensor& video,
                   const torch::Tensor& sound) {
    const auto encode = [&](const torch::Tensor& frames) {
      const Stopwatch watch(result_.encode_seconds);
      return vae.encode(frames, vae_options);
    };
    CacheEntry latents = to_entry(encode(video), row.keys.latents);
    if (sound.defined()) latents["sound"] = sound;
    store(CacheKind::latents, row.keys.latents, latents);
    CacheEntry pictures;
    if (!row.keys.image.empty())
      pictures = family_->encode_pictures(vae, image_encoder_.get(), video, vae_options);
    for (auto& [name, tensor] : pictures) tensor = tensor.cpu();
    // First frames are encoded separately, as the image-to-video pipeline encodes its image.
    if (!pictures.empty()) {
      store(CacheKind::image, row.keys.image, pictures);
    } else if (!row.keys.image.empty() && image_encoder_) {
      const Stopwatch watch(result_.encode_seconds);
      // Back to whole bytes, regardless of the video's type.
      const torch::Tensor bytes = ((video.select(2, 0).to(torch::kFloat32) + 1) * 127.5).round();
      const torch::Tensor embedding = image_encoder_->encode(bytes / 255);
      store(CacheKind::image, row.keys.image, {{"embedding", embedding[0].cpu()}});
    } else if (!row.keys.image.empty()) {
      const torch::Tensor first = video.slice(2, 0, 1);
      families::LatentPosterior images = encode(first);
      if (options_.image_noise) {
        std::vector<torch::Tensor> means{images.mean}, logvars{images.logvar};
        for (const torch::Tensor& noised : with_noise(first, row.keys.image)) {
          const families::LatentPosterior posterior = encode(noised);
          means.push_back(posterior.mean);
          logvars.push_back(posterior.logvar);
        }
        images = {torch::cat(means, 2), torch::cat(logvars, 2)};
      }
      store(CacheKind::image, row.keys.image, to_entry(images, row.keys.image));
    }
    ++result_.latents_made;
  }

  /// Adds noise of strength exp(N(-3, 0.5)) to the image, like CogVideo's trainer; seeded by the key.
  static std::vector<torch::Tensor> with_noise(const torch::Tensor& image, const std::string& key) {
    auto generator = generator_of(key);
    const auto draw = [&](torch::IntArrayRef sizes) {
      return torch::randn(sizes, generator, torch::kFloat32);
    };
    std::vector<torch::Tensor> images;
    for (int64_t i = 0; i < noised_images; ++i) {
      const torch::Tensor strength = torch::exp(draw({}) * 0.5 - 3);
      images.push_back(image + (draw(image.sizes()) * strength).to(image.options()));
    }
    return images;
  }

  /// Seeded by a key, so that the same content always gives the same draws.
  static at::Generator generator_of(const std::string& key) {
    return torch::make_generator<torch::CPUGeneratorImpl>(std::stoull(key.substr(0, 16), nullptr, 16));
  }

  CacheEntry to_entry(const families::LatentPosterior& posterior, const std::string& key) const {
    if (options_.stored == StoredLatents::posterior) {
      return {{"mean", posterior.mean[0].cpu()}, {"logvar", posterior.logvar[0].cpu()}};
    }
    auto generator = generator_of(key);
    const auto noise =
        torch::randn(posterior.mean.sizes(), generator, torch::kFloat32).to(posterior.mean.options());
    return {{"sample", posterior.sample(noise)[0].cpu()}};
  }

  nn::ComponentOptions component_options() const {
    return {.dtype = options_.dtype, .device = options_.device, .stop = stop_};
  }

  void store(CacheKind kind, const std::string& key, const CacheEntry& entry) {
    const Stopwatch watch(result_.store_seconds);
    safetensors::check_mapped_files();
    cache_.write(kind, key, entry);
  }

  PrecomputePlan plan_;
  const PrecomputeOptions& options_;
  const std::function<void(const Progress&)>& on_progress_;
  const std::stop_token& stop_;
  const LatentCache cache_;
  const std::unique_ptr<families::Family> family_;
  std::unique_ptr<families::SoundEncoder> sound_encoder_;  // null if no sound is wanted
  std::unique_ptr<families::ImageEncoder> image_encoder_;  // null for models without one
  PrecomputeResult result_;
  std::set<std::string> failed_keys_;  // of latents whose clips could not be read
};

}  // namespace

PrecomputeResult precompute(PrecomputePlan plan, const PrecomputeOptions& options,
                            const std::function<void(const Progress&)>& on_progress,
                            const std::stop_token& stop) {
  return Precompute(std::move(plan), options, on_progress, stop).run();
}

}  // namespace fw::precompute
