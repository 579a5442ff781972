// SPDX-License-Identifier: Apache-2.0
#include "safetensors/quantized.h"

#include <algorithm>
#include <array>

#include "base/paths.h"

namespace fw::safetensors {

namespace {

constexpr ErrorCode quantized{
    "safetensors.quantized",
    FW_TEXT("errors", "{file} holds quantized weights ({kind}), which cannot be used: {tensor}."),
    FW_TEXT(
        "errors",
        "Use the model in bf16, fp16, GGUF, or fp8 without scales or with one for each weight. Framewright "
        "quantizes it itself where you ask for that."),
    Blame::input};

struct Mark {
  std::string_view ending, kind;
};
constexpr std::array<Mark, 19> marks = {{{".scale_weight", "with scales"},
                                         {".weight_scale", "with scales"},
                                         {".scale_input", "with scales"},
                                         {".input_scale", "with scales"},
                                         {".weight_scale_inv", "with scales"},
                                         {".weight_scale_2", "with scales"},
                                         {"scaled_fp8", "with scales"},
                                         {".comfy_quant", "with scales"},
                                         {".absmax", "bitsandbytes"},
                                         {".quant_map", "bitsandbytes"},
                                         {".SCB", "bitsandbytes"},
                                         {".qweight", "GPTQ or AWQ"},
                                         {".qzeros", "GPTQ or AWQ"},
                                         {".weight_packed", "compressed-tensors"},
                                         {"._data", "quanto"},
                                         {"._scale", "quanto"},
                                         {".wscales", "SVDQuant"},
                                         {".smooth_factor", "SVDQuant"},
                                         {".codebooks", "AQLM"}}};

}  // namespace

std::optional<Fault> quantized_weights(const std::vector<TensorInfo>& tensors, const std::string& file) {
  const auto mark_of = [](const TensorInfo& tensor) {
    return std::ranges::find_if(marks, [&](const Mark& mark) { return tensor.name.ends_with(mark.ending); });
  };
  const auto of_type = [&](auto... dtypes) {
    return std::ranges::any_of(tensors,
                               [&](const TensorInfo& each) { return ((each.dtype == dtypes) || ...); });
  };
  const bool is_fp8 = of_type(Dtype::f8_e4m3, Dtype::f8_e5m2);
  const bool is_whole = of_type(Dtype::u8, Dtype::i8, Dtype::i32);
  if (!is_fp8 && !is_whole) return std::nullopt;
  const auto found =
      std::ranges::find_if(tensors, [&](const TensorInfo& each) { return mark_of(each) != marks.end(); });
  if (found == tensors.end()) return std::nullopt;
  std::string kind(mark_of(*found)->kind);
  if (kind == "with scales") kind = std::string(is_fp8 ? "fp8 " : "whole numbers ") + kind;
  return Fault(quantized, {{"file", file}, {"kind", kind}, {"tensor", found->name}});
}

bool belongs_to_quantization(std::string_view tensor) {
  return std::ranges::any_of(marks, [&](const Mark& mark) { return tensor.ends_with(mark.ending); });
}

/// A marker without scales would be a file that is damaged or of another kind.
bool has_plain_scales(const std::vector<TensorInfo>& tensors) {
  const auto ends = [](const TensorInfo& tensor, std::initializer_list<std::string_view> endings) {
    return std::ranges::any_of(endings,
                               [&](std::string_view ending) { return tensor.name.ends_with(ending); });
  };
  bool is_marked = false, is_scaled = false;
  const bool is_plain = std::ranges::all_of(tensors, [&](const TensorInfo& tensor) {
    if (ends(tensor, {".scale_weight", ".weight_scale"})) {
      is_scaled = true;
      return tensor.dtype == Dtype::f32 && tensor.bytes() == sizeof(float);
    }
    if (ends(tensor, {".scale_input", ".input_scale", ".comfy_quant", "scaled_fp8"})) return is_marked = true;
    const bool is_whole =
        tensor.dtype == Dtype::u8 || tensor.dtype == Dtype::i8 || tensor.dtype == Dtype::i32;
    return !belongs_to_quantization(tensor.name) && !(is_whole && tensor.name.ends_with(".weight"));
  });
  return is_plain && (is_scaled || !is_marked);
}

std::map<std::string, std::string> plain_scales(const std::vector<TensorInfo>& tensors) {
  std::map<std::string, std::string> scales;
  if (!has_plain_scales(tensors)) return scales;
  for (const TensorInfo& tensor : tensors)
    for (const std::string_view ending : {".scale_weight", ".weight_scale"})
      if (tensor.name.ends_with(ending))
        scales[tensor.name.substr(0, tensor.name.size() - ending.size()) + ".weight"] = tensor.name;
  return scales;
}

std::optional<Fault> quantized_weights(const TensorSet& weights) {
  std::vector<TensorInfo> tensors;
  for (const std::string& name : weights.names()) tensors.push_back(weights.info(name));
  return quantized_weights(tensors, to_utf8(weights.source()));
}

}  // namespace fw::safetensors
