// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/player/timeline.h"

#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <ranges>

#include "ui/theme/palettes.h"
#include "ui/theme/style.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

constexpr int stripHeight = 44;
constexpr int samplesHeight = 8;
constexpr int pictureSide = 96;
constexpr double gripWidth = 7;
constexpr double graspReach = 5;  // beyond the handle
constexpr double snapReach = 6;   // around a scene cut
constexpr double tickRoom = 64;   // minimum pixels between two labels
constexpr int viewHeight = 4;     // of the line that shows the visible part
constexpr double leastShown = 8;  // frames
constexpr double wheelZoom = 1.25;

/// Seconds between two labels of the ruler.
double tickSeconds(double leastSeconds) {
  for (const double seconds :
       {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0})
    if (seconds >= leastSeconds) return seconds;
  return 3600;
}

QString tickText(double seconds, double apart) {
  if (seconds < 60) return Timeline::tr("%1 s").arg(QLocale().toString(seconds, 'f', apart < 1 ? 1 : 0));
  const auto whole = static_cast<qint64>(std::lround(seconds));
  return QStringLiteral("%1:%2").arg(whole / 60).arg(whole % 60, 2, 10, QLatin1Char('0'));
}

}  // namespace

Timeline::Timeline(QWidget* parent) : ScrubBar(parent), m_frames(pictureSide) {
  named(this, tr("Timeline"),
        tr("Arrow keys move by one frame, Page Up and Page Down by one second. Drag the two ends to cut the "
           "clip. Ctrl and the wheel zoom, Shift and the wheel move what is in view."));
  setMouseTracking(true);
  connect(&m_frames, &SmallFrames::ready, this, [this](qint64 frame) {
    const QSize size = m_frames.picture(frame).size();
    const double aspect = static_cast<double>(size.width()) / std::max(1, size.height());
    if (std::abs(aspect - m_aspect) > 0.05) {
      m_aspect = std::clamp(aspect, 0.3, 4.0);
      wantPictures();
    }
    update();
  });
}

void Timeline::setFile(const std::filesystem::path& file, const media::FrameIndex& index) {
  m_index = index;
  m_from = m_shown = 0;
  m_frames.open(file);
  wantPictures();
}

void Timeline::clear() {
  m_dragged.reset();
  m_from = m_shown = 0;
  m_index = {};
  m_frames.open({});
  update();
}

void Timeline::setEditable(bool on) {
  m_isEditable = on;
  update();
}

QSize Timeline::sizeHint() const {
  return {200, rulerHeight() + stripHeight + samplesHeight + viewHeight};
}

QSize Timeline::minimumSizeHint() const {
  return {80, sizeHint().height()};
}

int Timeline::rulerHeight() const {
  return fontMetrics().height() + 3;
}

QRectF Timeline::strip() const {
  return {double(sideRoom), double(rulerHeight()), width() - 2.0 * sideRoom, double(stripHeight)};
}

double Timeline::framesOfTile() const {
  const double fit = std::round(strip().width() / (stripHeight * m_aspect));
  return std::max(1.0, shown() / std::max(1.0, fit));
}

/// Tile positions do not depend on the visible part, so that scrolling needs few new pictures.
qint64 Timeline::firstTile() const {
  return static_cast<qint64>(std::floor(m_from / framesOfTile() + 1e-6));
}

qint64 Timeline::endOfTiles() const {
  return static_cast<qint64>(std::ceil((m_from + shown()) / framesOfTile() - 1e-6));
}

qint64 Timeline::frameOfTile(qint64 tile) const {
  return std::min(frames() - 1, static_cast<qint64>((static_cast<double>(tile) + 0.5) * framesOfTile()));
}

void Timeline::wantPictures() {
  if (m_frames.file().empty()) return;
  std::vector<qint64> wanted;
  for (qint64 tile = firstTile(); tile < endOfTiles(); ++tile) wanted.push_back(frameOfTile(tile));
  m_frames.want(std::move(wanted));
}

void Timeline::view(double from, double shown) {
  const auto all = static_cast<double>(frames());
  m_shown = shown <= 0 || shown >= all ? 0 : std::max(shown, std::min(leastShown, all));
  m_from = m_shown > 0 ? std::clamp(from, 0.0, all - m_shown) : 0;
  wantPictures();
  update();
}

void Timeline::zoomBy(double factor, double x) {
  if (factor <= 0) return view(0, 0);
  const double still = frameAt(x);
  const double share = (still - m_from) / shown();
  const double wanted = std::max(leastShown, shown() / factor);
  view(still - share * wanted, wanted);
}

void Timeline::zoomBy(double factor) {
  zoomBy(factor, xOf(sliderPosition() + 0.5));
}

Timeline::Range Timeline::inView() const {
  return {std::llround(m_from), std::llround(m_from + shown())};
}

void Timeline::wheelEvent(QWheelEvent* event) {
  const double turn =
      (event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x()) / 120.0;
  if (event->modifiers() & Qt::ControlModifier) {
    zoomBy(std::pow(wheelZoom, turn), event->position().x());
  } else if (event->modifiers() & Qt::ShiftModifier) {
    view(m_from - turn * shown() / 10, m_shown);
  } else {
    return ScrubBar::wheelEvent(event);
  }
  event->accept();
}

/// Keeps the current position visible during playback, stepping and dragging.
void Timeline::sliderChange(SliderChange change) {
  ScrubBar::sliderChange(change);
  if (change != SliderValueChange || !isZoomed()) return;
  const double frame = sliderPosition();
  if (frame < m_from) view(m_dragged ? frame : frame - shown() / 10, m_shown);
  if (frame + 1 > m_from + shown()) view(m_dragged ? frame + 1 - shown() : frame - shown() / 10, m_shown);
}

double Timeline::timeS(double frame) const {
  if (m_index.frames() == 0) return 0;
  return m_index.time_s(std::clamp<qint64>(std::llround(frame), 0, m_index.frames()));
}

QPoint Timeline::handle(bool isIn) const {
  const double x =
      isIn ? xOf(static_cast<double>(m_in)) - gripWidth / 2 : xOf(static_cast<double>(m_out)) + gripWidth / 2;
  return QPointF(x, strip().center().y()).toPoint();
}

std::optional<Timeline::End> Timeline::endAt(const QPointF& point) const {
  if (!m_isEditable || !isEnabled() || point.y() < rulerHeight()) return std::nullopt;
  const double toIn = std::abs(point.x() - (xOf(static_cast<double>(m_in)) - gripWidth / 2));
  const double toOut = std::abs(point.x() - (xOf(static_cast<double>(m_out)) + gripWidth / 2));
  if (std::min(toIn, toOut) > gripWidth / 2 + graspReach) return std::nullopt;
  return toIn <= toOut ? End::in : End::out;
}

/// Snaps to the nearest frame boundary, preferring scene cuts.
void Timeline::dragTo(double x) {
  qint64 frame = std::llround(frameAt(x));
  for (const qint64 mark : m_marks)
    if (std::abs(xOf(static_cast<double>(mark)) - x) <= snapReach) frame = mark;
  if (*m_dragged == End::in) {
    setCut(std::clamp<qint64>(frame, 0, m_out - 1), m_out);
    setSliderPosition(static_cast<int>(m_in));
  } else {
    setCut(m_in, std::clamp<qint64>(frame, m_in + 1, frames()));
    setSliderPosition(static_cast<int>(m_out - 1));
  }
}

void Timeline::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) m_dragged = endAt(event->position());
  if (!m_dragged) return ScrubBar::mousePressEvent(event);
  m_grasp = event->position().x() - xOf(static_cast<double>(*m_dragged == End::in ? m_in : m_out));
  m_inBefore = m_in;
  m_outBefore = m_out;
}

void Timeline::mouseMoveEvent(QMouseEvent* event) {
  if (m_dragged) {
    dragTo(event->position().x() - m_grasp);
    return QToolTip::showText(event->globalPosition().toPoint() - QPoint(0, 3 * fontMetrics().height()),
                              cutText(), this);
  }
  const bool isAtEnd = event->buttons() == Qt::NoButton && endAt(event->position());
  setCursor(isAtEnd ? Qt::SplitHCursor : Qt::ArrowCursor);
  ScrubBar::mouseMoveEvent(event);
}

void Timeline::mouseReleaseEvent(QMouseEvent* event) {
  if (!m_dragged) return ScrubBar::mouseReleaseEvent(event);
  QToolTip::hideText();
  // The clip may have been reloaded meanwhile, with the old cut.
  dragTo(event->position().x() - m_grasp);
  m_dragged.reset();
  if (m_in != m_inBefore || m_out != m_outBefore) Q_EMIT cutChosen(m_in, m_out);
}

void Timeline::keyPressEvent(QKeyEvent* event) {
  if (!m_dragged || event->key() != Qt::Key_Escape) return ScrubBar::keyPressEvent(event);
  m_dragged.reset();
  setCut(m_inBefore, m_outBefore);
}

QString Timeline::placeText(double x, bool isBelow) const {
  for (const qint64 mark : m_marks)
    if (std::abs(xOf(static_cast<double>(mark)) - x) <= snapReach)
      return tr("Scene cut at frame %1").arg(QLocale().toString(mark));
  const auto frame = std::clamp<qint64>(static_cast<qint64>(std::floor(frameAt(x))), 0, frames() - 1);
  const auto sample = std::ranges::find_if(
      m_used, [&](const Range& each) { return frame >= each.first && frame <= each.last; });
  if (isBelow && sample != m_used.end())
    return tr("Sample %1 of %2: frames %3 to %4")
        .arg(QLocale().toString(qint64{sample - m_used.begin() + 1}), QLocale().toString(m_used.size()),
             QLocale().toString(sample->first), QLocale().toString(sample->last));
  return tr("Frame %1, %2 s")
      .arg(QLocale().toString(frame), QLocale().toString(timeS(static_cast<double>(frame)), 'f', 2));
}

/// The remaining part of the clip while an end is dragged.
QString Timeline::cutText() const {
  const QLocale locale;
  const double in = timeS(static_cast<double>(m_in));
  const double out = timeS(static_cast<double>(m_out));
  return tr("%1 s to %2 s: %n frames, %3 s", nullptr, static_cast<int>(m_out - m_in))
      .arg(locale.toString(in, 'f', 2), locale.toString(out, 'f', 2), locale.toString(out - in, 'f', 2));
}

bool Timeline::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && m_index.frames() > 0) {
    const auto* const help = dynamic_cast<QHelpEvent*>(event);
    const QPoint place = help->pos();
    const auto end = endAt(place);
    const QString text = !end              ? placeText(place.x(), place.y() > strip().bottom())
                         : *end == End::in ? tr("First frame of the clip: drag to change it")
                                           : tr("Last frame of the clip: drag to change it");
    QToolTip::showText(help->globalPos(), text, this);
    return true;
  }
  return ScrubBar::event(event);
}

void Timeline::resizeEvent(QResizeEvent* event) {
  ScrubBar::resizeEvent(event);
  wantPictures();
}

void Timeline::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QPalette& colors = palette();
  painter.fillRect(strip(),
                   blended(colors.color(QPalette::Window), colors.color(QPalette::WindowText), 0.12));
  if (m_index.frames() == 0) return;
  paintRuler(painter);
  painter.save();
  painter.setClipRect(QRectF(strip().left() - gripWidth, 0, strip().width() + 2 * gripWidth, height()));
  paintStrip(painter);
  paintSamples(painter);
  paintCut(painter);
  paintPlace(painter);
  painter.restore();
  if (isZoomed()) paintView(painter);
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(colors.color(QPalette::Highlight));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Style::radius, Style::radius);
  }
}

void Timeline::paintStrip(QPainter& painter) const {
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  const double each = framesOfTile();
  for (qint64 tile = firstTile(); tile < endOfTiles(); ++tile) {
    const QImage picture = m_frames.picture(frameOfTile(tile));
    if (picture.isNull()) continue;
    const double left = xOf(static_cast<double>(tile) * each);
    const double right =
        xOf(std::min<double>(static_cast<double>(tile + 1) * each, static_cast<double>(frames())));
    const QRectF place(left, strip().top(), right - left, stripHeight);
    // The centre part, in the tile's aspect ratio.
    QSizeF shown = place.size().scaled(QSizeF(picture.size()), Qt::KeepAspectRatio);
    const QRectF part(QPointF((picture.width() - shown.width()) / 2, (picture.height() - shown.height()) / 2),
                      shown);
    painter.drawImage(place, picture, part);
  }
}

std::vector<Timeline::Tick> Timeline::ticks() const {
  std::vector<Tick> found;
  const double first = timeS(m_from);
  const double last = timeS(m_from + shown());
  if (last <= first) return found;
  const double apart = tickSeconds((last - first) * tickRoom / std::max(1.0, strip().width()));
  const auto all = std::views::iota(int64_t{1}, m_index.frames());
  for (auto tick = static_cast<qint64>(std::ceil(first / apart - 1e-6)); tick * apart < last; ++tick) {
    const double time = tick * apart;
    const int64_t frame =
        std::ranges::partition_point(all, [&](int64_t next) { return m_index.time_s(next) <= time; }) -
        all.begin();
    const double begin = m_index.time_s(frame);
    const double part = (time - begin) / (m_index.time_s(frame + 1) - begin);
    found.push_back({xOf(static_cast<double>(frame) + part), tickText(time, apart)});
  }
  return found;
}

void Timeline::paintRuler(QPainter& painter) const {
  painter.setPen(blended(palette().color(QPalette::Window), palette().color(QPalette::WindowText), 0.7));
  for (const auto& [x, text] : ticks()) {
    painter.drawLine(QPointF(x, rulerHeight() - 4), QPointF(x, rulerHeight()));
    const QRectF room(x + 3, 0, tickRoom - 6, rulerHeight() - 3);
    if (room.left() + fontMetrics().horizontalAdvance(text) <= width())
      painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, text);
  }
}

void Timeline::paintSamples(QPainter& painter) const {
  painter.setPen(Qt::NoPen);
  painter.setBrush(tintColor(Tint::good, palette()));
  for (const Range& sample : m_used) {
    if (sample.last < m_from || sample.first > m_from + shown()) continue;
    const double from = xOf(static_cast<double>(sample.first));
    const double to = xOf(static_cast<double>(sample.last) + 1);
    painter.drawRoundedRect(
        QRectF(from + 1, strip().bottom() + 3, std::max(2.0, to - from - 2), samplesHeight - 3), 2, 2);
  }
}

void Timeline::paintCut(QPainter& painter) const {
  const QRectF all = strip();
  const double in = xOf(static_cast<double>(m_in));
  const double out = xOf(static_cast<double>(m_out));
  QColor shade = palette().color(QPalette::Window);
  shade.setAlphaF(0.72F);
  if (in > all.left()) painter.fillRect(QRectF(all.topLeft(), QPointF(in, all.bottom())), shade);
  if (out < all.right()) painter.fillRect(QRectF(QPointF(out, all.top()), all.bottomRight()), shade);
  painter.setPen(Qt::NoPen);
  painter.setBrush(tintColor(Tint::warning, palette()));
  for (const qint64 mark : m_marks)
    painter.drawRect(QRectF(xOf(static_cast<double>(mark)) - 1, all.top() - 3, 2, all.height() + 6));
  if (!m_isEditable) return;
  const QColor color = palette().color(QPalette::Highlight);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(color, 2));
  painter.drawRect(QRectF(QPointF(in, all.top() + 1), QPointF(out, all.bottom() - 1)));
  for (const double left : {in - gripWidth, out}) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(QRectF(left, all.top(), gripWidth, all.height()), 3, 3);
    painter.setPen(QPen(palette().color(QPalette::HighlightedText), 1.5));
    const double middle = left + gripWidth / 2;
    painter.drawLine(QPointF(middle, all.center().y() - 7), QPointF(middle, all.center().y() + 7));
  }
}

/// Marks the current frame.
void Timeline::paintPlace(QPainter& painter) const {
  const double middle = xOf(sliderPosition() + 0.5);
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette().color(QPalette::Window));
  painter.drawRect(QRectF(middle - 2, rulerHeight() - 3, 4, stripHeight + 5));
  painter.setBrush(palette().color(QPalette::WindowText));
  painter.drawRect(QRectF(middle - 1, rulerHeight() - 3, 2, stripHeight + 5));
  painter.drawRoundedRect(QRectF(middle - 4, rulerHeight() - 6, 8, 6), 2, 2);
}

/// Shows which part is visible.
void Timeline::paintView(QPainter& painter) const {
  const QRectF all(strip().left(), height() - viewHeight + 1, strip().width(), viewHeight - 2);
  const auto whole = static_cast<double>(frames());
  painter.setPen(Qt::NoPen);
  for (const bool isPart : {false, true}) {
    painter.setBrush(blended(palette().color(QPalette::Window), palette().color(QPalette::WindowText),
                             isPart ? 0.6 : 0.12));
    const QRectF part(all.left() + all.width() * m_from / whole, all.top(),
                      std::max(8.0, all.width() * shown() / whole), all.height());
    painter.drawRoundedRect(isPart ? part : all, 1, 1);
  }
}

}  // namespace fw::ui
