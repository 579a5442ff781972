// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "run/preset.h"
#include "support/plan_models.h"

namespace fs = std::filesystem;

namespace {

double in_gib(int64_t bytes) {
  return std::round(static_cast<double>(bytes) / (1 << 30) * 10) / 10;
}

}  // namespace

class TestPresets : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void what_a_preset_needs_is_what_the_planner_forecasts_data() {
    QTest::addColumn<QString>("id");
    for (const fw::run::Preset& preset : fw::run::shipped_presets()) {
      // On the smallest cards a plan uses most memory settings.
      if (preset.basis == fw::run::PresetBasis::planned && preset.vram_gib <= 8)
        QTest::newRow(preset.id.c_str()) << QString::fromStdString(preset.id);
    }
  }
  /// If this fails, the presets are from an older planner: run make_presets again.
  void what_a_preset_needs_is_what_the_planner_forecasts() {
    QFETCH(QString, id);
    const fw::run::Preset preset = fw::run::find_preset({}, id.toStdString());
    const fs::path model = fs::path(folder_.path().toStdString()) / preset.model;
    if (!fs::exists(model)) fw::support::make_published_folder(model, preset.model);
    const auto plan =
        fw::planner::plan_run(fw::support::preset_request(preset.settings, model, preset.vram_gib), {});
    QCOMPARE(in_gib(plan.device_peak_bytes()), in_gib(preset.verdict->needed_bytes));
    QCOMPARE(plan.device_peak_bytes() <= plan.device_limit_bytes, preset.fits);
  }

 private:
  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(TestPresets)
#include "test_presets.moc"
