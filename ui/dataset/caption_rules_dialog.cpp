// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/caption_rules_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "project/caption_rules.h"
#include "ui/state/clip_store.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/guide_page.h"

namespace fw::ui {

CaptionRulesDialog::CaptionRulesDialog(ClipStore& store, const dataset::CaptionRules& rules,
                                       std::vector<std::string> captions, QWidget* parent)
    : QDialog(parent),
      m_store(store),
      m_before(rules),
      m_captions(std::move(captions)),
      m_trigger(new QLineEdit),
      m_prefix(new QLineEdit),
      m_suffix(new QLineEdit),
      m_shuffle(new QCheckBox(tr("&Shuffle the tags"))),
      m_kept(new QSpinBox),
      m_separator(new QLineEdit),
      m_dropout(new QDoubleSpinBox),
      m_choices(new QCheckBox(tr("Read {&red|green} as a choice"))),
      m_versions(new QSpinBox),
      m_preview(new QPlainTextEdit) {
  setWindowTitle(tr("Captions in training"));
  setObjectName(QStringLiteral("captionRules"));
  setGuidePage(*this, QStringLiteral("captions.md#captions-in-training"));
  auto* const column = new QVBoxLayout(this);
  auto* const form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  makeForm(*form);
  column->addLayout(form);
  auto* const title = new QLabel(tr("&Texts of the current clip"));
  title->setBuddy(m_preview);
  column->addWidget(title);
  named(m_preview, tr("Texts of the current clip"),
        tr("Each of them is encoded once; every step of training draws one by the run's seed."));
  m_preview->setReadOnly(true);
  m_preview->setTabChangesFocus(true);
  m_preview->setMinimumHeight(fontMetrics().lineSpacing() * 5);
  column->addWidget(m_preview, 1);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
  buttons->button(QDialogButtonBox::Save)->setEnabled(m_store.canEdit());
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &CaptionRulesDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  showRules(rules);
  for (QLineEdit* const edit : {m_trigger, m_prefix, m_suffix, m_separator})
    connect(edit, &QLineEdit::textChanged, this, &CaptionRulesDialog::showPreview);
  for (QCheckBox* const box : {m_shuffle, m_choices})
    connect(box, &QCheckBox::toggled, this, &CaptionRulesDialog::showPreview);
  for (QSpinBox* const box : {m_kept, m_versions})
    connect(box, &QSpinBox::valueChanged, this, &CaptionRulesDialog::showPreview);
  connect(m_dropout, &QDoubleSpinBox::valueChanged, this, &CaptionRulesDialog::showPreview);
  showPreview();
  resize(620, sizeHint().height());
}

void CaptionRulesDialog::makeForm(QFormLayout& form) {
  form.setRowWrapPolicy(QFormLayout::WrapLongRows);
  const auto addRow = [&](const QString& label, QWidget* field, const QString& help) {
    form.addRow(label, field);
    field->setToolTip(help);
    named(field, QString(label).remove(QLatin1Char('&')), help);
  };
  m_kept->setRange(0, static_cast<int>(dataset::most_kept_tags));
  m_versions->setRange(1, static_cast<int>(dataset::most_caption_versions));
  m_dropout->setRange(0, 100);
  m_dropout->setDecimals(1);
  m_dropout->setSuffix(tr(" %"));
  addRow(tr("Trigger &word"), m_trigger,
         tr("Added in front of every caption; counts towards the token limit."));
  addRow(tr("&Prefix"), m_prefix, tr("Put after the trigger word of every caption."));
  addRow(tr("S&uffix"), m_suffix, tr("Put at the end of every caption."));
  addRow(tr("Tags"), m_shuffle, tr("For captions that are lists of tags: each version has another order."));
  addRow(tr("&Leave tags out"), m_dropout, tr("How likely each tag is missing from a version."));
  addRow(tr("&Keep the first tags"), m_kept,
         tr("This many tags at the beginning keep their places and are never left out."));
  addRow(tr("Se&parator"), m_separator, tr("The text between two tags, usually a comma."));
  addRow(tr("Choices"), m_choices, tr("\"{red|green} ball\" then means \"red ball\" and \"green ball\"."));
  addRow(tr("&Versions"), m_versions,
         tr("How many texts each caption with choices or varied tags gets. Each is encoded once before "
            "training: more versions take longer and need more space."));
  for (QCheckBox* const box : {m_shuffle, m_choices})
    box->setAccessibleName(QString(box->text()).remove(QLatin1Char('&')));
}

void CaptionRulesDialog::showRules(const dataset::CaptionRules& rules) {
  m_trigger->setText(QString::fromStdString(rules.trigger));
  m_prefix->setText(QString::fromStdString(rules.prefix));
  m_suffix->setText(QString::fromStdString(rules.suffix));
  m_shuffle->setChecked(rules.shuffles_tags);
  m_dropout->setValue(100 * rules.tag_dropout);
  m_kept->setValue(static_cast<int>(rules.kept_tags));
  m_separator->setText(QString::fromStdString(rules.tag_separator));
  m_choices->setChecked(rules.has_choices);
  m_versions->setValue(static_cast<int>(rules.versions));
}

dataset::CaptionRules CaptionRulesDialog::rules() const {
  dataset::CaptionRules rules;
  rules.trigger = m_trigger->text().trimmed().toStdString();
  rules.prefix = m_prefix->text().trimmed().toStdString();
  rules.suffix = m_suffix->text().trimmed().toStdString();
  rules.shuffles_tags = m_shuffle->isChecked();
  rules.tag_dropout = m_dropout->value() / 100;
  rules.kept_tags = m_kept->value();
  rules.tag_separator = m_separator->text().isEmpty() ? "," : m_separator->text().toStdString();
  rules.has_choices = m_choices->isChecked();
  rules.versions = m_versions->value();
  return rules;
}

void CaptionRulesDialog::showPreview() {
  const dataset::CaptionRules now = rules();
  for (QWidget* const field : std::initializer_list<QWidget*>{m_kept, m_separator})
    field->setEnabled(now.varies_tags());
  m_versions->setEnabled(now.varies_tags() || now.has_choices);
  QStringList lines;
  for (const std::string& text : dataset::texts_of(m_captions, now))
    lines << QString::fromStdString(text).simplified();
  m_preview->setPlainText(lines.join(QLatin1Char('\n')));
}

void CaptionRulesDialog::accept() {
  if (rules() != m_before)
    m_store.edit([rules = rules()](project::Project& project) { set_caption_rules(project, rules); });
  QDialog::accept();
}

}  // namespace fw::ui
