// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <filesystem>
#include <map>

#include "adapters/module_match.h"
#include "memory/checkpointing.h"
#include "nn/linear.h"
#include "support/thread_world.h"
#include "support/tiny_run.h"
#include "tensor/libtorch.h"
#include "training/checkpoint.h"

using namespace fw::training;
using fw::distributed::Ranks;
using fw::distributed::World;
using fw::support::ThreadWorld;
namespace fs = std::filesystem;
namespace optim = fw::optim;

namespace {

constexpr int64_t micro_batches = 12;  // of an update: 2, 3 and 4 ranks share it

/// Blocks with more values than an 8-bit state keeps in float32, and a layer that never gets a gradient.
struct ToyModel : fw::nn::Module {
  fw::nn::Linear first, last, unused;
  fw::nn::ModuleList<fw::nn::Linear> blocks;
  explicit ToyModel(torch::Dtype dtype)
      : first(24, 72, fw::nn::Bias::yes, dtype),
        last(72, 7, fw::nn::Bias::no, dtype),
        unused(5, 3, fw::nn::Bias::yes, dtype) {
    add_child("first", first);
    add_child("blocks", blocks);
    add_child("last", last);
    add_child("unused", unused);
    for (int i = 0; i < 3; ++i) blocks.emplace_back(72, 72, fw::nn::Bias::yes, dtype);
    auto generator = at::make_generator<at::CPUGeneratorImpl>(uint64_t{5});
    for_each_parameter([&](const std::string&, torch::Tensor& slot) {
      slot = (torch::randn(slot.sizes(), generator) * 0.2).to(dtype);
    });
  }
  /// Of the run's micro-batch `k`.
  torch::Tensor loss(int64_t k, const fw::nn::BlockRunner& runner) {
    auto generator = at::make_generator<at::CPUGeneratorImpl>(static_cast<uint64_t>(77 + k));
    torch::Tensor x = torch::randn({9, 24}, generator).to(first.matrix().scalar_type());
    x = torch::tanh(first.forward(x));
    for (size_t i = 0; i < blocks.size(); ++i) {
      fw::nn::Linear& block = blocks[i];
      const auto run = [&block](const fw::nn::Tensors& in) {
        return fw::nn::Tensors{torch::gelu(block.forward(in[0])) + in[0]};
      };
      x = fw::nn::run_block(runner, {i, block, {x}, run}).front();
    }
    return last.forward(x).to(torch::kFloat32).square().mean();
  }
};

/// How a run trains, independent of the number of ranks.
struct Way {
  torch::Dtype dtype = torch::kFloat32;
  MasterWeightsLocation masters = MasterWeightsLocation::on_device;
  OptimizerStepConfig updating{};
};

/// The bits to compare.
struct Seen {
  std::vector<double> norms;
  std::vector<torch::Tensor> weights, averages;

  bool operator==(const Seen& other) const {
    const auto same = [](const auto& one, const auto& two) {
      return std::ranges::equal(one, two, [](const auto& x, const auto& y) { return torch::equal(x, y); });
    };
    return norms == other.norms && same(weights, other.weights) && same(averages, other.averages);
  }
};

/// One process's part of a run. @param stage  of ZeRO
struct Trained {
  ToyModel model;
  World world;
  fw::memory::BlockMemory memory;
  fw::nn::BlockRunner runner;
  TrainedWeights weights;
  OptimizerStep optimizer_step;

  Trained(const Way& way, World all, int stage, fw::nn::BlockRunner inner = {})
      : model(way.dtype),
        world(std::move(all)),
        memory(memory_of(way, stage)),
        runner(fw::memory::run_blocks(memory, std::move(inner))),
        weights(TrainedWeights::of_parameters(model, fw::adapters::match_parameters(model, {}),
                                              {.masters = way.masters,
                                               .world = world,
                                               .kept = stage > 0 ? Kept::at_owner : Kept::everywhere,
                                               .streamer = memory.streamer.get(),
                                               .bucket_bytes = 2048})),
        optimizer_step(weights, way.updating, world) {}

  fw::memory::BlockMemory memory_of(const Way& way, int stage) {
    fw::memory::BlockMemory made;
    if (stage < 3 || !world.ranks) return made;
    made.streamer = fw::memory::BlockStreamer::create(
        model, torch::kCPU,
        {.lists = {"blocks"},
         .streamed_blocks = way.masters == MasterWeightsLocation::on_host ? 2 : 0,
         .ranks = world.ranks});
    return made;
  }
  void update(int64_t step, Seen& seen) {
    optimizer_step.begin(micro_batches, step);
    for (int64_t round = 0; round < world.rounds(micro_batches); ++round)
      optimizer_step.backward(model.loss(step * micro_batches + round * world.size + world.rank, runner));
    weights.finish_gradients();
    seen.norms.push_back(optimizer_step.update(step, true).grad_norm());
  }
  /// Copies of all weights at rank 0, wherever they are.
  std::vector<torch::Tensor> copies() {
    std::vector<torch::Tensor> all;
    const auto copy = [&](const fw::memory::BlockStreamer::Load& load) {
      model.for_each_parameter([&](const std::string&, torch::Tensor& slot) {
        load(slot);
        all.push_back(slot.detach().clone());
      });
    };
    memory.streamer ? memory.streamer->on_first(copy) : copy([](const torch::Tensor&) {});
    return all;
  }
  Seen train(int64_t from, int64_t to) {
    Seen seen;
    for (int64_t step = from; step < to; ++step) update(step, seen);
    {
      const AveragedWeights averaged(optimizer_step);
      seen.averages = copies();
    }
    seen.weights = copies();
    return seen;
  }
  /// Whether this process has seen the same, as far as it can.
  bool has_same(Seen seen, const Seen& wanted) const {
    if (memory.streamer && world.rank > 0) {
      seen.weights = wanted.weights;
      seen.averages = wanted.averages;
    }
    return seen == wanted;
  }
};

Seen alone(const Way& way, int64_t from, int64_t to) {
  Trained trained(way, {}, 0);
  trained.train(0, from);
  return trained.train(from, to);
}

Way way(const QString& name) {
  Way way;
  way.updating.schedule.base = 1e-2;
  way.updating.schedule.warmup_steps = 0;
  way.updating.max_grad_norm = 0.05;  // clips each update
  way.updating.ema_decay = 0.9;
  if (name != "fp32") way.dtype = torch::kBFloat16;
  if (name == "bf16 alone") way.masters = MasterWeightsLocation::none;
  if (name == "on the host") way.masters = MasterWeightsLocation::on_host;
  if (name == "8 bits") way.updating.optimizer.state = optim::StateType::eight_bit;
  const std::map<QString, optim::Rule> rules = {
      {"Muon", optim::Rule::muon},       {"Adafactor", optim::Rule::adafactor},
      {"Prodigy", optim::Rule::prodigy}, {"CAME", optim::Rule::came},
      {"Lion", optim::Rule::lion},       {"schedule-free", optim::Rule::schedule_free}};
  if (const auto rule = rules.find(name); rule != rules.end()) way.updating.optimizer.rule = rule->second;
  if (name == "Prodigy") way.updating.schedule.base = 1;
  if (name == "schedule-free") way.updating.ema_decay = 0;  // it has its own average
  return way;
}

const QStringList ways{"fp32",      "bf16 with masters", "bf16 alone", "on the host", "8 bits",       "Muon",
                       "Adafactor", "Prodigy",           "CAME",       "Lion",        "schedule-free"};

}  // namespace

/// Optimizer state, master weights and gradient sums that are sharded over ranks.
class TestZero : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

 private Q_SLOTS:
  void initTestCase() {
    at::set_num_threads(1);
    fw::support::make_tiny_model(path("model"));
    fw::support::make_tiny_dataset(path("."), 7);
  }

  void updates_have_the_bits_of_one_process_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("stage");
    for (const QString& name : ways)
      for (const int ranks : {2, 3, 4})
        for (const int stage : {0, 2, 3})
          QTest::addRow("%s, %d ranks, stage %d", qPrintable(name), ranks, stage) << name << ranks << stage;
  }
  void updates_have_the_bits_of_one_process() {
    QFETCH(QString, name);
    QFETCH(int, ranks);
    QFETCH(int, stage);
    const Seen wanted = alone(way(name), 0, 3);
    std::atomic<int> same = 0;
    std::atomic<int64_t> kept = 0;
    const auto faults = ThreadWorld().run(ranks, [&](Ranks& each) {
      Trained trained(way(name), fw::support::world_of(each), stage);
      same += trained.has_same(trained.train(0, 3), wanted);
      for (const optim::Parameter& parameter : trained.weights.parameters()) kept += parameter.tensor.numel();
    });
    for (const fw::Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    QCOMPARE(same.load(), ranks);
    ToyModel model(torch::kFloat32);
    QCOMPARE(kept.load(), model.parameter_count() * (stage > 0 ? 1 : ranks));
  }

  /// Waiting for the end of the backward pass would mean holding the gradients of the whole model.
  void gradients_leave_during_the_backward_pass() {
    std::atomic<int64_t> held = -1;
    const auto faults = ThreadWorld().run(2, [&](Ranks& each) {
      Trained trained(way("fp32"), fw::support::world_of(each), 2);
      const auto runner = [&](const fw::nn::BlockCall& call) {
        fw::nn::Tensors out = trained.runner ? trained.runner(call) : call.run();
        if (call.index > 0) return out;
        // When the pass gets here, all blocks but the first have their gradients.
        out[0].register_hook([&](const torch::Tensor& gradient) {
          int64_t elements = 0;
          for (const optim::Parameter& weight : trained.weights.weights())
            if (weight.tensor.grad().defined()) elements += weight.tensor.numel();
          if (each.rank == 0) held = elements;
          return gradient;
        });
        return out;
      };
      Seen seen;
      trained.update(0, seen);  // which discovers that `unused` has no gradient
      trained.optimizer_step.begin(2, 1);
      trained.optimizer_step.backward(trained.model.loss(each.rank, runner));
    });
    for (const fw::Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    QVERIFY2(held >= 0 && held < 72 * 72, qPrintable(QString::number(held)));
  }

  /// In stage 3 a pass needs all ranks, which may have different numbers of passes, or leave one early.
  void ranks_accompany_each_other_through_passes() {
    ToyModel model(torch::kFloat32);
    std::vector<float> wanted;
    for (int64_t k = 0; k < 4; ++k) wanted.push_back(model.loss(k, {}).item<float>());
    std::atomic<int> right = 0;
    const auto faults = ThreadWorld().run(3, [&](Ranks& each) {
      std::optional<size_t> leave_at;
      Trained trained(way("fp32"), fw::support::world_of(each), 3, [&](const fw::nn::BlockCall& call) {
        if (leave_at == call.index) throw fw::Cancelled();
        return call.run();
      });
      const torch::NoGradGuard no_grad;
      for (size_t round = 0; round < 4; ++round) {
        for (int64_t k = 0; k < each.rank + 1; ++k)
          right += trained.model.loss(k, trained.runner).item<float>() == wanted[static_cast<size_t>(k)];
        if (each.rank == 1) leave_at = round % 3;  // in the middle of a pass
        try {
          if (leave_at) trained.model.loss(3, trained.runner);
        } catch (const fw::Cancelled&) {
          ++right;
        }
        leave_at.reset();
        trained.memory.streamer->serve_until_all_done();
      }
    });
    for (const fw::Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    QCOMPARE(right.load(), 4 * (1 + 2 + 3 + 1));
  }

  void what_a_rank_keeps_of_blocks_is_its_share() {
    std::atomic<int64_t> kept = 0;
    const auto faults = ThreadWorld().run(4, [&](Ranks& each) {
      Trained trained(way("fp32"), fw::support::world_of(each), 3);
      for (size_t i = 0; i < trained.model.blocks.size(); ++i)
        trained.model.blocks[i].for_each_slot([&](const std::string&, torch::Tensor& slot) {
          if (!slot.is_meta()) kept += slot.numel();
        });
    });
    for (const fw::Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    QCOMPARE(kept.load(), int64_t{3 * (72 * 72 + 72)});
  }

  void any_world_reads_what_another_has_written_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("writers");
    QTest::addColumn<int>("readers");
    QTest::addColumn<int>("written_by");
    QTest::addColumn<int>("read_by");
    for (const QString& name : ways)
      for (const auto& [writers, readers, written_by, read_by] :
           {std::tuple(4, 1, 2, 0), {4, 3, 2, 2}, {1, 2, 0, 3}, {3, 2, 3, 0}, {2, 4, 2, 3}, {3, 4, 3, 2}})
        QTest::addRow("%s, from %d in stage %d to %d in stage %d", qPrintable(name), writers, written_by,
                      readers, read_by)
            << name << writers << readers << written_by << read_by;
  }

  void any_world_reads_what_another_has_written() {
    QFETCH(QString, name);
    QFETCH(int, writers);
    QFETCH(int, readers);
    QFETCH(int, written_by);
    QFETCH(int, read_by);
    const Seen wanted = alone(way(name), 2, 4);
    const auto run = fw::support::make_tiny_run(path("."));
    const auto write = [&](Trained& trained) {
      trained.train(0, 2);
      write_checkpoint(run, {.step = 2}, trained.weights, trained.optimizer_step, Pruned::when_old,
                       trained.world);
    };
    std::atomic<int> same = 0;
    const auto read = [&](Trained& trained) {
      read_checkpoint(run.checkpoint(2), trained.weights, trained.optimizer_step);
      same += trained.has_same(trained.train(2, 4), wanted);
    };
    const auto with = [&](int ranks, int stage, const auto& work) {
      if (ranks == 1) {
        Trained trained(way(name), {}, stage);
        return work(trained);
      }
      for (const fw::Fault& fault : ThreadWorld().run(ranks, [&](Ranks& each) {
             Trained trained(way(name), fw::support::world_of(each), stage);
             work(trained);
           }))
        QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    };
    with(writers, written_by, write);
    QCOMPARE(fs::exists(run.checkpoint(2) / "optimizer.safetensors.index.json"), writers > 1);
    with(readers, read_by, read);
    QCOMPARE(same.load(), readers);
  }

  void a_checkpoint_that_one_rank_cannot_write_is_none_data() {
    QTest::addColumn<bool>("exists");
    QTest::addColumn<QString>("code");
    QTest::newRow("it sees no folder") << false << "base.write_failed";
    QTest::newRow("it sees a folder of its own") << true << "training.not_shared";
  }
  void a_checkpoint_that_one_rank_cannot_write_is_none() {
    QFETCH(bool, exists);
    QFETCH(QString, code);
    const auto run = fw::support::make_tiny_run(path("."));
    const fw::run::RunPaths elsewhere{path("elsewhere")};
    if (exists) fs::create_directories(elsewhere.checkpoints() / ".part-step-00000001");
    std::atomic<int> failed = 0;
    const auto faults = ThreadWorld().run(3, [&](Ranks& each) {
      Trained trained(way("fp32"), fw::support::world_of(each), 2);
      const auto write = [&](const fw::run::RunPaths& paths) {
        write_checkpoint(paths, {.step = 1}, trained.weights, trained.optimizer_step, Pruned::when_old,
                         trained.world);
      };
      try {
        write(each.rank == 1 ? elsewhere : run);
      } catch (const fw::Error& error) {
        failed += error.fault().code == code.toStdString();
      }
      if (each.rank == 0 && fw::run::checkpoint_steps(run).empty() && fs::is_empty(run.checkpoints()))
        ++failed;
      write(run);  // then they continue together
    });
    for (const fw::Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    QCOMPARE(failed.load(), 4);
    QCOMPARE(fw::run::checkpoint_steps(run), (std::vector<int64_t>{1}));
  }
};

QTEST_GUILESS_MAIN(TestZero)
#include "test_zero.moc"
