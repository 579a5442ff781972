// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTabBar>
#include <QToolButton>
#include <map>
#include <set>

#include "ui/support/access_walk.h"
#include "ui/support/window_test.h"

using namespace fw;
using namespace fw::ui;

namespace {

/// Commands and buttons that may share an icon, since it means the same for all of them. Any other icon is
/// used only once.
const std::map<QString, const char*>& sharedIcons() {
  static const std::map<QString, const char*> shared{
      {"add", R"(dataset\.addFiles|Add .*…)"},
      {"add-folder", R"(.*\.addFolder)"},
      {"cancel", R"(.*\.cancel|jobs\.cancelRunning|Cancel .*)"},  // ends work in progress
      {"close", R"(Close.*|Dismiss .*)"},                         // hides a message or a view
      {"compare", R"(gallery\.makeGrid|train\.compareRuns)"},
      {"copy", R"(device\.copyReport|gallery\.copyRecipe|log\.copy|log\.copyAll)"},
      {"device-check", R"(device\.check|page\.device-check)"},
      {"export", R"(.*\.export|Export .*)"},
      {"fit", R"(jobs\.refit|train\.fit)"},
      {"folder", R"(Choose .*|Open .*|.*\.reveal|help\.logFolder|project\.open)"},
      {"gallery", R"(page\.gallery|Show in Gallery)"},
      {"generate", R"(.*\.generate|generate\.run)"},
      {"help", R"(help\.guide|What the guide says about this)"},
      {"log", R"(view\.log|Show in log)"},
      {"monitor", R"(page\.monitor|gallery\.showRun|From a run)"},  // a run
      {"ok", R"(.*  [0–])"},                                        // no problems
      {"pause", R"(jobs\.pause|player\.stop)"},
      {"redo", R"(.*\.redo)"},
      {"reload", R"(engine\.reopen|models\.refresh|train\.updateDataset|Try again)"},
      {"remove", R"(.*\.remove|project\.forget|Dismiss)"},  // from a list; deletes no file
      {"rename", R"(models\.rename|train\.renameRun)"},
      {"reset", R"(gallery\.resetA|Reset .*)"},
      {"resume", R"(jobs\.resume(Unfinished)?|train\.resumeRun)"},
      {"save", R"(caption\.keep|project\.saveCopy|train\.savePreset)"},
      {"search", R"(.*\.(filter|search)|dataset\.relink|project\.find|Locate the file)"},
      {"star", R"(train\.star(Run|redRuns))"},
      {"train", R"(.*\.train|Train a model)"},
      {"trash", R"(generate\.remove|train\.deleteRun)"},  // deletes files
      {"undo", R"(.*\.undo)"},
      {"use",
       R"(gallery\.showSettings|gallery\.useCheckpoint|generate\.useRecipe|train\.(presetBuckets|useRun))"},
      {"validate", R"(.*\.validate)"},
      {"todo",
       R"(Import videos|Write captions|Choose buckets|Choose a model|Plan and train|Compare the clips)"},
      {"warning", R"(dataset\.problems|.*  [1-9].*)"},
      {"zoom-all", R"(player\.fit|monitor\.fit|timeline\.zoomAll)"},
      {"zoom-in", R"(.*\.zoomIn)"},
      {"zoom-out", R"(.*\.zoomOut)"},
  };
  return shared;
}

bool isOfQt(const QAbstractButton& button) {
  return button.objectName().startsWith(QLatin1String("qt_")) ||
         qobject_cast<QLineEdit*>(button.parent()) != nullptr ||
         qobject_cast<QTabBar*>(button.parent()) != nullptr || button.inherits("QTableCornerButton") ||
         (!button.isVisibleTo(button.window()) && button.text().isEmpty() && button.icon().isNull());
}

bool showsText(const QAbstractButton& button) {
  const auto* const tool = qobject_cast<const QToolButton*>(&button);
  return !button.text().isEmpty() &&
         (tool == nullptr || tool->toolButtonStyle() != Qt::ToolButtonIconOnly || tool->icon().isNull());
}

/// The button's command, if it has one.
QAction* commandOf(const QAbstractButton& button, const ActionRegistry& actions) {
  if (const auto* const tool = qobject_cast<const QToolButton*>(&button); tool && tool->defaultAction())
    return actions.action(tool->defaultAction()->objectName());
  QString id = button.objectName();
  return actions.action(id.remove(QLatin1String(".button")));
}

}  // namespace

/// Icons, names and texts of the window's buttons and commands.
class TestControls : public WindowTest {
  Q_OBJECT

  QList<QAbstractButton*> buttons() {
    QList<QAbstractButton*> found;
    for (auto* const button : window().findChildren<QAbstractButton*>())
      if (!isOfQt(*button)) found << button;
    return found;
  }

 private Q_SLOTS:
  void initTestCase() {
    isolate();
    makeFolder();
    qputenv("HOME", m_folder->path().toUtf8());
    restart();
    QTRY_COMPARE_WITH_TIMEOUT(m_app->bridge().engineState(), EngineBridge::State::failed, 30000);
    action("project.sample")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_app->project().isOpen(), 30000);
  }
  void cleanupTestCase() { m_app.reset(); }

  void anIconHasOneMeaning() {
    static const QRegularExpression ofPage(QStringLiteral("^[a-z]+(?=\\.player\\.)\\."));
    std::map<QString, std::set<QString>> users;
    QMap<QString, QString> commands;  // by icon and words
    for (const QAction* const action : window().actions().actions()) {
      const QString id = action->objectName().remove(ofPage);  // each player has its own
      users[action->icon().name()].insert(id);
      commands.insert(action->icon().name() + action->iconText(), id);
    }
    for (const QAbstractButton* const button : buttons()) {
      const QString name = button->icon().name();
      if (!button->icon().isNull() && commandOf(*button, window().actions()) == nullptr)
        users[name].insert(commands.value(name + button->accessibleName(), button->accessibleName()));
    }
    QVERIFY(users.size() > 60);
    QStringList doubles;
    for (const auto& [icon, all] : users) {
      const QStringList names(all.begin(), all.end());
      const auto shared = sharedIcons().find(icon);
      const QRegularExpression allowed(QRegularExpression::anchoredPattern(
          QString::fromUtf8(shared != sharedIcons().end() ? shared->second : "-")));
      if (shared == sharedIcons().end() && names.size() > 1)
        doubles << icon + QLatin1String(": ") + names.join(u'|');
      if (shared == sharedIcons().end()) continue;
      for (const QString& name : names)
        if (!allowed.match(name).hasMatch()) doubles << icon + QLatin1String(": ") + name;
    }
    for (const QString& each : doubles) qInfo("%s", qPrintable(each));
    QVERIFY(doubles.isEmpty());
  }

  void aButtonWithoutTextSaysWhatItDoes() {
    QVERIFY(buttons().size() > 80);
    QStringList silent;
    for (const QAbstractButton* const button : buttons()) {
      // A button that suggests the next step has its text once it is loaded.
      if (!button->isVisibleTo(&window()) && button->text().isEmpty()) continue;
      const bool hasTip = showsText(*button) || !button->toolTip().isEmpty();
      if (!hasTip || button->accessibleName().isEmpty())
        silent << pathOf(*button) + QLatin1Char(' ') + button->text() + QLatin1Char(' ') +
                      button->icon().name();
    }
    QVERIFY2(silent.isEmpty(), qPrintable(silent.join(u'\n')));
  }
};

QTEST_MAIN(TestControls)
#include "test_controls.moc"
