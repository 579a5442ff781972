// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <string>

#include "distributed/ranks.h"
#include "distributed/world.h"
#include "engine_api/job.h"

namespace fw::training {

/// The requests made to a run. A request that arrives during a validation is kept for the loop, which alone
/// answers it. A request to any process of the world is answered by all, at the same step. Thread: one at a
/// time.
class Requests {
 public:
  explicit Requests(engine_api::JobContext& context, distributed::World world = {})
      : context_(context), world_(std::move(world)) {}

  /// Collective. Returns the oldest request not answered yet, the same in every process.
  std::optional<engine_api::Request> next() {
    if (agreed_.empty()) agree();
    if (agreed_.empty()) return std::nullopt;
    const engine_api::Request request = agreed_.front();
    agreed_.pop_front();
    return request;
  }

  /// Returns a function that is true if a pause or a stop has been requested; valid while this object lives.
  std::function<bool()> ends() {
    return [this] {
      take();
      const bool asked = std::ranges::any_of(early_, ends_run) || std::ranges::any_of(agreed_, ends_run);
      if (!world_.ranks) return asked;
      if (asked) world_.ranks->ask_to_end();
      return world_.ranks->asked_to_end();
    };
  }

 private:
  static bool ends_run(const engine_api::Request& request) {
    return request.verb == engine_api::Verb::pause || request.verb == engine_api::Verb::stop_and_save;
  }

  void take() {
    while (const auto request = context_.take_request()) early_.push_back(*request);
  }

  void agree() {
    take();
    if (!world_.ranks) return agreed_.swap(early_);
    nlohmann::json own = nlohmann::json::array();
    for (const engine_api::Request& request : early_)
      own.push_back({static_cast<int>(request.verb), request.value});
    early_.clear();
    for (const std::string& text : world_.ranks->gather(own.dump()))
      for (const nlohmann::json& each : nlohmann::json::parse(text))
        agreed_.push_back({static_cast<engine_api::Verb>(each.at(0).get<int>()), each.at(1)});
  }

  engine_api::JobContext& context_;
  const distributed::World world_;
  std::deque<engine_api::Request> early_, agreed_;
};

}  // namespace fw::training
