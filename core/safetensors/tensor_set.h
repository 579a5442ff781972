// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "safetensors/file.h"

namespace fw::safetensors {

/// All tensors of one file or of a sharded checkpoint, by name.
/// Thread: any number may read at once.
class TensorSet {
 public:
  /// @param file_or_folder  a .safetensors file, a shard index (*.safetensors.index*.json), or a folder of a
  ///   model's component that holds one of them (diffusers' and transformers' names first, else the only one)
  /// @throws fw::Error safetensors.*: one error lists every shard and every tensor that is missing
  static TensorSet open(const std::filesystem::path& file_or_folder);

  /// Sorted.
  std::vector<std::string> names() const;
  bool contains(std::string_view name) const { return entries_.find(name) != entries_.end(); }
  /// @throws fw::Error safetensors.no_tensor
  const TensorInfo& info(std::string_view name) const;
  /// As File::read. @throws fw::Error safetensors.no_tensor, safetensors.read_failed
  void read(std::string_view name, uint64_t offset, std::span<std::byte> target) const;
  /// As File::map. nullptr, too, for a tensor whose halves are swapped in the file.
  /// @throws fw::Error safetensors.no_tensor, safetensors.read_failed
  std::shared_ptr<std::byte> map(std::string_view name) const;
  /// Of the first file.
  const Metadata& metadata() const { return files_.front().header().metadata; }
  std::vector<std::filesystem::path> files() const;
  /// What open() was given, resolved to the file or index that was used.
  const std::filesystem::path& source() const { return source_; }

 private:
  struct Entry {
    size_t file;
    TensorInfo tensor;  // by the name that it has here
    bool halves_swapped = false;
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
  std::map<std::string, std::string> files;  ///< tensor name -> file name beside the index
  struct Stored {
    std::string name;
    int64_t first_row = 0, rows = 0;  ///< of the tensor in the file; 0 rows: all of it
    bool halves_swapped = false;      ///< there, the second half of the rows comes first
  };
  /// Tensor name -> where it is in its file, if that differs: "stored_names", the program's own addition.
  std::map<std::string, Stored> stored;
};
/// @throws fw::Error safetensors.bad_index (not JSON, no weight_map, a file name with a folder in it)
ShardIndex read_shard_index(const std::filesystem::path& path);

}  // namespace fw::safetensors
