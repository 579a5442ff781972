// SPDX-License-Identifier: Apache-2.0
#include "parity/device_proofs.h"

#include <array>
#include <fstream>
#include <utility>

#include "base/units.h"
#include "optim/optimizer.h"
#include "parity/runner.h"
#include "tensor/libtorch.h"

namespace fw::parity {

namespace {

namespace fs = std::filesystem;
using engine_api::DeviceProof;

struct MemoryMode {
  const char* name;
  void (*set)(run::RunSettings& run);
};
constexpr std::array<MemoryMode, 3> memory_modes = {{
    {"activations offloaded", [](run::RunSettings& run) { run.activation_offload = true; }},
    {"blocks streamed", [](run::RunSettings& run) { run.streamed_blocks = 100; }},
    {"optimizer on the host",
     [](run::RunSettings& run) { run.optimizer_offload = run.offload_gradients = true; }},
}};

struct OptimizerCase {
  const char* name;
  optim::OptimizerConfig config;
  torch::Dtype weights = torch::kFloat32;
  double tolerance = 0;  ///< for weights, relative to the largest; 0: bit for bit
};
const std::array<OptimizerCase, 4> optimizer_cases = {{
    {"AdamW", {}, torch::kFloat32, 1e-6},
    {"AdamW of 8 bits", {.state = optim::StateType::eight_bit}},
    {"AdamW on bf16", {}, torch::kBFloat16},
    {"Muon", {.rule = optim::Rule::muon}, torch::kFloat32, 1e-4},
}};

bool trains(const fs::path& file) {
  return file.filename().string().starts_with("train_");
}

/// "loss 134 %": the deviation relative to the tolerance.
std::string excess(const std::string& name, double of_tolerance) {
  return name + " " + format_fixed(100 * of_tolerance, 0) + " %";
}

void add(DeviceProof& proof, const CaseResult& result, const std::string& name) {
  if (result.status == CaseStatus::skipped) return;
  ++proof.total;
  for (const OutputResult& output : result.outputs)
    proof.of_tolerance = std::max(proof.of_tolerance, output.tolerance);
  if (result.status == CaseStatus::passed) {
    ++proof.passed;
    return;
  }
  std::string failed = name;
  for (const OutputResult& output : result.outputs)
    if (!output.passed())
      failed += ": " + (output.problem.empty() ? excess(output.name, output.tolerance)
                                               : output.name + " " + output.problem);
  proof.failed.push_back(failed + (result.fault ? ": " + result.fault->message() : ""));
}

/// Weights after three steps with the same gradients.
torch::Tensor stepped(const OptimizerCase& one, torch::Device device) {
  auto generator = at::make_generator<at::CPUGeneratorImpl>(5);
  const auto draw = [&] {
    return torch::randn({96, 128}, generator, torch::TensorOptions(torch::kFloat32))
        .to(one.weights)
        .to(device);
  };
  const torch::Tensor weight = draw().requires_grad_(true);
  const auto optimizer = optim::make_optimizer({{"weight", weight}}, one.config);
  for (int step = 0; step < 3; ++step) {
    weight.mutable_grad() = draw();
    optimizer->step(1e-2, 0.5);
  }
  return weight.detach().to(torch::kCPU, torch::kFloat32);
}

void add(DeviceProof& proof, const OptimizerCase& one, torch::Device device) {
  ++proof.total;
  const torch::Tensor got = stepped(one, device), wanted = stepped(one, torch::kCPU);
  if (torch::equal(got, wanted)) {
    ++proof.passed;
    return;
  }
  if (one.tolerance == 0) {
    proof.failed.emplace_back(one.name);
    return;
  }
  const double off = ((got - wanted).abs().max() / wanted.abs().max()).item<double>() / one.tolerance;
  proof.of_tolerance = std::max(proof.of_tolerance, off);
  if (off <= 1)
    ++proof.passed;
  else
    proof.failed.push_back(excess(one.name, off));
}

}  // namespace

std::vector<fs::path> device_cases(const fs::path& folder) {
  std::ifstream list(folder / "device_check.txt");
  std::vector<fs::path> cases;
  for (std::string line; std::getline(list, line);)
    if (line.ends_with(".safetensors") && !line.starts_with("models/")) cases.push_back(folder / line);
  return cases;
}

int64_t proof_count(const std::vector<fs::path>& cases) {
  const auto training = std::ranges::count_if(cases, trains);
  return static_cast<int64_t>(cases.size() + training * memory_modes.size() + optimizer_cases.size());
}

std::vector<DeviceProof> prove_device(torch::Device device, const std::vector<fs::path>& cases,
                                      const std::function<void()>& after_each) {
  DeviceProof networks{.what = DeviceProof::What::networks}, memory{.what = DeviceProof::What::memory},
      optimizers{.what = DeviceProof::What::optimizers};
  const Settings settings{.device = device};
  for (const fs::path& file : cases) {
    const std::string name = file.parent_path().filename().string() + "/" + file.stem().string();
    add(networks, run_case(file, settings), name);
    after_each();
    if (!trains(file)) continue;
    for (const MemoryMode& mode : memory_modes) {
      run::RunSettings run;
      mode.set(run);
      add(memory, run_training_case(file, settings, run), name + ", " + mode.name);
      after_each();
    }
  }
  for (const OptimizerCase& one : optimizer_cases) {
    add(optimizers, one, device);
    after_each();
  }
  return {networks, memory, optimizers};
}

}  // namespace fw::parity
