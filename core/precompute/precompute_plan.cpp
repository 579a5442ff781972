// SPDX-License-Identifier: Apache-2.0
#include "precompute/precompute_plan.h"

#include <map>

#include "base/error.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "base/resource_watch.h"
#include "base/units.h"
#include "dataset/clip_keys.h"
#include "encoders/image_encoder.h"
#include "nn/config_reader.h"

namespace fw::precompute {

namespace {

constexpr ErrorCode cache_full{
    "precompute.cache_full",
    FW_TEXT("errors", "The cache {folder} needs {needed} more, but its disk has only {free} free."),
    FW_TEXT("errors", "Free some space, or choose a cache folder on another disk.")};

/// Upper bound for the safetensors header of an entry.
constexpr uint64_t header_bytes = 512;

/// Finds existing and missing entries and counts them.
class Planner {
 public:
  Planner(PrecomputePlan& plan, const PrecomputeOptions& options, const std::stop_token& stop)
      : plan_(plan), options_(options), stop_(stop), cache_(options.cache_folder) {}

  void plan_text() {
    dataset::ClipEncoding encoding{.dtype = torch::toString(options_.dtype), .sound = options_.sound};
    dataset::identify_text_encoders(encoding, options_.model, plan_.facts, stop_);
    const uint64_t bytes = text_bytes(plan_.facts, options_);
    const auto key_of = [&](const std::string& caption) { return dataset::caption_key(caption, encoding); };
    const std::string empty_key = key_of("");
    std::map<std::string, std::string> captions{{empty_key, ""}};
    for (dataset::DatasetSample& sample : plan_.manifest) {
      sample.keys.text = key_of(sample.caption);
      sample.keys.empty_text = empty_key;
      captions.emplace(sample.keys.text, sample.caption);
      sample.keys.more_texts.clear();
      for (const std::string& caption : sample.more_captions)
        captions.emplace(sample.keys.more_texts.emplace_back(key_of(caption)), caption);
    }
    for (const auto& [key, caption] : captions) {
      if (is_there(CacheKind::text, key)) continue;
      plan_.captions.push_back(caption);
      plan_.text_keys.push_back(key);
      plan_.bytes_needed += bytes;
    }
  }

  void plan_latents() {
    dataset::ClipEncoding encoding{.dtype = torch::toString(options_.dtype),
                                   .tiling = options_.vae_tiling,
                                   .stored = options_.stored,
                                   .first_frames = options_.first_frames,
                                   .image_noise = options_.image_noise,
                                   .sound = options_.sound};
    dataset::identify_networks(encoding, options_.model, plan_.facts, stop_);
    std::map<std::string, bool> seen;  // two rows may have the same pictures
    for (size_t row = 0; row < plan_.manifest.size(); ++row) {
      dataset::DatasetSample& sample = plan_.manifest[row];
      const dataset::CacheKeys keys = dataset::clip_keys(sample, encoding);
      sample.keys.latents = keys.latents;
      sample.keys.image = keys.image;
      uint64_t bytes = is_there(CacheKind::latents, sample.keys.latents)
                           ? 0
                           : latents_bytes(plan_.facts, sample.bucket, options_);
      if (!keys.image.empty() && !is_there(CacheKind::image, keys.image))
        bytes += image_bytes(plan_.facts, sample.bucket, options_);
      if (bytes == 0 || !seen.emplace(sample.keys.latents, true).second) continue;
      plan_.samples.push_back(row);
      plan_.bytes_needed += bytes;
    }
  }

 private:
  bool is_there(CacheKind kind, const std::string& key) {
    if (stop_.stop_requested()) throw Cancelled();
    const bool whole = cache_.is_whole(kind, key, options_.check);
    plan_.entries_present += whole ? 1 : 0;
    return whole;
  }

  PrecomputePlan& plan_;
  const PrecomputeOptions& options_;
  const std::stop_token& stop_;
  const LatentCache cache_;
};

}  // namespace

uint64_t latents_bytes(const catalog::ModelSpec& facts, const catalog::Bucket& bucket,
                       const PrecomputeOptions& options) {
  const catalog::LatentSize size = catalog::latent_size(facts, bucket);
  const auto elements = static_cast<uint64_t>(facts.latent.channels * size.frames * size.height * size.width);
  const uint64_t tensors = options.stored == StoredLatents::posterior ? 2 : 1;
  // Stereo sound of 25 latents a second, 128 numbers each in float32, is the most that a model has.
  const auto seconds = static_cast<double>(bucket.frames) / facts.rules.fps;
  const auto sound = options.sound.empty() ? 0 : static_cast<uint64_t>((seconds * 25 + 1) * 128 * 4);
  return elements * tensors * torch::elementSize(options.dtype) + sound + header_bytes;
}

uint64_t image_bytes(const catalog::ModelSpec& facts, const catalog::Bucket& bucket,
                     const PrecomputeOptions& options) {
  uint64_t elements = 0;
  if (facts.pictures_fill_clip) {
    const catalog::LatentSize clip = catalog::latent_size(facts, bucket);
    elements += static_cast<uint64_t>(facts.latent.channels * clip.frames * clip.height * clip.width);
  }
  if (const catalog::EncoderSpec* encoder = facts.image_encoder()) {
    const auto [tokens, width] =
        encoders::image_embedding_size(encoder->kind, options.model.part(encoder->part));
    elements += static_cast<uint64_t>(tokens * width * (facts.needs_last_frame ? 2 : 1));
  }
  if (elements > 0) return elements * torch::elementSize(options.dtype) + header_bytes;
  catalog::Bucket image = bucket;
  image.frames = 1;
  const auto images = static_cast<uint64_t>(options.image_noise ? 1 + noised_images : 1);
  return images * latents_bytes(facts, image, options);
}

uint64_t text_bytes(const catalog::ModelSpec& facts, const PrecomputeOptions& options) {
  uint64_t elements = 0;
  for (const catalog::EncoderSpec& encoder : dataset::text_encoders(facts)) {
    const nlohmann::json json = read_json(options.model.part(encoder.part) / "config.json");
    nn::ConfigReader config(json, encoder.part + "/config.json");
    const auto width = static_cast<uint64_t>(config.size("d_model", config.size("hidden_size", 4096)));
    config.finish();
    const bool is_pooled = encoder.kind == catalog::EncoderSpec::Kind::clip;  // one vector for the whole text
    elements += is_pooled ? width : static_cast<uint64_t>(encoder.token_limit) * width;
  }
  if (!options.sound.empty()) elements *= 2;  // a text for each stream
  return elements * torch::elementSize(options.dtype) + header_bytes;
}

PrecomputePlan plan_precompute(dataset::DatasetManifest manifest, const PrecomputeOptions& options,
                               const std::stop_token& stop) {
  PrecomputePlan plan{.facts = catalog::recognise_model(options.model), .manifest = std::move(manifest)};
  Planner planner(plan, options, stop);
  planner.plan_text();
  planner.plan_latents();
  const uint64_t free = free_disk_bytes(options.cache_folder);
  if (plan.bytes_needed > free) {
    throw Error(cache_full, {{"folder", to_utf8(options.cache_folder)},
                             {"needed", format_bytes(plan.bytes_needed)},
                             {"free", format_bytes(free)}});
  }
  return plan;
}

torch::Tensor normalise_frames(const torch::Tensor& bytes, torch::Device device, torch::Dtype dtype) {
  // Scaled in float32 and only then rounded to the network's type.
  return bytes.to(device)
      .permute({3, 0, 1, 2})
      .unsqueeze(0)
      .to(torch::kFloat32)
      .div_(127.5)
      .sub_(1)
      .to(dtype);
}

}  // namespace fw::precompute
