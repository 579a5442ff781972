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

/// The window's open project, if any. Opening and creating run on their own thread, since a folder may be
/// slow. GUI thread only.
class ProjectSession : public QObject {
  Q_OBJECT
 public:
  explicit ProjectSession(QObject* parent = nullptr);
  ~ProjectSession() override;

  /// changed() or failed() follows. Ignored while another call is running, and for the project that is open
  /// already. The previous project stays open until the new one is.
  void open(const QString& path);
  /// changed() and created(), or notCreated() follows.
  void create(const QString& folder);
  /// The sample project in `folder`, created if necessary; sampleOpened() follows, too.
  void openSample(const QString& folder);
  /// Saves a project whose folder is gone as a new one in `folder`, and opens that.
  void saveCopy(const QString& folder);
  /// Opens a project whose folder was moved at its new place.
  void openMoved(const QString& folder);
  void close();

  bool isBusy() const { return m_busy; }
  bool isOpen() const { return m_project.has_value(); }
  /// Only while a project is open.
  project::Project& project() { return *m_project; }
  /// Opens the project again for another thread. Null if none is open or its folder is gone.
  std::shared_ptr<project::Project> beside();
  /// The folder was deleted, moved or replaced: nothing can be written until it is back; read_only_reason()
  /// has the fault.
  bool isGone() const { return m_isGone; }
  /// Whether the open project continues the one whose folder was gone: as a copy, or at another place.
  bool isContinued() const { return m_isContinued; }
  /// Checks in the background whether the folder is in place; gone() or back() follows on a change.
  void look();
  QString folder() const { return m_folder; }
  /// The folder's name.
  QString name() const;
  /// Whether a project is open and writable.
  bool canWrite() const { return isOpen() && !m_readOnlyReason; }
  /// Why the project is read-only; nullopt if it is writable.
  const std::optional<Fault>& read_only_reason() const { return m_readOnlyReason; }
  const std::optional<Fault>& caution() const { return m_caution; }

 Q_SIGNALS:
  void changed();
  void created();
  void sampleOpened();
  /// The open project's folder was deleted, moved or replaced. Emitted once.
  void gone();
  /// The folder is back and writable.
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
  std::optional<project::Project::Identity> m_moved;  // of a project being opened at its new place
  QTimer m_looking;
  std::shared_ptr<project::Project> m_watched;  // by m_watch, and by saveCopy() when the folder is gone
  Worker m_watch;                               // these last: destroyed first
  std::jthread m_worker;
};

/// Whether a project that is not open here would be read-only: another window has it open, or its folder is
/// not writable. Thread: any. @param own  the project that this window has open for writing; empty: none
bool isReadOnlyHere(const std::filesystem::path& folder, const std::filesystem::path& own);

}  // namespace fw::ui
