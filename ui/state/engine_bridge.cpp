// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/engine_bridge.h"

#include <QCoreApplication>
#include <condition_variable>
#include <mutex>

#include "base/log.h"
#include "engine_api/requests.h"
#include "jobs/engine_library.h"
#include "jobs/system_info.h"
#include "ui/state/file_path.h"
#include "workflow/ranks_job.h"
#include "workflow/sweep.h"

namespace fw::ui {

using engine_api::Event;
using engine_api::JobId;
using engine_api::Verb;

namespace {

constexpr std::chrono::seconds deviceInterval{2};

spdlog::level::level_enum logLevel(engine_api::LogLevel level) {
  switch (level) {
    case engine_api::LogLevel::warning:
      return spdlog::level::warn;
    case engine_api::LogLevel::error:
      return spdlog::level::err;
    default:
      return spdlog::level::info;
  }
}

/// Also writes job events to the log file and the log dock. Thread: the hub's.
void writeToLog(const Event& event) {
  const std::string job = "Job " + std::to_string(event.job) + ": ";
  if (const auto* line = std::get_if<engine_api::Logged>(&event.body)) {
    if (line->fault)
      return log::fault(logLevel(line->level), *line->fault, {FW_TEXT("log", "Job {job}: "), event.job});
    spdlog::log(logLevel(line->level), "{}{}", job, line->text);
  } else if (const auto* queued = std::get_if<engine_api::Queued>(&event.body)) {
    spdlog::info("{}queued: {} {}", job, queued->spec.kind, queued->spec.title);
  } else if (const auto* failed = std::get_if<engine_api::Failed>(&event.body)) {
    log::fault(spdlog::level::err, failed->fault, {FW_TEXT("log", "Job {job} failed: "), event.job});
  } else if (const auto* finished = std::get_if<engine_api::Finished>(&event.body)) {
    spdlog::info("{}{}", job, name_of(finished->state));
  }
}

std::filesystem::path commandLineProgram() {
  return toPath(QCoreApplication::applicationDirPath()) / "framewright-cli";
}

/// The engine's kinds; training and generating may use several processes.
std::vector<engine_api::JobKind> kindsOf(const jobs::EngineLibrary& engine) {
  std::vector<engine_api::JobKind> kinds = engine.job_kinds();
  for (engine_api::JobKind& kind : kinds) {
    if (kind.name == engine_api::TrainRequest::kind)
      kind = workflow::train_kind_with_ranks(std::move(kind), commandLineProgram());
    if (kind.name == engine_api::GenerateRequest::kind)
      kind = workflow::clip_kind_with_ranks(std::move(kind), commandLineProgram());
  }
  const auto train = std::ranges::find(kinds, engine_api::TrainRequest::kind, &engine_api::JobKind::name);
  if (train != kinds.end()) kinds.push_back(workflow::sweep_kind(*train));
  return kinds;
}

/// Versions and folders; nullopt if even the folders are unusable.
std::optional<jobs::SystemInfo> infoWithoutEngine() {
  try {
    return jobs::system_info(FW_VERSION);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

EngineBridge::EngineBridge(QObject* parent)
    : QObject(parent),
      m_mailbox(this, [this](std::span<const Event> events) { Q_EMIT eventsArrived(events); }) {
  m_observer = m_queue.events().subscribe([this](std::span<const Event> events) {
    for (const Event& event : events) writeToLog(event);
    m_mailbox.post(events);
  });
}

EngineBridge::~EngineBridge() {
  if (m_opener.joinable()) {
    m_opener.request_stop();
    m_opener.join();
  }
  m_queue.events().unsubscribe(m_observer);
}

void EngineBridge::openEngine() {
  if (m_state == State::opening || m_state == State::ready) return;
  m_state = State::opening;
  m_fault.reset();
  Q_EMIT engineStateChanged();
  m_opener = std::jthread([this](const std::stop_token& stop) { openAndWatch(stop); });
}

void EngineBridge::openAndWatch(const std::stop_token& stop) {
  std::shared_ptr<jobs::EngineLibrary> engine;
  try {
    engine = jobs::open_engine();
    const jobs::SystemInfo info = jobs::system_info(FW_VERSION, *engine);
    const std::vector<engine_api::JobKind> kinds = kindsOf(*engine);
    for (const engine_api::JobKind& kind : kinds) m_queue.add_kind(kind);
    QMetaObject::invokeMethod(
        this, [this, info, kinds] { setReady(info, kinds); }, Qt::QueuedConnection);
  } catch (const Error& error) {
    QMetaObject::invokeMethod(
        this, [this, info = infoWithoutEngine(), fault = error.fault()] { setFailed(info, fault); },
        Qt::QueuedConnection);
    return;
  }
  watchDevices(*engine, stop);
}

void EngineBridge::watchDevices(jobs::EngineLibrary& engine, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested()) {
    wake.wait_for(lock, stop, deviceInterval, [] { return false; });
    if (stop.stop_requested()) return;
    QMetaObject::invokeMethod(
        this, [this, info = engine.info()] { setDevices(info); }, Qt::QueuedConnection);
  }
}

void EngineBridge::setReady(const jobs::SystemInfo& info, const std::vector<engine_api::JobKind>& kinds) {
  m_state = State::ready;
  m_info = info;
  for (const engine_api::JobKind& kind : kinds) {
    remember(kind);
  }
  m_advice = info.advice;
  if (info.engine->fault) m_fault = info.engine->fault;
  if (m_fault) log::fault(spdlog::level::err, *m_fault);
  setDevices(*info.engine);
  spdlog::info("Engine ready: LibTorch {}", info.engine->libtorch);
  Q_EMIT engineStateChanged();
}

void EngineBridge::setFailed(const std::optional<jobs::SystemInfo>& info, const Fault& fault) {
  m_state = State::failed;
  m_info = info;
  m_fault = fault;
  log::fault(spdlog::level::err, fault);
  Q_EMIT engineStateChanged();
}

void EngineBridge::setDevices(const jobs::EngineInfo& engine) {
  m_devices.clear();
  for (const jobs::EngineDevice& device : engine.devices)
    m_devices.push_back({QString::fromStdString(device.id), QString::fromStdString(device.name),
                         device.memory_total_bytes, device.memory_free_bytes});
  Q_EMIT devicesChanged();
}

bool EngineBridge::hasGpu() const {
  return std::ranges::any_of(m_devices, &DeviceStatus::isGpu);
}

void EngineBridge::addKind(engine_api::JobKind kind) {
  remember(kind);
  m_queue.add_kind(std::move(kind));
}

void EngineBridge::remember(const engine_api::JobKind& kind) {
  m_verbs[kind.name] = kind.verbs;
  m_makers[kind.name] = kind.make;
  m_lanes[kind.name] = kind.lane;
}

engine_api::Lane EngineBridge::lane(std::string_view kind) const {
  const auto found = m_lanes.find(kind);
  return found == m_lanes.end() ? engine_api::Lane::device : found->second;
}

bool EngineBridge::understands(std::string_view kind, Verb verb) const {
  const auto found = m_verbs.find(kind);
  return found != m_verbs.end() && found->second.contains(verb);
}

EngineBridge::Maker EngineBridge::maker(std::string_view kind) const {
  const auto found = m_makers.find(kind);
  return found == m_makers.end() ? Maker() : found->second;
}

JobId EngineBridge::submit(engine_api::JobSpec spec) {
  const engine_api::Reply reply = m_queue.submit(std::move(spec));
  if (!reply.fault) return reply.job;
  Q_EMIT refused(*reply.fault);
  return 0;
}

void EngineBridge::setQueuePaused(bool paused) {
  if (paused == isQueuePaused()) return;
  m_queue.set_paused(paused);
  Q_EMIT queuePausedChanged();
}

void EngineBridge::endPause(JobId next) {
  const std::optional<jobs::JobInfo> resumed = m_queue.job(next);
  const bool isBusy = std::ranges::any_of(m_queue.jobs(), [&](const jobs::JobInfo& job) {
    if (!resumed || job.lane != resumed->lane) return false;
    return job.state == engine_api::JobState::running || job.state == engine_api::JobState::stopping;
  });
  if (!isQueuePaused() || isBusy) return;
  send(Verb::reorder, next, 0);
  setQueuePaused(false);
}

bool EngineBridge::send(Verb verb, JobId job, int64_t value) {
  const engine_api::Reply reply = m_queue.send({verb, job, {}, value});
  if (reply.fault) {
    Q_EMIT refused(*reply.fault);
  } else if (verb == Verb::remove) {
    Q_EMIT jobRemoved(job);
  }
  return !reply.fault;
}

}  // namespace fw::ui
