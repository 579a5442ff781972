// SPDX-License-Identifier: Apache-2.0
#include "engine/parity_job.h"

#include <ATen/Context.h>

#include "base/progress.h"
#include "parity/runner.h"
#include "tensor/device.h"

namespace fw::engine {
namespace {

/// Full-precision products while it lives: the cases' tolerances are for those.
class FullPrecision {
 public:
  FullPrecision() {
    at::globalContext().setAllowTF32CuBLAS(false);
    at::globalContext().setAllowTF32CuDNN(false);
  }
  ~FullPrecision() {
    at::globalContext().setAllowTF32CuBLAS(products_);
    at::globalContext().setAllowTF32CuDNN(convolutions_);
  }
  FullPrecision(const FullPrecision&) = delete;

 private:
  const bool products_ = at::globalContext().allowTF32CuBLAS();
  const bool convolutions_ = at::globalContext().allowTF32CuDNN();
};

}  // namespace

engine_api::Outcome run_parity(const engine_api::ParityRequest& request, engine_api::JobContext& context) {
  const FullPrecision full_precision;
  const torch::Device device = tensor::parse_device(request.device);
  const parity::Settings settings{device, tensor::parse_dtype(name_of(request.dtype))};
  ProgressMeter meter(FW_TEXT("phases", "recomputing cases"), static_cast<int64_t>(request.cases.size()));
  engine_api::ParityReport report;
  for (const std::filesystem::path& file : request.cases) {
    if (context.stop().stop_requested()) throw Cancelled();
    report.cases.push_back(parity::run_case(file, settings));
    context.progress(meter.update(static_cast<int64_t>(report.cases.size())));
  }
  return engine_api::Outcome::finished(report);
}

}  // namespace fw::engine
