// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/settings.h"

#include <QDir>

#include "base/error.h"
#include "base/log.h"
#include "base/paths.h"

#include "ui/state/file_path.h"

namespace fw::ui {

namespace {

const QString themeKey = QStringLiteral("theme");
const QString systemSchemeKey = QStringLiteral("systemScheme");
const QString languageKey = QStringLiteral("language");
const QString confirmCloseKey = QStringLiteral("confirmClose");
const QString cacheLimitKey = QStringLiteral("cacheLimitGib");
const QString recentKey = QStringLiteral("recentProjects");
const QString lastProjectKey = QStringLiteral("lastProject");
const QString lastPlaceKey = QStringLiteral("lastPlace");
const QString lastFolderKey = QStringLiteral("lastFolder/%1");
const QString modelFolderKey = QStringLiteral("modelFolder");
const QString modelFoldersKey = QStringLiteral("modelFolders");
const QString hiddenModelsKey = QStringLiteral("hiddenModels");
const QString recentModelsKey = QStringLiteral("recentModels");
const QString generateFormKey = QStringLiteral("generateForm");
const QString captionerKey = QStringLiteral("captioner");
const QString dismissedKey = QStringLiteral("dismissedRuns");
const QString layoutGroup = QStringLiteral("layout");
const QString geometryKey = QStringLiteral("layout/geometry");
const QString stateKey = QStringLiteral("layout/state");
const QString headerKey = QStringLiteral("layout/header-%1");

QString userFile() {
  try {
    return toText(config_folder() / "window.ini");
  } catch (const Error& error) {
    log::fault(spdlog::level::warn, error.fault(), {FW_TEXT("log", "Settings are not kept: ")});
    return QDir::temp().filePath(QStringLiteral("framewright-window-%1.ini").arg(::getuid()));
  }
}

}  // namespace

Settings::Settings() : Settings(userFile()) {}

Settings::Settings(const QString& file) : m_store(file, QSettings::IniFormat) {}

ThemeMode Settings::theme() const {
  const QString name = m_store.value(themeKey).toString();
  if (name == QLatin1String("light")) return ThemeMode::light;
  return name == QLatin1String("dark") ? ThemeMode::dark : ThemeMode::system;
}

void Settings::setTheme(ThemeMode mode) {
  const char* const name = mode == ThemeMode::dark ? "dark" : mode == ThemeMode::light ? "light" : "system";
  m_store.setValue(themeKey, QLatin1String(name));
}

std::optional<Scheme> Settings::systemScheme() const {
  const QString name = m_store.value(systemSchemeKey).toString();
  if (name.isEmpty()) return std::nullopt;
  return name == QLatin1String("dark") ? Scheme::dark : Scheme::light;
}

void Settings::setSystemScheme(Scheme scheme) {
  m_store.setValue(systemSchemeKey, QLatin1String(scheme == Scheme::dark ? "dark" : "light"));
}

QString Settings::language() const {
  return m_store.value(languageKey).toString();
}

void Settings::setLanguage(const QString& language) {
  m_store.setValue(languageKey, language);
}

bool Settings::confirmClose() const {
  return m_store.value(confirmCloseKey, true).toBool();
}

void Settings::setConfirmClose(bool confirm) {
  m_store.setValue(confirmCloseKey, confirm);
}

int Settings::cacheLimitGib() const {
  return std::max(0, m_store.value(cacheLimitKey, 0).toInt());
}

void Settings::setCacheLimitGib(int gib) {
  m_store.setValue(cacheLimitKey, gib);
}

QStringList Settings::recentProjects() const {
  return m_store.value(recentKey).toStringList();
}

void Settings::addRecentProject(const QString& folder) {
  QStringList folders = recentProjects();
  folders.removeAll(folder);
  folders.prepend(folder);
  m_store.setValue(recentKey, folders.mid(0, maximumRecent));
}

void Settings::removeRecentProject(const QString& folder) {
  QStringList folders = recentProjects();
  folders.removeAll(folder);
  m_store.setValue(recentKey, folders);
}

QString Settings::lastProject() const {
  return m_store.value(lastProjectKey).toString();
}

void Settings::setLastProject(const QString& folder) {
  m_store.setValue(lastProjectKey, folder);
  m_store.sync();  // a project that crashes the program when opened is not opened again
}

QVariantMap Settings::lastPlace() const {
  return m_store.value(lastPlaceKey).toMap();
}

void Settings::setLastPlace(const QVariantMap& place) {
  m_store.setValue(lastPlaceKey, place);
}

QString Settings::lastFolder(const QString& kind) const {
  return m_store.value(lastFolderKey.arg(kind)).toString();
}

void Settings::setLastFolder(const QString& kind, const QString& folder) {
  m_store.setValue(lastFolderKey.arg(kind), folder);
}

QString Settings::lastModelFolder() const {
  return m_store.value(modelFolderKey).toString();
}

void Settings::setLastModelFolder(const QString& folder) {
  m_store.setValue(modelFolderKey, folder);
}

QStringList Settings::modelFolders() const {
  return m_store.value(modelFoldersKey).toStringList();
}

void Settings::setModelFolders(const QStringList& folders) {
  m_store.setValue(modelFoldersKey, folders);
}

QStringList Settings::hiddenModels() const {
  return m_store.value(hiddenModelsKey).toStringList();
}

void Settings::setHiddenModels(const QStringList& paths) {
  m_store.setValue(hiddenModelsKey, paths);
}

QStringList Settings::recentModels() const {
  return m_store.value(recentModelsKey).toStringList();
}

void Settings::addRecentModel(const QString& folder) {
  QStringList folders = recentModels();
  folders.removeAll(folder);
  folders.prepend(folder);
  m_store.setValue(recentModelsKey, folders.mid(0, maximumRecent));
}

QByteArray Settings::generateForm() const {
  return m_store.value(generateFormKey).toByteArray();
}

void Settings::setGenerateForm(const QByteArray& form) {
  m_store.setValue(generateFormKey, form);
}

QByteArray Settings::captioner() const {
  return m_store.value(captionerKey).toByteArray();
}

void Settings::setCaptioner(const QByteArray& captioner) {
  m_store.setValue(captionerKey, captioner);
}

QStringList Settings::dismissedRuns() const {
  return m_store.value(dismissedKey).toStringList();
}

void Settings::dismissRun(const QString& folder) {
  constexpr qsizetype most = 100;
  QStringList folders = dismissedRuns();
  folders.removeAll(folder);
  folders.prepend(folder);
  m_store.setValue(dismissedKey, folders.mid(0, most));
}

QByteArray Settings::windowGeometry() const {
  return m_store.value(geometryKey).toByteArray();
}

QByteArray Settings::windowState() const {
  return m_store.value(stateKey).toByteArray();
}

void Settings::setWindowLayout(const QByteArray& geometry, const QByteArray& state) {
  m_store.setValue(geometryKey, geometry);
  m_store.setValue(stateKey, state);
}

QByteArray Settings::headerState(const QString& table) const {
  return m_store.value(headerKey.arg(table)).toByteArray();
}

void Settings::setHeaderState(const QString& table, const QByteArray& state) {
  m_store.setValue(headerKey.arg(table), state);
}

void Settings::forgetLayout() {
  m_store.remove(layoutGroup);
}

}  // namespace fw::ui
