// SPDX-License-Identifier: Apache-2.0
#include "memory/block_placement.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "base/units.h"
#include "nn/linear.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::memory {

namespace {

using nn::Tensors;
using torch::Tensor;

constexpr ErrorCode too_large_for_devices{
    "memory.too_large_for_devices",
    FW_TEXT("errors", "The transformer's {bytes} do not fit into what is free: {free}."),
    FW_TEXT(
        "errors",
        "End other programs that use them, keep its weights in fewer bits (quantization), or keep blocks in "
        "host memory (streamed blocks) on one device."),
    Blame::input};

/// Fills the devices in order with blocks so that `rest` bytes stay free on each.
std::optional<std::vector<size_t>> fill(const NetworkBytes& bytes, const std::vector<int64_t>& free,
                                        int64_t rest) {
  std::vector<size_t> places;
  size_t device = 0;
  int64_t left = free.front() - rest - bytes.outside;
  if (left < 0) return std::nullopt;
  for (const int64_t block : bytes.blocks) {
    while (block > left) {
      if (++device == free.size()) return std::nullopt;
      left = free[device] - rest;
    }
    left -= block;
    places.push_back(device);
  }
  return places;
}

/// The tensors of a block, or those outside the blocks.
struct Part {
  std::vector<Tensor*> tensors;
  bool ends_list = false;

  int64_t bytes() const {
    return std::accumulate(tensors.begin(), tensors.end(), int64_t{0}, [](int64_t sum, const Tensor* each) {
      return sum + static_cast<int64_t>(each->nbytes());
    });
  }
  void move_to(torch::Device device) const {
    for (Tensor* const each : tensors) {
      const tensor::RoleScope role(tensor::Role::weights);
      *each = each->to(device);
    }
  }
};

/// The part outside the blocks, followed by each block.
std::vector<Part> parts_of(nn::Module& model, const std::vector<std::string>& lists) {
  std::vector<Part> parts(1);
  std::map<std::string, size_t> numbers;  // by "list.7."
  for (const std::string& list : lists) {
    const auto path = [&](size_t i) { return list + "." + std::to_string(i); };
    for (size_t i = 0; model.find_module(path(i)) != nullptr; ++i) {
      numbers.emplace(path(i) + ".", parts.size());
      parts.emplace_back();
    }
    parts.back().ends_list = true;
  }
  const auto part_of = [&](const std::string& name) -> Part& {
    const auto found =
        std::ranges::find_if(numbers, [&](const auto& each) { return name.starts_with(each.first); });
    return parts[found == numbers.end() ? 0 : found->second];
  };
  model.for_each_slot([&](const std::string& name, Tensor& slot) {
    if (slot.defined()) part_of(name).tensors.push_back(&slot);
  });
  model.for_each_module([&](const std::string& path, nn::Module& module) {
    auto* const linear = dynamic_cast<nn::Linear*>(&module);
    if (linear == nullptr) return;
    Part& part = part_of(path + ".");
    for (nn::LayerAdapter& adapter : linear->adapters)
      for (Tensor* const each : adapter.tensors()) part.tensors.push_back(each);
  });
  return parts;
}

/// Runs each block on its device.
class PlacedBlocks {
 public:
  struct Place {
    torch::Device device;
    bool ends_list;
  };
  PlacedBlocks(torch::Device home, std::vector<Place> places)
      : home_(home), places_(std::move(places)), copied_to_(home) {}

  Tensors run(const nn::BlockRunner& inner, nn::BlockCall call) {
    const Place& place = places_[call.index];
    // Custom kernels and dropout's random numbers use the current device.
    const c10::DeviceGuard current(place.device);
    for (Tensor& each : call.inputs) each = each.to(place.device);
    if (place.device != copied_to_) copies_.clear();
    copied_to_ = place.device;
    for (Tensor& each : call.shared) each = shared_copy(each);
    Tensors outputs = nn::run_block(inner, call);
    if (!place.ends_list) return outputs;
    // Layers after a list of blocks are outside the blocks.
    copies_.clear();
    for (Tensor& each : outputs) each = each.to(home_);
    return outputs;
  }

 private:
  /// Creates one copy for all blocks of a device.
  Tensor shared_copy(const Tensor& tensor) {
    if (!tensor.defined() || tensor.device() == copied_to_) return tensor;
    for (const auto& [from, copy] : copies_)
      if (from.is_same(tensor)) return copy;
    return copies_.emplace_back(tensor, tensor.to(copied_to_)).second;
  }

  torch::Device home_;
  std::vector<Place> places_;
  torch::Device copied_to_;
  std::vector<std::pair<Tensor, Tensor>> copies_;  ///< tensors of other devices with their copies
};

NetworkBytes bytes_of(const std::vector<Part>& parts) {
  NetworkBytes bytes{.outside = parts.front().bytes()};
  for (size_t i = 1; i < parts.size(); ++i) bytes.blocks.push_back(parts[i].bytes());
  return bytes;
}

[[noreturn]] void refuse(int64_t bytes, const std::vector<torch::Device>& devices,
                         const std::vector<int64_t>& free) {
  std::string all;
  for (size_t i = 0; i < devices.size(); ++i)
    all += (i == 0 ? "" : ", ") + format_bytes(static_cast<uint64_t>(free[i])) + " on " + devices[i].str();
  throw Error(too_large_for_devices, {{"bytes", format_bytes(static_cast<uint64_t>(bytes))}, {"free", all}});
}

}  // namespace

int64_t NetworkBytes::total() const {
  return std::accumulate(blocks.begin(), blocks.end(), outside);
}

NetworkBytes network_bytes(nn::Module& model, const std::vector<std::string>& lists) {
  return bytes_of(parts_of(model, lists));
}

std::optional<std::vector<size_t>> balance_blocks(const NetworkBytes& bytes,
                                                  const std::vector<int64_t>& free) {
  auto best = fill(bytes, free, 0);
  int64_t rest = 0, too_much = std::ranges::max(free) + 1;
  while (best && too_much - rest > 1) {
    const int64_t tried = rest + (too_much - rest) / 2;
    if (auto found = fill(bytes, free, tried)) {
      best = std::move(found);
      rest = tried;
    } else {
      too_much = tried;
    }
  }
  return best;
}

nn::BlockRunner place_blocks(nn::Module& model, const std::vector<std::string>& lists,
                             const std::vector<torch::Device>& devices, nn::BlockRunner inner) {
  const torch::NoGradGuard no_grad;
  const std::vector<Part> parts = parts_of(model, lists);
  const NetworkBytes bytes = bytes_of(parts);
  std::vector<int64_t> free;
  for (const torch::Device device : devices) {
    const tensor::DeviceMemory memory = tensor::device_memory(device);
    free.push_back(static_cast<int64_t>(memory.free + memory.unused));
  }
  const auto numbers = balance_blocks(bytes, free);
  if (!numbers) refuse(bytes.total(), devices, free);
  parts.front().move_to(devices.front());
  std::vector<PlacedBlocks::Place> places;
  for (size_t i = 0; i < numbers->size(); ++i) {
    const Part& part = parts[i + 1];
    places.push_back({devices[(*numbers)[i]], part.ends_list});
    part.move_to(places.back().device);
  }
  const auto placed = std::make_shared<PlacedBlocks>(devices.front(), std::move(places));
  return [placed, inner = std::move(inner)](const nn::BlockCall& call) { return placed->run(inner, call); };
}

}  // namespace fw::memory
