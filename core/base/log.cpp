// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>

#include <map>
#include <mutex>

#include "base/paths.h"
#include "base/warn.h"

namespace fw::log {

namespace {

/// The fault in the line that this thread is writing.
struct Said {
  const Fault& fault;
  const About& about;
};
thread_local const Said* said = nullptr;

class ListenerSink : public spdlog::sinks::base_sink<std::mutex> {
 public:
  int add(std::function<void(const Line&)> listener) {
    const std::lock_guard lock(mutex_);
    listeners_.emplace(++last_id_, std::move(listener));
    return last_id_;
  }
  void remove(int id) {
    const std::lock_guard lock(mutex_);
    listeners_.erase(id);
  }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    const auto since_epoch = message.time.time_since_epoch();
    Line line{std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count(), message.level,
              std::string(message.payload.data(), message.payload.size())};
    if (said != nullptr) {
      line.fault = said->fault;
      line.about = said->about;
    }
    for (const auto& [id, listener] : listeners_) listener(line);
  }
  void flush_() override {}

 private:
  std::map<int, std::function<void(const Line&)>> listeners_;
  int last_id_ = 0;
};

std::shared_ptr<ListenerSink> listener_sink() {
  static const auto sink = std::make_shared<ListenerSink>();
  return sink;
}

}  // namespace

void start(Console console) {
  std::vector<spdlog::sink_ptr> sinks{listener_sink()};
  if (console != Console::off) {
    auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
    sink->set_level(console == Console::info ? spdlog::level::info : spdlog::level::warn);
    sink->set_pattern("%^%l%$: %v");
    sinks.push_back(sink);
  }
  std::string file_error;
  try {
    constexpr size_t file_bytes = 5 << 20;
    constexpr size_t old_files = 2;
    sinks.push_back(std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
        (state_folder() / "framewright.log").string(), file_bytes, old_files));
  } catch (const std::exception& error) {
    file_error = error.what();
  }
  auto logger = std::make_shared<spdlog::logger>("framewright", sinks.begin(), sinks.end());
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(logger);
  if (!file_error.empty()) spdlog::warn("No log file: {}", file_error);
}

void fault(spdlog::level::level_enum level, const Fault& fault, const About& about) {
  const Said now{fault, about};
  said = &now;
  const std::string before = fill_placeholders(about.text, {{"job", std::to_string(about.job)}});
  spdlog::log(level, "{}{} [{}]", before, fault.full_message(), fault.code);
  said = nullptr;
}

int add_listener(std::function<void(const Line&)> listener) {
  return listener_sink()->add(std::move(listener));
}
void remove_listener(int id) {
  listener_sink()->remove(id);
}

void warn(const std::string& text) {
  spdlog::warn("{}", text);
}

}  // namespace fw::log
