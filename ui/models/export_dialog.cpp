// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/export_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>

#include "ui/models/library_rows.h"
#include "ui/state/file_path.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

using model_files::LoraFormat;

namespace {

void addRow(QFormLayout& form, const QString& label, QWidget* field, QWidget* control, const QString& help) {
  form.addRow(label, field);
  control->setToolTip(help);
  named(control, QString(label).remove(QLatin1Char('&')), help);
}

}  // namespace

LoraExportDialog::LoraExportDialog(const LibraryLora& lora, const ModelLibrary& library,
                                   const QString& folder, QWidget* parent)
    : QDialog(parent),
      m_source(lora.path),
      m_folder(folder),
      m_name(lora.name),
      m_format(new QComboBox),
      m_model(new QComboBox),
      m_target(new QLineEdit),
      m_note(new WrapLabel),
      m_export(new QPushButton(icon("export"), tr("Export"))) {
  setWindowTitle(tr("Export the LoRA “%1”").arg(lora.title()));
  setGuidePage(*this, QStringLiteral("models.md#lora-files"));
  if (lora.found.step) m_name += QStringLiteral("-%1").arg(*lora.found.step);
  m_format->addItem(tr("ComfyUI"), static_cast<int>(LoraFormat::comfyui));
  m_format->addItem(tr("kohya and compatible programs"), static_cast<int>(LoraFormat::kohya));
  m_format->addItem(tr("diffusers and PEFT"), static_cast<int>(LoraFormat::diffusers));
  // Preselects the other format.
  if (lora.found.info && lora.found.info->format == model_files::LoraFormat::comfyui)
    m_format->setCurrentIndex(2);
  for (const LibraryModel* const model : library.modelsFor(lora)) m_model->addItem(model->name, model->path);
  auto* const choose = named(new QPushButton(icon("folder"), tr("Choose…")), tr("Choose the file"));
  auto* const place = new QWidget;
  auto* const row = new QHBoxLayout(place);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(m_target, 1);
  row->addWidget(choose);
  auto* const form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  addRow(*form, tr("&Key format"), m_format, m_format,
         tr("How the program that will read the file names layers."));
  addRow(*form, tr("&Model"), m_model, m_model, tr("The model whose layers the LoRA applies to."));
  addRow(*form, tr("&File"), place, m_target, tr("The file to write. The weights stay the same."));
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  named(m_export, tr("Export"));
  buttons->addButton(m_export, QDialogButtonBox::AcceptRole);
  m_export->setDefault(true);
  choose->setAutoDefault(false);
  auto* const column = new QVBoxLayout(this);
  column->addLayout(form);
  column->addWidget(m_note);
  column->addStretch(1);
  column->addWidget(buttons);
  connect(choose, &QPushButton::clicked, this, &LoraExportDialog::chooseFile);
  connect(buttons, &QDialogButtonBox::accepted, this, &LoraExportDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_format, &QComboBox::currentIndexChanged, this, &LoraExportDialog::proposeName);
  connect(m_target, &QLineEdit::textChanged, this, &LoraExportDialog::update);
  resize(600, sizeHint().height());
  proposeName();
}

void LoraExportDialog::proposeName() {
  // Replaces only a name that the dialog proposed itself.
  if (m_target->text() != m_proposed) return;
  m_proposed = QDir::toNativeSeparators(QDir(m_folder).filePath(
      QStringLiteral("%1-%2.safetensors").arg(m_name, QLatin1String(name_of(chosenFormat()).data()))));
  m_target->setText(m_proposed);
}

QString LoraExportDialog::targetPath() const {
  const QString path = QDir::fromNativeSeparators(m_target->text().trimmed());
  if (path.isEmpty()) return {};
  const QString whole = QDir::cleanPath(QDir(m_folder).absoluteFilePath(path));
  const QString ending = QStringLiteral(".safetensors");
  return whole.endsWith(ending) ? whole : whole + ending;
}

void LoraExportDialog::update() {
  const QString path = targetPath();
  const bool isSource = path == m_source;
  QString note;
  if (m_model->count() == 0)
    note =
        tr("No model in the list matches this LoRA's shapes. Add the folder of the model it was trained on.");
  else if (isSource)
    note = tr("This is the LoRA itself: choose another file.");
  else if (QFileInfo::exists(path))
    note = tr("This file exists and will be replaced.");
  m_note->setText(note);
  m_note->setVisible(!note.isEmpty());
  m_export->setEnabled(m_model->count() > 0 && !path.isEmpty() && !isSource);
}

void LoraExportDialog::chooseFile() {
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Export the LoRA"), targetPath(), tr("LoRA (*.safetensors)"),
                                   nullptr, QFileDialog::DontConfirmOverwrite);
  if (!file.isEmpty()) m_target->setText(QDir::toNativeSeparators(file));
}

void LoraExportDialog::accept() {
  const QString path = targetPath();
  if (QFileInfo::exists(path)) {
    QMessageBox question(QMessageBox::Question, tr("Replace the file?"),
                         tr("“%1” exists already.").arg(QFileInfo(path).fileName()), QMessageBox::NoButton,
                         this);
    QPushButton* const replace = question.addButton(tr("&Replace"), QMessageBox::DestructiveRole);
    replace->setObjectName(QStringLiteral("replaceFile"));
    QPushButton* const keep = question.addButton(tr("&Cancel"), QMessageBox::RejectRole);
    question.setDefaultButton(keep);
    question.setEscapeButton(keep);
    question.exec();
    if (question.clickedButton() != replace) return;
    m_mayReplace = true;
  }
  QDialog::accept();
}

LoraFormat LoraExportDialog::chosenFormat() const {
  return static_cast<LoraFormat>(m_format->currentData().toInt());
}

engine_api::LoraRequest LoraExportDialog::request() const {
  return {.work = engine_api::LoraWork::convert,
          .model = toPath(m_model->currentData().toString()),
          .loras = {{toPath(m_source)}},
          .out = toPath(targetPath()),
          .overwrite = m_mayReplace,
          .format = chosenFormat()};
}

}  // namespace fw::ui
