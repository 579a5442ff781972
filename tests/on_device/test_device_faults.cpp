// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "optim/master_weights.h"
#include "run/run_file.h"
#include "support/pretend_gpu/pretend_gpu.h"
#include "support/tiny_run.h"
#include "tensor/libtorch.h"
#include "tensor/page_locked.h"
#include "tensor/torch_errors.h"
#include "training/learner.h"

namespace {

using namespace fw;
namespace fs = std::filesystem;
using Settings = std::vector<std::string>;

struct Mode {
  const char* name;
  Settings settings;
};

const std::vector<Mode> modes = {
    {"plain", {"training.gradient_checkpointing=false"}},
    {"activations offloaded", {"memory.activation_offload=true"}},
    {"attention kept", {"memory.keep_attention=true"}},
    {"streamed sft", {"training.training_type=sft", "memory.streamed_blocks=2"}},
    {"all on the host",
     {"training.training_type=sft", "memory.activation_offload=true", "memory.streamed_blocks=100",
      "optimizer.offload=true", "optimizer.offload_gradients=true"}},
    {"optimizer on the host", {"training.training_type=sft", "optimizer.offload=true"}},
};

bool all_of_it() {
  return std::getenv("FW_ALL_OF_IT") != nullptr;
}

int64_t bytes_on_device() {
  return at::accelerator::getDeviceStats(0).allocated_bytes[0].current;
}

/// Runs that end early: what they leave behind, and whether the next run is correct.
class Run {
 public:
  explicit Run(const fs::path& folder, const Settings& settings)
      : settings_(run::read_run_file(support::make_tiny_run(folder, settings).run_file()).settings),
        manifest_(dataset::read_dataset_manifest(settings_.dataset)) {}

  /// Two updates. @param blocks  runs them
  std::vector<double> losses(torch::Device device, const nn::BlockRunner& blocks = {}) const {
    training::LearnerOptions options;
    options.device = device;
    options.hooks.inner = blocks;
    training::Learner learner(settings_, std::move(options));
    const precompute::LatentCache cache(settings_.cache);
    training::BatchLoader loader(settings_, manifest_, cache, *learner.model, 0);
    std::vector<double> found;
    for (int64_t step = 0; step < 2; ++step) {
      learner.optimizer_step.begin(1, step);
      found.push_back(learner.run_micro_batch(loader.next()).mean().item<double>());
      learner.optimizer_step.update(step, true);
    }
    return found;
  }

 private:
  run::RunSettings settings_;
  dataset::DatasetManifest manifest_;
};

bool alike(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return std::abs(x - y) <= 1e-5 * std::abs(y); });
}

}  // namespace

class TestDeviceFaults : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name = ".") const { return fs::path(folder_.path().toStdString()) / name; }

  void mode_rows() const {
    QTest::addColumn<int>("mode");
    for (size_t i = 0; i < modes.size(); ++i) QTest::newRow(modes[i].name) << static_cast<int>(i);
  }
  Run run_of(int mode) const { return Run(path(), modes[static_cast<size_t>(mode)].settings); }

  void no_faults() {
    const auto faults = pretend_gpu::end();
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    // Autograd's thread releases the graph shortly after the exception arrives here.
    QTRY_COMPARE(bytes_on_device(), 0);
  }

 private Q_SLOTS:
  void initTestCase() {
    torch::set_num_threads(1);
    pretend_gpu::begin();
    tensor::set_page_locks(torch::kPrivateUse1, {[](void* memory, size_t bytes, torch::Device) {
                                                   pretend_gpu::lock_pages(memory, bytes);
                                                   return true;
                                                 },
                                                 pretend_gpu::unlock_pages});
    support::make_tiny_model(path("model"), {.layers = 3});
    support::make_tiny_dataset(path(), 4);
  }

  void cancelled_in_any_block_data() { mode_rows(); }
  void cancelled_in_any_block() {
    QFETCH(int, mode);
    const Run run = run_of(mode);
    const auto wanted = run.losses(torch::kCPU);
    bool done = false;
    for (int last = 1; !done; ++last) {
      pretend_gpu::begin({.seed = static_cast<uint64_t>(last)});
      int calls = 0;
      try {
        const auto got = run.losses(pretend_gpu::device(), [&](const nn::BlockCall& call) {
          if (++calls == last) throw Cancelled();
          return call.run();
        });
        done = true;
        QVERIFY(alike(got, wanted));
      } catch (const Cancelled&) {
      }
      no_faults();
      if (QTest::currentTestFailed()) return;
    }
  }

  void out_of_memory_at_any_allocation_data() { mode_rows(); }
  void out_of_memory_at_any_allocation() {
    QFETCH(int, mode);
    const Run run = run_of(mode);
    const auto wanted = run.losses(torch::kCPU);
    bool done = false;
    int failures = 0;
    for (int64_t n = 1; !done; n += all_of_it() ? 1 : 1 + n / 3) {
      pretend_gpu::begin({.seed = static_cast<uint64_t>(n)});
      pretend_gpu::fail_allocation(n);
      try {
        tensor::with_torch_errors([&] { QVERIFY(alike(run.losses(pretend_gpu::device()), wanted)); });
        done = true;
      } catch (const Error& error) {
        ++failures;
        QCOMPARE(error.fault().code, std::string(tensor::out_of_memory.code));
      }
      no_faults();
      if (QTest::currentTestFailed()) QFAIL(qPrintable(QString("allocation %1").arg(n)));
    }
    QVERIFY(failures > 10);
    pretend_gpu::begin();
    QVERIFY(alike(run.losses(pretend_gpu::device()), wanted));
    no_faults();
  }

  /// Sizes for which the program pins its own pages, which LibTorch does not guard.
  void large_masters_come_and_go() {
    for (const bool leave : {false, true}) {
      pretend_gpu::begin();
      using Gradients = optim::MasterWeights::Gradients;
      const auto make = [](torch::Device device) {
        torch::manual_seed(2);
        std::vector<torch::Tensor> weights;
        for (int i = 0; i < 4; ++i)
          weights.push_back(torch::randn({3072, 3072}).to(torch::kBFloat16).to(device).requires_grad_(true));
        return weights;
      };
      const auto train = [&](torch::Device device) {
        std::vector<torch::Tensor> weights = make(device), masters;
        optim::MasterWeights transfer(tensor::Placement::pinned, leave ? Gradients::leave : Gradients::stay);
        for (const torch::Tensor& weight : weights) masters.push_back(transfer.add(weight));
        for (int step = 0; step < 2; ++step) {
          torch::Tensor sum = torch::zeros({}, device);
          for (const torch::Tensor& weight : weights) sum = sum + weight.square().sum().to(torch::kFloat32);
          sum.backward();
          transfer.collect_gradients();
          const torch::NoGradGuard no_grad;
          for (const torch::Tensor& master : masters) {
            torch::Tensor(master).sub_(master.grad(), 0.1);
            master.mutable_grad() = torch::Tensor();
          }
          transfer.publish();
        }
        std::vector<torch::Tensor> found;
        for (const torch::Tensor& weight : weights) found.push_back(weight.detach().cpu());
        return found;
      };
      const auto got = train(pretend_gpu::device()), wanted = train(torch::kCPU);
      for (size_t i = 0; i < got.size(); ++i) QVERIFY(torch::equal(got[i], wanted[i]));
      no_faults();
    }
  }
};

QTEST_GUILESS_MAIN(TestDeviceFaults)
#include "test_device_faults.moc"
