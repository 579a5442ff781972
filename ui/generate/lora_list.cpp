// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/lora_list.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "run/run_notes.h"
#include "ui/generate/form_rows.h"
#include "ui/state/file_path.h"
#include "ui/state/kept_loras.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/file_questions.h"
#include "ui/widgets/wheel_guard.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr double strongest = 4;
constexpr double sliderEnd = 2;  // the usual range; the number field allows more
constexpr int nameLetters = 30;
constexpr qsizetype mostRuns = 20;
const QString loraSuffix = QStringLiteral(".safetensors");

/// Trainers give all LoRAs the same name: add run and step to tell them apart.
QString loraName(const QString& file) {
  const QFileInfo info(file);
  const QString name = info.completeBaseName();
  if (name != QLatin1String("pytorch_lora_weights")) return name;
  const QStringList folders = info.absolutePath().split(QLatin1Char('/'), Qt::SkipEmptyParts);
  const QString folder = folders.value(folders.size() - 1);
  if (folder == QLatin1String("result")) return folders.value(folders.size() - 2);
  if (!folder.startsWith(QLatin1String("step-"))) return folder;
  return folders.value(folders.size() - 3) + QStringLiteral(" · ") +
         LoraList::tr("step %1").arg(folder.mid(5).toInt());
}

}  // namespace

QStringList draggedLoras(const QMimeData& data) {
  QStringList files;
  for (const QUrl& url : data.urls()) {
    if (url.isLocalFile() && url.toLocalFile().endsWith(loraSuffix, Qt::CaseInsensitive))
      files << url.toLocalFile();
  }
  return files;
}

LoraList::LoraList(QWidget* parent)
    : QWidget(parent),
      m_column(new QVBoxLayout(this)),
      m_empty(new WrapLabel(tr("No LoRA. Add one, or drop .safetensors files on this page."))) {
  setObjectName(QStringLiteral("generate.loras"));
  named(this, tr("LoRAs"), m_empty->text());
  m_empty->setForegroundRole(QPalette::PlaceholderText);
  auto* const add = named(new QPushButton(icon("add"), tr("Add LoRA…")), tr("Add LoRA files…"));
  connect(add, &QPushButton::clicked, this, &LoraList::browse);
  m_fromRun = named(new QPushButton(icon("monitor"), tr("From a run")), tr("From a run"),
                    tr("Adds a LoRA that a run of this project has kept."));
  m_fromRun->setObjectName(QStringLiteral("loraFromRun"));
  m_fromRun->setToolTip(m_fromRun->accessibleDescription());
  m_fromRun->setMenu(new QMenu(m_fromRun));
  m_fromRun->hide();
  connect(m_fromRun->menu(), &QMenu::aboutToShow, this, &LoraList::listRuns);
  auto* const buttons = new QHBoxLayout;
  buttons->addWidget(add);
  buttons->addWidget(m_fromRun);
  buttons->addStretch(1);
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(6);
  m_column->addWidget(m_empty);
  m_column->addLayout(buttons);
}

LoraList::Row LoraList::makeRow(const QString& file, double weight, bool isOn) {
  const QString name = loraName(file);
  Row row{file, new QWidget, new QCheckBox, new QDoubleSpinBox};
  row.on->setText(fontMetrics()
                      .elidedText(name, Qt::ElideMiddle, fontMetrics().averageCharWidth() * nameLetters)
                      .replace(QLatin1Char('&'), QStringLiteral("&&")));
  row.on->setToolTip(file);
  row.on->setChecked(isOn);
  named(row.on, tr("Use the LoRA “%1”").arg(name), file);
  row.weight->setRange(-strongest, strongest);
  row.weight->setSingleStep(0.05);
  row.weight->setValue(weight);
  named(row.weight, tr("Strength of “%1”").arg(name));
  auto* const slider = named(new QSlider(Qt::Horizontal), tr("Strength of “%1”").arg(name));
  slider->setRange(static_cast<int>(-sliderEnd * 100), static_cast<int>(sliderEnd * 100));
  slider->setPageStep(25);
  slider->setValue(static_cast<int>(std::lround(weight * 100)));
  for (QWidget* const editor : {static_cast<QWidget*>(row.weight), static_cast<QWidget*>(slider)}) {
    editor->setToolTip(tr("1 is the strength it was trained at, 0 turns it off."));
    keepWheelFromChanging(editor);
  }
  QToolButton* const remove = removeButton(*row.widget, tr("Remove “%1” from the list").arg(name));
  auto* const grid = new QGridLayout(row.widget);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setVerticalSpacing(2);
  grid->addWidget(row.on, 0, 0, 1, 2);
  grid->addWidget(remove, 0, 2);
  grid->addWidget(slider, 1, 0);
  grid->addWidget(row.weight, 1, 1, 1, 2);
  grid->setColumnStretch(0, 1);

  const auto dim = [slider, spin = row.weight](bool on) {
    slider->setEnabled(on);
    spin->setEnabled(on);
  };
  dim(isOn);
  connect(row.on, &QCheckBox::toggled, this, [this, dim](bool on) {
    dim(on);
    Q_EMIT changed();
  });
  connect(slider, &QSlider::valueChanged, row.weight, [spin = row.weight](int value) {
    // Keeps a number beyond the slider's range, with the slider at its end.
    if (std::lround(std::clamp(spin->value(), -sliderEnd, sliderEnd) * 100) != value)
      spin->setValue(value / 100.0);
  });
  connect(row.weight, &QDoubleSpinBox::valueChanged, this, [this, slider](double value) {
    slider->setValue(static_cast<int>(std::lround(value * 100)));
    Q_EMIT changed();
  });
  connect(remove->defaultAction(), &QAction::triggered, this,
          [this, widget = row.widget] { this->remove(widget); });
  return row;
}

void LoraList::add(const QString& file, double weight, bool isOn) {
  const auto known = std::ranges::find(m_rows, file, &Row::file);
  if (known != m_rows.end()) return known->on->setChecked(true);
  m_rows.push_back(makeRow(file, weight, isOn));
  m_column->insertWidget(m_column->count() - 1, m_rows.back().widget);
  showEmpty();
  Q_EMIT changed();
}

void LoraList::remove(QWidget* widget) {
  std::erase_if(m_rows, [widget](const Row& row) { return row.widget == widget; });
  widget->hide();
  widget->deleteLater();
  showEmpty();
  Q_EMIT changed();
}

void LoraList::showEmpty() {
  m_empty->setVisible(m_rows.empty());
}

void LoraList::browse() {
  for (const QString& file :
       askForFiles(window(), tr("Add LoRA files"), QStringLiteral("loras"), tr("LoRAs (*.safetensors)")))
    add(file);
}

void LoraList::setProject(const QString& folder) {
  m_project = folder;
  m_fromRun->setVisible(!folder.isEmpty());
}

/// The newest runs, each with its existing steps.
void LoraList::listRuns() {
  QMenu& menu = *m_fromRun->menu();
  menu.clear();
  for (const run::RunPaths& run : run::list_runs(toPath(m_project) / "runs")) {
    if (menu.actions().size() == mostRuns) break;
    const std::map<qint64, QString> loras = keptLoras(toText(run.folder));
    if (loras.empty()) continue;
    const std::string given = run::read_run_notes(run).name;
    const QString name = given.empty() ? toText(run.folder.filename()) : QString::fromStdString(given);
    QMenu* const steps = menu.addMenu(QString(name).replace(QLatin1Char('&'), QStringLiteral("&&")));
    for (auto lora = loras.rbegin(); lora != loras.rend(); ++lora)
      steps->addAction(tr("Step %1").arg(lora->first), this, [this, file = lora->second] { add(file); });
  }
  if (menu.isEmpty()) menu.addAction(tr("No run has kept a LoRA yet."))->setEnabled(false);
}

std::vector<ListedLora> LoraList::all() const {
  std::vector<ListedLora> loras;
  for (const Row& row : m_rows) loras.push_back({toPath(row.file), row.weight->value(), row.on->isChecked()});
  return loras;
}

std::vector<engine_api::LoraChoice> LoraList::loras() const {
  std::vector<engine_api::LoraChoice> loras;
  for (const ListedLora& lora : all())
    if (lora.on) loras.push_back({lora.file, lora.weight});
  return loras;
}

void LoraList::setLoras(const std::vector<ListedLora>& loras) {
  {
    const QSignalBlocker quiet(this);
    while (!m_rows.empty()) remove(m_rows.back().widget);
    for (const ListedLora& lora : loras) add(toText(lora.file), lora.weight, lora.on);
  }
  Q_EMIT changed();
}

}  // namespace fw::ui
