// SPDX-License-Identifier: Apache-2.0
#include "safetensors/header.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "base/file_kind.h"
#include "base/join.h"

namespace fw::safetensors {

namespace {

constexpr std::string_view damaged =
    FW_TEXT("errors", "The file is damaged or not a safetensors file: copy, download or save it again.");

constexpr ErrorCode header_cut{
    "safetensors.header_cut",
    FW_TEXT("errors",
            "{file} is cut short: it has {size} bytes, its length field and header need {expected}."),
    damaged, Blame::input};
constexpr ErrorCode header_huge{
    "safetensors.header_huge",
    FW_TEXT("errors", "{file} claims a header of {length} bytes; the format allows {limit}."), damaged,
    Blame::input};
constexpr ErrorCode lfs_pointer{
    "safetensors.lfs_pointer",
    FW_TEXT("errors", "{file} is a Git LFS pointer: the file itself was not downloaded."),
    FW_TEXT("errors", "Run git lfs pull in its folder, or download the file from the model's page."),
    Blame::input};
constexpr ErrorCode other_kind{
    "safetensors.other_kind", FW_TEXT("errors", "{file} is {kind}, not a safetensors file."),
    FW_TEXT(
        "errors",
        "Download the model's .safetensors files; you may have to log in first. Files of other formats have "
        "to be converted."),
    Blame::input};
constexpr ErrorCode all_zeros{"safetensors.all_zeros",
                              FW_TEXT("errors", "{file} begins with zeros: its download did not finish."),
                              FW_TEXT("errors", "Download it again."), Blame::input};
constexpr ErrorCode not_json{
    "safetensors.not_json", FW_TEXT("errors", "The header of {file} is not valid JSON (at byte {position})."),
    damaged, Blame::input};
constexpr ErrorCode not_an_object{
    "safetensors.not_an_object",
    FW_TEXT("errors", "The header of {file} is not a JSON object of tensors: found {found} at {place}."),
    damaged, Blame::input};
constexpr ErrorCode metadata_not_text{
    "safetensors.metadata_not_text",
    FW_TEXT("errors", "The metadata of {file} must be strings, but {key} is {found}."), damaged,
    Blame::input};
constexpr ErrorCode duplicate_name{"safetensors.duplicate_name",
                                   FW_TEXT("errors", "{file} lists {name} twice."), damaged, Blame::input};
constexpr ErrorCode field_type{
    "safetensors.field_type",
    FW_TEXT("errors", "{file}: {field} of tensor {tensor} must be {expected}, but is {found}."), damaged,
    Blame::input};
constexpr ErrorCode field_unknown{"safetensors.field_unknown",
                                  FW_TEXT("errors", "{file}: tensor {tensor} has an unknown field {field}."),
                                  damaged, Blame::input};
constexpr ErrorCode field_missing{"safetensors.field_missing",
                                  FW_TEXT("errors", "{file}: tensor {tensor} has no {field}."), damaged,
                                  Blame::input};
constexpr ErrorCode unknown_dtype{
    "safetensors.unknown_dtype",
    FW_TEXT("errors", "{file}: tensor {tensor} has the data type {dtype}, which is not supported."),
    FW_TEXT("errors", "Convert the file to F32, F16 or BF16."), Blame::input};
constexpr ErrorCode shape_too_large{
    "safetensors.shape_too_large",
    FW_TEXT("errors", "{file}: the shape {shape} of tensor {tensor} is larger than any file can be."),
    damaged, Blame::input};
constexpr ErrorCode size_mismatch{
    "safetensors.size_mismatch",
    FW_TEXT("errors",
            "{file}: tensor {tensor} of type {dtype} and shape {shape} needs {expected} bytes, "
            "but its offsets {begin} to {end} do not span that many."),
    damaged, Blame::input};
constexpr ErrorCode out_of_range{
    "safetensors.out_of_range",
    FW_TEXT("errors",
            "{file} is cut short: tensor {tensor} ends at byte {end} of the data, which has {size}."),
    damaged, Blame::input};
constexpr ErrorCode overlap{"safetensors.overlap",
                            FW_TEXT("errors", "{file}: the data of tensors {tensor} and {other} overlap."),
                            damaged, Blame::input};
constexpr ErrorCode hole{"safetensors.hole",
                         FW_TEXT("errors",
                                 "{file}: {count} {count:byte|bytes} of data after tensor {tensor} "
                                 "{count:belongs|belong} to no tensor."),
                         damaged, Blame::input};

// A damaged header may contain a name as long as itself.
std::string shortened(std::string_view name) {
  constexpr size_t longest = 200;
  return name.size() <= longest ? std::string(name) : std::string(name.substr(0, longest)) + "…";
}

/// Converts the parser's events to a Header. Every callback throws on the first invalid item.
class HeaderReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit HeaderReader(const std::string& file) : file_(file) {}
  Header take() { return std::move(header_); }

  bool null() override { return refuse("null"); }
  bool boolean(bool) override { return refuse("a boolean"); }
  bool number_integer(number_integer_t) override { return refuse("a negative number"); }
  bool number_float(number_float_t, const string_t&) override { return refuse("a fraction"); }
  bool binary(binary_t&) override { return refuse("binary data"); }

  bool number_unsigned(number_unsigned_t value) override {
    if (place_ != Place::shape && place_ != Place::offsets) return refuse("a number");
    if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return refuse("a huge number");
    if (place_ == Place::shape) {
      tensor_.shape.push_back(static_cast<int64_t>(value));
    } else {
      if (offset_count_ == 2) return refuse("more than two numbers");
      (offset_count_++ == 0 ? tensor_.begin : tensor_.end) = value;
    }
    return true;
  }

  bool string(string_t& value) override {
    if (place_ == Place::metadata) {
      if (!header_.metadata.emplace(key_, std::move(value)).second) fail_duplicate("__metadata__." + key_);
      return true;
    }
    if (place_ != Place::tensor || key_ != "dtype") return refuse("text");
    const auto dtype = dtype_from_name(value);
    if (!dtype) {
      throw Error(unknown_dtype,
                  {{"file", file_}, {"tensor", shortened(tensor_.name)}, {"dtype", shortened(value)}});
    }
    tensor_.dtype = *dtype;
    return true;
  }

  bool start_object(size_t) override {
    if (place_ == Place::outside) {
      place_ = Place::root;
    } else if (place_ == Place::root) {
      place_ = key_ == "__metadata__" ? Place::metadata : Place::tensor;
      fields_seen_ = {};
      tensor_ = {};
      tensor_.name = key_;
      offset_count_ = 0;
    } else {
      return refuse("an object");
    }
    return true;
  }

  bool key(string_t& name) override {
    key_ = std::move(name);
    if (place_ == Place::root && !names_.insert(key_).second) fail_duplicate(key_);
    if (place_ == Place::tensor) {
      const size_t field = std::find(fields.begin(), fields.end(), key_) - fields.begin();
      if (field == fields.size()) {
        throw Error(field_unknown,
                    {{"file", file_}, {"tensor", shortened(tensor_.name)}, {"field", shortened(key_)}});
      }
      if (std::exchange(fields_seen_[field], true)) fail_duplicate(tensor_.name + "." + key_);
    }
    return true;
  }

  bool end_object() override {
    if (place_ == Place::tensor) {
      const size_t missing =
          std::find(fields_seen_.begin(), fields_seen_.end(), false) - fields_seen_.begin();
      if (missing < fields.size()) {
        throw Error(field_missing,
                    {{"file", file_}, {"tensor", shortened(tensor_.name)}, {"field", fields[missing]}});
      }
      header_.tensors.push_back(std::move(tensor_));
    }
    place_ = place_ == Place::root ? Place::outside : Place::root;
    return true;
  }

  bool start_array(size_t) override {
    if (place_ != Place::tensor || key_ == "dtype") return refuse("a list");
    place_ = key_ == "shape" ? Place::shape : Place::offsets;
    return true;
  }

  bool end_array() override {
    if (place_ == Place::offsets && offset_count_ != 2) return refuse("shorter");
    place_ = Place::tensor;
    return true;
  }

  bool parse_error(size_t position, const std::string&, const nlohmann::detail::exception&) override {
    throw Error(not_json, {{"file", file_}, {"position", position}});
  }

 private:
  enum class Place { outside, root, metadata, tensor, shape, offsets };

  static constexpr std::array<std::string_view, 3> fields{"dtype", "shape", "data_offsets"};

  [[noreturn]] void fail_duplicate(std::string_view name) const {
    throw Error(duplicate_name, {{"file", file_}, {"name", shortened(name)}});
  }

  [[noreturn]] bool refuse(const char* found) const {
    if (place_ == Place::metadata) {
      throw Error(metadata_not_text, {{"file", file_}, {"key", shortened(key_)}, {"found", found}});
    }
    if (place_ == Place::outside || place_ == Place::root) {
      const std::string where = place_ == Place::outside ? "its start" : shortened(key_);
      throw Error(not_an_object, {{"file", file_}, {"found", found}, {"place", where}});
    }
    const char* expected = key_ == "dtype"   ? "text"
                           : key_ == "shape" ? "a list of whole numbers"
                                             : "a list of two whole numbers";
    throw Error(field_type, {{"file", file_},
                             {"tensor", shortened(tensor_.name)},
                             {"field", key_},
                             {"expected", expected},
                             {"found", found}});
  }

  const std::string& file_;
  Header header_;
  Place place_ = Place::outside;
  std::string key_;
  TensorInfo tensor_;
  int offset_count_ = 0;
  std::unordered_set<std::string> names_;
  std::array<bool, fields.size()> fields_seen_{};
};

void check_size(const TensorInfo& tensor, uint64_t data_bytes, const std::string& file) {
  const auto expected = tensor_bytes(tensor.dtype, tensor.shape);
  if (!expected) {
    throw Error(
        shape_too_large,
        {{"file", file}, {"tensor", shortened(tensor.name)}, {"shape", shortened(shape_text(tensor.shape))}});
  }
  if (tensor.end < tensor.begin || tensor.bytes() != *expected) {
    throw Error(size_mismatch, {{"file", file},
                                {"tensor", shortened(tensor.name)},
                                {"dtype", dtype_name(tensor.dtype)},
                                {"shape", shortened(shape_text(tensor.shape))},
                                {"expected", *expected},
                                {"begin", tensor.begin},
                                {"end", tensor.end}});
  }
  if (tensor.end > data_bytes) {
    throw Error(
        out_of_range,
        {{"file", file}, {"tensor", shortened(tensor.name)}, {"end", tensor.end}, {"size", data_bytes}});
  }
}

// Checks `tensors`, in data order.
void check_layout(const std::vector<TensorInfo>& tensors, uint64_t data_bytes, const std::string& file) {
  uint64_t at = 0;
  std::string before = "(none)";
  const auto fail_hole = [&](uint64_t count) {
    throw Error(hole, {{"file", file}, {"tensor", shortened(before)}, {"count", count}});
  };
  for (const TensorInfo& tensor : tensors) {
    if (tensor.begin < at) {
      throw Error(overlap,
                  {{"file", file}, {"tensor", shortened(tensor.name)}, {"other", shortened(before)}});
    }
    if (tensor.begin > at) fail_hole(tensor.begin - at);
    at = tensor.end;
    before = tensor.name;
  }
  if (at < data_bytes) fail_hole(data_bytes - at);
}

}  // namespace

uint64_t header_length(std::string_view first_bytes, uint64_t file_bytes, const std::string& file) {
  const auto cut = [&](uint64_t expected) {
    throw Error(header_cut, {{"file", file}, {"size", file_bytes}, {"expected", expected}});
  };
  const auto refuse_other_kind = [&] {
    const std::string_view kind = file_kind(first_bytes);
    if (kind == git_lfs_pointer) throw Error(lfs_pointer, {{"file", file}});
    if (!kind.empty()) throw Error(other_kind, {{"file", file}, {"kind", kind}});
  };
  if (first_bytes.size() < length_field_bytes || file_bytes < length_field_bytes) {
    refuse_other_kind();
    cut(length_field_bytes);
  }
  uint64_t length = 0;
  for (size_t i = length_field_bytes; i-- > 0;)
    length = length << 8 | static_cast<unsigned char>(first_bytes[i]);
  if (length == 0) throw Error(all_zeros, {{"file", file}});
  if (length > largest_header_bytes) {
    refuse_other_kind();
    throw Error(header_huge, {{"file", file}, {"length", length}, {"limit", largest_header_bytes}});
  }
  if (length > file_bytes - length_field_bytes) cut(length + length_field_bytes);
  return length;
}

Header parse_header(std::string_view json, uint64_t data_bytes, const std::string& file) {
  if (json.empty() || json.front() != '{') {
    throw Error(not_an_object, {{"file", file}, {"found", "other bytes"}, {"place", "its start"}});
  }
  // The JSON library treats a zero byte as the end of the text and would ignore the rest.
  const size_t zero = json.find('\0');
  if (zero != std::string_view::npos) throw Error(not_json, {{"file", file}, {"position", zero}});
  HeaderReader reader(file);
  nlohmann::json::sax_parse(json.begin(), json.end(), &reader);
  Header header = reader.take();
  for (const TensorInfo& tensor : header.tensors) check_size(tensor, data_bytes, file);
  std::sort(header.tensors.begin(), header.tensors.end(), [](const TensorInfo& a, const TensorInfo& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  check_layout(header.tensors, data_bytes, file);
  return header;
}

std::optional<uint64_t> tensor_bytes(Dtype dtype, const std::vector<int64_t>& shape) {
  int64_t product = static_cast<int64_t>(byte_size(dtype));
  bool empty = false;
  for (const int64_t size : shape) {
    if (size < 0) return std::nullopt;
    if (size == 0) {
      empty = true;
    } else if (__builtin_mul_overflow(product, size, &product)) {
      return std::nullopt;
    }
  }
  return empty ? 0 : static_cast<uint64_t>(product);
}

uint64_t stored_bytes(const TensorInfo& tensor) {
  if (!tensor.blocks) return tensor.bytes();
  const BlockLayout layout = layout_of(*tensor.blocks);
  return tensor.bytes() / sizeof(float) / layout.values * layout.bytes;
}

std::string_view type_name(const TensorInfo& tensor) {
  return tensor.blocks ? layout_of(*tensor.blocks).name : dtype_name(tensor.dtype);
}

std::string shape_text(const std::vector<int64_t>& shape) {
  std::string text = "[";
  text += join(shape, ", ", [](int64_t length) { return std::to_string(length); });
  return text += "]";
}

}  // namespace fw::safetensors
