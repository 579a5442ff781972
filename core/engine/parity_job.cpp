// SPDX-License-Identifier: Apache-2.0
#include "engine/parity_job.h"

#include "base/progress.h"
#include "parity/runner.h"
#include "tensor/device.h"
#include "tensor/dtype.h"

namespace fw::engine {

engine_api::Outcome run_parity(const engine_api::ParityRequest& request, engine_api::JobContext& context) {
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
