// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "base/atomic_file.h"
#include "dataset/dataset_manifest.h"
#include "engine_api/requests.h"
#include "engine_api/results.h"
#include "workflow/sweep.h"
#include "workflow/sweep_table.h"

using namespace fw::workflow;
using namespace fw::engine_api;
namespace fs = std::filesystem;
namespace run = fw::run;

namespace {

constexpr fw::ErrorCode no_memory{"test.no_memory", "No memory.", ""};

/// Trains nothing, but leaves a run's traces: its held-out loss is its learning rate, and rank 3 fails.
class FakeTraining {
 public:
  std::vector<std::string> trained;  ///< "<run's lr>:<rank> <first step>-<last step>", in order
  std::function<void(int64_t step)> at_step = [](int64_t) {};

  JobKind kind() {
    return kind_of<TrainRequest>(
        [this](const TrainRequest& request, JobContext& context) { return train({request.run}, context); });
  }

 private:
  static void add_event(const run::RunPaths& paths, nlohmann::json event, int64_t step) {
    event["step"] = step;
    event["time_ms"] = step;
    std::ofstream(paths.events(), std::ios::app) << event.dump() << '\n';
  }

  static void save(const run::RunPaths& paths, int64_t step) {
    fs::create_directories(paths.checkpoint(step));
  }

  Outcome train(const run::RunPaths& paths, JobContext& context) {
    const run::RunSettings settings = run::read_run_file(paths.run_file()).settings;
    const int64_t begin = run::run_status(paths).step;
    add_event(paths, {{"event", "started"}, {"total_steps", settings.train_steps}}, begin);
    if (settings.rank == 3) {
      add_event(paths, {{"event", "ended"}, {"state", "failed"}}, begin);
      throw fw::Error(no_memory);
    }
    int64_t step = begin;
    Outcome outcome = Outcome::finished({});
    while (step < settings.train_steps && outcome.state == JobState::finished) {
      ++step;
      at_step(step);
      if (context.stop().stop_requested()) throw fw::Cancelled();  // as killed: no checkpoint
      add_event(paths, {{"event", "metrics"}, {"values", {{"loss_average", 1.0 / double(step)}}}}, step);
      if (step % settings.held_out_steps == 0)
        add_event(paths, {{"event", "held_out"}, {"values", {{"held_out_loss", settings.lr}}}}, step);
      context.progress({"training", step, settings.train_steps, 2.0, 1.0, {}});
      if (const auto request = context.take_request())
        outcome.state = request->verb == Verb::pause ? JobState::paused : JobState::stopped;
    }
    save(paths, step);
    if (outcome.state != JobState::paused) fs::create_directories(paths.result());
    char line[80];
    std::snprintf(line, sizeof line, "%g:%lld %lld-%lld", settings.lr, (long long)settings.rank,
                  (long long)begin, (long long)step);
    trained.emplace_back(line);
    return outcome;
  }
};

/// A context that hands over requests and keeps the progress.
class Context : public JobContext {
 public:
  std::vector<Request> requests;
  std::stop_source source;
  std::vector<fw::Progress> progress;
  std::vector<std::string> errors;
  std::vector<fs::path> runs;

  JobId id() const override { return 1; }
  std::stop_token stop() const override { return source.get_token(); }
  std::optional<Request> take_request() override {
    if (requests.empty()) return std::nullopt;
    const Request request = requests.front();
    requests.erase(requests.begin());
    return request;
  }
  void publish(EventBody event) override {
    if (const auto* made = std::get_if<fw::Progress>(&event)) progress.push_back(*made);
    if (const auto* file = std::get_if<FileMade>(&event);
        file != nullptr && file->what == FileMade::What::run)
      runs.push_back(file->path);
    if (const auto* logged = std::get_if<Logged>(&event); logged != nullptr && logged->fault)
      errors.push_back(logged->fault->code);
  }
};

}  // namespace

/// Sweeps without a network: order, resume, failures, halving, and the table.
class TestSweepJob : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;
  FakeTraining training_;

  fs::path path(const std::string& name) const { return fs::path(folder_->path().toStdString()) / name; }

  NewSweep made(std::vector<run::SweepAxis> axes, int64_t halving = 1) const {
    return {.text =
                "schema = 1\n[model]\nfamily = \"cogvideox\"\nfolder = \"model\"\n[data]\ndataset = "
                "\"dataset.jsonl\"\ncache = \"cache\"\n[training]\ntrain_steps = 100\n[validation]\n"
                "held_out_samples = 1\nheld_out_steps = 10\n",
            .file = path("füchse.toml"),
            .axes = std::move(axes),
            .halving = halving};
  }
  static run::SweepAxis rates(const std::vector<std::string>& values) {
    run::SweepAxis axis{{"optimizer.lr"}, {}};
    for (const std::string& value : values) axis.steps.push_back({value});
    return axis;
  }

  Outcome go(const fs::path& sweep, Context& context) {
    return sweep_kind(training_.kind()).make(SweepRequest{sweep})->run(context);
  }
  Outcome go(const fs::path& sweep) {
    Context context;
    return go(sweep, context);
  }
  static SweepResult result_of(const Outcome& outcome) { return outcome.result.get<SweepResult>(); }
  std::vector<std::string> taken() { return std::exchange(training_.trained, {}); }
  static std::vector<std::string> states(const fs::path& sweep) {
    std::vector<std::string> all;
    for (const SweepRow& row : sweep_table(sweep)) all.emplace_back(fw::name_of(row.state));
    return all;
  }
  template <typename Work>
  static std::string code_of(const Work& work) {
    try {
      work();
    } catch (const fw::Error& error) {
      return error.fault().code;
    }
    return {};
  }
  using Lines = std::vector<std::string>;

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    training_ = {};
    fw::dataset::DatasetSample sample{
        .id = "1-0", .source = path("a.mp4"), .frame_count = 9, .caption = "a fox"};
    sample.source_out = 9;
    sample.crop = {0, 0, 48, 32};
    sample.bucket = {9, 32, 48};
    fw::dataset::write_dataset_manifest(path("dataset.jsonl"), {sample}, fw::Existing::replace);
  }

  void all_runs_are_frozen_first_and_trained_in_order() {
    const fs::path sweep = create_sweep(made({rates({"1e-4", "1e-3"}), {{"lora.rank"}, {{"4"}, {"8"}}}}));
    QVERIFY(sweep.filename().string().starts_with("füchse-sweep-"));
    QCOMPARE(states(sweep), Lines(4, "waiting"));
    fs::remove(path("dataset.jsonl"));  // the runs have their own
    Context context;
    const Outcome outcome = go(sweep, context);
    QCOMPARE(outcome.state, JobState::finished);
    QCOMPARE(taken(), (Lines{"0.0001:4 0-100", "0.0001:8 0-100", "0.001:4 0-100", "0.001:8 0-100"}));
    QCOMPARE(states(sweep), Lines(4, "finished"));
    const SweepResult result = result_of(outcome);
    const std::vector<SweepRow> rows = sweep_table(sweep);
    QCOMPARE(result.best.value(), rows[0].run);
    QCOMPARE(rows[0].held_out_loss.value(), 1e-4);
    QCOMPARE(rows[0].loss.value(), 0.01);
    QVERIFY(rows[1].run.filename().string().starts_with("füchse-lr-1e-4-rank-8-"));
    for (size_t i = 0; i < rows.size(); ++i) QCOMPARE(context.runs.at(i), rows[i].run);
    // The progress of all runs together never decreases.
    QCOMPARE(context.progress.size(), size_t{400});
    for (size_t i = 0; i < 400; ++i) {
      QCOMPARE(context.progress[i].done, static_cast<int64_t>(i) + 1);
      QCOMPARE(context.progress[i].total, int64_t{400});
      QCOMPARE(context.progress[i].seconds_left.value(), (399.0 - static_cast<double>(i)) / 2);
    }
    QVERIFY(fs::exists(result.report) && fs::exists(sweep / "table.csv"));
    // Nothing is left to do.
    QCOMPARE(go(sweep).state, JobState::finished);
    QCOMPARE(taken(), Lines());
  }

  void it_goes_on_where_it_was() {
    const fs::path sweep = create_sweep(made({rates({"1e-4", "1e-3", "1e-2"})}));
    Context context;
    int64_t steps = 0;
    training_.at_step = [&](int64_t) {
      if (++steps == 130) context.requests.push_back({Verb::pause});
    };
    QCOMPARE(go(sweep, context).state, JobState::paused);
    QCOMPARE(taken(), (Lines{"0.0001:64 0-100", "0.001:64 0-30"}));
    QCOMPARE(states(sweep), (Lines{"finished", "paused", "waiting"}));
    // An abort, as a kill, loses the steps since the checkpoint.
    training_.at_step = [&](int64_t step) {
      if (step == 60) context.source.request_stop();
    };
    QCOMPARE(go(sweep, context).state, JobState::cancelled);
    QCOMPARE(taken(), Lines());
    training_.at_step = [](int64_t) {};
    QCOMPARE(go(sweep).state, JobState::finished);
    QCOMPARE(taken(), (Lines{"0.001:64 30-100", "0.01:64 0-100"}));
    // The repeated steps are one curve.
    const std::vector<SweepPoint> points = sweep_table(sweep)[1].losses;
    QCOMPARE(points.size(), size_t{100});
    // A run that the user deleted is left out.
    fs::remove_all(sweep_table(sweep)[0].run);
    QCOMPARE(states(sweep), (Lines{"finished", "finished"}));
    QCOMPARE(go(sweep).state, JobState::finished);
  }

  /// The rounds come from any run that is still there.
  void a_deleted_first_run_does_not_end_a_sweep_with_rounds() {
    const fs::path sweep = create_sweep(made({rates({"1e-3", "2e-3"})}, 2));
    fs::remove_all(sweep_table(sweep)[0].run);
    QCOMPARE(go(sweep).state, JobState::finished);
    QCOMPARE(states(sweep), Lines{"finished"});
  }

  void a_run_that_fails_does_not_end_the_others() {
    const fs::path sweep = create_sweep(made({{{"lora.rank"}, {{"3"}, {"4"}}}}));
    Context context;
    const Outcome outcome = go(sweep, context);
    QCOMPARE(outcome.state, JobState::finished);
    QCOMPARE(result_of(outcome).failed, int64_t{1});
    QCOMPARE(context.errors, Lines{"test.no_memory"});
    QCOMPARE(states(sweep), (Lines{"failed", "finished"}));
    const fs::path none = create_sweep(made({{{"lora.rank"}, {{"3"}}}}));
    QCOMPARE(go(none).fault.code, std::string("test.no_memory"));
  }

  void worse_runs_are_dropped() {
    QCOMPARE(halving_steps(9, 3, 900, 10), (std::vector<int64_t>{100, 300}));
    QCOMPARE(halving_steps(4, 2, 100, 10), (std::vector<int64_t>{20, 50}));
    QCOMPARE(halving_steps(4, 2, 100, 60), (std::vector<int64_t>{}));
    QCOMPARE(halving_steps(1, 2, 100, 10), (std::vector<int64_t>{}));
    const fs::path sweep = create_sweep(made({rates({"4e-3", "1e-3", "3e-3", "2e-3"})}, 2));
    Context context;
    int64_t steps = 0;
    training_.at_step = [&](int64_t) {
      if (++steps == 85) context.requests.push_back({Verb::pause});  // in the second round
    };
    QCOMPARE(go(sweep, context).state, JobState::paused);
    QCOMPARE(taken(),
             (Lines{"0.004:64 0-20", "0.001:64 0-20", "0.003:64 0-20", "0.002:64 0-20", "0.001:64 20-25"}));
    QCOMPARE(states(sweep), (Lines{"dropped", "paused", "dropped", "paused"}));
    training_.at_step = [](int64_t) {};
    const Outcome outcome = go(sweep);
    QCOMPARE(taken(), (Lines{"0.001:64 25-50", "0.002:64 20-50", "0.001:64 50-100"}));
    QCOMPARE(states(sweep), (Lines{"dropped", "finished", "dropped", "dropped"}));
    QCOMPARE(result_of(outcome).best.value(), sweep_table(sweep)[1].run);
    QCOMPARE(run::read_sweep(sweep).runs[3].dropped_at, int64_t{50});
    NewSweep blind = made({rates({"1e-4", "1e-3"})}, 2);
    blind.text += "[checkpoints]\ncheckpointing_steps = 5\n";
    blind.axes.push_back({{"validation.held_out_samples"}, {{"0"}}});
    QCOMPARE(code_of([&] { create_sweep(blind); }), std::string("workflow.halving_needs_loss"));
  }

  void bad_values_leave_no_folder() {
    const auto count = [&] {
      return fs::exists(path("runs")) ? std::distance(fs::directory_iterator(path("runs")), {}) : 0;
    };
    QCOMPARE(code_of([&] {
               create_sweep(made({rates({"1e-4", "fast"})}));
             }),
             std::string("run.bad_override"));
    QCOMPARE(code_of([&] {
               create_sweep(made({{{"run.name"}, {{"a"}}}}));
             }),
             std::string("workflow.sweep_output"));
    QVERIFY(!code_of([&] { create_sweep(made({{{"lora.rank"}, {{"4"}, {"-1"}}}})); }).empty());
    NewSweep missing = made({rates({"1e-4", "1e-3"})});
    missing.axes.push_back({{"data.dataset"}, {{"dataset.jsonl"}, {"gone.jsonl"}}});
    QVERIFY(!code_of([&] { create_sweep(missing); }).empty());
    QCOMPARE(count(), 0L);
  }

  /// Names and values come from files of strangers.
  void the_page_escapes_what_it_shows() {
    NewSweep sweep = made({{{"data.id_token"}, {{"\"<script>&\""}}}});
    const fs::path folder = create_sweep(sweep);
    const nlohmann::json clip{
        {"event", "sample"}, {"step", 5}, {"time_ms", 1}, {"path", "../../../etc/a \"b\".mp4"}};
    std::ofstream(sweep_table(folder)[0].run / "events.jsonl") << clip.dump() << '\n';
    QCOMPARE(go(folder).state, JobState::finished);
    const std::string page = fw::read_file(folder / "report.html");
    QVERIFY(page.find("<script") == std::string::npos);
    QVERIFY(page.find("&lt;script&gt;&amp;") != std::string::npos);
    QVERIFY(page.find("/samples/step-00000005/a%20%22b%22.mp4\"") != std::string::npos);
    QVERIFY(page.find("etc/") == std::string::npos);
    QVERIFY(page.find("<polyline") != std::string::npos);
    const std::string csv = fw::read_file(folder / "table.csv");
    QVERIFY(csv.starts_with("run,data.id_token,state,step,"));
    QCOMPARE(std::ranges::count(csv, '\n'), 2L);
  }
};

QTEST_GUILESS_MAIN(TestSweepJob)
#include "test_sweep_job.moc"
