// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "families/wan/transformer.h"

namespace fw::families {

/// The two networks of Wan 2.2 A14B: one for timesteps of high noise, one for the rest. Keys are those of the
/// high-noise network, and those of the low-noise network with the prefix `transformer_2.`. On an
/// accelerator, both networks' weights are in host memory and at most one network's are on the device.
class WanExperts : public VideoTransformer {
 public:
  /// @param device  to which at() copies a network's weights; nullopt: weights stay where they are
  WanExperts(std::unique_ptr<WanTransformer> high, std::unique_ptr<WanTransformer> low,
             std::optional<torch::Device> device);

  enum class Expert { high, low };
  /// Returns the network with its weights on the device; moves the other network's weights off it.
  WanTransformer& at(Expert expert);
  /// Moves both networks off the device.
  void rest() override;
  /// Makes the low-noise network use the LoRAs of the high-noise one.
  void share_adapters();

  std::vector<std::string> block_lists() const override { return {"blocks", "transformer_2.blocks"}; }
  int64_t block_count() const override { return high_->block_count() + low_->block_count(); }

 private:
  std::unique_ptr<WanTransformer> high_, low_;
  std::optional<torch::Device> device_;
  std::map<torch::Tensor*, torch::Tensor> homes_;  ///< host tensors of the slots that are on the device
  std::optional<Expert> there_;
};

/// Returns the network for a timestep.
/// @param network  a WanTransformer, used at all timesteps, or WanExperts
/// @param border   noise level of the boundary: the high-noise network is used there and above
WanTransformer& wan_network_at(VideoTransformer& network, double timestep, double border);

}  // namespace fw::families
