// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProgressBar>
#include <QTest>

#include "ui/device_check/device_check_page.h"
#include "ui/support/user_input.h"
#include "ui/support/window_test.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

class TestDeviceCheckPage : public WindowTest {
  Q_OBJECT

  std::atomic<int> m_stage{0};

  DeviceCheckPage& page() { return pageOf<DeviceCheckPage>(); }
  /// @param all  the check's progress, until m_stage advances
  void startCheck(const std::vector<Progress>& all) {
    m_stage = 0;
    m_app->bridge().addKind(
        {std::string(engine_api::DeviceCheckRequest::kind), {}, [this, all](const nlohmann::json&) {
           return engine_api::make_job([this, all](engine_api::JobContext& context) {
             return fake::sayStages(all, m_stage, context);
           });
         }});
    window().showPage(PageId::check);
    QTRY_VERIFY(action("device.check")->isEnabled());
    QTest::mouseClick(buttonOf("device.check"), Qt::LeftButton);
    QTRY_COMPARE(stateOf(page().currentJob()), JobState::running);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
  }
  void cleanup() { m_app.reset(); }

  void theBarSaysNoMoreThanIsKnown() {
    startCheck({{"measuring devices", 1, 4, 1, 3}, {"measuring devices", 4, 4, 1, 0}, {"proving"}});
    auto* const bar = page().findChild<QProgressBar*>();
    QTRY_COMPARE(bar->text(), QStringLiteral("Measuring devices 1 of 4, 1.0 per second, 0:03 left"));
    QCOMPARE(bar->value(), bar->maximum() / 4);
    m_stage = 1;
    QTRY_COMPARE(bar->text(), QStringLiteral("Measuring devices 4 of 4, 1.0 per second"));
    QCOMPARE(bar->maximum(), 0);
    m_stage = 2;
    QTRY_COMPARE(bar->text(), QStringLiteral("Proving"));
    QCOMPARE(bar->maximum(), 0);
  }

  void cancellingAsks() {
    startCheck({{"measuring devices", 1, 4, 1, 3}});
    const engine_api::JobId check = page().currentJob();
    UserInput input(UserInput::Way::mouse, window());
    for (const auto& [answer, after] :
         {std::pair("keepJob", JobState::running), std::pair("cancelJob", JobState::cancelled)}) {
      input.answer(QLatin1String(answer),
                   [&] { input.press(button(QStringLiteral("Cancel the device check"))); });
      QTRY_COMPARE(stateOf(check), after);
    }
  }
};

QTEST_MAIN(TestDeviceCheckPage)
#include "test_device_check_page.moc"
