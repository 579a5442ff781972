// SPDX-License-Identifier: Apache-2.0
#include "families/family.h"

#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::families {

torch::Tensor Family::decode(VideoVae& vae, const torch::Tensor& latents, const SampleRequest&,
                             const NoiseSource&, torch::Dtype dtype, const VaeOptions& options) const {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::decoding);
  const torch::Tensor video =
      vae.decode(vae.latent_scale().to_vae(latents).to(dtype), {}, options).to(torch::kFloat32);
  return (video * 0.5 + 0.5).clamp_(0, 1).permute({0, 2, 3, 4, 1});
}

}  // namespace fw::families
