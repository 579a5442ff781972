// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/compare_player.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QLocale>
#include <QVBoxLayout>

#include "ui/gallery/compare_view.h"
#include "ui/player/player.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr double dividerStep = 0.05;

}  // namespace

ComparePlayer::ComparePlayer(ActionRegistry& actions, QWidget* scope, QWidget* parent)
    : QWidget(parent),
      m_viewA(new CompareView),
      m_viewB(new CompareView),
      m_player(new Player(actions, QStringLiteral("gallery.player"), this, nullptr, m_viewB)),
      m_notice(new WrapLabel),
      m_group(new QActionGroup(this)) {
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addWidget(m_player, 1);
  column->addWidget(m_notice);
  m_player->stage()->insertWidget(0, m_viewA, 1);
  m_player->stage()->setSpacing(4);
  m_notice->setForegroundRole(QPalette::PlaceholderText);
  makeActions(actions, scope);

  connect(m_viewA, &VideoView::zoomChanged, this, [this] { m_viewB->showLike(*m_viewA); });
  connect(m_viewB, &VideoView::zoomChanged, this, [this] { m_viewA->showLike(*m_viewB); });
  connect(m_player, &Player::frameShown, this, &ComparePlayer::showA);
  connect(m_player, &Player::opened, this, &ComparePlayer::takeUp);
  connect(&m_cacheA, &FrameCache::opened, this, &ComparePlayer::showNotes);
  connect(&m_cacheA, &FrameCache::failed, this, [this](const Fault& fault) {
    m_faultOfA = faultText(fault) + QLatin1Char('\n') + faultHint(fault);
    m_cacheA.close();
    m_player->setPartner(nullptr);
    m_viewA->setText(m_faultOfA);
    showNotes();
  });
  showMode();
}

void ComparePlayer::makeActions(ActionRegistry& actions, QWidget* scope) {
  const auto addMode = [&](Mode mode, const char* id, const QString& text, const char* iconName,
                           const char* key, const QString& help) {
    QAction* const action =
        actions.addScoped(scope, {QLatin1String(id), text, iconName, QKeySequence(QLatin1String(key)), help},
                          [this, mode] { setMode(mode); });
    action->setCheckable(true);
    action->setChecked(mode == m_mode);
    m_group->addAction(action);
    m_modes.push_back(action);
  };
  addMode(Mode::single, "gallery.single", tr("&One clip"), "single", "Alt+1",
          tr("Shows the selected clip alone."));
  addMode(Mode::sideBySide, "gallery.sideBySide", tr("&Side by side"), "side-by-side", "Alt+2",
          tr("Shows A and the selected clip, B, side by side and in sync."));
  addMode(Mode::wipe, "gallery.wipe", tr("&Wipe"), "wipe", "Alt+3",
          tr("Shows A to the left of a divider that you can move, and the selected clip to its right."));
  const auto addMove = [&](const char* id, const QString& text, const char* iconName, const char* key,
                           const QString& help, double by) {
    actions.addScoped(scope, {QLatin1String(id), text, iconName, QKeySequence(QLatin1String(key)), help},
                      [this, by] {
                        if (m_mode == Mode::wipe) m_viewB->setDivider(m_viewB->divider() + by);
                      });
  };
  addMove("gallery.dividerLeft", tr("Move the divider to the left"), "divider-left", "[",
          tr("Shows less of A and more of the selected clip."), -dividerStep);
  addMove("gallery.dividerRight", tr("Move the divider to the right"), "divider-right", "]",
          tr("Shows more of A and less of the selected clip."), dividerStep);
}

void ComparePlayer::setSides(const Side& a, const Side& b) {
  const bool sameA = a == m_a;
  const bool sameB = b.file == m_b.file && m_player->cache().file() == toPath(b.file);
  m_a = a;
  m_b = b;
  if (!sameA) openA();
  if (b.file.isEmpty()) return close(b.note);
  if (!sameB) {
    // While a clip is opening, the previous one's state must not overwrite the values to restore.
    if (m_player->isOpen()) {
      m_keptFrame = m_player->frame();
      m_keptSpeed = m_player->isPlaying() ? m_player->speed() : 0;
    }
    m_player->open(toPath(b.file));
  }
  showNotes();
}

void ComparePlayer::takeUp() {
  if (m_keptFrame > 0) m_player->goTo(m_keptFrame);
  if (m_keptSpeed != 0) m_player->play(m_keptSpeed);
  m_keptFrame = -1;
  m_keptSpeed = 0;
  showNotes();
}

void ComparePlayer::close(const QString& text) {
  m_a = {};
  m_b = {};
  m_keptFrame = -1;
  m_keptSpeed = 0;
  openA();
  m_player->close(text);
  showNotes();
}

void ComparePlayer::play() {
  if (m_player->isOpen()) {
    m_player->play(1);
  } else {
    m_keptSpeed = 1;
  }
}

void ComparePlayer::setMode(Mode mode) {
  if (mode == m_mode) return;
  m_mode = mode;
  showMode();
  Q_EMIT modeChanged();
}

void ComparePlayer::showMode() {
  m_modes[static_cast<size_t>(m_mode) - 1]->setChecked(true);
  m_viewA->setVisible(m_mode == Mode::sideBySide);
  m_viewB->setWiping(m_mode == Mode::wipe);
  openA();
  showNotes();
}

/// A is decoded only while visible.
void ComparePlayer::openA() {
  m_frameOfA = -1;
  m_faultOfA.clear();
  m_viewB->setOther({});
  const bool wanted = m_mode != Mode::single && !m_a.file.isEmpty();
  const std::filesystem::path file = toPath(m_a.file);
  if (!wanted) {
    m_player->setPartner(nullptr);
    m_cacheA.close();
    m_viewA->setText(tr("There is no clip to compare with."));
    return;
  }
  if (m_cacheA.file() != file) {
    m_viewA->setText(tr("Opening…"));
    m_cacheA.open(file);
  }
  m_player->setPartner(&m_cacheA);
}

void ComparePlayer::showA() {
  const QImage picture = m_player->partnerImage();
  if (picture.isNull()) return;
  m_frameOfA = std::min(m_player->frame(), m_cacheA.frames() - 1);
  if (m_mode == Mode::sideBySide) m_viewA->setImage(picture, m_cacheA.shownSize());
  if (m_mode == Mode::wipe) m_viewB->setOther(picture);
}

void ComparePlayer::showNotes() {
  const bool both = m_mode != Mode::single && !m_a.file.isEmpty();
  m_viewA->setNotes(both ? tr("A: %1").arg(m_a.note) : QString());
  m_viewB->setNotes(both && !m_b.note.isEmpty() ? tr("B: %1").arg(m_b.note) : m_b.note,
                    both && m_mode == Mode::wipe ? tr("A: %1").arg(m_a.note) : QString());
  QString notice;
  if (both && m_mode == Mode::wipe) notice = m_faultOfA;
  if (both && m_cacheA.isOpen() && m_player->isOpen()) {
    const QLocale locale;
    const qint64 a = m_cacheA.frames();
    const qint64 b = m_player->cache().frames();
    if (a < b)
      notice = tr("A has %1 frames and B has %2: A stops at its last frame.")
                   .arg(locale.toString(a), locale.toString(b));
    if (a > b)
      notice = tr("A has %1 frames and B has %2: only the first %2 of A are shown.")
                   .arg(locale.toString(a), locale.toString(b));
  }
  if (both && m_a.file == m_b.file) notice = tr("A and B are the same clip.");
  m_notice->setText(notice);
  m_notice->setVisible(!notice.isEmpty());
}

QString ComparePlayer::notice() const {
  return m_notice->text();
}

}  // namespace fw::ui
