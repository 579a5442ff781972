// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QPoint>
#include <QStringList>
#include <functional>
#include <stdexcept>

class QAbstractItemView;
class QAction;
class QComboBox;
class QKeySequence;
class QDialog;
class QMenu;
class QModelIndex;
class QWidget;
class QWindow;

namespace fw::ui {

class MainWindow;
enum class PageId;

/// A user's actions in a window, by mouse or only by keyboard: events are sent to the window as from the
/// desktop, so nothing hidden, disabled, covered or outside the tab order can be used. Prints each noticeable
/// wait. All functions throw std::runtime_error on failure.
class UserInput {
 public:
  enum class Way { mouse, keyboard };
  UserInput(Way way, MainWindow& window) : m_way(way), m_window(window) {}

  /// Clicks it, or moves there by Tab and presses Space.
  void press(QWidget* button);
  void focus(QWidget* widget);
  /// With the mouse in either way.
  void point(QWidget* widget, QPoint at);
  void click(QWidget* widget, QPoint at, Qt::KeyboardModifiers held = {});
  /// Scrolls to it with the wheel first.
  void clickItem(QAbstractItemView& view, const QModelIndex& item);
  void doubleClick(QWidget* widget, QPoint at);
  void drag(QWidget* widget, QPoint from, QPoint to);
  /// Replaces the text.
  void fill(QWidget* field, const QString& text);
  void key(const QKeySequence& keys);
  void choose(QComboBox& box, int entry);
  /// Does `opens`, and chooses an entry of the menu that opens.
  void chooseInMenu(const std::function<void()>& opens, int entry);
  /// Through the menu, or by the command's shortcut.
  void command(const char* id);
  /// How to open a context menu.
  enum class Opener { rightClick, menuKey, shiftF10 };
  /// Chooses a command in a row's context menu: by right click on it, or by keys in the focused view with
  /// that row current. @param entries  returns all entries, if not null
  void contextCommand(QAbstractItemView& view, const QModelIndex& row, const char* id, Opener opener,
                      QStringList* entries = nullptr);
  /// The same for a widget that is not a list: an entry by object name; by keyboard the widget needs the
  /// focus.
  void contextEntry(QWidget& widget, const char* id, Opener opener, QStringList* entries = nullptr);
  /// The tab `index` of a QTabBar.
  void tab(QWidget* bar, int index);
  void page(PageId page);
  /// Waits for a result and prints the time. @param limitMs  longer is a failure
  void await(const QString& what, const std::function<bool()>& isDone, int limitMs = 60000);
  /// Does `opens`, then `does` in the dialog that opens, which must close it.
  void inDialog(const std::function<void()>& opens, const std::function<void(QDialog& dialog)>& does);
  /// Does `opens`, and presses a button of the question.
  void answer(const QString& button, const std::function<void()>& opens);
  /// Does `opens`, and enters `path` in the file dialog.
  void chooseFile(const QString& path, const std::function<void()>& opens);
  /// Does `opens`, whose menu asks for a folder or a file, and enters `path`.
  void chooseModel(const QString& path, const std::function<void()>& opens);
  bool usesMouse() const { return m_way == Way::mouse; }

 private:
  void clickWith(Qt::MouseButton button, QWidget* widget, QPoint at, Qt::KeyboardModifiers held = {});
  void scrollTo(QWidget* widget);
  void tabTo(const std::function<bool(QWidget* focus)>& isThere, const QString& what);
  void take(QMenu* menu, QAction* action);
  void inContextMenu(const QString& id, const std::function<void()>& opens,
                     const std::function<QAction*(const QMenu& menu)>& find, QStringList* entries);
  void openMenu(QWidget& widget, QWidget& inside, QPoint place, Opener opener);
  void activate(QWidget* window);

  Way m_way;
  MainWindow& m_window;
};

}  // namespace fw::ui
