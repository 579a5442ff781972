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

/// A device and its memory, at most two seconds old.
struct DeviceStatus {
  QString id;  ///< "cpu" or "cuda:N"
  QString name;
  uint64_t totalBytes = 0;
  uint64_t freeBytes = 0;
  bool isGpu() const { return id != QLatin1String("cpu"); }
};

/// The window's only access to the engine: owns the job queue, opens the engine library in the background,
/// and delivers events in batches as signals on the window's thread. GUI thread only. No call blocks.
class EngineBridge : public QObject {
  Q_OBJECT
 public:
  enum class State { closed = 1, opening, ready, failed };

  explicit EngineBridge(QObject* parent = nullptr);
  /// Aborts the running job and waits for it.
  ~EngineBridge() override;

  /// Opens the engine library on its own thread; may be called again after a failure. engineStateChanged()
  /// follows.
  void openEngine();
  State engineState() const { return m_state; }
  /// Why the engine could not be opened, or why its devices cannot be used.
  const std::optional<Fault>& engineFault() const { return m_fault; }
  /// Nullopt until the engine has opened or failed.
  const std::optional<jobs::SystemInfo>& systemInfo() const { return m_info; }
  /// GPUs first, the CPU last; empty until the engine is ready.
  const std::vector<DeviceStatus>& devices() const { return m_devices; }
  bool hasGpu() const;
  /// What to do about a missing or old driver.
  const std::vector<Fault>& advice() const { return m_advice; }

  /// Adds a kind of jobs that needs no engine library.
  void addKind(engine_api::JobKind kind);
  bool hasKind(std::string_view kind) const { return m_verbs.contains(kind); }
  /// Whether jobs of this kind support `verb`, in addition to the queue's own verbs.
  bool understands(std::string_view kind, engine_api::Verb verb) const;

  /// The lane of a known kind.
  engine_api::Lane lane(std::string_view kind) const;

  /// Creates jobs of a kind for the caller's own thread, such as plans; null for an unknown kind.
  using Maker = std::function<std::unique_ptr<engine_api::Job>(const nlohmann::json& params)>;
  Maker maker(std::string_view kind) const;

  /// The current queue: waiting jobs in their order, then all others.
  std::vector<jobs::JobInfo> jobs() const { return m_queue.jobs(); }
  /// Queues a job. Returns 0 if refused, after emitting refused().
  engine_api::JobId submit(engine_api::JobSpec spec);
  /// While paused, the running jobs continue and no other one starts.
  void setQueuePaused(bool paused);
  bool isQueuePaused() const { return m_queue.is_paused(); }
  /// The user resumed this job: if none runs in its lane, the pause ends and this job is next.
  void endPause(engine_api::JobId next);
  /// Returns false if refused, after emitting refused().
  bool send(engine_api::Verb verb, engine_api::JobId job, int64_t value = 0);

 Q_SIGNALS:
  void engineStateChanged();
  void devicesChanged();
  void eventsArrived(std::span<const fw::engine_api::Event> events);
  /// A job was removed on request; the queue publishes no event for that.
  void jobRemoved(qint64 job);
  void queuePausedChanged();
  void refused(const fw::Fault& fault);

 private:
  void remember(const engine_api::JobKind& kind);
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
  std::map<std::string, engine_api::Lane, std::less<>> m_lanes;
  std::jthread m_opener;  // last: destroyed first
};

}  // namespace fw::ui
