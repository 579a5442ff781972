// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/SQLiteCpp.h>

#include <QAbstractButton>
#include <QClipboard>
#include <QDesktopServices>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <array>
#include <random>
#include <set>

#include "base/atomic_file.h"
#include "core/project/test_clip.h"
#include "project/captions.h"
#include "project/figures.h"
#include "project/import.h"
#include "run/run_folder.h"
#include "ui/support/dataset_test.h"
#include "ui/support/run_folders.h"

using namespace fw;
using namespace fw::ui;
namespace fs = std::filesystem;

namespace {

constexpr int clipCount = 6;

int numberFrom(const char* variable, int standard) {
  bool ok = false;
  const int number = qEnvironmentVariable(variable).toInt(&ok);
  return ok ? number : standard;
}

/// Places that a long run must have clicked or dragged in: each page, the clip editor, the caption panel, and
/// the dialogs available with these clips and this run.
constexpr std::array places{
    "StartPage",        "DatasetPage",     "TrainPage",    "MonitorPage",  "GalleryPage",      "GeneratePage",
    "ModelsPage",       "DeviceCheckPage", "JobDock",      "LogDock",      "Timeline",         "VideoView",
    "CropRow",          "CaptionEditor",   "TagRow",       "ClipBrowser",  "BucketPanel",      "SceneReview",
    "ReplaceDialog",    "CaptionerDialog", "ImportDialog", "ExportDialog", "DuplicatesDialog", "PromptDialog",
    "NewProjectDialog", "SettingsDialog",  "AboutDialog"};
constexpr int longRun = 10000;

/// Coverage over all windows of a run.
struct Walk {
  std::set<std::string> reached;  ///< the classes of all widgets that were clicked or dragged in
  std::map<QString, int> used;    ///< how often commands were used, without shortcuts and menus
};

/// Random keys, clicks, drags and wheel turns, one per event loop turn, also in menus and dialogs with their
/// own loops.
class Monkey : public QObject {
 public:
  /// @param watch  called before each event; whether a question was confirmed a short while ago
  Monkey(Application& app, unsigned seed, int events, Walk& walk, std::function<void(bool confirmed)> watch)
      : m_app(app), m_walk(walk), m_random(seed), m_left(events), m_watch(std::move(watch)) {
    qApp->installEventFilter(this);
  }

  /// Runs to the last event, or until the window is closed.
  /// @return the number of remaining events
  int run() {
    next();
    m_loop.exec();
    return m_left;
  }

 protected:
  bool eventFilter(QObject* object, QEvent* event) override {
    const auto* const button = qobject_cast<QAbstractButton*>(object);
    const bool pressed = event->type() == QEvent::MouseButtonRelease || event->type() == QEvent::KeyRelease ||
                         event->type() == QEvent::KeyPress;
    if (button != nullptr && pressed && qobject_cast<QMessageBox*>(button->window()) != nullptr)
      m_confirmedAt = m_left;
    return false;
  }

 private:
  int below(int count) { return std::uniform_int_distribution(0, std::max(count, 1) - 1)(m_random); }
  bool once(int in) { return below(in) == 0; }

  /// Occasionally with time for the threads.
  void next() { QTimer::singleShot(once(100) ? 20 : 0, this, &Monkey::step); }

  void step() {
    if (m_left == 0 || (m_app.window()->isHidden() && QApplication::activeModalWidget() == nullptr))
      return leave();
    --m_left;
    m_watch(m_confirmedAt && *m_confirmedAt - m_left < 200);
    next();  // first: the following may open a dialog
    QWidget* const modal = QApplication::activeModalWidget();
    // Its own keys name, delete and create files and folders there.
    if (qobject_cast<QFileDialog*>(modal) != nullptr) return modal->close(), void();
    if (modal != nullptr && once(20)) return sendKey(*modal, Qt::Key_Escape);
    QWidget* const popup = QApplication::activePopupWidget();
    if (popup != nullptr && once(10)) return sendKey(*popup, Qt::Key_Escape);
    QWidget* target = popup != nullptr ? popup : modal;
    if (target == nullptr) target = m_app.window();
    if (QApplication::focusWidget() == nullptr && once(3)) target->activateWindow();
    const int what = below(20);
    if (what < 7) return sendRandomKey(*target);
    if (what < 9) return drag(*target);
    if (what == 9) return turnWheel(*target);
    if (what == 10) return doElse();
    if (what == 11) return useCommand();
    click(*target);
  }

  void leave() {
    // Nested dialog loops end from within.
    if (QWidget* const modal = QApplication::activeModalWidget()) modal->close();
    if (QWidget* const popup = QApplication::activePopupWidget()) popup->close();
    if (QApplication::activeModalWidget() == nullptr && QApplication::activePopupWidget() == nullptr)
      m_loop.quit();
    // A click that waits for one of them to close may open another.
    QTimer::singleShot(20, this, &Monkey::leave);
  }

  /// Half of them in the middle of something visible.
  QPoint place(const QWidget& widget) {
    std::vector<const QWidget*> seen;
    for (const QWidget* const child : widget.findChildren<QWidget*>())
      if (child->isEnabled() && !child->visibleRegion().isEmpty() && child->window() == &widget)
        seen.push_back(child);
    if (!seen.empty() && once(2)) {
      const QWidget* const child = seen[static_cast<size_t>(below(static_cast<int>(seen.size())))];
      return child->mapTo(&widget, child->rect().center());
    }
    return {below(widget.width()), below(widget.height())};
  }

  void note(const QWidget* widget) {
    for (; widget != nullptr; widget = widget->parentWidget()) {
      const QString name = QLatin1String(widget->metaObject()->className());
      m_walk.reached.insert(name.section(QStringLiteral("::"), -1).toStdString());
    }
  }

  void sendRandomKey(QWidget& target) {
    static const std::vector<int> special{Qt::Key_Return, Qt::Key_Escape, Qt::Key_Tab,   Qt::Key_Backtab,
                                          Qt::Key_Space,  Qt::Key_Left,   Qt::Key_Right, Qt::Key_Up,
                                          Qt::Key_Down,   Qt::Key_Home,   Qt::Key_End,   Qt::Key_Delete,
                                          Qt::Key_F1,     Qt::Key_F2,     Qt::Key_F5,    Qt::Key_PageUp,
                                          Qt::Key_Menu,   Qt::Key_Plus,   Qt::Key_Minus, Qt::Key_Backspace};
    static const std::vector<Qt::KeyboardModifiers> modifiers{Qt::NoModifier,
                                                              Qt::NoModifier,
                                                              Qt::NoModifier,
                                                              Qt::ShiftModifier,
                                                              Qt::ControlModifier,
                                                              Qt::AltModifier,
                                                              Qt::ControlModifier | Qt::ShiftModifier,
                                                              Qt::ControlModifier | Qt::AltModifier};
    const int key = once(2) ? special[static_cast<size_t>(below(static_cast<int>(special.size())))]
                            : (once(3) ? Qt::Key_0 + below(10) : Qt::Key_A + below(26));
    sendKey(target, key, modifiers[static_cast<size_t>(below(static_cast<int>(modifiers.size())))]);
  }
  static void sendKey(QWidget& target, int key, Qt::KeyboardModifiers modifiers = {}) {
    const QPointer<QWindow> window = target.windowHandle();
    const QString text =
        modifiers.testFlag(Qt::ControlModifier) || key >= Qt::Key_Escape ? QString() : QString(QChar(key));
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease})
      if (window != nullptr) qt_handleKeyEvent(window, type, key, modifiers, text, false, 1);
  }
  /// To the window, as from the desktop; the result may have its own event loop, and close the window.
  void sendMouse(QWindow* window, QEvent::Type type, QPoint at, Qt::MouseButton button,
                 Qt::KeyboardModifiers held = {}) {
    if (window == nullptr) return;
    if (type != QEvent::MouseMove) m_buttons.setFlag(button, type == QEvent::MouseButtonPress);
    qt_handleMouseEvent(window, at, window->mapToGlobal(at), m_buttons,
                        type == QEvent::MouseMove ? Qt::NoButton : button, type, held, ++m_milliseconds);
  }
  void press(QWindow* window, QPoint at, Qt::MouseButton button, Qt::KeyboardModifiers held) {
    const QPointer<QWindow> alive = window;
    sendMouse(alive, QEvent::MouseButtonPress, at, button, held);
    sendMouse(alive, QEvent::MouseButtonRelease, at, button, held);
  }
  void click(QWidget& target) {
    const QPointer<QWindow> window = target.windowHandle();
    const QPoint at = place(target);
    const Qt::MouseButton button = once(5) ? Qt::RightButton : Qt::LeftButton;
    const Qt::KeyboardModifiers held = once(6)   ? Qt::ControlModifier
                                       : once(6) ? Qt::ShiftModifier
                                                 : Qt::NoModifier;
    m_milliseconds += 1000;  // not a double click with the last one
    const QPointer<QWidget> child = target.childAt(at);
    note(child);
    press(window, at, button, held);
    if (once(8)) press(window, at, button, held);
    if (button != Qt::RightButton || window == nullptr || child == nullptr) return;
    QContextMenuEvent menu(QContextMenuEvent::Mouse, child->mapFrom(&target, at), window->mapToGlobal(at));
    QCoreApplication::sendEvent(child, &menu);
  }
  void drag(QWidget& target) {
    const QPointer<QWindow> window = target.windowHandle();
    const QPoint from = place(target), to = place(target);
    note(target.childAt(from));
    sendMouse(window, QEvent::MouseButtonPress, from, Qt::LeftButton);
    for (int part = 1; part <= 4; ++part)
      sendMouse(window, QEvent::MouseMove, from + (to - from) * part / 4, Qt::LeftButton);
    sendMouse(window, QEvent::MouseButtonRelease, to, Qt::LeftButton);
  }
  void turnWheel(QWidget& target) {
    QWindow* const window = target.windowHandle();
    if (window == nullptr) return;
    const QPoint at = place(target), turn(0, once(2) ? 120 : -120);
    QWheelEvent event(at, window->mapToGlobal(at), {}, turn, Qt::NoButton,
                      once(4) ? Qt::ControlModifier : Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(window, &event);
  }
  /// Actions from the desktop, the settings and the list of pages.
  void doElse() {
    switch (below(5)) {
      case 0:
        return m_app.window()->resize(900 + below(1000), 600 + below(500));
      case 1:
        return m_app.theme().setMode(once(2) ? ThemeMode::dark : ThemeMode::light);
      case 2:
        if (QApplication::activeModalWidget() != nullptr || QApplication::activePopupWidget() != nullptr ||
            !once(4))
          return;
        m_app.settings().setLanguage(QStringList{"en", "de", "zh_CN"}[below(3)]);
        return Q_EMIT m_app.window()->languageChanged();
      case 3:
        return QGuiApplication::clipboard()->setText(QString(below(300), QChar(0x4e00 + below(200))));
      default:
        return m_app.window()->showPage(static_cast<PageId>(below(static_cast<int>(PageId::check) + 1)));
    }
  }

  /// A command, half of the time one of the Dataset page. Pure chance leaves some out for long, so every
  /// second time one of the least used is chosen.
  void useCommand() {
    if (QApplication::activeModalWidget() != nullptr || QApplication::activePopupWidget() != nullptr) return;
    if (once(15)) return beginAgain();
    const bool ofDataset = once(2), leastUsed = once(2);
    if (ofDataset) m_app.window()->showPage(PageId::dataset);
    QList<QAction*> commands;
    for (QAction* const action : m_app.window()->actions().actions()) {
      const QString name = action->objectName(), group = name.section(QLatin1Char('.'), 0, 0);
      if (!action->isEnabled() || name == QLatin1String("engine.install")) continue;  // uses the network
      if (ofDataset &&
          !QStringList{"clip", "caption", "timeline", "dataset", "buckets", "edit"}.contains(group))
        continue;
      if (leastUsed && !commands.isEmpty()) {
        const int more = m_walk.used[name] - m_walk.used[commands.front()->objectName()];
        if (more > 0) continue;
        if (more < 0) commands.clear();
      }
      commands << action;
    }
    if (commands.isEmpty()) return;
    QAction* const command = commands[below(static_cast<int>(commands.size()))];
    ++m_walk.used[command->objectName()];
    command->trigger();
  }

  /// With all clips visible: without clips most commands do nothing.
  void beginAgain() {
    m_app.window()->findChild<ClipBrowser*>()->filterEdit()->clear();
    QAction* const undo = m_app.window()->actions().action(QStringLiteral("edit.undo"));
    for (int edit = 0; edit < 100 && undo->isEnabled(); ++edit) undo->trigger();
  }

  Application& m_app;
  Walk& m_walk;
  std::mt19937 m_random;
  int m_left;
  std::function<void(bool)> m_watch;
  std::optional<int> m_confirmedAt;
  int m_milliseconds = 0;
  Qt::MouseButtons m_buttons;
  QEventLoop m_loop;
};

/// Detects losses of a running job, a waiting one and a run on disk.
class Losses {
 public:
  Losses(Application& app, const QString& project) : m_app(app), m_project(project) {
    m_runs = submit();
    m_waits = submit();
    makeRun();
  }

  /// Jobs ended or paused and runs deleted since the last look; restores each of them afterwards.
  QString look() {
    watchPause();
    QStringList lost;
    if (const QString how = endOf(m_runs); !how.isEmpty()) {
      lost << how;
      m_runs = std::exchange(m_waits, submit());
    }
    if (const QString how = endOf(m_waits); !how.isEmpty()) {
      lost << QStringLiteral("the job that waited: ") + how;
      m_waits = submit();
    }
    if (!fs::exists(m_run.run_file())) {
      lost << QStringLiteral("the run was deleted");
      makeRun();
    }
    return lost.join(QStringLiteral(", "));
  }

 private:
  engine_api::JobId submit() { return m_app.bridge().submit({"train", "Train", {}}); }
  void makeRun() {
    RunFolder run(m_project, QStringLiteral("old"), 40);
    run.metrics(20, {{QStringLiteral("loss"), 0.1}});
    run.checkpoint(20);
    run.flush();
    m_run.folder = run.path().toStdString();
  }
  /// Empty while it runs or waits. A job paused by its command, which is not a loss, is resumed.
  QString endOf(engine_api::JobId id) {
    const JobRow* const job = m_app.jobs().job(id);
    if (job == nullptr) {
      const bool isTold = m_app.jobs().rowCount() > 0 && id <= m_told;
      return isTold ? QStringLiteral("removed") : QString();
    }
    m_told = std::max(m_told, id);
    if (!engine_api::is_ended(job->state)) return {};
    const QString how = QString::fromUtf8(name_of(job->state).data());
    if (job->state != engine_api::JobState::paused || !m_wasPauseWanted) return how;
    m_app.bridge().send(engine_api::Verb::resume, id);
    return {};
  }
  /// Notes deliberate uses of Pause; every window has its own commands.
  void watchPause() {
    MainWindow* const window = m_app.window();
    if (std::exchange(m_window, window) == window) return;
    const QString text = window->actions().action(QStringLiteral("jobs.pause"))->iconText();
    for (const QAction* const action : window->findChildren<QAction*>())
      if (action->iconText() == text)
        QObject::connect(action, &QAction::triggered, &m_listener, [this] { m_wasPauseWanted = true; });
  }

  Application& m_app;
  QString m_project;
  run::RunPaths m_run;
  engine_api::JobId m_runs = 0, m_waits = 0, m_told = 0;
  QPointer<MainWindow> m_window;
  bool m_wasPauseWanted = false;
  QObject m_listener;
};

}  // namespace

/// Whatever the user presses, anywhere: no crash, no clip lost, no source file changed, no job ended and no
/// run deleted unasked. FW_MONKEY_EVENTS and FW_MONKEY_SEED set length and seed.
class TestMonkey : public DatasetTest {
  Q_OBJECT

  static constexpr std::array m_schemes{"file", "http", "https"};
  std::map<fs::path, std::string> m_sources;

  /// Clips and captions, in a project whose history begins after their import.
  void makeClips() {
    const fs::path folder = path(QStringLiteral("clips")).toStdString();
    for (int i = 1; i <= clipCount; ++i) {
      const std::string name = "clip " + std::to_string(i);
      // One has scene cuts, two are similar.
      if (i == 2)
        make_test_scenes(folder / (name + ".mp4"));
      else
        make_test_clip(folder / (name + ".mp4"), i == 3 ? 1 : i, 30, {i == 3 ? 80 : 96, 64});
      write_file_atomically(folder / (name + ".txt"), "a cat, number " + std::to_string(i), Existing::refuse);
    }
    auto made = project::Project::create(project().toStdString());
    import_clips(made, std::vector{folder}, {});
    measure_clips(made);
    QVERIFY(!find_similar(made).empty());
    int64_t step = 0;
    for (const int64_t clip : list_clips(made))
      put_captioner_caption(made, clip, "a dog, number " + std::to_string(clip),
                            project::CaptionOrigin::server, project::CaptionerMay::propose, step);
    made.write([](SQLite::Database& database) { database.exec("DELETE FROM edits"); });
    QCOMPARE(list_clips(made).size(), size_t{clipCount});
    m_sources = sources();
  }
  std::map<fs::path, std::string> sources() const {
    std::map<fs::path, std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(path(QStringLiteral("clips")).toStdString()))
      found[entry.path()] = read_file(entry.path());
    return found;
  }
  /// Number of clips after undoing all edits, which restores all of them.
  size_t clipsBeforeAllEdits() const {
    auto project = project::Project::open(DatasetTest::project().toStdString());
    int edits = 0;
    while (project.undo()) ++edits;
    qInfo("%d edits", edits);
    return list_clips(project).size();
  }

 private Q_SLOTS:
  void initTestCase() {
    isolate();
    for (const char* const scheme : m_schemes)  // no browser opens
      QDesktopServices::setUrlHandler(QLatin1String(scheme), this, "openNothing");
  }
  void cleanup() { m_app.reset(); }
  void cleanupTestCase() {
    for (const char* const scheme : m_schemes) QDesktopServices::unsetUrlHandler(QLatin1String(scheme));
  }

  void anythingMayBePressed_data() {
    QTest::addColumn<unsigned>("seed");
    const int first = numberFrom("FW_MONKEY_SEED", 1),
              count = qEnvironmentVariableIsSet("FW_MONKEY_SEED") ? 1 : 3;
    for (int seed = first; seed < first + count; ++seed)
      QTest::addRow("seed %d", seed) << static_cast<unsigned>(seed);
  }
  void anythingMayBePressed() {
    QFETCH(unsigned, seed);
    makeFolder();
    qputenv("HOME", m_folder->path().toUtf8());  // for new projects
    QDir::setCurrent(m_folder->path());          // a name typed without a folder is relative to this one
    makeClips();
    int left = numberFrom("FW_MONKEY_EVENTS", 400);
    int jobs = 0;
    unsigned turn = 0;
    Walk walk;
    for (; left > 0; ++turn) {
      restart();
      window().resize(1280, 800);
      activate();
      m_app->project().open(project());
      QTRY_VERIFY_WITH_TIMEOUT(m_app->project().isOpen(), 20000);
      window().showPage(PageId::dataset);
      int elsewhere = 0;
      QStringList unasked;
      m_gate->stops = true;
      Losses losses(*m_app, project());
      Monkey monkey(*m_app, seed + 1000 * turn, left, walk, [&](bool confirmed) {
        elsewhere = m_app->project().isOpen() && m_app->project().folder() == project() ? 0 : elsewhere + 1;
        if (elsewhere > 200 && QApplication::activeModalWidget() == nullptr) {
          elsewhere = 0;
          m_app->project().open(project());
        }
        const QString lost = losses.look();
        if (!lost.isEmpty()) ++jobs;
        if (!lost.isEmpty() && !confirmed) unasked << lost;
      });
      left = monkey.run();
      QVERIFY2(unasked.isEmpty(), qPrintable(unasked.join(u'\n')));
      m_gate->open = true;
    }
    m_app.reset();
    qInfo("seed %u: %u windows, %d times something was ended or deleted on request", seed, turn, jobs);
    QCOMPARE(sources(), m_sources);
    QCOMPARE(clipsBeforeAllEdits(), size_t{clipCount});
    QStringList missed;
    for (const char* const place : places)
      if (!walk.reached.contains(place)) missed << QLatin1String(place);
    QVERIFY2(numberFrom("FW_MONKEY_EVENTS", 0) < longRun || missed.isEmpty(),
             qPrintable(QStringLiteral("not reached: ") + missed.join(QLatin1Char(' '))));
  }

 public Q_SLOTS:
  void openNothing(const QUrl&) {}
};

QTEST_MAIN(TestMonkey)
#include "test_monkey.moc"
