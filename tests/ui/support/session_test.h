// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QToolButton>

#include "ui/dataset/clip_panel.h"
#include "ui/player/player.h"
#include "ui/support/dataset_test.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

namespace fw::ui {

/// A session: a user's actions in the whole window one after another, once with the mouse and once with only
/// the keyboard.
class SessionTest : public DatasetTest {
 protected:
  /// The rows of a session's test.
  static void bothWays() {
    QTest::addColumn<bool>("mouse");
    QTest::newRow("mouse") << true;
    QTest::newRow("keyboard") << false;
  }
  /// Does the steps in this row's way.
  void walk(const std::function<void(UserInput& input)>& steps) {
    QFETCH(bool, mouse);
    UserInput input(mouse ? UserInput::Way::mouse : UserInput::Way::keyboard, window());
    try {
      steps(input);
    } catch (const std::runtime_error& error) {
      QFAIL((std::string(error.what()) + "; messages: " + window().messages().text().toStdString()).c_str());
    }
  }
  /// The window with a new folder, which is also the user's home.
  void open() {
    openWithoutEngine();
    qputenv("HOME", m_folder->path().toUtf8());
  }

  Player& player() { return *page().panel()->player(); }
  QPoint cardOf(int row) { return browser().grid()->visualRect(browser().model()->index(row, 0)).center(); }
  /// By its picture; its video is open afterwards.
  void openClip(UserInput& input, int row) {
    if (input.usesMouse()) {
      input.click(browser().grid()->viewport(), cardOf(row));
    } else {
      input.focus(browser().grid());
      input.key(QKeySequence(Qt::Key_Home));
      for (int step = 0; step < row; ++step) input.key(QKeySequence(Qt::Key_Right));
    }
    input.await(QStringLiteral("the clip is chosen"),
                [&] { return browser().currentClip() == browser().model()->idAt(row); });
    awaitOpen(input);
  }
  void awaitOpen(UserInput& input) {
    input.await(QStringLiteral("the clip is open"), [&] {
      const project::ClipRow* const now = browser().currentRow();
      return now != nullptr && player().isOpen() && player().isShown() &&
             player().cache().file().filename() == std::filesystem::path(now->source.path).filename();
    });
  }
  /// All listed clips, as pictures.
  void chooseAll(UserInput& input) {
    const int last = browser().model()->rowCount() - 1;
    if (input.usesMouse()) {
      input.click(browser().grid()->viewport(), cardOf(0));
      input.click(browser().grid()->viewport(), cardOf(last), Qt::ShiftModifier);
    } else {
      input.focus(browser().grid());
      input.key(QKeySequence(QKeySequence::SelectAll));
    }
    input.await(QStringLiteral("all are selected"),
                [&] { return browser().selectedClips().size() == size_t(last) + 1; });
  }
  /// Lists clips of one kind: Tab moves to the pressed button, arrow keys to the others.
  void list(UserInput& input, HealthStrip::Kind kind, int count) {
    const HealthStrip& strip = *browser().health();
    if (input.usesMouse()) {
      input.press(strip.button(kind));
    } else {
      input.focus(strip.button(strip.chosen()));
      const auto way = kind > strip.chosen() ? Qt::Key_Right : Qt::Key_Left;
      for (int step = 0; step < HealthStrip::KindCount && strip.chosen() != kind; ++step)
        input.key(QKeySequence(way));
    }
    awaitClips(input, count);
  }
  void chooseRow(UserInput& input, FlatTable& table, int row) {
    const QModelIndex index = table.model()->index(row, 0);
    table.scrollTo(index);
    if (input.usesMouse()) return input.click(table.viewport(), table.visualRect(index).center());
    input.focus(&table);
    input.key(QKeySequence(Qt::Key_Home));
    for (int step = 0; step < row; ++step) input.key(QKeySequence(Qt::Key_Down));
  }
  /// Waits until the window has read what was written.
  void awaitClip(UserInput& input, const QString& what,
                 const std::function<bool(const project::Clip& clip)>& isSo) {
    input.await(what, [&] {
      const project::ClipRow* const row = browser().currentRow();
      return row != nullptr && isSo(row->clip);
    });
  }
};

}  // namespace fw::ui
