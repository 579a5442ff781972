// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "dataset/bucket_fit.h"
#include "ui/shell/language.h"
#include "ui/state/fault_text.h"
#include "ui/support/fake_jobs.h"

using namespace fw;
using namespace fw::ui;

namespace {

constexpr ErrorCode mixed{
    "test.mixed",
    "{clips} clips, {share}%, {found} of {size}, {bytes}: {key} = {value}, {driver}, clip {clip}."};

/// Faults of a dataset whose clips would be enlarged and differ in speed.
QString faultsOfADataset() {
  std::vector<dataset::ClipShape> clips;
  for (int64_t id = 1; id <= 1200; ++id)
    clips.push_back({.id = id, .width = 800, .height = 512, .frames = 49, .source_fps = id > 1 ? 24 : 12.5});
  const std::vector<catalog::Bucket> buckets{{49, 512 * 13 / 10, 800 * 13 / 10}};
  const auto assignments = dataset::assign_buckets(clips, buckets, dataset::LongClips::beginning);
  QStringList texts;
  for (const Fault& fault : dataset::check_assignments(clips, assignments, buckets, {}))
    texts << faultText(fault);
  return texts.join(QLatin1Char('\n'));
}

}  // namespace

class TestFaultText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { setLanguage(QStringLiteral("en")); }

  void faultsAreFilledIn() {
    const Fault fault(fake::broken_file, {{"file", "Größe <1>.mp4"}});
    QCOMPARE(faultText(fault), QStringLiteral("The file Größe <1>.mp4 is broken."));
    QCOMPARE(faultHint(fault), QStringLiteral("Copy Größe <1>.mp4 again."));
    QCOMPARE(faultHint(Fault()), QString());
  }

  /// In Chinese the full stop includes the space.
  void sentencesAreJoinedAsTheLanguageHasIt() {
    const QStringList english{QStringLiteral("One."), QString(), QStringLiteral("Two.")};
    QCOMPARE(sentences(english), QStringLiteral("One. Two."));
    QCOMPARE(sentences({QString(), QStringLiteral("One.")}), QStringLiteral("One."));
    QCOMPARE(sentences({QStringLiteral("One."), QString()}), QStringLiteral("One."));
    QCOMPARE(sentences({QStringLiteral("一。"), QStringLiteral("二。"), QStringLiteral("Three.")}),
             QStringLiteral("一。二。Three."));
    QCOMPARE(faultWithHint(Fault(fake::broken_file, {{"file", "a.mp4"}})),
             QStringLiteral("The file a.mp4 is broken. Copy a.mp4 again."));
    QCOMPARE(faultWithHint(Fault()), QString());
    setLanguage(QStringLiteral("zh_CN"));
    QCOMPARE(QStringLiteral("一") + colon() + QStringLiteral("二") + fullStop(), QStringLiteral("一：二。"));
    setLanguage(QStringLiteral("en"));
  }

  void whatFitsIsSaidInTheUsersLanguage() {
    const run::FitVerdict verdict{
        true, {{"memory.streamed_blocks", "7"}}, int64_t{11} << 30, int64_t{12} << 30, 42, 0.04};
    QCOMPARE(verdictText(verdict),
             QStringLiteral("7 of 42 blocks streamed: 11.0 GiB of 12.0 GiB, about 4% slower"));
    setLanguage(QStringLiteral("de"));
    QVERIFY(verdictText(verdict).startsWith(QStringLiteral("7 von 42 Blöcken gestreamt: ")));
    setLanguage(QStringLiteral("en"));
  }

  /// A fault's numbers, like a field's; names, ids and user input are unchanged.
  void numbersOfFaultsAreWrittenAsTheLanguageHasIt_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("text");
    QTest::newRow("English") << QStringLiteral("en")
                             << QStringLiteral(
                                    "1,200 clips, 12.5%, 1,024 of 512x800, 1.5 GiB: lr = 0.0001, "
                                    "550.54, clip 1234.");
    QTest::newRow("German") << QStringLiteral("de")
                            << QStringLiteral(
                                   "1.200 clips, 12,5%, 1.024 of 512x800, 1,5 GiB: lr = 0.0001, "
                                   "550.54, clip 1234.");
  }
  void numbersOfFaultsAreWrittenAsTheLanguageHasIt() {
    QFETCH(QString, language);
    setLanguage(language);
    const Fault fault(mixed, {{"clips", 1200},
                              {"share", "12.5"},
                              {"found", 1024},
                              {"size", "512x800"},
                              {"bytes", "1.5 GiB"},
                              {"key", "lr"},
                              {"value", "0.0001"},
                              {"driver", "550.54"},
                              {"clip", 1234}});
    QTEST(faultText(fault), "text");
    setLanguage(QStringLiteral("en"));
  }

  void aDatasetsFaultsAreWrittenInGerman() {
    setLanguage(QStringLiteral("de"));
    const QString text = faultsOfADataset();
    QVERIFY2(text.contains(QLatin1String("1.200 Clips sind kleiner")), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("auf das 1,3-Fache")), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("haben 12,5 bis 24 Frames")), qPrintable(text));
    QCOMPARE(fpsText(24000.0 / 1001), QStringLiteral("23,976"));
    setLanguage(QStringLiteral("en"));
    QCOMPARE(fpsText(24000.0 / 1001), QStringLiteral("23.976"));
    QCOMPARE(fpsText(60000.0 / 1001), QStringLiteral("59.94"));
    QCOMPARE(fpsText(100), QStringLiteral("100"));
  }

  void whatSeveralCardsBringIsSaidInTheUsersLanguage() {
    engine_api::ScalingPlan plan;
    plan.cards = 8;
    plan.best.speed_up = 3.25;
    QVERIFY(reasonText(plan).contains(QLatin1String("3.25")));
    setLanguage(QStringLiteral("de"));
    QVERIFY2(reasonText(plan).contains(QLatin1String("3,25")), qPrintable(reasonText(plan)));
    setLanguage(QStringLiteral("en"));
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
    QTEST(progressText(Progress{"denoising", 3, total, rate, std::nullopt, {}}), "text");
  }

  void detailsAreSaidInTheUsersLanguage() {
    Progress progress;
    progress.details = {{"loss {loss}", {{"loss", "0.123"}}},
                        {"{steps} steps/h", {{"steps", "12000"}}},
                        {"{saved} needs {bytes} in {folder}",
                         {{"saved", "the checkpoint"}, {"bytes", "1.5 GiB"}, {"folder", "/runs/1.5 GiB"}}}};
    QCOMPARE(progressText(progress),
             QStringLiteral("loss 0.123, 12,000 steps/h, the checkpoint needs 1.5 GiB in /runs/1.5 GiB"));
    setLanguage(QStringLiteral("de"));
    QCOMPARE(progressText(progress), QStringLiteral("Loss 0,123, 12.000 Schritte/h, der Checkpoint braucht "
                                                    "1,5 GiB in /runs/1.5 GiB"));
    setLanguage(QStringLiteral("en"));
  }
};

QTEST_MAIN(TestFaultText)
#include "test_fault_text.moc"
