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

/// The clips of the open project as the window reaches them: read and edited on threads of their own, each
/// with its own connection, so that no list waits for a long count and no edit for a list. Edits are steps of
/// the project's own undo history, which also holds those of jobs and of former sessions.
/// GUI thread only.
class ClipStore : public QObject {
  Q_OBJECT
 public:
  /// Looking for clips that are alike takes a second for so many, and four times as long for twice as many:
  /// in a larger project it is left out.
  static constexpr int64_t mostCompared = 20000;
  using Edit = std::function<void(project::Project&)>;

  /// Adds the jobs on projects (workflow/dataset_jobs.h) to the bridge.
  ClipStore(EngineBridge& bridge, ProjectSession& session, JobListModel& jobs, QObject* parent = nullptr);
  /// Waits for the edits under way, so that nothing that was typed is lost.
  ~ClipStore() override;

  bool isOpen() const { return m_folder.has_value(); }
  bool canEdit() const { return isOpen() && !m_readOnly; }
  /// Whether what is typed reaches the project: at once, or when its folder is back.
  bool keepsEdits() const;
  /// How many edits wait for the project's folder to be back.
  size_t waitingEdits() const;
  /// Only while one is open.
  const std::filesystem::path& folder() const { return *m_folder; }
  /// The project once more, for a thread of one's own; null while none is open or it cannot be reached.
  std::shared_ptr<const project::Project> beside() const;

  /// What is quick: lists and rows. @param work  project, stop -> value. @param take  value
  template <typename Work, typename Take>
  void read(Work work, Take take) {
    run(m_reader, m_reading, std::move(work), std::move(take));
  }
  /// What looks at every clip: counts and plans.
  template <typename Work, typename Take>
  void readAll(Work work, Take take) {
    run(m_counter, m_counting, std::move(work), std::move(take));
  }
  /// What has to see all edits that were asked for before it.
  template <typename Work, typename Take>
  void readAfterEdits(Work work, Take take) {
    run(m_writer, m_writing, std::move(work), std::move(take));
  }

  /// Whoever asked to read something goes away, with the window: no answer reaches them any more.
  void forgetReaders() { ++m_readers; }

  /// `work` makes one step of the undo history; changed() follows. Edits that fail because the project's
  /// folder is gone are retried when it is back, found elsewhere, or saved as a copy: resumed() follows.
  void edit(Edit work);
  /// Edits were asked for of which changed() has not told yet: what was read until then may be older.
  bool isEditing() const { return m_edits.use_count() > 1; }
  void undo();
  void redo();
  /// What undo() and redo() would do, in the user's language; empty when there is nothing.
  const QString& undoText() const { return m_undoText; }
  const QString& redoText() const { return m_redoText; }

 Q_SIGNALS:
  /// The project is about to be left: what is being typed still reaches it by edit().
  void closing();
  /// Another project, or none.
  void opened();
  /// Clips, captions, buckets or settings may have changed.
  void changed();
  /// An edit was not kept; failed() says why, changed() follows.
  void editFailed();
  /// The edits that waited for the project's folder have been asked for again.
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
  int m_readers = 0;  // number of the window that reads
  std::shared_ptr<const int> m_edits =
      std::make_shared<const int>();  // held by each edit until it is told of
  std::shared_ptr<JobAccess> m_jobAccess;
  std::shared_ptr<WaitingEdits> m_waiting;
  SharedProject m_reading;  // each used on its worker only
  SharedProject m_counting;
  SharedProject m_writing;
  QString m_undoText;
  QString m_redoText;
  QTimer m_jobTimer;  // while a job adds clips
  Worker m_reader;    // the workers last: they end before all else
  Worker m_counter;
  Worker m_writer;
};

}  // namespace fw::ui
