// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "nn/module.h"
#include "nn/sequence_split.h"

namespace fw::families {

/// The network that is trained and that denoises, whatever the family: a list of blocks, or several one after
/// the other, with its own forward(). What loads, streams, checkpoints and adapts it needs no more.
class VideoTransformer : public nn::Module {
 public:
  /// Paths of the lists of blocks in the order in which they run; nn::BlockCall::index counts through all.
  virtual std::vector<std::string> block_lists() const = 0;
  /// In all lists together.
  virtual int64_t block_count() const = 0;

  /// From now on the tokens of each sample are shared with other processes, which run the same network on the
  /// same inputs and get the same outputs; nullptr: this process has all of them.
  void share_tokens(std::shared_ptr<const nn::SequenceSplit> split) { split_ = std::move(split); }

 protected:
  const std::shared_ptr<const nn::SequenceSplit>& split() const { return split_; }

 private:
  std::shared_ptr<const nn::SequenceSplit> split_;
};

}  // namespace fw::families
