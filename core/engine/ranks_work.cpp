// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks_work.h"

#include <chrono>

#include "base/atomic_file.h"
#include "base/file_tree.h"
#include "distributed/ranks.h"
#include "distributed/recent_calls.h"
#include "launch/error_file.h"
#include "tensor/device.h"

namespace fw::engine {

namespace {

/// How long processes wait for each other at the start: rank 0 may still be copying initial weights.
constexpr std::chrono::minutes meeting{10};

bool tells_of_another(const Fault& fault) {
  return fault.code.starts_with("distributed.");
}

/// Stores diagnostics: this process's last exchanges, next to its log, and its fault in torchrun's error
/// file.
void keep_traces(const distributed::World& world, const std::filesystem::path& run, const Fault& fault) {
  try {
    launch::write_error_file(launch::process_environment(), fault);
    if (run.empty()) return;
    const std::filesystem::path folder = run / "ranks" / std::to_string(world.rank);
    make_folders(folder);
    write_file_atomically(folder / "collectives.json", distributed::recent_calls(world.ranks->device()),
                          Existing::own);
  } catch (const std::exception&) {
    // The fault itself is reported in any case.
  }
}

}  // namespace

engine_api::Outcome with_world(const launch::WorldSpec& place, engine_api::JobContext& job,
                               const std::function<engine_api::Outcome(const distributed::World&)>& work,
                               const std::filesystem::path& run) {
  if (place.size == 1) return work({});
  std::optional<engine_api::JobState> ended;
  const auto ends = [&] {  // nothing to save yet
    while (const auto request = job.take_request()) {
      if (request->verb == engine_api::Verb::pause) ended = engine_api::JobState::paused;
      if (request->verb == engine_api::Verb::stop_and_save) ended = engine_api::JobState::stopped;
    }
    return ended.has_value();
  };
  std::shared_ptr<distributed::Ranks> ranks;
  try {
    ranks = distributed::Ranks::join(place, meeting, job.stop(), ends);
  } catch (const Cancelled&) {
    if (!ended) throw;
    return {*ended, nlohmann::json::object(), {}};
  }
  const distributed::World world{place.rank, place.size, std::move(ranks)};
  try {
    if (place.failed) throw Error(*place.failed);
    const engine_api::Outcome outcome = work(world);
    world.ranks->leave();
    return outcome;
  } catch (const Cancelled&) {
    // A failed rank stops the computation of the others.
    if (const auto fault = world.failure()) {
      keep_traces(world, run, *fault);
      throw Error(*fault);
    }
    world.ranks->cancel();
    throw;
  } catch (...) {
    const Fault fault = engine_api::caught_fault();
    const Fault first = world.ranks->report(fault);
    keep_traces(world, run, fault);
    // Only one of the ranks reports a common fault; rank 0 always reports its own.
    const bool is_told = world.rank > 0 && first.arguments.at("rank") != std::to_string(world.rank);
    throw Error(is_told || tells_of_another(fault) ? first : fault);
  }
}

std::stop_token RankContext::stop() const {
  return world_.ranks ? world_.ranks->stop() : job_.stop();
}

void RankContext::publish(engine_api::EventBody event) {
  if (const auto* progress = std::get_if<Progress>(&event); progress && world_.ranks) {
    std::string phase = progress->phase;
    if (progress->total > 0)
      phase += ", " + std::to_string(progress->done) + " of " + std::to_string(progress->total) + " done";
    world_.ranks->set_phase(phase);
  }
  job_.publish(std::move(event));
}

}  // namespace fw::engine
