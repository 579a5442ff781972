// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <deque>
#include <functional>

#include "engine_api/job.h"

namespace fw::training {

/// What a run is asked for. What comes during a validation is kept for the loop, which alone answers it.
/// Thread: one at a time.
class Requests {
 public:
  explicit Requests(engine_api::JobContext& context) : context_(context) {}

  std::optional<engine_api::Request> next() {
    if (early_.empty()) return context_.take_request();
    const engine_api::Request request = early_.front();
    early_.pop_front();
    return request;
  }

  /// Says whether a pause or a stop is among them; valid as long as this object.
  std::function<bool()> ends() {
    return [this] {
      while (const auto request = context_.take_request()) early_.push_back(*request);
      return std::ranges::any_of(early_, [](const engine_api::Request& request) {
        return request.verb == engine_api::Verb::pause || request.verb == engine_api::Verb::stop_and_save;
      });
    };
  }

 private:
  engine_api::JobContext& context_;
  std::deque<engine_api::Request> early_;
};

}  // namespace fw::training
