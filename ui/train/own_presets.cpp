// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/own_presets.h"

#include <QFile>
#include <QMessageBox>
#include <QPushButton>

#include "ui/run_settings/run_draft.h"
#include "ui/state/file_path.h"
#include "ui/widgets/text_question.h"

namespace fw::ui {

namespace {

constexpr ErrorCode preset_stays{"train.preset_not_deleted",
                                 FW_TEXT("errors", "{file} could not be moved to the trash."),
                                 FW_TEXT("errors", "Delete it with a file manager.")};

std::filesystem::path fileOf(const QString& id) {
  return run::preset_folder() / toPath(id + QStringLiteral(".toml"));
}

}  // namespace

OwnPresets::OwnPresets(const RunDraft& draft, QWidget* page) : QObject(page), m_draft(draft), m_page(page) {
  connect(&m_reader, &Worker::failed, this, &OwnPresets::failed);
}

void OwnPresets::look() {
  m_reader.run(
      [](const std::stop_token&) {
        std::vector<Fault> faults;
        return run::own_presets(run::preset_folder(), faults);
      },
      [this](const std::vector<run::Preset>& own) { Q_EMIT found(own); });
}

void OwnPresets::save() {
  saveAs(tr("Save as preset"), {}, m_draft.text());
}

void OwnPresets::copy(const run::Preset& preset, const QString& name) {
  saveAs(tr("Save a copy of the preset"), name, preset.text);
}

void OwnPresets::saveAs(const QString& title, const QString& suggested, const std::string& text) {
  const QString name = askForText(m_page->window(), title, tr("Preset name:"), suggested).value_or(QString());
  if (name.isEmpty()) return;
  const bool replaces = !name.contains(u'/') && QFile::exists(toText(fileOf(name)));
  if (!replaces || agreesToReplace(name, tr("There is a preset “%1” already. Replace it?")))
    write(name, text, replaces);
}

void OwnPresets::replace(const QString& id) {
  if (agreesToReplace(id, tr("Replace the preset “%1” with the settings as they are now?")))
    write(id, m_draft.text(), true);
}

bool OwnPresets::agreesToReplace(const QString& name, const QString& text) {
  return agrees(tr("Replace the preset?"), text.arg(name), tr("&Replace"));
}

void OwnPresets::write(const QString& name, const std::string& text, bool replaces) try {
  run::save_preset(run::preset_folder(), name.toStdString(), text, replaces);
  look();
} catch (const Error& error) {
  Q_EMIT failed(error.fault());
}

void OwnPresets::rename(const QString& id) try {
  const QString name =
      askForText(m_page->window(), tr("Rename the preset"), tr("Preset name:"), id).value_or(QString());
  if (name.isEmpty()) return;
  run::rename_preset(run::preset_folder(), id.toStdString(), name.toStdString());
  look();
} catch (const Error& error) {
  Q_EMIT failed(error.fault());
}

void OwnPresets::remove(const QString& id) {
  if (!agrees(tr("Delete the preset?"), tr("Move the preset “%1” to the trash?").arg(id),
              tr("&Move to trash")))
    return;
  const QString file = toText(fileOf(id));
  if (!QFile::moveToTrash(file)) Q_EMIT failed(Fault(preset_stays, {{"file", file.toStdString()}}));
  look();
}

bool OwnPresets::agrees(const QString& title, const QString& text, const QString& yes) {
  QMessageBox question(QMessageBox::Warning, title, text, QMessageBox::NoButton, m_page->window());
  QPushButton* const agree = question.addButton(yes, QMessageBox::DestructiveRole);
  agree->setObjectName(QStringLiteral("agree"));
  QPushButton* const keep = question.addButton(tr("&Keep the preset"), QMessageBox::RejectRole);
  question.setDefaultButton(keep);
  question.setEscapeButton(keep);
  question.exec();
  return question.clickedButton() == agree;
}

}  // namespace fw::ui
