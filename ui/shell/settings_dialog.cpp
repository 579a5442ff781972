// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QUrl>

#include "base/error.h"
#include "base/paths.h"
#include "ui/shell/cache_row.h"
#include "ui/shell/language.h"
#include "ui/state/file_path.h"
#include "ui/state/settings.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

void choose(QComboBox* box, const QVariant& value) {
  box->setCurrentIndex(std::max(0, box->findData(value)));
}

/// Empty if the folder cannot be created.
QString folderText(std::filesystem::path (*folder)()) {
  try {
    return toText(folder());
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

SettingsDialog::SettingsDialog(Settings& settings, Theme& theme, QWidget* parent)
    : QDialog(parent),
      m_settings(settings),
      m_theme(theme),
      m_mode(new QComboBox),
      m_language(new QComboBox),
      m_confirmClose(new QCheckBox(tr("&Ask before closing while jobs run or wait"))),
      m_cacheLimit(new QSpinBox) {
  setObjectName(QStringLiteral("settingsDialog"));
  setWindowTitle(tr("Settings"));
  setAccessibleName(tr("Settings"));
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(20, 18, 20, 16);
  column->setSpacing(18);
  column->addLayout(makeForm());
  column->addStretch(1);
  column->addWidget(buttons);
}

QLayout* SettingsDialog::makeForm() {
  m_mode->addItem(tr("System"), static_cast<int>(ThemeMode::system));
  m_mode->addItem(tr("Light"), static_cast<int>(ThemeMode::light));
  m_mode->addItem(tr("Dark"), static_cast<int>(ThemeMode::dark));
  choose(m_mode, static_cast<int>(m_theme.mode()));
  m_language->addItem(tr("System"), QString());
  for (const Language& language : languages()) m_language->addItem(language.name, language.code);
  choose(m_language, m_settings.language());
  m_confirmClose->setChecked(m_settings.confirmClose());
  // Not the dialog's own minimum, which would override what its texts need.
  m_mode->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
  named(m_mode, tr("Theme"), tr("Colours of the window"));
  named(m_language, tr("Language"), tr("Language of the window; the log file stays English"));
  named(m_confirmClose, tr("Ask before closing while jobs run or wait"));
  m_language->setToolTip(m_language->accessibleDescription());

  auto* const form = new QFormLayout;
  form->setHorizontalSpacing(16);
  form->setVerticalSpacing(12);
  form->addRow(tr("&Theme"), m_mode);
  form->addRow(tr("&Language"), m_language);
  form->addRow(tr("Closing"), m_confirmClose);
  form->addRow(tr("Log folder"), folderRow(tr("Log folder"), folderText(&state_folder)));
  form->addRow(tr("Cache folder"), folderRow(tr("Cache folder"), folderText(&cache_folder)));
  m_cacheLimit->setRange(0, 1'000'000);
  m_cacheLimit->setSuffix(QStringLiteral(" GiB"));
  m_cacheLimit->setSpecialValueText(tr("No limit"));
  m_cacheLimit->setValue(m_settings.cacheLimitGib());
  m_cacheLimit->setToolTip(tr("When the cache grows beyond this, Framewright offers to clean it up."));
  named(m_cacheLimit, tr("Cache limit"), m_cacheLimit->toolTip());
  form->addRow(tr("Cache &limit"), m_cacheLimit);
  if (const QString folder = folderText(&cache_folder); !folder.isEmpty()) {
    const auto limit = [this] { return static_cast<uint64_t>(m_cacheLimit->value()) << 30; };
    form->addRow(tr("Latents"), new CacheRow(toPath(folder) / "latents", m_settings.recentProjects(), limit));
  }
  return form;
}

QLayout* SettingsDialog::folderRow(const QString& name, const QString& folder) {
  auto* const path = named(new QLineEdit(folder), name);
  path->setReadOnly(true);
  path->setToolTip(folder);
  path->setCursorPosition(0);
  const int most = fontMetrics().averageCharWidth() * 90;
  path->setMinimumWidth(std::min(fontMetrics().horizontalAdvance(folder + QStringLiteral("000")), most));
  auto* const open = named(new QPushButton(icon("folder"), tr("Open")), tr("Open %1").arg(name));
  open->setEnabled(!folder.isEmpty());
  open->setAutoDefault(false);
  connect(open, &QPushButton::clicked, this,
          [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
  auto* const row = new QHBoxLayout;
  row->addWidget(path, 1);
  row->addWidget(open);
  return row;
}

void SettingsDialog::accept() {
  m_settings.setConfirmClose(m_confirmClose->isChecked());
  m_settings.setCacheLimitGib(m_cacheLimit->value());
  m_settings.setTheme(static_cast<ThemeMode>(m_mode->currentData().toInt()));
  m_theme.setMode(m_settings.theme());
  const bool otherLanguage = m_settings.language() != m_language->currentData().toString();
  m_settings.setLanguage(m_language->currentData().toString());
  QDialog::accept();
  if (otherLanguage) Q_EMIT languageChanged();
}

}  // namespace fw::ui
