// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/caption_editor.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "catalog/catalog.h"
#include "text/tokenizer.h"
#include "ui/dataset/token_bar.h"
#include "ui/state/clip_store.h"
#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"

namespace fw::ui {

namespace {

constexpr int countPauseMs = 150;
constexpr qsizetype mostValues = 20;
constexpr qsizetype shownLetters = 70;

/// Marks text that no encoder reads, or failing that, text that one encoder does not read.
/// @param leastBytes, mostBytes  read by the encoder with the smallest and the largest limit
void markCutOff(QPlainTextEdit& edit, const std::string& text, size_t leastBytes, size_t mostBytes) {
  QList<QTextEdit::ExtraSelection> marks;
  const auto mark = [&](size_t from, size_t to, const QTextCharFormat& format) {
    if (from >= to) return;
    const auto letters = [&](size_t bytes) {
      return static_cast<int>(QString::fromUtf8(text.data(), static_cast<qsizetype>(bytes)).size());
    };
    QTextCursor cursor(edit.document());
    cursor.setPosition(letters(from));
    cursor.setPosition(letters(to), QTextCursor::KeepAnchor);
    marks.push_back({cursor, format});
  };
  QTextCharFormat readInPart;
  readInPart.setUnderlineStyle(QTextCharFormat::WaveUnderline);
  readInPart.setUnderlineColor(tintColor(Tint::bad, edit.palette()));
  QTextCharFormat unread;
  unread.setForeground(tintColor(Tint::bad, edit.palette()));
  unread.setFontStrikeOut(true);
  mark(leastBytes, mostBytes, readInPart);
  mark(mostBytes, text.size(), unread);
  edit.setExtraSelections(marks);
}

}  // namespace

struct CaptionEditor::Counted {
  std::string caption;
  std::vector<TokenBar::Count> counts;  // one for each encoder that reads it
  size_t least_bytes = 0;               // of the caption, read by all of them
  size_t most_bytes = 0;                // read by at least one of them
  bool is_too_long = false;             // for one of them

  static Counted of(const std::string& caption, const DatasetSettings& settings,
                    const workflow::CaptionTokenizers& tokenizers) {
    Counted counted{.caption = caption, .least_bytes = std::string::npos};
    // Choices in it count as written, so that the places of letters are known.
    dataset::CaptionRules rules = settings.rules;
    rules.has_choices = false;
    const auto& [whole, begin, bytes] = dataset::longest_text(caption, rules);
    for (const auto& [encoder, count] : tokenizers.counts(whole)) {
      counted.counts.push_back({encoder, count.tokens});
      counted.least_bytes = std::min(counted.least_bytes, count.kept_bytes);
      counted.most_bytes = std::max(counted.most_bytes, count.kept_bytes);
    }
    if (counted.counts.empty()) counted.most_bytes = whole.size();
    counted.is_too_long = counted.least_bytes < whole.size();
    const size_t before = begin - (caption.size() - bytes);
    for (size_t* const bytes : {&counted.least_bytes, &counted.most_bytes})
      *bytes = std::min(caption.size(), *bytes - std::min(before, *bytes));
    return counted;
  }
};

CaptionEditor::CaptionEditor(ClipStore& store, ActionRegistry& actions, QWidget* parent)
    : QWidget(parent),
      m_store(store),
      m_edit(new QPlainTextEdit),
      m_row(new QHBoxLayout),
      m_belowMany(new QHBoxLayout),
      m_tokens(new TokenBar),
      m_count(new QLabel),
      m_origin(new QLabel),
      m_chooseModel(new QPushButton(tr("Count tokens with…"))),
      m_way(new QComboBox),
      m_values(new QToolButton) {
  named(m_edit, tr("Caption"), tr("Describes the clip as a prompt would."));
  m_edit->setTabChangesFocus(true);
  m_edit->setMinimumHeight(fontMetrics().height() * 4);
  m_edit->installEventFilter(this);
  m_chooseModel->setObjectName(QStringLiteral("chooseModel"));
  m_chooseModel->setToolTip(tr("Choose a model folder. Its tokenizer counts what the model will read."));
  named(m_chooseModel, m_chooseModel->text(), m_chooseModel->toolTip());
  m_origin->setForegroundRole(QPalette::PlaceholderText);
  m_way->addItem(tr("Replace each caption"), static_cast<int>(Way::replace));
  m_way->addItem(tr("Add in front of each"), static_cast<int>(Way::prepend));
  m_way->addItem(tr("Add to the end of each"), static_cast<int>(Way::append));
  named(m_way, tr("How the captions of the selected clips change"));
  connect(m_way, &QComboBox::activated, this, &CaptionEditor::showWays);
  m_values->setMenu(new QMenu(m_values));
  connect(m_values->menu(), &QMenu::aboutToShow, this, &CaptionEditor::fillValues);
  m_values->setPopupMode(QToolButton::InstantPopup);
  m_values->setToolTip(tr("The captions that these clips have. Choose one to give it to all of them."));
  m_values->setFocusPolicy(Qt::StrongFocus);
  named(m_values, tr("Different captions"), m_values->toolTip());
  m_below = new QHBoxLayout;
  m_below->addWidget(m_way);
  m_below->addWidget(m_values);
  m_below->addWidget(m_tokens);
  m_below->addWidget(m_count);
  m_below->addWidget(m_chooseModel);
  m_below->addStretch(1);
  m_below->addWidget(m_origin);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  m_row->setSpacing(8);
  addBeside(m_edit);
  column->addLayout(m_row, 1);
  column->addLayout(m_below);
  column->addLayout(m_belowMany);

  actions.addScoped(m_edit,
                    {QStringLiteral("caption.keep"), tr("&Save caption"), "save",
                     QKeySequence(QStringLiteral("Ctrl+Return")), tr("Saves what you typed.")},
                    [this] { commit(); });
  m_typing.setSingleShot(true);
  m_typing.setInterval(countPauseMs);
  connect(m_edit, &QPlainTextEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
  connect(m_edit, &QPlainTextEdit::textChanged, this, &CaptionEditor::noteTyping);
  connect(&m_typing, &QTimer::timeout, this, &CaptionEditor::count);
  connect(m_chooseModel, &QPushButton::clicked, this, &CaptionEditor::modelFolderRequested);
  connect(&m_worker, &Worker::failed, this, [this](const Fault&) {
    m_tokenizers = {};
    m_settings.modelFolder.clear();
    count();
  });
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { commitIfLeft(now); });
  connect(&m_store, &ClipStore::closing, this, &CaptionEditor::commit);
  connect(&m_store, &ClipStore::opened, this, [this] {
    m_refused.clear();
    showClip(nullptr);
  });
  connect(&m_store, &ClipStore::changed, this, [this] {
    m_before.reset();
    m_sent.reset();
    if (!m_clips.empty()) showMany(m_clips);
  });
  // Runs before changed(): the typed text stays, marked as unsaved.
  connect(&m_store, &ClipStore::editFailed, this, [this] {
    if (m_before) m_saved = *m_before;
    if (m_sent) m_refused.insert_or_assign(m_sent->first, m_sent->second);
  });
  connect(&m_store, &ClipStore::resumed, this, [this] {
    if (m_refused.contains(clips())) m_before = std::exchange(m_saved, m_edit->toPlainText());
    m_refused.clear();
    noteTyping();
  });
  showClip(nullptr);
}

void CaptionEditor::addBeside(QWidget* pane) {
  m_row->addWidget(pane, 1);
}

CaptionEditor::~CaptionEditor() {
  disconnect(qApp, nullptr, this, nullptr);  // the focus still changes while the text is destroyed
  commit();
}

void CaptionEditor::showClip(const project::ClipRow* row, const std::vector<int64_t>& selected,
                             bool isFresh) {
  if (selected.size() > 1) return showMany(selected);
  const qint64 clip = row != nullptr ? row->clip.id : 0;
  if (clip != m_clip || !m_clips.empty()) commit();
  const bool isSame = clip == m_clip && m_clips.empty();
  if (!isSame) m_before.reset();  // the text is for another clip by now
  const bool isTyping = isSame && m_edit->toPlainText() != m_saved;
  const bool isOld = isSame && clip != 0 && !isFresh;
  m_clip = clip;
  m_clips.clear();
  m_way->hide();
  m_values->hide();
  m_edit->setEnabled(row != nullptr);
  m_edit->setReadOnly(!m_store.canEdit());
  m_edit->setPlaceholderText(tr("No caption yet. Describe what the clip shows."));
  m_origin->setText(row != nullptr ? originText(*row) : QString());
  m_isUnsaved = isTyping && !m_store.canEdit();
  if (m_isUnsaved) m_origin->setText(tr("Not saved"));
  if (isTyping || isOld) return;
  m_saved = row != nullptr && row->caption ? QString::fromStdString(row->caption->text) : QString();
  if (!showRefused() && m_edit->toPlainText() != m_saved) m_edit->setPlainText(m_saved);
  count();
}

std::vector<int64_t> CaptionEditor::clips() const {
  return m_clip != 0 ? std::vector<int64_t>{m_clip} : m_clips;
}

bool CaptionEditor::showRefused() {
  const auto refused = m_refused.find(clips());
  if (refused == m_refused.end()) return false;
  m_edit->setPlainText(refused->second);
  m_isUnsaved = true;
  m_origin->setText(tr("Not saved"));
  return true;
}

void CaptionEditor::awaitClip(qint64 clip) {
  if (clip == m_clip) return;
  commit();
  m_edit->setReadOnly(true);
}

void CaptionEditor::showMany(const std::vector<int64_t>& selected) {
  if (selected != m_clips) {
    commit();
    m_before.reset();
    m_clip = 0;
    m_clips = selected;
    m_saved.clear();
    if (!showRefused()) m_edit->clear();
    m_edit->setEnabled(false);  // until the common caption is known
    m_count->clear();
  }
  m_isUnsaved = false;
  m_origin->setText(tr("%n clips selected", nullptr, static_cast<int>(m_clips.size())));
  m_store.readAfterEdits([clips = m_clips](const project::Project& project,
                                           const std::stop_token&) { return caption_groups(project, clips); },
                         [this, clips = m_clips](const std::vector<project::CaptionGroup>& groups) {
                           takeGroups(clips, groups);
                         });
}

void CaptionEditor::takeGroups(const std::vector<int64_t>& clips,
                               const std::vector<project::CaptionGroup>& groups) {
  if (clips != m_clips) return;
  const bool isNew = !m_way->isVisibleTo(this) || !m_edit->isEnabled();
  const bool isTyping = m_edit->toPlainText() != m_saved;
  const bool areOthers = std::exchange(m_groups, groups) != groups;
  m_common = groups.size() == 1 ? std::optional(groups.front().text) : std::nullopt;
  m_edit->setEnabled(true);
  m_edit->setReadOnly(!m_store.canEdit());
  // Text typed over many different captions must not replace them by accident, so the default is to append.
  if (isNew) m_way->setCurrentIndex(m_way->findData(static_cast<int>(m_common ? Way::replace : Way::append)));
  m_way->show();
  m_values->setVisible(groups.size() > 1);
  m_values->setText(tr("%n different", nullptr, static_cast<int>(groups.size())));
  if (!isTyping) return showWays();
  if (areOthers) count();
}

/// Offers the different captions; choosing one puts it into the text, to be saved for all clips.
void CaptionEditor::fillValues() {
  m_values->menu()->clear();
  for (const project::CaptionGroup& group : m_groups) {
    if (m_values->menu()->actions().size() == mostValues) break;
    const QString caption = QString::fromStdString(group.text);
    QString shown = caption.isEmpty() ? tr("No caption") : caption.simplified();
    if (shown.size() > shownLetters) shown = shown.left(shownLetters) + QStringLiteral("…");
    shown.replace(QLatin1Char('&'), QStringLiteral("&&"));
    QAction* const action = m_values->menu()->addAction(
        QStringLiteral("%1\t%2×").arg(shown, QLocale().toString(qint64{group.clips})));
    action->setEnabled(!caption.isEmpty() && m_store.canEdit());
    connect(action, &QAction::triggered, this, [this, caption] {
      m_way->setCurrentIndex(m_way->findData(static_cast<int>(Way::replace)));
      m_edit->setPlainText(caption);
      m_edit->setFocus();
    });
  }
}

/// An added text starts empty; a replacing one starts with the common caption.
void CaptionEditor::showWays() {
  if (m_edit->toPlainText() != m_saved) return;
  const bool replaces = m_way->currentData().toInt() == static_cast<int>(Way::replace);
  m_edit->setPlaceholderText(m_common
                                 ? tr("What you type applies to all selected clips.")
                                 : tr("The captions differ. What you type applies to all selected clips."));
  m_saved = replaces && m_common ? QString::fromStdString(*m_common) : QString();
  if (m_edit->toPlainText() != m_saved) m_edit->setPlainText(m_saved);
  count();
}

QString CaptionEditor::originText(const project::ClipRow& row) const {
  if (!row.caption) return {};
  switch (row.caption->origin) {
    case project::CaptionOrigin::person:
      return tr("Written by you");
    case project::CaptionOrigin::import:
      return tr("Imported");
    default:
      return tr("Written by a captioner");
  }
}

void CaptionEditor::commit() {
  const QString typed = m_edit->toPlainText();
  if (clips().empty() || typed == m_saved || !m_store.keepsEdits()) return;
  const auto refused = m_refused.find(clips());
  const bool waits = refused != m_refused.end() && refused->second == typed && !m_store.canEdit();
  if (waits) return;  // for the project's folder
  m_before = std::exchange(m_saved, typed);
  m_sent = {clips(), typed};
  m_refused.erase(clips());
  noteTyping();
  if (m_clips.empty()) {
    m_store.edit([clip = m_clip, text = typed.toStdString()](project::Project& project) {
      set_caption(project, clip, text);
    });
    return;
  }
  const auto way = static_cast<Way>(m_way->currentData().toInt());
  m_store.edit([clips = m_clips, text = typed.toStdString(), way](project::Project& project) {
    switch (way) {
      case Way::replace:
        return set_captions(project, clips, text);
      case Way::prepend:
        return (void)add_prefix(project, clips, text + ' ');
      case Way::append:
        return (void)add_suffix(project, clips, ' ' + text);
    }
  });
}

void CaptionEditor::noteTyping() {
  const std::vector<int64_t> typed = m_edit->toPlainText() != m_saved ? clips() : std::vector<int64_t>();
  if (std::exchange(m_typedFor, typed) != typed) Q_EMIT typedFor(typed);
}

bool CaptionEditor::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_edit && event->type() == QEvent::FocusOut) {
    if (m_clips.empty())
      commit();
    else if (static_cast<QFocusEvent*>(event)->reason() == Qt::PopupFocusReason)
      commitIfLeft(QApplication::activePopupWidget());
  }
  return QWidget::eventFilter(watched, event);
}

/// A text for several clips waits until its mode is chosen: saved once the focus leaves the mode controls
/// too.
/// @param focus  null: in another program, from which it will return
void CaptionEditor::commitIfLeft(const QWidget* focus) {
  if (m_clips.empty() || focus == nullptr) return;
  for (const QWidget* each = focus; each != nullptr; each = each->parentWidget())  // a popup has a parent too
    if (each == m_edit || each == m_way || each == m_values) return;
  commit();
}

void CaptionEditor::setSettings(const DatasetSettings& settings) {
  m_settings = settings;
  count();
}

void CaptionEditor::count() {
  m_isTooLong = false;
  const bool canCount = text::has_sentencepiece() && !m_settings.modelFolder.empty();
  m_chooseModel->setVisible(text::has_sentencepiece() && m_settings.modelFolder.empty() && m_clip != 0);
  const QString typed = m_edit->toPlainText();
  if (m_clip == 0 || !canCount) {
    m_worker.clear();
    m_tokens->showCounts({});
  }
  if (m_clip == 0) {
    m_edit->setExtraSelections({});
    m_count->clear();
    if (canCount && !m_clips.empty()) countMany();
    return;
  }
  if (!canCount) {
    m_edit->setExtraSelections({});
    const auto words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts).size();
    m_count->setText(tr("%n words", nullptr, static_cast<int>(words)));
    return;
  }
  withTokenizers([caption = typed.toStdString()](
                     const workflow::CaptionTokenizers& tokenizers, const DatasetSettings& settings,
                     const std::stop_token&) { return Counted::of(caption, settings, tokenizers); },
                 [this](const Counted& counted) { takeCount(counted); });
}

/// Only the latest request matters: earlier ones are dropped.
template <typename Work, typename Take>
void CaptionEditor::withTokenizers(Work work, Take take) {
  m_worker.clear();
  if (m_tokenizerFolder != m_settings.modelFolder) m_tokenizers = {};
  m_worker.run(
      [tokenizers = m_tokenizers, settings = m_settings,
       work = std::move(work)](const std::stop_token& stop) {
        auto used = tokenizers.empty() ? workflow::CaptionTokenizers({settings.modelFolder}, settings.model)
                                       : tokenizers;
        auto result = work(used, settings, stop);
        return std::pair(std::move(used), std::move(result));
      },
      [this, folder = m_settings.modelFolder, take = std::move(take)](auto result) {
        m_tokenizers = std::move(result.first);
        m_tokenizerFolder = folder;
        take(result.second);
      });
}

/// Several captions need more text than fits next to the controls.
void CaptionEditor::placeTokens(bool areMany) {
  const bool isThere = m_belowMany->count() > 0;
  if (areMany == isThere) return;
  (isThere ? m_belowMany : m_below)->removeWidget(m_tokens);
  areMany ? m_belowMany->addWidget(m_tokens, 0, Qt::AlignLeft) : m_below->insertWidget(2, m_tokens);
}

/// The captions as stored in the project, each weighted by its number of clips.
void CaptionEditor::countMany() {
  withTokenizers(
      [groups = m_groups](const workflow::CaptionTokenizers& tokenizers, const DatasetSettings& settings,
                          const std::stop_token& stop) {
        std::vector<TokenBar::Count> all;
        for (const project::CaptionGroup& group : groups) {
          if (stop.stop_requested()) throw Cancelled();
          const std::vector<TokenBar::Count> counts = Counted::of(group.text, settings, tokenizers).counts;
          if (all.empty()) all = counts;
          for (size_t i = 0; i < counts.size(); ++i) {
            TokenBar::Count& sum = all[i];
            sum.least = sum.isOfMany ? std::min(sum.least, counts[i].tokens) : counts[i].tokens;
            sum.tokens = std::max(sum.tokens, counts[i].tokens);
            sum.tooLong += counts[i].tokens > counts[i].encoder.token_limit ? group.clips : 0;
            sum.isOfMany = true;
          }
        }
        return all;
      },
      [this, clips = m_clips](const std::vector<TokenBar::Count>& counts) {
        if (clips != m_clips) return;
        placeTokens(true);
        m_tokens->showCounts(counts);
        m_isTooLong = std::ranges::any_of(counts, [](const auto& count) { return count.tooLong > 0; });
      });
}

void CaptionEditor::takeCount(const Counted& counted) {
  if (counted.caption != m_edit->toPlainText().toStdString()) return;
  placeTokens(false);
  m_tokens->showCounts(counted.counts);
  m_isTooLong = counted.is_too_long;
  // Hidden with several bars, which show it too.
  const bool hasRoom = counted.counts.size() == 1;
  m_count->setText(m_isTooLong && hasRoom ? tr("the model ignores the struck-out end") : QString());
  QPalette colors = palette();
  if (m_isTooLong) colors.setColor(QPalette::WindowText, tintColor(Tint::bad, colors));
  m_count->setPalette(colors);
  markCutOff(*m_edit, counted.caption, counted.least_bytes, counted.most_bytes);
}

QString CaptionEditor::originText() const {
  return m_origin->text();
}

QString CaptionEditor::countText() const {
  QStringList parts = m_tokens->texts();
  if (!m_count->text().isEmpty()) parts << m_count->text();
  return parts.join(comma());
}

}  // namespace fw::ui
