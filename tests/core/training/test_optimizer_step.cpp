// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "adapters/module_match.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "nn/linear.h"
#include "support/tiny_run.h"
#include "tensor/checkpoint.h"
#include "tensor/libtorch.h"
#include "training/checkpoint.h"

using namespace fw::training;
namespace fs = std::filesystem;
namespace run = fw::run;

namespace {

/// Two linear layers in bfloat16 or float32.
struct ToyModel : fw::nn::Module {
  fw::nn::Linear a, b;
  explicit ToyModel(torch::Dtype dtype)
      : a(4, 4, fw::nn::Bias::no, dtype), b(4, 2, fw::nn::Bias::yes, dtype) {
    add_child("a", a);
    add_child("b", b);
    torch::manual_seed(1);
    for_each_parameter(
        [&](const std::string&, torch::Tensor& slot) { slot = torch::randn(slot.sizes()).to(dtype); });
  }
  torch::Tensor loss() {
    return b.forward(torch::tanh(a.forward(torch::ones({3, 4}, a.matrix().options()))))
        .to(torch::kFloat32)
        .square()
        .mean();
  }
};

}  // namespace

/// From gradients to weights, and their state in a checkpoint.
class TestOptimizerStep : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

 private Q_SLOTS:
  void initTestCase() {
    fw::support::make_tiny_model(path("model"));
    fw::support::make_tiny_dataset(path("."), 7);
  }

  void masters_keep_what_a_small_type_would_lose() {
    ToyModel model(torch::kBFloat16);
    auto weights = TrainedWeights::of_parameters(model, fw::adapters::match_parameters(model, {"a"}));
    QCOMPARE(weights.parameters().size(), size_t(1));
    const torch::Tensor& master = weights.parameters()[0].tensor;
    QCOMPARE(master.scalar_type(), torch::kFloat32);
    model.loss().backward();
    weights.collect_gradients();
    QVERIFY(master.grad().defined() && !model.a.matrix().grad().defined());
    const auto once = master.grad().clone();
    model.loss().backward();
    weights.collect_gradients();
    QVERIFY(torch::allclose(master.grad(), once * 2));
    QVERIFY(!model.b.matrix().grad().defined());
    const auto rounded = model.a.matrix().detach().clone();
    for (int i = 0; i < 64; ++i) {  // each far below bfloat16's step
      const torch::NoGradGuard no_grad;
      master.mul_(1.0005);
      weights.publish();
    }
    QVERIFY(!torch::equal(model.a.matrix().detach(), rounded));
  }

  void checkpoints_are_whole_and_complete() {
    const auto run = fw::support::make_tiny_run(path("."));
    ToyModel model(torch::kFloat32), other(torch::kFloat32);
    OptimizerStepConfig updating;
    updating.ema_decay = 0.9;
    updating.schedule.base = 0.1;
    auto weights = TrainedWeights::of_parameters(model, fw::adapters::match_parameters(model, {}));
    OptimizerStep optimizer_step(weights, updating);
    const auto train = [](ToyModel& toy, OptimizerStep& by, int64_t steps) {
      for (int64_t step = 0; step < steps; ++step) {
        by.backward(toy.loss());
        by.update(step, true);
      }
    };
    train(model, optimizer_step, 3);
    const TrainState state{.step = 3,
                           .micro_batches = 7,
                           .skipped_steps = 1,
                           .loss_average = 0.5,
                           .loss_scale = 128,
                           .events_bytes = 99};
    const fs::path folder = write_checkpoint(run, state, weights, optimizer_step);
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{3}));
    auto other_weights = TrainedWeights::of_parameters(other, fw::adapters::match_parameters(other, {}));
    OptimizerStep other_step(other_weights, updating);
    const TrainState read = read_checkpoint(folder, other_weights, other_step);
    QCOMPARE(read.micro_batches, int64_t(7));
    QCOMPARE(read.events_bytes, uint64_t(99));
    QCOMPARE(other_step.scaler().scale(), 128.0);
    train(model, optimizer_step, 2);
    train(other, other_step, 2);
    QVERIFY(torch::equal(model.a.matrix(), other.a.matrix()) &&
            torch::equal(model.b.matrix(), other.b.matrix()));
    optimizer_step.swap_average();
    other_step.swap_average();
    QVERIFY(torch::equal(model.a.matrix(), other.a.matrix()));
    optimizer_step.swap_average();

    for (const int64_t step : {4, 5, 6})
      write_checkpoint(run, TrainState{.step = step}, weights, optimizer_step);
    fs::create_directories(run.checkpoints() / ".part-step-00000007");
    prune_checkpoints(run, 2);
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{5, 6}));
    QVERIFY(!fs::exists(run.checkpoints() / ".part-step-00000007"));
    write_checkpoint(run, TrainState{.step = 5}, weights, optimizer_step,
                     Pruned::never);  // requested while it existed
    write_checkpoint(run, TrainState{.step = 7}, weights, optimizer_step, Pruned::never);
    write_checkpoint(run, TrainState{.step = 8}, weights, optimizer_step, Pruned::never,
                     {.rank = 1, .size = 2});
    prune_checkpoints(run, 1);
    QCOMPARE(run::checkpoint_steps(run), (std::vector<int64_t>{5, 6, 7}));
    // A checkpoint of another model is rejected.
    auto fewer = TrainedWeights::of_parameters(other, fw::adapters::match_parameters(other, {"a"}));
    OptimizerStep fewer_step(fewer, updating);
    fs::remove(run.checkpoint(5) / "optimizer.safetensors");
    QVERIFY_EXCEPTION_THROWN(read_checkpoint(run.checkpoint(5), fewer, fewer_step), fw::Error);
    fw::write_file_atomically(run.checkpoint(5) / "checkpoint.json", "{\"step\": \"x\"}",
                              fw::Existing::replace);
    QVERIFY_EXCEPTION_THROWN(read_checkpoint(run.checkpoint(5), fewer, fewer_step), fw::Error);
  }

  /// Other programs read the weights to use; a resumed run continues from the weights that it trains.
  void a_checkpoint_has_the_weights_to_use() {
    const auto run = fw::support::make_tiny_run(path("."));
    ToyModel model(torch::kBFloat16), other(torch::kBFloat16);
    OptimizerStepConfig updating;
    updating.optimizer.rule = fw::optim::Rule::schedule_free;
    updating.schedule.base = 0.1;
    auto weights = TrainedWeights::of_parameters(model, fw::adapters::match_parameters(model, {}));
    OptimizerStep optimizer_step(weights, updating);
    const auto train = [](ToyModel& toy, OptimizerStep& by, int64_t from, int64_t to) {
      for (int64_t step = from; step < to; ++step) {
        by.backward(toy.loss());
        by.update(step, true);
      }
    };
    train(model, optimizer_step, 0, 4);
    const auto trained = model.a.matrix().detach().clone();
    const fs::path folder = write_checkpoint(run, TrainState{.step = 40}, weights, optimizer_step);
    QVERIFY(torch::equal(model.a.matrix(), trained));
    const auto stored = fw::tensor::Checkpoint::open(folder / "trained.safetensors")
                            .load("a.weight", torch::kBFloat16, torch::kCPU);
    QVERIFY(!torch::equal(stored, trained));
    optimizer_step.swap_average();
    QVERIFY(torch::equal(model.a.matrix(), stored));
    optimizer_step.swap_average();

    auto other_weights = TrainedWeights::of_parameters(other, fw::adapters::match_parameters(other, {}));
    OptimizerStep other_step(other_weights, updating);
    load_weights(folder, other_weights);
    QVERIFY(torch::equal(other.a.matrix(), stored));
    read_checkpoint(folder, other_weights, other_step);
    QVERIFY(torch::equal(other.a.matrix(), trained));
    train(model, optimizer_step, 4, 6);
    train(other, other_step, 4, 6);
    QVERIFY(torch::equal(model.a.matrix(), other.a.matrix()));
    QVERIFY(!torch::equal(model.a.matrix(), trained));
  }

  void an_average_in_a_small_type_is_swapped_too() {
    ToyModel model(torch::kBFloat16);
    auto weights = TrainedWeights::of_parameters(model, fw::adapters::match_parameters(model, {}));
    OptimizerStepConfig updating;
    updating.ema_decay = 0.5;
    updating.schedule.base = 0.5;
    OptimizerStep optimizer_step(weights, updating);
    const auto start = model.a.matrix().detach().clone();
    optimizer_step.backward(model.loss());
    optimizer_step.update(0, true);
    const auto trained = model.a.matrix().detach().clone();
    optimizer_step.swap_average();
    QVERIFY(!torch::equal(model.a.matrix(), trained) && !torch::equal(model.a.matrix(), start));
    optimizer_step.swap_average();
    QVERIFY(torch::equal(model.a.matrix(), trained));
  }

  void a_step_that_is_not_finite_changes_nothing() {
    ToyModel model(torch::kFloat32);
    auto weights = TrainedWeights::of_parameters(model, fw::adapters::match_parameters(model, {}));
    OptimizerStepConfig updating;
    updating.schedule.base = 0.5;
    updating.scale_loss = true;
    OptimizerStep optimizer_step(weights, updating);
    const auto before = model.a.matrix().detach().clone();
    optimizer_step.backward(model.loss() * std::numeric_limits<float>::quiet_NaN());
    QVERIFY(optimizer_step.update(0, true).skipped);
    optimizer_step.backward(model.loss());
    QVERIFY(optimizer_step.update(1, false).skipped);
    QVERIFY(torch::equal(model.a.matrix(), before));
    QCOMPARE(optimizer_step.scaler().scale(), 16384.0);
    // Gradients are divided by the loss scale.
    ToyModel plain_model(torch::kFloat32);
    auto plain_weights =
        TrainedWeights::of_parameters(plain_model, fw::adapters::match_parameters(plain_model, {}));
    updating.scale_loss = false;
    OptimizerStep plain(plain_weights, updating);
    optimizer_step.backward(model.loss());
    plain.backward(plain_model.loss());
    QCOMPARE(float(optimizer_step.update(2, true).grad_norm()), float(plain.update(0, true).grad_norm()));
  }

  /// The numbers of an optimizer that steps afterwards, but no gradient outlives its use.
  void weights_are_updated_within_the_backward_pass_data() {
    using fw::optim::Rule;
    using fw::optim::StateType;
    QTest::addColumn<torch::Dtype>("dtype");
    QTest::addColumn<bool>("masters");
    QTest::addColumn<Rule>("rule");
    QTest::addColumn<StateType>("state");
    QTest::newRow("fp32") << torch::kFloat32 << true << Rule::adam << StateType::float32;
    QTest::newRow("muon") << torch::kFloat32 << true << Rule::muon << StateType::float32;
    QTest::newRow("adafactor") << torch::kFloat32 << true << Rule::adafactor << StateType::float32;
    QTest::newRow("lion with masters") << torch::kBFloat16 << true << Rule::lion << StateType::float32;
    QTest::newRow("bf16, rounded") << torch::kBFloat16 << false << Rule::adam << StateType::eight_bit;
    QTest::newRow("bf16 with masters") << torch::kBFloat16 << true << Rule::adam << StateType::float32;
  }
  void weights_are_updated_within_the_backward_pass() {
    QFETCH(torch::Dtype, dtype);
    QFETCH(bool, masters);
    OptimizerStepConfig updating;
    QFETCH(fw::optim::Rule, rule);
    QFETCH(fw::optim::StateType, state);
    updating.optimizer.rule = rule;
    updating.optimizer.state = state;
    updating.schedule = {.kind = fw::optim::LrScheduleKind::linear, .base = 0.1, .total_steps = 9};
    updating.max_grad_norm = 1e9;
    updating.ema_decay = 0.5;
    const TrainedWeightsOptions how{.masters = masters ? MasterWeightsLocation::on_device
                                                       : MasterWeightsLocation::none};
    ToyModel model(dtype), plain_model(dtype);
    auto weights = TrainedWeights::of_parameters(model, fw::adapters::match_parameters(model, {}), how);
    auto plain_weights =
        TrainedWeights::of_parameters(plain_model, fw::adapters::match_parameters(plain_model, {}), how);
    OptimizerStep plain(plain_weights, updating);
    updating.fused_backward = true;
    updating.max_grad_norm = 1e-9;  // has no effect
    OptimizerStep fused(weights, updating);
    for (int64_t step = 0; step < 4; ++step) {
      fused.begin(1, step);
      plain.begin(1, step);
      const auto before = model.a.matrix().detach().clone();
      fused.backward(model.loss());
      QVERIFY(!torch::equal(model.a.matrix(), before));
      QVERIFY(fused.is_half_done());
      for (const auto* all : {&weights.weights(), &weights.parameters()})
        for (const auto& each : *all) QVERIFY(!each.tensor.grad().defined());
      plain.backward(plain_model.loss());
      const auto result = fused.update(step, true), wanted = plain.update(step, true);
      QVERIFY(!fused.is_half_done());
      QCOMPARE(result.lr, wanted.lr);
      QVERIFY(std::abs(result.grad_norm() - wanted.grad_norm()) <= 1e-6 * wanted.grad_norm());
      for (size_t i = 0; i < weights.weights().size(); ++i)
        QVERIFY(torch::equal(weights.weights()[i].tensor, plain_weights.weights()[i].tensor));
    }
    const auto kept = fused.optimizer().state(), wanted = plain.optimizer().state();
    QCOMPARE(kept.size(), wanted.size());
    for (const auto& [name, tensor] : wanted) QVERIFY(torch::equal(kept.at(name), tensor));
    fused.swap_average();
    plain.swap_average();
    QVERIFY(torch::equal(model.a.matrix(), plain_model.a.matrix()));
  }

  void a_pass_that_has_spoiled_weights_says_so() {
    ToyModel model(torch::kFloat32);
    auto weights = TrainedWeights::of_parameters(model, fw::adapters::match_parameters(model, {}));
    OptimizerStep fused(weights, {.fused_backward = true});
    fused.begin(1, 0);
    fused.backward(model.loss() * std::numeric_limits<float>::quiet_NaN());
    try {
      fused.update(0, false);
      QFAIL("nothing was thrown");
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().code, "training.fused_not_finite");
    }
    QVERIFY(fused.is_half_done());  // so that it is not saved
    QVERIFY_EXCEPTION_THROWN(OptimizerStep(weights, {.fused_backward = true}, {.rank = 0, .size = 2}),
                             fw::Error);
  }

  /// Equal micro-batches, each clipped: after the first there is the norm, after the second the sum of that
  /// and the second's.
  void gradients_are_clipped_by_update_or_by_micro_batch() {
    const auto norms = [](Clipping clipping, bool scale_loss) {
      ToyModel model(torch::kFloat32);
      auto weights = TrainedWeights::of_parameters(model, fw::adapters::match_parameters(model, {}));
      OptimizerStep optimizer_step(
          weights,
          {.max_grad_norm = 1e-3, .clipping = clipping, .accumulation = 2, .scale_loss = scale_loss});
      for (int i = 0; i < 2; ++i) optimizer_step.backward(model.loss());
      return optimizer_step.update(0, true).grad_norms;
    };
    const auto whole = norms(Clipping::update, false);
    QCOMPARE(whole.size(), size_t{1});
    for (const bool scale_loss : {false, true}) {
      const auto each = norms(Clipping::micro_batch, scale_loss);
      QCOMPARE(each.size(), size_t{2});
      QVERIFY(std::abs(each[0] - whole[0] / 2) < 1e-5 * whole[0]);
      QVERIFY(std::abs(each[1] - (each[0] + 1e-3)) < 1e-5 * whole[0]);
    }
  }
};

QTEST_GUILESS_MAIN(TestOptimizerStep)
#include "test_optimizer_step.moc"
