// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/project_session.h"

#include <unistd.h>

#include <QDir>
#include <QFileInfo>
#include <memory>
#include <utility>

#include "base/file_lock.h"
#include "base/log.h"
#include "engine_api/job.h"
#include "quickstart/project.h"

#include "ui/state/file_path.h"

namespace fw::ui {

namespace {

constexpr int lookMs = 2000;

/// Accepts the database itself, or a file of a run in runs/<run>/, as file managers pass them.
QString projectOf(const QFileInfo& file) {
  const QString database =
      QString::fromUtf8(project::database_name.data(), qsizetype(project::database_name.size()));
  QDir folder = file.absoluteDir();
  for (int ups = 0; ups < 2 && !folder.exists(database); ++ups)
    if (!folder.cdUp()) break;
  return folder.exists(database) ? folder.path() : file.absolutePath();
}

}  // namespace

ProjectSession::ProjectSession(QObject* parent) : QObject(parent) {
  m_looking.setInterval(lookMs);
  connect(&m_looking, &QTimer::timeout, this, &ProjectSession::look);
}

ProjectSession::~ProjectSession() = default;

QString ProjectSession::name() const {
  return QDir(m_folder).dirName();
}

void ProjectSession::open(const QString& path) {
  const QFileInfo info(path);
  const QString folder = info.isFile() ? projectOf(info) : info.absoluteFilePath();
  if (isOpen() && QDir(folder) == QDir(m_folder)) return;
  run([folder] { return project::Project::open(toPath(folder)); });
}

void ProjectSession::create(const QString& folder) {
  run([folder] { return project::Project::create(toPath(folder)); }, &ProjectSession::created,
      &ProjectSession::notCreated);
}

void ProjectSession::openSample(const QString& folder) {
  if (isOpen() && QDir(folder) == QDir(m_folder)) {
    Q_EMIT sampleOpened();
    return;
  }
  run([folder] { return quickstart::open_quickstart_project(toPath(folder)); },
      &ProjectSession::sampleOpened);
}

void ProjectSession::saveCopy(const QString& folder) {
  if (!m_isGone || m_busy) return;
  m_isCopying = true;
  run([folder, project = m_watched] {
    project->save_copy(toPath(folder));
    return project::Project::open(toPath(folder));
  });
}

void ProjectSession::openMoved(const QString& folder) {
  if (!m_isGone || m_busy) return;
  const auto moved = m_project->identity();
  close();  // it holds the lock of the moved one
  m_moved = moved;
  open(folder);
}

void ProjectSession::run(std::function<project::Project()> work, void (ProjectSession::*opened)(),
                         Failed refused) {
  if (m_busy) return;
  m_busy = true;
  m_opened = opened;
  m_worker = std::jthread([this, refused, work = std::move(work)] {
    try {
      auto result = std::make_shared<project::Project>(work());
      QMetaObject::invokeMethod(
          this, [this, result] { take(*result); }, Qt::QueuedConnection);
    } catch (...) {
      QMetaObject::invokeMethod(
          this,
          [this, refused, fault = engine_api::caught_fault()] {
            m_busy = m_isCopying = false;
            m_moved.reset();
            Q_EMIT(this->*refused)(fault);
          },
          Qt::QueuedConnection);
    }
  });
}

void ProjectSession::take(project::Project& opened) {
  m_busy = false;
  m_isContinued = std::exchange(m_isCopying, false) || (m_moved && m_moved == opened.identity());
  m_moved.reset();
  m_folder = toText(opened.folder());
  m_readOnlyReason = opened.read_only_reason();
  m_caution = opened.caution();
  m_project.emplace(std::move(opened));
  m_isGone = false;
  m_watch.clear();
  m_watched = beside();
  m_looking.start();
  Q_EMIT changed();
  if (const auto opened = std::exchange(m_opened, nullptr); opened != nullptr) Q_EMIT(this->*opened)();
}

std::shared_ptr<project::Project> ProjectSession::beside() {
  if (!isOpen() || m_isGone) return nullptr;
  try {
    return std::make_shared<project::Project>(m_project->open_beside());
  } catch (const Error& error) {
    error.fault().code == project::project_gone.code ? noteGone() : Q_EMIT failed(error.fault());
    return nullptr;
  }
}

void ProjectSession::look() {
  if (!m_watched || !m_watch.isIdle()) return;
  m_watch.run([project = m_watched](const std::stop_token&) { return project->is_in_place(); },
              [this](bool isThere) { isThere ? noteBack() : noteGone(); });
}

void ProjectSession::noteGone() {
  if (std::exchange(m_isGone, true)) return;
  m_readOnlyReason = Fault(project::project_gone, {{"folder", m_folder.toStdString()}});
  log::fault(spdlog::level::err, *m_readOnlyReason);
  Q_EMIT gone();
}

void ProjectSession::noteBack() {
  if (!std::exchange(m_isGone, false)) return;
  m_readOnlyReason = m_project->read_only_reason();
  Q_EMIT back();
}

bool isReadOnlyHere(const std::filesystem::path& folder, const std::filesystem::path& own) {
  return folder != own && (FileLock::is_held(folder / "project.lock") || ::access(folder.c_str(), W_OK) != 0);
}

void ProjectSession::close() {
  if (!isOpen()) return;
  m_looking.stop();
  m_watch.clear();
  m_watched.reset();
  m_isGone = false;
  m_project.reset();
  m_folder.clear();
  m_readOnlyReason.reset();
  m_caution.reset();
  Q_EMIT changed();
}

}  // namespace fw::ui
