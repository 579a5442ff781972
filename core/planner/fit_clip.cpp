// SPDX-License-Identifier: Apache-2.0
#include "planner/fit_clip.h"

#include <map>
#include <optional>

#include "planner/fewest_blocks.h"
#include "planner/planner.h"

namespace fw::planner {

using catalog::TextEncoderPlace;
using engine_api::ClipFit;
using engine_api::ClipMemory;

ClipFit fit_clip(const ClipPlanner& plan, size_t cards) {
  std::optional<ClipFit> host_short;  // fits the device; lowest host memory use so far
  const auto attempt = [&](const ClipMemory& memory) {
    RunPlan made = plan(memory);
    ClipFit fit{made.fits().value_or(false), memory, std::move(made)};
    const bool fits_device = fit.plan.device_peak_bytes() <= fit.plan.device_limit_bytes;
    if (!fit.fits && fits_device &&
        (!host_short || fit.plan.host_peak_bytes() < host_short->plan.host_peak_bytes()))
      host_short = fit;
    return fit;
  };
  ClipFit in_turn = attempt({});
  if (in_turn.fits || in_turn.plan.device_limit_bytes == 0) return in_turn;
  ClipFit streamed = attempt({.text_encoder = TextEncoderPlace::streamed});
  if (streamed.fits) return streamed;
  for (const auto encoder : {TextEncoderPlace::device, TextEncoderPlace::streamed}) {
    if (cards < 2) break;
    ClipFit placed = attempt({.text_encoder = encoder, .device_map = catalog::DeviceMap::balanced});
    if (placed.fits) return placed;
  }
  const int64_t blocks = streamed.plan.block_count;
  std::map<int64_t, ClipFit> by_blocks{{0, streamed}};
  const auto with_blocks = [&](int64_t count) -> const ClipFit& {
    if (!by_blocks.contains(count))
      by_blocks.emplace(count,
                        attempt({.text_encoder = TextEncoderPlace::streamed, .streamed_blocks = count}));
    return by_blocks.at(count);
  };
  const auto count = fewest_blocks(0, blocks, streamed.plan.device_limit_bytes, [&](int64_t tried) {
    return with_blocks(tried).plan.device_peak_bytes();
  });
  if (count && with_blocks(*count).fits) return with_blocks(*count);
  // Using more host memory would not help.
  if (host_short) return *host_short;
  return attempt({.text_encoder = TextEncoderPlace::cpu, .streamed_blocks = blocks, .vae_tiling = true});
}

ClipFit fit_clip(inference::PipelineOptions options, const inference::VideoRequest& request,
                 int64_t vram_bytes, const std::vector<torch::Device>& cards, const std::stop_token& stop) {
  const auto plan = [&](const ClipMemory& memory) {
    options.offload = memory.offload;
    options.text_encoder = memory.text_encoder;
    options.streamed_blocks = memory.streamed_blocks;
    options.vae_tiling = memory.vae_tiling;
    options.devices.clear();
    if (memory.device_map == catalog::DeviceMap::balanced) options.devices = cards;
    return plan_generation(options, request, vram_bytes, stop);
  };
  return fit_clip(plan, cards.size());
}

}  // namespace fw::planner
