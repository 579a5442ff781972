// SPDX-License-Identifier: Apache-2.0
#include "safetensors/tensor_set.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/join.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "safetensors/quantized.h"

namespace fw::safetensors {

namespace {

constexpr ErrorCode no_weights{
    "safetensors.no_weights", FW_TEXT("errors", "{folder} holds no safetensors weights."),
    FW_TEXT(
        "errors",
        "Download the model's .safetensors files; .bin and .pt files have to be converted first. Choose a "
        ".gguf file itself, as the model."),
    Blame::input};
constexpr ErrorCode several_weights{
    "safetensors.several_weights",
    FW_TEXT("errors", "{folder} holds several weight files and none has a usual name: {files}."),
    FW_TEXT("errors", "Name the file to use itself instead of its folder."), Blame::input};
constexpr ErrorCode bad_index{"safetensors.bad_index",
                              FW_TEXT("errors", "{file} is not a shard index: {reason}."),
                              FW_TEXT("errors", "Download the file again."), Blame::input};
constexpr ErrorCode shards_missing{
    "safetensors.shards_missing", FW_TEXT("errors", "{file} names files that are not there: {missing}."),
    FW_TEXT("errors", "Download the missing files into the same folder."), Blame::input};
constexpr ErrorCode tensors_missing{
    "safetensors.tensors_missing",
    FW_TEXT("errors",
            "{file} lists {count} {count:tensor|tensors} that its files do not contain: {missing}."),
    FW_TEXT("errors", "Index and files are not of one checkpoint: download them again."), Blame::input};
constexpr ErrorCode no_tensor{"safetensors.no_tensor",
                              FW_TEXT("errors", "{file} has no tensor named {tensor}."),
                              FW_TEXT("errors", "Check that the file belongs to this model."), Blame::input};

constexpr std::string_view usual_names[] = {
    "diffusion_pytorch_model.safetensors.index.json",
    "model.safetensors.index.json",
    "diffusion_pytorch_model.safetensors",
    "model.safetensors",
    "pytorch_lora_weights.safetensors",
};

bool is_index(std::string_view name) {
  return name.ends_with(".json") && name.find(".safetensors.index.") != std::string_view::npos;
}

/// Removes leading axes and selects rows of a tensor. @return false if it does not have them
bool cut(TensorInfo& tensor, const ShardIndex::Stored& part) {
  for (int64_t i = 0; i < part.leading_axes; ++i) {
    if (tensor.shape.empty() || tensor.shape.front() != 1) return false;
    tensor.shape.erase(tensor.shape.begin());
  }
  if (part.rows == 0) return true;
  if (tensor.shape.empty() || part.first_row < 0 || part.rows < 0 ||
      part.first_row > tensor.shape[0] - part.rows)
    return false;
  const uint64_t row = tensor.bytes() / static_cast<uint64_t>(tensor.shape[0]);
  tensor.begin += row * static_cast<uint64_t>(part.first_row);
  tensor.end = tensor.begin + row * static_cast<uint64_t>(part.rows);
  tensor.shape[0] = part.rows;
  return true;
}

/// The tensors of one file by name, and the scales of its fp8 weights.
class HeldTensors {
 public:
  explicit HeldTensors(const File& file) : file_(file), scales_(plain_scales(file.header().tensors)) {
    for (const TensorInfo& tensor : file.header().tensors) tensors_[tensor.name] = &tensor;
    has_marks_ = has_plain_scales(file.header().tensors);
  }

  const TensorInfo* find(const std::string& name) const {
    const auto found = tensors_.find(name);
    return found == tensors_.end() ? nullptr : found->second;
  }
  /// Whether a tensor is only part of how the weights are stored.
  bool is_mark(const std::string& name) const { return has_marks_ && belongs_to_quantization(name); }
  /// @param named  the tensor of its scale, if an index names it; nullopt if that is not one float32 number
  std::optional<float> scale(const std::string& name, const std::string& named = {}) const {
    const auto own = scales_.find(name);
    const std::string& at = own == scales_.end() ? named : own->second;
    if (at.empty()) return 1.0F;
    const TensorInfo* const tensor = find(at);
    float scale = 1;
    if (tensor == nullptr || tensor->dtype != Dtype::f32 || tensor->bytes() != sizeof scale)
      return std::nullopt;
    file_.read(*tensor, 0, std::as_writable_bytes(std::span(&scale, 1)));
    return scale;
  }

 private:
  const File& file_;
  std::map<std::string, std::string> scales_;
  std::map<std::string_view, const TensorInfo*> tensors_;
  bool has_marks_ = false;
};

// "a, b and 12 more": a message lists only a few of what may be thousands.
template <typename Names>
std::string listed(const Names& names) {
  constexpr size_t shown = 20;
  std::string text;
  size_t count = 0;
  for (const auto& name : names) {
    if (count++ < shown) append_item(text, name);
  }
  return count <= shown ? text : text + " (+" + std::to_string(count - shown) + ")";
}

}  // namespace

std::filesystem::path find_weights(const std::filesystem::path& folder) {
  std::error_code ignored;  // inaccessible files are rejected on opening
  for (const std::string_view name : usual_names) {
    if (std::filesystem::is_regular_file(folder / name, ignored)) return folder / name;
  }
  std::vector<std::string> indices;
  std::vector<std::string> files;
  for (const auto& item : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = to_utf8(item.path().filename());
    if (is_index(name)) indices.push_back(name);
    if (name.ends_with(".safetensors")) files.push_back(name);
  }
  const auto& candidates = indices.empty() ? files : indices;
  if (candidates.empty()) throw Error(no_weights, {{"folder", to_utf8(folder)}});
  if (candidates.size() > 1) {
    throw Error(several_weights, {{"folder", to_utf8(folder)}, {"files", listed(candidates)}});
  }
  return folder / candidates.front();
}

ShardIndex read_shard_index(const std::filesystem::path& path) {
  const auto fail = [&](std::string_view reason) {
    throw Error(bad_index, {{"file", to_utf8(path)}, {"reason", reason}});
  };
  std::string problem = "it is not a JSON object";
  const nlohmann::json json = parse_json(read_file(path, largest_json), &problem);
  if (!json.is_object()) fail(problem);
  const auto map = json.find("weight_map");
  if (map == json.end() || !map->is_object() || map->empty()) fail("it has no weight_map");
  ShardIndex index;
  for (const auto& [tensor, file] : map->items()) {
    if (!file.is_string()) fail("the file of tensor " + tensor + " is not text");
    const auto& name = file.get_ref<const std::string&>();
    // Only files next to the index: a downloaded index must not reach elsewhere on the disk.
    if (name.empty() || name == ".." || name.find('/') != std::string::npos ||
        name.find('\0') != std::string::npos) {
      fail("the file of tensor " + tensor + " is not a plain file name");
    }
    index.files.emplace(tensor, name);
  }
  if (const auto names = json.find("stored_names"); names != json.end()) {
    for (const auto& [tensor, stored] : names->items()) {
      try {
        if (stored.is_string())
          index.stored[tensor] = {stored};
        else
          index.stored[tensor] = {stored.at(0),
                                  stored.at(1),
                                  stored.at(2),
                                  stored.at(3),
                                  stored.size() > 4 ? stored.at(4).get<int64_t>() : 0,
                                  stored.size() > 5 ? stored.at(5).get<std::string>() : std::string()};
      } catch (const nlohmann::json::exception&) {
        fail("it does not say where tensor " + tensor + " is stored");
      }
    }
  }
  return index;
}

TensorSet TensorSet::open(const std::filesystem::path& file_or_folder) {
  TensorSet set;
  std::error_code error;
  set.source_ =
      std::filesystem::is_directory(file_or_folder, error) ? find_weights(file_or_folder) : file_or_folder;
  if (is_index(to_utf8(set.source_.filename()))) {
    set.add_index(set.source_);
  } else {
    set.add_file(set.source_);
  }
  return set;
}

void TensorSet::add_file(const std::filesystem::path& path) {
  const File& file = files_.emplace_back(path);
  const HeldTensors held(file);
  for (const TensorInfo& tensor : file.header().tensors)
    if (!held.is_mark(tensor.name))
      entries_[tensor.name] = {
          .file = files_.size() - 1, .tensor = tensor, .scale = held.scale(tensor.name).value_or(1)};
}

void TensorSet::add_index(const std::filesystem::path& path) {
  const auto [wanted, stored] = read_shard_index(path);
  const std::filesystem::path folder = path.parent_path();
  std::set<std::string> shards;
  std::vector<std::string> missing;
  for (const auto& [tensor, shard] : wanted) shards.insert(shard);
  std::copy_if(shards.begin(), shards.end(), std::back_inserter(missing), [&](const std::string& shard) {
    std::error_code error;  // a name may be too long for a file
    return !std::filesystem::exists(folder / shard, error);
  });
  if (!missing.empty()) {
    throw Error(shards_missing, {{"file", to_utf8(path)}, {"missing", listed(missing)}});
  }
  for (const std::string& shard : shards) {
    const HeldTensors held(files_.emplace_back(folder / shard));
    for (const auto& [tensor, file] : wanted) {
      const auto place = stored.find(tensor);
      const ShardIndex::Stored part =
          place == stored.end() ? ShardIndex::Stored{.name = tensor} : place->second;
      const TensorInfo* const found = held.find(part.name);
      if (file != shard || found == nullptr || held.is_mark(part.name)) continue;
      Entry entry{files_.size() - 1, *found};
      entry.tensor.name = tensor;
      const auto scale = held.scale(part.name, part.scale);
      if (!cut(entry.tensor, part) || !scale) continue;
      entry.halves_swapped = part.halves_swapped;
      entry.scale = *scale;
      entries_[tensor] = std::move(entry);
    }
  }
  for (const auto& [tensor, shard] : wanted) {
    if (!entries_.contains(tensor) && !belongs_to_quantization(tensor)) missing.push_back(tensor);
  }
  if (!missing.empty()) {
    throw Error(tensors_missing,
                {{"file", to_utf8(path)}, {"count", missing.size()}, {"missing", listed(missing)}});
  }
}

const TensorSet::Entry& TensorSet::entry(std::string_view name) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) throw Error(no_tensor, {{"file", to_utf8(source_)}, {"tensor", name}});
  return found->second;
}

std::vector<std::string> TensorSet::names() const {
  std::vector<std::string> names;
  names.reserve(entries_.size());
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

const TensorInfo& TensorSet::info(std::string_view name) const {
  return entry(name).tensor;
}

void TensorSet::read(std::string_view name, uint64_t offset, std::span<std::byte> target) const {
  const Entry& found = entry(name);
  const File& file = files_[found.file];
  if (!found.halves_swapped) return file.read(found.tensor, offset, target);
  const uint64_t half = found.tensor.bytes() / 2;
  const size_t first = offset < half ? std::min<uint64_t>(half - offset, target.size()) : 0;
  if (first > 0) file.read(found.tensor, offset + half, target.first(first));
  if (first < target.size()) file.read(found.tensor, offset + first - half, target.subspan(first));
}

float TensorSet::scale(std::string_view name) const {
  return entry(name).scale;
}

void TensorSet::drop_prefix(std::string_view prefix) {
  std::map<std::string, Entry, std::less<>> renamed;
  for (auto& [name, entry] : entries_) {
    entry.tensor.name = name.substr(prefix.size());
    renamed.emplace(entry.tensor.name, entry);
  }
  entries_ = std::move(renamed);
}

std::shared_ptr<std::byte> TensorSet::map(std::string_view name) const {
  return entry(name).halves_swapped || scale(name) != 1 ? nullptr : files_[entry(name).file].map(info(name));
}

std::vector<std::filesystem::path> TensorSet::files() const {
  std::vector<std::filesystem::path> paths;
  for (const File& file : files_) paths.push_back(file.path());
  return paths;
}

}  // namespace fw::safetensors
