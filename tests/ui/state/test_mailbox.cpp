// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <thread>
#include <vector>

#include "ui/state/mailbox.h"

using namespace fw;
using namespace fw::ui;

class TestMailbox : public QObject {
  Q_OBJECT

 private Q_SLOTS:
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
};

QTEST_MAIN(TestMailbox)
#include "test_mailbox.moc"
