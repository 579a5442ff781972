// SPDX-License-Identifier: Apache-2.0
#include "engine/device_check.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

#include "base/paths.h"
#include "base/progress.h"
#include "engine_api/results.h"
#include "parity/device_proofs.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::engine {

namespace {

constexpr ErrorCode wrong_product{
    "engine.wrong_product",
    FW_TEXT("errors", "{device} gives wrong results: a matrix product is off by {error} (relative)."),
    FW_TEXT("errors", "Update its driver; if that does not help, the device may be damaged or overclocked.")};

constexpr int timed_rounds = 6;

struct Sizes {
  int64_t matrix;      // side of the square matrices
  int64_t copy_bytes;  // of one buffer
  torch::Dtype dtype;
  double tolerance;  // of the product, relative to the row's norm
};

Sizes sizes_for(torch::Device device) {
  // Large enough to use the whole device, small enough to take a second or two.
  if (device.is_cuda()) return {8192, int64_t{1} << 30, torch::kBFloat16, 1e-2};
  return {1536, int64_t{1} << 28, torch::kFloat32, 1e-5};
}

/// Seconds of the fastest of several rounds after a warm-up. @param after_round  may throw fw::Cancelled
double best_seconds(torch::Device device, const std::function<void()>& step,
                    const std::function<void()>& after_round) {
  double best = INFINITY;
  for (int round = 0; round <= timed_rounds; ++round) {
    tensor::synchronize(device);
    const auto start = std::chrono::steady_clock::now();
    step();
    tensor::synchronize(device);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (round > 0) best = std::min(best, seconds.count());
    after_round();
  }
  return best;
}

/// Largest error of four rows of c = a b against float64, relative to the largest entry of the row.
double product_error(const torch::Tensor& a, const torch::Tensor& b, const torch::Tensor& c) {
  const auto rows = torch::arange(0, a.size(0), a.size(0) / 4, torch::TensorOptions(a.device()));
  const auto exact = a.index_select(0, rows).cpu().to(torch::kFloat64).matmul(b.cpu().to(torch::kFloat64));
  const auto got = c.index_select(0, rows).cpu().to(torch::kFloat64);
  return ((got - exact).abs().amax(1) / exact.abs().amax(1)).max().item<double>();
}

engine_api::DeviceFigures check(const tensor::DeviceInfo& info, const std::function<void()>& after_round) {
  const torch::NoGradGuard no_grad;
  const torch::Device device(info.id);
  const Sizes sizes = sizes_for(device);
  engine_api::DeviceFigures figures{
      .device = info.id, .name = info.name, .dtype = std::string(torch::toString(sizes.dtype))};
  const auto options = torch::TensorOptions(device).dtype(sizes.dtype);
  {
    const auto a = torch::randn({sizes.matrix, sizes.matrix}, options);
    const auto b = torch::randn({sizes.matrix, sizes.matrix}, options);
    auto c = torch::empty_like(a);
    const double seconds = best_seconds(
        device, [&] { torch::matmul_out(c, a, b); }, after_round);
    figures.tflops = 2.0 * std::pow(static_cast<double>(sizes.matrix), 3) / seconds / 1e12;
    figures.max_relative_error = product_error(a, b, c);
  }
  if (!(figures.max_relative_error <= sizes.tolerance)) {
    throw Error(wrong_product, {{"device", info.id}, {"error", figures.max_relative_error}});
  }
  const auto bytes = torch::TensorOptions(device).dtype(torch::kUInt8);
  const auto source = torch::zeros({sizes.copy_bytes}, bytes);
  auto target = torch::zeros({sizes.copy_bytes}, bytes);
  const double copy_seconds = best_seconds(
      device, [&] { target.copy_(source); }, after_round);
  figures.copy_gb_per_s = 2.0 * static_cast<double>(sizes.copy_bytes) / copy_seconds / 1e9;
  if (tensor::is_accelerator(device)) {
    const auto host = tensor::allocate_for_copies({sizes.copy_bytes / 4}, torch::kUInt8).zero_();
    auto part = target.narrow(0, 0, sizes.copy_bytes / 4);
    const double seconds = best_seconds(
        device, [&] { part.copy_(host, /*non_blocking=*/true); }, after_round);
    figures.upload_gb_per_s = static_cast<double>(sizes.copy_bytes / 4) / seconds / 1e9;
  }
  return figures;
}

}  // namespace

engine_api::Outcome run_device_check(const engine_api::DeviceCheckRequest& request,
                                     engine_api::JobContext& context) {
  std::vector<tensor::DeviceInfo> devices = tensor::list_devices();
  const std::vector<std::string>& wanted = request.devices;
  if (!wanted.empty()) {
    std::vector<std::string> ids;  // resolves "cuda" and "auto"
    for (const std::string& device : wanted) ids.push_back(tensor::parse_device(device).str());
    std::erase_if(devices,
                  [&](const auto& info) { return std::find(ids.begin(), ids.end(), info.id) == ids.end(); });
  }
  const auto cases = parity::device_cases(resource_folder() / "cases");
  int64_t rounds = 0;
  for (const auto& info : devices)
    rounds += (timed_rounds + 1) * (info.id == "cpu" ? 2 : 3) + parity::proof_count(cases);
  ProgressMeter meter(FW_TEXT("phases", "measuring devices"), rounds);
  int64_t done = 0;
  const std::function<void()> after_each = [&] {
    if (context.stop().stop_requested()) throw Cancelled();
    context.progress(meter.update(++done));
  };
  engine_api::DeviceCheckReport report;
  for (const tensor::DeviceInfo& device : devices) {
    engine_api::DeviceFigures& figures = report.devices.emplace_back(check(device, after_each));
    figures.proofs = parity::prove_device(torch::Device(device.id), cases, after_each);
  }
  return engine_api::Outcome::finished(report);
}

}  // namespace fw::engine
