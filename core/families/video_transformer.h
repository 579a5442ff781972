// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "nn/module.h"
#include "nn/sequence_split.h"

namespace fw::families {

/// The network of any family that is trained and that denoises: one or more lists of blocks that run in
/// order, with its own forward(). Loading, streaming, checkpointing and LoRA need nothing else.
class VideoTransformer : public nn::Module {
 public:
  /// Paths of the lists of blocks in the order in which they run; nn::BlockCall::index counts through all.
  virtual std::vector<std::string> block_lists() const = 0;
  /// Total over all lists.
  virtual int64_t block_count() const = 0;
  /// Moves weights that a forward pass has moved to the device back: all slots hold their own tensors then.
  virtual void rest() {}

  /// Splits the tokens of each sample across processes from now on; they run the same network on the same
  /// inputs and get the same outputs. nullptr: this process has all tokens.
  void share_tokens(std::shared_ptr<const nn::SequenceSplit> split) { split_ = std::move(split); }

 protected:
  const std::shared_ptr<const nn::SequenceSplit>& split() const { return split_; }

 private:
  std::shared_ptr<const nn::SequenceSplit> split_;
};

}  // namespace fw::families
