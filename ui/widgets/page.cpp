// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/page.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

/// Keeps a widget at its contents' minimum height when its size policy ignores that.
class LeastHeight : public QObject {
 public:
  LeastHeight(QWidget* widget, int least) : QObject(widget), m_least(least) {
    widget->installEventFilter(this);
    hold(*widget);
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::LayoutRequest) hold(*static_cast<QWidget*>(watched));
    return false;
  }

 private:
  void hold(QWidget& widget) const {
    widget.setMinimumHeight(std::max(m_least, widget.minimumSizeHint().height()));
  }

  int m_least;
};

}  // namespace

Page::Page(const QString& title, const char* iconName, const QString& purpose, QWidget* parent)
    : QWidget(parent), m_title(title), m_iconName(iconName), m_purpose(purpose) {
  named(this, title, purpose);
  auto* const heading = new QLabel(title);
  QFont large = heading->font();
  large.setPointSizeF(large.pointSizeF() * 1.7);
  large.setBold(true);  // a fallback font, such as for Chinese, has no intermediate weights
  heading->setFont(large);
  auto* const subtitle = new QLabel(purpose);
  subtitle->setWordWrap(true);
  subtitle->setForegroundRole(QPalette::PlaceholderText);

  auto* const inner = new QWidget;
  m_content = new QVBoxLayout(inner);
  m_content->setContentsMargins(20, 14, 20, 12);
  m_content->setSpacing(14);
  auto* const head = new QVBoxLayout;
  head->setSpacing(2);
  m_titleRow = new QHBoxLayout;
  m_titleRow->addWidget(heading);
  head->addLayout(m_titleRow);
  head->addWidget(subtitle);
  m_content->addLayout(head);
  auto* const scroller = named(new QScrollArea, title);
  scroller->setWidget(inner);
  scroller->setWidgetResizable(true);
  scroller->setFrameShape(QFrame::NoFrame);
  scroller->setFocusPolicy(Qt::NoFocus);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(scroller);
}

void Page::addToHead(QWidget* commands) {
  m_titleRow->addSpacing(20);
  m_titleRow->addWidget(commands, 1);
}

void Page::addFilling(QWidget* widget, int least) {
  widget->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
  new LeastHeight(widget, least);
  m_content->addWidget(widget, 1);
}

QWidget* Page::firstControl() {
  const auto isUsable = [this](const QWidget* control) {
    return control->isVisibleTo(this) && control->isEnabledTo(this);
  };
  if (m_first != nullptr && isUsable(m_first)) return m_first;
  for (QWidget* control = nextInFocusChain(); control != this; control = control->nextInFocusChain()) {
    const bool isView = qobject_cast<QAbstractItemView*>(control) != nullptr && isAncestorOf(control);
    if (isView && (control->focusPolicy() & Qt::TabFocus) && isUsable(control)) return control;
  }
  return this;
}

}  // namespace fw::ui
