// SPDX-License-Identifier: Apache-2.0
#include "planner/gpu_links.h"

#include <string>

namespace fw::planner {

namespace {

struct LinkSpec {
  std::string_view card;  ///< as in GpuSpec
  double within_gb_per_s;
  double between_gb_per_s;
  bool published;
};

// Within a machine: derived from xDiT's times of one and of two GPUs (tests/core/planner/published_times.h)
// as the time that remains after dividing the computation, including copies around the exchange. L40, PCIe 4:
// 16.8 GB/s with the larger model and 20.4 with the smaller one. A100, NVLink 3: 27.5 and 28.2, assumed for
// later NVLinks as well. GeForce GPUs cannot access each other directly: assumed half of PCIe 4. Between
// machines: assumed, InfiniBand at 200 Gbit/s per GPU for those with NVLink, and at 100 Gbit/s per machine of
// eight for those with PCIe.
constexpr LinkSpec link_specs[]{{"L40", 18.5, 1.5, true},
                                {"A100", 28, 25, true},
                                {"H100", 28, 25, false},
                                {"H200", 28, 25, false},
                                {"RTX A6000", 18.5, 1.5, false}};
constexpr LinkSpec other_cards{"", 10, 1.5, false};

// Assumed, similar to reported latencies of small NCCL calls.
constexpr double latency_within_s = 20e-6, latency_between_s = 50e-6;
/// No times are published for larger groups.
constexpr int64_t largest_published_group = 8;

}  // namespace

AssumedLinks assumed_links(const GpuSpec& card) {
  LinkSpec spec = other_cards;
  for (const LinkSpec& each : link_specs)
    if (each.card == card.name) spec = each;
  return {{.device = std::string(card.name),
           .within = {{largest_published_group, latency_within_s, spec.within_gb_per_s * 1e9}},
           .between = {{largest_published_group, latency_between_s, spec.between_gb_per_s * 1e9}}},
          spec.published};
}

}  // namespace fw::planner
