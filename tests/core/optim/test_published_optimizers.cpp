// SPDX-License-Identifier: Apache-2.0
#include <ATen/Parallel.h>

#include <QtTest>
#include <barrier>
#include <cmath>
#include <filesystem>
#include <thread>

#include "base/error.h"
#include "optim/optimizer.h"
#include "tensor/checkpoint.h"
#include "tensor/libtorch.h"

using namespace fw::optim;

namespace {

constexpr int steps = 50, warm_up = 10;

struct Method {
  const char* name;  ///< also of its file
  OptimizerConfig config;
  double lr = 1e-2;
  bool rises = false;  ///< the learning rate, in the first steps
};

OptimizerConfig config_of(Rule rule, double beta1, double beta2, double weight_decay) {
  OptimizerConfig config{Decay::decoupled, beta1, beta2, 1e-8, weight_decay};
  config.rule = rule;
  return config;
}

/// As in tests/reference/make_optimizer_steps.py.
std::vector<Method> make_methods() {
  std::vector<Method> all;
  const auto add = [&](const char* name, OptimizerConfig config, double lr, bool rises, auto change) {
    change(config);
    all.push_back({name, config, lr, rises});
  };
  const auto as_is = [](OptimizerConfig&) {};
  add("adafactor", config_of(Rule::adafactor, 0, 0, 0.1), 1e-2, false, as_is);
  add("adafactor_relative", config_of(Rule::adafactor, 0, 0, 0), 1, false,
      [](OptimizerConfig& c) { c.adafactor = {.scale_parameter = true, .relative_step = true}; });
  add("adafactor_warmup", config_of(Rule::adafactor, 0, 0, 0), 1, false, [](OptimizerConfig& c) {
    c.adafactor = {.scale_parameter = true, .relative_step = true, .warmup_init = true};
  });
  add("adafactor_moment", config_of(Rule::adafactor, 0.9, 0, 0.1), 1e-2, true, [](OptimizerConfig& c) {
    c.adafactor = {.scale_parameter = true, .first_moment = true};
    c.clip_threshold = 0.5;
  });
  add("prodigy", config_of(Rule::prodigy, 0.9, 0.999, 0.1), 1, false, as_is);
  add("prodigy_safeguarded", config_of(Rule::prodigy, 0.9, 0.999, 0), 1, false, [](OptimizerConfig& c) {
    c.beta3 = 0.9;
    c.prodigy = {1e-4, 2, 1.5, true, true};
  });
  add("prodigy_coupled", config_of(Rule::prodigy, 0, 0.99, 0.1), 0.5, false, [](OptimizerConfig& c) {
    c.decay = Decay::coupled;
    c.prodigy.d0 = 1e-5;
  });
  add("came", config_of(Rule::came, 0.9, 0.99, 0.1), 1e-2, true, [](OptimizerConfig& c) {
    c.beta3 = 0.999;
    c.clip_threshold = 0.7;
  });
  add("lion", config_of(Rule::lion, 0.9, 0.99, 0.1), 1e-2, true, as_is);
  add("schedule_free", config_of(Rule::schedule_free, 0.9, 0.99, 0.1), 1e-2, true, as_is);
  return all;
}
const std::vector<Method> methods = make_methods();

void add_methods() {
  QTest::addColumn<int>("index");
  for (size_t i = 0; i < methods.size(); ++i) QTest::newRow(methods[i].name) << static_cast<int>(i);
}

const Method& method(int index) {
  return methods[static_cast<size_t>(index)];
}

/// Values in -1 to 1: exact except for one division.
torch::Tensor scattered(int64_t count, int64_t times, int64_t offset) {
  return ((torch::arange(count, torch::kInt64) * times + offset).remainder(2003) - 1001).to(torch::kFloat32) /
         1001;
}

struct Shape {
  const char* name;
  std::vector<int64_t> sizes;
};
const std::vector<Shape> shapes = {{"matrix", {24, 40}},     {"tall", {33, 5}}, {"vector", {37}},
                                   {"kernel", {6, 4, 3, 3}}, {"zero", {5, 8}},  {"large", {32, 128}}};

std::vector<Parameter> first_weights(torch::Device device = torch::kCPU) {
  std::vector<Parameter> weights;
  for (size_t i = 0; i < shapes.size(); ++i) {
    const auto [name, sizes] = shapes[i];
    const auto count = torch::zeros(sizes).numel();
    const double factor = std::string(name) == "zero" ? 0 : 0.5;
    const auto values = scattered(count, 7919, 13 * static_cast<int64_t>(i)) * factor;
    weights.push_back({name, values.view(sizes).to(device).requires_grad_(true)});
  }
  return weights;
}

void give_gradient(const Parameter& weight, int64_t step) {
  const auto found =
      std::ranges::find_if(shapes, [&](const Shape& shape) { return weight.name == shape.name; });
  const int64_t number = found - shapes.begin(), count = weight.tensor.numel();
  const auto places = torch::arange(count, torch::kInt64);
  const auto sizes = torch::tensor({1.0, 0.1, 0.01, 0.001}, torch::kFloat32).index({places.remainder(4)});
  const auto steady = ((places * 613 + 7 * number).remainder(97) - 48).to(torch::kFloat32) / 480;
  const auto gradient = scattered(count, 7919, 104729 * step + 31 * number) * sizes + steady;
  weight.tensor.mutable_grad() = gradient.view(weight.tensor.sizes()).to(weight.tensor.device());
}

double rate(const Method& method, int step) {
  return method.rises ? method.lr * std::min(1.0, static_cast<double>(step) / warm_up) : method.lr;
}

/// @param from, to  steps, counted from 1
void train(const Method& method, const std::vector<Parameter>& weights, Optimizer& optimizer, int from,
           int to) {
  for (int step = from; step <= to; ++step) {
    for (const Parameter& weight : weights) give_gradient(weight, step);
    optimizer.step(rate(method, step));
  }
}

/// The largest difference, relative to the largest value.
double difference(const torch::Tensor& a, const torch::Tensor& b) {
  return ((a.detach() - b).abs().max() / b.abs().max()).item<double>();
}

StateTensors copy_of(const StateTensors& state) {
  StateTensors copy;
  for (const auto& [name, tensor] : state) copy[name] = tensor.detach().clone();
  return copy;
}

}  // namespace

/// The optimizers that others have published, against what their packages compute.
class TestPublishedOptimizers : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { at::set_num_threads(1); }

  void steps_like_the_package_data() { add_methods(); }
  void steps_like_the_package() {
    QFETCH(int, index);
    const std::string file = std::string(method(index).name) + ".safetensors";
    const auto published = fw::tensor::Checkpoint::open(
        std::filesystem::path(FW_SOURCE_FOLDER "/tests/reference/optimizers") / file);
    const std::vector<Parameter> weights = first_weights();
    const auto optimizer = make_optimizer(weights, method(index).config);
    const auto compare = [&](const std::string& when) {
      for (const Parameter& weight : weights) {
        const auto wanted = published.load(weight.name + "." + when, torch::kFloat32, torch::kCPU);
        const auto values = weight.tensor.detach().flatten();
        const double off =
            difference(weight.name == "large" ? values.slice(0, 0, {}, 8) : values, wanted.flatten());
        QVERIFY2(off <= 1e-6,
                 qPrintable(QString::fromStdString(weight.name + "." + when + ": ") + QString::number(off)));
      }
    };
    int before = 0;
    for (const int until : {1, 10, steps}) {
      train(method(index), weights, *optimizer, before + 1, until);
      compare(std::to_string(until));
      before = until;
    }
    if (!optimizer->has_average()) return;
    const auto trained = weights[0].tensor.detach().clone();
    optimizer->swap_average();
    compare("average");
    optimizer->swap_average();
    QVERIFY(torch::equal(weights[0].tensor, trained));
  }

  /// As a checkpoint does it: the weights to use are saved, and those that are trained are in the state.
  void saved_state_continues_bit_for_bit_data() { add_methods(); }
  void saved_state_continues_bit_for_bit() {
    QFETCH(int, index);
    const std::vector<Parameter> first = first_weights(), second = first_weights();
    const auto whole = make_optimizer(first, method(index).config),
               other = make_optimizer(second, method(index).config);
    train(method(index), first, *whole, 1, 7);
    if (whole->has_average()) whole->swap_average();
    for (size_t i = 0; i < first.size(); ++i) second[i].tensor.detach().copy_(first[i].tensor.detach());
    const StateTensors saved = copy_of(whole->state());
    if (whole->has_average()) whole->swap_average();
    other->load_state(saved);
    train(method(index), first, *whole, 8, 20);
    train(method(index), second, *other, 8, 20);
    for (size_t i = 0; i < first.size(); ++i) QVERIFY(torch::equal(first[i].tensor, second[i].tensor));
    const auto state = other->state();
    for (const auto& [name, tensor] : whole->state())
      QVERIFY2(torch::equal(tensor, state.at(name)), name.c_str());
    QCOMPARE(other->shown_rate(1), whole->shown_rate(1));
    StateTensors lacking = saved;
    lacking.erase("step.tall");
    QVERIFY_EXCEPTION_THROWN(other->load_state(lacking), fw::Error);
  }

  void gradients_are_scaled_first_data() { add_methods(); }
  void gradients_are_scaled_first() {
    QFETCH(int, index);
    const std::vector<Parameter> first = first_weights(), second = first_weights();
    const auto one = make_optimizer(first, method(index).config),
               other = make_optimizer(second, method(index).config);
    for (int step = 1; step <= 3; ++step) {
      for (size_t i = 0; i < first.size(); ++i) {
        give_gradient(first[i], step);
        second[i].tensor.mutable_grad() = first[i].tensor.grad() * 0.5;
      }
      one->step(0.1, 0.5);
      other->step(0.1);
    }
    for (size_t i = 0; i < first.size(); ++i) QVERIFY(torch::equal(first[i].tensor, second[i].tensor));
  }

  /// Parameters without a gradient stay, and each counts its own steps: the update within the backward pass.
  void parameters_may_step_one_by_one_data() { add_methods(); }
  void parameters_may_step_one_by_one() {
    QFETCH(int, index);
    if (method(index).config.rule == Rule::prodigy) QSKIP("its rate comes from all gradients at once");
    const std::vector<Parameter> first = first_weights(), second = first_weights();
    const auto together = make_optimizer(first, method(index).config),
               apart = make_optimizer(second, method(index).config);
    train(method(index), first, *together, 1, 3);
    for (int step = 1; step <= 3; ++step)
      for (const Parameter& weight : second) {
        give_gradient(weight, step);
        apart->step(rate(method(index), step));
        weight.tensor.mutable_grad() = torch::Tensor();
      }
    for (size_t i = 0; i < first.size(); ++i) QVERIFY(torch::equal(first[i].tensor, second[i].tensor));
  }

  void a_rate_of_zero_changes_nothing_data() { add_methods(); }
  void a_rate_of_zero_changes_nothing() {
    QFETCH(int, index);
    if (method(index).config.adafactor.relative_step) QSKIP("it does not use the learning rate");
    const std::vector<Parameter> weights = first_weights(), before = first_weights();
    const auto optimizer = make_optimizer(weights, method(index).config);
    for (const Parameter& weight : weights) give_gradient(weight, 1);
    optimizer->step(0);
    for (size_t i = 0; i < weights.size(); ++i) QVERIFY(torch::equal(weights[i].tensor, before[i].tensor));
  }

  void each_parameter_may_have_its_own_rate_data() {
    QTest::addColumn<int>("rule");
    for (const auto& [name, rule] : {std::pair{"adam", Rule::adam},
                                     {"muon", Rule::muon},
                                     {"adafactor", Rule::adafactor},
                                     {"came", Rule::came},
                                     {"lion", Rule::lion},
                                     {"galore", Rule::galore},
                                     {"schedule free", Rule::schedule_free}})
      QTest::newRow(name) << static_cast<int>(rule);
  }
  void each_parameter_may_have_its_own_rate() {
    QFETCH(int, rule);
    const auto config = config_of(static_cast<Rule>(rule), 0.9, 0.99, 0.1);
    std::vector<Parameter> mixed = first_weights();
    const std::vector<Parameter> slow = first_weights(), fast = first_weights();
    for (size_t i = 0; i < mixed.size(); i += 2) mixed[i].lr_factor = 16;
    const auto by_factor = make_optimizer(mixed, config), slowly = make_optimizer(slow, config),
               quickly = make_optimizer(fast, config);
    const Method constant{"", config, 1.0 / 1024}, quick{"", config, 1.0 / 64};
    train(constant, mixed, *by_factor, 1, 4);
    train(constant, slow, *slowly, 1, 4);
    train(quick, fast, *quickly, 1, 4);
    for (size_t i = 0; i < mixed.size(); ++i) {
      const bool is_fast = i % 2 == 0;
      QVERIFY(torch::equal(mixed[i].tensor, (is_fast ? fast : slow)[i].tensor));
      QVERIFY(!torch::equal(mixed[i].tensor, (is_fast ? slow : fast)[i].tensor));
    }
  }

  /// Two owners of parameters, which exchange the sums in the order of one process.
  void prodigy_finds_the_same_rate_over_ranks() {
    const Method& one = *std::ranges::find(methods, std::string("prodigy"), &Method::name);
    const std::vector<Parameter> whole = first_weights();
    const auto alone = make_optimizer(whole, one.config);
    train(one, whole, *alone, 1, steps);
    std::vector<std::vector<Parameter>> owned(2);
    const std::vector<Parameter> shared = first_weights();
    for (size_t i = 0; i < shared.size(); ++i) owned[i % 2].push_back(shared[i]);
    std::barrier meeting(2);
    std::vector<ParameterSums> all(shared.size());
    const auto work = [&](size_t rank) {
      OptimizerConfig config = one.config;
      config.gather_sums = [&, rank](const std::vector<ParameterSums>& own) {
        for (size_t i = 0; i < own.size(); ++i) all[2 * i + rank] = own[i];
        meeting.arrive_and_wait();
        const auto copy = all;
        meeting.arrive_and_wait();
        return copy;
      };
      const auto optimizer = make_optimizer(owned[rank], config);
      train(one, owned[rank], *optimizer, 1, steps);
    };
    std::thread other([&] { work(1); });
    work(0);
    other.join();
    for (size_t i = 0; i < whole.size(); ++i) QVERIFY(torch::equal(whole[i].tensor, shared[i].tensor));
  }

  void a_found_rate_is_shown() {
    OptimizerConfig config = config_of(Rule::adafactor, 0, 0, 0);
    config.adafactor.relative_step = true;
    const std::vector<Parameter> weights = first_weights();
    const auto adafactor = make_optimizer(weights, config);
    train({"", config}, weights, *adafactor, 1, 3);
    QCOMPARE(adafactor->shown_rate(5), 1e-2);
    const auto prodigy = make_optimizer(weights, config_of(Rule::prodigy, 0.9, 0.99, 0));
    QCOMPARE(prodigy->shown_rate(0.5), 0.5e-6);
    train({"", config, 1}, weights, *prodigy, 1, steps);
    QVERIFY(prodigy->shown_rate(1) > 1e-5);
  }

  void an_average_needs_beta1() {
    QVERIFY_EXCEPTION_THROWN(make_optimizer(first_weights(), config_of(Rule::schedule_free, 0, 0.9, 0)),
                             fw::Error);
  }

  void works_in_a_dry_run_data() { add_methods(); }
  void works_in_a_dry_run() {
    QFETCH(int, index);
    const std::vector<Parameter> weights = first_weights(torch::kMeta);
    const auto optimizer = make_optimizer(weights, method(index).config);
    train(method(index), weights, *optimizer, 1, 2);
    for (const auto& [name, tensor] : optimizer->state())
      QVERIFY2(tensor.is_meta() || tensor.numel() == 1, name.c_str());
    if (!optimizer->has_average()) return;
    optimizer->swap_average();
    optimizer->swap_average();
  }
};

QTEST_GUILESS_MAIN(TestPublishedOptimizers)
#include "test_published_optimizers.moc"
