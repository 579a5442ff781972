// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "safetensors/file.h"

namespace fw::safetensors {

/// All tensors of one file or of a sharded checkpoint, by name. fp8 weights with one scale each (see
/// plain_scales()) have it as scale(); what else belongs to their quantization is left out.
/// Thread: any number may read at once.
class TensorSet {
 public:
  /// @param file_or_folder  a .safetensors or .gguf file, a shard index (*.safetensors.index*.json), or the
  /// folder of
  ///                        a model's component that contains one of them (diffusers' and transformers' names
  ///                        first, else the only one)
  /// @throws fw::Error safetensors.*: one error lists every missing shard and tensor
  static TensorSet open(const std::filesystem::path& file_or_folder);

  /// Sorted by name.
  std::vector<std::string> names() const;
  bool contains(std::string_view name) const { return entries_.find(name) != entries_.end(); }
  /// @throws fw::Error safetensors.no_tensor
  const TensorInfo& info(std::string_view name) const;
  /// As File::read. @throws fw::Error safetensors.no_tensor, safetensors.read_failed
  void read(std::string_view name, uint64_t offset, std::span<std::byte> target) const;
  /// As File::map. Also nullptr for a tensor whose halves are swapped in the file, or that has a scale.
  /// @throws fw::Error safetensors.no_tensor, safetensors.read_failed
  std::shared_ptr<std::byte> map(std::string_view name) const;
  /// The scale of fp8 weights, to be applied in float32; 1 for other tensors.
  /// @throws fw::Error safetensors.no_tensor
  float scale(std::string_view name) const;
  /// Whether its values are stored in another form: in blocks, or as fp8 with a scale.
  bool is_quantized(std::string_view name) const { return scale(name) != 1 || info(name).blocks.has_value(); }
  /// Removes a prefix that all names have. @pre they have it
  void drop_prefix(std::string_view prefix);
  /// Of the first file.
  const Metadata& metadata() const { return files_.front().header().metadata; }
  std::vector<std::filesystem::path> files() const;
  /// The file or index that open() has used.
  const std::filesystem::path& source() const { return source_; }

 private:
  struct Entry {
    size_t file;
    TensorInfo tensor;  // with the name in this set
    bool halves_swapped = false;
    float scale = 1;
  };
  TensorSet() = default;
  void add_file(const std::filesystem::path& path);
  void add_index(const std::filesystem::path& path);
  const Entry& entry(std::string_view name) const;

  std::filesystem::path source_;
  std::vector<File> files_;
  std::map<std::string, Entry, std::less<>> entries_;
};

/// The file or shard index that open() would use in a folder.
/// @throws fw::Error safetensors.no_weights, safetensors.several_weights
std::filesystem::path find_weights(const std::filesystem::path& folder);

struct ShardIndex {
  std::map<std::string, std::string> files;  ///< tensor name -> file name next to the index
  struct Stored {
    std::string name;
    int64_t first_row = 0, rows = 0;  ///< of the tensor in the file; 0 rows: all of it
    bool halves_swapped = false;      ///< in the file, the second half of the rows comes first
    int64_t leading_axes = 0;         ///< axes of length 1 that only the tensor in the file has
    std::string scale{};              ///< the one-number tensor that it is multiplied by; empty: none
    bool operator==(const Stored&) const = default;
  };
  /// Tensor name -> location in its file, if different: "stored_names", this program's extension.
  std::map<std::string, Stored> stored;
};
/// @throws fw::Error safetensors.bad_index (not JSON, no weight_map, a file name with a folder in it)
ShardIndex read_shard_index(const std::filesystem::path& path);

}  // namespace fw::safetensors
