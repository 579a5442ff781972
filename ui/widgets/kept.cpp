// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/kept.h"

#include <QAbstractItemView>
#include <QAction>
#include <QPointer>
#include <QScrollBar>
#include <QSplitter>
#include <QTimer>
#include <QWidget>
#include <vector>

#include "ui/widgets/flat_table.h"

namespace fw::ui {

namespace {

constexpr int rowsWaitMs = 10'000;
const QString scrollKey = QStringLiteral("scroll");
const QString countKey = QStringLiteral("count");
const QString rowsKey = QStringLiteral("rows");

/// The property with the user's value; null: none.
const char* valueOf(const QObject& object) {
  static constexpr std::pair<const char*, const char*> properties[]{
      {"QLineEdit", "text"},        {"QComboBox", "currentIndex"},  {"QTabWidget", "currentIndex"},
      {"QAbstractSlider", "value"}, {"QAbstractButton", "checked"}, {"QAction", "checked"}};
  for (const auto& [type, property] : properties)
    if (object.inherits(type)) return property;
  return nullptr;
}

/// Empty: not persisted.
QString nameOf(const QObject& object) {
  const QString name = object.property(keptProperty).toString();
  const bool isTable = name.isEmpty() && qobject_cast<const FlatTable*>(&object) != nullptr;
  return isTable ? QStringLiteral("table.") + object.objectName() : name;
}

QVariantMap stateOf(const QAbstractScrollArea& area) {
  QVariantMap state{
      {scrollKey, QVariantList{area.horizontalScrollBar()->value(), area.verticalScrollBar()->value()}}};
  const auto* const view = qobject_cast<const QAbstractItemView*>(&area);
  if (view == nullptr || view->model() == nullptr) return state;
  QVariantList rows;
  for (const QModelIndex& index : view->selectionModel()->selectedRows()) rows << index.row();
  state.insert(countKey, view->model()->rowCount());
  state.insert(rowsKey, rows);
  return state;
}

/// Scrolls now, or once the range is large enough; if the user scrolls meanwhile, does nothing.
void scroll(QScrollBar* bar, int value) {
  bar->setValue(value);
  if (bar->value() == value) return;
  auto* const wait = new QObject(bar);
  // After anything else that scrolls while the rows arrive.
  QObject::connect(
      bar, &QScrollBar::rangeChanged, wait,
      [bar, value, wait] {
        if (bar->maximum() < value) return;
        bar->setValue(value);
        wait->deleteLater();
      },
      Qt::QueuedConnection);
  QObject::connect(bar, &QScrollBar::actionTriggered, wait, &QObject::deleteLater);
  QTimer::singleShot(rowsWaitMs, wait, &QObject::deleteLater);
}

void setState(QAbstractScrollArea& area, const QVariantMap& state) {
  const auto* const view = qobject_cast<const QAbstractItemView*>(&area);
  // Selections of rows that are loaded again are restored by their owner.
  if (view != nullptr && view->model() != nullptr && view->model()->rowCount() > 0 &&
      view->model()->rowCount() == state.value(countKey).toInt()) {
    QItemSelectionModel& selection = *view->selectionModel();
    const QVariantList rows = state.value(rowsKey).toList();
    if (!rows.isEmpty()) {
      selection.setCurrentIndex(view->model()->index(rows.last().toInt(), 0), QItemSelectionModel::NoUpdate);
      selection.clearSelection();
    }
    for (const QVariant& row : rows)
      selection.select(view->model()->index(row.toInt(), 0),
                       QItemSelectionModel::Select | QItemSelectionModel::Rows);
  }
  const QVariantList places = state.value(scrollKey).toList();
  scroll(area.horizontalScrollBar(), places.value(0).toInt());
  scroll(area.verticalScrollBar(), places.value(1).toInt());
}

}  // namespace

QVariantMap keptValues(const QWidget& window) {
  QVariantMap values;
  for (const QObject* const object : window.findChildren<QObject*>()) {
    const QString name = nameOf(*object);
    if (name.isEmpty()) continue;
    if (const char* const property = valueOf(*object)) {
      values.insert(name, object->property(property));
    } else if (const auto* const area = qobject_cast<const QAbstractScrollArea*>(object)) {
      values.insert(name, stateOf(*area));
    } else if (const auto* const splitter = qobject_cast<const QSplitter*>(object)) {
      values.insert(name, splitter->saveState());
    }
  }
  return values;
}

void setKeptValues(QWidget& window, const QVariantMap& values) {
  std::vector<QPointer<QObject>> controls;  // setting a value may create and delete others
  for (QObject* const object : window.findChildren<QObject*>())
    if (values.contains(nameOf(*object))) controls.emplace_back(object);
  for (const QPointer<QObject>& object : controls) {
    if (object == nullptr) continue;
    const QVariant value = values.value(nameOf(*object));
    const char* const property = valueOf(*object);
    if (auto* const command = qobject_cast<QAction*>(object)) {
      // Triggered, so that its effect happens too.
      if (command->isChecked() != value.toBool()) command->trigger();
    } else if (property != nullptr) {
      object->setProperty(property, value);
    } else if (auto* const area = qobject_cast<QAbstractScrollArea*>(object)) {
      setState(*area, value.toMap());
    } else if (auto* const splitter = qobject_cast<QSplitter*>(object)) {
      splitter->restoreState(value.toByteArray());
    }
  }
}

}  // namespace fw::ui
