// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/replace_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QStandardItemModel>
#include <limits>

#include "ui/dataset/dataset_settings.h"
#include "ui/dataset/diff_delegate.h"
#include "ui/state/clip_store.h"
#include "ui/state/fault_text.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int previewPauseMs = 250;
constexpr size_t previewRows = 500;
constexpr const char* triggerWordKey = "id_token";

}  // namespace

/// The changes to be made, or the pattern's fault.
struct ReplaceDialog::Preview {
  std::vector<project::CaptionChange> changes;  // the first of them
  int64_t count = 0;                            // total
  std::optional<Fault> fault;
};

ReplaceDialog::ReplaceDialog(ClipStore& store, const ClipQuery& query, std::vector<int64_t> selected,
                             QWidget* parent)
    : QDialog(parent),
      m_store(store),
      m_query(query),
      m_selected(std::move(selected)),
      m_form(new QFormLayout),
      m_kind(new QComboBox),
      m_search(new QLineEdit),
      m_replacement(new QLineEdit),
      m_expression(new QCheckBox(tr("&Regular expression"))),
      m_matchCase(new QCheckBox(tr("Match &case"))),
      m_options(new QWidget),
      m_scope(new QComboBox),
      m_triggerWord(new QLineEdit),
      m_summary(new WrapLabel),
      m_rows(new QStandardItemModel(this)),
      m_preview(
          new FlatTable(QStringLiteral("replacePreview"), tr("Preview"), tr("Changes are previewed here."))),
      m_replace(new QPushButton(tr("&Change"))) {
  setWindowTitle(tr("Change many captions"));
  setGuidePage(*this, QStringLiteral("captions.md#many-clips-at-once"));
  auto* const column = new QVBoxLayout(this);
  makeForm(*column);
  m_rows->setHorizontalHeaderLabels({tr("Before"), tr("After")});
  m_preview->setModel(m_rows);
  m_preview->header()->setSectionResizeMode(QHeaderView::Stretch);
  m_preview->setItemDelegate(new DiffDelegate(m_preview));
  m_preview->setEditTriggers(QAbstractItemView::NoEditTriggers);
  column->addWidget(m_preview, 1);
  column->addWidget(m_summary);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->addButton(m_replace, QDialogButtonBox::ActionRole);
  column->addWidget(buttons);
  m_replace->setDefault(true);
  m_replace->setEnabled(false);
  named(m_replace, tr("Change"), tr("Changes these captions. You can undo it in one step."));
  resize(760, 480);

  m_typing.setSingleShot(true);
  m_typing.setInterval(previewPauseMs);
  connect(&m_typing, &QTimer::timeout, this, &ReplaceDialog::askPreview);
  for (QLineEdit* const edit : {m_search, m_replacement}) {
    connect(edit, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(edit, &QLineEdit::textChanged, this, &ReplaceDialog::forgetLast);
  }
  for (QCheckBox* const box : {m_expression, m_matchCase}) {
    connect(box, &QCheckBox::toggled, &m_typing, qOverload<>(&QTimer::start));
    connect(box, &QCheckBox::toggled, this, &ReplaceDialog::forgetLast);
  }
  connect(m_kind, &QComboBox::currentIndexChanged, this, &ReplaceDialog::showKind);
  connect(m_triggerWord, &QLineEdit::editingFinished, this, &ReplaceDialog::keepTriggerWord);
  connect(m_scope, &QComboBox::activated, &m_typing, qOverload<>(&QTimer::start));
  connect(m_scope, &QComboBox::activated, this, &ReplaceDialog::forgetLast);
  connect(&m_store, &ClipStore::changed, this, &ReplaceDialog::askPreview);
  connect(&m_store, &ClipStore::editFailed, this,
          [this] { m_hasFailed = std::exchange(m_changed, nullptr) != nullptr; });
  connect(&m_store, &ClipStore::failed, this, [this](const Fault& fault) {  // hidden behind this dialog
    if (!std::exchange(m_hasFailed, false)) return;
    m_fault = fault;
    askPreview();
  });
  connect(m_replace, &QPushButton::clicked, this, &ReplaceDialog::replaceAll);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(this, &QDialog::finished, this, &ReplaceDialog::keepTriggerWord);
  showKind();
  readTriggerWord();
  m_search->setFocus();
}

void ReplaceDialog::makeForm(QVBoxLayout& column) {
  m_scope->addItem(tr("All clips in the list"));
  if (m_selected.size() > 1) {
    m_scope->addItem(tr("%n selected clips", nullptr, static_cast<int>(m_selected.size())));
    m_scope->setCurrentIndex(1);
  }
  m_kind->addItem(tr("Find and replace"), Replace);
  m_kind->addItem(tr("Add a prefix"), Prefix);
  m_kind->addItem(tr("Add a suffix"), Suffix);
  m_form->addRow(tr("&What"), m_kind);
  m_form->addRow(tr("&Find"), m_search);
  m_form->addRow(tr("Replace &with"), m_replacement);
  m_form->addRow(tr("&In"), m_scope);
  auto* const options = new QHBoxLayout(m_options);
  options->setContentsMargins(0, 0, 0, 0);
  options->addWidget(m_expression);
  options->addWidget(m_matchCase);
  options->addStretch(1);
  m_form->addRow(QString(), m_options);
  m_form->addRow(tr("&Trigger word"), m_triggerWord);
  named(m_kind, tr("What to do"));
  named(m_triggerWord, tr("Trigger word"),
        tr("Training puts it in front of every caption of the project; the captions here do not hold it."));
  m_triggerWord->setToolTip(m_triggerWord->accessibleDescription());
  named(m_scope, tr("Which clips to change"));
  column.addLayout(m_form);
}

void ReplaceDialog::showKind() {
  const int kind = m_kind->currentIndex();
  m_form->setRowVisible(m_search, kind == Replace);
  m_form->setRowVisible(m_options, kind == Replace);
  const QString texts[]{tr("Replace &with"), tr("&Prefix"), tr("S&uffix")};
  const QString help[]{tr("In a regular expression, $1 or \\1 stands for the first group."),
                       tr("Put in front of captions that do not begin with it, with its spaces."),
                       tr("Put behind captions that do not end with it, with its spaces.")};
  static_cast<QLabel*>(m_form->labelForField(m_replacement))->setText(texts[kind]);
  named(m_search, tr("Find"));
  named(m_replacement, QString(texts[kind]).remove(QLatin1Char('&')), help[kind]);
  m_replacement->setToolTip(help[kind]);
  forgetLast();
  m_typing.start();
}

void ReplaceDialog::forgetLast() {
  m_changed.reset();
  m_fault.reset();
}

void ReplaceDialog::readTriggerWord() {
  m_store.read([](const project::Project& project,
                  const std::stop_token&) { return project::setting(project, triggerWordKey); },
               [dialog = QPointer(this)](const std::string& word) {
                 if (dialog && !dialog->m_triggerWord->isModified())
                   dialog->m_triggerWord->setText(QString::fromStdString(word));
               });
}

/// Return in the trigger word saves it without changing captions.
void ReplaceDialog::keyPressEvent(QKeyEvent* event) {
  const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (isReturn && m_triggerWord->hasFocus()) return keepTriggerWord();
  QDialog::keyPressEvent(event);
}

void ReplaceDialog::keepTriggerWord() {
  if (!m_triggerWord->isModified()) return;
  m_triggerWord->setModified(false);
  m_store.edit([word = m_triggerWord->text().trimmed().toStdString()](project::Project& project) {
    DatasetSettings::write(project, triggerWordKey, word);
  });
}

ReplaceDialog::Request ReplaceDialog::request() const {
  using project::TextPattern;
  return {static_cast<Kind>(m_kind->currentIndex()),
          m_search->text().toStdString(),
          m_replacement->text().toStdString(),
          m_expression->isChecked() ? TextPattern::Kind::regular_expression : TextPattern::Kind::plain,
          m_matchCase->isChecked() ? TextPattern::Case::match : TextPattern::Case::ignore,
          m_query,
          m_scope->currentIndex() == 1 ? m_selected : std::vector<int64_t>()};
}

std::vector<int64_t> ReplaceDialog::Request::clips(const project::Project& project) const {
  return selected.empty() ? clipsOf(project, query) : selected;
}

project::TextPattern ReplaceDialog::Request::pattern() const {
  auto made = project::TextPattern::make(search, replacement, kind, letterCase);
  if (const auto* const fault = std::get_if<Fault>(&made)) throw Error(*fault);
  return std::get<project::TextPattern>(std::move(made));
}

std::vector<project::CaptionChange> ReplaceDialog::Request::preview(const project::Project& project) const {
  constexpr size_t most = std::numeric_limits<size_t>::max();  // each is counted
  if (what == Prefix) return preview_prefix(project, clips(project), replacement, most);
  if (what == Suffix) return preview_suffix(project, clips(project), replacement, most);
  return preview_replace(project, clips(project), pattern(), most);
}

int64_t ReplaceDialog::Request::apply(project::Project& project) const {
  if (what == Prefix) return add_prefix(project, clips(project), replacement);
  if (what == Suffix) return add_suffix(project, clips(project), replacement);
  return replace_in_captions(project, clips(project), pattern());
}

void ReplaceDialog::askPreview() {
  const int number = ++m_asked;
  const bool isReplaced = m_kind->currentIndex() == Replace;
  if ((isReplaced ? m_search : m_replacement)->text().isEmpty()) return showPreview({});
  m_store.readAll(
      [request = request()](const project::Project& project, const std::stop_token&) {
        Preview preview;
        try {
          preview.changes = request.preview(project);
          preview.count = static_cast<int64_t>(preview.changes.size());
          if (preview.changes.size() > previewRows) preview.changes.resize(previewRows);
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
  const int place = m_preview->verticalScrollBar()->value();
  m_rows->removeRows(0, m_rows->rowCount());
  for (const project::CaptionChange& change : preview.changes) {
    auto* const before = new QStandardItem(QString::fromStdString(change.before));
    auto* const after = new QStandardItem(QString::fromStdString(change.after));
    for (QStandardItem* const item : {before, after}) item->setToolTip(item->text());
    m_rows->appendRow({before, after});
  }
  m_preview->verticalScrollBar()->setValue(place);
  m_replace->setEnabled(!preview.changes.empty());
  const std::optional<Fault>& fault = preview.fault ? preview.fault : m_fault;
  if (fault) {
    m_summary->setText(faultWithHint(*fault));
  } else if (m_changed && !m_store.isEditing()) {  // the new captions may match again
    m_summary->setText(tr("%n captions were changed.", nullptr, static_cast<int>(*m_changed)));
  } else {
    m_summary->setText(tr("%n captions will change.", nullptr, static_cast<int>(preview.count)));
  }
}

QString ReplaceDialog::summary() const {
  return m_summary->text();
}

void ReplaceDialog::replaceAll() {
  m_replace->setEnabled(false);
  m_fault.reset();
  m_changed = std::make_shared<int64_t>(0);
  m_store.edit([request = request(), changed = m_changed](project::Project& project) {
    *changed = request.apply(project);
  });
}

}  // namespace fw::ui
