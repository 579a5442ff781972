// SPDX-License-Identifier: Apache-2.0
#include "engine_api/job.h"

#include <filesystem>
#include <new>
#include <stdexcept>

#include "base/paths.h"

namespace fw::engine_api {

namespace {

constexpr ErrorCode out_of_memory{"engine_api.out_of_memory",
                                  FW_TEXT("errors", "The computer is out of memory."),
                                  FW_TEXT("errors", "Close other programs, or choose smaller sizes.")};
constexpr ErrorCode unexpected{
    "engine_api.unexpected", FW_TEXT("errors", "The job failed with an unexpected error: {what}."),
    FW_TEXT("errors", "This is a bug in Framewright: please report it with the log file.")};

constexpr ErrorCode file_failed{
    "engine_api.file_failed", FW_TEXT("errors", "{file} could not be used: {reason}."),
    FW_TEXT(
        "errors",
        "Check that its drive is connected and that you have permission to use the file and its folder.")};

class FunctionJob : public Job {
 public:
  explicit FunctionJob(std::function<Outcome(JobContext&)> work) : work_(std::move(work)) {}
  Outcome run(JobContext& context) noexcept override {
    return run_guarded([&] { return work_(context); });
  }

 private:
  std::function<Outcome(JobContext&)> work_;
};

}  // namespace

Outcome run_guarded(const std::function<Outcome()>& work) noexcept {
  try {
    return work();
  } catch (const Cancelled&) {
    return {JobState::cancelled, nlohmann::json::object(), {}};
  } catch (...) {
    return Outcome::failed(caught_fault());
  }
}

Fault caught_fault() noexcept {
  try {
    throw;
  } catch (const Error& error) {
    return error.fault();
  } catch (const std::bad_alloc&) {
    return Fault(out_of_memory);
  } catch (const std::length_error&) {  // more elements than addresses
    return Fault(out_of_memory);
  } catch (const std::filesystem::filesystem_error& error) {
    return Fault(file_failed, {{"file", to_utf8(error.path1())}, {"reason", error.code().message()}});
  } catch (const std::exception& error) {
    return Fault(unexpected, {{"what", error.what()}});
  } catch (...) {
    return Fault(unexpected, {{"what", "unknown exception"}});
  }
}

std::unique_ptr<Job> make_job(std::function<Outcome(JobContext&)> work) {
  return std::make_unique<FunctionJob>(std::move(work));
}

}  // namespace fw::engine_api
