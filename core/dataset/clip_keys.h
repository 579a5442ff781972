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

/// Number of noised versions of a first frame that precompute creates: enough that a clip's noise is not
/// learned, at less than the cost of another clip's latents.
inline constexpr int64_t noised_images = 8;

/// How clips are encoded: everything besides the clip that determines its cache entries.
struct ClipEncoding {
  std::string vae;            ///< identity, see catalog::part_identity()
  std::string image_encoder;  ///< likewise; empty: the VAE encodes first frames, too
  std::string dtype;          ///< of networks and stored values, in LibTorch's notation: "BFloat16"
  bool any_dtype = false;     ///< entries of other types are accepted: `dtype` is for new ones
  bool tiling = false;
  catalog::StoredLatents stored = catalog::StoredLatents::posterior;
  bool first_frames = false;          ///< also encoded separately
  bool image_noise = false;           ///< noised first frames in addition to the clean one
  bool pictures_fill_clip = false;    ///< see ModelSpec
  std::string sound;                  ///< component that also encodes the clips' sound; empty: none
  std::string sound_identity;         ///< of that component; filled in like `vae`
  std::string text_encoders;          ///< of the caption encoders, joined by "+"
  std::vector<int64_t> token_limits;  ///< of each; empty: no caption keys
};

/// Fills in the networks that encode pictures. Cost and errors: as catalog::part_identity().
void identify_networks(ClipEncoding& encoding, const catalog::ModelSource& model,
                       const catalog::ModelSpec& facts, const std::stop_token& stop);
/// Fills in the networks that encode captions, which are much larger; their token limits are always set.
/// Likewise.
void identify_text_encoders(ClipEncoding& encoding, const catalog::ModelSource& model,
                            const catalog::ModelSpec& facts, const std::stop_token& stop);
/// The text encoders among a model's encoders.
std::vector<catalog::EncoderSpec> text_encoders(const catalog::ModelSpec& model);

/// LibTorch's name of a type. @pre not automatic
std::string_view torch_name(catalog::Dtype dtype);
/// The type with LibTorch's name. @pre a name from torch_name()
catalog::Dtype dtype_named(std::string_view torch_name);

/// Keys of a sample's pictures, from everything that determines their entries: source hash, cut, crop, fps,
/// bucket and encoding. @return keys of latents and, with first frames, image; not of text. Thread: any.
CacheKeys clip_keys(const DatasetSample& sample, const ClipEncoding& encoding);
/// Key of a caption, from the caption and the encoders. @pre the encoding has token limits
std::string caption_key(const std::string& caption, const ClipEncoding& encoding);

/// True if a sample's keys are those of the encoding. Ignores first frames that the encoding does not need
/// and networks without an identity. Thread: any.
bool has_keys_of(const DatasetSample& sample, const ClipEncoding& encoding);
/// The encoding, with the networks of `wanted`, that produced the sample's keys: `wanted` itself if it
/// matches, else one with another type, tiling, stored form or noise. Cost: up to 24 keys. Thread: any.
/// @return  nullopt if the entries come from other networks, or from another clip or caption
std::optional<ClipEncoding> encoding_of(const DatasetSample& sample, const ClipEncoding& wanted);
/// `wanted`, with the type of the sample's entries if any type is accepted.
ClipEncoding as_encoded(const DatasetSample& sample, ClipEncoding wanted);
/// How the sample's entries differ from `wanted`, in English: "VAE tiling on, the type bf16". Empty if they
/// do not. @pre the sample has keys
std::string differences(const DatasetSample& sample, const ClipEncoding& wanted);

}  // namespace fw::dataset
