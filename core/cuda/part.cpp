// SPDX-License-Identifier: Apache-2.0
#include "cuda/part.h"

#include <dlfcn.h>
#include <link.h>
#include <torch/types.h>

#include <cstdlib>
#include <filesystem>

#include "base/error.h"

namespace fw::cuda {

namespace {

constexpr ErrorCode broken{
    "cuda.broken", FW_TEXT("errors", "The part of the engine for NVIDIA cards cannot be opened: {reason}."),
    FW_TEXT("errors",
            "LibTorch is damaged, or not the one that Framewright was built with. Install it again.")};

/// The folder of the library that contains `symbol`.
std::filesystem::path folder_of(const void* symbol) {
  Dl_info library{};
  return ::dladdr(symbol, &library) != 0 ? std::filesystem::path(library.dli_fname).parent_path() : "";
}

std::filesystem::path part_file() {
  return folder_of(reinterpret_cast<const void*>(&is_installed)) / "libframewright-cuda.so";
}

/// Contains the libraries that libframewright-cuda needs.
std::filesystem::path libtorch_file() {
  return folder_of(reinterpret_cast<const void*>(&at::globalContext)) / "libtorch_cuda.so";
}

/// cuDNN opens its sub-libraries by name, so LD_LIBRARY_PATH could supply those of another cuDNN for an older
/// CUDA. Opening them first avoids that: an open library is used without a search.
void open_parts_of_cudnn() {
  void* const cudnn = ::dlopen("libcudnn.so.9", RTLD_LAZY | RTLD_NOLOAD);  // libtorch_cuda has opened it
  link_map* opened = nullptr;
  if (std::getenv("LD_LIBRARY_PATH") == nullptr || cudnn == nullptr ||
      ::dlinfo(cudnn, RTLD_DI_LINKMAP, &opened) != 0)
    return;
  const std::filesystem::path folder = std::filesystem::path(opened->l_name).parent_path();
  // In order of dependency.
  for (const char* part :
       {"graph", "ops", "engines_runtime_compiled", "engines_precompiled", "heuristic", "cnn", "adv"})
    ::dlopen((folder / ("libcudnn_" + std::string(part) + ".so.9")).c_str(), RTLD_LAZY | RTLD_LOCAL);
}

struct Opened {
  const Part* part = nullptr;
  std::string reason;

  Opened() {
    if (is_installed() && ::dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) != nullptr)
      part = open_part(reason);
  }
};

const Opened& opened() {
  static const Opened once;
  return once;
}

[[maybe_unused]] const Opened& with_the_engine = opened();

}  // namespace

bool is_installed() {
  std::error_code error;
  return std::filesystem::exists(part_file(), error) && std::filesystem::exists(libtorch_file(), error);
}

const Part* part() {
  return opened().part;
}

const Part& loaded_part() {
  TORCH_CHECK(part() != nullptr, "a tensor on a card without libframewright-cuda");
  return *part();
}

void check() {
  if (!opened().reason.empty()) throw Error(broken, {{"reason", opened().reason}});
}

const Part* open_part(std::string& reason) {
  void* library = ::dlopen(libtorch_file().c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (library != nullptr) {
    open_parts_of_cudnn();
    library = ::dlopen(part_file().c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  if (library == nullptr) {
    reason = ::dlerror();
    return nullptr;
  }
  auto* const part_of = reinterpret_cast<PartOf*>(::dlsym(library, part_symbol));
  const Part* const found = part_of != nullptr ? part_of(sizeof(Part)) : nullptr;
  if (found == nullptr) reason = part_file().string() + " belongs to another version";
  return found;
}

}  // namespace fw::cuda
