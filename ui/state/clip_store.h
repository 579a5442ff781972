// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>

#include "project/project.h"
#include "ui/state/worker.h"

namespace fw::ui {

class EngineBridge;
class JobListModel;
class ProjectSession;
struct JobRow;

/// The window's access to the open project's clips. Reads and edits run on their own threads, each with its
/// own connection, so that lists do not wait for long counts, nor edits for lists. Edits are steps of the
/// project's own undo history, which also contains those of jobs and earlier sessions. GUI thread only.
class ClipStore : public QObject {
  Q_OBJECT
 public:
  /// The search for similar clips takes a second for this many, and four times as long for twice as many;
  /// larger projects skip it.
  static constexpr int64_t mostCompared = 20000;
  using Edit = std::function<void(project::Project&)>;

  /// Registers the jobs on projects (workflow/dataset_jobs.h) with the bridge.
  ClipStore(EngineBridge& bridge, ProjectSession& session, JobListModel& jobs, QObject* parent = nullptr);
  /// Waits for pending edits, so that no input is lost.
  ~ClipStore() override;

  bool isOpen() const { return m_folder.has_value(); }
  bool canEdit() const { return isOpen() && !m_readOnly; }
  /// Whether edits reach the project: immediately, or when its folder is back.
  bool keepsEdits() const;
  /// Number of edits waiting for the project's folder to come back.
  size_t waitingEdits() const;
  /// Only while a project is open.
  const std::filesystem::path& folder() const { return *m_folder; }
  /// Opens the project again for the caller's own thread; null if none is open or it is unreachable.
  std::shared_ptr<const project::Project> beside() const;

  /// For quick reads: lists and rows. @param work  project, stop -> value. @param take  value
  template <typename Work, typename Take>
  void read(Work work, Take take) {
    run(m_reader, m_reading, std::move(work), std::move(take));
  }
  /// For reads over every clip: counts and plans.
  template <typename Work, typename Take>
  void readAll(Work work, Take take) {
    run(m_counter, m_counting, std::move(work), std::move(take));
  }
  /// For reads that must see all edits requested before them.
  template <typename Work, typename Take>
  void readAfterEdits(Work work, Take take) {
    run(m_writer, m_writing, std::move(work), std::move(take));
  }

  /// The readers are going away with the window: no result reaches them any more.
  void forgetReaders() { ++m_readers; }

  /// `work` becomes one undo step; changed() follows. Edits that fail because the project's folder is missing
  /// are retried when it returns, is found elsewhere, or is saved as a copy: resumed() follows.
  void edit(Edit work);
  /// Whether edits are pending for which changed() was not emitted yet; data read until then may be outdated.
  bool isEditing() const { return m_edits.use_count() > 1; }
  void undo();
  void redo();
  /// Names of the next undo and redo steps in the user's language; empty: none.
  const QString& undoText() const { return m_undoText; }
  const QString& redoText() const { return m_redoText; }

 Q_SIGNALS:
  /// The project is about to close: pending input can still be saved with edit().
  void closing();
  /// Another project, or none.
  void opened();
  /// Clips, captions, buckets or settings may have changed.
  void changed();
  /// An edit was lost; failed() gives the reason, changed() follows.
  void editFailed();
  /// The edits that waited for the project's folder were submitted again.
  void resumed();
  void historyChanged();
  /// A job that works on this project's clips has ended.
  void jobEnded(const fw::ui::JobRow& job);
  void failed(const fw::Fault& fault);

 private:
  using SharedProject = std::shared_ptr<project::Project>;
  struct History;
  struct JobAccess;
  struct WaitingEdits;

  template <typename Work, typename Take>
  void run(Worker& worker, const SharedProject& project, Work work, Take take) {
    if (!project) return;
    worker.run([project, work = std::move(work)](
                   const std::stop_token& stop) { return work(std::as_const(*project), stop); },
               [this, readers = m_readers, take = std::move(take)](auto value) mutable {
                 if (readers == m_readers) take(std::move(value));
               });
  }
  void openProject();
  void resumeEdits();
  void watchJob();
  void takeEnd(const JobRow& job);
  void findDuplicates();
  void readHistory();
  void takeHistory(const History& history);

  ProjectSession& m_session;
  JobListModel& m_jobs;
  std::optional<std::filesystem::path> m_folder;
  bool m_readOnly = false;
  int m_readers = 0;  // number of the reading window
  std::shared_ptr<const int> m_edits =
      std::make_shared<const int>();  // held by each edit until it is reported
  std::shared_ptr<JobAccess> m_jobAccess;
  std::shared_ptr<WaitingEdits> m_waiting;
  SharedProject m_reading;  // each used only on its worker
  SharedProject m_counting;
  SharedProject m_writing;
  QString m_undoText;
  QString m_redoText;
  QTimer m_jobTimer;  // while a job adds clips
  Worker m_reader;    // the workers last: destroyed first
  Worker m_counter;
  Worker m_writer;
};

}  // namespace fw::ui
