// SPDX-License-Identifier: Apache-2.0
#include "runtime/installed.h"

#include <fstream>

#include "base/paths.h"

namespace fw::runtime {

namespace fs = std::filesystem;

namespace {

std::string first_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

}  // namespace

fs::path Installed::library() const {
  return folder / "torch/lib/libtorch_cpu.so";
}

fs::path folder_of(Flavour flavour) {
  return data_folder() / ("libtorch-" + pins_of(flavour).version() + "-" + std::string(name_of(flavour)));
}

std::optional<Installed> installed() {
  for (const Flavour flavour : {Flavour::cuda, Flavour::cpu}) {
    const fs::path folder = folder_of(flavour);
    if (first_line(folder / ".complete") == pins_of(flavour).id) return Installed{flavour, folder};
  }
  return std::nullopt;
}

Flavour suggested_flavour() {
  std::error_code error;
  if (fs::exists("/proc/driver/nvidia/version", error)) return Flavour::cuda;
  for (const auto& device : fs::directory_iterator("/sys/bus/pci/devices", error)) {
    const bool is_nvidia = first_line(device.path() / "vendor") == "0x10de";
    if (is_nvidia && first_line(device.path() / "class").starts_with("0x03"))  // display controller
      return Flavour::cuda;
  }
  return Flavour::cpu;
}

}  // namespace fw::runtime
