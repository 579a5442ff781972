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

/// What a linear layer is kept in, by its role in the network. With nf4 attention's projections are int8: a
/// quarter of the weights, from which more than half of the error in the loss comes. tests/bench/RESULTS.md
/// has the figures of each role.
/// @param path  in the network
LowBit low_bit_format(std::string_view path, LowBit format);

/// The layers of a network that are kept in few bits, by what is loaded together: a block and its linear
/// layers, by their paths in the network.
struct LowBitBlock {
  struct Layer {
    Linear* linear = nullptr;
    LowBit format{};
  };
  std::string path;
  std::map<std::string, Layer> layers;
};
/// All linear layers in lists of blocks, but those whose columns are odd in number.
/// @param lists  paths of lists of blocks. @param format  that low_bit_format() is asked with
std::vector<LowBitBlock> low_bit_blocks(Module& network, const std::vector<std::string>& lists,
                                        LowBit format);

/// Codes of a component's weights, kept beside nothing of the user's: a file a block in
/// cache_folder()/quantized, under the component's content and the format, so that they are computed once.
/// A file that is damaged, of another network or of an earlier version is made anew. Thread: one at a time;
/// processes may make the same files at once.
class LowBitFiles {
 public:
  /// @param folder  of the component. Cost: the first time, a pass over its weights.
  /// @throws fw::Error as safetensors::component_identity; fw::Cancelled
  LowBitFiles(const std::filesystem::path& folder, LowBit format, const std::stop_token& stop);

  /// The block's codes, made from the component's own weights where they are not there.
  /// @param on_layer  called before each layer that is computed; may throw fw::Cancelled
  /// @throws fw::Error nn.weight_not_finite, base.write_failed, safetensors.*
  const tensor::Checkpoint& open(const LowBitBlock& block, const tensor::Checkpoint& weights,
                                 const std::function<void()>& on_layer);

  /// What rounding has changed in all that was opened: "relative error 7.9 %, at most 9.1 % in blocks.3.ff,
  /// …". Of a layer: the norm of the weight's change over the weight's own.
  std::string errors_in_words() const;

 private:
  struct LayerError {
    double change = 0, weight = 0;  ///< squared norms
  };
  bool read(const std::filesystem::path& file, const LowBitBlock& block);
  void make(const std::filesystem::path& file, const LowBitBlock& block, const tensor::Checkpoint& weights,
            const std::function<void()>& on_layer) const;

  std::filesystem::path folder_;
  std::vector<std::unique_ptr<tensor::Checkpoint>> opened_;
  std::map<std::string, LayerError> errors_;
};

}  // namespace fw::nn
