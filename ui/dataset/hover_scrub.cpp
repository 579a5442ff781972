// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/hover_scrub.h"

#include <QMouseEvent>
#include <QScrollBar>
#include <algorithm>

#include "ui/dataset/clip_model.h"
#include "ui/state/clip_roles.h"
#include "ui/state/clip_store.h"
#include "ui/state/thumbnail_cache.h"
#include "ui/widgets/clip_grid.h"

namespace fw::ui {

namespace {

constexpr qint64 mostPlaces = 24;  // per clip: each is decoded once
constexpr qint64 ahead = 3;        // positions decoded in advance on both sides

}  // namespace

HoverScrub::HoverScrub(ClipGrid& grid, ClipModel& model, ClipStore& store, QObject* parent)
    : QObject(parent), m_grid(grid), m_model(model), m_store(store), m_frames(ThumbnailCache::longestSide) {
  m_grid.viewport()->setMouseTracking(true);
  m_grid.viewport()->installEventFilter(this);
  connect(&m_frames, &SmallFrames::ready, this, [this](qint64 frame) {
    if (m_clip != 0 && frame == m_frame) show();
  });
  // The clip under a resting pointer may change, or its row may finish loading; the same clip keeps its
  // frame.
  connect(&m_model, &ClipModel::listed, this, &HoverScrub::follow);
  connect(&m_model, &ClipModel::rowsChanged, this, &HoverScrub::follow);
  connect(m_grid.verticalScrollBar(), &QScrollBar::valueChanged, this, &HoverScrub::follow);
}

bool HoverScrub::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseMove) {
    const auto* const mouse = static_cast<QMouseEvent*>(event);
    m_pointer =
        mouse->buttons() == Qt::NoButton ? std::optional(mouse->globalPosition().toPoint()) : std::nullopt;
    follow();
  } else if (event->type() == QEvent::Leave) {
    m_pointer.reset();
    follow();
  } else if (event->type() == QEvent::Resize) {
    // Once the views have laid out their items.
    QMetaObject::invokeMethod(this, &HoverScrub::follow, Qt::QueuedConnection);
  }
  return QObject::eventFilter(watched, event);
}

void HoverScrub::follow() {
  if (!m_pointer) return showNone();
  const QPoint place = m_grid.viewport()->mapFromGlobal(*m_pointer);
  if (!m_grid.viewport()->rect().contains(place)) return showNone();
  const QModelIndex index = m_grid.indexAt(place);
  const project::ClipRow* const row = index.isValid() ? m_model.clip(index.row()) : nullptr;
  const QRect room = index.isValid() ? ClipDelegate::pictureRoom(m_grid.visualRect(index)) : QRect();
  const bool canBeShown =
      row != nullptr && row->clip.frames() > 1 && !index.data(ClipUnavailableRole).toBool();
  if (!canBeShown || !room.contains(place)) return showNone();
  if (m_clip != row->clip.id) showNone();
  m_clip = row->clip.id;
  m_place = static_cast<double>(place.x() - room.left()) / std::max(1, room.width() - 1);
  const qint64 places = std::min<qint64>(mostPlaces, row->clip.frames());
  const auto at = std::min(places - 1, static_cast<qint64>(m_place * static_cast<double>(places)));
  const auto frameOf = [&](qint64 number) {
    return row->clip.in_frame + (2 * number + 1) * row->clip.frames() / (2 * places);
  };
  m_frame = frameOf(at);
  std::vector<qint64> wanted{m_frame};
  for (qint64 by = 1; by <= ahead; ++by) {
    if (at + by < places) wanted.push_back(frameOf(at + by));
    if (at - by >= 0) wanted.push_back(frameOf(at - by));
  }
  m_frames.open(m_store.folder() / row->source.path);
  m_frames.want(std::move(wanted));
  show();
}

void HoverScrub::show() {
  m_model.setScrubbed(m_clip, m_frames.picture(m_frame), m_place);
}

void HoverScrub::showNone() {
  if (m_clip == 0) return;
  m_clip = 0;
  m_model.setScrubbed(0, {}, 0);
}

}  // namespace fw::ui
