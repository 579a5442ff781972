// SPDX-License-Identifier: Apache-2.0
#include "safetensors/gguf_header.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"

namespace fw::safetensors {

namespace {

constexpr ErrorCode bad_gguf{
    "safetensors.bad_gguf", FW_TEXT("errors", "{file} cannot be read as a GGUF file: {problem}."),
    FW_TEXT("errors", "The file is damaged or of another kind: download it again."), Blame::input};
constexpr ErrorCode gguf_type{
    "safetensors.gguf_type",
    FW_TEXT("errors", "{file}: tensor {tensor} has the GGUF type {type}, which is not supported."),
    FW_TEXT("errors",
            "Use the model in F16, BF16, Q8_0, Q6_K, Q5_K, Q4_K, Q3_K, Q2_K, Q5_1, Q5_0, Q4_1 or Q4_0."),
    Blame::input};

constexpr std::string_view magic = "GGUF";
constexpr uint32_t most_axes = 8;
constexpr uint64_t most_entries = 1'000'000;  // of metadata, or tensors
constexpr std::string_view original_shape = "comfy.gguf.orig_shape.";

/// Types of values in the metadata, by their numbers.
enum class ValueKind : uint32_t { u8, i8, u16, i16, u32, i32, f32, boolean, text, array, u64, i64, f64 };
constexpr std::array<uint64_t, 13> value_bytes{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

/// Types of tensors by their numbers; either a dtype or blocks.
struct TensorType {
  uint32_t number;
  std::optional<Dtype> dtype;
  std::optional<BlockType> blocks;
};
constexpr std::array<TensorType, 18> tensor_types{{{0, Dtype::f32, {}},
                                                   {1, Dtype::f16, {}},
                                                   {2, {}, BlockType::q4_0},
                                                   {3, {}, BlockType::q4_1},
                                                   {6, {}, BlockType::q5_0},
                                                   {7, {}, BlockType::q5_1},
                                                   {8, {}, BlockType::q8_0},
                                                   {10, {}, BlockType::q2_k},
                                                   {11, {}, BlockType::q3_k},
                                                   {12, {}, BlockType::q4_k},
                                                   {13, {}, BlockType::q5_k},
                                                   {14, {}, BlockType::q6_k},
                                                   {24, Dtype::i8, {}},
                                                   {25, Dtype::i16, {}},
                                                   {26, Dtype::i32, {}},
                                                   {27, Dtype::i64, {}},
                                                   {28, Dtype::f64, {}},
                                                   {30, Dtype::bf16, {}}}};

/// Names of types that are not read, for messages.
std::string unread_type(uint32_t number) {
  constexpr std::array<std::pair<uint32_t, std::string_view>, 14> names{{{9, "Q8_1"},
                                                                         {15, "Q8_K"},
                                                                         {16, "IQ2_XXS"},
                                                                         {17, "IQ2_XS"},
                                                                         {18, "IQ3_XXS"},
                                                                         {19, "IQ1_S"},
                                                                         {20, "IQ4_NL"},
                                                                         {21, "IQ3_S"},
                                                                         {22, "IQ2_S"},
                                                                         {23, "IQ4_XS"},
                                                                         {29, "IQ1_M"},
                                                                         {34, "TQ1_0"},
                                                                         {35, "TQ2_0"},
                                                                         {39, "MXFP4"}}};
  const auto* const known = std::ranges::find(names, number, &std::pair<uint32_t, std::string_view>::first);
  return known == names.end() ? std::to_string(number) : std::string(known->second);
}

std::string gguf_name(const std::string& name) {
  constexpr size_t longest = 200;
  return name.size() <= longest ? name : name.substr(0, longest) + "…";
}

class GgufReader {
 public:
  using Read = std::function<void(uint64_t position, std::span<std::byte> target)>;

  GgufReader(const Read& read, uint64_t file_bytes, const std::string& file)
      : read_(read), file_bytes_(file_bytes), file_(file) {}

  GgufHeader result() {
    if (text(magic.size()) != magic) fail("it does not begin as one");
    const auto version = number<uint32_t>();
    if (version == __builtin_bswap32(2) || version == __builtin_bswap32(3))
      fail("it is for processors with the other byte order");
    if (version != 2 && version != 3) fail("its version is " + std::to_string(version) + ", not 2 or 3");
    const auto tensors = number<uint64_t>(), entries = number<uint64_t>();
    for (const auto& [count, what] : {std::pair(tensors, " tensors"), {entries, " entries of metadata"}})
      if (count > most_entries) fail("it claims to have " + std::to_string(count) + what);
    for (uint64_t i = 0; i < entries; ++i) read_entry();
    std::vector<TensorInfo> found;
    for (uint64_t i = 0; i < tensors; ++i) found.push_back(read_tensor());
    data_start_ = (position_ + alignment_ - 1) / alignment_ * alignment_;
    for (TensorInfo& tensor : found) place(tensor);
    check_names(found);
    std::ranges::sort(found, {}, [](const TensorInfo& t) { return std::pair(place_of(t), t.name); });
    return {{std::move(metadata_), std::move(found)}, data_start_};
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw Error(bad_gguf, {{"file", file_}, {"problem", problem}});
  }

  /// Moves on by `bytes`. @return where they begin
  uint64_t take(uint64_t bytes) {
    if (bytes > file_bytes_ - position_) fail("it is cut short: its header is longer than the file");
    if (position_ + bytes > largest_header_bytes)
      fail("its header is longer than " + std::to_string(largest_header_bytes) + " bytes");
    position_ += bytes;
    return position_ - bytes;
  }

  /// The next bytes, from a buffer.
  void bytes(std::span<std::byte> target) {
    constexpr uint64_t ahead = 1 << 16;
    const uint64_t at = take(target.size());
    if (target.size() > ahead) return read_(at, target);
    if (at < buffered_at_ || at + target.size() > buffered_at_ + buffer_.size()) {
      buffered_at_ = at;
      buffer_.resize(std::min(ahead, file_bytes_ - at));
      read_(at, buffer_);
    }
    std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(at - buffered_at_), target.size(),
                target.begin());
  }

  template <typename Number>
  Number number() {
    Number value{};
    bytes(std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }

  std::string text(uint64_t length) {
    if (length > file_bytes_ - position_) take(length);  // before allocating memory for it
    std::string text(std::min(length, largest_header_bytes), '\0');
    bytes(std::as_writable_bytes(std::span(text)));
    return text;
  }
  std::string text() { return text(number<uint64_t>()); }

  ValueKind kind(const std::string& key) {
    const auto number = this->number<uint32_t>();
    if (number >= value_bytes.size())
      fail("entry " + gguf_name(key) + " of its metadata has the unknown type " + std::to_string(number));
    return static_cast<ValueKind>(number);
  }

  int64_t whole_number(ValueKind kind, const std::string& key) {
    switch (kind) {
      case ValueKind::u32:
        return number<uint32_t>();
      case ValueKind::i32:
        return number<int32_t>();
      case ValueKind::u64:
      case ValueKind::i64:
        return number<int64_t>();
      default:
        fail("entry " + gguf_name(key) + " of its metadata is not a whole number");
    }
  }

  void read_entry() {
    const std::string key = text();
    const ValueKind kind = this->kind(key);
    if (key == "general.alignment") {
      const int64_t alignment = whole_number(kind, key);
      if (alignment < 1 || alignment > 1 << 16 || !std::has_single_bit(static_cast<uint64_t>(alignment)))
        fail("its data is aligned to " + std::to_string(alignment) + " bytes");
      alignment_ = static_cast<uint64_t>(alignment);
    } else if (kind == ValueKind::text) {
      metadata_[key] = text();
    } else if (kind == ValueKind::array) {
      read_array(key);
    } else {
      take(value_bytes[static_cast<size_t>(kind)]);
    }
  }

  void read_array(const std::string& key) {
    const ValueKind kind = this->kind(key);
    const auto count = number<uint64_t>();
    if (kind == ValueKind::array) fail("entry " + gguf_name(key) + " of its metadata is a list of lists");
    if (key.starts_with(original_shape) && count <= most_axes) {
      std::vector<int64_t>& shape = shapes_[key.substr(original_shape.size())];
      for (uint64_t i = 0; i < count; ++i) shape.push_back(whole_number(kind, key));
      return;
    }
    if (count > file_bytes_ - position_) take(count);
    for (uint64_t i = 0; kind == ValueKind::text && i < count; ++i) take(number<uint64_t>());
    take(count * value_bytes[static_cast<size_t>(kind)]);
  }

  /// A tensor whose `begin` is still where its bytes begin.
  TensorInfo read_tensor() {
    TensorInfo tensor{.name = text()};
    const auto axes = number<uint32_t>();
    if (axes > most_axes) fail("tensor " + gguf_name(tensor.name) + " has " + std::to_string(axes) + " axes");
    for (uint32_t i = 0; i < axes; ++i) tensor.shape.push_back(number<int64_t>());
    std::ranges::reverse(tensor.shape);
    const auto type = number<uint32_t>();
    const auto* const known = std::ranges::find(tensor_types, type, &TensorType::number);
    if (known == tensor_types.end())
      throw Error(gguf_type,
                  {{"file", file_}, {"tensor", gguf_name(tensor.name)}, {"type", unread_type(type)}});
    tensor.dtype = known->dtype.value_or(Dtype::f32);
    tensor.blocks = known->blocks;
    tensor.begin = number<uint64_t>();
    return tensor;
  }

  /// Computes where a tensor's bytes are, and checks that they are in the file.
  void place(TensorInfo& tensor) const {
    const auto fail = [&](const std::string& problem) {
      this->fail("tensor " + gguf_name(tensor.name) + " " + problem);
    };
    const auto size = tensor_bytes(tensor.dtype, tensor.shape);
    if (!size) fail("has the shape " + shape_text(tensor.shape));
    if (tensor.begin % alignment_ != 0)
      fail("begins at byte " + std::to_string(tensor.begin) + ", which is not a multiple of " +
           std::to_string(alignment_));
    const uint64_t at = tensor.begin;
    if (tensor.blocks) {
      const uint64_t values = layout_of(*tensor.blocks).values;
      if (tensor.shape.empty() || static_cast<uint64_t>(tensor.shape.back()) % values != 0)
        fail("has rows that are not whole blocks: " + shape_text(tensor.shape));
      tensor.blocks_begin = std::exchange(tensor.begin, 0);
    }
    tensor.end = tensor.begin + *size;
    const uint64_t stored = stored_bytes(tensor), data = file_bytes_ - std::min(data_start_, file_bytes_);
    if (at > data || stored > data - at)
      fail("is cut short: it ends at byte " + std::to_string(at + stored) + " of the data, which has " +
           std::to_string(data));
    const auto shape = shapes_.find(tensor.name);
    if (shape == shapes_.end()) return;
    if (tensor_bytes(tensor.dtype, shape->second) != size)
      fail("does not have the size of its original shape, " + shape_text(shape->second));
    tensor.shape = shape->second;
  }

  static uint64_t place_of(const TensorInfo& tensor) {
    return tensor.blocks ? tensor.blocks_begin : tensor.begin;
  }

  void check_names(const std::vector<TensorInfo>& tensors) const {
    std::vector<std::string_view> names;
    for (const TensorInfo& tensor : tensors) names.push_back(tensor.name);
    std::ranges::sort(names);
    if (const auto twice = std::ranges::adjacent_find(names); twice != names.end())
      fail("it lists " + gguf_name(std::string(*twice)) + " twice");
  }

  const Read& read_;
  uint64_t file_bytes_;
  const std::string& file_;
  uint64_t position_ = 0, data_start_ = 0, alignment_ = 32;
  std::vector<std::byte> buffer_;
  uint64_t buffered_at_ = 0;
  Metadata metadata_;
  std::map<std::string, std::vector<int64_t>> shapes_;  ///< original ones
};

}  // namespace

bool is_gguf(std::string_view first_bytes) {
  return first_bytes.starts_with(magic);
}

GgufHeader read_gguf_header(const std::function<void(uint64_t position, std::span<std::byte> target)>& read,
                            uint64_t file_bytes, const std::string& file) {
  return GgufReader(read, file_bytes, file).result();
}

}  // namespace fw::safetensors
