// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/clip_walk.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QScrollArea>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QStyleOptionGroupBox>
#include <QTabBar>
#include <QTextDocument>
#include <QToolTip>
#include <QTreeView>

#include "ui/support/access_walk.h"

namespace fw::ui {

namespace {

struct Finding {
  QString text;
  QSize has, needs;
};

Finding ofLabel(const QLabel& label) {
  if (label.text().isEmpty() || !label.pixmap().isNull()) return {};
  const QSize needs =
      label.wordWrap() ? QSize(0, label.heightForWidth(label.width())) : label.minimumSizeHint();
  return {label.text(), label.size(), needs};
}

Finding ofButton(const QAbstractButton& button) {
  if (button.text().isEmpty()) return {};
  return {button.text(), button.size(), {button.minimumSizeHint().width(), 0}};
}

Finding ofCombo(const QComboBox& combo) {
  if (combo.isEditable()) return {};  // typed text scrolls
  // Designed for names of any length, with the full name in a tooltip.
  if (combo.sizeAdjustPolicy() == QComboBox::AdjustToMinimumContentsLengthWithIcon) return {};
  QStyleOptionComboBox option;
  option.initFrom(&combo);
  const QRect field =
      combo.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &combo);
  const int icon = combo.itemIcon(combo.currentIndex()).isNull() ? 0 : combo.iconSize().width() + 4;
  return {combo.currentText(),
          field.size(),
          {combo.fontMetrics().horizontalAdvance(combo.currentText()) + icon, 0}};
}

Finding ofGroup(const QGroupBox& group) {
  return {group.title(), group.size(), {group.fontMetrics().horizontalAdvance(group.title()), 0}};
}

QList<Finding> ofTabs(const QTabBar& tabs) {
  QList<Finding> found;
  for (int i = 0; i < tabs.count(); ++i)
    found << Finding{tabs.tabText(i),
                     (tabs.tabRect(i) & tabs.rect()).size(),  // a narrow tab bar scrolls
                     {tabs.fontMetrics().horizontalAdvance(tabs.tabText(i)), 0}};
  return found;
}

QList<Finding> ofHeader(const QHeaderView& header) {
  QList<Finding> found;
  if (header.orientation() != Qt::Horizontal || header.model() == nullptr) return found;
  for (int i = 0; i < header.count(); ++i) {
    if (header.isSectionHidden(i)) continue;
    const QString text = header.model()->headerData(i, Qt::Horizontal).toString();
    // Designed for names of any length, with the full name in a tooltip.
    if (header.model()->headerData(i, Qt::Horizontal, Qt::ToolTipRole).toString() == text) continue;
    found << Finding{text, {header.sectionSize(i), header.height()}, {header.sectionSizeHint(i), 0}};
  }
  return found;
}

QList<Finding> texts(const QWidget& widget) {
  if (const auto* const label = qobject_cast<const QLabel*>(&widget)) return {ofLabel(*label)};
  if (const auto* const button = qobject_cast<const QAbstractButton*>(&widget)) return {ofButton(*button)};
  if (const auto* const combo = qobject_cast<const QComboBox*>(&widget)) return {ofCombo(*combo)};
  if (const auto* const group = qobject_cast<const QGroupBox*>(&widget)) return {ofGroup(*group)};
  if (const auto* const tabs = qobject_cast<const QTabBar*>(&widget)) return ofTabs(*tabs);
  if (const auto* const header = qobject_cast<const QHeaderView*>(&widget)) return ofHeader(*header);
  return {};
}

/// Whether it is in a dock hidden behind another one's tab.
bool isBehind(const QWidget& widget) {
  for (const QWidget* at = &widget; at != nullptr; at = at->parentWidget())
    if (qobject_cast<const QDockWidget*>(at) != nullptr) return at->visibleRegion().isEmpty();
  return false;
}

}  // namespace

QStringList clippedTexts(const QWidget& root) {
  QStringList found;
  for (const QWidget* const widget : root.findChildren<QWidget*>()) {
    if (!widget->isVisibleTo(&root)) continue;
    for (const Finding& each : texts(*widget)) {
      if (each.has.width() >= each.needs.width() && each.has.height() >= each.needs.height()) continue;
      found << QStringLiteral("%1 \"%2\": %3x%4 of %5x%6")
                   .arg(pathOf(*widget), each.text)
                   .arg(each.has.width())
                   .arg(each.has.height())
                   .arg(each.needs.width())
                   .arg(each.needs.height());
    }
  }
  return found;
}

QStringList squeezedWidgets(const QWidget& root) {
  QStringList found;
  for (const QWidget* const widget : root.findChildren<QWidget*>()) {
    if (!widget->isVisibleTo(&root) || widget->parentWidget()->layout() == nullptr) continue;
    const QSize needs = widget->minimumSizeHint().boundedTo(widget->maximumSize());
    if (widget->sizePolicy().verticalPolicy() == QSizePolicy::Ignored) continue;
    if (qobject_cast<const QDockWidget*>(widget->parentWidget()) != nullptr) continue;  // its title bar
    if (widget->height() < needs.height() && widget->minimumHeight() == 0)
      found << pathOf(*widget) +
                   QStringLiteral(": %1 of %2 px high").arg(widget->height()).arg(needs.height());
  }
  return found;
}

QStringList controlsOutOfReach(const QWidget& root) {
  constexpr int leastRoom = 24;
  QStringList found;
  for (const QWidget* const control : root.findChildren<QWidget*>()) {
    if (!control->isVisibleTo(&root) || control->focusPolicy() == Qt::NoFocus || isBehind(*control)) continue;
    QSize needs = control->size();
    QRect seen = control->rect();
    for (const QWidget *at = control, *around; at != &root && !at->isWindow(); at = around) {
      around = at->parentWidget();
      const auto* const area = qobject_cast<const QScrollArea*>(around->parentWidget());
      if (area != nullptr && area->viewport() == around) {
        needs = needs.boundedTo(around->size().expandedTo({leastRoom, leastRoom}));
        seen = QRect(QPoint(), seen.size().boundedTo(around->size()));
      } else {
        seen = seen.translated(at->pos()) & around->rect();
      }
    }
    if (seen.width() < needs.width() || seen.height() < needs.height())
      found << QStringLiteral("%1 \"%2\": %3x%4 of %5x%6")
                   .arg(pathOf(*control), control->accessibleName())
                   .arg(seen.width())
                   .arg(seen.height())
                   .arg(needs.width())
                   .arg(needs.height());
  }
  return found;
}

QStringList strayMnemonics(const QWidget& root) {
  QStringList found;
  for (const auto* const label : root.findChildren<QLabel*>())
    if (label->isVisibleTo(&root) && label->buddy() == nullptr && label->text().contains(u'&') &&
        !Qt::mightBeRichText(label->text()))
      found << pathOf(*label) + QStringLiteral(" \"%1\" belongs to no control").arg(label->text());
  return found;
}

QStringList untoldTexts(const QWidget& root) {
  QStringList found;
  const auto look = [&found](QWidget& place, const QPoint& at, const QString& text) {
    QHelpEvent pointed(QEvent::ToolTip, at, place.mapToGlobal(at));
    QApplication::sendEvent(&place, &pointed);
    QTextDocument told;
    told.setHtml(QToolTip::text());
    if (!told.toPlainText().simplified().contains(text.simplified()))
      found << pathOf(place) + QStringLiteral(" \"%1\": \"%2\"").arg(text, told.toPlainText());
    QToolTip::hideText();
  };
  for (auto* const combo : root.findChildren<QComboBox*>())
    if (combo->isVisibleTo(&root) && !combo->isEditable() &&
        combo->fontMetrics().horizontalAdvance(combo->currentText()) > combo->width())
      look(*combo, combo->rect().center(), combo->currentText());
  for (auto* const view : root.findChildren<QTreeView*>()) {
    if (!view->isVisibleTo(&root) || view->model() == nullptr) continue;
    const QAbstractItemModel& model = *view->model();
    for (int row = 0; row < model.rowCount(); ++row)
      for (int column = 0; column < model.columnCount(); ++column) {
        const QModelIndex index = model.index(row, column);
        const QPoint middle = view->visualRect(index).center();
        if (!view->isColumnHidden(column) && view->indexAt(middle) == index &&
            !index.data().toString().isEmpty() &&
            view->sizeHintForIndex(index).width() > view->columnWidth(column))
          look(*view->viewport(), middle, index.data().toString());
      }
  }
  return found;
}

}  // namespace fw::ui
