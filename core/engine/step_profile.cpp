// SPDX-License-Identifier: Apache-2.0
#include "engine/step_profile.h"

#include <c10/util/Logging.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "tensor/device.h"

namespace fw::engine {

namespace {

namespace profiler = torch::autograd::profiler;
using engine_api::ProfileRow;
using profiler::KinetoEvent;
using Clock = std::chrono::steady_clock;

constexpr std::string_view memory_event = "[memory]";

struct Kind {
  const char* name;
  std::vector<std::string_view> parts;  ///< of names of operators and CUDA kernels
};

/// Kineto reports on standard error when it finds no GPU at load time.
[[maybe_unused]] const int quiet = ::setenv("KINETO_LOG_LEVEL", "99", /*overwrite=*/0);

/// The first match counts.
const char* kind_of(std::string_view name) {
  static const std::vector<Kind> kinds = {
      {"attention", {"scaled_dot_product", "flash", "fmha", "attention"}},
      {"optimizer", {"framewright::adam", "_foreach_", "multi_tensor"}},
      {"convolutions", {"convolution", "conv2d", "conv3d", "cudnn", "implicit"}},
      {"matrix products", {"mm", "linear", "matmul", "gemm", "cutlass", "cublas"}},
      {"norms", {"norm"}},
      {"copies",
       {"copy", "aten::to", "clone", "contiguous", "Memcpy", "Memset", "aten::cat", "index", "fill",
        "zero"}}};
  for (const Kind& kind : kinds)
    for (const std::string_view part : kind.parts)
      if (name.find(part) != name.npos) return kind.name;
  return "elementwise and the rest";
}

struct Sum {
  double nanoseconds = 0, bytes = 0;
  int64_t calls = 0;

  Sum& operator+=(const Sum& other) {
    nanoseconds += other.nanoseconds;
    bytes += other.bytes;
    calls += other.calls;
    return *this;
  }
};
using Sums = std::map<std::string, Sum>;

/// Adds one thread's operators, excluding the operators they call. @param events  of that thread
void add_own_times(std::vector<const KinetoEvent*> events, Sums& sums) {
  std::ranges::sort(events, [](const KinetoEvent* a, const KinetoEvent* b) {
    return a->startNs() != b->startNs() ? a->startNs() < b->startNs() : a->endNs() > b->endNs();
  });
  std::vector<const KinetoEvent*> open;
  for (const KinetoEvent* event : events) {
    while (!open.empty() && open.back()->endNs() <= event->startNs()) open.pop_back();
    if (event->name() == memory_event) {
      if (event->nBytes() > 0 && !open.empty())
        sums[open.back()->name()].bytes += static_cast<double>(event->nBytes());
      continue;
    }
    const auto took = static_cast<double>(event->durationNs());
    sums[event->name()] += {took, 0, 1};
    if (!open.empty()) sums[open.back()->name()].nanoseconds -= took;
    open.push_back(event);
  }
}

Sums by_kind(const Sums& by_name) {
  Sums kinds;
  for (const auto& [name, sum] : by_name) kinds[kind_of(name)] += sum;
  return kinds;
}

/// For one device, whose kernels are not nested. Allocations belong to operators of the host.
Sums times_on_device(std::span<const KinetoEvent> events, torch::DeviceType type) {
  Sums sums;
  for (const KinetoEvent& event : events) {
    if (event.deviceType() == type && event.name() != memory_event)
      sums[event.name()] += {static_cast<double>(event.durationNs()), 0, 1};
  }
  return sums;
}

/// For the computing threads: forward and backward passes alternate on the CPU.
Sums times_on_host(std::span<const KinetoEvent> events) {
  std::map<uint64_t, std::vector<const KinetoEvent*>> threads;
  for (const KinetoEvent& event : events)
    if (event.deviceType() == torch::kCPU) threads[event.startThreadId()].push_back(&event);
  Sums all;
  for (const auto& [thread, own] : threads) add_own_times(own, all);
  return all;
}

std::vector<ProfileRow> rows_of(const Sums& sums, double step_ns, double steps) {
  std::vector<ProfileRow> rows;
  for (const auto& [what, sum] : sums)
    rows.push_back({what, sum.nanoseconds / steps / 1e6, sum.nanoseconds / steps / step_ns,
                    static_cast<double>(sum.calls) / steps, sum.bytes / steps});
  std::ranges::sort(rows, std::greater(), &ProfileRow::milliseconds);
  return rows;
}

}  // namespace

StepProfile::StepProfile(torch::Device device)
    : device_(device), log_level_(std::exchange(FLAGS_caffe2_log_level, c10::GLOG_ERROR)) {
  using namespace torch::profiler::impl;
  std::set<ActivityType> activities{ActivityType::CPU};
  if (device.is_cuda()) activities.insert(ActivityType::CUDA);
  const ProfilerConfig config(ProfilerState::KINETO, /*report_input_shapes=*/false, /*profile_memory=*/true);
  tensor::synchronize(device_);
  profiler::prepareProfiler(config, activities);
  profiler::enableProfiler(config, activities, {at::RecordScope::FUNCTION, at::RecordScope::USER_SCOPE});
  begun_ = Clock::now();
}

/// For interrupted steps: another recording may follow in this process.
StepProfile::~StepProfile() {
  if (is_recording_) stop();
}

std::unique_ptr<profiler::ProfilerResult> StepProfile::stop() {
  is_recording_ = false;
  FLAGS_caffe2_log_level = log_level_;
  return profiler::disableProfiler();
}

engine_api::ProfileReport StepProfile::end(int64_t steps, const std::filesystem::path& trace) {
  tensor::synchronize(device_);
  const std::chrono::duration<double, std::nano> took = Clock::now() - begun_;
  const auto result = stop();
  if (!trace.empty()) result->save(trace.native());
  const auto count = static_cast<double>(steps);
  const double step_ns = took.count() / count;
  const Sums names =
      device_.is_cpu() ? times_on_host(result->events()) : times_on_device(result->events(), device_.type());
  Sums kinds = by_kind(names);
  double busy = 0;
  for (const auto& [kind, sum] : kinds) busy += sum.nanoseconds;
  // Kernels of two streams may overlap, and so may operators of two threads.
  kinds[device_.is_cpu() ? "between operators" : "idle"].nanoseconds = std::max(0.0, took.count() - busy);
  return {.device = device_.str(),
          .step_milliseconds = step_ns / 1e6,
          .kinds = rows_of(kinds, step_ns, count),
          .operators = rows_of(names, step_ns, count),
          .trace = trace};
}

}  // namespace fw::engine
