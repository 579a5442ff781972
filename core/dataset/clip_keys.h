// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/model_choices.h"
#include "dataset/dataset_manifest.h"

namespace fw::dataset {

/// How many noised versions of a first frame precompute makes: enough that a clip's noise is not learned, at
/// less than the cost of another clip's latents.
inline constexpr int64_t noised_images = 8;

/// How clips are encoded: all that their entries in the cache are made from, but the clip.
struct ClipEncoding {
  std::string vae;            ///< its identity, see catalog::part_identity()
  std::string image_encoder;  ///< likewise; empty: the VAE encodes first frames, too
  std::string dtype;          ///< of the networks and of what is stored, as LibTorch calls it: "BFloat16"
  bool any_dtype = false;     ///< entries of another type are as good: `dtype` is for new ones
  bool tiling = false;
  catalog::StoredLatents stored = catalog::StoredLatents::posterior;
  bool first_frames = false;          ///< by themselves, too
  bool image_noise = false;           ///< noised first frames beside the clean one
  std::string text_encoders;          ///< the identities of those that read captions, joined by "+"
  std::vector<int64_t> token_limits;  ///< of each; none: captions have no names
};

/// Fills in the networks of a model that encode pictures. Cost and errors: as catalog::part_identity().
void identify_networks(ClipEncoding& encoding, const catalog::ModelSource& model,
                       const catalog::ModelSpec& facts, const std::stop_token& stop);
/// Those that encode captions: much larger ones, of which the token limits are known in any case. Likewise.
void identify_text_encoders(ClipEncoding& encoding, const catalog::ModelSource& model,
                            const catalog::ModelSpec& facts, const std::stop_token& stop);
/// Of a model's encoders those that read captions.
std::vector<catalog::EncoderSpec> text_encoders(const catalog::ModelSpec& model);

/// What LibTorch calls a type. @pre not automatic
std::string_view torch_name(catalog::Dtype dtype);
/// The type that LibTorch calls so. @pre a name of torch_name()
catalog::Dtype dtype_named(std::string_view torch_name);

/// Names what is made of a sample's pictures by all that it is made from: source hash, cut, crop, fps, bucket
/// and encoding. @return latents, and with first frames image; no text. Thread: any.
CacheKeys clip_keys(const DatasetSample& sample, const ClipEncoding& encoding);
/// Likewise what is made of a caption, by the caption and the encoders. @pre the encoding has token limits
std::string caption_key(const std::string& caption, const ClipEncoding& encoding);

/// Whether a sample's keys are the ones that the encoding gives. First frames that the encoding does not
/// need, and networks without an identity, are not compared. Thread: any.
bool has_keys_of(const DatasetSample& sample, const ClipEncoding& encoding);
/// The encoding by the networks of `wanted` that gave the sample its keys: `wanted` itself if it fits, else
/// one of another type, tiling, stored form or noise. Cost: up to 24 keys. Thread: any.
/// @return  nothing if other networks made the entries, or made them of another clip or caption
std::optional<ClipEncoding> encoding_of(const DatasetSample& sample, const ClipEncoding& wanted);
/// `wanted`, with the type of the sample's entries if any will do.
ClipEncoding as_encoded(const DatasetSample& sample, ClipEncoding wanted);
/// How the sample's entries differ from `wanted`, in English: "VAE tiling on, the type bf16". Empty: not at
/// all. @pre the sample has keys
std::string differences(const DatasetSample& sample, const ClipEncoding& wanted);

}  // namespace fw::dataset
