// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QVariantMap>
#include <optional>

#include "ui/theme/theme.h"

namespace fw::ui {

/// What the window remembers from one start to the next. A value that cannot be read is as one that was never
/// set. GUI thread only.
class Settings {
 public:
  /// The user's file, config_folder()/window.ini; in a temporary place when that folder cannot be used.
  Settings();
  explicit Settings(const QString& file);

  ThemeMode theme() const;
  void setTheme(ThemeMode mode);
  /// What the desktop preferred last time.
  std::optional<Scheme> systemScheme() const;
  void setSystemScheme(Scheme scheme);

  /// "de", "zh_CN", "en"; empty for the desktop's own language.
  QString language() const;
  void setLanguage(const QString& language);

  /// Whether closing the window asks while a job runs or waits.
  bool confirmClose() const;
  void setConfirmClose(bool confirm);

  /// What the cache of latents should not outgrow, in GiB; 0: no limit. Nothing is removed unasked.
  int cacheLimitGib() const;
  void setCacheLimitGib(int gib);

  /// Folders, newest first, at most maximumRecent.
  QStringList recentProjects() const;
  void addRecentProject(const QString& folder);
  void removeRecentProject(const QString& folder);
  static constexpr int maximumRecent = 12;

  /// Open when the window was closed; empty: none.
  QString lastProject() const;
  void setLastProject(const QString& folder);
  /// What was shown when the window was closed, as MainWindow::place().
  QVariantMap lastPlace() const;
  void setLastPlace(const QVariantMap& place);
  /// Where a thing of this kind was chosen last; empty: nowhere yet.
  QString lastFolder(const QString& kind) const;
  void setLastFolder(const QString& kind, const QString& folder);

  /// The model folder that was trained on last.
  QString lastModelFolder() const;
  void setLastModelFolder(const QString& folder);
  /// Folders that the user named, which hold models and LoRAs.
  QStringList modelFolders() const;
  void setModelFolders(const QStringList& folders);
  /// Model folders and LoRA files that the user took off the list; they are still there.
  QStringList hiddenModels() const;
  void setHiddenModels(const QStringList& paths);
  /// Model folders that clips were made with, newest first, at most maximumRecent.
  QStringList recentModels() const;
  void addRecentModel(const QString& folder);
  /// The form of the Generate page, as JSON.
  QByteArray generateForm() const;
  void setGenerateForm(const QByteArray& form);
  /// Who captions clips, as JSON.
  QByteArray captioner() const;
  void setCaptioner(const QByteArray& captioner);
  /// Folders of interrupted runs that the start page offers no more; the newest are kept.
  QStringList dismissedRuns() const;
  void dismissRun(const QString& folder);

  QByteArray windowGeometry() const;
  QByteArray windowState() const;
  void setWindowLayout(const QByteArray& geometry, const QByteArray& state);
  /// Widths and order of a table's columns.
  QByteArray headerState(const QString& table) const;
  void setHeaderState(const QString& table, const QByteArray& state);
  void forgetLayout();

 private:
  mutable QSettings m_store;
};

}  // namespace fw::ui
