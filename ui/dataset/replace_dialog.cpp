// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/replace_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QStandardItemModel>

#include "ui/state/clip_store.h"
#include "ui/state/fault_text.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int previewPauseMs = 250;
constexpr size_t previewRows = 500;

}  // namespace

/// What would change, or what is wrong with the pattern.
struct ReplaceDialog::Preview {
  std::vector<project::CaptionChange> changes;
  std::optional<Fault> fault;
};

ReplaceDialog::ReplaceDialog(ClipStore& store, const ClipQuery& query, std::vector<int64_t> selected,
                             QWidget* parent)
    : QDialog(parent),
      m_store(store),
      m_query(query),
      m_selected(std::move(selected)),
      m_search(new QLineEdit),
      m_replacement(new QLineEdit),
      m_expression(new QCheckBox(tr("&Regular expression"))),
      m_matchCase(new QCheckBox(tr("Match &case"))),
      m_scope(new QComboBox),
      m_summary(new WrapLabel),
      m_rows(new QStandardItemModel(this)),
      m_preview(
          new FlatTable(QStringLiteral("replacePreview"), tr("Preview"), tr("Changes are previewed here."))),
      m_replace(new QPushButton(tr("Re&place"))) {
  setWindowTitle(tr("Find and replace in captions"));
  auto* const column = new QVBoxLayout(this);
  makeForm(*column);
  m_preview->setModel(m_rows);
  m_preview->setEditTriggers(QAbstractItemView::NoEditTriggers);
  column->addWidget(m_preview, 1);
  column->addWidget(m_summary);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->addButton(m_replace, QDialogButtonBox::ActionRole);
  column->addWidget(buttons);
  m_replace->setDefault(true);
  m_replace->setEnabled(false);
  named(m_replace, tr("Replace"), tr("Changes these captions. You can undo it in one step."));
  resize(760, 480);

  m_typing.setSingleShot(true);
  m_typing.setInterval(previewPauseMs);
  connect(&m_typing, &QTimer::timeout, this, &ReplaceDialog::askPreview);
  for (QLineEdit* const edit : {m_search, m_replacement}) {
    connect(edit, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(edit, &QLineEdit::textChanged, this, [this] { m_changed.reset(); });
  }
  for (QCheckBox* const box : {m_expression, m_matchCase})
    connect(box, &QCheckBox::toggled, &m_typing, qOverload<>(&QTimer::start));
  connect(m_scope, &QComboBox::activated, &m_typing, qOverload<>(&QTimer::start));
  connect(&m_store, &ClipStore::changed, this, &ReplaceDialog::askPreview);
  connect(m_replace, &QPushButton::clicked, this, &ReplaceDialog::replaceAll);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void ReplaceDialog::makeForm(QVBoxLayout& column) {
  m_scope->addItem(tr("All clips in the list"));
  if (m_selected.size() > 1) {
    m_scope->addItem(tr("%n selected clips", nullptr, static_cast<int>(m_selected.size())));
    m_scope->setCurrentIndex(1);
  }
  auto* const form = new QFormLayout;
  form->addRow(tr("&Find"), m_search);
  form->addRow(tr("Replace &with"), m_replacement);
  form->addRow(tr("&In"), m_scope);
  auto* const options = new QHBoxLayout;
  options->addWidget(m_expression);
  options->addWidget(m_matchCase);
  options->addStretch(1);
  form->addRow(QString(), options);
  named(m_search, tr("Find"));
  named(m_replacement, tr("Replace with"),
        tr("In a regular expression, $1 or \\1 stands for the first group."));
  m_replacement->setToolTip(m_replacement->accessibleDescription());
  named(m_scope, tr("Which clips to change"));
  column.addLayout(form);
}

ReplaceDialog::Request ReplaceDialog::request() const {
  using project::TextPattern;
  return {m_search->text().toStdString(),
          m_replacement->text().toStdString(),
          m_expression->isChecked() ? TextPattern::Kind::regular_expression : TextPattern::Kind::plain,
          m_matchCase->isChecked() ? TextPattern::Case::match : TextPattern::Case::ignore,
          m_query,
          m_scope->currentIndex() == 1 ? m_selected : std::vector<int64_t>()};
}

void ReplaceDialog::askPreview() {
  const int number = ++m_asked;
  if (m_search->text().isEmpty()) return showPreview({});
  m_store.readAll(
      [request = request()](const project::Project& project, const std::stop_token&) {
        Preview preview;
        auto pattern =
            project::TextPattern::make(request.search, request.replacement, request.kind, request.letterCase);
        if (const auto* const fault = std::get_if<Fault>(&pattern)) {
          preview.fault = *fault;
          return preview;
        }
        const auto ids = request.selected.empty() ? clipsOf(project, request.query) : request.selected;
        try {
          preview.changes =
              preview_replace(project, ids, std::get<project::TextPattern>(pattern), previewRows + 1);
        } catch (const Error& error) {
          preview.fault = error.fault();
        }
        return preview;
      },
      [dialog = QPointer(this), number](const Preview& preview) {
        if (dialog && dialog->m_asked == number) dialog->showPreview(preview);
      });
}

void ReplaceDialog::showPreview(const Preview& preview) {
  m_rows->clear();
  m_rows->setHorizontalHeaderLabels({tr("Before"), tr("After")});
  m_preview->header()->resizeSection(0, 360);
  for (const project::CaptionChange& change : preview.changes) {
    auto* const before = new QStandardItem(QString::fromStdString(change.before));
    auto* const after = new QStandardItem(QString::fromStdString(change.after));
    for (QStandardItem* const item : {before, after}) item->setToolTip(item->text());
    m_rows->appendRow({before, after});
  }
  m_replace->setEnabled(!preview.changes.empty());
  if (preview.fault) {
    m_summary->setText(faultText(*preview.fault) + QLatin1Char(' ') + faultHint(*preview.fault));
  } else if (preview.changes.size() > previewRows) {
    m_summary->setText(tr("More than %n captions will change.", nullptr, static_cast<int>(previewRows)));
  } else if (m_changed && preview.changes.empty()) {
    m_summary->setText(tr("%n captions were changed.", nullptr, static_cast<int>(*m_changed)));
  } else {
    m_summary->setText(tr("%n captions will change.", nullptr, static_cast<int>(preview.changes.size())));
  }
}

QString ReplaceDialog::summary() const {
  return m_summary->text();
}

void ReplaceDialog::replaceAll() {
  m_replace->setEnabled(false);
  m_changed = std::make_shared<int64_t>(0);
  m_store.edit([request = request(), changed = m_changed](project::Project& project) {
    auto pattern =
        project::TextPattern::make(request.search, request.replacement, request.kind, request.letterCase);
    if (const auto* const fault = std::get_if<Fault>(&pattern)) throw Error(*fault);
    const auto ids = request.selected.empty() ? clipsOf(project, request.query) : request.selected;
    *changed = replace_in_captions(project, ids, std::get<project::TextPattern>(pattern));
  });
}

}  // namespace fw::ui
