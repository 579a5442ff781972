// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/player/player.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/player/scrub_bar.h"
#include "ui/player/video_view.h"
#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"

namespace fw::ui {

namespace {

constexpr int tickMs = 8;  // finer than a screen's refresh; the maximum delay of a frame
constexpr double fastest = 8;
constexpr double playerSpeeds[]{0.1, 0.25, 0.5, 1, 2, 4};

}  // namespace

Player::Player(ActionRegistry& actions, const QString& prefix, QWidget* scope, QWidget* parent,
               VideoView* view, ScrubBar* bar)
    : QWidget(parent),
      m_view(view != nullptr ? view : new VideoView),
      m_stage(new QHBoxLayout),
      m_scrub(bar != nullptr ? bar : new ScrubBar),
      m_label(new QLabel),
      m_tools(new QHBoxLayout),
      m_speeds(new QComboBox) {
  named(this, tr("Player"));
  setObjectName(prefix);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  m_stage->addWidget(m_view, 1);
  column->addLayout(m_stage, 1);
  column->addWidget(m_scrub);
  column->addWidget(m_label);
  column->addLayout(m_tools);
  m_tools->setSpacing(2);
  makeCommands(actions, prefix, scope != nullptr ? scope : this);
  for (const double speed : playerSpeeds)
    m_speeds->addItem(QLocale().toString(speed) + QStringLiteral("×"), speed);
  m_speeds->setCurrentIndex(m_speeds->findData(1.0));
  m_speeds->setToolTip(tr("Playback speed"));
  named(m_speeds, tr("Playback speed"));
  m_tools->addWidget(m_speeds);
  m_tools->addStretch(1);
  // Its text does not widen the player, however long it is.
  m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  m_timer.setInterval(tickMs);
  m_timer.setTimerType(Qt::PreciseTimer);

  connect(&m_timer, &QTimer::timeout, this, &Player::tick);
  connect(m_scrub, &QAbstractSlider::valueChanged, this, [this](int frame) { goTo(frame); });
  connect(m_speeds, &QComboBox::activated, this, [this] {
    const double speed = m_speeds->currentData().toDouble();
    if (isPlaying()) {
      play(m_speed < 0 ? -speed : speed);
    } else {
      m_speed = speed;
    }
  });
  connect(&m_cache, &FrameCache::frameReady, this, [this](qint64 frame) {
    if (frame == m_frame) showFrame();
  });
  connect(&m_cache, &FrameCache::failed, this, [this](const Fault& fault) {
    close(faultText(fault) + QLatin1Char('\n') + faultHint(fault));
    Q_EMIT failed();
  });
  connect(&m_cache, &FrameCache::opened, this, [this] {
    m_scrub->setFrames(m_cache.frames());
    const double seconds = m_cache.timeS(m_cache.frames());
    m_scrub->setPageStep(
        seconds > 0
            ? std::max(1, static_cast<int>(std::lround(static_cast<double>(m_cache.frames()) / seconds)))
            : 1);
    m_scrub->setEnabled(true);
    for (QAction* const command : m_commands) command->setEnabled(true);
    m_cache.lookAt(m_wantedIn);  // so that nothing else is decoded first
    open(m_cache.file(), m_wantedIn, m_wantedOut);
    setFrame(m_in);
    Q_EMIT opened();
    resume();
  });
  m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_view->addActions(m_commands);
  close({});
}

void Player::makeCommands(ActionRegistry& actions, const QString& prefix, QWidget* scope) {
  const auto add = [&](const char* id, const QString& text, const char* iconName, const char* key,
                       const QString& help, std::function<void()> handler) {
    QAction* const action = actions.addScoped(scope,
                                              {prefix + QLatin1Char('.') + QLatin1String(id), text, iconName,
                                               QKeySequence(QLatin1String(key)), help},
                                              std::move(handler));
    m_commands.push_back(action);
    return action;
  };
  const auto addButton = [&](QAction* action) {
    auto* const button = new QToolButton;
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    m_tools->addWidget(named(button, action->iconText(), action->whatsThis()));
  };
  addButton(add("back", tr("Frame &back"), "step-back", ",", tr("Shows the previous frame."),
                [this] { step(-1); }));
  m_play = add("play", tr("&Play or pause"), "play", "Space", tr("Plays the clip, or stops at this frame."),
               [this] { togglePlaying(); });
  addButton(m_play);
  addButton(add("forward", tr("Frame &forward"), "step-forward", ".", tr("Shows the next frame."),
                [this] { step(1); }));
  m_loop = add("loop", tr("&Loop"), "loop", "Ctrl+L", tr("Repeats the clip."), [] {});
  m_loop->setCheckable(true);
  m_loop->setChecked(true);
  addButton(m_loop);
  add("reverse", tr("Play backward"), "play-back", "J", tr("Plays backward. Press again to go faster."),
      [this] { shuttle(-1); });
  add("stop", tr("Stop playing"), "pause", "K", tr("Stops at this frame."), [this] { pause(); });
  add("faster", tr("Play forward"), "fast-forward", "L", tr("Plays forward. Press again to go faster."),
      [this] { shuttle(1); });
  add("first", tr("First frame of the cut"), "first", "Home", tr("Moves to the first frame of the cut."),
      [this] { goTo(m_in); });
  add("last", tr("Last frame of the cut"), "last", "End", tr("Moves to the last frame of the cut."),
      [this] { goTo(m_out - 1); });
  add("zoomIn", tr("Zoom in"), "zoom-in", "+", tr("Enlarges the picture."),
      [this] { m_view->zoomBy(1.25, QRectF(m_view->rect()).center()); });
  add("zoomOut", tr("Zoom out"), "zoom-out", "-", tr("Shrinks the picture."),
      [this] { m_view->zoomBy(0.8, QRectF(m_view->rect()).center()); });
  add("fit", tr("Fit to view"), "zoom-all", "0", tr("Scales the picture to fit the view."),
      [this] { m_view->setZoom(0); });
  tellOfUse();
}

void Player::tellOfUse() {
  for (QAction* const command : m_commands) connect(command, &QAction::triggered, this, &Player::used);
  connect(m_scrub, &QAbstractSlider::sliderPressed, this, &Player::used);
  connect(m_scrub, &QAbstractSlider::actionTriggered, this, &Player::used);
  connect(m_speeds, &QComboBox::activated, this, &Player::used);
  m_view->installEventFilter(this);
}

bool Player::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::Wheel) Q_EMIT used();
  return QWidget::eventFilter(watched, event);
}

void Player::open(const std::filesystem::path& file, qint64 in, qint64 out) {
  m_wantedIn = in;
  m_wantedOut = out;
  if (m_cache.file() != file) {
    pause();
    m_shownFrame = -1;
    m_view->setZoom(0);
    m_view->setText(tr("Opening…"));
    m_scrub->setEnabled(false);
    m_cache.open(file);
    return;
  }
  if (!isOpen()) return;
  m_in = std::clamp<qint64>(in, 0, m_cache.frames() - 1);
  m_out = out < 0 ? m_cache.frames() : std::clamp<qint64>(out, m_in + 1, m_cache.frames());
  m_cache.setRange(m_in, m_out);
  m_scrub->setCut(m_in, m_out);
  showFrame();
}

void Player::close(const QString& text) {
  pause();
  m_cache.close();
  m_view->setText(text);
  m_view->setCrop({});
  m_view->setUsedPart({});
  m_label->clear();
  m_shownFrame = -1;
  m_frame = 0;
  m_scrub->setEnabled(false);
  for (QAction* const command : m_commands) command->setEnabled(false);
}

void Player::setPartner(FrameCache* partner) {
  if (m_partner != nullptr) m_partner->disconnect(this);
  m_partner = partner;
  if (partner != nullptr) {
    connect(partner, &FrameCache::opened, this, [this] { m_partner->lookAt(partnerFrame()); });
    connect(partner, &FrameCache::frameReady, this, [this](qint64 frame) {
      if (frame == partnerFrame()) showFrame();
    });
    if (isOpen()) partner->lookAt(m_frame);
  }
  showFrame();
}

qint64 Player::partnerFrame() const {
  return std::min(m_frame, m_partner->frames() - 1);
}

QImage Player::partnerImage() const {
  return m_partner != nullptr && m_partner->isOpen() ? m_partner->frame(partnerFrame()) : QImage();
}

void Player::goTo(qint64 frame) {
  if (!isOpen()) return;
  setFrame(std::clamp<qint64>(frame, 0, m_cache.frames() - 1));
  if (isPlaying()) restartClock();
}

void Player::step(qint64 by) {
  pause();
  goTo(m_frame + by);
}

void Player::togglePlaying() {
  isPlaying() ? pause() : play(m_speeds->currentData().toDouble());
}

void Player::shuttle(int direction) {
  const bool goesOn = isPlaying() && m_speed * direction > 0;
  play(goesOn ? std::clamp(m_speed * 2, -fastest, fastest) : direction);
}

void Player::play(double speed) {
  if (!isOpen()) return;
  m_speed = speed;
  if (speed > 0 && m_frame >= m_out - 1) setFrame(m_in);
  if (speed < 0 && m_frame <= m_in) setFrame(m_out - 1);
  m_cache.lookAt(m_frame, speed < 0 ? -1 : 1);
  restartClock();
  m_timer.start();
  showPlaying();
}

void Player::pause() {
  m_timer.stop();
  showPlaying();
}

void Player::takeOver(const Player& other) {
  m_loop->setChecked(other.m_loop->isChecked());
  m_speeds->setCurrentIndex(other.m_speeds->currentIndex());
  m_resumed = other.isOpen()
                  ? Place{other.m_cache.file(), other.m_frame, other.isPlaying() ? other.m_speed : 0}
                  : other.m_resumed;
  resume();
}

/// After opened(), in which some owners start playback.
void Player::resume() {
  if (!isOpen() || m_resumed.file != m_cache.file()) return;
  const Place place = std::exchange(m_resumed, {});
  goTo(place.frame);
  place.speed != 0 ? play(place.speed) : pause();
}

void Player::restartClock() {
  m_clockStartS = m_cache.timeS(m_frame);
  m_clock.start();
}

void Player::tick() {
  // Waits for undecoded frames: playback slows down instead of skipping frames.
  if (!isShown()) return restartClock();
  const double elapsed = static_cast<double>(m_clock.nsecsElapsed()) / 1e9 * m_speed;
  // Backward, a frame lasts as long as forward.
  const double start = m_speed < 0 ? m_cache.timeS(m_frame + 1) : m_clockStartS;
  const double now = m_speed < 0 ? start + elapsed : m_clockStartS + elapsed;
  const bool inCut = isInCut();
  const qint64 first = inCut ? m_in : 0;
  const qint64 end = inCut ? m_out : m_cache.frames();
  const bool over = m_speed < 0 ? now <= m_cache.timeS(first) : now >= m_cache.timeS(end);
  if (over) {
    if (!m_loop->isChecked()) {
      setFrame(m_speed < 0 ? first : end - 1);
      return pause();
    }
    setFrame(m_speed < 0 ? end - 1 : first);
    return restartClock();
  }
  const qint64 next = std::clamp(m_cache.frameAt(m_speed < 0 ? now - 1e-6 : now), first, end - 1);
  if (next == m_frame) return;
  setFrame(next);
  if (m_speed < 0) restartClock();
}

void Player::setFrame(qint64 frame) {
  m_frame = frame;
  m_cache.lookAt(frame, m_speed < 0 && isPlaying() ? -1 : 1);
  if (m_partner != nullptr) m_partner->lookAt(frame, m_speed < 0 && isPlaying() ? -1 : 1);
  {
    const QSignalBlocker quiet(m_scrub);
    m_scrub->setValue(static_cast<int>(frame));
  }
  m_scrub->update();
  showFrame();
  Q_EMIT frameChanged(frame);
}

void Player::showFrame() {
  if (!isOpen()) return;
  const QImage image = m_cache.frame(m_frame);
  const bool isAlone = m_partner == nullptr || !m_partner->isOpen();
  if (!image.isNull() && (isAlone || !partnerImage().isNull())) {
    m_shownFrame = m_frame;
    m_view->setImage(image, m_cache.shownSize());
    Q_EMIT frameShown(m_frame);
  }
  const QLocale locale;
  QString text = tr("Frame %1 of %2").arg(locale.toString(m_frame), locale.toString(m_cache.frames()));
  if (m_in > 0 || m_out < m_cache.frames()) {
    text +=
        QStringLiteral(" · ") +
        (isInCut()
             ? tr("%1 of %2 in the cut").arg(locale.toString(m_frame - m_in), locale.toString(m_out - m_in))
             : tr("outside the cut"));
  }
  text += QStringLiteral(" · ") + tr("%1 s").arg(locale.toString(m_cache.timeS(m_frame), 'f', 2));
  if (isPlaying() && std::abs(m_speed) != 1) text += QStringLiteral(" · %1×").arg(locale.toString(m_speed));
  m_label->setText(text);
}

void Player::showPlaying() {
  m_play->setIcon(icon(isPlaying() ? "pause" : "play"));
  if (isOpen()) showFrame();
}

}  // namespace fw::ui
