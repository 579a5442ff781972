// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/tag_row.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QWheelEvent>
#include <algorithm>

#include "project/clips.h"
#include "project/tags.h"
#include "ui/state/clip_store.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/row_menu.h"

namespace fw::ui {

namespace {

constexpr int tagRole = Qt::UserRole + 1;
constexpr size_t mostChips = 60;

/// Start of the tag being typed.
qsizetype lastTagOf(const QString& typed) {
  qsizetype begin = typed.lastIndexOf(QLatin1Char(',')) + 1;
  while (begin < typed.size() && typed[begin].isSpace()) ++begin;
  return begin;
}

}  // namespace

struct TagRow::Tags {
  std::map<std::string, int64_t> ofClips;
  std::map<std::string, int64_t> ofProject;
};

TagRow::TagRow(ClipStore& store, QWidget* parent)
    : QWidget(parent),
      m_store(store),
      m_field(named(new QLineEdit, tr("Add tags"),
                    tr("Gives these tags to all selected clips. Separate several by commas."))),
      m_scroller(named(new QScrollArea, tr("Tags of the selected clips"))),
      m_known(new QStandardItemModel(this)),
      m_completer(new QCompleter(m_known, this)) {
  kept(m_field, "dataset.tags")->setPlaceholderText(tr("Add tags…"));
  m_field->setToolTip(m_field->accessibleDescription());
  m_field->setFixedWidth(fontMetrics().averageCharWidth() * 26);
  m_completer->setWidget(m_field);
  m_completer->setCompletionRole(tagRole);
  m_completer->setCaseSensitivity(Qt::CaseInsensitive);
  m_completer->setFilterMode(Qt::MatchContains);
  auto* const inner = new QWidget;
  m_row = new QHBoxLayout(inner);
  m_row->setContentsMargins(0, 0, 0, 0);
  m_row->setSpacing(4);
  m_row->addStretch(1);
  m_scroller->setWidget(inner);
  m_scroller->setWidgetResizable(true);
  m_scroller->setFrameShape(QFrame::NoFrame);
  m_scroller->setFocusPolicy(Qt::NoFocus);
  m_scroller->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroller->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroller->setFixedHeight(m_field->sizeHint().height());
  m_scroller->viewport()->installEventFilter(this);
  auto* const row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  row->addWidget(m_field);
  row->addWidget(m_scroller, 1);
  connect(m_field, &QLineEdit::textEdited, this, &TagRow::complete);
  connect(m_field, &QLineEdit::returnPressed, this, &TagRow::addTyped);
  connect(m_completer, qOverload<const QModelIndex&>(&QCompleter::activated), this, &TagRow::insertCompleted);
  connect(&m_store, &ClipStore::changed, this, [this] {
    m_adding.clear();
    setEnabled(!m_clips.empty() && m_store.canEdit());
    read();
  });
  connect(&m_store, &ClipStore::editFailed, this, [this] {  // before changed()
    if (m_field->text().isEmpty()) m_field->setText(m_adding);
  });
  connect(&m_store, &ClipStore::opened, this, [this] { showClips({}); });
  setEnabled(false);
}

void TagRow::showClips(const std::vector<int64_t>& clips) {
  if (clips == m_clips) return;
  m_clips = clips;
  setEnabled(!m_clips.empty() && m_store.canEdit());
  read();
}

void TagRow::read() {
  if (m_clips.empty()) return take({});
  m_store.readAfterEdits(
      [clips = m_clips](const project::Project& project, const std::stop_token&) {
        return Tags{tags_of(project, clips), list_tags(project)};
      },
      [this, clips = m_clips](const Tags& tags) {
        if (clips == m_clips) take(tags);
      });
}

/// Not while completions are open: the chosen one would be lost.
void TagRow::fillKnown() {
  if (m_completer->popup()->isVisible() || m_filled == m_ofProject) return;
  m_filled = m_ofProject;
  m_known->clear();
  for (const auto& [tag, count] : m_filled) {
    const QString name = QString::fromStdString(tag);
    auto* const item =
        new QStandardItem(QStringLiteral("%1  (%2)").arg(name, QLocale().toString(qint64{count})));
    item->setData(name, tagRole);
    m_known->appendRow(item);
  }
}

void TagRow::take(const Tags& tags) {
  m_ofProject = tags.ofProject;
  fillKnown();
  if (tags.ofClips == m_shown && m_clips.size() == m_shownOf) return;
  m_shown = tags.ofClips;
  m_shownOf = m_clips.size();
  // The focused chip is recreated; the new one for the same tag gets the focus.
  QString focused;
  for (QPushButton* const chip : m_chips) {
    if (chip->hasFocus()) focused = chip->property("tag").toString();
    m_row->removeWidget(chip);
    chip->deleteLater();
    chip->hide();
  }
  if (!focused.isEmpty()) m_field->setFocus();
  m_chips.clear();
  std::vector<std::pair<std::string, int64_t>> sorted(m_shown.begin(), m_shown.end());
  std::ranges::stable_sort(sorted, std::greater(), &std::pair<std::string, int64_t>::second);
  sorted.resize(std::min(sorted.size(), mostChips));
  for (const auto& [tag, count] : sorted) {
    QPushButton* const chip = makeChip(QString::fromStdString(tag), count);
    m_row->insertWidget(static_cast<int>(m_chips.size()), chip);
    m_chips << chip;
    if (chip->property("tag").toString() == focused) chip->setFocus();
  }
}

QPushButton* TagRow::makeChip(const QString& tag, int64_t count) {
  const auto all = static_cast<int64_t>(m_clips.size());
  const bool ofAll = count == all;
  const QLocale locale;
  QString text = tag;
  text.replace(QLatin1Char('&'), QStringLiteral("&&"));
  if (all > 1)
    text += QStringLiteral("  %1/%2").arg(locale.toString(qint64{count}), locale.toString(qint64{all}));
  auto* const chip = new QPushButton;
  chip->setText(text);
  chip->setProperty("tag", tag);
  chip->setCheckable(true);
  chip->setChecked(ofAll);
  chip->setAutoDefault(false);
  chip->setFixedHeight(m_field->sizeHint().height());
  const QString help =
      ofAll ? tr("Takes the tag from the selected clips.") : tr("Gives the tag to all selected clips.");
  chip->setToolTip(help);
  named(chip, tr("Tag %1, %2 of %3").arg(tag, QLocale().toString(count), QLocale().toString(all)), help);
  chip->installEventFilter(this);
  offerActions(*chip);
  chip->addAction(new QAction(icon("search"), tr("List clips with this tag"), chip));
  connect(chip->actions().first(), &QAction::triggered, this, [this, tag] { Q_EMIT listRequested(tag); });
  connect(chip, &QPushButton::clicked, this, [this, chip, ofAll, tag = tag.toStdString()] {
    chip->setChecked(ofAll);  // until it is done
    m_store.edit([clips = m_clips, ofAll, tag](project::Project& project) {
      ofAll ? remove_tag(project, clips, tag) : add_tag(project, clips, tag);
    });
  });
  return chip;
}

void TagRow::complete() {
  const QString typed = m_field->text();
  const QString tag = typed.mid(lastTagOf(typed));
  if (tag.isEmpty()) return m_completer->popup()->hide();
  fillKnown();
  m_completer->setCompletionPrefix(tag);
  m_completer->complete();
}

void TagRow::insertCompleted(const QModelIndex& index) {
  const QString typed = m_field->text();
  m_field->setText(typed.left(lastTagOf(typed)) + index.data(tagRole).toString() + QStringLiteral(", "));
}

void TagRow::addTyped() {
  if (m_completer->popup()->isVisible() && m_completer->popup()->currentIndex().isValid()) return;
  std::vector<std::string> tags;
  for (const QString& tag : m_field->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
    if (!tag.trimmed().isEmpty()) tags.push_back(tag.trimmed().toStdString());
  const QString typed = m_field->text();
  m_field->clear();
  if (tags.empty() || m_clips.empty()) return;
  m_adding = typed;
  m_store.edit([clips = m_clips, tags](project::Project& project) { add_tags(project, clips, tags); });
}

bool TagRow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn && watched != m_scroller->viewport())
    m_scroller->ensureWidgetVisible(static_cast<QWidget*>(watched), 8, 0);
  if (event->type() == QEvent::Wheel && watched == m_scroller->viewport()) {
    const QPoint turn = static_cast<QWheelEvent*>(event)->angleDelta();
    QScrollBar& bar = *m_scroller->horizontalScrollBar();
    bar.setValue(bar.value() - (turn.x() != 0 ? turn.x() : turn.y()) / 2);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace fw::ui
