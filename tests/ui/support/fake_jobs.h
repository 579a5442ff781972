// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "engine_api/job.h"
#include "engine_api/results.h"
#include "ui/state/engine_bridge.h"

/// Jobs that tests can hold, release and let fail, instead of the engine's.
namespace fw::ui::fake {

inline constexpr ErrorCode broken_file{"test.broken_file", FW_TEXT("test", "The file {file} is broken."),
                                       FW_TEXT("test", "Copy {file} again.")};

/// Releases "gate" jobs.
struct Gate {
  std::atomic<bool> open{false};
  std::atomic<bool> stops{false};  ///< on request they stop and save; otherwise they keep stopping
};

inline engine_api::Outcome waitAtGate(Gate& gate, engine_api::JobContext& context) {
  Progress progress{"denoising", 3, 10, 2.5, 2.8, {{"loss {loss}", {{"loss", "0.123"}}}}};
  while (!gate.open) {
    if (context.stop().stop_requested()) throw Cancelled();
    if (const auto request = context.take_request()) {
      if (request->verb == engine_api::Verb::pause) return {engine_api::JobState::paused, {}, {}};
      if (request->verb == engine_api::Verb::stop_and_save && gate.stops)
        return {engine_api::JobState::stopped, {}, {}};
      context.log(engine_api::LogLevel::info, "asked: " + std::string(name_of(request->verb)));
    }
    context.progress(progress);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return engine_api::Outcome::finished({{"clips", 1}});
}

/// Reports each stage's progress until the test advances to the next one.
inline engine_api::Outcome sayStages(const std::vector<Progress>& all, const std::atomic<int>& stage,
                                     engine_api::JobContext& context) {
  for (int now = 0; now < static_cast<int>(all.size()); ++now) {
    while (stage <= now) {
      if (context.stop().stop_requested()) throw Cancelled();
      context.progress(all[static_cast<size_t>(now)]);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  return engine_api::Outcome::finished({});
}

inline engine_api::DeviceCheckReport deviceFigures() {
  using enum engine_api::DeviceProof::What;
  return {
      {{"cuda:0",
        "NVIDIA GeForce RTX 4090",
        "BFloat16",
        161.2,
        912.5,
        25.1,
        2.1e-3,
        {{networks, 11, 11, 0.25}, {memory, 9, 8, 1.5, {"train_lora, blocks streamed"}}, {optimizers, 0}}},
       {"cpu", "AMD Ryzen 9", "Float", 1.234, 48.0, 0, 3e-7}}};
}

/// Adds "gate", "train" (a gate with all verbs), "import" (a gate in the lane of datasets), "quick", "fail"
/// and "device_check".
inline std::shared_ptr<Gate> addKinds(EngineBridge& bridge) {
  using namespace engine_api;
  auto gate = std::make_shared<Gate>();
  const auto add = [&bridge](const char* name, std::set<Verb> verbs, std::function<Outcome(JobContext&)> work,
                             Lane lane = Lane::device) {
    bridge.addKind({.name = name,
                    .verbs = std::move(verbs),
                    .make = [work](const nlohmann::json&) { return make_job(work); },
                    .lane = lane});
  };
  const auto waiting = [gate](JobContext& context) { return waitAtGate(*gate, context); };
  add("gate", {}, waiting);
  add("import", {}, waiting, Lane::dataset);
  add("train", {Verb::pause, Verb::stop_and_save, Verb::checkpoint_now, Verb::validate_now, Verb::resume},
      waiting);
  add("quick", {}, [](JobContext&) { return Outcome::finished({}); });
  add("fail", {}, [](JobContext&) -> Outcome { throw Error(broken_file, {{"file", "clip.mp4"}}); });
  add("device_check", {}, [](JobContext&) { return Outcome::finished(deviceFigures()); });
  return gate;
}

}  // namespace fw::ui::fake
