// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "ui/start/system_card.h"

using namespace fw;
using namespace fw::ui;

class TestSystemCard : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void tellsWhatFitsACard() {
    constexpr uint64_t gib = uint64_t{1} << 30;
    QCOMPARE(SystemCard::modelsThatFit(run::TrainingType::lora, 4 * gib), QString());
    const QString on24 = SystemCard::modelsThatFit(run::TrainingType::lora, 24 * gib);
    QVERIFY2(on24.contains(QLatin1String("CogVideoX-2b")), qPrintable(on24));
    QCOMPARE(on24.split(QStringLiteral(", ")).removeDuplicates(), 0);
    // A larger card fits whatever a smaller one does.
    for (const QString& model : on24.split(QStringLiteral(", ")))
      QVERIFY2(SystemCard::modelsThatFit(run::TrainingType::lora, 80 * gib).contains(model),
               qPrintable(model));
  }
};

QTEST_MAIN(TestSystemCard)
#include "test_system_card.moc"
