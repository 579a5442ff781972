// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QVariantMap>
#include <optional>

#include "ui/theme/theme.h"

namespace fw::ui {

/// Settings that the window remembers between sessions. An unreadable value counts as unset. GUI thread only.
class Settings {
 public:
  /// The user's file, config_folder()/window.ini, or a temporary one if that folder cannot be used.
  Settings();
  explicit Settings(const QString& file);

  ThemeMode theme() const;
  void setTheme(ThemeMode mode);
  /// The desktop's preference in the last session.
  std::optional<Scheme> systemScheme() const;
  void setSystemScheme(Scheme scheme);

  /// "de", "zh_CN", "en"; empty: the desktop's language.
  QString language() const;
  void setLanguage(const QString& language);

  /// Whether closing the window asks if a job runs or waits.
  bool confirmClose() const;
  void setConfirmClose(bool confirm);

  /// Desired limit of the latent cache in GiB; 0: no limit. Nothing is removed unasked.
  int cacheLimitGib() const;
  void setCacheLimitGib(int gib);

  /// Folders, newest first, at most maximumRecent.
  QStringList recentProjects() const;
  void addRecentProject(const QString& folder);
  void removeRecentProject(const QString& folder);
  static constexpr int maximumRecent = 12;

  /// The project open when the window was last closed; empty: none.
  QString lastProject() const;
  void setLastProject(const QString& folder);
  /// The window's place when it was last closed, as MainWindow::place().
  QVariantMap lastPlace() const;
  void setLastPlace(const QVariantMap& place);
  /// The last folder chosen for this kind; empty: none yet.
  QString lastFolder(const QString& kind) const;
  void setLastFolder(const QString& kind, const QString& folder);

  /// The model folder trained on last.
  QString lastModelFolder() const;
  void setLastModelFolder(const QString& folder);
  /// The user's folders of models and LoRAs.
  QStringList modelFolders() const;
  void setModelFolders(const QStringList& folders);
  /// Model folders and LoRA files that the user hid; they still exist.
  QStringList hiddenModels() const;
  void setHiddenModels(const QStringList& paths);
  /// Model folders used for generating, newest first, at most maximumRecent.
  QStringList recentModels() const;
  void addRecentModel(const QString& folder);
  /// The form of the Generate page, as JSON.
  QByteArray generateForm() const;
  void setGenerateForm(const QByteArray& form);
  /// The captioner's settings, as JSON.
  QByteArray captioner() const;
  void setCaptioner(const QByteArray& captioner);
  /// Folders of interrupted runs that the start page no longer offers; limited to the newest.
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
