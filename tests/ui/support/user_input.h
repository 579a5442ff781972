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

/// What a person does with a window, by mouse or by keyboard alone: events go to the window as from the
/// desktop, so what is hidden, disabled, covered or not in the order of Tab cannot be used. Each wait that a
/// person could notice is printed. All throw std::runtime_error when it cannot be done.
class UserInput {
 public:
  enum class Way { mouse, keyboard };
  UserInput(Way way, MainWindow& window) : m_way(way), m_window(window) {}

  /// Clicks, or goes there by Tab and presses Space.
  void press(QWidget* button);
  void focus(QWidget* widget);
  /// With the mouse, whatever the way.
  void point(QWidget* widget, QPoint at);
  void click(QWidget* widget, QPoint at, Qt::KeyboardModifiers held = {});
  void doubleClick(QWidget* widget, QPoint at);
  void drag(QWidget* widget, QPoint from, QPoint to);
  /// In place of what was there.
  void fill(QWidget* field, const QString& text);
  void key(const QKeySequence& keys);
  void choose(QComboBox& box, int entry);
  /// Does `opens`, and takes an entry of the menu that it opens.
  void chooseInMenu(const std::function<void()>& opens, int entry);
  /// Through the menu, or by the command's keys.
  void command(const char* id);
  /// What opens a context menu.
  enum class Opener { rightClick, menuKey, shiftF10 };
  /// Chooses a command in the context menu of a row: by a right click on it, or with keys in the view that
  /// has the focus and that row as its current one. @param entries  all of the menu, if they are wanted
  void contextCommand(QAbstractItemView& view, const QModelIndex& row, const char* id, Opener opener,
                      QStringList* entries = nullptr);
  /// The same of a widget that is no list: an entry by its object's name, with keys where it has the focus.
  void contextEntry(QWidget& widget, const char* id, Opener opener, QStringList* entries = nullptr);
  /// The tab `index` of a QTabBar.
  void tab(QWidget* bar, int index);
  void page(PageId page);
  /// Waits for what follows; printed with its time. @param limitMs  beyond which it is a failure
  void await(const QString& what, const std::function<bool()>& isDone, int limitMs = 60000);
  /// Does `opens`, and in the dialog that it opens `does`, which ends it.
  void inDialog(const std::function<void()>& opens, const std::function<void(QDialog& dialog)>& does);
  /// Does `opens`, and presses a button of the question that it asks.
  void answer(const QString& button, const std::function<void()>& opens);
  /// Does `opens`, whose dialog of files gets `path`.
  void chooseFile(const QString& path, const std::function<void()>& opens);
  /// Does `opens`, whose menu asks whether `path` will be a folder or a file.
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
