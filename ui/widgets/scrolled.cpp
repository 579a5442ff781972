// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scrolled.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QScreen>
#include <QVBoxLayout>

#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

/// Without the title bar and a desktop panel.
constexpr QSize smallestScreen{620, 340};

}  // namespace

Scrolled::Scrolled(QWidget* content, const QString& name) {
  named(this, name);
  setWidget(content);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
}

QSize Scrolled::sizeHint() const {
  return widget()->sizeHint();
}

QSize Scrolled::minimumSizeHint() const {
  return QScrollArea::minimumSizeHint().boundedTo(widget()->minimumSizeHint());
}

void fitToScreen(QDialog& dialog) {
  auto* const column = qobject_cast<QVBoxLayout*>(dialog.layout());
  if (column == nullptr) return;
  const QSize needs = dialog.minimumSizeHint().expandedTo({0, dialog.heightForWidth(smallestScreen.width())});
  const bool isSmall = needs.boundedTo(smallestScreen) == needs;
  int height = 0;
  if (!isSmall && dialog.findChild<Scrolled*>({}, Qt::FindDirectChildrenOnly) == nullptr) {
    auto* const buttons = dialog.findChild<QDialogButtonBox*>({}, Qt::FindDirectChildrenOnly);
    if (buttons != nullptr) column->removeWidget(buttons);
    const QMargins margins = column->contentsMargins();
    const int gap = column->spacing();
    auto* const content = new QWidget;
    content->setLayout(column);  // including all its contents
    column->setContentsMargins({});
    auto* const outer = new QVBoxLayout(&dialog);
    outer->setContentsMargins(margins);
    outer->setSpacing(gap);
    outer->addWidget(new Scrolled(content, dialog.windowTitle()), 1);
    if (buttons != nullptr) outer->addWidget(buttons);
    // On a large enough screen everything is visible.
    const int width = dialog.width() - margins.left() - margins.right();
    height = content->hasHeightForWidth() ? content->heightForWidth(width) : content->sizeHint().height();
    height += margins.top() + margins.bottom();
    if (buttons != nullptr) height += gap + buttons->sizeHint().height();
  }
  const QSize room = dialog.screen()->availableSize() - QSize(0, 30);
  if (dialog.testAttribute(Qt::WA_Resized))
    dialog.resize(dialog.size().expandedTo({0, height}).boundedTo(room));
}

}  // namespace fw::ui
