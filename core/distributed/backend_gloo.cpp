// SPDX-License-Identifier: Apache-2.0
#ifndef USE_C10D_GLOO
#define USE_C10D_GLOO  // LibTorch's headers need this to declare what the wheel contains
#endif
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include "distributed/backend.h"

namespace fw::distributed {

namespace {

// Ranks checks timeouts itself, since Gloo does not report which rank was late.
constexpr std::chrono::hours no_timeout{24 * 365};

}  // namespace

c10::intrusive_ptr<c10d::Backend> make_gloo(const c10::intrusive_ptr<c10d::Store>& store, int64_t rank,
                                            int64_t size, bool one_machine) {
  using c10d::ProcessGroupGloo;
  auto options = ProcessGroupGloo::Options::create(no_timeout);
  options->devices.push_back(one_machine ? ProcessGroupGloo::createDeviceForInterface("lo")
                                         : ProcessGroupGloo::createDefaultDevice());
  return c10::make_intrusive<ProcessGroupGloo>(store, static_cast<int>(rank), static_cast<int>(size),
                                               std::move(options));
}

}  // namespace fw::distributed
