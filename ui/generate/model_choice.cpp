// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/model_choice.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "ui/generate/form_rows.h"
#include "ui/run_settings/setting_text.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/model_facts.h"
#include "ui/state/model_library.h"
#include "ui/state/settings.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/file_questions.h"
#include "ui/widgets/wheel_guard.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

ModelChoice::ModelChoice(Settings& settings, QWidget* parent)
    : QWidget(parent),
      m_settings(settings),
      m_box(new QComboBox),
      m_icon(new QLabel),
      m_facts(new WrapLabel) {
  m_box->setEditable(true);
  m_box->setInsertPolicy(QComboBox::NoInsert);
  m_box->setObjectName(QStringLiteral("generate.model"));
  m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_box->setMinimumContentsLength(12);
  m_box->lineEdit()->setPlaceholderText(tr("Model folder or file"));
  named(m_box, tr("Model folder"),
        tr("The folder of a published model, which contains model_index.json, or its .safetensors or .gguf "
           "file."));
  named(m_box->view(), tr("Model folder"));
  m_box->setToolTip(m_box->accessibleDescription());
  keepWheelFromChanging(m_box);
  auto* const browse = named(new QPushButton(icon("folder"), tr("Browse…")), tr("Choose a model…"));
  auto* const line = new QHBoxLayout;
  line->addWidget(m_box, 1);
  line->addWidget(browse);
  auto* const facts = new QHBoxLayout;
  facts->addWidget(m_icon, 0, Qt::AlignTop);
  facts->addWidget(m_facts, 1);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addLayout(line);
  column->addLayout(facts);
  connect(browse, &QPushButton::clicked, this, &ModelChoice::browse);
  connect(m_box, &QComboBox::currentTextChanged, this, &ModelChoice::look);
  fill();
  if (m_box->count() > 0) setFolder(m_box->itemText(0));
  showFacts();
}

void ModelChoice::fill() {
  const QSignalBlocker quiet(m_box);
  const QString text = m_box->currentText();
  m_box->clear();
  QStringList folders = m_settings.recentModels();
  if (const QString trained = m_settings.lastModelFolder(); !trained.isEmpty() && !folders.contains(trained))
    folders << trained;
  if (const QString sample = sampleModelFolder(); !folders.contains(sample) && QFileInfo::exists(sample))
    folders << sample;
  for (const QString& folder : folders) {
    m_box->addItem(folder);
    m_box->setItemData(m_box->count() - 1, folder, Qt::ToolTipRole);
  }
  m_box->setCurrentText(text);
}

void ModelChoice::remember() {
  if (!m_model) return;
  m_settings.addRecentModel(folder());
  fill();
}

QString ModelChoice::folder() const {
  const QString text = m_box->currentText().trimmed();
  return text.isEmpty() ? QString() : QDir::cleanPath(QDir::current().absoluteFilePath(text));
}

void ModelChoice::setFolder(const QString& folder) {
  m_box->setCurrentText(folder);
}

catalog::ModelSource ModelChoice::source() const {
  return {toPath(folder()), m_parts};
}

void ModelChoice::setSource(const catalog::ModelSource& source) {
  const QString chosen = toText(source.folder);
  if (chosen == m_box->currentText() && source.parts == m_parts) return;
  {
    const QSignalBlocker quiet(m_box);
    m_box->setCurrentText(chosen);
  }
  m_parts = source.parts;
  m_partsOf = folder();
  look();
}

void ModelChoice::browse() {
  const QString chosen = askForModel(window(), folder());
  if (!chosen.isEmpty()) setFolder(chosen);
}

void ModelChoice::look() {
  m_worker.clear();
  m_model.reset();
  m_fault.reset();
  m_looked.clear();
  const QString wanted = folder();
  if (wanted != m_partsOf) m_parts.clear();
  showFacts();
  Q_EMIT changed();
  if (wanted.isEmpty()) return;
  struct Found {
    std::optional<catalog::ModelSpec> model;
    std::optional<Fault> fault;
  };
  m_worker.run(
      [source = source()](const std::stop_token&) {
        Found found;
        try {
          found.model = catalog::recognise_model(source);
        } catch (const Error& error) {
          found.fault = error.fault();
        }
        return found;
      },
      [this, wanted](Found found) {
        m_looked = wanted;
        m_model = std::move(found.model);
        m_fault = std::move(found.fault);
        showFacts();
        Q_EMIT changed();
      });
}

QString ModelChoice::obstacle() const {
  if (folder().isEmpty()) return tr("Choose a model folder.");
  if (m_model) return {};
  return m_looked.isEmpty() ? tr("Checking the model…") : tr("Choose a folder that contains a model.");
}

void ModelChoice::showFacts() {
  m_icon->setVisible(m_fault.has_value());
  showIcon(*m_icon, "error", Tint::bad, 16);
  m_facts->setForegroundRole(m_fault ? QPalette::WindowText : QPalette::PlaceholderText);
  if (m_fault) {
    m_facts->setText(faultWithHint(*m_fault));
  } else if (m_model) {
    QStringList lines{modelFactsText(*m_model)};
    for (const auto& [name, place] : m_parts) lines << partLabel(name) + QStringLiteral(": ") + toText(place);
    m_facts->setText(lines.join(QLatin1Char('\n')));
  } else {
    m_facts->setText(folder().isEmpty() ? tr("The folder of a published model, which contains "
                                             "model_index.json, or its .safetensors or .gguf file.")
                                        : tr("Checking…"));
  }
}

}  // namespace fw::ui
