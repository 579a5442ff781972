// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "ui/shell/language.h"
#include "ui/state/fault_text.h"
#include "ui/support/fake_jobs.h"

using namespace fw;
using namespace fw::ui;

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

  /// Chinese has its space in the full stop.
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
