// SPDX-License-Identifier: Apache-2.0
#include "dataset/clip_keys.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/hash.h"
#include "catalog/part_identity.h"

namespace fw::dataset {

namespace {

/// Changes when what is computed from the same inputs changes.
constexpr int format_version = 1;

/// Where the first-frame condition differs from the latents of the whole sample.
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
      {"frames", {sample.first_frame, is_whole ? sample.frame_count : 1}},
      {"crop", {sample.crop.x, sample.crop.y, sample.crop.width, sample.crop.height}},
      {"size", {sample.bucket.height, sample.bucket.width}}};
  // Only where it is on: entries without noise keep the names that they had before there was any.
  if (!is_whole && encoding.image_noise) content["noised_images"] = noised_images;
  return hash_hex(content.dump());
}

}  // namespace

void identify_networks(ClipEncoding& encoding, const catalog::ModelSource& model,
                       const catalog::ModelSpec& facts, const std::stop_token& stop) {
  encoding.vae = catalog::part_identity(model, "vae", stop);
  if (const catalog::EncoderSpec* const encoder = facts.image_encoder(); encoder && encoding.first_frames)
    encoding.image_encoder = catalog::part_identity(model, encoder->part, stop);
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
  std::erase_if(encoders, [](const auto& each) { return each.kind == catalog::EncoderSpec::Kind::siglip; });
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

CacheKeys clip_keys(const DatasetSample& sample, const ClipEncoding& encoding) {
  CacheKeys keys{.latents = key_of(sample, encoding, Part::whole)};
  if (encoding.first_frames) keys.image = key_of(sample, encoding, Part::first_frame);
  return keys;
}

std::string caption_key(const std::string& caption, const ClipEncoding& encoding) {
  const std::vector<int64_t>& limits = encoding.token_limits;
  const nlohmann::json content{
      {"format", format_version},
      {"text_encoder", encoding.text_encoders},
      {"dtype", encoding.dtype},
      {"tokens", limits.size() == 1 ? nlohmann::json(limits.front()) : nlohmann::json(limits)},
      {"caption", caption}};
  return hash_hex(content.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace fw::dataset
