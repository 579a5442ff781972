// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/monitor/prompt_dialog.h"

#include <QDialogButtonBox>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "catalog/catalog.h"
#include "run/changed_prompts.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

std::optional<catalog::ModelSpec> modelOf(const run::RunSettings& settings) {
  try {
    return catalog::recognise_model(run::model_source(settings));
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

PromptDialog::PromptDialog(const QString& runFolder, const QString& runName, QWidget* parent)
    : QDialog(parent),
      m_run{toPath(runFolder)},
      m_settings(run::read_run_file(m_run.run_file()).settings),
      m_model(modelOf(m_settings)),
      m_editor(named(new QPlainTextEdit, tr("Prompts, one per line"))),
      m_problem(new WrapLabel) {
  setObjectName(QStringLiteral("promptDialog"));
  setWindowTitle(tr("Validation prompts of “%1”").arg(runName));
  setGuidePage(*this, QStringLiteral("monitor.md#the-clips-of-the-run"));
  QStringList lines;
  for (const std::string& prompt : run::read_changed_prompts(m_run).value_or(m_settings.validation_prompts))
    lines << QString::fromStdString(prompt).simplified();
  m_before = lines.join(QLatin1Char('\n'));
  m_editor->setPlainText(m_before);
  m_editor->setTabChangesFocus(true);
  m_problem->hide();
  auto* const help = new WrapLabel(tr(
      "One prompt per line. The run takes them up at its next validation and keeps them when it is resumed. "
      "A prompt may end in @@@FRAMESxHEIGHTxWIDTH. Without prompts no clips are generated."));
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
  buttons->button(QDialogButtonBox::Save)->setObjectName(QStringLiteral("savePrompts"));
  buttons->button(QDialogButtonBox::Save)->setText(tr("&Save prompts"));
  connect(buttons, &QDialogButtonBox::accepted, this, &PromptDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &PromptDialog::reject);
  auto* const column = new QVBoxLayout(this);
  column->setSpacing(10);
  column->addWidget(help);
  column->addWidget(m_editor, 1);
  column->addWidget(m_problem);
  column->addWidget(buttons);
  resize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 18);
  m_editor->setFocus();
}

QString PromptDialog::problem() const {
  return m_problem->isHidden() ? QString() : m_problem->text();
}

void PromptDialog::reject() {
  if (m_editor->toPlainText() == m_before) return QDialog::reject();
  QMessageBox question(QMessageBox::Question, tr("Discard the changes?"),
                       tr("The prompts were changed and are not saved."), QMessageBox::NoButton, this);
  question.setObjectName(QStringLiteral("discardQuestion"));
  QPushButton* const discard = question.addButton(tr("&Discard"), QMessageBox::DestructiveRole);
  discard->setObjectName(QStringLiteral("discardPrompts"));
  QPushButton* const stay = question.addButton(tr("&Keep editing"), QMessageBox::RejectRole);
  question.setDefaultButton(stay);
  question.setEscapeButton(stay);
  question.exec();
  if (question.clickedButton() == discard) QDialog::reject();
}

void PromptDialog::accept() {
  m_problem->hide();
  const std::vector<std::string> prompts = run::prompts_of(m_editor->toPlainText().toStdString());
  std::vector<Fault> faults = run::check_prompts(m_settings, prompts, m_model ? &*m_model : nullptr);
  if (faults.empty()) {
    try {
      run::write_changed_prompts(m_run, prompts);
      return QDialog::accept();
    } catch (const Error& error) {
      faults.push_back(error.fault());
    }
  }
  m_problem->setText(faultText(faults.front()) + QLatin1Char('\n') + faultHint(faults.front()));
  m_problem->show();
  m_editor->setFocus();
}

}  // namespace fw::ui
