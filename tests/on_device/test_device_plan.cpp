// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <array>
#include <filesystem>

#include "catalog/catalog.h"
#include "inference/video_pipeline.h"
#include "planner/dry_run.h"
#include "planner/planner.h"
#include "run/run_file.h"
#include "support/plan_models.h"
#include "support/pretend_gpu/pretend_gpu.h"
#include "support/training_context.h"
#include "tensor/libtorch.h"

namespace {

using namespace fw;
namespace fs = std::filesystem;
using Settings = std::vector<std::string>;

constexpr catalog::Bucket size{9, 96, 128};

struct Case {
  const char* name;
  Settings settings;
};

const std::vector<Case> cases = {
    {"LoRA", {"training.gradient_checkpointing=false"}},
    {"LoRA, checkpointed", {}},
    {"LoRA, every second block, two micro-batches",
     {"training.gradient_checkpointing_interval=2", "training.gradient_accumulation_steps=2"}},
    {"LoRA, activations offloaded", {"memory.activation_offload=true"}},
    {"LoRA, attention kept", {"memory.keep_attention=true"}},
    {"LoRA, two blocks kept", {"memory.kept_blocks=2"}},
    {"LoRA, all streamed", {"memory.streamed_blocks=100"}},
    {"LoRA on nf4", {"memory.quantization=nf4"}},
    {"LoRA on fp8, half streamed", {"memory.quantization=fp8", "memory.streamed_blocks=2"}},
    {"full", {"training.training_type=sft"}},
    {"full, EMA", {"training.training_type=sft", "ema.ema_decay=0.99"}},
    {"full, 8 bits, half streamed",
     {"training.training_type=sft", "optimizer.optimizer=adamw_8bit", "memory.streamed_blocks=2"}},
    {"full in bf16", {"training.training_type=sft", "training.mixed_precision=bf16"}},
    {"full in bf16, half streamed",
     {"training.training_type=sft", "training.mixed_precision=bf16", "memory.streamed_blocks=2"}},
    {"full, updated within the backward pass",
     {"training.training_type=sft", "optimizer.fused_backward=true"}},
    {"full, optimizer on the host",
     {"training.training_type=sft", "training.mixed_precision=bf16", "optimizer.offload=true"}},
    {"full, gradients leave",
     {"training.training_type=sft", "training.mixed_precision=bf16", "optimizer.offload=true",
      "optimizer.offload_gradients=true", "training.gradient_accumulation_steps=2"}},
};

}  // namespace

/// The planned device memory of a run matches the allocator's count.
class TestDevicePlan : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  /// Within one percent.
  static void close_to(int64_t got, int64_t planned, const char* what) {
    QVERIFY2(std::abs(got - planned) <= planned / 100,
             qPrintable(QString("%1: %2 bytes, planned %3").arg(what).arg(got).arg(planned)));
  }

 private Q_SLOTS:
  void initTestCase() {
    torch::set_num_threads(1);
    pretend_gpu::begin();
  }

  void takes_what_was_planned_data() {
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < cases.size(); ++i) QTest::newRow(cases[i].name) << static_cast<int>(i);
  }
  void takes_what_was_planned() {
    QFETCH(int, index);
    const fs::path folder = folder_.filePath(QString::number(index)).toStdString();
    fs::create_directories(folder);
    support::make_small_model(folder / "model", {4, 4, 32});
    Settings settings = cases[static_cast<size_t>(index)].settings;
    settings.insert(settings.end(), {"run.device=auto", "training.train_steps=3"});
    const fs::path file = support::make_small_run(folder, size, settings);
    const run::RunSettings read = run::read_run_file(file).settings;
    const catalog::ModelSpec facts = catalog::recognise_model({read.model_folder});
    const auto planned =
        planner::dry_run_training(
            {.settings = read, .facts = facts, .target = {torch::kPrivateUse1, {}}, .training_size = size})
            .phases.front();
    pretend_gpu::begin();
    support::TestContext context;
    context.on_step = [](int64_t step) {
      if (step == 1) pretend_gpu::forget_peaks();  // of loading, and of the first step's buffers
    };
    training::Trainer(run::create_run(run::read_run_file(file)), {}, {}).run(context);
    const auto faults = pretend_gpu::end();
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    close_to(at::accelerator::getDeviceStats(0).allocated_bytes[0].peak, planned.device.total(), "device");
    close_to(pretend_gpu::counters().page_locked_peak_bytes, planned.pinned.total(), "page-locked");
  }

  /// For each card of a clip whose transformer is spread over several, the plan is an upper bound.
  void a_placed_clip_takes_no_more_than_was_planned() {
    const fs::path folder = folder_.filePath("placed").toStdString();
    support::make_small_model(folder, {6, 12, 32});
    pretend_gpu::begin();
    inference::PipelineOptions options{
        .model = {folder},
        .device = pretend_gpu::device(0),
        .devices = {pretend_gpu::device(0), pretend_gpu::device(1), pretend_gpu::device(2)},
        .offload = inference::Offload::model,
        .text_encoder = encoders::TextEncoderPlace::cpu};
    inference::VideoRequest request;
    request.prompt = "a panda";
    request.size = {5, 32, 48};  // decoding takes less than denoising
    request.steps = 2;
    const auto planned = planner::plan_generation(options, request, 0, {});
    QCOMPARE(planned.cards.size(), size_t{3});
    std::array<int64_t, 3> peaks{};
    inference::VideoObserver observer;
    observer.on_progress = [&](const Progress& progress) {
      if (progress.phase == "denoising" && progress.done == 0) pretend_gpu::forget_peaks();
    };
    observer.on_latents = [&](const torch::Tensor&) {
      for (int i = 0; i < 3; ++i)
        peaks[static_cast<size_t>(i)] =
            at::accelerator::getDeviceStats(static_cast<c10::DeviceIndex>(i)).allocated_bytes[0].peak;
    };
    inference::VideoPipeline(options, {}).generate(request, observer);
    const auto faults = pretend_gpu::end();
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    for (size_t i = 0; i < 3; ++i) {
      const QString says =
          QString("card %1: %2 bytes, planned %3").arg(i).arg(peaks[i]).arg(planned.cards[i].bytes);
      qInfo("%s", qPrintable(says));
      QVERIFY2(peaks[i] <= planned.cards[i].bytes * 101 / 100, qPrintable(says));
      QVERIFY2(peaks[i] >= planned.cards[i].bytes * 8 / 10, qPrintable(says));
    }
    QVERIFY(planned.device_peak_bytes() ==
            std::ranges::max(planned.cards, {}, &engine_api::CardPlan::bytes).bytes);
  }
};

QTEST_GUILESS_MAIN(TestDevicePlan)
#include "test_device_plan.moc"
