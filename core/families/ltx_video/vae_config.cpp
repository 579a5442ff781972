// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "families/ltx_video/vae.h"
#include "nn/config_reader.h"

namespace fw::families {
namespace {

LtxDownsampling downsampling_of(const std::string& type, nn::ConfigReader& read) {
  if (type == "spatial") return LtxDownsampling::spatial;
  if (type == "temporal") return LtxDownsampling::temporal;
  if (type == "spatiotemporal") return LtxDownsampling::spatiotemporal;
  read.require(type == "conv", "downsample_type holds an unknown type");
  return LtxDownsampling::conv;
}

/// Reads lists with one value per stage. @param stages  of the encoder
void read_encoder(nn::ConfigReader& read, LtxVaeConfig& c) {
  const auto types = read.texts("down_block_types", {"LTXVideoDownBlock3D"});
  c.is_095 = types.back() == "LTXVideo095DownBlock3D";
  read.require(std::ranges::all_of(types,
                                   [&](const std::string& type) {
                                     return type ==
                                            (c.is_095 ? "LTXVideo095DownBlock3D" : "LTXVideoDownBlock3D");
                                   }),
               "down_block_types are not all of one known kind");
  const size_t stages = c.block_out_channels.size() - (c.is_095 ? 1 : 0);
  const auto scaling = read.booleans("spatio_temporal_scaling", {true, true, true, false});
  const auto kinds = read.texts("downsample_type", std::vector<std::string>(stages, "conv"));
  read.require(stages > 0 && c.layers_per_block.size() == stages + 1 && scaling.size() == stages &&
                   (!c.is_095 || kinds.size() == stages),
               "lists of the encoder are not as long as its stages are many");
  c.spatial_compression_ratio = c.patch_size;
  c.temporal_compression_ratio = 1;
  for (size_t i = 0; i < std::min(stages, scaling.size()); ++i) {
    const auto kind = c.is_095 && i < kinds.size() ? downsampling_of(kinds[i], read) : LtxDownsampling::conv;
    c.downsampling.push_back(scaling[i] ? kind : LtxDownsampling::none);
    if (!scaling[i]) continue;
    c.spatial_compression_ratio *= 2;
    c.temporal_compression_ratio *= 2;
  }
}

void check_decoder(nn::ConfigReader& read, const LtxVaeConfig& c) {
  const size_t stages = c.decoder_block_out_channels.size();
  const bool as_long = c.decoder_layers_per_block.size() == stages + 1 &&
                       c.decoder_spatio_temporal_scaling.size() == stages &&
                       c.decoder_inject_noise.size() == stages + 1 && c.upsample_residual.size() == stages &&
                       c.upsample_factor.size() == stages;
  read.require(as_long, "lists of the decoder are not as long as its stages are many");
  if (!as_long) return;
  int64_t width = c.decoder_block_out_channels.back();
  for (size_t i = stages; i-- > 0;) {
    const int64_t factor = c.upsample_factor[i], next = c.decoder_block_out_channels[i] / factor;
    const bool changes = width / factor != next;
    read.require(c.decoder_block_out_channels[i] % factor == 0 && width % factor == 0,
                 "channels of the decoder are not multiples of upsample_factor");
    // The published code would pass such a block a timestep that is not embedded yet.
    read.require(!changes || !c.timestep_conditioning,
                 "a decoder with timestep_conditioning changes its width within a stage");
    read.require(!changes || !c.decoder_inject_noise[i],
                 "a decoder that injects noise changes its width within a stage");
    width = next;
  }
}

}  // namespace

LtxVaeConfig LtxVaeConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "vae/config.json");
  LtxVaeConfig c;
  c.in_channels = read.size("in_channels", c.in_channels);
  c.out_channels = read.size("out_channels", c.out_channels);
  c.latent_channels = read.size("latent_channels", c.latent_channels);
  c.patch_size = read.size("patch_size", c.patch_size);
  read.expect("patch_size_t", 1, 1);
  c.block_out_channels = read.sizes("block_out_channels", c.block_out_channels);
  c.layers_per_block = read.sizes("layers_per_block", c.layers_per_block);
  c.decoder_block_out_channels = read.sizes("decoder_block_out_channels", c.decoder_block_out_channels);
  c.decoder_layers_per_block = read.sizes("decoder_layers_per_block", c.decoder_layers_per_block);
  c.decoder_spatio_temporal_scaling =
      read.booleans("decoder_spatio_temporal_scaling", c.decoder_spatio_temporal_scaling);
  c.decoder_inject_noise = read.booleans("decoder_inject_noise", c.decoder_inject_noise);
  c.upsample_residual = read.booleans("upsample_residual", c.upsample_residual);
  c.upsample_factor = read.sizes("upsample_factor", c.upsample_factor);
  c.timestep_conditioning = read.boolean("timestep_conditioning", c.timestep_conditioning);
  c.resnet_norm_eps = read.number("resnet_norm_eps", c.resnet_norm_eps);
  c.scaling_factor = read.number("scaling_factor", c.scaling_factor);
  c.encoder_causal = read.boolean("encoder_causal", c.encoder_causal);
  c.decoder_causal = read.boolean("decoder_causal", c.decoder_causal);
  read_encoder(read, c);
  c.spatial_compression_ratio =
      read.optional_size("spatial_compression_ratio").value_or(c.spatial_compression_ratio);
  c.temporal_compression_ratio =
      read.optional_size("temporal_compression_ratio").value_or(c.temporal_compression_ratio);
  check_decoder(read, c);
  read.require(c.scaling_factor > 0, "scaling_factor is not above 0");
  read.finish();
  return c;
}

}  // namespace fw::families
