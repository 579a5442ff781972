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

/// A job that another life of the program left, waiting or under way.
struct LeftJob {
  project::KeptJob job;
  std::filesystem::path file;  ///< that keeps it, in the state folder
  bool operator==(const LeftJob&) const = default;
};

/// Writes the queue down at each change into a file of the user's, so that a crash loses no job. Jobs that
/// earlier sessions left there are found, put back into the queue when a person asks for it, and forgotten.
/// Nothing is ever started unasked. GUI thread only; reads and writes on a worker.
class JobKeeper : public QObject {
  Q_OBJECT
 public:
  JobKeeper(EngineBridge& bridge, ProjectSession& session, QObject* parent = nullptr);
  /// Waits for the last write.
  ~JobKeeper() override;

  /// Forgets the job that runs: a person ends it by closing the window. Nothing is written any more after
  /// this.
  void leaveRunning();

  /// Looks for what is left; leftChanged() follows when it is other than before. The jobs of a project that
  /// another window holds are that window's.
  void look();
  const std::vector<LeftJob>& left() const { return m_left; }
  /// Queues the jobs again in this order, opening the project of each first, and forgets them in their file;
  /// jobs on hold stay on hold. Jobs of another project follow once it is open.
  void add(const std::vector<LeftJob>& jobs);
  void forget(const LeftJob& job);

 Q_SIGNALS:
  void leftChanged();
  void failed(const fw::Fault& fault);

 private:
  void save();
  void write(bool withRunning);
  void openProject();
  void addWanted();
  void openNext();
  bool submit(const project::KeptJob& job);
  void drop(const LeftJob& job);

  EngineBridge& m_bridge;
  ProjectSession& m_session;
  std::string m_name;                                         // of this life of the program
  std::shared_ptr<std::unique_ptr<project::JobFile>> m_file;  // used by the writer only, as the next one
  std::vector<LeftJob> m_left;
  std::vector<LeftJob> m_dropped;  // a look that is under way may still find them
  std::vector<LeftJob> m_wanted;   // until their project is open
  QString m_opening;               // the project that is being opened for them
  bool m_isOver = false;
  QTimer m_saving;
  Worker m_reader;  // last: these end before all else
  Worker m_writer;
};

}  // namespace fw::ui
