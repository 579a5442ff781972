// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <vector>

#include "jobs/job_queue.h"
#include "jobs/system_info.h"
#include "ui/state/mailbox.h"

namespace fw::jobs {
class EngineLibrary;
}

namespace fw::ui {

/// A device with its memory as it was two seconds ago or less.
struct DeviceStatus {
  QString id;  ///< "cpu" or "cuda:N"
  QString name;
  uint64_t totalBytes = 0;
  uint64_t freeBytes = 0;
  bool isGpu() const { return id != QLatin1String("cpu"); }
};

/// The window's one way to the engine: owns the job queue, opens the engine library behind the window, and
/// turns events into signals on the window's thread, in batches. GUI thread only. No call blocks.
class EngineBridge : public QObject {
  Q_OBJECT
 public:
  enum class State { closed = 1, opening, ready, failed };

  explicit EngineBridge(QObject* parent = nullptr);
  /// Aborts the running job and waits for it.
  ~EngineBridge() override;

  /// Opens the engine library on a thread of its own; also after it has failed. engineStateChanged() follows.
  void openEngine();
  State engineState() const { return m_state; }
  /// Why the engine could not be opened, or why its devices cannot be used.
  const std::optional<Fault>& engineFault() const { return m_fault; }
  /// Nothing until the engine was opened or has failed.
  const std::optional<jobs::SystemInfo>& systemInfo() const { return m_info; }
  /// GPUs first, the CPU last; empty until the engine is ready.
  const std::vector<DeviceStatus>& devices() const { return m_devices; }
  bool hasGpu() const;
  /// What to do about a missing or old driver.
  const std::vector<Fault>& advice() const { return m_advice; }

  /// Kinds of jobs that need no engine library.
  void addKind(engine_api::JobKind kind);
  bool hasKind(std::string_view kind) const { return m_verbs.contains(kind); }
  /// Whether jobs of this kind know `verb`, besides those that the queue itself does.
  bool understands(std::string_view kind, engine_api::Verb verb) const;

  /// Makes jobs of a kind for a thread of one's own, such as plans; null while the kind is not known.
  using Maker = std::function<std::unique_ptr<engine_api::Job>(const nlohmann::json& params)>;
  Maker maker(std::string_view kind) const;

  /// The queue as it is: what waits in its order, then all others.
  std::vector<jobs::JobInfo> jobs() const { return m_queue.jobs(); }
  /// Queues a job. 0 when refused; refused() was then emitted.
  engine_api::JobId submit(engine_api::JobSpec spec);
  /// While paused the running job goes on, and no other one starts.
  void setQueuePaused(bool paused);
  bool isQueuePaused() const { return m_queue.is_paused(); }
  /// A person resumed this job: while none runs, the pause ends, and the job is the next one.
  void endPause(engine_api::JobId next);
  /// False when refused; refused() was then emitted.
  bool send(engine_api::Verb verb, engine_api::JobId job, int64_t value = 0);

 Q_SIGNALS:
  void engineStateChanged();
  void devicesChanged();
  void eventsArrived(std::span<const fw::engine_api::Event> events);
  /// A job was forgotten on request: the queue publishes no event for that.
  void jobRemoved(qint64 job);
  void queuePausedChanged();
  void refused(const fw::Fault& fault);

 private:
  void openAndWatch(const std::stop_token& stop);
  void watchDevices(jobs::EngineLibrary& engine, const std::stop_token& stop);
  void setReady(const jobs::SystemInfo& info, const std::vector<engine_api::JobKind>& kinds);
  void setFailed(const std::optional<jobs::SystemInfo>& info, const Fault& fault);
  void setDevices(const jobs::EngineInfo& engine);

  jobs::JobQueue m_queue;
  Mailbox<engine_api::Event> m_mailbox;
  int m_observer = 0;
  State m_state = State::closed;
  std::optional<Fault> m_fault;
  std::optional<jobs::SystemInfo> m_info;
  std::vector<DeviceStatus> m_devices;
  std::vector<Fault> m_advice;
  std::map<std::string, std::set<engine_api::Verb>, std::less<>> m_verbs;
  std::map<std::string, Maker, std::less<>> m_makers;
  std::jthread m_opener;  // last: ends before all else
};

}  // namespace fw::ui
