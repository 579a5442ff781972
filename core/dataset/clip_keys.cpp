// SPDX-License-Identifier: Apache-2.0
#include "dataset/clip_keys.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/hash.h"
#include "base/join.h"
#include "catalog/part_identity.h"

namespace fw::dataset {

namespace {

/// Increment this if the result for the same inputs changes.
constexpr int format_version = 1;

/// The first-frame condition is encoded differently from the latents of the whole sample.
enum class Part { whole, first_frame };

std::string key_of(const DatasetSample& sample, const ClipEncoding& encoding, Part part) {
  const bool is_whole = part == Part::whole;
  const bool by_vae = is_whole || encoding.image_encoder.empty();
  nlohmann::json content{
      {"format", format_version},
      {by_vae ? "vae" : "image_encoder", by_vae ? encoding.vae : encoding.image_encoder},
      {"dtype", encoding.dtype},
      {"tiling", encoding.tiling},
      {"stored", encoding.stored == catalog::StoredLatents::posterior ? "posterior" : "sample"},
      {"part", is_whole ? "whole" : "first_frame"},
      {"source", sample.content_hash},
      {"cut", {sample.source_in, sample.source_out, sample.fps}},
      {"frames", {sample.first_frame, is_whole || encoding.pictures_fill_clip ? sample.frame_count : 1}},
      {"crop", {sample.crop.x, sample.crop.y, sample.crop.width, sample.crop.height}},
      {"size", {sample.bucket.height, sample.bucket.width}}};
  // Only if it is on: entries without noise or sound keep the keys from before these options existed.
  if (!is_whole && encoding.image_noise) content["noised_images"] = noised_images;
  if (is_whole && !encoding.sound.empty()) content["sound"] = encoding.sound_identity;
  return hash_hex(content.dump());
}

constexpr std::array dtypes{catalog::Dtype::bf16, catalog::Dtype::fp16, catalog::Dtype::fp32};

/// All ways in which the networks of `wanted` may have encoded a clip, `wanted` first.
std::vector<ClipEncoding> ways_to_encode(const ClipEncoding& wanted) {
  std::vector<ClipEncoding> ways{wanted};
  for (const catalog::Dtype dtype : dtypes) {
    for (const auto stored : {catalog::StoredLatents::posterior, catalog::StoredLatents::sample}) {
      for (const bool tiling : {false, true}) {
        for (const bool noise : {false, true}) {
          ClipEncoding& way = ways.emplace_back(wanted);
          way.dtype = torch_name(dtype);
          way.stored = stored;
          way.tiling = tiling;
          way.image_noise = noise;
          if (!wanted.first_frames) break;  // it would make no difference
        }
      }
    }
  }
  return ways;
}

}  // namespace

void identify_networks(ClipEncoding& encoding, const catalog::ModelSource& model,
                       const catalog::ModelSpec& facts, const std::stop_token& stop) {
  encoding.vae = catalog::part_identity(model, "vae", stop);
  if (!encoding.sound.empty()) encoding.sound_identity = catalog::part_identity(model, encoding.sound, stop);
  if (const catalog::EncoderSpec* const encoder = facts.image_encoder(); encoder && encoding.first_frames)
    encoding.image_encoder = catalog::part_identity(model, encoder->part, stop);
  encoding.pictures_fill_clip = facts.pictures_fill_clip;
  if (encoding.pictures_fill_clip && !encoding.image_encoder.empty())
    encoding.image_encoder += "+" + encoding.vae;
}

void identify_text_encoders(ClipEncoding& encoding, const catalog::ModelSource& model,
                            const catalog::ModelSpec& facts, const std::stop_token& stop) {
  const std::vector<catalog::EncoderSpec> encoders = text_encoders(facts);
  encoding.text_encoders.clear();
  encoding.token_limits.clear();
  for (const catalog::EncoderSpec& encoder : encoders) encoding.token_limits.push_back(encoder.token_limit);
  std::string identities;
  for (const catalog::EncoderSpec& encoder : encoders)
    identities += (identities.empty() ? "" : "+") + catalog::part_identity(model, encoder.part, stop);
  encoding.text_encoders = std::move(identities);
}

std::vector<catalog::EncoderSpec> text_encoders(const catalog::ModelSpec& model) {
  std::vector<catalog::EncoderSpec> encoders = model.encoders;
  std::erase_if(encoders, &catalog::EncoderSpec::encodes_pictures);
  return encoders;
}

std::string_view torch_name(catalog::Dtype dtype) {
  switch (dtype) {
    case catalog::Dtype::bf16:
      return "BFloat16";
    case catalog::Dtype::fp16:
      return "Half";
    default:
      return "Float";
  }
}

catalog::Dtype dtype_named(std::string_view torch_name) {
  return *std::ranges::find(dtypes, torch_name, &dataset::torch_name);
}

CacheKeys clip_keys(const DatasetSample& sample, const ClipEncoding& encoding) {
  CacheKeys keys{.latents = key_of(sample, encoding, Part::whole)};
  if (encoding.first_frames) keys.image = key_of(sample, encoding, Part::first_frame);
  return keys;
}

std::string caption_key(const std::string& caption, const ClipEncoding& encoding) {
  const std::vector<int64_t>& limits = encoding.token_limits;
  nlohmann::json content{
      {"format", format_version},
      {"text_encoder", encoding.text_encoders},
      {"dtype", encoding.dtype},
      {"tokens", limits.size() == 1 ? nlohmann::json(limits.front()) : nlohmann::json(limits)},
      {"caption", caption}};
  if (!encoding.sound.empty()) content["sound"] = true;  // an embedding for it, too
  return hash_hex(content.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

bool has_keys_of(const DatasetSample& sample, const ClipEncoding& encoding) {
  if (!encoding.vae.empty()) {
    const CacheKeys keys = clip_keys(sample, encoding);
    if (keys.latents != sample.keys.latents) return false;
    if (encoding.first_frames && keys.image != sample.keys.image) return false;
  }
  if (encoding.text_encoders.empty()) return true;
  const auto is_key_of = [&](const std::string& key, const std::string& caption) {
    return caption_key(caption, encoding) == key;
  };
  return is_key_of(sample.keys.text, sample.caption) && is_key_of(sample.keys.empty_text, "") &&
         std::ranges::equal(sample.keys.more_texts, sample.more_captions, is_key_of);
}

std::optional<ClipEncoding> encoding_of(const DatasetSample& sample, const ClipEncoding& wanted) {
  for (ClipEncoding& way : ways_to_encode(wanted))
    if (has_keys_of(sample, way)) return std::move(way);
  return std::nullopt;
}

ClipEncoding as_encoded(const DatasetSample& sample, ClipEncoding wanted) {
  if (!wanted.any_dtype) return wanted;
  if (const auto made = encoding_of(sample, wanted)) wanted.dtype = made->dtype;
  return wanted;
}

std::string differences(const DatasetSample& sample, const ClipEncoding& wanted) {
  ClipEncoding compared = as_encoded(sample, wanted);
  if (has_keys_of(sample, compared)) return {};
  std::string found;
  if (compared.first_frames && sample.keys.image.empty()) {
    append_item(found, "another task, without first frames");
    compared.first_frames = false;
  }
  if (const auto made = encoding_of(sample, compared)) {
    const auto note = [&](bool differs, const std::string& what) {
      if (differs) append_item(found, what);
    };
    note(made->tiling != compared.tiling, std::string("VAE tiling ") + (made->tiling ? "on" : "off"));
    note(made->dtype != compared.dtype && !compared.any_dtype,
         "the type " + std::string(name_of(dtype_named(made->dtype))));
    note(made->stored != compared.stored, "the stored form " + std::string(name_of(made->stored)));
    note(made->image_noise != compared.image_noise,
         std::string("first-frame noise ") + (made->image_noise ? "on" : "off"));
    return found;
  }
  ClipEncoding silent = compared;
  silent.sound.clear();
  if (!compared.sound.empty() && encoding_of(sample, silent)) {
    append_item(found, "no sound");
    return found;
  }
  ClipEncoding pictures = compared, texts = compared;
  pictures.text_encoders.clear();
  texts.vae.clear();
  const bool same_pictures = encoding_of(sample, pictures).has_value();
  const bool same_texts = encoding_of(sample, texts).has_value();
  if (!same_pictures) append_item(found, "another VAE or clip");
  if (!same_texts) append_item(found, "another text encoder or caption");
  if (same_pictures && same_texts) append_item(found, "clips and captions in different types");
  return found;
}

}  // namespace fw::dataset
