// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>
#include <thread>

#include "project/project.h"
#include "ui/state/worker.h"

namespace fw::ui {

/// The project that the window shows: none or one. Opening and making run on a thread of their own, as a
/// folder may be slow to reach. GUI thread only.
class ProjectSession : public QObject {
  Q_OBJECT
 public:
  explicit ProjectSession(QObject* parent = nullptr);
  ~ProjectSession() override;

  /// changed() or failed() follows. While one call is under way another is ignored, as is the project that is
  /// open already. What was open stays open until the other one is.
  void open(const QString& path);
  /// changed() and created(), or notCreated() follows.
  void create(const QString& folder);
  /// The sample project in `folder`, made there when it is not yet; sampleOpened() follows, too.
  void openSample(const QString& folder);
  /// Saves a project that is gone as a new one in `folder`, and opens that.
  void saveCopy(const QString& folder);
  /// Opens a project that is gone at the place that its folder was moved to.
  void openMoved(const QString& folder);
  void close();

  bool isBusy() const { return m_busy; }
  bool isOpen() const { return m_project.has_value(); }
  /// Only while one is open.
  project::Project& project() { return *m_project; }
  /// The project once more, for another thread. Null when none is open or it is gone.
  std::shared_ptr<project::Project> beside();
  /// Its folder was deleted, moved or replaced: nothing can be written until it is back; read_only_reason()
  /// has the fault.
  bool isGone() const { return m_isGone; }
  /// Whether the open project is the one that was gone: a copy of it, or the same in another place.
  bool isContinued() const { return m_isContinued; }
  /// Checks in the background whether the folder is in place; gone() or back() follows if that has changed.
  void look();
  QString folder() const { return m_folder; }
  /// The folder's own name.
  QString name() const;
  /// One is open, and it can be written.
  bool canWrite() const { return isOpen() && !m_readOnlyReason; }
  /// Why the project can only be read; nothing otherwise.
  const std::optional<Fault>& read_only_reason() const { return m_readOnlyReason; }
  const std::optional<Fault>& caution() const { return m_caution; }

 Q_SIGNALS:
  void changed();
  void created();
  void sampleOpened();
  /// The open project's folder was deleted, moved or replaced. Emitted once.
  void gone();
  /// The folder is where it was, and can be written as before.
  void back();
  void failed(const fw::Fault& fault);
  void notCreated(const fw::Fault& fault);

 private:
  using Failed = void (ProjectSession::*)(const Fault& fault);
  /// @param opened  emitted after changed(); may be null. @param refused  emitted if `work` throws
  void run(std::function<project::Project()> work, void (ProjectSession::*opened)() = nullptr,
           Failed refused = &ProjectSession::failed);
  void take(project::Project& opened);
  void noteGone();
  void noteBack();

  std::optional<project::Project> m_project;
  QString m_folder;
  std::optional<Fault> m_readOnlyReason;
  std::optional<Fault> m_caution;
  void (ProjectSession::*m_opened)() = nullptr;
  bool m_busy = false;
  bool m_isGone = false;
  bool m_isCopying = false;
  bool m_isContinued = false;
  std::optional<project::Project::Identity> m_moved;  // of a project that is opened at its new place
  QTimer m_looking;
  std::shared_ptr<project::Project> m_watched;  // by m_watch, and by saveCopy() when it is gone
  Worker m_watch;                               // these last: they end before all else
  std::jthread m_worker;
};

/// Whether a project that is not open here could only be read: another window holds it, or its folder is not
/// writable. Thread: any. @param own  the one that this window has open for writing; empty: none
bool isReadOnlyHere(const std::filesystem::path& folder, const std::filesystem::path& own);

}  // namespace fw::ui
