// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>

#include <QtTest>
#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <future>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>

#include "jobs/job_queue.h"

using namespace std::chrono_literals;
using namespace fw::engine_api;
using namespace fw::jobs;

namespace {

/// Keeps every event, in the order of arrival.
class Recorder {
 public:
  explicit Recorder(JobQueue& queue) : queue_(queue) {
    id_ = queue.events().subscribe([this](std::span<const Event> batch) {
      const std::lock_guard lock(mutex_);
      events_.insert(events_.end(), batch.begin(), batch.end());
    });
  }
  ~Recorder() { queue_.events().unsubscribe(id_); }
  std::vector<Event> events() {
    queue_.events().flush();
    const std::lock_guard lock(mutex_);
    return events_;
  }
  template <typename Body>
  std::vector<Body> bodies(JobId job) {
    std::vector<Body> found;
    for (const Event& event : events()) {
      if (const auto* body = std::get_if<Body>(&event.body); body != nullptr && event.job == job)
        found.push_back(*body);
    }
    return found;
  }

 private:
  JobQueue& queue_;
  int id_ = 0;
  std::mutex mutex_;
  std::vector<Event> events_;
};

JobKind kind(std::string name, std::function<Outcome(JobContext&, const nlohmann::json&)> work,
             std::set<Verb> verbs = {}) {
  return {std::move(name), std::move(verbs), [work](const nlohmann::json& params) {
            return make_job([work, params](JobContext& context) { return work(context, params); });
          }};
}

/// Runs until it is aborted, paused or saved.
Outcome wait_for_orders(JobContext& context, const nlohmann::json& params) {
  while (true) {
    if (context.stop().stop_requested()) throw fw::Cancelled();
    if (const auto request = context.take_request()) {
      context.log(LogLevel::info, std::string(fw::name_of(request->verb)));
      if (request->verb == Verb::pause) return {JobState::paused, {{"run", "runs/1"}}, {}};
      if (request->verb == Verb::stop_and_save) return {JobState::stopped, {{"run", "runs/1"}}, {}};
      if (request->verb == Verb::extend) return Outcome::finished({{"steps", request->value}});
    }
    if (params.contains("again")) return Outcome::finished(params);
    std::this_thread::sleep_for(1ms);
  }
}

const std::set<Verb> all_verbs{Verb::pause,  Verb::stop_and_save, Verb::resume,
                               Verb::extend, Verb::branch,        Verb::checkpoint_now};

/// Records in its parameters what was requested, and drops the steps when it begins.
JobKind run_kind() {
  JobKind made = kind("run", wait_for_orders, all_verbs);
  made.again = [](const Command& command, nlohmann::json params, const nlohmann::json& result) {
    params["again"] = fw::name_of(command.verb);
    if (command.verb == Verb::extend) params["steps"] = command.value;
    if (command.verb == Verb::branch) params["from"] = result.at("run");
    params.merge_patch(command.spec.params);
    return params;
  };
  made.begun = [](nlohmann::json params) {
    params.erase("steps");
    return params;
  };
  return made;
}

JobState state_of(const JobQueue& queue, JobId id) {
  const auto info = queue.job(id);
  return info ? info->state : JobState{};
}

}  // namespace

class TestJobQueue : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_thousand_quick_jobs_report_in_order() {
    JobQueue queue;
    Recorder recorder(queue);
    queue.add_kind(kind("quick", [](JobContext& context, const nlohmann::json& params) {
      context.publish(Metrics{0, {{"n", params.at("n").get<int64_t>()}}, {}});
      context.log(LogLevel::info, "line");
      return Outcome::finished(params);
    }));
    JobId last = 0;
    for (int n = 0; n < 1000; ++n) last = queue.submit({"quick", "job", {{"n", n}}}).job;
    queue.wait(last);
    const std::vector<Event> events = recorder.events();
    std::map<JobId, std::vector<std::string>> by_job;
    uint64_t sequence = 0;
    for (const Event& event : events) {
      QVERIFY(event.sequence > sequence);
      sequence = event.sequence;
      by_job[event.job].push_back(nlohmann::json(event).at("event"));
    }
    QCOMPARE(by_job.size(), size_t{1000});
    const std::vector<std::string> expected{"queued", "changed",  "changed", "metrics",
                                            "log",    "finished", "changed"};
    for (const auto& [job, names] : by_job) QCOMPARE(names, expected);
  }

  void what_happens_while_an_observer_works_comes_in_one_batch() {
    JobQueue queue;
    queue.add_kind(kind("quick", [](JobContext&, const nlohmann::json&) { return Outcome(); }));
    std::promise<void> end_of_first;
    std::vector<size_t> batches;
    const int observer = queue.events().subscribe([&](std::span<const Event> events) {
      if (batches.empty()) end_of_first.get_future().wait();
      batches.push_back(events.size());
    });
    JobId last = 0;
    for (int n = 0; n < 100; ++n) last = queue.submit({"quick", "job"}).job;
    queue.wait(last);
    end_of_first.set_value();
    queue.events().flush();
    queue.events().unsubscribe(observer);
    QCOMPARE(std::accumulate(batches.begin(), batches.end(), size_t{0}), size_t{500});
    QVERIFY2(batches.size() <= 3, qPrintable(QString::number(batches.size())));
  }

  void progress_is_coalesced_and_nothing_else() {
    JobQueue queue;
    Recorder recorder(queue);
    queue.add_kind(kind("chatty", [](JobContext& context, const nlohmann::json&) {
      const auto end = std::chrono::steady_clock::now() + 550ms;
      int64_t step = 0;
      while (std::chrono::steady_clock::now() < end) {
        context.progress({.phase = "steps", .done = ++step});
        context.publish(Metrics{step, {{"loss", 1.0}}, {}});
        std::this_thread::sleep_for(200us);
      }
      return Outcome::finished({{"steps", step}});
    }));
    const JobId job = queue.submit({"chatty", "", {}}).job;
    queue.wait(job);
    const auto progress = recorder.bodies<fw::Progress>(job);
    QVERIFY2(progress.size() >= 2 && progress.size() <= 7, qPrintable(QString::number(progress.size())));
    QVERIFY(
        std::is_sorted(progress.begin(), progress.end(), [](auto& a, auto& b) { return a.done < b.done; }));
    QCOMPARE(static_cast<int64_t>(recorder.bodies<Metrics>(job).size()),
             queue.job(job)->result.at("steps").get<int64_t>());
  }

  void a_failing_job_leaves_the_queue_usable_data() {
    QTest::addColumn<int>("what");
    QTest::addColumn<QString>("code");
    QTest::newRow("error") << 0 << "test.code";
    QTest::newRow("out of memory") << 1 << "engine_api.out_of_memory";
    QTest::newRow("bug") << 2 << "engine_api.unexpected";
    QTest::newRow("file system") << 4 << "engine_api.file_failed";
    QTest::newRow("not an exception") << 3 << "engine_api.unexpected";
  }
  void a_failing_job_leaves_the_queue_usable() {
    QFETCH(int, what);
    QFETCH(QString, code);
    JobQueue queue;
    Recorder recorder(queue);
    queue.add_kind(kind("fails", [what](JobContext&, const nlohmann::json&) -> Outcome {
      constexpr fw::ErrorCode test_code{"test.code", "text", "hint"};
      if (what == 0) throw fw::Error(test_code);
      if (what == 1) throw std::bad_alloc();
      if (what == 2) throw std::logic_error("bug");
      if (what == 4) (void)std::filesystem::file_size("/proc/self/mem/x");
      throw 1;
    }));
    queue.add_kind(kind("works", [](JobContext&, const nlohmann::json&) { return Outcome::finished({}); }));
    const JobId failing = queue.submit({"fails", "", {}}).job;
    const JobId working = queue.submit({"works", "", {}}).job;
    queue.wait(working);
    QCOMPARE(state_of(queue, failing), JobState::failed);
    QCOMPARE(QString::fromStdString(queue.job(failing)->fault->code), code);
    QCOMPARE(QString::fromStdString(recorder.bodies<Failed>(failing).at(0).fault.code), code);
    QCOMPARE(state_of(queue, working), JobState::finished);
  }

  void abort_is_acknowledged_at_once_and_the_next_job_runs() {
    JobQueue queue;
    Recorder recorder(queue);
    queue.add_kind(kind("endless", wait_for_orders));
    queue.add_kind(kind("works", [](JobContext&, const nlohmann::json&) { return Outcome::finished({}); }));
    const JobId endless = queue.submit({"endless", "", {}}).job;
    const JobId next = queue.submit({"works", "", {}}).job;
    QTRY_COMPARE(state_of(queue, endless), JobState::running);
    QVERIFY(!queue.send({Verb::abort, endless, {}, 0}).fault);
    queue.wait(next);
    QCOMPARE(state_of(queue, endless), JobState::cancelled);
    QCOMPARE(recorder.bodies<Finished>(endless).at(0).state, JobState::cancelled);
    QCOMPARE(state_of(queue, next), JobState::finished);
  }

  void waiting_jobs_are_reordered_held_resumed_and_removed() {
    JobQueue queue;
    std::mutex mutex;
    std::vector<int> order;
    queue.add_kind(kind("endless", wait_for_orders));
    queue.add_kind(kind("note", [&](JobContext&, const nlohmann::json& params) {
      const std::lock_guard lock(mutex);
      order.push_back(params.at("n"));
      return Outcome::finished({});
    }));
    const JobId first = queue.submit({"endless", "", {}}).job;
    std::vector<JobId> jobs;
    for (int n = 0; n < 4; ++n) jobs.push_back(queue.submit({"note", "", {{"n", n}}}).job);
    QVERIFY(!queue.send({Verb::reorder, jobs[3], {}, 0}).fault);
    QVERIFY(!queue.send({Verb::hold, jobs[0], {}, 0}).fault);
    QVERIFY(queue.send({Verb::hold, jobs[0], {}, 0}).fault);
    QVERIFY(!queue.send({Verb::remove, jobs[1], {}, 0}).fault);
    QTRY_COMPARE(state_of(queue, first), JobState::running);
    QVERIFY(queue.send({Verb::remove, first, {}, 0}).fault);
    QVERIFY(!queue.send({Verb::abort, first, {}, 0}).fault);
    queue.wait(jobs[2]);
    QCOMPARE(state_of(queue, jobs[0]), JobState::held);
    QVERIFY(!queue.send({Verb::resume, jobs[0], {}, 0}).fault);
    queue.wait(jobs[0]);
    const std::lock_guard lock(mutex);
    QCOMPARE(order, (std::vector<int>{3, 2, 0}));
    QVERIFY(!queue.job(jobs[1]));
  }

  void pause_frees_the_thread_and_resume_goes_on() {
    JobQueue queue;
    queue.add_kind(run_kind());
    const JobId run = queue.submit({"run", "", {}}).job;
    QTRY_COMPARE(state_of(queue, run), JobState::running);
    QVERIFY(!queue.send({Verb::checkpoint_now, run, {}, 0}).fault);
    QVERIFY(!queue.send({Verb::pause, run, {}, 0}).fault);
    QVERIFY(state_of(queue, run) == JobState::stopping || state_of(queue, run) == JobState::paused);
    queue.wait(run);
    QCOMPARE(state_of(queue, run), JobState::paused);
    QVERIFY(!queue.send({Verb::resume, run, {}, 0}).fault);
    queue.wait(run);
    QCOMPARE(state_of(queue, run), JobState::finished);
    QCOMPARE(queue.job(run)->result.at("again"), nlohmann::json("resume"));
    QVERIFY2(queue.send({Verb::resume, run, {}, 0}).fault, "a finished job has nothing to resume");
    QVERIFY(!queue.send({Verb::extend, run, {}, 500}).fault);
    queue.wait(run);
    QCOMPARE(queue.job(run)->result.at("steps"), nlohmann::json(500));
    QVERIFY(!queue.job(run)->spec.params.contains("steps"));  // resuming must not extend it again
  }

  void stop_and_save_then_branch_makes_a_new_job() {
    JobQueue queue;
    queue.add_kind(run_kind());
    const JobId run = queue.submit({"run", "first", {{"lr", 1}}}).job;
    QTRY_COMPARE(state_of(queue, run), JobState::running);
    QVERIFY(!queue.send({Verb::stop_and_save, run, {}, 0}).fault);
    queue.wait(run);
    QCOMPARE(state_of(queue, run), JobState::stopped);
    const Reply branch = queue.send({Verb::branch, run, {"", "second", {{"lr", 2}}}, 0});
    QVERIFY(!branch.fault && branch.job != run);
    const JobSpec spec = queue.job(branch.job)->spec;
    QCOMPARE(spec.title, std::string("second"));
    QCOMPARE(spec.params, (nlohmann::json{{"lr", 2}, {"again", "branch"}, {"from", "runs/1"}}));
    queue.send({Verb::abort, branch.job, {}, 0});
  }

  void refusals_change_nothing() {
    JobQueue queue;
    queue.add_kind(kind("plain", [](JobContext&, const nlohmann::json&) { return Outcome::finished({}); }));
    QCOMPARE(queue.submit({"unknown", "", {}}).fault->code, std::string("jobs.unknown_kind"));
    QCOMPARE(queue.send({Verb::abort, 77, {}, 0}).fault->code, std::string("jobs.unknown_job"));
    const JobId job = queue.submit({"plain", "", {}}).job;
    queue.wait(job);
    QCOMPARE(queue.send({Verb::pause, job, {}, 0}).fault->code, std::string("jobs.not_understood"));
    QCOMPARE(queue.send({Verb::abort, job, {}, 0}).fault->code, std::string("jobs.not_now"));
    QCOMPARE(queue.send({Verb::reorder, job, {}, 0}).fault->code, std::string("jobs.not_now"));
    QCOMPARE(queue.jobs().size(), size_t{1});
  }

  void a_lane_runs_one_job_at_a_time_at_nice_10() {
    JobQueue queue;
    std::atomic<int> running = 0;
    std::atomic<int> most = 0;
    queue.add_kind(kind("count", [&](JobContext&, const nlohmann::json&) {
      most = std::max(most.load(), ++running);
      const int nice = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
      std::this_thread::sleep_for(1ms);
      --running;
      return Outcome::finished({{"nice", nice}});
    }));
    std::vector<std::thread> senders;
    std::mutex mutex;
    std::vector<JobId> jobs;
    for (int thread = 0; thread < 4; ++thread) {
      senders.emplace_back([&] {
        for (int n = 0; n < 20; ++n) {
          const JobId job = queue.submit({"count", "", {}}).job;
          const std::lock_guard lock(mutex);
          jobs.push_back(job);
        }
      });
    }
    for (std::thread& sender : senders) sender.join();
    for (const JobId job : jobs) queue.wait(job);
    QCOMPARE(most.load(), 1);
    QVERIFY(queue.job(jobs[0])->result.at("nice").get<int>() >= 10);
  }

  void lanes_run_beside_each_other() {
    JobQueue queue;
    const auto add = [&](const char* name, Lane lane) {
      JobKind made = kind(name, wait_for_orders, all_verbs);
      made.lane = lane;
      queue.add_kind(std::move(made));
    };
    add("train", Lane::device);
    add("import", Lane::dataset);
    add("fetch", Lane::download);
    const auto submit = [&](const char* name) { return queue.submit({name, "", {}}).job; };
    const JobId train = submit("train");
    const JobId next = submit("train");
    const JobId import = submit("import");
    const JobId second = submit("import");
    const JobId fetch = submit("fetch");
    for (const JobId job : {train, import, fetch}) QTRY_COMPARE(state_of(queue, job), JobState::running);
    QCOMPARE(queue.job(import)->lane, Lane::dataset);
    // A lane's end starts its own next job, and no other lane's.
    queue.send({Verb::abort, import, {}, 0});
    QTRY_COMPARE(state_of(queue, second), JobState::running);
    QCOMPARE(state_of(queue, next), JobState::queued);
    // A paused queue starts nothing in any lane.
    queue.set_paused(true);
    const JobId third = submit("import");
    queue.send({Verb::abort, second, {}, 0});
    queue.wait(second);
    queue.send({Verb::abort, train, {}, 0});
    queue.wait(train);
    QCOMPARE(state_of(queue, third), JobState::queued);
    QCOMPARE(state_of(queue, next), JobState::queued);
    QCOMPARE(state_of(queue, fetch), JobState::running);
    queue.set_paused(false);
    for (const JobId job : {next, third}) QTRY_COMPARE(state_of(queue, job), JobState::running);
  }

  void a_job_at_the_front_of_another_lane_holds_nothing_up() {
    JobQueue queue;
    JobKind import = kind("import", wait_for_orders);
    import.lane = Lane::dataset;
    queue.add_kind(run_kind());
    queue.add_kind(import);
    const JobId run = queue.submit({"run", "", {}}).job;
    queue.submit({"run", "", {}});
    QTRY_COMPARE(state_of(queue, run), JobState::running);
    queue.set_paused(true);
    const JobId job = queue.submit({"import", "", {}}).job;
    queue.send({Verb::reorder, job, {}, 1});  // behind a run that waits
    queue.set_paused(false);
    QTRY_COMPARE(state_of(queue, job), JobState::running);
  }

  void a_queue_can_go_while_jobs_run() {
    std::atomic<int> ended = 0;
    {
      JobQueue queue;
      const auto work = [&](JobContext& context, const nlohmann::json& params) {
        const std::shared_ptr<void> at_end(nullptr, [&](void*) { ++ended; });
        return wait_for_orders(context, params);
      };
      JobKind import = kind("import", work);
      import.lane = Lane::dataset;
      queue.add_kind(import);
      queue.add_kind(kind("endless", work));
      const JobId job = queue.submit({"endless", "", {}}).job;
      queue.submit({"endless", "", {}});
      const JobId other = queue.submit({"import", "", {}}).job;
      QTRY_COMPARE(state_of(queue, job), JobState::running);
      QTRY_COMPARE(state_of(queue, other), JobState::running);
    }
    QCOMPARE(ended.load(), 2);
  }
};

QTEST_GUILESS_MAIN(TestJobQueue)
#include "test_job_queue.moc"
