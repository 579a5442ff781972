// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include "support/made_up_cuda/process.h"

namespace {

using nlohmann::json;

/// From the names of the launched kernels; cuDNN's are not launched by name.
QString kernel_in(const json& report) {
  const auto launched = [&](const char* part) {
    for (const auto& [name, count] : report["kernels"].items())
      if (name.find(part) != std::string::npos) return true;
    return false;
  };
  if (report["calls"].contains("cudnnBackendExecute")) return "cudnn";
  if (launched("flash_fwd")) return "flash";
  if (launched("fmha_cutlassF")) return "efficient";
  return launched("oftmax") ? "math" : "none";
}

}  // namespace

/// The kernel that LibTorch chooses for each model's attention, by card, type, head_dim and bias, and the
/// planner's expectation.
class TestAttentionChoice : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void each_card_takes_the_kernel_that_is_planned_data() {
    QTest::addColumn<QString>("capability");
    QTest::addColumn<QString>("plain");   // bf16, without a bias
    QTest::addColumn<QString>("biased");  // bf16
    QTest::newRow("Turing") << "7.5"
                            << "math"
                            << "math";
    for (const char* capability : {"8.6", "8.9", "12.0"})
      QTest::newRow(capability) << capability << "flash"
                                << "efficient";
    QTest::newRow("Hopper") << "9.0"
                            << "cudnn"
                            << "efficient";
  }
  void each_card_takes_the_kernel_that_is_planned() {
    QFETCH(QString, capability);
    QFETCH(QString, plain);
    QFETCH(QString, biased);
    const QTemporaryDir folder;
    const auto ran = fw::support::run_over_made_up_cuda(
        "attention_choice", {}, {{"MADE_UP_CAPABILITY", capability}}, folder.filePath("report"));
    QVERIFY2(ran.exit_code == 0, qPrintable(ran.error + ran.out));
    const QString half = capability == "7.5" ? "efficient" : plain;
    const std::map<QString, QString> expected{
        {"cogvideox", plain},   {"cogvideox fp16", half}, {"cogvideox fp32", "efficient"},
        {"ltx cross", biased},  {"hunyuan", plain},       {"hunyuan, key bias", biased},
        {"mochi", plain},       {"t5", biased},           {"siglip", plain},
        {"hunyuan vae", biased}};
    size_t seen = 0;
    for (const QString& line : ran.out.split('\n', Qt::SkipEmptyParts)) {
      const json answer = json::parse(line.toStdString());
      const auto report =
          std::ranges::find_if(ran.reports, [&](const json& each) { return each["pid"] == answer["pid"]; });
      QVERIFY2(report != ran.reports.end(), qPrintable(line));
      const QString call = QString::fromStdString(answer["call"]);
      QCOMPARE(call + ": " + kernel_in(*report), call + ": " + expected.at(call));
      QCOMPARE(call + ": " + QString::fromStdString(answer["kernel"]), call + ": " + expected.at(call));
      const auto planned = answer["planned_bytes"].get<double>(),
                 allocated = answer["allocated_bytes"].get<double>();
      // Encoders' calls are small, and may pad their bias or split their keys. No run trains through the math
      // kernel: check_attention_dtype() rejects it.
      if (answer["trained"].get<bool>() && answer["kernel"] != "math")
        QVERIFY2(std::abs(planned / allocated - 1) < 0.03, qPrintable(line));
      QVERIFY2((*report)["refused_launches"].empty(), qPrintable(line));
      ++seen;
    }
    QCOMPARE(seen, expected.size());
  }
};

QTEST_GUILESS_MAIN(TestAttentionChoice)
#include "test_attention_choice.moc"
