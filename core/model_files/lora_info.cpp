// SPDX-License-Identifier: Apache-2.0
#include "model_files/lora_info.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <set>

#include "base/join.h"
#include "base/paths.h"
#include "model_files/peft_metadata.h"
#include "safetensors/file.h"

namespace fw::model_files {

namespace {

constexpr ErrorCode bad_lora{
    "model_files.bad_lora", FW_TEXT("errors", "{file} is a kind of LoRA that is not supported: {key}."),
    FW_TEXT("errors", "LoRA files in the key formats of diffusers, ComfyUI and kohya can be read."),
    Blame::input};

struct Module {
  std::string path;  // without prefix
  int64_t rank = 0;
  std::optional<double> alpha;
};

/// The value of a tensor that holds one number; nothing for types that no alpha is stored in.
std::optional<double> read_number(const safetensors::File& file, const safetensors::TensorInfo& tensor) {
  std::array<std::byte, 8> bytes{};
  if (tensor.bytes() > bytes.size() || tensor.bytes() != safetensors::byte_size(tensor.dtype)) return {};
  file.read(tensor, 0, std::span(bytes).first(tensor.bytes()));
  const auto as = [&]<typename T>(T value) {
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  };
  switch (tensor.dtype) {
    case safetensors::Dtype::f32:
      return as(float{});
    case safetensors::Dtype::f64:
      return as(double{});
    case safetensors::Dtype::i64:
      return static_cast<double>(as(int64_t{}));
    case safetensors::Dtype::bf16:
      return std::bit_cast<float>(static_cast<uint32_t>(as(uint16_t{})) << 16);
    case safetensors::Dtype::f16: {
      const uint16_t bits = as(uint16_t{});
      const int exponent = bits >> 10 & 31;
      const double fraction = (bits & 1023) / 1024.0;
      const double size = exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
      return (bits & 0x8000) != 0 ? -size : size;
    }
    default:
      return {};
  }
}

/// What is no number counts as not said.
std::optional<double> finite(std::optional<double> value) {
  return value && std::isfinite(*value) ? value : std::nullopt;
}

template <typename Number>
Number most_frequent(const std::map<Number, int64_t>& counts) {
  const auto best = std::max_element(counts.begin(), counts.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return best == counts.end() ? Number{} : best->first;
}

std::string text_of(const safetensors::Metadata& metadata, std::initializer_list<const char*> keys) {
  for (const char* key : keys) {
    if (const auto found = metadata.find(key); found != metadata.end() && found->second != "None")
      return found->second;
  }
  return {};
}

template <typename Number>
std::optional<Number> number_of(const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || text.empty()) return {};
  return number;
}

/// Takes a file's header apart.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& path)
      : file_(path), peft_(file_.header().metadata), metadata_(file_.header().metadata) {}

  std::optional<LoraInfo> read() {
    const auto& tensors = file_.header().tensors;
    std::vector<LoraKey> keys;
    for (const safetensors::TensorInfo& tensor : tensors) {
      if (auto key = parse_lora_key(tensor.name)) keys.push_back(std::move(*key));
    }
    names_ = &guess_key_names(keys);
    for (const safetensors::TensorInfo& tensor : tensors) take(tensor);
    if (!strange_.empty() && (seen_ > 0 || strange_.find("lora") != std::string::npos))
      throw Error(bad_lora, {{"file", to_utf8(file_.path())}, {"key", strange_}});
    if (seen_ == 0) return {};
    finish();
    return std::move(info_);
  }

 private:
  void take(const safetensors::TensorInfo& tensor) {
    const auto key = parse_lora_key(tensor.name);
    if (!key) {
      if (strange_.empty() || tensor.name.find("lora") != std::string::npos) strange_ = tensor.name;
      return;
    }
    Module& module = modules_[key->module];
    if (key->part == LoraKey::Part::alpha) {
      module.alpha = finite(read_number(file_, tensor));
      return;
    }
    ++seen_;
    info_.format = key->format;
    dtypes_.insert(dtype_text(tensor.dtype));
    if (key->part != LoraKey::Part::A || tensor.shape.size() != 2) return;
    module.rank = tensor.shape[0];
    const ModulePlace place = place_of(*key, *names_);
    for (const std::string& name : place.names) ++info_.targets[name];
    if (place.list.empty() || place.list.find('.') != std::string_view::npos) return;
    blocks_[place.list] = std::max(blocks_[place.list], place.block + 1);
    const auto& wide = names_->full_width;
    if (std::ranges::find(wide, place.names.front()) != wide.end()) info_.made_for.width = tensor.shape[1];
  }

  void finish() {
    std::map<int64_t, int64_t> ranks;
    std::map<double, int64_t> alphas;
    const auto network_alpha = finite(number_of<double>(text_of(metadata_, {"ss_network_alpha"})));
    for (const auto& [path, module] : modules_) {
      if (module.rank == 0) continue;
      ++info_.modules;
      ++ranks[module.rank];
      ++alphas[module.alpha    ? *module.alpha
               : network_alpha ? *network_alpha
                               : peft_.alpha_of(path, module.rank)];
      info_.is_alpha_said = info_.is_alpha_said || module.alpha;
    }
    for (const auto& [list, count] : blocks_) info_.made_for.blocks += count;
    info_.rank = most_frequent(ranks);
    info_.alpha = most_frequent(alphas);
    info_.is_alpha_said = info_.is_alpha_said || network_alpha || metadata_.contains(PeftMetadata::key);
    info_.dtypes = join(dtypes_);
    info_.base = text_of(metadata_, {"framewright_model", "ss_sd_model_name", "ss_base_model_version",
                                     "modelspec.architecture", "base_model"});
    info_.run = text_of(metadata_, {"framewright_run", "ss_output_name", "modelspec.title"});
    info_.step = number_of<int64_t>(text_of(metadata_, {"framewright_step", "ss_steps"}));
  }

  safetensors::File file_;
  PeftMetadata peft_;
  const safetensors::Metadata& metadata_;
  LoraInfo info_;
  const catalog::KeyNames* names_ = nullptr;
  std::map<std::string_view, int64_t> blocks_;  // of each list: at least so many
  std::map<std::string, Module> modules_;
  std::set<std::string> dtypes_;
  std::string strange_;  // a key that is none of a LoRA of a video model
  int64_t seen_ = 0;     // matrices
};

}  // namespace

std::optional<LoraInfo> read_lora_info(const std::filesystem::path& file) {
  return Reader(file).read();
}

std::string dtype_text(safetensors::Dtype dtype) {
  switch (dtype) {
    case safetensors::Dtype::f16:
      return "fp16";
    case safetensors::Dtype::bf16:
      return "bf16";
    case safetensors::Dtype::f32:
      return "fp32";
    default:
      return std::string(safetensors::dtype_name(dtype));
  }
}

}  // namespace fw::model_files
