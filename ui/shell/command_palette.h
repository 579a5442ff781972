// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QIcon>
#include <QPointer>
#include <functional>
#include <vector>

class QLineEdit;
class QTreeWidget;

namespace fw::ui {

class ActionRegistry;

/// A line of the palette.
struct PaletteRow {
  int score = 0;
  QIcon icon;
  QString text;
  QString beside;  ///< a command's key, or what else this is: "Setting"
  QString help;
  std::function<void()> go;
};

/// What the palette finds beside commands.
struct PaletteSources {
  std::function<std::vector<PaletteRow>(const QString& typed)> now;
  /// What takes a moment. `take` is called at most once, on the GUI thread.
  std::function<void(const QString& typed, std::function<void(std::vector<PaletteRow>)> take)> later;
};

/// All commands that can be used now, and what else there is in the window, found by typing parts of their
/// names. Lies over the window's top; Escape, a click elsewhere or a chosen row closes it. GUI thread only.
class CommandPalette : public QFrame {
  Q_OBJECT
 public:
  CommandPalette(const ActionRegistry& actions, PaletteSources sources, QWidget* window);

  void open();

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<PaletteRow> commandsFor(const QString& typed) const;
  void showMatches(const QString& typed);
  void addRows(std::vector<PaletteRow> rows);
  void runCurrent();
  void close();

  const ActionRegistry& m_actions;
  const PaletteSources m_sources;
  std::vector<PaletteRow> m_rows;  // as they stand in the list
  QLineEdit* m_field;
  QTreeWidget* m_list;
  QPointer<QWidget> m_focusBefore;
};

/// How well `typed` matches `text`: its letters must appear in this order. 0 is no match, higher is better.
int matchScore(const QString& text, const QString& typed);

}  // namespace fw::ui
