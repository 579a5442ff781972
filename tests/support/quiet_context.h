// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_api/job.h"

namespace fw::support {

/// For jobs that a test runs directly and whose events it ignores.
class QuietContext : public engine_api::JobContext {
 public:
  engine_api::JobId id() const override { return 1; }
  std::stop_token stop() const override { return stop_.get_token(); }
  std::optional<engine_api::Request> take_request() override { return std::nullopt; }
  void publish(engine_api::EventBody) override {}
  void abort() { stop_.request_stop(); }

 private:
  std::stop_source stop_;
};

}  // namespace fw::support
