// SPDX-License-Identifier: Apache-2.0
#include "catalog/ltx2_sound_parts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fw::catalog {

namespace {

using Json = nlohmann::json;

/// A size of a tensor; 0 if the tensor or axis does not exist.
int64_t size_in(const Ltx2Shapes& shapes, const std::string& name, size_t axis) {
  const auto found = shapes.find(name);
  return found != shapes.end() && axis < found->second.size() ? found->second[axis] : 0;
}

/// How many names there are with the numbers 0, 1 and so on.
int64_t count_in(const Ltx2Shapes& shapes, const std::string& before, const std::string& after) {
  int64_t count = 0;
  while (shapes.contains(before + std::to_string(count) + after)) ++count;
  return count;
}

int64_t number_in(const Json& said, const char* key, int64_t fallback) {
  const bool is_there = said.is_object() && said.contains(key) && said.at(key).is_number_integer();
  return is_there ? said.at(key).get<int64_t>() : fallback;
}

/// The factors of a generator's stages; later ones that are missing are 2.
std::vector<int64_t> rates_in(const Json& said, std::vector<int64_t> fallback) {
  const Json rates = said.is_object() ? said.value("upsample_rates", Json()) : Json();
  const auto is_whole = [](const Json& each) { return each.is_number_integer(); };
  const bool is_usable = rates.is_array() && !rates.empty() && std::ranges::all_of(rates, is_whole);
  return is_usable ? rates.get<std::vector<int64_t>>() : fallback;
}

/// A generator's part of the configuration. @param names  the prefix of its tensors @param of  of its keys
void add_generator(Json& config, const Ltx2Shapes& shapes, const std::string& names, const std::string& of,
                   std::vector<int64_t> factors) {
  const std::string first = names + "resnets.0.";
  const int64_t stages = count_in(shapes, names + "upsamplers.", ".weight");
  const int64_t residuals =
      count_in(shapes, names + "resnets.", ".convs1.0.weight") / std::max<int64_t>(stages, 1);
  factors.resize(static_cast<size_t>(stages), 2);
  Json kernels = Json::array(), residual_kernels = Json::array(), dilations = Json::array(),
       each = Json::array();
  for (int64_t i = 0; i < stages; ++i)
    kernels.push_back(size_in(shapes, names + "upsamplers." + std::to_string(i) + ".weight", 2));
  for (int64_t i = 0; i < count_in(shapes, first + "convs1.", ".weight"); ++i) each.push_back(2 * i + 1);
  for (int64_t i = 0; i < residuals; ++i) {
    residual_kernels.push_back(
        size_in(shapes, names + "resnets." + std::to_string(i) + ".convs1.0.weight", 2));
    dilations.push_back(each);
  }
  const bool periodic = shapes.contains(first + "acts1.0.act.alpha");
  config[of + "in_channels"] = size_in(shapes, names + "conv_in.weight", 1);
  config[of + "hidden_channels"] = size_in(shapes, names + "conv_in.weight", 0);
  config[of + "out_channels"] = size_in(shapes, names + "conv_out.weight", 0);
  config[of + "upsample_kernel_sizes"] = kernels;
  config[of + "upsample_factors"] = factors;
  config[of + "resnet_kernel_sizes"] = residual_kernels;
  config[of + "resnet_dilations"] = dilations;
  config[of + "act_fn"] = periodic ? "snakebeta" : "leaky_relu";
  config[of + "antialias"] = periodic;
  config[of + "final_act_fn"] = periodic ? Json() : Json("tanh");
  config[of + "final_bias"] = shapes.contains(names + "conv_out.bias");
}

}  // namespace

std::string ltx2_audio_vae_name(std::string_view stored) {
  constexpr std::string_view prefix = "audio_vae.", statistics = "per_channel_statistics.";
  if (!stored.starts_with(prefix)) return {};
  const std::string_view name = stored.substr(prefix.size());
  if (!name.starts_with(statistics)) return std::string(name);
  const std::string_view which = name.substr(statistics.size());
  if (which == "mean-of-means") return "latents_mean";
  return which == "std-of-means" ? "latents_std" : "";
}

std::string ltx2_vocoder_name(std::string_view stored) {
  constexpr std::string_view prefix = "vocoder.";
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> parts{
      {{"ups.", "upsamplers."},
       {"resblocks.", "resnets."},
       {"act_post.", "act_out."},
       {"conv_pre.", "conv_in."},
       {"conv_post.", "conv_out."},
       {"lowpass.filter", "filter"}}};
  if (!stored.starts_with(prefix)) return {};
  std::string name(stored.substr(prefix.size()));
  for (const auto& [other, published] : parts) {
    const size_t at = name.find(other);
    // A whole part of the name, and not the end of one.
    if (at != name.npos && (at == 0 || name[at - 1] == '.')) name.replace(at, other.size(), published);
  }
  return name;
}

Json ltx2_audio_vae_config(const Ltx2Shapes& shapes) {
  const int64_t base = size_in(shapes, "encoder.conv_in.conv.weight", 0),
                latents = size_in(shapes, "encoder.conv_out.conv.weight", 0) / 2;
  Json multiples = Json::array();
  for (int64_t i = 0; i < count_in(shapes, "encoder.down.", ".block.0.conv1.conv.weight"); ++i)
    multiples.push_back(
        size_in(shapes, "encoder.down." + std::to_string(i) + ".block.0.conv1.conv.weight", 0) /
        std::max<int64_t>(base, 1));
  constexpr int64_t bins_per_latent = 4;
  return {{"_class_name", "AutoencoderKLLTX2Audio"},
          {"base_channels", base},
          {"in_channels", size_in(shapes, "encoder.conv_in.conv.weight", 1)},
          {"output_channels", size_in(shapes, "decoder.conv_out.conv.weight", 0)},
          {"latent_channels", latents},
          {"num_res_blocks", count_in(shapes, "encoder.down.0.block.", ".conv1.conv.weight")},
          {"mel_bins", bins_per_latent * size_in(shapes, "latents_mean", 0) / std::max<int64_t>(latents, 1)},
          {"ch_mult", multiples}};
}

Json ltx2_vocoder_config(const Ltx2Shapes& shapes, const Json& said) {
  const bool extended = shapes.contains("bwe_generator.conv_in.weight");
  const auto part = [&](const char* name) { return said.is_object() ? said.value(name, Json()) : Json(); };
  const Json low = extended ? part("vocoder") : said, high = part("bwe");
  Json config{{"_class_name", extended ? "LTX2VocoderWithBWE" : "LTX2Vocoder"},
              {"output_sampling_rate",
               number_in(extended ? high : low, "output_sampling_rate", extended ? 48000 : 24000)}};
  if (!extended) {
    add_generator(config, shapes, "", "", rates_in(low, {6, 5}));
    return config;
  }
  add_generator(config, shapes, "vocoder.", "", rates_in(low, {5}));
  add_generator(config, shapes, "bwe_generator.", "bwe_", rates_in(high, {6, 5}));
  const int64_t filter = size_in(shapes, "mel_stft.stft_fn.forward_basis", 2);
  config["filter_length"] = config["window_length"] = filter;
  config["hop_length"] = number_in(high, "hop_length", 80);
  config["num_mel_channels"] = size_in(shapes, "mel_stft.mel_basis", 0);
  config["input_sampling_rate"] = number_in(high, "input_sampling_rate", 16000);
  return config;
}

}  // namespace fw::catalog
