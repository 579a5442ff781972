// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/vae_config.h"

#include <algorithm>

#include "nn/config_reader.h"

namespace fw::families {

namespace {

using Texts = std::vector<std::string>;

/// Reads one kind of up- or downsampling per stage.
std::vector<LtxDownsampling> ltx2_kinds_of(nn::ConfigReader& read, const char* key, const Texts& fallback) {
  std::vector<LtxDownsampling> kinds;
  for (const std::string& type : read.texts(key, fallback)) {
    read.require(type == "spatial" || type == "temporal" || type == "spatiotemporal",
                 std::string(key) + " holds an unknown type");
    kinds.push_back(type == "spatial"    ? LtxDownsampling::spatial
                    : type == "temporal" ? LtxDownsampling::temporal
                                         : LtxDownsampling::spatiotemporal);
  }
  return kinds;
}

bool all_true(const std::vector<bool>& list) {
  return std::ranges::find(list, false) == list.end();
}

void read_ltx2_encoder(nn::ConfigReader& read, Ltx2VaeConfig& c) {
  c.is_095 = true;  // stages without a block that changes the width
  c.downsampling =
      ltx2_kinds_of(read, "downsample_type", {"spatial", "temporal", "spatiotemporal", "spatiotemporal"});
  const size_t stages = c.downsampling.size();
  const auto scaling = read.booleans("spatio_temporal_scaling", std::vector<bool>(stages, true));
  for (const std::string& type : read.texts("down_block_types", Texts(stages, "LTX2VideoDownBlock3D")))
    read.require(type == "LTX2VideoDownBlock3D", "down_block_types holds an unknown type");
  read.require(c.block_out_channels.size() == stages && c.layers_per_block.size() == stages + 1 &&
                   scaling.size() == stages && all_true(scaling),
               "lists of the encoder are not as long as its stages are many, or a stage does not downsample");
  c.block_out_channels.insert(c.block_out_channels.begin(), c.latent_channels);
  read.expect("encoder_spatial_padding_mode", "zeros", "zeros");
}

void read_ltx2_decoder(nn::ConfigReader& read, Ltx2VaeConfig& c) {
  const size_t stages = c.decoder_block_out_channels.size();
  c.decoder_layers_per_block = read.sizes("decoder_layers_per_block", {5, 5, 5, 5});
  c.decoder_spatio_temporal_scaling =
      read.booleans("decoder_spatio_temporal_scaling", std::vector<bool>(stages, true));
  c.decoder_inject_noise = read.booleans("decoder_inject_noise", std::vector<bool>(stages + 1, false));
  c.upsample_residual = read.booleans("upsample_residual", std::vector<bool>(stages, true));
  c.upsample_factor = read.sizes("upsample_factor", std::vector<int64_t>(stages, 2));
  c.upsampling = ltx2_kinds_of(read, "upsample_type", Texts(stages, "spatiotemporal"));
  const std::string padding = read.text("decoder_spatial_padding_mode", "reflect");
  read.require(padding == "reflect" || padding == "zeros", "decoder_spatial_padding_mode is not supported");
  c.decoder_reflects = padding == "reflect";
  const bool as_long = c.decoder_layers_per_block.size() == stages + 1 && c.upsampling.size() == stages &&
                       c.decoder_spatio_temporal_scaling.size() == stages &&
                       c.decoder_inject_noise.size() == stages + 1 && c.upsample_residual.size() == stages &&
                       c.upsample_factor.size() == stages;
  read.require(as_long, "lists of the decoder are not as long as its stages are many");
  read.require(all_true(c.decoder_spatio_temporal_scaling) &&
                   std::ranges::find(c.decoder_inject_noise, true) == c.decoder_inject_noise.end(),
               "a stage of the decoder injects noise or does not upsample");
  if (!as_long) return;
  int64_t width = c.decoder_block_out_channels.back();
  for (size_t i = stages; i-- > 0;) {
    read.require(width % c.upsample_factor[i] == 0 &&
                     width / c.upsample_factor[i] == c.decoder_block_out_channels[i] / c.upsample_factor[i],
                 "a stage of the decoder changes its width");
    width = c.decoder_block_out_channels[i] / c.upsample_factor[i];
  }
  // In the file this list alone begins with the stage that runs first.
  std::ranges::reverse(c.upsampling);
}

}  // namespace

Ltx2VaeConfig Ltx2VaeConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "vae/config.json");
  Ltx2VaeConfig c;
  c.in_channels = read.size("in_channels", c.in_channels);
  c.out_channels = read.size("out_channels", c.out_channels);
  c.latent_channels = read.size("latent_channels", c.latent_channels);
  c.patch_size = read.size("patch_size", c.patch_size);
  c.block_out_channels = read.sizes("block_out_channels", {256, 512, 1024, 2048});
  c.layers_per_block = read.sizes("layers_per_block", {4, 6, 6, 2, 2});
  c.decoder_block_out_channels = read.sizes("decoder_block_out_channels", {256, 512, 1024});
  c.resnet_norm_eps = read.number("resnet_norm_eps", c.resnet_norm_eps);
  c.scaling_factor = read.number("scaling_factor", c.scaling_factor);
  c.encoder_causal = read.boolean("encoder_causal", c.encoder_causal);
  c.decoder_causal = read.boolean("decoder_causal", c.decoder_causal);
  c.spatial_compression_ratio = read.size("spatial_compression_ratio", 32);
  c.temporal_compression_ratio = read.size("temporal_compression_ratio", 8);
  read.expect("patch_size_t", 1, 1);
  read.expect("timestep_conditioning", false, false);
  read_ltx2_encoder(read, c);
  read_ltx2_decoder(read, c);
  read.require(c.scaling_factor > 0, "scaling_factor is not above 0");
  read.finish();
  return c;
}

}  // namespace fw::families
