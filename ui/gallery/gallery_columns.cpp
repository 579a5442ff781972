// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/gallery_columns.h"

#include <QVBoxLayout>
#include <algorithm>

namespace fw::ui {

namespace {

// In lines of text: the pictures and the recipe both have to be of use.
constexpr int leastHeightBeside = 22;
constexpr int leastHeightBelow = 38;

}  // namespace

GalleryColumns::GalleryColumns(QWidget* clips, QWidget* pictures, QWidget* recipe, QWidget* parent)
    : QSplitter(parent), m_pictures(pictures), m_recipe(recipe) {
  setChildrenCollapsible(false);
  setHandleWidth(12);
  auto* const column = new QWidget;
  m_column = new QVBoxLayout(column);
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(12);
  m_column->addWidget(pictures, 1);
  for (QWidget* const each : {clips, column, recipe}) addWidget(each);
  const int letter = fontMetrics().averageCharWidth();
  clips->setMinimumWidth(letter * 30);
  recipe->setMinimumWidth(letter * 28);
  setSizes({letter * 64, letter * 84, letter * 38});
  setStretchFactor(0, 5);
  setStretchFactor(1, 6);
  // All of it is in view: the pictures take what height there is.
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
  setMinimumHeight(fontMetrics().height() * leastHeightBeside);
}

QSize GalleryColumns::minimumSizeHint() const {
  const int second = std::max(m_pictures->minimumSizeHint().width(), m_recipe->minimumWidth());
  return {widget(0)->minimumWidth() + handleWidth() + second, QSplitter::minimumSizeHint().height()};
}

void GalleryColumns::resizeEvent(QResizeEvent* event) {
  QSplitter::resizeEvent(event);
  // Later: what comes and goes lays out the whole page, which may be in the midst of that now.
  if (belongsBelow() != isBelow())
    QMetaObject::invokeMethod(this, &GalleryColumns::arrange, Qt::QueuedConnection);
}

bool GalleryColumns::belongsBelow() const {
  const int needed = widget(0)->minimumWidth() + m_pictures->minimumSizeHint().width() +
                     m_recipe->minimumWidth() + 2 * handleWidth();
  return width() < needed;
}

void GalleryColumns::arrange() {
  const bool below = belongsBelow();
  if (below == isBelow()) return;
  if (below) {
    m_widths = sizes();
    m_column->addWidget(m_recipe, 1);
  } else {
    addWidget(m_recipe);
    setSizes(m_widths);
  }
  setMinimumHeight(fontMetrics().height() * (below ? leastHeightBelow : leastHeightBeside));
}

}  // namespace fw::ui
