// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDBusAbstractAdaptor>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QImage>
#include <QMimeData>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <thread>

#include "base/log.h"
#include "ui/bridge/diagnostics.h"
#include "ui/bridge/fault_text.h"
#include "ui/bridge/project_session.h"
#include "ui/bridge/worker.h"
#include "ui/fake_jobs.h"
#include "ui/language.h"
#include "ui/models/device_check_model.h"
#include "ui/models/job_list_model.h"
#include "ui/models/log_model.h"
#include "ui/pages/system_card.h"
#include "ui/settings.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/watchdog.h"
#include "ui/widgets/command_palette.h"
#include "ui/widgets/text_bar.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;
using engine_api::Verb;

/// Answers as a desktop that prefers dark does.
class PortalStandIn : public QDBusAbstractAdaptor {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
 public:
  explicit PortalStandIn(QObject* parent) : QDBusAbstractAdaptor(parent) {}
  uint preference = 1;
 public Q_SLOTS:
  QDBusVariant Read(const QString& group, const QString& key) {
    const bool known =
        group == QLatin1String("org.freedesktop.appearance") && key == QLatin1String("color-scheme");
    return QDBusVariant(QVariant::fromValue(QDBusVariant(known ? preference : 0U)));
  }
 Q_SIGNALS:
  void SettingChanged(const QString& group, const QString& key, const QDBusVariant& value);
};

class TestParts : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  static QStringList titles(const JobListModel& jobs) {
    QStringList list;
    for (int row = 0; row < jobs.rowCount(); ++row) list << jobs.index(row, 0).data().toString();
    return list;
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
    qputenv("XDG_STATE_HOME", m_folder.path().toUtf8());
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
    log::start(log::Console::off);
    setLanguage(QStringLiteral("en"));
  }

  void faultsAreFilledIn() {
    const Fault fault(fake::broken_file, {{"file", "Größe <1>.mp4"}});
    QCOMPARE(faultText(fault), QStringLiteral("The file Größe <1>.mp4 is broken."));
    QCOMPARE(faultHint(fault), QStringLiteral("Copy Größe <1>.mp4 again."));
    QCOMPARE(faultHint(Fault()), QString());
  }

  void progressReadsAsASentence_data() {
    QTest::addColumn<double>("rate");
    QTest::addColumn<qint64>("total");
    QTest::addColumn<QString>("text");
    QTest::newRow("fast") << 2.5 << qint64(10) << QStringLiteral("Denoising 3 of 10, 2.5 per second");
    QTest::newRow("slow") << 0.1 << qint64(10) << QStringLiteral("Denoising 3 of 10, 0:10 each");
    QTest::newRow("rate unknown") << 0.0 << qint64(10) << QStringLiteral("Denoising 3 of 10");
    QTest::newRow("length unknown") << 0.0 << qint64(0) << QStringLiteral("Denoising");
  }
  void progressReadsAsASentence() {
    QFETCH(double, rate);
    QFETCH(qint64, total);
    QTEST(progressText(Progress{"denoising", 3, total, rate, std::nullopt, ""}), "text");
  }

  void mailboxKeepsOrderAndDropsNothing() {
    QObject context;
    std::vector<int> received;
    Mailbox<int> mailbox(&context, [&](std::span<const int> values) {
      received.insert(received.end(), values.begin(), values.end());
    });
    constexpr int count = 20000;
    std::jthread producer([&] {
      for (int value = 0; value < count; ++value) mailbox.post({&value, 1});
    });
    QTRY_COMPARE_WITH_TIMEOUT(static_cast<int>(received.size()), count, 20000);
    for (int value = 0; value < count; ++value) QCOMPARE(received[static_cast<size_t>(value)], value);
  }

  void workerDeliversInOrderAndForgets() {
    std::vector<int> taken;
    Worker worker;
    QSignalSpy failed(&worker, &Worker::failed);
    for (int i = 0; i < 3; ++i)
      worker.run([i](const std::stop_token&) { return i; }, [&](int value) { taken.push_back(value); });
    worker.run(
        [](const std::stop_token&) -> int {
          throw Error(fake::broken_file, {{"file", "x"}});
        },
        [&](int value) { taken.push_back(value); });
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(taken, (std::vector{0, 1, 2}));
    std::atomic<bool> begun = false;
    worker.run(
        [&](const std::stop_token& stop) {
          begun = true;
          while (!stop.stop_requested()) std::this_thread::yield();
          return 3;
        },
        [&](int value) { taken.push_back(value); });
    worker.run([](const std::stop_token&) { return 4; }, [&](int value) { taken.push_back(value); });
    while (!begun) std::this_thread::yield();
    worker.clear();
    worker.run([](const std::stop_token&) { return 5; }, [&](int value) { taken.push_back(value); });
    QTRY_COMPARE(taken, (std::vector{0, 1, 2, 5}));
    QVERIFY(worker.isIdle());
  }

  void queueIsMirrored() {
    EngineBridge bridge;
    JobListModel jobs(bridge);
    const auto gate = fake::addKinds(bridge);
    for (const char* const title : {"a", "b", "c", "d"}) bridge.submit({"gate", title, {}});
    QTRY_COMPARE(jobs.rowCount(), 4);
    QTRY_VERIFY(jobs.job(1)->state == JobState::running);
    QVERIFY(bridge.send(Verb::reorder, 4, 0));
    QTRY_COMPARE(titles(jobs), QStringList({"a", "d", "b", "c"}));
    QVERIFY(bridge.send(Verb::hold, 2));
    QTRY_COMPARE(jobs.job(2)->state, JobState::held);
    QCOMPARE(jobs.waitingPosition(2), 1);
    // Dragging "c" onto the first waiting row.
    QMimeData* const dragged = jobs.mimeData({jobs.index(3, 0)});
    QVERIFY(!jobs.dropMimeData(dragged, Qt::MoveAction, 1, 0, {}));
    delete dragged;
    QTRY_COMPARE(titles(jobs), QStringList({"a", "c", "d", "b"}));
    QVERIFY(bridge.send(Verb::abort, 1));
    QTRY_COMPARE(titles(jobs), QStringList({"c", "d", "b", "a"}));
    QCOMPARE(jobs.job(1)->state, JobState::cancelled);
    gate->open = true;
    // The held one stays; the last to end comes first.
    QTRY_COMPARE(titles(jobs), QStringList({"b", "d", "c", "a"}));
    QCOMPARE(jobs.endedCount(), 3);
    jobs.removeEnded();
    QTRY_COMPARE(titles(jobs), QStringList({"b"}));
  }

  void progressAndTimeAreShown() {
    EngineBridge bridge;
    JobListModel jobs(bridge);
    const auto gate = fake::addKinds(bridge);
    bridge.submit({"gate", "a", {}});
    const auto cell = [&](int column, int role = Qt::DisplayRole) {
      return jobs.index(0, column).data(role);
    };
    QTRY_COMPARE(cell(JobListModel::ProgressColumn, JobListModel::FractionRole).toDouble(), 0.3);
    QCOMPARE(cell(JobListModel::ProgressColumn).toString(),
             QStringLiteral("Denoising 3 of 10, 2.5 per second, loss 0.123"));
    QCOMPARE(cell(JobListModel::TimeColumn).toString(), QStringLiteral("0:03 left"));
    gate->open = true;
    QTRY_COMPARE(jobs.job(1)->state, JobState::finished);
    QVERIFY(cell(JobListModel::TimeColumn).toString().startsWith(QLatin1String("took ")));
    QVERIFY(!cell(JobListModel::ProgressColumn, JobListModel::FractionRole).isValid());
  }

  void refusalsAreTold() {
    EngineBridge bridge;
    QSignalSpy refused(&bridge, &EngineBridge::refused);
    QCOMPARE(bridge.submit({"device_check", "no engine", {}}), 0);
    QVERIFY(!bridge.send(Verb::abort, 77));
    QCOMPARE(refused.size(), 2);
  }

  void thousandJobsNeverBlock() {
    EngineBridge bridge;
    JobListModel jobs(bridge);
    fake::addKinds(bridge);
    QTreeView view;
    view.setUniformRowHeights(true);
    view.setModel(&jobs);
    view.show();
    int ended = 0;
    int64_t lastId = 0;
    bool ordered = true;
    connect(&jobs, &JobListModel::jobEnded, &view, [&](const JobRow& job) {
      ++ended;
      ordered = ordered && job.id == lastId + 1 && job.state == JobState::finished;
      lastId = job.id;
    });
    QTest::qWait(50);
    Watchdog watchdog;
    for (int job = 0; job < 1000; ++job) bridge.submit({"quick", "job", {}});
    QTRY_COMPARE_WITH_TIMEOUT(ended, 1000, 30000);
    QVERIFY(ordered);
    QVERIFY(!watchdog.wasBlocked());
  }

  void watchdogBarks() {
    Watchdog watchdog;
    QVERIFY(!watchdog.wasBlocked());
    QTest::qSleep(static_cast<int>(Watchdog::blockedMs) + 50);
    QVERIFY(watchdog.wasBlocked());
  }

  void logIsFilteredAndBounded() {
    LogModel model;
    LogFilter filter;
    filter.setSourceModel(&model);
    spdlog::info("One apple");
    spdlog::warn("Two APPLES");
    spdlog::error("Three pears");
    QTRY_COMPARE(model.rowCount(), 3);
    filter.setText(QStringLiteral("apple"));
    QCOMPARE(filter.rowCount(), 2);
    filter.setMinimumLevel(spdlog::level::warn);
    QCOMPARE(filter.rowCount(), 1);
    filter.setText({});
    QCOMPARE(filter.rowCount(), 2);
    Watchdog watchdog;
    std::jthread writer([] {
      for (int line = 0; line < LogModel::maximumLines + 100; ++line) spdlog::info("line {}", line);
    });
    const QString last = QStringLiteral("line %1").arg(LogModel::maximumLines + 99);
    QTRY_VERIFY_WITH_TIMEOUT(
        model.index(model.rowCount() - 1, LogModel::TextColumn).data().toString() == last, 30000);
    QVERIFY(model.rowCount() <= LogModel::maximumLines);
    QVERIFY(!watchdog.wasBlocked());
  }

  void diagnosticsLeaveTheHomeOut() {
    EngineBridge bridge;
    LogModel model;
    spdlog::info("Opened {}/clips/a.mp4", QDir::homePath().toStdString());
    QTRY_VERIFY(model.rowCount() > 0);
    const QString text = diagnosticsText(bridge, model);
    QVERIFY(text.contains(QLatin1String("Framewright ")));
    QVERIFY(text.contains(QLatin1String("Opened ~/clips/a.mp4")));
  }

  void deviceFiguresAreListed() {
    EngineBridge bridge;
    JobListModel jobs(bridge);
    DeviceCheckModel checks(jobs);
    fake::addKinds(bridge);
    bridge.submit({"device_check", "check", {}});
    QTRY_COMPARE(checks.rowCount(), 2);
    const auto cell = [&](int row, int column) { return checks.index(row, column).data().toString(); };
    QCOMPARE(cell(0, DeviceCheckModel::ProductColumn), QStringLiteral("161 TFLOP/s"));
    QCOMPARE(cell(1, DeviceCheckModel::ProductColumn), QStringLiteral("1.23 TFLOP/s"));
    QCOMPARE(cell(1, DeviceCheckModel::UploadColumn), QStringLiteral("none"));
  }

  void commandsAreMatched_data() {
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    QTest::newRow("start before middle") << QStringLiteral("Log") << QStringLiteral("Open the log folder");
    QTest::newRow("word before part") << QStringLiteral("Show log") << QStringLiteral("Catalogue");
    QTest::newRow("together before apart") << QStringLiteral("Catalog") << QStringLiteral("Load the engine");
    QTest::newRow("apart before none") << QStringLiteral("Load the engine") << QStringLiteral("Quit");
  }
  void commandsAreMatched() {
    QFETCH(QString, better);
    QFETCH(QString, worse);
    QVERIFY(matchScore(better, QStringLiteral("log")) > matchScore(worse, QStringLiteral("log")));
  }

  void settingsSurviveNonsense() {
    const QString file = m_folder.filePath(QStringLiteral("nonsense.ini"));
    QFile broken(file);
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("theme=purple\nconfirmClose=@Invalid()\n[layout\n\xff\xfe\ngeometry=@ByteArray(x)\n");
    broken.close();
    Settings settings(file);
    QCOMPARE(settings.theme(), ThemeMode::system);
    QVERIFY(!settings.systemScheme());
    settings.setTheme(ThemeMode::dark);
    for (int project = 0; project < 20; ++project)
      settings.addRecentProject(QStringLiteral("/p%1").arg(project));
    settings.addRecentProject(QStringLiteral("/p15"));
    QCOMPARE(settings.recentProjects().size(), qsizetype(Settings::maximumRecent));
    QCOMPARE(settings.recentProjects().first(), QStringLiteral("/p15"));
    QCOMPARE(Settings(file).theme(), ThemeMode::dark);
  }

  void palettesAreReadable_data() {
    QTest::addColumn<int>("scheme");
    QTest::newRow("light") << static_cast<int>(Scheme::light);
    QTest::newRow("dark") << static_cast<int>(Scheme::dark);
  }
  void palettesAreReadable() {
    QFETCH(int, scheme);
    const QPalette palette = makePalette(static_cast<Scheme>(scheme));
    QCOMPARE(static_cast<int>(schemeOf(palette)), scheme);
    // WCAG 2.1 contrast.
    const auto luminance = [](const QColor& color) {
      const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
      };
      return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
    };
    const auto contrast = [&](const QColor& a, const QColor& b) {
      const double high = std::max(luminance(a), luminance(b)) + 0.05;
      return high / (std::min(luminance(a), luminance(b)) + 0.05);
    };
    for (const auto ground : {QPalette::Window, QPalette::Base, QPalette::AlternateBase, QPalette::Button}) {
      const QColor under = palette.color(ground);
      QVERIFY(contrast(palette.color(QPalette::WindowText), under) >= 7);
      QVERIFY(contrast(palette.color(QPalette::PlaceholderText), under) >= 4.5);
      for (const Tint tint : {Tint::accent, Tint::good, Tint::warning, Tint::bad})
        QVERIFY2(contrast(tintColor(tint, palette), under) >= 4.5,
                 qPrintable(QString::number(contrast(tintColor(tint, palette), under))));
    }
    QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >= 4.5);
    // Text over the done part of a progress bar.
    const QColor bar = blended(palette.color(QPalette::Base), palette.color(QPalette::Highlight), 0.45);
    QVERIFY(contrast(palette.color(QPalette::Text), bar) >= 4.5);
  }

  void iconsFollowTheTheme() {
    Theme theme(ThemeMode::dark, std::nullopt);
    const auto ink = [] {
      const QImage image = icon("start").pixmap(QSize(48, 48)).toImage();
      QColor found;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
          if (image.pixelColor(x, y).alpha() == 255) found = image.pixelColor(x, y);
      return found;
    };
    QVERIFY(ink().lightness() > 180);
    theme.setMode(ThemeMode::light);
    QVERIFY(ink().isValid() && ink().lightness() < 80);
  }

  void everyIconDraws() {
    const QFileInfoList files = QDir(QStringLiteral(":/icons")).entryInfoList();
    QVERIFY(files.size() > 20);
    for (const QFileInfo& file : files) {
      if (file.baseName() == QLatin1String("org")) continue;
      const QImage image = icon(file.baseName().toLatin1().constData()).pixmap(QSize(24, 24)).toImage();
      bool drawn = false;
      for (int i = 0; i < 24 * 24; ++i) drawn = drawn || image.pixelColor(i % 24, i / 24).alpha() > 128;
      QVERIFY2(drawn, qPrintable(file.fileName()));
    }
  }

  /// A bus of its own with a portal on it: never the desktop of whoever runs the tests.
  void portalIsFollowed() {
    QProcess bus;
    bus.start(QStringLiteral("dbus-daemon"), {"--session", "--nofork", "--print-address"});
    if (!bus.waitForStarted() || !bus.waitForReadyRead()) QSKIP("needs dbus-daemon");
    qputenv("DBUS_SESSION_BUS_ADDRESS", bus.readAllStandardOutput().trimmed());
    QObject portal;
    auto* const answers = new PortalStandIn(&portal);
    QDBusConnection connection =
        QDBusConnection::connectToBus(QDBusConnection::SessionBus, QStringLiteral("portal"));
    QVERIFY(connection.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), &portal));
    QVERIFY(connection.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
    {
      Theme theme(ThemeMode::system, Scheme::light);
      QCOMPARE(theme.scheme(), Scheme::light);
      Watchdog watchdog;
      theme.askDesktop();
      QTRY_COMPARE(theme.scheme(), Scheme::dark);
      QVERIFY(!watchdog.wasBlocked());
      Q_EMIT answers->SettingChanged(QStringLiteral("org.freedesktop.appearance"),
                                     QStringLiteral("color-scheme"), QDBusVariant(2U));
      QTRY_COMPARE(theme.scheme(), Scheme::light);
      theme.setMode(ThemeMode::dark);
      QCOMPARE(theme.scheme(), Scheme::dark);
      QCOMPARE(theme.systemScheme(), Scheme::light);
    }
    QDBusConnection::disconnectFromBus(QStringLiteral("portal"));
    QDBusConnection::disconnectFromBus(QStringLiteral("qt_default_session_bus"));
    bus.kill();
    bus.waitForFinished();
  }

  void projectsOpenAndClose() {
    ProjectSession session;
    QSignalSpy changed(&session, &ProjectSession::changed);
    QSignalSpy failed(&session, &ProjectSession::failed);
    const QString folder = m_folder.filePath(QStringLiteral("Körper 影片"));
    session.open(folder);
    QTRY_COMPARE(failed.size(), 1);
    session.create(folder);
    session.open(QStringLiteral("/elsewhere"));  // ignored: the other call is under way
    QTRY_COMPARE(changed.size(), 1);
    QCOMPARE(session.name(), QStringLiteral("Körper 影片"));
    QCOMPARE(session.clipCount(), 0);
    QVERIFY(!session.read_only_reason());
    session.create(folder);
    QTRY_COMPARE(failed.size(), 2);
    QVERIFY(session.isOpen());
    session.close();
    QVERIFY(!session.isOpen());
    session.open(folder + QStringLiteral("/project.framewright"));
    QTRY_COMPARE(changed.size(), 3);
    QCOMPARE(session.folder(), folder);
  }

  void tellsWhatFitsACard() {
    constexpr uint64_t gib = uint64_t{1} << 30;
    QCOMPARE(SystemCard::modelsThatFit(run::TrainingType::lora, 4 * gib), QString());
    const QString on24 = SystemCard::modelsThatFit(run::TrainingType::lora, 24 * gib);
    QVERIFY2(on24.contains(QLatin1String("CogVideoX-2b")), qPrintable(on24));
    QCOMPARE(on24.split(QStringLiteral(", ")).removeDuplicates(), 0);
    // A larger card holds whatever a smaller one does.
    for (const QString& model : on24.split(QStringLiteral(", ")))
      QVERIFY2(SystemCard::modelsThatFit(run::TrainingType::lora, 80 * gib).contains(model),
               qPrintable(model));
  }

  void aBarShowsItsWidestTextWhole() {
    // What the style leaves free on both sides of the text.
    constexpr int margins = 16;
    TextBar bar;
    const QString text = QStringLiteral("VRAM 1,023.9 GiB of 1,023.9 GiB");
    bar.reserve(text);
    QVERIFY(bar.width() >= bar.fontMetrics().horizontalAdvance(text) + margins);
  }
};

QTEST_MAIN(TestParts)
#include "test_parts.moc"
