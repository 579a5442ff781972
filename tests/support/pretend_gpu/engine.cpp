// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdio>

#include "support/pretend_gpu/pretend_gpu.h"
#include "tensor/page_locked.h"

/// The engine with a simulated GPU, for programs as users run them:
/// FRAMEWRIGHT_ENGINE=build/dev/lib/libframewright-pretend-engine.so framewright-cli bench device
/// On faults the program ends with status 70 and prints them on standard error.
namespace fw::pretend_gpu {

namespace {

constexpr int faults_found = 70;

[[maybe_unused]] const struct Session {
  Session() {
    begin();
    tensor::set_page_locks(torch::kPrivateUse1, {[](void* memory, size_t bytes, torch::Device) {
                                                   lock_pages(memory, bytes);
                                                   return true;
                                                 },
                                                 unlock_pages});
  }
  ~Session() {
    const auto faults = end();
    for (const std::string& fault : faults) std::fprintf(stderr, "pretended GPU: %s\n", fault.c_str());
    if (!faults.empty()) ::_exit(faults_found);
  }
} session;

}  // namespace

}  // namespace fw::pretend_gpu
