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

/// A row of the palette.
struct PaletteRow {
  int score = 0;
  QIcon icon;
  QString text;
  QString beside;  ///< a command's shortcut, or the row's kind: "Setting"
  QString help;
  std::function<void()> go;
};

/// Rows of the palette other than commands.
struct PaletteSources {
  std::function<std::vector<PaletteRow>(const QString& typed)> now;
  /// For rows that take time. Calls `take` at most once, on the GUI thread.
  std::function<void(const QString& typed, std::function<void(std::vector<PaletteRow>)> take)> later;
};

/// Finds available commands, and other things in the window, by parts of their names. Covers the top of the
/// window; Escape, a click elsewhere or choosing a row closes it. GUI thread only.
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
  std::vector<PaletteRow> m_rows;  // in list order
  QLineEdit* m_field;
  QTreeWidget* m_list;
  QPointer<QWidget> m_focusBefore;
};

/// How well `typed` matches `text`, whose letters must contain it in this order. 0: no match; higher is
/// better.
int matchScore(const QString& text, const QString& typed);

}  // namespace fw::ui
