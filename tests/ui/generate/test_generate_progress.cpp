// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProgressBar>
#include <QTest>
#include <atomic>

#include "ui/generate/generate_fixture.h"

using namespace fw;
using namespace fw::ui;

/// The Generate page's display of the clip in progress.
class TestGenerateProgress : public QObject, private GenerateFixture {
  Q_OBJECT

  std::atomic<int> m_stage{0};

 private Q_SLOTS:
  void initTestCase() { prepareProcess(); }
  void init() { setUp(); }
  void cleanup() { m_app.reset(); }

  /// Denoising is not everything: its last step is not the end of the clip.
  void aPhaseThatIsDoneIsNotTheClip() {
    const std::vector<Progress> all{{"encoding the prompt"},
                                    {"denoising", 10, 20, 1, 10},
                                    {"denoising", 20, 20, 1, 0},
                                    {"decoding", 1, 5, 1, 4}};
    m_app->bridge().addKind(
        {std::string(engine_api::GenerateRequest::kind), {}, [this, all](const nlohmann::json&) {
           return engine_api::make_job([this, all](engine_api::JobContext& context) {
             return fake::sayStages(all, m_stage, context);
           });
         }});
    fill();
    action("generate.run")->trigger();
    const auto bars = page().findChildren<QProgressBar*>();
    const auto found =
        std::ranges::find(bars, QStringLiteral("Progress of the clip"), &QWidget::accessibleName);
    QVERIFY(found != bars.end());
    const QProgressBar* const bar = *found;
    QTRY_COMPARE(bar->text(), QStringLiteral("Encoding the prompt"));
    QCOMPARE(bar->maximum(), 0);
    m_stage = 1;
    QTRY_COMPARE(bar->text(), QStringLiteral("Denoising 10 of 20, 1.0 per second, 0:10 left in this phase"));
    QCOMPARE(bar->value(), bar->maximum() / 2);
    m_stage = 2;
    QTRY_COMPARE(bar->text(), QStringLiteral("Denoising 20 of 20, 1.0 per second"));
    QCOMPARE(bar->maximum(), 0);  // not known yet
    m_stage = 3;
    QTRY_COMPARE(bar->text(), QStringLiteral("Decoding 1 of 5, 1.0 per second, 0:04 left in this phase"));
    QCOMPARE(bar->value(), bar->maximum() / 5);
  }
};

QTEST_MAIN(TestGenerateProgress)
#include "test_generate_progress.moc"
