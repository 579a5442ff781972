// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/navigation_rail.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QPainter>
#include <QVBoxLayout>
#include <utility>

#include "ui/theme/palettes.h"
#include "ui/theme/style.h"

namespace fw::ui {

namespace {

constexpr int pictureSize = 24;
constexpr int narrowWindow = 700;

class RailButton : public QAbstractButton {
 public:
  RailButton(const QString& title, const QIcon& picture) {
    setText(title);
    setIcon(picture);
    setCheckable(true);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(title);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.88);
    setFont(small);
  }

  QSize sizeHint() const override {
    if (m_isSmall) return minimumSizeHint();
    const QSize label = labelSize();
    return {std::max(76, label.width() + 20), heightWithName()};
  }
  /// Without its name, which is in the tooltip.
  QSize minimumSizeHint() const override { return {pictureSize + 22, pictureSize + 10}; }
  int heightWithName() const { return pictureSize + labelSize().height() + 26; }
  void setSmall(bool on) {
    if (std::exchange(m_isSmall, on) == on) return;
    updateGeometry();
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ground = palette().color(QPalette::Window);
    const QColor accent = tintColor(Tint::accent, palette());
    const QRectF area = QRectF(rect()).adjusted(5.5, 3.5, -5.5, -3.5);
    if (isChecked() || underMouse()) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(isChecked() ? blended(ground, accent, 0.16)
                                   : blended(ground, palette().color(QPalette::WindowText), 0.07));
      painter.drawRoundedRect(area, Style::radius, Style::radius);
    }
    if (hasFocus()) {
      painter.setPen(palette().color(QPalette::Highlight));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(area, Style::radius, Style::radius);
    }
    const int name = m_isSmall ? 0 : labelSize().height() + 6;
    const int top = (height() - pictureSize - name) / 2;
    icon().paint(&painter, (width() - pictureSize) / 2, top, pictureSize, pictureSize);
    if (m_isSmall) return;
    painter.setPen(isChecked() ? accent : palette().color(QPalette::WindowText));
    painter.drawText(QRect(0, top + pictureSize + 6, width(), labelSize().height()),
                     Qt::AlignHCenter | Qt::TextShowMnemonic, text());
  }

 private:
  /// A fallback font, such as for Chinese, may have higher lines than the font itself.
  QSize labelSize() const { return fontMetrics().size(Qt::TextShowMnemonic, text()); }

  bool m_isSmall = false;
};

}  // namespace

NavigationRail::NavigationRail(QWidget* parent)
    : QToolBar(tr("Pages"), parent), m_buttons(new QButtonGroup(this)), m_column(new QVBoxLayout) {
  setObjectName(QStringLiteral("navigationRail"));
  setAccessibleName(tr("Pages"));
  setMovable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);
  toggleViewAction()->setVisible(false);  // it is the only way to the pages
  auto* const column = new QWidget;
  column->setLayout(m_column);
  m_column->setContentsMargins(0, 4, 0, 4);
  m_column->setSpacing(2);
  m_column->addStretch(1);
  column->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
  addWidget(column);
  connect(m_buttons, &QButtonGroup::idToggled, this, [this](int page, bool on) {
    if (on) Q_EMIT pageChosen(page);
  });
  connect(m_buttons, &QButtonGroup::idClicked, this, &NavigationRail::clicked);
}

void NavigationRail::addPage(const QString& title, const QIcon& icon, const QString& toolTip) {
  auto* const button = new RailButton(title, icon);
  button->setToolTip(toolTip);
  const int page = static_cast<int>(m_buttons->buttons().size());
  m_buttons->addButton(button, page);
  m_column->insertWidget(page, button);
}

void NavigationRail::setCurrent(int page) {
  button(page)->setChecked(true);
}

void NavigationRail::resizeEvent(QResizeEvent* event) {
  QToolBar::resizeEvent(event);
  fit();
}

/// All names or none: on a small screen only the icons remain.
void NavigationRail::fit() {
  const QMargins margins = m_column->contentsMargins();
  int needed = margins.top() + margins.bottom();
  for (const QAbstractButton* const button : m_buttons->buttons())
    needed += static_cast<const RailButton*>(button)->heightWithName() + m_column->spacing();
  for (QAbstractButton* const button : m_buttons->buttons())
    static_cast<RailButton*>(button)->setSmall(needed > height() || window()->width() < narrowWindow);
}

QAbstractButton* NavigationRail::button(int page) const {
  return m_buttons->button(page);
}

void NavigationRail::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(lineColor(palette()));
  const int x = layoutDirection() == Qt::RightToLeft ? 0 : width() - 1;
  painter.drawLine(x, 0, x, height());
}

}  // namespace fw::ui
