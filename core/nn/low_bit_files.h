// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "nn/linear.h"
#include "tensor/checkpoint.h"

namespace fw::nn {

/// The format of a linear layer, by its role in the network. With nf4, attention projections are int8: they
/// are a quarter of the weights but cause more than half of the error in the loss. tests/bench/RESULTS.md has
/// the numbers for each role.
/// @param path  in the network
LowBit low_bit_format(std::string_view path, LowBit format);

/// Quantized layers of a network that are loaded together: a block and its linear layers, by their paths in
/// the network.
struct LowBitBlock {
  struct Layer {
    Linear* linear = nullptr;
    LowBit format{};
  };
  std::string path;
  std::map<std::string, Layer> layers;
};
/// All linear layers in lists of blocks, except those with an odd number of columns.
/// @param lists  paths of lists of blocks. @param format  passed to low_bit_format()
std::vector<LowBitBlock> low_bit_blocks(Module& network, const std::vector<std::string>& lists,
                                        LowBit format);

/// Quantized weights of a component, cached outside the user's folders: one file per block in
/// cache_folder()/quantized, keyed by the component's content and the format, so they are computed only once.
/// Damaged or outdated files are recreated. Thread: one at a time; several processes may create the same
/// files at once. With fp8, weights that are fp8 in the component's files keep their codes and scale.
class LowBitFiles {
 public:
  /// @param folder  of the component. Cost: one pass over its weights the first time.
  /// @throws fw::Error as safetensors::component_identity; fw::Cancelled
  LowBitFiles(const std::filesystem::path& folder, LowBit format, const std::stop_token& stop);

  /// Opens the block's codes; computes them from the component's weights if they do not exist.
  /// @param on_layer  called before each layer that is computed; may throw fw::Cancelled
  /// @throws fw::Error nn.weight_not_finite, base.write_failed, safetensors.*
  const tensor::Checkpoint& open(const LowBitBlock& block, const tensor::Checkpoint& weights,
                                 const std::function<void()>& on_layer);

  /// Rounding errors of everything that was opened: "relative error 7.9 %, at most 9.1 % in blocks.3.ff, …".
  /// For a layer: the norm of the weight's change divided by the weight's norm.
  std::string errors_in_words() const;

 private:
  struct LayerError {
    double change = 0, weight = 0;  ///< squared norms
  };
  bool read(const std::filesystem::path& file, const LowBitBlock& block, const std::string& wanted_version);
  void make(const std::filesystem::path& file, const LowBitBlock& block, const tensor::Checkpoint& weights,
            const std::function<void()>& on_layer) const;

  std::filesystem::path folder_;
  std::vector<std::unique_ptr<tensor::Checkpoint>> opened_;
  std::map<std::string, LayerError> errors_;
};

}  // namespace fw::nn
