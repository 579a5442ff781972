// SPDX-License-Identifier: Apache-2.0
#include "training/event_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/error.h"
#include "base/paths.h"

namespace fw::training {

namespace {

using nlohmann::json;

constexpr ErrorCode event_log{
    "training.event_log", FW_TEXT("errors", "{file} could not be written: {reason}."),
    FW_TEXT("errors", "Free some space, then resume the run from its newest checkpoint.")};

constexpr std::chrono::milliseconds batch_interval{500};

int64_t now_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::string csv_line(const json& event) {
  std::string line = std::to_string(event.at("step").get<int64_t>());
  for (const std::string& column : csv_columns()) {
    line += ',';
    const auto value = event.at("values").find(column);
    if (value != event.at("values").end() && value->is_number()) line += value->dump();
  }
  return line + '\n';
}

}  // namespace

const std::vector<std::string>& csv_columns() {
  static const std::vector<std::string> columns = {"loss",
                                                   "loss_average",
                                                   "loss_t0_249",
                                                   "loss_t250_499",
                                                   "loss_t500_749",
                                                   "loss_t750_999",
                                                   "lr",
                                                   "grad_norm",
                                                   "steps_per_hour",
                                                   "samples_per_second",
                                                   "data_wait_share",
                                                   "loop_share",
                                                   "epoch",
                                                   "skipped_steps",
                                                   "vram_allocated_bytes",
                                                   "vram_reserved_bytes",
                                                   "vram_peak_bytes",
                                                   "vram_total_bytes",
                                                   "host_bytes",
                                                   "seconds_left",
                                                   "held_out_loss"};
  return columns;
}

EventLog::EventLog(const config::RunPaths& run, const config::RunSettings& settings, uint64_t offset,
                   int64_t step)
    : file_name_(to_utf8(run.events())) {
  // The clips of the step itself are made behind its checkpoint, and they are still there.
  config::read_run_events(run, offset, [&](const config::RunEvent& event) {
    if (event.event == "sample" && event.step <= step) waiting_.push_back(event.json);
  });
  added_ = waiting_.size();
  descriptor_ = ::open(run.events().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  const bool cut = descriptor_ >= 0 && ::ftruncate(descriptor_, static_cast<off_t>(offset)) == 0 &&
                   ::lseek(descriptor_, 0, SEEK_END) >= 0;
  if (!cut) {
    const std::string reason = std::strerror(errno);
    if (descriptor_ >= 0) ::close(descriptor_);
    throw Error(event_log, {{"file", file_name_}, {"reason", reason}});
  }
  length_ = offset;
  if (settings.csv) start_csv(run);
  if (settings.tensorboard) {
    tensorboard_.emplace(run.folder / "tensorboard");
    if (step > 0) tensorboard_->restart(step, static_cast<double>(now_ms()) / 1e3);
  }
  thread_ = std::jthread([this](const std::stop_token& stop) { write_until_stopped(stop); });
}

EventLog::~EventLog() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  ::close(descriptor_);
}

void EventLog::start_csv(const config::RunPaths& run) {
  csv_.open(run.folder / "metrics.csv", std::ios::binary | std::ios::trunc);
  csv_ << "step";
  for (const std::string& column : csv_columns()) csv_ << ',' << column;
  csv_ << '\n';
  config::read_run_events(run, 0, [&](const config::RunEvent& event) {
    if (event.json.contains("values")) csv_ << csv_line(event.json);
  });
}

void EventLog::add(std::string_view event, int64_t step, json fields) {
  fields["event"] = event;
  fields["step"] = step;
  fields["time_ms"] = now_ms();
  const std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(fields));
  ++added_;
}

uint64_t EventLog::flush() {
  std::unique_lock lock(mutex_);
  const uint64_t wanted = added_;
  flush_wanted_ = true;
  wake_.notify_all();
  written_.wait(lock, [&] { return done_ >= wanted && !flush_wanted_; });
  if (!failure_.empty())
    throw Error(event_log, {{"file", file_name_}, {"reason", std::exchange(failure_, {})}});
  return length_;
}

void EventLog::write_until_stopped(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait_for(lock, stop, batch_interval, [&] { return flush_wanted_; });
    const bool sync = flush_wanted_;
    std::vector<json> batch = std::exchange(waiting_, {});
    lock.unlock();
    std::string failure;
    try {
      write(batch);
      if (sync && ::fsync(descriptor_) != 0) failure = std::strerror(errno);
    } catch (const std::exception& error) {
      failure = error.what();
    }
    lock.lock();
    done_ += batch.size();
    if (!failure.empty()) failure_ = failure;
    if (sync) flush_wanted_ = false;
    written_.notify_all();
    if (stop.stop_requested() && waiting_.empty()) return;
  }
}

void EventLog::write(const std::vector<json>& batch) {
  std::string lines;
  for (const json& event : batch) {
    // A figure that is no number (NaN) becomes null.
    lines += event.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
  }
  for (std::string_view rest = lines; !rest.empty();) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw std::runtime_error(std::strerror(errno));
    rest.remove_prefix(static_cast<size_t>(written));
    length_ += static_cast<uint64_t>(written);
  }
  for (const json& event : batch) write_figures(event);
  if (csv_.is_open()) csv_.flush();
  if (tensorboard_) tensorboard_->flush();
}

void EventLog::write_figures(const json& event) {
  const auto values = event.find("values");
  if (values == event.end()) return;
  if (csv_.is_open()) csv_ << csv_line(event);
  if (!tensorboard_) return;
  const double time_s = event.at("time_ms").get<double>() / 1e3;
  for (const auto& [name, value] : values->items()) {
    if (value.is_number())
      tensorboard_->scalar(name, event.at("step").get<int64_t>(), value.get<double>(), time_s);
  }
}

}  // namespace fw::training
