// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "support/encoded_dataset.h"
#include "support/pretend_gpu/pretend_gpu.h"
#include "support/tiny_run.h"
#include "support/training_context.h"
#include "tensor/libtorch.h"
#include "tensor/torch_errors.h"

namespace {

using namespace fw;
namespace fs = std::filesystem;
using support::TestContext;
using Settings = std::vector<std::string>;

/// Settings that change the numbers of a run.
struct Kind {
  const char* name;
  Settings settings;
  /// Relative tolerance of losses: bf16 weights differ by a rounding when sums run in another order, and a
  /// LoRA's delta is computed in float32 on the CPU.
  double tolerance;
  bool without_masters = false;
  const char* folder = ".";  ///< of its dataset
};

std::string reference_model(const char* name) {
  return std::string(FW_SOURCE_FOLDER "/tests/reference/cases/models/") + name;
}

const std::string framepack_model = reference_model("framepack");

const std::vector<Kind> kinds = {
    {"lora fp32", {"training.training_type=lora", "training.mixed_precision=fp32"}, 1e-5},
    {"lora bf16", {"training.training_type=lora", "training.mixed_precision=bf16"}, 1e-3},
    {"lora bf16 nf4",
     {"training.training_type=lora", "training.mixed_precision=bf16", "memory.quantization=nf4"},
     1e-3},
    {"lora fp16 8 bits",
     {"training.training_type=lora", "training.mixed_precision=fp16", "optimizer.optimizer=adamw_8bit"},
     1e-3},
    {"sft fp32 ema",
     {"training.training_type=sft", "training.mixed_precision=fp32", "ema.ema_decay=0.9"},
     1e-5},
    {"sft bf16", {"training.training_type=sft", "training.mixed_precision=bf16"}, 1e-3},
    {"sft bf16 8 bits",
     {"training.training_type=sft", "training.mixed_precision=bf16", "optimizer.optimizer=adamw_8bit"},
     1e-3},
    {"sft bf16 weights",
     {"training.training_type=sft", "training.mixed_precision=bf16", "sft.trained_type=bf16"},
     1e-3,
     true},
    {"sft muon ema",
     {"training.training_type=sft", "training.mixed_precision=bf16", "optimizer.optimizer=muon",
      "ema.ema_decay=0.9"},
     1e-3},
    {"framepack lora bf16",
     {"model.family=framepack", "model.folder=" + framepack_model, "training.task=image_to_video",
      "training.training_type=lora", "training.mixed_precision=bf16"},
     1e-3,
     false,
     "framepack"},
    {"framepack sft fp32",
     {"model.family=framepack", "model.folder=" + framepack_model, "training.task=image_to_video",
      "training.training_type=sft", "training.mixed_precision=fp32"},
     1e-5,
     false,
     "framepack"},
};

/// Settings that only change where things are stored.
struct Mode {
  const char* name;
  Settings settings;
  bool quick;                    ///< in every test run
  bool masters_on_host = false;  ///< in float32
};

const std::vector<Mode> modes = {
    {"plain", {"training.gradient_checkpointing=false"}, true},
    {"checkpointed", {}, false},
    {"every other block checkpointed", {"training.gradient_checkpointing_interval=2"}, false},
    {"activations offloaded", {"memory.activation_offload=true"}, true},
    {"attention kept", {"memory.keep_attention=true"}, true},
    {"two blocks kept", {"memory.kept_blocks=2"}, false},
    {"one block streamed", {"memory.streamed_blocks=1"}, false},
    {"half streamed", {"memory.streamed_blocks=2"}, false},
    {"all streamed", {"memory.streamed_blocks=100"}, true},
    {"optimizer on the host", {"optimizer.offload=true"}, false, true},
    {"gradients leave", {"optimizer.offload=true", "optimizer.offload_gradients=true"}, true, true},
    {"all on the host",
     {"memory.activation_offload=true", "memory.streamed_blocks=100", "optimizer.offload=true",
      "optimizer.offload_gradients=true"},
     true,
     true},
};

bool all_of_it() {
  return std::getenv("FW_ALL_OF_IT") != nullptr;
}

Settings operator+(Settings a, const Settings& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

/// Whole training runs on a device: no violation of its rules, and the CPU's results.
class TestDeviceTraining : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  using Losses = std::map<int64_t, double>;
  std::map<std::string, Losses> on_cpu_, plain_;
  fs::path path(const std::string& name = ".") const { return fs::path(folder_.path().toStdString()) / name; }

  std::map<int64_t, double> losses(const Kind& kind, const Settings& settings) const {
    TestContext context;
    support::train(support::make_tiny_run(path(kind.folder), common() + kind.settings + settings), context);
    return context.metrics["loss"];
  }
  static Settings common() {
    return {"training.train_steps=3", "training.gradient_accumulation_steps=2",
            "checkpoints.checkpointing_steps=100"};
  }
  const Losses& on_cpu(const Kind& kind) {
    Losses& known = on_cpu_[kind.name];
    if (known.empty()) known = losses(kind, {});
    return known;
  }
  Losses on_device(const Kind& kind, const Mode& mode, const pretend_gpu::Options& options) {
    pretend_gpu::begin(options);
    const Losses got = losses(kind, mode.settings + Settings{"run.device=auto"});
    const auto faults = pretend_gpu::end();
    if (!faults.empty()) throw std::runtime_error(faults.front());
    return got;
  }
  const Losses& plain(const Kind& kind) {
    Losses& known = plain_[kind.name];
    if (known.empty()) known = on_device(kind, modes.front(), {});
    return known;
  }

  static void compare(const Losses& got, const Losses& wanted, double tolerance, const char* with) {
    QCOMPARE(got.size(), wanted.size());
    for (const auto& [step, loss] : wanted)
      QVERIFY2(std::abs(got.at(step) - loss) <= tolerance * std::abs(loss),
               qPrintable(QString("step %1: %2, %3 %4")
                              .arg(step)
                              .arg(got.at(step), 0, 'g', 9)
                              .arg(with)
                              .arg(loss, 0, 'g', 9)));
  }

 private Q_SLOTS:
  void initTestCase() {
    torch::set_num_threads(1);
    support::make_encoded_dataset(path("framepack"), framepack_model, {73, 32, 48}, 2);
    support::make_encoded_dataset(path("ltx"), reference_model("ltx-0.9.5"), {9, 64, 64}, 2);
    support::make_encoded_dataset(path("hunyuan"), reference_model("hunyuan-video"), {9, 32, 48}, 2);
    support::make_encoded_dataset(path("mochi"), reference_model("mochi-1"), {7, 32, 48}, 2);
    pretend_gpu::begin();  // before autograd starts its threads
    support::make_tiny_model(path("model"), {.layers = 4});
    support::make_tiny_dataset(path(), 4);
  }

  void learns_as_on_the_cpu_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("mode");
    for (size_t k = 0; k < kinds.size(); ++k)
      for (size_t m = 0; m < modes.size(); ++m)
        if ((modes[m].quick || all_of_it()) && !(kinds[k].without_masters && modes[m].masters_on_host))
          QTest::addRow("%s, %s", kinds[k].name, modes[m].name) << static_cast<int>(k) << static_cast<int>(m);
  }
  void learns_as_on_the_cpu() {
    QFETCH(int, kind);
    QFETCH(int, mode);
    const Kind& k = kinds[static_cast<size_t>(kind)];
    for (uint64_t seed = 0; seed < (all_of_it() ? 20 : 1); ++seed) {
      try {
        const Losses got = on_device(k, modes[static_cast<size_t>(mode)], {.seed = seed});
        compare(got, on_cpu(k), k.tolerance, "on the CPU");
        compare(got, plain(k), 1e-6, "plainly");
      } catch (const std::exception& error) {
        QFAIL(error.what());
      }
    }
  }

  /// Gives the result of a step after the backward pass, if nothing is clipped.
  void learns_within_the_backward_pass_data() {
    QTest::addColumn<int>("kind");
    for (size_t k = 0; k < kinds.size(); ++k)
      if (std::ranges::count(kinds[k].settings, "training.training_type=sft") == 1)
        QTest::newRow(kinds[k].name) << static_cast<int>(k);
  }
  void learns_within_the_backward_pass() {
    QFETCH(int, kind);
    const Settings once = {"training.gradient_accumulation_steps=1", "optimizer.max_grad_norm=1e9"};
    const auto run = [&](const Settings& settings) {
      return on_device(kinds[static_cast<size_t>(kind)], {"", once + settings, true}, {});
    };
    compare(run({"optimizer.fused_backward=true"}), run({}), 1e-6, "afterwards");
  }

  /// Fewer is better; an increase is a regression that no result shows.
  void a_step_waits_and_launches_no_more_than_before_data() {
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<qint64>("waits");
    QTest::addColumn<qint64>("launches");
    QTest::addColumn<QString>("folder");
    const auto row = [](const char* name, const QStringList& settings, qint64 waits, qint64 launches,
                        const char* folder = ".") {
      QTest::newRow(name) << settings << waits << launches << folder;
    };
    row("lora", {}, 1, 447);
    row("activations offloaded", {"memory.activation_offload=true"}, 1, 454);
    row("attention kept", {"memory.keep_attention=true"}, 1, 443);
    row("streamed", {"memory.streamed_blocks=100"}, 1, 451);
    row("sft", {"training.training_type=sft"}, 1, 1024);
    row("optimizer on the host",
        {"training.training_type=sft", "optimizer.offload=true", "optimizer.offload_gradients=true"}, 226,
        787);
    const auto of_family = [&](const char* family, const std::string& model, qint64 launches,
                               const char* folder, const QStringList& more = {}) {
      const QStringList settings = {QString("model.family=") + family,
                                    "model.folder=" + QString::fromStdString(model)};
      row(family, settings + more, 1, launches, folder);
    };
    of_family("ltx_video", reference_model("ltx-0.9.5"), 406, "ltx");
    of_family("hunyuan_video", reference_model("hunyuan-video"), 614, "hunyuan");
    of_family("framepack", reference_model("framepack"), 503, "framepack", {"training.task=image_to_video"});
    of_family("mochi", reference_model("mochi-1"), 813, "mochi");
  }
  void a_step_waits_and_launches_no_more_than_before() {
    QFETCH(QStringList, settings);
    QFETCH(qint64, waits);
    QFETCH(qint64, launches);
    QFETCH(QString, folder);
    Settings all = {"training.train_steps=5", "training.mixed_precision=bf16",
                    "checkpoints.checkpointing_steps=100", "run.device=auto"};
    for (const QString& each : settings) all.push_back(each.toStdString());
    TestContext context;
    std::map<int64_t, pretend_gpu::Counters> at;
    context.on_step = [&](int64_t step) { at[step] = pretend_gpu::counters(); };
    pretend_gpu::begin();
    support::train(support::make_tiny_run(path(folder.toStdString()), all), context);
    QVERIFY(pretend_gpu::end().empty());
    // Between them the last step is queued, and the fourth step's metrics arrive.
    const qint64 waited = at[4].waits - at[3].waits, launched = at[4].launches - at[3].launches;
    QVERIFY2(waited <= waits && launched <= launches,
             qPrintable(QString("%1 waits, %2 launches").arg(waited).arg(launched)));
  }
};

QTEST_GUILESS_MAIN(TestDeviceTraining)
#include "test_device_training.moc"
