// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <limits>

#include "base/atomic_file.h"
#include "engine_api/commands.h"
#include "engine_api/events.h"
#include "jobs/engine_library.h"
#include "jobs/planner_thread.h"
#include "jobs/system_info.h"

using namespace fw::engine_api;
using namespace fw::jobs;

class TestEngineApi : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void commands_survive_json() {
    for (int verb = static_cast<int>(Verb::submit); verb <= static_cast<int>(Verb::remove); ++verb) {
      const Command command{
          static_cast<Verb>(verb), 3, {"train", "Zwölf Boxkämpfer 漢字", {{"lr", 1e-4}}, 60}, 5};
      QVERIFY(!fw::name_of(command.verb).empty());
      QVERIFY(nlohmann::json::parse(nlohmann::json(command).dump()).get<Command>() == command);
    }
    nlohmann::json unknown = Command{};
    unknown["verb"] = "explode";
    QVERIFY_EXCEPTION_THROWN(unknown.get<Command>(), fw::Error);
  }

  // The first is running and is stopped; the last is answered.
  void only_the_latest_plan_is_made() {
    std::mutex mutex;
    std::vector<int> started, answered;
    std::atomic<int> running{0};
    const auto make = [&](const nlohmann::json& params) {
      return make_job(
          [&, number = static_cast<int>(params.get<PlanRequest>().vram_bytes)](JobContext& context) {
            {
              const std::lock_guard lock(mutex);
              started.push_back(number);
            }
            ++running;
            while (number == 1 && !context.stop().stop_requested()) std::this_thread::yield();
            if (context.stop().stop_requested()) throw fw::Cancelled();
            return Outcome::finished(RunPlan{.size = std::to_string(number)});
          });
    };
    std::atomic<bool> done{false};
    {
      PlannerThread planner(make, [&](const PlanAnswer& answer) {
        answered.push_back(std::stoi(std::get<RunPlan>(answer).size));
        done = answered.back() == 3;
      });
      planner.request({.vram_bytes = 1});
      while (running == 0) std::this_thread::yield();
      planner.request({.vram_bytes = 2});  // may start before the next arrives; it is not answered then
      planner.request({.vram_bytes = 3});
      while (!done) std::this_thread::yield();
    }
    QCOMPARE(answered.back(), 3);
    QVERIFY(std::find(answered.begin(), answered.end(), 1) == answered.end());
    QCOMPARE(started.back(), 3);
  }
  void a_planner_thread_ends_with_a_plan_under_way() {
    std::atomic<int> running{0};
    bool answered = false;
    {
      PlannerThread planner(
          [&](const nlohmann::json&) {
            return make_job([&](JobContext& context) -> Outcome {
              ++running;
              while (!context.stop().stop_requested()) std::this_thread::yield();
              throw fw::Cancelled();
            });
          },
          [&](const PlanAnswer&) { answered = true; });
      planner.request({});
      while (running == 0) std::this_thread::yield();
    }
    QVERIFY(!answered);
  }

  void events_survive_json() {
    constexpr fw::ErrorCode code{"a.b", "{x} is wrong", "mend {x}", fw::Blame::input};
    const std::vector<EventBody> bodies{
        Queued{{"train", "t", {{"a", 1}}, 2.5}},
        Changed{JobState::stopping, 4},
        fw::Progress{"denoising", 3, 50, 1.5, 31.0, {{"loss {loss}", {{"loss", "0.1"}}}}},
        fw::Progress{},
        Logged{LogLevel::warning, "careful"},
        Logged{LogLevel::warning, "y is wrong mend y", fw::Fault(code, {{"x", "y"}}), true},
        Metrics{7, {{"loss", 0.25}, {"skipped_steps", int64_t{2}}}, {{"1-0", 500, 0.5}}},
        HeldOutLoss{7, {{"held_out_loss", 0.25}}},
        CheckpointSaved{7, "/tmp/step-7"},
        SampleMade{7, "/tmp/a.mp4", "a fox", 42},
        PreviewMade{"/tmp/a.png", 3, 13, 60, 90},
        FileMade{FileMade::What::latents, "/tmp/a.safetensors"},
        Finished{JobState::paused, {{"run", "runs/1"}}},
        Failed{fw::Fault(code, {{"x", "y"}})},
    };
    for (const EventBody& body : bodies) {
      const nlohmann::json json = Event{9, 1700000000000, 2, body};
      QCOMPARE(nlohmann::json(nlohmann::json::parse(json.dump()).get<Event>()), json);
    }
    const nlohmann::json nan =
        Event{1, 0, 1, Metrics{1, {{"loss", std::numeric_limits<double>::quiet_NaN()}}, {}}};
    const auto read = nlohmann::json::parse(nan.dump()).get<Event>();
    QVERIFY(std::isnan(figure(std::get<Metrics>(read.body).values, "loss")));
    QVERIFY_EXCEPTION_THROWN(
        nlohmann::json::parse(R"({"sequence":1,"time_ms":1,"job":1,"event":"?"})").get<Event>(), fw::Error);
  }

  void missing_and_broken_engines_say_what_to_do() {
    QTemporaryDir folder;
    const std::filesystem::path text = std::filesystem::path(folder.path().toStdString()) / "engine.so";
    fw::write_file_atomically(text, "not a library", fw::Existing::replace);
    const auto code_of = [](const std::filesystem::path& path) -> std::string {
      try {
        open_engine(path);
        return "";
      } catch (const fw::Error& error) {
        return error.fault().hint.empty() ? "no hint" : error.fault().code;
      }
    };
    QCOMPARE(code_of("/nonexistent/engine.so"), std::string("jobs.engine_missing"));
    QCOMPARE(code_of(text), std::string("jobs.engine_broken"));
    // A library without the factory stands in for one of another version.
    QCOMPARE(code_of(std::filesystem::path(FW_BUILD_FOLDER) / "lib/libframewright-core.so"),
             std::string("jobs.engine_version"));
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
    QVERIFY(system_info("1").engine_fault);
    qunsetenv("FRAMEWRIGHT_ENGINE");
  }

  void driver_advice_compares_numbers() {
    const auto advice = [](const char* driver) {
      EngineInfo engine;
      engine.cuda = {"13.0", driver, "580.65.06"};
      return driver_advice(engine);
    };
    QCOMPARE(advice("580.65.06").size(), size_t{0});
    QCOMPARE(advice("1000.1").size(), size_t{0});
    QCOMPARE(advice("99.99").at(0).code, std::string("jobs.old_driver"));
    QCOMPARE(advice("").at(0).code, std::string("jobs.no_driver"));
    QCOMPARE(driver_advice(EngineInfo()).size(), size_t{0});
  }
};

QTEST_GUILESS_MAIN(TestEngineApi)
#include "test_engine_api.moc"
