// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "families/wan/transformer.h"

namespace fw::families {

/// The two networks of Wan 2.2 A14B: one for timesteps of high noise, one for the rest. Keys are the first
/// one's own and `transformer_2.` with the second one's. On an accelerator the weights of both are in host
/// memory, and at most one network's are on the device.
class WanExperts : public VideoTransformer {
 public:
  /// @param device  that computes, where this moves the weights there; nothing: they stay where they are
  WanExperts(std::unique_ptr<WanTransformer> high, std::unique_ptr<WanTransformer> low,
             std::optional<torch::Device> device);

  enum class Expert { high, low };
  /// The network, its weights where it computes. The other one's are taken off the device.
  WanTransformer& at(Expert expert);
  /// Takes both off the device.
  void rest();
  /// Lets the second network compute with the LoRAs of the first one.
  void share_adapters();

  std::vector<std::string> block_lists() const override { return {"blocks", "transformer_2.blocks"}; }
  int64_t block_count() const override { return high_->block_count() + low_->block_count(); }

 private:
  std::unique_ptr<WanTransformer> high_, low_;
  std::optional<torch::Device> device_;
  std::map<torch::Tensor*, torch::Tensor> homes_;  ///< of the slots that are on the device
  std::optional<Expert> there_;
};

/// The network that computes at a timestep. @param network  a WanTransformer, which computes at all of them,
/// or WanExperts @param border  share of noise from which on it is the one for high noise
WanTransformer& wan_network_at(VideoTransformer& network, double timestep, double border);

}  // namespace fw::families
