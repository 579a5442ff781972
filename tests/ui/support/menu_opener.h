// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>
#include <memory>

#include "ui/support/user_input.h"

namespace fw::ui {

/// Runs the whole test once for each way to open a context menu: call this in initTestCase_data().
inline void addMenuOpeners() {
  using Opener = UserInput::Opener;
  QTest::addColumn<Opener>("opener");
  QTest::newRow("right click") << Opener::rightClick;
  QTest::newRow("Menu key") << Opener::menuKey;
  QTest::newRow("Shift+F10") << Opener::shiftF10;
}

/// The way of the current pass.
inline UserInput::Opener menuOpener() {
  QFETCH_GLOBAL(UserInput::Opener, opener);
  return opener;
}

/// A user who opens menus this way uses the same device for everything else.
inline std::unique_ptr<UserInput> menuInput(MainWindow& window) {
  return std::make_unique<UserInput>(
      menuOpener() == UserInput::Opener::rightClick ? UserInput::Way::mouse : UserInput::Way::keyboard,
      window);
}

}  // namespace fw::ui
