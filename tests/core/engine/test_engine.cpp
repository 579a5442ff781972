// SPDX-License-Identifier: Apache-2.0
//
#include <QtTest>

#include "engine/torch_guard.h"
#include "engine_api/requests.h"
#include "engine_api/results.h"
#include "jobs/engine_library.h"
#include "jobs/job_queue.h"
#include "tensor/libtorch.h"

using namespace fw::engine_api;
using namespace fw::jobs;

class TestEngine : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_library_opens_and_describes_itself() {
    const auto engine = open_engine();
    const EngineInfo info = engine->info();
    QVERIFY(!info.fault && info.libtorch.starts_with("2."));
    QCOMPARE(info.devices.back().id, std::string("cpu"));
    QVERIFY(info.devices.back().memory_total_bytes > 0);
    JobQueue queue;
    add_engine_kinds(queue, *engine);
    QVERIFY(queue.has_kind("device_check"));
  }

  void device_check_measures_the_cpu() {
    JobQueue queue;
    add_engine_kinds(queue, *open_engine());
    const JobId job = queue.submit(job_of(DeviceCheckRequest{{"cpu"}}, "")).job;
    queue.wait(job);
    const auto info = *queue.job(job);
    QCOMPARE(info.state, JobState::finished);
    const DeviceFigures figures = info.result.get<DeviceCheckReport>().devices.at(0);
    QVERIFY(figures.tflops > 0 && figures.copy_gb_per_s > 0);
    QVERIFY(figures.max_relative_error > 0 && figures.max_relative_error < 1e-5);
    QCOMPARE(figures.proofs.size(), 3u);
    for (const DeviceProof& proof : figures.proofs) QVERIFY(proof.passed > 0 && proof.failed.empty());
  }

  void a_request_that_is_none_of_the_kind_ends_the_job() {
    JobQueue queue;
    add_engine_kinds(queue, *open_engine());
    const JobId job = queue.submit({"train", "", {{"runn", "runs/1"}}}).job;
    queue.wait(job);
    QCOMPARE(queue.job(job)->fault->code, std::string("base.unknown_key"));
    QCOMPARE(queue.send({Verb::extend, job, {}, 5}).fault->code, std::string("base.unknown_key"));
    QCOMPARE(queue.job(job)->state, JobState::failed);
  }

  void unknown_device_and_abort_end_the_job() {
    JobQueue queue;
    add_engine_kinds(queue, *open_engine());
    const JobId unknown = queue.submit(job_of(DeviceCheckRequest{{"cuda:99"}}, "")).job;
    const JobId aborted = queue.submit(job_of(DeviceCheckRequest(), "")).job;
    QTRY_COMPARE(queue.job(aborted)->state, JobState::running);
    queue.send({Verb::abort, aborted, {}, 0});
    queue.wait(aborted);
    QCOMPARE(queue.job(unknown)->fault->code, std::string("tensor.unknown_device"));
    QCOMPARE(queue.job(aborted)->state, JobState::cancelled);
  }

  void torch_errors_become_faults() {
    const Outcome huge = fw::engine::run_torch_guarded([] {
      torch::empty({int64_t{1} << 45});
      return Outcome{};
    });
    QCOMPARE(huge.fault.code, std::string("engine.out_of_memory"));
    const Outcome wrong = fw::engine::run_torch_guarded([] {
      torch::ones({2, 3}).matmul(torch::ones({2, 3}));
      return Outcome{};
    });
    QCOMPARE(wrong.fault.code, std::string("engine.torch_failed"));
  }
};

QTEST_GUILESS_MAIN(TestEngine)
#include "test_engine.moc"
