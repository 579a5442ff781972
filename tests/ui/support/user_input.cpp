// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/user_input.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>
#include <QWindow>
#include <algorithm>

#include "ui/shell/main_window.h"
#include "ui/shell/navigation_rail.h"
#include "ui/widgets/page.h"

namespace fw::ui {

namespace {

constexpr int mostTabs = 600;
constexpr int shownWaitMs = 10;
constexpr int layoutWaitMs = 2000;

[[noreturn]] void fail(const QString& what) {
  throw std::runtime_error(what.toStdString());
}

QString nameOf(const QWidget* widget) {
  if (widget == nullptr) return QStringLiteral("a widget that is not there");
  return QStringLiteral("%1 “%2” %3")
      .arg(QLatin1String(widget->metaObject()->className()), widget->accessibleName(), widget->objectName());
}

QWidget* keyTarget() {
  QWidget* const modal = QApplication::activeModalWidget();
  return modal != nullptr ? modal : QApplication::activeWindow();
}

bool isUsable(const QWidget* widget) {
  return widget != nullptr && widget->isVisible() && widget->isEnabled();
}

/// Where a user clicks: a check box's indicator, the centre of anything else.
QPoint clickPoint(const QWidget* widget) {
  if (qobject_cast<const QCheckBox*>(widget) != nullptr) return {9, widget->height() / 2};
  return widget->rect().center();
}

void turnWheel(QWidget* port, int delta) {
  const QPointF middle(2, port->height() / 2.0);  // not over the editors, which consume the wheel
  QWheelEvent wheel(middle, port->mapToGlobal(middle), {}, {0, delta}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(port, &wheel);
}

}  // namespace

void UserInput::await(const QString& what, const std::function<bool()>& isDone, int limitMs) {
  QElapsedTimer clock;
  clock.start();
  while (!isDone()) {
    if (clock.elapsed() > limitMs) fail(QStringLiteral("waited %1 s for: %2").arg(limitMs / 1000).arg(what));
    QTest::qWait(5);
  }
  if (clock.elapsed() >= shownWaitMs)
    qInfo("%8.2f s  %s", static_cast<double>(clock.elapsed()) / 1000, qUtf8Printable(what));
}

void UserInput::scrollTo(QWidget* widget) {
  for (QWidget* at = widget->parentWidget(); at != nullptr; at = at->parentWidget()) {
    auto* const area = qobject_cast<QScrollArea*>(at);
    if (area == nullptr) continue;
    QWidget* const port = area->viewport();
    for (int turns = 0; turns < 300; ++turns) {
      const int y = widget->mapTo(port, clickPoint(widget)).y();
      if (y >= 6 && y < port->height() - 6) break;
      turnWheel(port, y < 6 ? 60 : -60);
    }
  }
}

void UserInput::point(QWidget* widget, QPoint at) {
  QTest::mouseMove(widget->window()->windowHandle(), widget->mapTo(widget->window(), at));
}

void UserInput::click(QWidget* widget, QPoint at, Qt::KeyboardModifiers held) {
  clickWith(Qt::LeftButton, widget, at, held);
}

void UserInput::clickWith(Qt::MouseButton button, QWidget* widget, QPoint at, Qt::KeyboardModifiers held) {
  QWidget* const top = widget->window();
  QWidget* hit = nullptr;
  const auto isReached = [&] {
    hit = top->childAt(widget->mapTo(top, at));
    return hit != nullptr && (hit == widget || widget->isAncestorOf(hit) || hit->isAncestorOf(widget));
  };
  // A newly shown widget is laid out and painted by the following events.
  if (!QTest::qWaitFor(isReached, layoutWaitMs))
    fail(QStringLiteral("%1 is covered by %2").arg(nameOf(widget), nameOf(hit)));
  QTest::mouseClick(top->windowHandle(), button, held, widget->mapTo(top, at));
}

void UserInput::clickItem(QAbstractItemView& view, const QModelIndex& item) {
  QWidget* const port = view.viewport();
  const auto place = [&] { return view.visualRect(item).center(); };
  for (int turns = 0; turns < 300 && !port->rect().contains(place()); ++turns)
    turnWheel(port, place().y() < 0 ? 60 : -60);
  click(port, place());
}

void UserInput::doubleClick(QWidget* widget, QPoint at) {
  click(widget, at);
  QWidget* const top = widget->window();
  QTest::mouseDClick(top->windowHandle(), Qt::LeftButton, {}, widget->mapTo(top, at));
}

void UserInput::drag(QWidget* widget, QPoint from, QPoint to) {
  QWidget* const top = widget->window();
  QTest::mousePress(top->windowHandle(), Qt::LeftButton, {}, widget->mapTo(top, from));
  QTest::mouseMove(top->windowHandle(), widget->mapTo(top, (from + to) / 2));
  QTest::mouseMove(top->windowHandle(), widget->mapTo(top, to));
  QTest::mouseRelease(top->windowHandle(), Qt::LeftButton, {}, widget->mapTo(top, to));
}

void UserInput::tabTo(const std::function<bool(QWidget* focus)>& isThere, const QString& what) {
  for (int tabs = 0; tabs < mostTabs; ++tabs) {
    if (isThere(QApplication::focusWidget())) return;
    QTest::keyClick(keyTarget()->windowHandle(), Qt::Key_Tab);
  }
  fail(QStringLiteral("Tab does not lead to %1").arg(what));
}

void UserInput::focus(QWidget* widget) {
  await(QStringLiteral("can be used: ") + nameOf(widget), [widget] { return isUsable(widget); });
  if (!usesMouse()) {
    QWidget* const target = widget->focusProxy() != nullptr ? widget->focusProxy() : widget;
    return tabTo([target](const QWidget* focus) { return focus == target; }, nameOf(widget));
  }
  // The layout may still be moving a newly shown widget, even out of view.
  static_cast<void>(QTest::qWaitFor(
      [&] {
        scrollTo(widget);
        return widget->visibleRegion().contains(clickPoint(widget));
      },
      layoutWaitMs));
  click(widget, clickPoint(widget));
}

void UserInput::press(QWidget* button) {
  focus(button);
  if (!usesMouse()) QTest::keyClick(button->window()->windowHandle(), Qt::Key_Space);
}

void UserInput::fill(QWidget* field, const QString& text) {
  focus(field);
  QWindow* const window = field->window()->windowHandle();
  QTest::keyClick(window, Qt::Key_A, Qt::ControlModifier);
  for (const QChar letter : text) {
    QTest::keyClick(window, letter.toLatin1());
    QCoreApplication::processEvents();  // a user's keys arrive one by one
  }
  const auto* const edit = qobject_cast<QPlainTextEdit*>(field);
  const auto* const line = qobject_cast<QLineEdit*>(field);
  const QString now = edit != nullptr ? edit->toPlainText() : line != nullptr ? line->text() : text;
  if (now != text)
    fail(QStringLiteral("%1 holds “%2” in place of “%3”; the focus is on %4")
             .arg(nameOf(field), now, text, nameOf(QApplication::focusWidget())));
}

void UserInput::key(const QKeySequence& keys) {
  const QKeyCombination first = keys[0];
  QTest::keyClick(keyTarget()->windowHandle(), first.key(), first.keyboardModifiers());
}

void UserInput::choose(QComboBox& box, int entry) {
  focus(&box);  // a click opens the list
  QAbstractItemView* const list = box.view();
  if (usesMouse()) {
    await(QStringLiteral("the list is open"), [list] { return list->isVisible(); });
    const QPoint place = list->visualRect(list->model()->index(entry, 0)).center();
    point(list->viewport(), place);
    click(list->viewport(), place);
  } else {
    for (int step = qAbs(entry - box.currentIndex()); step > 0; --step)
      key(QKeySequence(entry > box.currentIndex() ? Qt::Key_Down : Qt::Key_Up));
  }
  await(QStringLiteral("it is chosen"), [&] { return box.currentIndex() == entry && !list->isVisible(); });
  activate(box.window());
}

void UserInput::chooseInMenu(const std::function<void()>& opens, int entry) {
  // The menu may have its own event loop, in which only this timer runs.
  QTimer poll;
  QObject::connect(&poll, &QTimer::timeout, [&] {
    auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (menu == nullptr) return;
    poll.stop();
    take(menu, menu->actions().at(entry));
  });
  poll.start(shownWaitMs);
  opens();
  await(QStringLiteral("it is chosen in a menu"), [&] { return !poll.isActive(); });
  QWidget* const modal = QApplication::activeModalWidget();
  activate(modal != nullptr ? modal : &m_window);
}

/// As a window manager would when a popup closes.
void UserInput::activate(QWidget* window) {
  window->activateWindow();
  await(QStringLiteral("the window has the keys again"), [window] { return window->isActiveWindow(); });
}

void UserInput::take(QMenu* menu, QAction* action) {
  await(QStringLiteral("the menu is open"), [menu] { return menu->isVisible(); });
  if (usesMouse()) {
    QTest::mouseClick(menu->windowHandle(), Qt::LeftButton, {}, menu->actionGeometry(action).center());
    return;
  }
  for (int i = 0; i < menu->actions().size() && menu->activeAction() != action; ++i)
    QTest::keyClick(menu, Qt::Key_Down);
  QTest::keyClick(menu, Qt::Key_Return);
}

void UserInput::command(const char* id) {
  QAction* const action = m_window.actions().action(QLatin1String(id));
  if (action == nullptr) fail(QStringLiteral("no command ") + QLatin1String(id));
  await(QStringLiteral("can be used: ") + action->iconText(), [action] { return action->isEnabled(); });
  if (!usesMouse()) return key(action->shortcut());
  QMenuBar* const bar = m_window.menuBar();
  for (QAction* const entry : bar->actions()) {
    QMenu* const menu = entry->menu();
    if (menu == nullptr) continue;
    QAction* holder = menu->actions().contains(action) ? action : nullptr;
    for (QAction* const each : menu->actions()) {
      if (each->menu() != nullptr && each->menu()->actions().contains(action)) holder = each;
    }
    if (holder == nullptr) continue;
    click(bar, bar->actionGeometry(entry).center());
    take(menu, holder);
    if (holder != action) take(holder->menu(), action);
    return;
  }
  fail(QStringLiteral("%1 is in no menu").arg(action->iconText()));
}

void UserInput::inContextMenu(const QString& id, const std::function<void()>& opens,
                              const std::function<QAction*(const QMenu& menu)>& find, QStringList* entries) {
  QString fault = QStringLiteral("no context menu opened");
  // The menu has its own event loop, in which only this timer runs.
  QTimer poll;
  QObject::connect(&poll, &QTimer::timeout, [&] {
    auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (menu == nullptr) return;
    poll.stop();
    for (const QAction* const entry : menu->actions())
      if (entries != nullptr) *entries << entry->objectName();
    QAction* const action = find(*menu);
    const bool isThere = action != nullptr && action->isEnabled();
    fault = isThere ? QString() : QStringLiteral("the menu does not offer ") + id;
    if (!isThere) return void(menu->close());
    take(menu, action);
  });
  poll.start(shownWaitMs);
  opens();
  await(QStringLiteral("chosen in a context menu: ") + id, [&] { return !poll.isActive(); });
  if (!fault.isEmpty()) fail(fault);
}

void UserInput::openMenu(QWidget& widget, QWidget& inside, QPoint place, Opener opener) {
  if (opener == Opener::rightClick) {
    clickWith(Qt::RightButton, &inside, place);
  } else if (!widget.hasFocus()) {
    fail(nameOf(&widget) + QStringLiteral(" does not have the focus"));
  } else if (opener == Opener::shiftF10) {
    key(QKeySequence(Qt::SHIFT | Qt::Key_F10));
  } else {
    // The window system's event for the key.
    QContextMenuEvent wanted(QContextMenuEvent::Keyboard, place, inside.mapToGlobal(place));
    QApplication::sendEvent(&widget, &wanted);
  }
}

void UserInput::contextCommand(QAbstractItemView& view, const QModelIndex& row, const char* id, Opener opener,
                               QStringList* entries) {
  if (opener != Opener::rightClick && view.currentIndex() != row)
    fail(nameOf(&view) + QStringLiteral(" is not at that row"));
  QAction* const action = m_window.actions().action(QLatin1String(id));
  inContextMenu(
      QLatin1String(id), [&] { openMenu(view, *view.viewport(), view.visualRect(row).center(), opener); },
      [&](const QMenu& menu) { return menu.actions().contains(action) ? action : nullptr; }, entries);
}

void UserInput::contextEntry(QWidget& widget, const char* id, Opener opener, QStringList* entries) {
  if (opener == Opener::rightClick) {
    constexpr int mostPasses = 20;  // newly shown widgets are laid out level by level
    const auto isReached = [&widget] {
      const QWidget* const hit = QApplication::widgetAt(widget.mapToGlobal(widget.rect().center()));
      return hit == &widget || widget.isAncestorOf(hit);
    };
    for (int pass = 0; pass == 0 || (pass < mostPasses && !isReached()); ++pass) {
      QCoreApplication::processEvents();
      scrollTo(&widget);
    }
  }
  inContextMenu(
      QLatin1String(id), [&] { openMenu(widget, widget, widget.rect().center(), opener); },
      [&](const QMenu& menu) {
        const QList<QAction*> all = menu.actions();
        const auto found = std::ranges::find(all, QLatin1String(id), &QAction::objectName);
        return found != all.end() ? *found : nullptr;
      },
      entries);
}

void UserInput::tab(QWidget* bar, int index) {
  auto* const tabs = qobject_cast<QTabBar*>(bar);
  if (usesMouse()) {
    click(tabs, tabs->tabRect(index).center());
  } else {
    focus(tabs);
    const Qt::Key way = index > tabs->currentIndex() ? Qt::Key_Right : Qt::Key_Left;
    while (tabs->currentIndex() != index) QTest::keyClick(tabs->window()->windowHandle(), way);
  }
  if (tabs->currentIndex() != index) fail(QStringLiteral("the tab was not chosen"));
}

void UserInput::page(PageId page) {
  const int place = m_window.placeOf(page);
  if (usesMouse()) {
    click(m_window.findChild<NavigationRail*>()->button(place), {20, 20});
  } else {
    key(QKeySequence(QStringLiteral("Ctrl+%1").arg(place + 1)));
  }
  QWidget* const shown = m_window.pages()[static_cast<size_t>(place)];
  await(QStringLiteral("page %1 is shown").arg(place + 1), [shown] { return shown->isVisible(); });
  // A page's scoped shortcut works only inside it.
  if (!usesMouse())
    tabTo([shown](const QWidget* focus) { return focus != nullptr && shown->isAncestorOf(focus); },
          QStringLiteral("the page"));
}

void UserInput::inDialog(const std::function<void()>& opens,
                         const std::function<void(QDialog& dialog)>& does) {
  QString fault = QStringLiteral("no dialog opened");
  const QPointer<MainWindow> window(&m_window);  // another language rebuilds it
  // The dialog has its own event loop, in which only this timer runs.
  QTimer poll;
  QObject::connect(&poll, &QTimer::timeout, [&] {
    auto* const dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    if (dialog == nullptr || !dialog->isVisible()) return;
    poll.stop();
    dialog->activateWindow();
    try {
      await(QStringLiteral("the dialog is open"), [dialog] { return dialog->isActiveWindow(); });
      does(*dialog);
      await(
          QStringLiteral("the dialog closes"), [dialog] { return !dialog->isVisible(); }, 5000);
      fault.clear();
    } catch (const std::runtime_error& error) {
      fault = QString::fromUtf8(error.what());
    }
    if (dialog->isVisible()) dialog->reject();
  });
  poll.start(50);
  opens();
  await(QStringLiteral("the dialog is answered"), [&] { return !poll.isActive(); });
  if (!fault.isEmpty()) fail(fault);
  if (window != nullptr) window->activateWindow();  // as a window manager would
  await(QStringLiteral("the window has the keys again"),
        [&] { return window == nullptr || window->isActiveWindow(); });
}

void UserInput::answer(const QString& button, const std::function<void()>& opens) {
  inDialog(opens, [&](QDialog& dialog) { press(dialog.findChild<QPushButton*>(button)); });
}

void UserInput::chooseFile(const QString& path, const std::function<void()>& opens) {
  inDialog(opens, [&](QDialog& dialog) {
    auto* const name = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    if (name == nullptr) fail(QStringLiteral("no dialog of files"));
    focus(name);
    QApplication::clipboard()->setText(path);  // typing it letter by letter would open its completion list
    key(QKeySequence(QKeySequence::SelectAll));
    key(QKeySequence(QKeySequence::Paste));
    QTest::keyClick(dialog.windowHandle(), Qt::Key_Return);
  });
}

void UserInput::chooseModel(const QString& path, const std::function<void()>& opens) {
  chooseFile(path, [&] { chooseInMenu(opens, QFileInfo(path).isDir() ? 0 : 1); });
}

}  // namespace fw::ui
