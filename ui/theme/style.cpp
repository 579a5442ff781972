// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style.h"

#include <QAbstractScrollArea>
#include <QComboBox>
#include <QHelpEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTextEdit>
#include <QToolTip>

#include "ui/theme/icons.h"

namespace fw::ui {

namespace {

constexpr int headerMargin = 6;

void drawRounded(QPainter* painter, const QRect& rect, const QColor& fill, const QColor& line) {
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(line.isValid() ? QPen(line, 1) : QPen(Qt::NoPen));
  painter->setBrush(fill);
  painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), Style::radius, Style::radius);
  painter->restore();
}

/// The default button is filled with the accent colour.
bool isPrimary(const QStyleOptionButton& button) {
  return (button.state & QStyle::State_Enabled) && (button.features & QStyleOptionButton::DefaultButton);
}

/// Text and icon colours as on a selection, for an accent-coloured button.
QStyleOptionButton onAccent(QStyleOptionButton button, const QPainter& painter) {
  button.palette.setColor(QPalette::ButtonText, button.palette.color(QPalette::HighlightedText));
  const qreal scale = painter.device()->devicePixelRatioF();
  if (!button.icon.isNull()) button.icon = button.icon.pixmap(button.iconSize, scale, QIcon::Selected);
  return button;
}

/// Background of a button with colour `fill` at rest.
QColor buttonFill(const QStyleOption& option, const QColor& fill) {
  if (!(option.state & QStyle::State_Enabled)) return fill;
  if (option.state & (QStyle::State_Sunken | QStyle::State_On))
    return blended(fill, option.palette.color(QPalette::Shadow), 0.25);
  if (option.state & QStyle::State_MouseOver)
    return blended(fill, option.palette.color(QPalette::WindowText), 0.08);
  return fill;
}

void drawButton(const QStyleOptionButton& button, QPainter* painter) {
  const QPalette& palette = button.palette;
  const bool primary = isPrimary(button);
  const QColor fill = buttonFill(button, palette.color(primary ? QPalette::Highlight : QPalette::Button));
  QColor line = primary ? fill : lineColor(palette);
  if (button.state & QStyle::State_HasFocus)
    line = palette.color(primary ? QPalette::WindowText : QPalette::Highlight);
  drawRounded(painter, button.rect, fill, line);
}

/// Outline of input fields.
QColor inputLine(const QStyleOption& option) {
  const bool focus = (option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_Enabled);
  return focus ? option.palette.color(QPalette::Highlight) : lineColor(option.palette);
}

/// Sets pen and brush for the outline of a check box or radio button; returns its rectangle.
QRectF prepareIndicator(const QStyleOption& option, bool filled, QPainter* painter) {
  const QPalette& palette = option.palette;
  const bool enabled = option.state & QStyle::State_Enabled;
  const int side = std::min(option.rect.width(), option.rect.height());
  QRectF place(0, 0, side - 1, side - 1);
  place.moveCenter(QRectF(option.rect).center());
  const QColor base = palette.color(QPalette::Base);
  const QColor text = palette.color(QPalette::WindowText);
  const QColor fill = enabled ? palette.color(QPalette::Highlight) : blended(base, text, 0.3);
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(filled ? fill : blended(base, text, enabled ? 0.5 : 0.25), 1));
  painter->setBrush(filled ? fill : base);
  return place;
}

void drawCheckBox(const QStyleOption& option, QPainter* painter) {
  const bool filled = option.state & (QStyle::State_On | QStyle::State_NoChange);
  painter->save();
  const QRectF box = prepareIndicator(option, filled, painter);
  painter->drawRoundedRect(box, 3, 3);
  painter->setPen(QPen(option.palette.color(QPalette::HighlightedText), 1.8, Qt::SolidLine, Qt::RoundCap));
  const auto at = [&](double x, double y) {
    return box.topLeft() + QPointF(x * box.width(), y * box.height());
  };
  if (option.state & QStyle::State_On) {
    painter->drawPolyline(QPolygonF{at(0.24, 0.53), at(0.43, 0.72), at(0.78, 0.3)});
  } else if (filled) {
    painter->drawLine(at(0.27, 0.5), at(0.73, 0.5));
  }
  painter->restore();
}

/// Visible on dark backgrounds as well, like a check box.
void drawRadioButton(const QStyleOption& option, QPainter* painter) {
  const bool on = option.state & QStyle::State_On;
  painter->save();
  const QRectF circle = prepareIndicator(option, on, painter);
  painter->drawEllipse(circle);
  if (on) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(option.palette.color(QPalette::HighlightedText));
    painter->drawEllipse(circle.center(), circle.width() * 0.2, circle.width() * 0.2);
  }
  painter->restore();
}

/// @param direction  1 up, -1 down
void drawArrow(const QStyleOption& option, bool enabled, const QRect& rect, int direction,
               QPainter* painter) {
  const QColor color = option.palette.color(enabled ? QPalette::Normal : QPalette::Disabled, QPalette::Text);
  const QPointF middle = QRectF(rect).center();
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap));
  painter->drawPolyline(QPolygonF{middle + QPointF(-3, 1.5 * direction), middle - QPointF(0, 1.5 * direction),
                                  middle + QPointF(3, 1.5 * direction)});
  painter->restore();
}

void drawSpinArrow(const QStyleOptionSpinBox& box, const QRect& rect, int direction, QPainter* painter) {
  const auto step = direction > 0 ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled;
  drawArrow(box, (box.state & QStyle::State_Enabled) && (box.stepEnabled & step), rect, direction, painter);
}

/// A box that only offers a choice looks like a button; an editable one like a field.
void drawComboBox(const QStyleOptionComboBox& box, const QRect& arrow, QPainter* painter) {
  const QPalette& palette = box.palette;
  if (box.frame)
    drawRounded(
        painter, box.rect,
        box.editable ? palette.color(QPalette::Base) : buttonFill(box, palette.color(QPalette::Button)),
        inputLine(box));
  drawArrow(box, box.state & QStyle::State_Enabled, arrow, -1, painter);
}

/// The text a box shows: elided in the middle if there is too little room.
QString shownText(const QStyleOptionComboBox& box, const QRect& field) {
  const int picture = box.currentIcon.isNull() ? 0 : box.iconSize.width() + 4;
  return box.fontMetrics.elidedText(box.currentText, Qt::ElideMiddle, field.width() - 2 - picture);
}

bool isOneLine(const QStyleOptionHeader& header) {
  return !(header.textAlignment & Qt::TextWordWrap) && !header.text.contains(QLatin1Char('\n'));
}

bool isTextEdit(const QWidget* widget) {
  return qobject_cast<const QPlainTextEdit*>(widget) != nullptr ||
         qobject_cast<const QTextEdit*>(widget) != nullptr;
}

void drawToolButtonPanel(const QStyleOption& option, QPainter* painter) {
  const bool pressed = option.state & (QStyle::State_Sunken | QStyle::State_On);
  const bool lit = (option.state & QStyle::State_MouseOver) && (option.state & QStyle::State_Enabled);
  if (!pressed && !lit) return;
  const QColor ground = option.palette.color(QPalette::Window);
  drawRounded(painter, option.rect,
              blended(ground, option.palette.color(QPalette::WindowText), pressed ? 0.16 : 0.09), {});
}

/// The filled part is behind the text, which is readable on both sides of its end.
void drawProgressContents(const QStyleOptionProgressBar& bar, QPainter* painter) {
  const QColor fill =
      blended(bar.palette.color(QPalette::Base), bar.palette.color(QPalette::Highlight), 0.45);
  if (bar.maximum <= bar.minimum) {
    painter->save();
    painter->setClipRect(bar.rect);
    drawRounded(painter, bar.rect, blended(bar.palette.color(QPalette::Base), fill, 0.35), {});
    painter->restore();
    return;
  }
  const double fraction = double(bar.progress - bar.minimum) / double(bar.maximum - bar.minimum);
  QRect done = bar.rect;
  done.setWidth(static_cast<int>(bar.rect.width() * std::clamp(fraction, 0.0, 1.0) + 0.5));
  if (bar.direction == Qt::RightToLeft) done.moveRight(bar.rect.right());
  painter->save();
  painter->setClipRect(done);
  drawRounded(painter, bar.rect, fill, {});
  painter->restore();
}

void drawProgressText(const QStyleOptionProgressBar& bar, QPainter* painter) {
  if (!bar.textVisible || bar.text.isEmpty()) return;
  const QRect room = bar.rect.adjusted(8, 0, -8, 0);
  const bool enabled = bar.state & QStyle::State_Enabled;
  painter->setPen(bar.palette.color(enabled ? QPalette::Normal : QPalette::Disabled, QPalette::Text));
  painter->drawText(room, static_cast<int>(bar.textAlignment | Qt::AlignVCenter),
                    bar.fontMetrics.elidedText(bar.text, Qt::ElideRight, room.width()));
}

void drawDockTitle(const QStyleOptionDockWidget& dock, QPainter* painter) {
  QFont strong = painter->font();
  strong.setBold(true);
  painter->setFont(strong);
  painter->setPen(dock.palette.color(QPalette::WindowText));
  const int buttons = dock.closable || dock.floatable ? 3 * dock.rect.height() : 0;
  const QRect room = QStyle::visualRect(dock.direction, dock.rect, dock.rect.adjusted(10, 0, -buttons, 0));
  painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                    QFontMetrics(strong).elidedText(dock.title, Qt::ElideRight, room.width()));
}

}  // namespace

Style::Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
  if (element == PE_PanelButtonCommand) {
    if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option))
      return drawButton(*button, painter);
  }
  if (element == PE_PanelButtonTool) {
    drawToolButtonPanel(*option, painter);
    if (option->state & State_HasFocus) {
      painter->setPen(option->palette.color(QPalette::Highlight));
      painter->drawRoundedRect(option->rect.adjusted(0, 0, -1, -1), radius, radius);
    }
    return;
  }
  // Read-only fields look like text.
  if ((element == PE_FrameLineEdit || element == PE_PanelLineEdit) && (option->state & State_ReadOnly) &&
      !(option->state & State_HasFocus))
    return;
  if (element == PE_FrameLineEdit)
    return drawRounded(painter, option->rect, Qt::transparent, inputLine(*option));
  if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
      (element == PE_PanelLineEdit && frame != nullptr && frame->lineWidth > 0) ||
      (element == PE_Frame && isTextEdit(widget))) {
    return drawRounded(painter, option->rect, option->palette.color(QPalette::Base), inputLine(*option));
  }
  if (element == PE_IndicatorCheckBox) return drawCheckBox(*option, painter);
  if (element == PE_IndicatorRadioButton) return drawRadioButton(*option, painter);
  if (element == PE_PanelStatusBar) {
    painter->setPen(lineColor(option->palette));
    painter->drawLine(option->rect.topLeft(), option->rect.topRight());
    return;
  }
  if (element == PE_FrameStatusBarItem) return;
  QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
  const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
  const QPalette& palette = option->palette;
  switch (element) {
    case CE_ProgressBarGroove:
      return drawRounded(painter, option->rect, palette.color(QPalette::Base), lineColor(palette));
    case CE_ProgressBarContents:
      if (bar != nullptr) return drawProgressContents(*bar, painter);
      break;
    case CE_ProgressBarLabel:
      if (bar != nullptr) return drawProgressText(*bar, painter);
      break;
    case CE_PushButtonLabel:
      if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
          button != nullptr && isPrimary(*button)) {
        const QStyleOptionButton primary = onAccent(*button, *painter);
        return QProxyStyle::drawControl(element, &primary, painter, widget);
      }
      break;
    case CE_ComboBoxLabel:
      if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
        QStyleOptionComboBox shown = *box;
        shown.currentText = shownText(*box, subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget));
        return QProxyStyle::drawControl(element, &shown, painter, widget);
      }
      break;
    case CE_HeaderLabel:
      if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
          header != nullptr && isOneLine(*header)) {
        QStyleOptionHeader shown = *header;
        shown.text = header->fontMetrics.elidedText(header->text, Qt::ElideRight, header->rect.width());
        return QProxyStyle::drawControl(element, &shown, painter, widget);
      }
      break;
    case CE_HeaderEmptyArea:
    case CE_HeaderSection:
      painter->fillRect(option->rect, palette.color(QPalette::Window));
      // Filled rectangles: at fractional scales drawn lines leave gaps between sections.
      painter->fillRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1,
                        lineColor(palette));
      return;
    case CE_DockWidgetTitle:
      if (const auto* title = qstyleoption_cast<const QStyleOptionDockWidget*>(option))
        return drawDockTitle(*title, painter);
      break;
    case CE_ToolBar:
      return;  // no line below it: toolbars are in docks
    default:
      break;
  }
  QProxyStyle::drawControl(element, option, painter, widget);
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
    case PM_SmallIconSize:
    case PM_ListViewIconSize:
      return 18;
    case PM_DockWidgetSeparatorExtent:
      return 5;
    case PM_DockWidgetTitleMargin:
      return 6;
    case PM_TitleBarButtonIconSize:
      return 14;
    case PM_HeaderMargin:
      return headerMargin;
    case PM_ScrollBarExtent:
      return 12;
    case PM_ScrollBarSliderMin:
      return 32;
    case PM_FocusFrameHMargin:
      return 6;
    case PM_ToolBarItemSpacing:
      return 2;
    default:
      break;
  }
  return QProxyStyle::pixelMetric(metric, option, widget);
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                            const QWidget* widget) const {
  const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
  if (control != CC_ScrollBar || bar == nullptr)
    return QProxyStyle::subControlRect(control, option, part, widget);
  if (part == SC_ScrollBarAddLine || part == SC_ScrollBarSubLine) return {};
  const bool horizontal = bar->orientation == Qt::Horizontal;
  const int room = horizontal ? bar->rect.width() : bar->rect.height();
  const int64_t range = int64_t{bar->maximum} - bar->minimum;
  int length = room;
  if (range > 0) length = static_cast<int>(int64_t{room} * bar->pageStep / (range + bar->pageStep));
  length = std::clamp(length, std::min(room, pixelMetric(PM_ScrollBarSliderMin)), room);
  const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, room - length,
                                            bar->upsideDown);
  int from = 0;
  int to = room;
  if (part == SC_ScrollBarSlider) from = start, to = start + length;
  if (part == SC_ScrollBarSubPage) to = start;
  if (part == SC_ScrollBarAddPage) from = start + length;
  const QRect rect = horizontal ? QRect(from, 0, to - from, bar->rect.height())
                                : QRect(0, from, bar->rect.width(), to - from);
  return visualRect(bar->direction, bar->rect, rect.translated(bar->rect.topLeft()));
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const {
  if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
      control == CC_SpinBox && box != nullptr) {
    drawRounded(painter, box->rect, box->palette.color(QPalette::Base), inputLine(*box));
    if (box->buttonSymbols == QAbstractSpinBox::NoButtons) return;
    drawSpinArrow(*box, subControlRect(control, box, SC_SpinBoxUp, widget), 1, painter);
    drawSpinArrow(*box, subControlRect(control, box, SC_SpinBoxDown, widget), -1, painter);
    return;
  }
  if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
      control == CC_ComboBox && box != nullptr)
    return drawComboBox(*box, subControlRect(control, box, SC_ComboBoxArrow, widget), painter);
  const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
  if (control != CC_ScrollBar || bar == nullptr)
    return QProxyStyle::drawComplexControl(control, option, painter, widget);
  if (bar->maximum <= bar->minimum) return;
  const bool lit = bar->activeSubControls & SC_ScrollBarSlider;
  const QColor fill = blended(bar->palette.color(QPalette::Window), bar->palette.color(QPalette::WindowText),
                              lit ? 0.5 : 0.28);
  drawRounded(painter, subControlRect(CC_ScrollBar, bar, SC_ScrollBarSlider, widget).adjusted(2, 2, -2, -2),
              fill, {});
}

void Style::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  if (auto* const edit = qobject_cast<QLineEdit*>(widget)) edit->setTextMargins(4, 0, 4, 0);
  if (qobject_cast<QScrollBar*>(widget) != nullptr) widget->setAttribute(Qt::WA_Hover);
  if (qobject_cast<QComboBox*>(widget) != nullptr) widget->installEventFilter(this);
  // Clicking a tab focuses the tab bar; otherwise the focus would move from the hidden page to the new one
  // and scroll it.
  if (qobject_cast<QTabBar*>(widget) != nullptr &&
      qobject_cast<QTabWidget*>(widget->parentWidget()) != nullptr)
    widget->setFocusPolicy(Qt::StrongFocus);
  // Their frame paints the background, since the viewport has square corners.
  if (auto* const area = qobject_cast<QAbstractScrollArea*>(widget);
      isTextEdit(widget) && area->frameShape() == QFrame::StyledPanel)
    area->viewport()->setAutoFillBackground(false);
}

bool Style::eventFilter(QObject* object, QEvent* event) {
  auto* const box = qobject_cast<QComboBox*>(object);
  if (box == nullptr || box->isEditable() || event->type() != QEvent::ToolTip)
    return QProxyStyle::eventFilter(object, event);
  QStyleOptionComboBox option;
  option.initFrom(box);
  option.currentText = box->currentText();
  option.currentIcon = box->itemIcon(box->currentIndex());
  option.iconSize = box->iconSize();
  if (shownText(option, subControlRect(CC_ComboBox, &option, SC_ComboBoxEditField, box)) ==
      option.currentText)
    return false;
  QToolTip::showText(dynamic_cast<QHelpEvent*>(event)->globalPos(),
                     QStringLiteral("<p>%1</p>").arg(option.currentText.toHtmlEscaped()), box);
  return true;
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                              const QWidget* widget) const {
  QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
  if (type == CT_PushButton) result += QSize(12, 4);
  if (type == CT_HeaderSection) result.setHeight(option->fontMetrics.height() + 2 * headerMargin);
  if (type == CT_ItemViewItem) result.rheight() += 6;
  return result;
}

QIcon Style::standardIcon(StandardPixmap name, const QStyleOption* option, const QWidget* widget) const {
  if (name == SP_TitleBarNormalButton) return icon("float");
  if (name == SP_TitleBarCloseButton || name == SP_DockWidgetCloseButton || name == SP_LineEditClearButton)
    return icon("close");
  if (name == SP_MessageBoxWarning) return icon("warning", Tint::warning);
  if (name == SP_MessageBoxCritical) return icon("error", Tint::bad);
  if (name == SP_MessageBoxInformation) return icon("info", Tint::accent);
  if (name == SP_MessageBoxQuestion) return icon("help", Tint::accent);
  return QProxyStyle::standardIcon(name, option, widget);
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* result) const {
  // Always underline mnemonics; showing them only while Alt is held hides the keyboard path.
  if (hint == SH_UnderlineShortcut) return 1;
  if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
  return QProxyStyle::styleHint(hint, option, widget, result);
}

}  // namespace fw::ui
