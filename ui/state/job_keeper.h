// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "project/kept_jobs.h"
#include "ui/state/worker.h"

namespace fw::ui {

class EngineBridge;
class ProjectSession;

/// A job that an earlier session left waiting or running.
struct LeftJob {
  project::KeptJob job;
  std::filesystem::path file;  ///< its file in the state folder
  bool operator==(const LeftJob&) const = default;
};

/// Saves the queue to a file of the user's at each change, so that a crash loses no job. Jobs left by earlier
/// sessions can be queued again on request, or removed from the list. Never starts anything unasked. GUI
/// thread only; reads and writes on a worker.
class JobKeeper : public QObject {
  Q_OBJECT
 public:
  JobKeeper(EngineBridge& bridge, ProjectSession& session, QObject* parent = nullptr);
  /// Waits for the last write.
  ~JobKeeper() override;

  /// Leaves out the running job, which the user ends by closing the window. Nothing is written after this.
  void leaveRunning();

  /// Looks for jobs left behind; leftChanged() follows if the result differs. Jobs of a project that another
  /// window has open belong to that window.
  void look();
  const std::vector<LeftJob>& left() const { return m_left; }
  /// Queues the jobs again in this order, opening each one's project first, and removes them from their file;
  /// held jobs stay on hold. Jobs of another project follow once it is open.
  void add(const std::vector<LeftJob>& jobs);
  void forget(const LeftJob& job);

 Q_SIGNALS:
  void leftChanged();
  void failed(const fw::Fault& fault);

 private:
  void save();
  void write(bool withRunning);
  void openProject();
  void addRequested();
  void openNext();
  bool submit(const project::KeptJob& job);
  void drop(const LeftJob& job);

  EngineBridge& m_bridge;
  ProjectSession& m_session;
  std::string m_name;                                         // of this session
  std::shared_ptr<std::unique_ptr<project::JobFile>> m_file;  // used by the writer only; its next file
  std::vector<LeftJob> m_left;
  std::vector<LeftJob> m_dropped;  // a search in progress may still find them
  std::vector<LeftJob> m_wanted;   // until their project is open
  QString m_opening;               // the project being opened for them
  bool m_isOver = false;
  QTimer m_saving;
  Worker m_reader;  // last: destroyed first
  Worker m_writer;
};

}  // namespace fw::ui
