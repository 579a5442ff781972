// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QShortcutEvent>
#include <QTest>
#include <set>

#include "ui/shell/navigation_rail.h"
#include "ui/support/window_test.h"
#include "ui/widgets/page.h"

using namespace fw;
using namespace fw::ui;

namespace {

/// Catches shortcuts and mnemonics before they are executed.
class KeyTaps : public QObject {
 public:
  QList<QObject*> takers;
  bool isAmbiguous = false;

  KeyTaps() { qApp->installEventFilter(this); }
  bool eventFilter(QObject* receiver, QEvent* event) override {
    if (event->type() != QEvent::Shortcut) return false;
    takers << receiver;
    isAmbiguous = isAmbiguous || static_cast<QShortcutEvent*>(event)->isAmbiguous();
    return true;
  }
};

}  // namespace

class TestMainWindowFocus : public WindowTest {
  Q_OBJECT

  void click(QWidget* widget) {
    QTest::mouseClick(window().windowHandle(), Qt::LeftButton, {},
                      widget->mapTo(&window(), widget->rect().center()));
  }
  /// A widget of the current page where a command's scoped shortcut works; null if the shortcut is
  /// window-wide, or nothing there can take the focus.
  static QWidget* placeOf(const QAction& command) {
    if (command.shortcutContext() != Qt::WidgetWithChildrenShortcut) return nullptr;
    for (QObject* const object : command.associatedObjects()) {
      auto* const place = qobject_cast<QWidget*>(object);
      if (place == nullptr || !place->isVisible() || place->inherits("QMenu") ||
          place->inherits("QAbstractButton"))
        continue;
      if (place->focusPolicy() != Qt::NoFocus) return place;
      for (QWidget* const part : place->findChildren<QWidget*>())
        if (part->isVisible() && part->isEnabled() && part->focusPolicy() & Qt::TabFocus) return part;
    }
    return nullptr;
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
    activate();
  }
  void cleanup() { m_app.reset(); }

  void everyPageTakesTheFocusAndNoButtonDoes() {
    auto& rail = *window().findChild<NavigationRail*>();
    for (const bool isOpen : {false, true}) {
      if (isOpen) {
        m_app->project().create(path(QStringLiteral("Cats")));
        QTRY_VERIFY(m_app->project().isOpen());
      }
      for (int place = 0; place < static_cast<int>(window().pages().size()); ++place) {
        click(rail.button(place));
        QWidget* const shown = window().pages()[static_cast<size_t>(place)];
        const QWidget* const focus = QApplication::focusWidget();
        QVERIFY2(focus != nullptr && (focus == shown || shown->isAncestorOf(focus)),
                 qPrintable(shown->accessibleName()));
        QVERIFY2(qobject_cast<const QAbstractButton*>(focus) == nullptr, qPrintable(focus->accessibleName()));
      }
    }
    // A page's shortcuts work as soon as it is shown.
    click(rail.button(window().placeOf(PageId::dataset)));
    bool asked = false;
    answer({}, &asked);
    QTest::keyClick(window().windowHandle(), Qt::Key_I, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(asked);
  }

  /// Two commands with one shortcut, or a command and a menu, would disable both.
  void aKeyMeansOneThingOnEveryPage_data() {
    QTest::addColumn<QString>("language");
    for (const char* const language : {"en", "de", "zh_CN"})
      QTest::newRow(language) << QString::fromLatin1(language);
  }
  void aKeyMeansOneThingOnEveryPage() {
    QFETCH(QString, language);
    Settings().setLanguage(language);
    restart();
    activate();
    m_app->project().create(path(QStringLiteral("Cats")));
    QTRY_VERIFY(m_app->project().isOpen());
    auto& rail = *window().findChild<NavigationRail*>();
    std::set<QString> taken;
    QStringList doubles;
    for (int place = 0; place < static_cast<int>(window().pages().size()); ++place) {
      click(rail.button(place));
      QTRY_VERIFY(window().pages()[static_cast<size_t>(place)]->isVisible());
      const QList<QAction*> commands = window().actions().actions();
      for (QAction* const command : commands) command->setEnabled(true);  // as if each were available
      const auto press = [&](QAction* command) {
        const QKeyCombination keys = command->shortcut()[0];
        KeyTaps taps;
        QTest::keyClick(window().windowHandle(), keys.key(), keys.keyboardModifiers());
        if (taps.isAmbiguous || taps.takers.size() > 1)
          doubles << QStringLiteral("page %1: %2").arg(place + 1).arg(command->shortcut().toString());
        if (taps.takers.contains(command)) taken.insert(command->objectName());
      };
      for (QAction* const command : commands) press(command);
      for (QAction* const command : commands) {
        QWidget* const own = placeOf(*command);
        if (own == nullptr) continue;
        own->setFocus();
        press(command);
      }
    }
    doubles.removeDuplicates();
    QVERIFY2(doubles.isEmpty(), qPrintable(doubles.join(u'\n')));
    QVERIFY(taken.size() > 40);
  }

  /// Wherever the pointer or the keyboard focus was last.
  void onePageAloneLooksCurrent() {
    auto& rail = *window().findChild<NavigationRail*>();
    const int places = static_cast<int>(window().pages().size());
    for (int place = 0; place < places; ++place) {
      click(rail.button(place));
      const int other = (place + 1) % places;
      QTest::keyClick(window().windowHandle(), static_cast<Qt::Key>(Qt::Key_1 + other), Qt::ControlModifier);
      QTRY_VERIFY(window().pages()[static_cast<size_t>(other)]->isVisible());
      for (int each = 0; each < places; ++each) {
        QCOMPARE(rail.button(each)->isChecked(), each == other);
        QVERIFY(!rail.button(each)->hasFocus());
      }
      // A hovered button is highlighted, but not in the current page's colour.
      const auto ground = [&](int button) {
        const QImage image = rail.button(button)->grab().toImage();
        return image.pixelColor(image.width() / 2, static_cast<int>(8 * image.devicePixelRatio()));
      };
      QVERIFY(ground(other).hsvSaturation() > ground(place).hsvSaturation() + 10);
    }
  }
};

QTEST_MAIN(TestMainWindowFocus)
#include "test_main_window_focus.moc"
