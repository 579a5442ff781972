// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemView>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDialog>
#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <utility>

#include "ui/shell/main_window.h"
#include "ui/shell/navigation_rail.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/page.h"
#include "ui/widgets/scrolled.h"

namespace fw::ui {

namespace {

/// Qt supports only the Menu key, which many keyboards lack.
void openMenuOf(QWidget& widget) {
  const QPoint place = widget.inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
  QContextMenuEvent wanted(QContextMenuEvent::Keyboard, place, widget.mapToGlobal(place));
  QApplication::sendEvent(&widget, &wanted);
}

/// A button made default before it was in the dialog loses that when another button loses the focus: set it
/// again now that the dialog knows it.
void keepDefault(const QDialog& dialog) {
  for (QPushButton* const button : dialog.findChildren<QPushButton*>()) {
    if (!button->isDefault()) continue;
    button->setDefault(false);
    button->setDefault(true);
  }
}

}  // namespace

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::KeyPress: {
      const int key = static_cast<QKeyEvent*>(event)->key();
      m_isTab = key == Qt::Key_Tab || key == Qt::Key_Backtab;
      m_isByKey = true;
      if (key == Qt::Key_F10 && static_cast<QKeyEvent*>(event)->modifiers() == Qt::ShiftModifier &&
          watched->isWidgetType()) {
        openMenuOf(*static_cast<QWidget*>(watched));
        return true;
      }
      // The window's own shortcuts are disabled while a modal dialog is open.
      if (key == Qt::Key_F1 && static_cast<QKeyEvent*>(event)->modifiers() == Qt::NoModifier &&
          watched->isWidgetType() && QApplication::activeModalWidget() != nullptr) {
        showGuide(guidePageHere());
        return true;
      }
      break;
    }
    case QEvent::Polish:
      if (auto* const dialog = qobject_cast<QDialog*>(watched)) {
        addHelpTo(*dialog);
        keepDefault(*dialog);
        fitToScreen(*dialog);
      }
      break;
    case QEvent::MouseButtonPress:
      m_isTab = false;
      m_isByKey = false;
      break;
    default:
      break;
  }
  return QMainWindow::eventFilter(watched, event);
}

/// Qt calls this for Tab, and when the focused control is disabled or hidden: the next control would then
/// receive the key being pressed. Only the user moves the focus to a button.
bool MainWindow::focusNextPrevChild(bool next) {
  if (std::exchange(m_isTab, false)) return QMainWindow::focusNextPrevChild(next);
  focusPage();
  return true;
}

void MainWindow::addHelpTo(QDialog& dialog) {
  auto* const box = dialog.findChild<QDialogButtonBox*>();
  if (box == nullptr || ownGuidePage(dialog).isEmpty()) return;
  QPushButton* const help = box->addButton(QDialogButtonBox::Help);
  help->setAutoDefault(false);
  connect(box, &QDialogButtonBox::helpRequested, this, [this, &dialog] { showGuide(ownGuidePage(dialog)); });
}

void MainWindow::enterPage() {
  // Arrow keys move within the rail.
  const QWidget* const focus = QApplication::focusWidget();
  if (m_isByKey && focus != nullptr && m_rail->isAncestorOf(focus)) return;
  focusPage();
}

void MainWindow::focusPage() {
  auto* const page = static_cast<Page*>(m_stack->currentWidget());
  QWidget* target = page->firstControl();
  if (target == QApplication::focusWidget()) target = page;
  target->setFocus(Qt::OtherFocusReason);
}

}  // namespace fw::ui
