// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "base/atomic_file.h"
#include "engine/profile_job.h"
#include "support/tiny_run.h"
#include "support/training_context.h"

using namespace fw;
using engine_api::ProfileReport;
using engine_api::ProfileRequest;
namespace fs = std::filesystem;

class TestProfileJob : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path run_file_;
  fs::path path(const std::string& name = ".") const { return fs::path(folder_.path().toStdString()) / name; }

  ProfileReport profile(ProfileRequest request) const {
    request.run_file = run_file_;
    request.settings = {"run.output_dir=" + path("measured").string()};
    support::TestContext context;
    return engine::run_profile(request, context).result.get<ProfileReport>();
  }
  static std::string code_of(const std::function<void()>& work) {
    try {
      work();
    } catch (const Error& error) {
      return std::string(error.fault().code);
    }
    return "none";
  }

 private Q_SLOTS:
  void initTestCase() {
    support::make_tiny_model(path("model"), {.layers = 2});
    support::make_tiny_dataset(path(), 2);
    run_file_ = support::make_tiny_run(path(), {"training.train_steps=40"}).run_file();
  }

  void kinds_and_operators_make_up_the_step() {
    const ProfileReport report = profile({.warm_up = 1, .steps = 2});
    QCOMPARE(report.device, std::string("cpu"));
    QVERIFY(report.step_milliseconds > 0);
    double kinds = 0, operators = 0;
    std::set<std::string> names;
    for (const auto& row : report.kinds) {
      kinds += row.milliseconds;
      names.insert(row.what);
    }
    for (const auto& row : report.operators) operators += row.milliseconds;
    // The rest is time between operators; operators of other threads may add up to more.
    QVERIFY2(kinds >= 0.99 * report.step_milliseconds && kinds < 1.2 * report.step_milliseconds,
             qPrintable(QString("%1 of %2 ms").arg(kinds).arg(report.step_milliseconds)));
    QVERIFY(operators <= kinds);
    for (const char* kind : {"attention", "matrix products", "norms", "copies"})
      QVERIFY2(names.contains(kind), kind);
    const auto product = std::ranges::find(report.operators, "aten::addmm", &engine_api::ProfileRow::what);
    QVERIFY(product != report.operators.end() && product->calls > 1 && product->allocated_bytes > 0);
  }

  void nothing_of_the_steps_is_kept() {
    profile({.warm_up = 1, .steps = 1});
    for (const auto& entry : fs::directory_iterator(path("measured"))) QFAIL(entry.path().c_str());
  }

  void a_trace_holds_the_operators_and_overwrites_nothing() {
    const fs::path trace = path("trace \u00e9.json");
    profile({.warm_up = 1, .steps = 1, .trace = trace});
    const auto json = nlohmann::json::parse(read_file(trace));
    const auto& events = json.at("traceEvents");
    QVERIFY(std::ranges::any_of(events,
                                [](const auto& event) { return event.value("name", "") == "aten::addmm"; }));
    QCOMPARE(code_of([&] { profile({.warm_up = 1, .steps = 1, .trace = trace}); }),
             std::string("base.file_exists"));
    QCOMPARE(profile({.warm_up = 1, .steps = 1, .trace = trace, .overwrite = true}).trace, trace);
  }

  void a_measurement_that_is_cut_off_hinders_no_other() {
    ProfileRequest request{.run_file = run_file_, .warm_up = 1, .steps = 5};
    request.settings = {"run.output_dir=" + path("measured").string()};
    support::TestContext context;
    int64_t seen = 0;
    context.on_progress = [&](const Progress& progress) {
      seen = std::max(seen, progress.done);
      if (progress.done >= 3) context.stop_source.request_stop();
    };
    bool cancelled = false;
    try {
      engine::run_profile(request, context);
    } catch (const Cancelled&) {
      cancelled = true;
    }
    QVERIFY(cancelled && seen >= 3);
    QVERIFY(profile({.warm_up = 1, .steps = 1}).step_milliseconds > 0);
  }

  void what_cannot_be_measured_is_refused() {
    QCOMPARE(code_of([&] { profile({.steps = 0}); }), std::string("engine.bad_profile"));
    QCOMPARE(code_of([&] { profile({.warm_up = 0}); }), std::string("engine.bad_profile"));
  }
};

QTEST_GUILESS_MAIN(TestProfileJob)
#include "test_profile_job.moc"
