// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "base/atomic_file.h"
#include "run/links.h"
#include "support/plan_models.h"

namespace fs = std::filesystem;

namespace {

struct Ran {
  int exit_code = -1;
  QString out, error;
};

}  // namespace

/// Forecasts for several cards, through the command line.
class TestCardsCommand : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  const QString model_ = QStringLiteral(FW_SOURCE_FOLDER "/tests/reference/cases/models/") + "ltx-0.9.0";

  QString path(const char* name) const { return folder_.filePath(name); }
  Ran cli(const QStringList& arguments) const {
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_DATA_HOME", folder_.path());
    environment.insert("OMP_NUM_THREADS", "1");
    process.setProcessEnvironment(environment);
    process.start(FW_BUILD_FOLDER "/bin/framewright-cli", arguments);
    Ran ran;
    if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit)
      ran.exit_code = process.exitCode();
    ran.out = process.readAllStandardOutput();
    ran.error = process.readAllStandardError();
    return ran;
  }
  QStringList clip(const QStringList& more) const {
    return QStringList{"plan", "--clip",   "--model", model_,    "--frames",
                       "17",   "--height", "64",      "--width", "96"} +
           more;
  }

 private Q_SLOTS:
  // Gloo's messages on one machine are far slower than a memory copy.
  void links_are_measured_and_planned_with() {
    const Ran ran = cli({"launch", "--nproc", "4", "--", "bench", "links", "--device", "cpu", "--out",
                         path("measured.json")});
    QVERIFY2(ran.exit_code == 0, qPrintable(ran.error));
    const fw::run::Links links = fw::run::read_links(path("measured.json").toStdString());
    QCOMPARE(links.backend, std::string("gloo"));
    QCOMPARE(links.within.size(), size_t{2});
    QCOMPARE(links.within[0].ranks, int64_t{2});
    QCOMPARE(links.within[1].ranks, int64_t{4});
    QVERIFY(links.between.empty());
    for (const fw::run::LinkSpeed& speed : links.within) {
      QVERIFY2(speed.latency_s > 1e-7 && speed.latency_s < 1, qPrintable(QString::number(speed.latency_s)));
      QVERIFY2(speed.bytes_per_s > 1e6 && speed.bytes_per_s < links.copy_bytes_per_s,
               qPrintable(QString::number(speed.bytes_per_s)));
    }
    QVERIFY(ran.out.contains("groups of 4"));
    const Ran planned = cli(clip({"--cards", "4xL40", "--links", path("measured.json")}));
    QVERIFY2(planned.exit_code == 0, qPrintable(planned.error));
    QVERIFY2(planned.out.contains("links are measured"), qPrintable(planned.out));
    QCOMPARE(
        cli({"launch", "--nproc", "2", "--", "bench", "links", "--out", path("measured.json")}).exit_code, 2);
  }

  void links_are_kept_for_later_plans() {
    const Ran ran = cli({"launch", "--nproc", "2", "--", "bench", "links", "--device", "cpu"});
    QVERIFY2(ran.exit_code == 0, qPrintable(ran.error));
    QVERIFY(fs::exists(path("framewright/links.json").toStdString()));
  }

  void one_process_has_no_links() {
    const Ran ran = cli({"bench", "links", "--device", "cpu"});
    QCOMPARE(ran.exit_code, 2);
    QVERIFY2(ran.error.contains("launch --nproc"), qPrintable(ran.error));
  }

  void a_table_and_a_chart_are_printed() {
    const Ran table = cli(clip({"--cards", "2x8xA100"}));
    QVERIFY2(table.exit_code == 0, qPrintable(table.error));
    QVERIFY2(table.out.contains("2 x 8 A100") && table.out.contains("<- best") &&
                 table.out.contains("extrapolated"),
             qPrintable(table.out));
    const Ran csv = cli(clip({"--cards", "8xA100", "--csv"}));
    QCOMPARE(csv.exit_code, 0);
    const QStringList lines = csv.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 1 + 8);
    QCOMPARE(lines[0].count(','), lines[8].count(','));
    QVERIFY(lines[8].startsWith("8,"));
    const Ran json = cli(QStringList{"--json"} + clip({"--cards", "8xA100"}));
    QVERIFY(json.out.contains("\"by_count\"") && json.out.contains("\"reason\""));
  }

  // The help page's chart contains the numbers it was drawn from.
  void the_chart_shows_what_the_command_says() {
    fw::support::make_published_folder(path("cogvideox-5b").toStdString(), "cogvideox-5b");
    const QString chart =
        QString::fromStdString(fw::read_file(FW_SOURCE_FOLDER "/resources/help/charts/scaling.svg"));
    const QStringList parts =
        chart.section("<desc>", 1).section("</desc>", 0, 0).split("\n\n", Qt::SkipEmptyParts);
    QCOMPARE(parts.size(), 2);
    for (const QString& part : parts) {
      const QString cards = part.section('\n', 0, 0);
      const Ran ran = cli({"plan", "--clip", "--model", path("cogvideox-5b"), "--cards", cards, "--csv"});
      QVERIFY2(ran.exit_code == 0, qPrintable(ran.error));
      const QStringList drawn = part.section('\n', 1).trimmed().split('\n'),
                        said = ran.out.trimmed().split('\n');
      QCOMPARE(drawn.size(), 1 + 64);
      QCOMPARE(drawn.first(), said.first());
      for (qsizetype i = 1; i < drawn.size(); ++i) {
        const QStringList a = drawn[i].split(','), b = said.value(i).split(',');
        QCOMPARE(a.size(), b.size());
        for (qsizetype column = 0; column < a.size(); ++column)
          QVERIFY2(std::abs(a[column].toDouble() - b[column].toDouble()) <= 1e-3 * b[column].toDouble(),
                   qPrintable(drawn[i] + " and " + said[i] +
                              ": draw the chart anew (tests/tools/draw_scaling.py)"));
      }
    }
  }

  void a_rank_of_a_run_is_planned() {
    fw::support::make_small_model(path("model").toStdString(), {2, 2, 32});
    const QString run =
        QString::fromStdString(fw::support::make_small_run(folder_.path().toStdString(), {9, 64, 96},
                                                           {"training.gradient_accumulation_steps=64"})
                                   .string());
    const Ran ran = cli({"plan", run, "--ranks", "64", "--rank", "63"});
    QVERIFY2(ran.exit_code == 0, qPrintable(ran.error));
    QVERIFY2(ran.out.contains("Rank 63 of 64 sends"), qPrintable(ran.out));
    const Ran updates = cli({"plan", run, "--cards", "4xL40"});
    QVERIFY2(updates.exit_code == 0, qPrintable(updates.error));
    QVERIFY2(updates.out.contains("data 4"), qPrintable(updates.out));
    QCOMPARE(cli({"plan", run, "--ranks", "4", "--rank", "4"}).exit_code, 2);
  }

  /// Needs no data: a model folder with only its configurations is enough.
  void a_preset_is_planned_for_a_model() {
    fw::support::make_published_folder(path("published").toStdString(), "cogvideox-2b");
    const QStringList plan{"plan",    "--preset",        "cogvideox-2b-lora-8gb",
                           "--model", path("published"), "--vram"};
    const Ran fits = cli(plan + QStringList{"8GiB"});
    QVERIFY2(fits.out.contains("clips of 49x480x720") && fits.out.contains("of 8.0 GiB given: it fits"),
             qPrintable(fits.out + fits.error));
    const Ran is_short = cli(plan + QStringList{"4GiB"});
    QCOMPARE(is_short.exit_code, 1);
    QVERIFY2(is_short.out.contains("of 4.0 GiB given: IT DOES NOT FIT"), qPrintable(is_short.out));
  }

  void what_does_not_go_together_is_refused_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no cards") << clip({});
    QTest::newRow("no model") << QStringList{"plan", "--clip", "--cards", "8xL40"};
    QTest::newRow("links without cards") << clip({"--links", "x"});
    QTest::newRow("frames of a run") << QStringList{"plan", "--preset", "x", "--frames", "9"};
    QTest::newRow("preset without a model") << QStringList{"plan", "--preset", "x", "--cards", "8xL40"};
    QTest::newRow("no such card") << clip({"--cards", "8xVoodoo"});
    QTest::newRow("no such file") << clip({"--cards", "8xL40", "--links", "/no/such/file"});
  }
  void what_does_not_go_together_is_refused() {
    QFETCH(QStringList, arguments);
    const Ran ran = cli(arguments);
    QCOMPARE(ran.exit_code, 2);
    QVERIFY(!ran.error.isEmpty());
  }
};

QTEST_GUILESS_MAIN(TestCardsCommand)
#include "test_cards_command.moc"
