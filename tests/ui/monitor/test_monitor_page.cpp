// SPDX-License-Identifier: GPL-3.0-or-later
#include <QHeaderView>
#include <QImage>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSvgRenderer>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <cmath>

#include "ui/charts/chart_export.h"
#include "ui/charts/run_chart.h"
#include "ui/monitor/chart_grid.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/run_bar.h"
#include "ui/monitor/run_choice_model.h"
#include "ui/support/run_folders.h"
#include "ui/support/watchdog.h"
#include "ui/support/window_test.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

class TestMonitorPage : public WindowTest {
  Q_OBJECT

  MonitorPage& page() { return pageOf<MonitorPage>(); }
  RunChart& chart(const char* title) {
    for (RunChart* const chart : page().charts()->charts())
      if (chart->spec().title == QLatin1String(title)) return *chart;
    qFatal("no chart %s", title);
  }
  QToolButton& button(const char* verb) {
    return *page().findChild<QToolButton*>(QStringLiteral("monitor-") + QLatin1String(verb));
  }
  QString project() const { return path(QStringLiteral("Cats")); }
  void openProject() {
    m_app->project().create(project());
    QTRY_VERIFY(m_app->project().isOpen());
    window().showPage(PageId::monitor);
  }

  static QJsonObject figures(int step, double shift = 0) {
    const double loss = 0.08 + 0.25 * std::exp(-step / 60.0) + 0.02 * std::sin(step * 12.9898) + shift;
    QJsonObject values{{QStringLiteral("loss"), loss},
                       {QStringLiteral("lr"), 1e-4 * std::min(1.0, step / 50.0)},
                       {QStringLiteral("grad_norm"), 0.4 + 0.3 * std::cos(step * 7.233)},
                       {QStringLiteral("steps_per_hour"), 1800 + 200 * std::sin(step / 9.0)},
                       {QStringLiteral("host_bytes"), 6.1e9 + step * 1e6}};
    const int range = step * 7 % 4;
    static const char* const names[]{"loss_t0_249", "loss_t250_499", "loss_t500_749", "loss_t750_999"};
    values.insert(QLatin1String(names[range]), loss * (1.6 - 0.3 * range));
    return values;
  }
  static QJsonObject onGpu(QJsonObject values, int step) {
    values.insert(QStringLiteral("vram_allocated_bytes"), 9.5e9 + 2e8 * std::sin(step / 3.0));
    values.insert(QStringLiteral("vram_reserved_bytes"), 1.2e10);
    values.insert(QStringLiteral("vram_total_bytes"), 2.4e10);
    return values;
  }
  /// A run with `steps` steps, and a checkpoint and clips every hundred steps.
  RunFolder makeRun(const QString& name, int steps, double shift = 0) {
    RunFolder run(project(), name, 1000);
    for (int step = 1; step <= steps; ++step) {
      run.metrics(step, onGpu(figures(step, shift), step));
      if (step % 50 == 0)
        run.event(QStringLiteral("held_out"), step,
                  {{QStringLiteral("values"), QJsonObject{{QStringLiteral("held_out_loss"),
                                                           0.1 + 0.2 * std::exp(-step / 80.0) + shift}}}});
      if (step % 100 == 0) {
        run.checkpoint(step);
        run.sample(step, QStringLiteral("fox-0"));
        run.sample(step, QStringLiteral("owl-0"));
      }
    }
    run.flush();
    return run;
  }
  /// Waits until the chart has the last step.
  void waitForStep(const char* title, double step) {
    QTRY_VERIFY(chart(title).hasCurves() && chart(title).lines().front().steps.back() == step);
  }
  static void turnWheel(QWidget& widget, const QPointF& point, int notches,
                        Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWheelEvent event(point, widget.mapToGlobal(point), {}, {0, 120 * notches}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
  }
  void cleanup() { m_app.reset(); }

  void emptyPageSaysWhy() {
    window().showPage(PageId::monitor);
    QVERIFY(page().isVisible());
    const QString noProject = page().emptyText();
    QVERIFY(!noProject.isEmpty());
    QVERIFY(page().findChild<QPushButton*>(QStringLiteral("project.new.button"))->isVisible());
    openProject();
    QTRY_VERIFY(page().emptyText() != noProject && !page().emptyText().isEmpty());
    keepPicture(QStringLiteral("monitor-empty"));
    for (const char* const verb : {"pause", "stop_and_save", "abort", "checkpoint_now", "validate_now"})
      QVERIFY2(!button(verb).isEnabled(), verb);
  }

  void runIsDrawn() {
    openProject();
    makeRun(QStringLiteral("cats-lora"), 400);
    waitForStep("Loss", 400);
    QCOMPARE(page().emptyText(), QString());
    // Single steps are faint, the average and the held-out loss bold.
    const auto& lines = chart("Loss").lines();
    QCOMPARE(lines.size(), size_t{3});
    QVERIFY(lines[0].faint && !lines[1].faint);
    QCOMPARE(lines[1].values, smoothed(lines[0].values, 1 - std::pow(10.0, -3.0 * 57 / 100)));
    QCOMPARE(lines[2].steps.size(), size_t{8});
    QCOMPARE(chart("Loss by timestep").lines().size(), size_t{4});
    QVERIFY(qAbs(chart("Step time").lines()[0].values[0] - 3600 / (1800 + 200 * std::sin(1 / 9.0))) < 1e-9);
    QVERIFY(qAbs(chart("GPU memory").lines()[2].values[0] - 2.4e10 / (1 << 30)) < 1e-9);
    keepPicture(QStringLiteral("monitor-full"));
    // No smoothing: the average is the value.
    page().findChild<QSlider*>()->setValue(0);
    QCOMPARE(chart("Loss").lines()[1].values, chart("Loss").lines()[0].values);
  }

  void planIsALevelOverTheRun() {
    RunCurves curves;
    curves.metrics["vram_total_bytes"] = {{1, 2, 9}, {2.4e10, 2.4e10, 2.4e10}};
    StepView view;
    RunChart memory(monitorCharts()[5], view);
    memory.setRuns({{QString(), QStringLiteral("a"), 0, &curves, std::nullopt}});
    QCOMPARE(memory.lines().size(), size_t{1});
    memory.setRuns({{QString(), QStringLiteral("a"), 0, &curves, 11.0 * (1 << 30)}});
    QCOMPARE(memory.lines().size(), size_t{2});
    QCOMPARE(memory.lines()[1].label, QStringLiteral("Plan"));
    QCOMPARE(memory.lines()[1].steps, std::vector<double>({1, 9}));
    QCOMPARE(memory.lines()[1].values, std::vector<double>({11, 11}));
  }

  void chartsWithoutFiguresAreNotThere() {
    openProject();
    RunFolder run(project(), QStringLiteral("cpu"), 10);
    for (int step = 1; step <= 10; ++step) run.metrics(step, figures(step));
    run.flush();
    waitForStep("Loss", 10);
    QVERIFY(!chart("GPU memory").isVisible());
    QVERIFY(chart("Host memory").isVisible());
  }

  /// The window was killed and the run resumed from its checkpoint: its curve has neither gap nor fork.
  void resumedRunGoesOnWithoutAFork() {
    openProject();
    RunFolder run(project(), QStringLiteral("resumed"), 1000);
    for (int step = 1; step <= 20; ++step) run.metrics(step, figures(step));
    run.checkpoint(20);
    run.flush();
    const qint64 atCheckpoint = run.bytes();
    for (int step = 21; step <= 33; ++step) run.metrics(step, figures(step));
    run.flush();
    waitForStep("Loss", 33);
    // The trainer removes what follows its checkpoint, and then draws other noise.
    run.cut(atCheckpoint);
    run.event(QStringLiteral("started"), 20, {{QStringLiteral("total_steps"), 1000}});
    for (int step = 21; step <= 26; ++step) run.metrics(step, figures(step, 1));
    run.flush();
    waitForStep("Loss", 26);
    const auto whole = [&](int last) {
      const RunChart::Line& raw = chart("Loss").lines().front();
      QCOMPARE(raw.steps.size(), static_cast<size_t>(last));
      for (int step = 1; step <= last; ++step) {
        QCOMPARE(raw.steps[static_cast<size_t>(step - 1)], double(step));
        const double wanted = figures(step, step > 20 ? 1 : 0).value(QLatin1String("loss")).toDouble();
        QVERIFY(qAbs(raw.values[static_cast<size_t>(step - 1)] - wanted) < 1e-9);
      }
    };
    whole(26);
    for (int step = 27; step <= 60; ++step) run.metrics(step, figures(step, 1));
    run.flush();
    waitForStep("Loss", 60);
    whole(60);
  }

  /// The same with the trainer's own output: a run of 40 steps with a checkpoint every 10, killed while
  /// writing the last one, and resumed from step 30.
  void killedRunHasOneCurve() {
    const auto kept = [](const char* name) {
      QFile file(QStringLiteral(FW_SOURCE_FOLDER "/tests/ui/monitor/killed_run/") + QLatin1String(name));
      return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    openProject();
    const RunFolder run(project(), QStringLiteral("killed"), 40);
    const auto put = [&](const QByteArray& events) {
      QFile file(run.path() + QStringLiteral("/events.jsonl"));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(events);
    };
    put(kept("killed.jsonl"));
    waitForStep("Loss", 40);
    const QByteArray resumed = kept("resumed.jsonl");
    put(resumed.left(resumed.indexOf("\"step\":34")));  // step 33 is complete, 34 half-written
    waitForStep("Loss", 33);
    put(resumed);
    waitForStep("Loss", 40);
    const RunChart::Line& time = chart("Step time").lines().front();
    QCOMPARE(time.steps.size(), size_t{40});
    size_t place = 0;
    for (const QByteArray& text : resumed.trimmed().split('\n')) {
      const QJsonObject event = QJsonDocument::fromJson(text).object();
      if (event.value(QLatin1String("event")) != QLatin1String("metrics")) continue;
      const double rate =
          event.value(QLatin1String("values")).toObject().value(QLatin1String("steps_per_hour")).toDouble();
      QCOMPARE(time.steps[place], event.value(QLatin1String("step")).toDouble());
      QVERIFY(qAbs(time.values[place] - 3600 / rate) < 1e-9);
      ++place;
    }
    QCOMPARE(place, size_t{40});
  }

  void chartsZoomAndPanTogether() {
    openProject();
    makeRun(QStringLiteral("zoomed"), 400);
    waitForStep("Loss", 400);
    RunChart& loss = chart("Loss");
    RunChart& rate = chart("Learning rate");
    StepView& view = page().charts()->view();
    page().runTable()->setFocus();
    const QPointF middle = loss.axisRect()->rect().center();
    turnWheel(loss, middle, 1);  // scrolls the page
    QVERIFY(view.showsAll());
    turnWheel(loss, middle, 1, Qt::ControlModifier);
    QVERIFY(!view.showsAll());
    QTest::mouseClick(&loss, Qt::LeftButton, {}, middle.toPoint());
    QVERIFY(loss.hasFocus());
    const double before = view.to() - view.from();
    turnWheel(loss, middle, 2);
    QVERIFY(view.to() - view.from() < before * 0.7);
    QCOMPARE(rate.xAxis->range().lower, view.from());
    QCOMPARE(rate.xAxis->range().upper, view.to());
    // Dragging to the right shows earlier steps.
    const double from = view.from();
    QTest::mousePress(&loss, Qt::LeftButton, {}, middle.toPoint());
    QTest::mouseMove(&loss, middle.toPoint() + QPoint(60, 0));
    QTest::mouseRelease(&loss, Qt::LeftButton, {}, middle.toPoint() + QPoint(60, 0));
    QVERIFY(view.from() < from);
    QTest::mouseDClick(&loss, Qt::LeftButton, {}, middle.toPoint());
    QVERIFY(view.showsAll());
    QCOMPARE(view.to(), 400.0);
    // The same by keyboard.
    QTest::keyClick(&loss, Qt::Key_Plus);
    QVERIFY(!view.showsAll());
    const double keyed = view.from();
    QTest::keyClick(&loss, Qt::Key_Right);
    QVERIFY(view.from() > keyed);
    window().actions().action(QStringLiteral("monitor.fit"))->trigger();
    QVERIFY(view.showsAll());
  }

  void cursorReadsValues() {
    openProject();
    makeRun(QStringLiteral("read"), 120);
    waitForStep("Loss", 120);
    RunChart& loss = chart("Loss");
    loss.setFocus();
    page().charts()->view().setCursor(100);
    const QString text = loss.readout();
    QVERIFY2(text.contains(QLatin1String("Step 100")), qPrintable(text));
    QVERIFY(text.contains(QLatin1String("Training")) && text.contains(QLatin1String("Held-out clips")));
    const double shown = loss.lines()[1].values[99];
    QVERIFY2(text.contains(loss.locale().toString(shown, 'g', 4)), qPrintable(text));
    // No point between two measurements.
    page().charts()->view().setCursor(75);
    QVERIFY(loss.readout().contains(QLatin1String("Training")));
    QVERIFY(!loss.readout().contains(QLatin1String("Held-out clips")));
    page().charts()->view().setCursor(std::nullopt);
    QCOMPARE(loss.readout(), QString());
  }

  void aRunThatEndedEarlierIsNotRead() {
    openProject();
    makeRun(QStringLiteral("long"), 300);
    makeRun(QStringLiteral("short"), 100);
    QTRY_COMPARE(page().runTable()->model()->rowCount(), 2);
    RunChoiceModel& choice = *page().choice();
    for (int row = 0; row < 2; ++row) choice.setData(choice.index(row, 0), Qt::Checked, Qt::CheckStateRole);
    QTRY_COMPARE(page().charts()->view().to(), 300.0);
    QTRY_COMPARE(chart("Loss").lines().size(), size_t{6});
    chart("Loss").setFocus();
    page().charts()->view().setCursor(90);
    QVERIFY(chart("Loss").readout().contains(QLatin1String("short")));
    page().charts()->view().setCursor(200);
    QVERIFY(!chart("Loss").readout().contains(QLatin1String("short")));
  }

  void anotherRunShowsAllItsSteps() {
    openProject();
    const RunFolder longer = makeRun(QStringLiteral("long"), 400);
    const RunFolder other = makeRun(QStringLiteral("short"), 60);
    QTRY_COMPARE(page().runTable()->model()->rowCount(), 2);
    Q_EMIT m_app->navigator().runRequested(longer.path());
    waitForStep("Loss", 400);
    RunChart& loss = chart("Loss");
    turnWheel(loss, loss.axisRect()->rect().bottomRight(), 8, Qt::ControlModifier);
    Q_EMIT m_app->navigator().runRequested(other.path());
    waitForStep("Loss", 60);
    QVERIFY(page().charts()->view().showsAll() && page().charts()->view().to() == 60);
  }

  void oneStepIsADot() {
    openProject();
    RunFolder run(project(), QStringLiteral("begun"), 1000);
    run.metrics(1, figures(1));
    run.flush();
    waitForStep("Loss", 1);
    for (const auto& line : chart("Loss").lines()) QVERIFY(!line.graph->scatterStyle().isNone());
  }

  void aStoppedRunCanBeResumed() {
    openProject();
    RunFolder run = makeRun(QStringLiteral("stopped"), 200);
    QDir().mkpath(run.path() + QStringLiteral("/result"));
    QTRY_COMPARE(page().runTable()->model()->rowCount(), 1);
    QTRY_VERIFY(page().bar()->phaseText().contains(QLatin1String("200 of 1,000")));
    QVERIFY(button("resume").isVisible() && button("resume").isEnabled());
    QVERIFY(button("pause").toolTip().contains(QLatin1String("The run is not in the queue.")));
    QCOMPARE(page().bar()->findChild<QProgressBar*>()->value(), 200);
  }

  void runsOfOneNameAreToldApart() {
    openProject();
    for (const char* const folder : {"a", "b"}) {
      RunFolder run(project(), QLatin1String(folder), 10);
      run.write(QStringLiteral("run.toml"),
                QStringLiteral("schema = 1\n[run]\nname = \"q2\"\n[model]\nfamily = \"cogvideox\"\n"));
      run.flush();
    }
    QTRY_COMPARE(page().runTable()->model()->rowCount(), 2);
    const auto name = [&](int row) { return page().runTable()->model()->index(row, 0).data().toString(); };
    QTRY_VERIFY2(QSet({name(0), name(1)}) == QSet({QStringLiteral("a"), QStringLiteral("b")}),
                 qPrintable(name(0) + name(1)));
  }

  void logarithmicScale() {
    openProject();
    makeRun(QStringLiteral("log"), 120);
    waitForStep("Loss", 120);
    window().actions().action(QStringLiteral("monitor.logarithmic"))->trigger();
    QCOMPARE(chart("Loss").yAxis->scaleType(), QCPAxis::stLogarithmic);
    QVERIFY(chart("Loss").yAxis->range().lower > 0);
    QCOMPARE(chart("Host memory").yAxis->scaleType(), QCPAxis::stLinear);
    keepPicture(QStringLiteral("monitor-log"));
    // Labels do not overlap in any range.
    QCPAxis* const values = chart("Loss").yAxis;
    const QPointF onAxis(4, chart("Loss").axisRect()->rect().center().y());
    for (int notch = 0; notch < 24; ++notch) {
      turnWheel(chart("Loss"), onAxis, -1, Qt::ControlModifier);
      chart("Loss").replot();
      const QVector<double> ticks = values->tickVector();
      for (qsizetype i = 1; i < ticks.size(); ++i)
        QVERIFY(qAbs(values->coordToPixel(ticks[i]) - values->coordToPixel(ticks[i - 1])) >=
                chart("Loss").fontMetrics().height() * 0.7);
    }
  }

  void markersOpenTheirClip() {
    openProject();
    const RunFolder run = makeRun(QStringLiteral("clips"), 250);
    waitForStep("Loss", 250);
    RunChart& loss = chart("Loss");
    QSignalSpy wanted(&m_app->navigator(), &Navigator::clipRequested);
    const int x = static_cast<int>(std::lround(loss.xAxis->coordToPixel(200)));
    const int y = loss.axisRect()->rect().top() - 8;
    QTest::mouseClick(&loss, Qt::LeftButton, {}, {x + 40, y});
    QCOMPARE(wanted.size(), 0);
    QTest::mouseClick(&loss, Qt::LeftButton, {}, {x, y});
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().at(0).toString(), run.path());
    QCOMPARE(wanted.first().at(1).toString(),
             run.path() + QStringLiteral("/samples/step-00000200/fox-0.mp4"));
    // The same by keyboard: to the first marker, and open it.
    loss.setFocus();
    QTest::keyClick(&loss, Qt::Key_PageDown);
    QCOMPARE(page().charts()->view().cursor(), std::optional(100.0));
    QTest::keyClick(&loss, Qt::Key_Return);
    QCOMPARE(wanted.size(), 2);
    QVERIFY(wanted.last().at(1).toString().contains(QLatin1String("step-00000100")));
  }

  void runsAreCompared() {
    openProject();
    makeRun(QStringLiteral("first"), 200);
    makeRun(QStringLiteral("second"), 300, 0.05);
    QTRY_COMPARE(page().runTable()->model()->rowCount(), 2);
    QTRY_VERIFY(chart("Loss").hasCurves());
    RunChoiceModel& choice = *page().choice();
    for (int row = 0; row < 2; ++row) choice.setData(choice.index(row, 0), Qt::Checked, Qt::CheckStateRole);
    QTRY_COMPARE(chart("Loss").lines().size(), size_t{6});
    QSet<QString> runs;
    QSet<int> colors;
    for (const RunChart::Line& line : chart("Loss").lines()) {
      runs << line.run;
      colors << line.color;
    }
    QCOMPARE(runs.size(), 2);
    QCOMPARE(colors.size(), 2);
    QCOMPARE(page().charts()->view().to(), 300.0);
    keepPicture(QStringLiteral("monitor-compare"));
    // Another run is chosen: the page shows it.
    const QString other = choice.shown().at(1);
    Q_EMIT m_app->navigator().runRequested(other);
    QCOMPARE(choice.main(), other);
    QCOMPARE(choice.folder(page().runTable()->currentIndex()), other);
  }

  void chartsAreExported_data() {
    QTest::addColumn<QString>("file");
    for (const char* const kind : {"png", "svg", "csv"})
      QTest::newRow(kind) << QStringLiteral("chart.") + QLatin1String(kind);
  }
  void chartsAreExported() {
    QFETCH(QString, file);
    openProject();
    makeRun(QStringLiteral("a, b"), 120);
    waitForStep("Loss", 120);
    const QString path = m_folder->filePath(file);
    exportChart(chart("Loss"), path);
    QFile written(path);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray bytes = written.readAll();
    if (file.endsWith(QLatin1String("png"))) {
      QCOMPARE(QImage::fromData(bytes).size(), chart("Loss").size() * 2);
    } else if (file.endsWith(QLatin1String("svg"))) {
      QVERIFY(QSvgRenderer(bytes).isValid());
      QVERIFY(bytes.contains("Held-out clips"));
      QVERIFY(!bytes.contains("<image"));  // vector lines, not a picture of them
    } else {
      const QList<QByteArray> rows = bytes.trimmed().split('\n');
      QCOMPARE(rows.size(), 121);
      QVERIFY2(rows[0].startsWith("step,\"a, b: Training\""), rows[0]);
      const QList<QByteArray> cells = rows[50].split(',');
      QCOMPARE(cells[0], QByteArray("50"));
      QVERIFY(qAbs(cells[1].toDouble() - figures(50).value(QLatin1String("loss")).toDouble()) < 1e-12);
      QVERIFY(!cells[3].isEmpty() && rows[51].endsWith(','));  // the held-out loss exists for step 50 only
    }
    QVERIFY_EXCEPTION_THROWN(exportChart(chart("Loss"), QStringLiteral("/nonexistent/a.png")), Error);
  }

  void commandsReachTheRunsJob() {
    openProject();
    const RunFolder run = makeRun(QStringLiteral("live"), 30);
    QTRY_COMPARE(page().runTable()->model()->rowCount(), 1);
    QTRY_VERIFY2(page().bar()->phaseText().contains(QLatin1String("Interrupted")),
                 qPrintable(page().bar()->phaseText()));
    QVERIFY(button("resume").isEnabled() && !button("pause").isEnabled());
    button("resume").click();
    QTRY_VERIFY(m_app->jobs().activeJob() != nullptr);
    QTRY_VERIFY(page().bar()->phaseText().startsWith(QLatin1String("Denoising 3 of 10")));
    QTRY_VERIFY(button("pause").isEnabled());
    for (const char* const verb : {"stop_and_save", "abort", "checkpoint_now", "validate_now"})
      QVERIFY2(button(verb).isEnabled(), verb);
    button("checkpoint_now").click();
    button("pause").click();
    QTRY_COMPARE(m_app->jobs().job(1)->state, JobState::paused);
    QTRY_VERIFY(!button("pause").isEnabled() && button("resume").isEnabled());
    // Its own job continues: no second one is created.
    button("resume").click();
    QTRY_COMPARE(m_app->jobs().job(1)->state, JobState::running);
    QCOMPARE(m_app->jobs().rowCount(), 1);
    QTRY_VERIFY(button("abort").isEnabled());
    bool asked = false;
    answer(QStringLiteral("cancelJob"), &asked);
    button("abort").click();
    QTRY_COMPARE(m_app->jobs().job(1)->state, JobState::cancelled);
    QVERIFY(asked);
  }

  void longRunDoesNotBlock() {
    openProject();
    RunFolder run(project(), QStringLiteral("long"), 100000);
    for (int step = 1; step <= 20000; ++step) run.metrics(step, figures(step));
    run.flush();
    Watchdog watchdog;
    QTRY_VERIFY_WITH_TIMEOUT(chart("Loss").hasCurves() && chart("Loss").lines().back().steps.back() == 20000,
                             60000);
    QTest::qWait(100);
    QVERIFY(!watchdog.wasBlocked());
  }
};

QTEST_MAIN(TestMonitorPage)
#include "test_monitor_page.moc"
