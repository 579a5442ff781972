// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/wheel_guard.h"

#include <QEvent>
#include <QWidget>

namespace fw::ui {

namespace {

class WheelGuard : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject* object, QEvent* event) override {
    if (event->type() != QEvent::Wheel || static_cast<QWidget*>(object)->hasFocus()) return false;
    event->ignore();
    return true;
  }
};

}  // namespace

void keepWheelFromChanging(QWidget* editor) {
  if (editor->focusPolicy() == Qt::WheelFocus) editor->setFocusPolicy(Qt::StrongFocus);
  editor->installEventFilter(new WheelGuard(editor));
}

}  // namespace fw::ui
