// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/merge_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <algorithm>

#include "ui/state/file_path.h"
#include "ui/state/model_library.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

using engine_api::LoraWork;

namespace {

constexpr int nameLetters = 36;

}  // namespace

LoraMergeDialog::LoraMergeDialog(const std::vector<const LibraryLora*>& chosen, const ModelLibrary& library,
                                 const QString& folder, QWidget* parent)
    : QDialog(parent),
      m_folder(folder),
      m_name(chosen.front()->name),
      m_work(named(new QComboBox, tr("Result"))),
      m_model(named(new QComboBox, tr("Model"), tr("The model that the LoRAs were trained on."))),
      m_target(named(new QLineEdit, tr("Save as"))),
      m_note(new WrapLabel),
      m_merge(named(new QPushButton(icon("merge"), tr("Merge")), tr("Merge"))) {
  setObjectName(QStringLiteral("mergeDialog"));
  setWindowTitle(tr("Merge LoRAs"));
  setGuidePage(*this, QStringLiteral("models.md#lora-files"));
  m_work->addItem(tr("One LoRA that does what all of them do"), static_cast<int>(LoraWork::fuse));
  m_work->addItem(tr("A model with the LoRAs in its weights"), static_cast<int>(LoraWork::merge));
  // If no model fits all of them, the first one's models: the other LoRAs are hidden then.
  std::vector<const LibraryModel*> models = library.modelsForAll(chosen);
  if (models.empty()) models = library.modelsFor(*chosen.front());
  for (const LibraryModel* const model : models) m_model->addItem(model->name, model->path);
  auto* const choose = named(new QPushButton(icon("folder"), tr("Choose…")), tr("Choose where to save"));
  choose->setAutoDefault(false);
  auto* const place = new QHBoxLayout;
  place->addWidget(m_target, 1);
  place->addWidget(choose);
  auto* const form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  form->addRow(tr("&Model"), m_model);
  form->addRow(tr("LoRAs and strengths"), makeList(chosen, library));
  form->addRow(tr("&Result"), m_work);
  auto* const placeLabel = new QLabel(tr("&Save as"));
  placeLabel->setBuddy(m_target);
  form->addRow(placeLabel, place);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  buttons->addButton(m_merge, QDialogButtonBox::AcceptRole);
  m_merge->setDefault(true);
  auto* const column = new QVBoxLayout(this);
  column->addLayout(form, 1);
  column->addWidget(m_note);
  column->addWidget(buttons);
  connect(choose, &QPushButton::clicked, this, &LoraMergeDialog::choosePlace);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_work, &QComboBox::currentIndexChanged, this, &LoraMergeDialog::proposeName);
  connect(m_model, &QComboBox::currentIndexChanged, this, &LoraMergeDialog::update);
  connect(m_target, &QLineEdit::textChanged, this, &LoraMergeDialog::update);
  proposeName();
  update();
  resize(640, sizeHint().height());
}

QWidget* LoraMergeDialog::makeList(const std::vector<const LibraryLora*>& chosen,
                                   const ModelLibrary& library) {
  auto* const inner = new QWidget;
  auto* const column = new QVBoxLayout(inner);
  column->setContentsMargins(0, 0, 0, 0);
  for (const LibraryLora& each : library.loras()) {
    QStringList models;
    for (const LibraryModel* const model : library.modelsFor(each)) models << model->path;
    auto* const line = new QWidget;
    auto* const row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    const QString title = each.title();
    // Elided in the middle, since the end may matter more; the strength stays visible.
    const int room = fontMetrics().averageCharWidth() * nameLetters;
    auto* const taken = named(new QCheckBox(fontMetrics().elidedText(title, Qt::ElideMiddle, room)), title);
    taken->setToolTip(each.path);
    taken->setChecked(std::ranges::count(chosen, each.path, &LibraryLora::path) > 0);
    auto* const weight = named(new QDoubleSpinBox, tr("Strength of %1").arg(title));
    weight->setRange(-10, 10);
    weight->setSingleStep(0.05);
    weight->setValue(1);
    row->addWidget(taken, 1);
    row->addWidget(weight);
    column->addWidget(line);
    connect(taken, &QCheckBox::toggled, this, &LoraMergeDialog::update);
    m_rows.push_back({each.path, models, taken, weight, line});
  }
  column->addStretch(1);
  auto* const area = named(new QScrollArea, tr("LoRAs and strengths"));
  area->setWidget(inner);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  return area;
}

bool LoraMergeDialog::writesModel() const {
  return m_work->currentData().toInt() == static_cast<int>(LoraWork::merge);
}

void LoraMergeDialog::proposeName() {
  // Replaces only a name that the dialog proposed itself.
  if (m_target->text() == m_proposed) {
    const QString name =
        m_name + (writesModel() ? QStringLiteral("-model") : QStringLiteral("-merged.safetensors"));
    m_proposed = QDir::toNativeSeparators(QDir(m_folder).filePath(name));
    m_target->setText(m_proposed);
  }
  update();
}

QString LoraMergeDialog::targetPath() const {
  const QString path = QDir::fromNativeSeparators(m_target->text().trimmed());
  if (path.isEmpty()) return {};
  const QString whole = QDir::cleanPath(QDir(m_folder).absoluteFilePath(path));
  const QString ending = QStringLiteral(".safetensors");
  return writesModel() || whole.endsWith(ending) ? whole : whole + ending;
}

void LoraMergeDialog::update() {
  const QString model = m_model->currentData().toString();
  bool any = false;
  for (const Row& row : m_rows) {
    row.line->setVisible(row.models.contains(model));
    row.weight->setEnabled(row.taken->isChecked());
    any = any || (row.taken->isChecked() && row.models.contains(model));
  }
  const QString path = targetPath();
  const bool isTaken = !path.isEmpty() && QFileInfo::exists(path);
  m_note->setText(m_model->count() == 0
                      ? tr("No model in the list matches this LoRA's shapes. Add the folder of the "
                           "model it was trained on.")
                  : isTaken ? tr("“%1” exists already: choose another name.").arg(QFileInfo(path).fileName())
                            : QString());
  m_note->setVisible(!m_note->text().isEmpty());
  m_merge->setEnabled(any && !path.isEmpty() && !isTaken);
}

void LoraMergeDialog::choosePlace() {
  const QString path = QFileDialog::getSaveFileName(this, tr("Save the merged LoRAs"), targetPath(),
                                                    writesModel() ? QString() : tr("LoRA (*.safetensors)"),
                                                    nullptr, QFileDialog::DontConfirmOverwrite);
  if (!path.isEmpty()) m_target->setText(QDir::toNativeSeparators(path));
}

engine_api::LoraRequest LoraMergeDialog::request() const {
  const QString model = m_model->currentData().toString();
  engine_api::LoraRequest request{.work = static_cast<LoraWork>(m_work->currentData().toInt()),
                                  .model = toPath(model),
                                  .loras = {},
                                  .out = toPath(targetPath())};
  for (const Row& row : m_rows) {
    if (row.taken->isChecked() && row.models.contains(model))
      request.loras.push_back({toPath(row.path), row.weight->value()});
  }
  return request;
}

}  // namespace fw::ui
