// SPDX-License-Identifier: Apache-2.0
#include "nn/low_bit_files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "base/file_tree.h"
#include "base/join.h"
#include "base/paths.h"
#include "nn/load.h"
#include "nn/weight_check.h"
#include "safetensors/identity.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace fw::nn {

namespace {

using torch::Tensor;

/// Version of the arithmetic and of low_bit_format(): increment it when either changes, to recreate all
/// files.
constexpr const char* version = "2";

/// Visits a layer's buffers by their names in the file.
void for_each_part(const std::string& path, LowBit format, const LowBitWeight& weight,
                   const std::function<void(const std::string& name, const Tensor& part)>& visit) {
  const LowBitNames names = low_bit_names(format);
  for (const auto& [name, part] :
       {std::pair(names.codes, weight.codes), std::pair(names.scales, weight.scales),
        std::pair(names.magnitudes, weight.magnitudes), std::pair(names.mean, weight.mean)})
    if (part.defined()) visit(path + "." + std::string(name), part);
}

/// Whether a weight's codes are used as they are in its file. Quantizing fp8 a second time would only add
/// errors.
bool is_taken_over(const tensor::Checkpoint& weights, const std::string& weight, LowBit format) {
  return format == LowBit::fp8 && weights.dtype(weight) == torch::kFloat8_e4m3fn;
}

LowBitWeight codes_of(const tensor::Checkpoint& weights, const std::string& name, const Tensor& weight,
                      LowBit format) {
  if (!is_taken_over(weights, name, format)) return quantise(weight, format);
  return {weights.read(name), torch::full({weight.size(0)}, weights.tensors().scale(name)), {}, {}};
}

/// Written into the files: those of another version are recreated.
std::string version_of(const LowBitBlock& block, const tensor::Checkpoint& weights) {
  const bool any = std::ranges::any_of(block.layers, [&](const auto& layer) {
    return is_taken_over(weights, layer.first + ".weight", layer.second.format);
  });
  return std::string(version) + (any ? ", codes of the file" : "");
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g %%", share * 100);
  return text;
}

}  // namespace

LowBit low_bit_format(std::string_view path, LowBit format) {
  // Names as in diffusers; the last four belong to text that is attended jointly with the video.
  static constexpr std::array<std::string_view, 8> attention{
      ".to_q", ".to_k", ".to_v", ".to_out.0", ".add_q_proj", ".add_k_proj", ".add_v_proj", ".to_add_out"};
  const bool is_attention = std::ranges::any_of(attention, [&](auto end) { return path.ends_with(end); });
  return format == LowBit::nf4 && is_attention ? LowBit::int8 : format;
}

std::vector<LowBitBlock> low_bit_blocks(Module& network, const std::vector<std::string>& lists,
                                        LowBit format) {
  std::vector<LowBitBlock> blocks;
  for (const std::string& list : lists) {
    for (size_t i = 0;; ++i) {
      LowBitBlock found{list + "." + std::to_string(i), {}};
      Module* const block = network.find_module(found.path);
      if (block == nullptr) break;
      block->for_each_module([&](const std::string& path, Module& module) {
        auto* const layer = dynamic_cast<Linear*>(&module);
        if (layer == nullptr || layer->in_features() % 2 != 0) return;
        const std::string whole = path.empty() ? found.path : found.path + "." + path;
        found.layers.emplace(whole, LowBitBlock::Layer{layer, low_bit_format(whole, format)});
      });
      if (!found.layers.empty()) blocks.push_back(std::move(found));
    }
  }
  return blocks;
}

LowBitFiles::LowBitFiles(const std::filesystem::path& folder, LowBit format, const std::stop_token& stop)
    : folder_(cache_folder() / "quantized" /
              (safetensors::component_identity(folder, stop) + "-" + std::string(name_of(format)))) {}

const tensor::Checkpoint& LowBitFiles::open(const LowBitBlock& block, const tensor::Checkpoint& weights,
                                            const std::function<void()>& on_layer) {
  const std::filesystem::path file = folder_ / (block.path + ".safetensors");
  const std::string wanted = version_of(block, weights);
  if (!read(file, block, wanted)) {
    make(file, block, weights, on_layer);
    if (!read(file, block, wanted)) tensor::Checkpoint::open(file);  // throws the reason
  }
  return *opened_.back();
}

/// @return whether the file is complete and belongs to this block
bool LowBitFiles::read(const std::filesystem::path& file, const LowBitBlock& block,
                       const std::string& wanted_version) try {
  auto kept = std::make_unique<tensor::Checkpoint>(tensor::Checkpoint::open(file));
  const safetensors::Metadata& about = kept->metadata();
  const auto text = [&](const std::string& key) {
    const auto found = about.find(key);
    return found == about.end() ? std::string() : found->second;
  };
  bool fits = text("version") == wanted_version;
  std::map<std::string, LayerError> errors;
  size_t parts = 0;
  for (const auto& [path, layer] : block.layers) {
    LayerError& error = errors[path];
    fits &= std::sscanf(text(path).c_str(), "%lg %lg", &error.change, &error.weight) == 2;
    const auto [linear, format] = layer;
    for_each_part(path, format, low_bit_shapes(format, linear->out_features(), linear->in_features()),
                  [&](const std::string& name, const Tensor& part) {
                    ++parts;
                    fits = fits && kept->contains(name) && kept->shape(name) == part.sizes().vec() &&
                           kept->dtype(name) == part.scalar_type();
                  });
  }
  if (!fits || kept->names().size() != parts) return false;
  errors_.merge(errors);
  opened_.push_back(std::move(kept));
  return true;
} catch (const Error&) {  // missing or truncated
  return false;
}

void LowBitFiles::make(const std::filesystem::path& file, const LowBitBlock& block,
                       const tensor::Checkpoint& weights, const std::function<void()>& on_layer) const {
  const torch::NoGradGuard no_grad;
  std::map<std::string, Tensor> parts;
  safetensors::Metadata about{{"version", version_of(block, weights)}};
  for (const auto& [path, layer] : block.layers) {
    on_layer();
    const std::string name = path + ".weight";
    const Tensor weight = weights.load(name, torch::kFloat32, torch::kCPU).contiguous();
    require_finite(weight, name, weights);
    const LowBitWeight made = codes_of(weights, name, weight, layer.format);
    for_each_part(path, layer.format, made,
                  [&](const std::string& part, const Tensor& values) { parts.emplace(part, values); });
    const auto square = [](const Tensor& x) { return x.square().sum(torch::kFloat64).item<double>(); };
    char figures[64];
    std::snprintf(figures, sizeof figures, "%.17g %.17g",
                  square(dequantise(made, torch::kFloat32).sub_(weight)), square(weight));
    about.emplace(path, figures);
  }
  make_folders(file.parent_path());
  tensor::save_tensors(file, parts, about, Existing::replace);
}

std::string LowBitFiles::errors_in_words() const {
  const auto relative = [](const LayerError& error) {
    return error.weight > 0 ? std::sqrt(error.change / error.weight) : 0;
  };
  LayerError all;
  std::vector<std::pair<double, std::string>> layers;
  for (const auto& [path, error] : errors_) {
    all.change += error.change;
    all.weight += error.weight;
    layers.emplace_back(relative(error), path);
  }
  std::ranges::sort(layers, std::greater());
  layers.resize(std::min<size_t>(layers.size(), 3));
  return "relative error " + percent(relative(all)) + "; the largest: " +
         join(layers, ", ", [](const auto& layer) { return layer.second + " " + percent(layer.first); });
}

}  // namespace fw::nn
