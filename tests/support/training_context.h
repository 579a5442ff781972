// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "base/error.h"
#include "tensor/checkpoint.h"
#include "tensor/libtorch.h"
#include "training/active_run.h"
#include "training/trainer.h"

/// Shared by tests of whole runs.
namespace fw::support {

namespace api = fw::engine_api;

/// Replaces the job queue: keeps the job's events and sends it orders at chosen steps.
class TestContext : public api::JobContext {
 public:
  api::JobId id() const override { return 1; }
  std::stop_token stop() const override { return stop_source.get_token(); }
  std::optional<api::Request> take_request() override {
    if (requests.empty()) return std::nullopt;
    const api::Request request = requests.front();
    requests.pop_front();
    return request;
  }
  void publish(api::EventBody event) override {
    if (const auto* step = std::get_if<api::Metrics>(&event)) {
      take(step->step, step->values);
      if (on_step) on_step(step->step);
    } else if (const auto* loss = std::get_if<api::HeldOutLoss>(&event)) {
      take(loss->step, loss->values);
    } else if (const auto* logged = std::get_if<api::Logged>(&event)) {
      log += logged->text + "\n";
      if (on_log) on_log(logged->text);
    } else if (std::holds_alternative<Progress>(event) && on_progress) {
      on_progress(std::get<Progress>(event));
    }
  }

  std::stop_source stop_source;
  std::deque<api::Request> requests;
  std::map<std::string, std::map<int64_t, double>> metrics;
  std::string log;
  std::function<void(int64_t)> on_step;
  std::function<void(const Progress&)> on_progress;
  std::function<void(const std::string&)> on_log;

 private:
  void take(int64_t step, const api::Figures& values) {
    for (const auto& [name, value] : values) metrics[name][step] = api::figure(values, name);
  }
};

inline std::string error_code(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.fault().code;
  }
  return {};
}

inline api::Outcome train(const run::RunPaths& run, TestContext& context,
                          std::optional<std::filesystem::path> checkpoint = {}) {
  return training::Trainer(run, std::move(checkpoint), {}).run(context);
}

/// A run whose validations do this instead of generating clips.
inline api::Outcome train_validating(const run::RunPaths& run, TestContext& context,
                                     const training::Validator& validator) {
  const auto maker = [&](const training::RunPlan&, const std::stop_token&) { return validator; };
  return training::Trainer(run, std::nullopt, maker).run(context);
}

inline std::map<std::string, torch::Tensor> tensors_of(const std::filesystem::path& file) {
  const auto stored = tensor::Checkpoint::open(file);
  std::map<std::string, torch::Tensor> tensors;
  for (const std::string& name : stored.names())
    tensors[name] = stored.load(name, stored.dtype(name), torch::kCPU);
  return tensors;
}

inline bool same(const std::map<std::string, torch::Tensor>& a,
                 const std::map<std::string, torch::Tensor>& b) {
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const auto& entry) {
           return b.contains(entry.first) && torch::equal(entry.second, b.at(entry.first));
         });
}

}  // namespace fw::support
