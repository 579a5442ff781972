// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include "support/made_up_cuda/process.h"

namespace {

using nlohmann::json;
using Settings = fw::support::MadeUpSettings;
using Ran = fw::support::MadeUpRun;

}  // namespace

/// The program as shipped, over a CUDA with simulated cards.
class TestMadeUpCards : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  const QString models_ = QStringLiteral(FW_SOURCE_FOLDER "/tests/reference/cases/models/");

  Ran cli(const QStringList& arguments, const Settings& machine = {}) {
    return fw::support::run_over_made_up_cuda("framewright-cli", arguments, machine,
                                              folder_.filePath("report.jsonl"));
  }

  QStringList clip(const QString& name, const QString& model = "cogvideox-2b") const {
    return {"generate",
            "--model",
            models_ + model,
            "--device",
            "cuda",
            "--prompt",
            "a",
            "--steps",
            "1",
            "--frames",
            "9",
            "--height",
            "48",
            "--width",
            "64",
            "--seed",
            "1",
            "--out",
            folder_.filePath(name)};
  }

 private Q_SLOTS:
  void a_fresh_process_finds_the_cards_and_opens_none() {
    const Ran ran = cli({"info"}, {{"MADE_UP_CARDS", "3"}});
    QVERIFY2(ran.exit_code == 0, qPrintable(ran.error));
    QCOMPARE(ran.out.count("NVIDIA GeForce RTX 4090, 23.6 GiB free of 23.6 GiB"), 3);
    QVERIFY(ran.out.contains("cuda:2"));
    // The driver's version comes from NVML if /proc has none.
    QVERIFY2(ran.out.contains("580.95.05") && !ran.out.contains("No NVIDIA driver"), qPrintable(ran.out));
    for (const json& card : ran.reports.at(0)["cards"]) QCOMPARE(card["context"].get<bool>(), false);
  }

  void without_nvml_the_cards_are_found_by_their_contexts() {
    const Ran ran = cli({"info"}, {{"MADE_UP_NVML", "0"}});
    QVERIFY2(ran.exit_code == 0, qPrintable(ran.error));
    QVERIFY2(ran.out.contains("NVIDIA GeForce RTX 4090, 23.2 GiB free of 23.6 GiB"), qPrintable(ran.out));
    QVERIFY2(!ran.out.contains("No NVIDIA driver"), qPrintable(ran.out));
  }

  void a_card_without_kernels_is_not_offered() {
    const Ran ran =
        cli({"info"}, {{"MADE_UP_CAPABILITY", "6.1"}, {"MADE_UP_NAME", "NVIDIA GeForce GTX 1080"}});
    QVERIFY2(ran.exit_code == 0, qPrintable(ran.error));
    QVERIFY2(!ran.out.contains("cuda:0"), qPrintable(ran.out));
    QVERIFY2(ran.out.contains("NVIDIA GeForce GTX 1080 (compute capability 6.1) is too old"),
             qPrintable(ran.out));
  }

  void a_clip_is_fitted_to_the_card() {
    const Ran ran = cli(clip("fitted.mp4") + QStringList{"--fit"});
    QVERIFY2(ran.exit_code == 0, qPrintable(ran.error + ran.out));
  }

  void a_clip_is_made_on_the_card() {
    const Ran ran = cli(clip("clip.mp4"));
    QVERIFY2(ran.exit_code == 0, qPrintable(ran.error + ran.out));
    const json& report = ran.reports.at(0);
    QVERIFY(report["kernels"].size() > 10);
    QVERIFY2(report["refused_launches"].empty(), report["refused_launches"].dump().c_str());
  }

  void turing_refuses_bf16_before_anything_is_loaded() {
    const Ran ran = cli(clip("turing.mp4", "cogvideox-5b"),
                        {{"MADE_UP_CAPABILITY", "7.5"}, {"MADE_UP_NAME", "NVIDIA GeForce RTX 2080 Ti"}});
    QCOMPARE(ran.exit_code, 2);
    QVERIFY2(ran.error.contains(
                 "NVIDIA GeForce RTX 2080 Ti (compute capability 7.5) cannot compute attention in bf16") &&
                 ran.error.contains("fp16"),
             qPrintable(ran.error));
    const Ran in_half =
        cli(clip("turing.mp4") + QStringList{"--dtype", "fp16"}, {{"MADE_UP_CAPABILITY", "7.5"}});
    QVERIFY2(in_half.exit_code == 0, qPrintable(in_half.error));
    for (const auto& [kernel, launches] : in_half.reports.at(0)["kernels"].items())
      QVERIFY2(kernel.find("flash") == std::string::npos, kernel.c_str());
  }

  // LibTorch does not try another kernel by itself.
  void hopper_without_a_cudnn_plan_takes_another_kernel() {
    const Ran ran = cli(clip("hopper.mp4"), {{"MADE_UP_CAPABILITY", "9.0"}, {"MADE_UP_CUDNN_PLANS", "0"}});
    QVERIFY2(ran.exit_code == 0, qPrintable(ran.error + ran.out));
    QVERIFY2(ran.error.contains("cuDNN cannot compute attention here"), qPrintable(ran.error));
    const Ran with_plans = cli(clip("hopper2.mp4"), {{"MADE_UP_CAPABILITY", "9.0"}});
    QVERIFY2(with_plans.exit_code == 0, qPrintable(with_plans.error));
    QVERIFY(with_plans.calls("cudnnBackendExecute") > 0);
  }
};

QTEST_GUILESS_MAIN(TestMadeUpCards)
#include "test_made_up_cards.moc"
