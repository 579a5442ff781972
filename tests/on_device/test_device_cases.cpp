// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "engine/device_check.h"
#include "engine_api/results.h"
#include "parity/runner.h"
#include "support/case_files.h"
#include "support/pretend_gpu/pretend_gpu.h"
#include "support/training_context.h"

using fw::parity::CaseResult;
using fw::parity::CaseStatus;
using namespace fw;

/// Every reference case on a device: correct values, and no violation of the device's rules.
class TestDeviceCases : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { at::set_num_threads(1); }

  void cases_data() {
    support::add_case_rows(std::getenv("FW_ALL_OF_IT") ? support::case_roots()
                                                       : std::vector{support::committed_cases()});
  }
  void cases() {
    QFETCH(QString, path);
    pretend_gpu::begin();
    const CaseResult result = parity::run_case(path.toStdString(), {.device = pretend_gpu::device()});
    const auto faults = pretend_gpu::end();
    QVERIFY2(result.status == CaseStatus::passed, nlohmann::json(result).dump(1).c_str());
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
  }

  /// The program's own device check.
  void the_device_check_proves_all() {
    pretend_gpu::begin();
    support::TestContext context;
    Progress last;
    context.on_progress = [&](const Progress& progress) { last = progress; };
    // The first device, as "cuda" is.
    const auto outcome = engine::run_device_check(engine_api::DeviceCheckRequest{{"pretend"}}, context);
    const auto faults = pretend_gpu::end();
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    QCOMPARE(last.done, last.total);
    const auto report = outcome.result.get<engine_api::DeviceCheckReport>();
    QCOMPARE(report.devices.size(), size_t(1));
    QCOMPARE(report.devices[0].device, pretend_gpu::device(0).str());
    const auto& proofs = report.devices[0].proofs;
    QCOMPARE(proofs.size(), size_t(3));
    for (const engine_api::DeviceProof& proof : proofs) {
      QVERIFY2(proof.failed.empty(), nlohmann::json(proof).dump(1).c_str());
      QVERIFY(proof.passed > 0);
    }
  }
};

QTEST_GUILESS_MAIN(TestDeviceCases)
#include "test_device_cases.moc"
