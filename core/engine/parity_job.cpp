// SPDX-License-Identifier: Apache-2.0
#include "engine/parity_job.h"

#include <ATen/Context.h>

#include "base/progress.h"
#include "parity/runner.h"
#include "tensor/device.h"
#include "tensor/dtype.h"

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

engine_api::Outcome run_parity_job(const nlohmann::json& params, engine_api::JobContext& context) {
  const FullPrecision full_precision;
  const auto files = params.at("cases").get<std::vector<std::string>>();
  const parity::Settings settings{tensor::parse_device(params.value("device", "cpu")),
                                  tensor::parse_dtype(params.value("dtype", "fp32"))};
  ProgressMeter meter(FW_TEXT("phases", "recomputing cases"), static_cast<int64_t>(files.size()));
  auto cases = nlohmann::json::array();
  std::map<parity::Status, int64_t> counts;
  for (const std::string& file : files) {
    if (context.stop().stop_requested()) throw Cancelled();
    const parity::CaseResult result = parity::run_case(file, settings);
    ++counts[result.status];
    cases.push_back(parity::to_json(result));
    context.progress(meter.update(static_cast<int64_t>(cases.size())));
  }
  return engine_api::Outcome::finished({{"cases", cases},
                                        {"passed", counts[parity::Status::passed]},
                                        {"failed", counts[parity::Status::failed]},
                                        {"skipped", counts[parity::Status::skipped]},
                                        {"refused", counts[parity::Status::refused]}});
}

}  // namespace fw::engine
