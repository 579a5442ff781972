// SPDX-License-Identifier: Apache-2.0
#include "training/meters.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"

#include <ATen/DeviceAccelerator.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <utility>

namespace fw::training {

namespace {

constexpr double loss_decay = 0.98;
constexpr double speed_decay = 0.9;
constexpr int64_t timestep_ranges = 4, timestep_range = 250;

uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  uint64_t total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// "loss_t250_499"
std::string range_name(int64_t range) {
  const int64_t begin = range * timestep_range;
  return "loss_t" + std::to_string(begin) + "_" + std::to_string(begin + timestep_range - 1);
}

}  // namespace

engine_api::Figures Meters::step(TrainState& state, const OptimizerStep::Result& result,
                                 const std::vector<SampleLoss>& losses, const StepTimes& times,
                                 int64_t total_steps) {
  double loss = 0;
  std::pair<double, int> of_sound{};
  std::map<int64_t, std::pair<double, int>> by_range;
  for (const SampleLoss& sample : losses) {
    loss += sample.loss / static_cast<double>(losses.size());
    const auto range = static_cast<int64_t>(sample.timestep / timestep_range);
    auto& [sum, count] = by_range[std::clamp<int64_t>(range, 0, timestep_ranges - 1)];
    sum += sample.loss;
    ++count;
    of_sound.first += sample.sound.value_or(0);
    of_sound.second += sample.sound ? 1 : 0;
  }
  if (!result.skipped) {
    state.loss_average = loss_decay * state.loss_average + (1 - loss_decay) * loss;
    state.loss_average_weight = loss_decay * state.loss_average_weight + (1 - loss_decay);
  }
  time(times);
  engine_api::Figures values = {{"loss", loss},
                                {"lr", result.lr},
                                {"grad_norm", result.grad_norm()},
                                {"steps_per_hour", steps_per_hour()},
                                {"samples_per_second", static_cast<double>(losses.size()) / times.total_s},
                                {"data_wait_share", times.data_wait_s / times.total_s},
                                {"loop_share", 1 - (times.compute_s + times.data_wait_s) / times.total_s},
                                {"skipped_steps", state.skipped_steps},
                                {"seconds_left", seconds_left(total_steps - state.step)}};
  if (state.loss_average_weight > 0) values["loss_average"] = state.loss_average / state.loss_average_weight;
  for (const auto& [range, sum] : by_range) values[range_name(range)] = sum.first / sum.second;
  if (of_sound.second > 0) values["loss_sound"] = of_sound.first / of_sound.second;
  add_memory(values);
  return values;
}

void Meters::time(const StepTimes& times) {
  if (times.first_of_shape && is_timed_) return;
  if (!times.first_of_shape && !std::exchange(is_timed_, true)) weight_ = seconds_per_step_ = work_ = 0;
  weight_ = speed_decay * weight_ + (1 - speed_decay);
  seconds_per_step_ += (times.total_s - seconds_per_step_) * (1 - speed_decay) / weight_;
  work_ += ((times.work > 0 ? times.work : usual_work_) - work_) * (1 - speed_decay) / weight_;
}

uint64_t Meters::memory_bytes() const {
  if (!tensor::is_accelerator(device_)) return resident_bytes();
  constexpr auto all = static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);
  return static_cast<uint64_t>(at::accelerator::getDeviceStats(device_.index()).allocated_bytes[all].current);
}

void Meters::add_memory(engine_api::Figures& values) {
  values["host_bytes"] = static_cast<int64_t>(resident_bytes());
  if (!tensor::is_accelerator(device_)) return;
  const auto stats = at::accelerator::getDeviceStats(device_.index());
  constexpr auto all = static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);
  vram_allocated_bytes_ = static_cast<uint64_t>(stats.allocated_bytes[all].current);
  values["vram_allocated_bytes"] = static_cast<int64_t>(vram_allocated_bytes_);
  values["vram_reserved_bytes"] = stats.reserved_bytes[all].current;
  values["vram_peak_bytes"] = stats.allocated_bytes[all].peak;
  values["vram_total_bytes"] = static_cast<int64_t>(at::accelerator::getMemoryInfo(device_.index()).second);
}

}  // namespace fw::training
