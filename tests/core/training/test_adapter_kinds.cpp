// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <filesystem>

#include "adapters/kinds.h"
#include "adapters/lora_file.h"
#include "adapters/merge.h"
#include "run/run_file.h"
#include "support/thread_world.h"
#include "support/tiny_run.h"
#include "support/training_context.h"
#include "tensor/libtorch.h"
#include "training/checkpoint.h"
#include "training/learner.h"
#include "training/trainer.h"

using namespace fw::training;
using fw::support::same;
using fw::support::tensors_of;
using fw::support::TestContext;
using fw::support::train;
namespace adapters = fw::adapters;
namespace api = fw::engine_api;
namespace run = fw::run;
namespace fs = std::filesystem;

namespace {

constexpr int64_t accumulation = 2;  // micro-batches of an update

const std::map<QString, std::vector<std::string>> modes{
    {"plain", {"training.gradient_checkpointing=false"}},
    {"checkpointed", {"training.gradient_checkpointing=true"}},
    {"streamed", {"memory.streamed_blocks=1"}},
    {"nf4", {"memory.quantization=nf4"}},
    {"8-bit states", {"optimizer.optimizer=adamw_8bit"}}};

/// One process's updates [from, to) of a run. @return its weights
std::vector<torch::Tensor> learn(const run::RunPaths& paths, const fw::distributed::World& world,
                                 int64_t from, int64_t to) {
  const run::RunSettings settings = run::read_run_file(paths.run_file()).settings;
  Learner learner(settings, {.total_steps = 4, .world = world});
  if (from > 0) read_checkpoint(paths.checkpoint(from), learner.weights, learner.optimizer_step);
  const fw::precompute::LatentCache cache(settings.cache);
  BatchLoader loader(settings, fw::dataset::read_dataset_manifest(settings.dataset), cache, *learner.model,
                     from * accumulation, world);
  for (int64_t step = from; step < to; ++step) {
    learner.optimizer_step.begin(accumulation, step);
    for (int64_t round = 0; round < world.rounds(accumulation); ++round)
      learner.run_micro_batch(loader.next());
    learner.weights.finish_gradients();
    learner.optimizer_step.update(step, true);
  }
  if (to == 2)
    write_checkpoint(paths, {.step = to, .micro_batches = to * accumulation}, learner.weights,
                     learner.optimizer_step, Pruned::never, world);
  std::vector<torch::Tensor> weights;
  for (const auto& weight : learner.weights.weights()) weights.push_back(weight.tensor.detach().clone());
  return weights;
}

}  // namespace

/// Every kind of adapter in every way of training.
class TestAdapterKinds : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }

  run::RunPaths make_run(const QString& kind, std::vector<std::string> more) const {
    std::vector<std::string> settings{"lora.kind=" + kind.toStdString(),
                                      "lora.rank=2",
                                      "lora.lora_alpha=3",
                                      "lora.lora_dropout=0.2",
                                      "lora.module_dropout=0.1",
                                      "training.train_steps=4"};
    std::ranges::move(more, std::back_inserter(settings));
    return fw::support::make_tiny_run(path("run"), settings);
  }
  std::map<QString, std::map<int64_t, double>> plain_losses_;

 private Q_SLOTS:
  void initTestCase() {
    torch::set_num_threads(1);
    fw::support::make_tiny_model(path("run") / "model");
    fw::support::make_tiny_dataset(path("run"), 7);
  }

  void are_those_of_the_setting() {
    const auto& choices = run::find_setting("lora.kind")->choices;
    QCOMPARE(choices.size(), adapters::kinds().size());
    for (size_t i = 0; i < choices.size(); ++i) QCOMPARE(choices[i], adapters::kinds()[i].name);
  }

  void train_and_resume_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("mode");
    for (const adapters::Kind& kind : adapters::kinds())
      for (const char* mode : {"plain", "checkpointed", "streamed", "nf4", "8-bit states"}) {
        const QString name = QString::fromUtf8(kind.name.data());
        QTest::addRow("%s, %s", qPrintable(name), mode) << name << mode;
      }
  }
  void train_and_resume() {
    QFETCH(QString, kind);
    QFETCH(QString, mode);
    const auto unbroken = make_run(kind, modes.at(mode)), broken = make_run(kind, modes.at(mode));
    TestContext whole;
    QCOMPARE(train(unbroken, whole).state, api::JobState::finished);
    const auto losses = whole.metrics["loss"];
    QCOMPARE(losses.size(), size_t(4));
    if (mode == "plain") plain_losses_[kind] = losses;
    // Nothing changes with the place where weights and activations are, masks included.
    if (mode == "checkpointed" || mode == "streamed") QVERIFY(losses == plain_losses_.at(kind));
    TestContext first, second;
    first.on_step = [&](int64_t step) {
      if (step == 2) first.requests.push_back({api::Verb::pause});
    };
    QCOMPARE(train(broken, first).state, api::JobState::paused);
    QCOMPARE(train(broken, second).state, api::JobState::finished);
    for (const auto& [step, loss] : second.metrics["loss"]) QCOMPARE(loss, losses.at(step));
    for (const std::string& file : {std::string(lora_file_name), std::string("optimizer.safetensors")}) {
      const auto tensors = tensors_of(unbroken.checkpoint(4) / file);
      QVERIFY2(same(tensors, tensors_of(broken.checkpoint(4) / file)), file.c_str());
    }
    for (const auto& [name, tensor] : tensors_of(unbroken.checkpoint(4) / lora_file_name))
      QVERIFY2(tensor.abs().max().item<float>() > 0, name.c_str());  // all parts are trained
  }

  void held_out_losses_leave_out_nothing() {
    const auto first = make_run("lora", {"optimizer.lr=0.5"});
    TestContext context;
    QCOMPARE(train(first, context).state, api::JobState::finished);
    // From the same weights, which hardly move.
    const auto measured = [&](const std::string& dropout) {
      const auto next = make_run("lora", {"training.start_from=" + (first.result() / lora_file_name).string(),
                                          "optimizer.lr=1e-12", "validation.held_out_samples=2",
                                          "validation.held_out_steps=2", "lora.module_dropout=0", dropout});
      TestContext seen;
      train(next, seen);
      return std::pair(seen.metrics["held_out_loss"], seen.metrics["loss"]);
    };
    const auto [held_out, losses] = measured("lora.lora_dropout=0");
    const auto [same_held_out, other_losses] = measured("lora.lora_dropout=0.9");
    QVERIFY(!held_out.empty());
    QCOMPARE(same_held_out.size(), held_out.size());
    for (const auto& [step, loss] : held_out) QVERIFY(std::abs(same_held_out.at(step) - loss) < 1e-7 * loss);
    for (const auto& [step, loss] : losses) QVERIFY(std::abs(other_losses.at(step) - loss) > 1e-4 * loss);
  }

  void become_other_files_and_a_model_data() {
    QTest::addColumn<QString>("kind");
    for (const adapters::Kind& kind : adapters::kinds())
      QTest::newRow(kind.name.data()) << QString::fromUtf8(kind.name.data());
  }
  void become_other_files_and_a_model() {
    QFETCH(QString, kind);
    const auto paths = make_run(kind, {});
    TestContext context;
    QCOMPARE(train(paths, context).state, api::JobState::finished);
    const auto model = fw::support::load_tiny_model(path("run") / "model");
    fw::nn::Module& network = model->transformer();
    const auto target = adapters::lora_target(network, "cogvideox");
    const adapters::Lora lora = adapters::load_lora(paths.result() / lora_file_name, target).lora;
    QVERIFY(!lora.modules.empty());
    const fs::path merged = path("merged") / kind.toStdString();
    fs::create_directories(path("merged"));
    adapters::merge(network, path("run") / "model" / "transformer", {{lora, 0.5}}, merged);
    const auto before =
                   tensors_of(path("run") / "model" / "transformer" / "diffusion_pytorch_model.safetensors"),
               after = tensors_of(merged / "diffusion_pytorch_model.safetensors");
    for (const auto format :
         {adapters::LoraFormat::diffusers, adapters::LoraFormat::comfyui, adapters::LoraFormat::kohya}) {
      const fs::path file = path("other.safetensors");
      adapters::save_lora(file, lora, format, target, {}, fw::Existing::replace);
      const adapters::Lora back = adapters::load_lora(file, target).lora;
      QCOMPARE(back.modules.size(), lora.modules.size());
      for (const auto& [name, module] : back.modules) {
        const torch::Tensor W = before.at(name + ".weight"), change = adapters::weight_change(module, W);
        QCOMPARE(module.kind_text(), lora.modules.at(name).kind_text());
        QVERIFY(change.abs().max().item<float>() > 0);
        QVERIFY(torch::allclose(after.at(name + ".weight"), W + change * 0.5, 1e-6, 1e-7));
      }
    }
    // A new run begins with it.
    const auto next = make_run(kind, {"training.start_from=" + (paths.result() / lora_file_name).string()});
    TestContext more;
    QCOMPARE(train(next, more).state, api::JobState::finished);
    const auto other = make_run(kind == "loha" ? "lokr" : "loha",
                                {"training.start_from=" + (paths.result() / lora_file_name).string()});
    TestContext refused;
    QCOMPARE(QString::fromStdString(fw::support::error_code([&] { train(other, refused); })),
             QString("training.bad_start"));
  }

  void two_ranks_have_the_bits_of_one_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("stage");
    for (const adapters::Kind& kind : adapters::kinds())
      for (const int stage : {0, 2, 3})
        QTest::addRow("%s, stage %d", kind.name.data(), stage)
            << QString::fromUtf8(kind.name.data()) << stage;
  }
  void two_ranks_have_the_bits_of_one() {
    QFETCH(QString, kind);
    QFETCH(int, stage);
    const auto paths = make_run(
        kind, {"training.gradient_accumulation_steps=2", "distributed.zero_stage=" + std::to_string(stage)});
    const auto alone = make_run(kind, {"training.gradient_accumulation_steps=2"});
    const std::vector<torch::Tensor> wanted = learn(alone, {}, 0, 4);
    std::atomic<int> equal = 0;
    const auto with_two = [&](int64_t from, int64_t to) {
      for (const fw::Fault& fault : fw::support::ThreadWorld().run(2, [&](fw::distributed::Ranks& each) {
             const auto own = learn(paths, fw::support::world_of(each), from, to);
             equal += std::ranges::equal(own, wanted,
                                         [](const auto& a, const auto& b) { return torch::equal(a, b); });
           }))
        QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    };
    with_two(0, 4);
    QCOMPARE(equal.load(), 2);
    with_two(0, 2);
    with_two(2, 4);
    QCOMPARE(equal.load(), 4);
  }
};

QTEST_GUILESS_MAIN(TestAdapterKinds)
#include "test_adapter_kinds.moc"
