// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <deque>
#include <filesystem>

#include "base/atomic_file.h"
#include "engine_api/requests.h"
#include "workflow/rank_logs.h"
#include "workflow/ranks_job.h"

using namespace fw;
using engine_api::JobState;
using engine_api::Outcome;
using engine_api::TrainRequest;
using engine_api::Verb;

namespace {

/// Sends the test's request once the job has logged something, and keeps the job's events.
class Asking : public engine_api::JobContext {
 public:
  std::deque<Verb> wanted;
  bool aborts = false;
  std::vector<engine_api::EventBody> told;

  engine_api::JobId id() const override { return 1; }
  std::stop_token stop() const override { return stop_.get_token(); }
  std::optional<engine_api::Request> take_request() override {
    if (told.empty() || wanted.empty()) return std::nullopt;
    const Verb verb = wanted.front();
    wanted.pop_front();
    return engine_api::Request{verb, 0};
  }
  void publish(engine_api::EventBody event) override {
    told.push_back(std::move(event));
    if (aborts) stop_.request_stop();
  }

 private:
  std::stop_source stop_;
};

}  // namespace

/// Training with several processes as one job; the processes are shell scripts.
class TestRanksJob : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path path(const std::string& name) const {
    return std::filesystem::path(folder_.path().toStdString()) / name;
  }
  /// @param script  run by each process
  Outcome run(const std::string& script, Asking& context, TrainRequest request = {}) {
    write_file_atomically(path("program"), "#!/bin/sh\n" + script, Existing::replace);
    std::filesystem::permissions(path("program"), std::filesystem::perms::owner_all);
    const auto alone = [](const TrainRequest& taken, engine_api::JobContext&) {
      return Outcome::finished({{"alone", taken.world.size}});
    };
    const engine_api::JobKind kind = workflow::train_kind_with_ranks(
        engine_api::kind_of<TrainRequest>(alone, {Verb::pause}), path("program"));
    request.run = path("run");
    if (request.world.size == 1 && request.branch_from.empty()) request.world.size = 2;
    return kind.make(request)->run(context);
  }

 private Q_SLOTS:
  void what_rank_0_tells_the_job_tells() {
    Asking context;
    context.wanted = {Verb::checkpoint_now, Verb::pause};
    const Outcome outcome =
        run("test $RANK = 0 || { echo \"$@\"; exit 0; }\n"
            "say() { echo '{\"sequence\":1,\"time_ms\":1,\"job\":1,\"event\":'\"$1\"'}'; }\n"
            "say '\"changed\",\"state\":\"running\",\"position\":-1'\n"
            "say '\"log\",\"level\":\"info\",\"text\":\"begun\"'\n"
            "say '\"progress\",\"phase\":\"training\",\"done\":3,\"total\":9'\n"
            "echo words of a library\n"
            "read checkpoint; read pause\n"
            "echo \"$checkpoint $pause\" >&2\n"
            "say '\"finished\",\"state\":\"paused\",\"result\":{\"step\":3}'\n"
            "exit 130",
            context, {.extend = 5});
    QCOMPARE(outcome.state, JobState::paused);
    QCOMPARE(outcome.result.at("step"), 3);
    QCOMPARE(context.told.size(), size_t{3});
    QCOMPARE(std::get<engine_api::Logged>(context.told[0]).text, std::string("begun"));
    QCOMPARE(std::get<Progress>(context.told[1]).done, 3);
    QCOMPARE(std::get<engine_api::Logged>(context.told[2]).text, std::string("words of a library"));
    const std::string asked = read_file(path("run") / "ranks/0/log.txt");
    QVERIFY(asked.find("checkpoint_now") < asked.find("pause"));
    QCOMPARE(read_file(path("run") / "ranks/1/log.txt"),
             "--json train --commands --resume " + path("run").string() + " --extend 5\n");
  }

  void the_fault_is_that_of_rank_0_or_names_the_one_that_ended_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("code");
    QTest::newRow("told") << "test $RANK = 0 || exit 0\n"
                             "echo '{\"event\":\"failed\",\"fault\":"
                             "{\"code\":\"distributed.rank_lost\",\"text\":\"gone\",\"hint\":\"\",\"blame\":"
                             "\"job\",\"arguments\":{}}}'; exit 1"
                          << "distributed.rank_lost";
    QTest::newRow("killed") << "test $RANK = 0 || kill -9 $$; sleep 60"
                            << "launch.rank_ended";
    QTest::newRow("failed") << "test $RANK = 0 || exit 3; sleep 60"
                            << "launch.rank_failed";
    QTest::newRow("rank 0 without a word") << "exit 4"
                                           << "launch.rank_failed";
  }
  void the_fault_is_that_of_rank_0_or_names_the_one_that_ended() {
    QFETCH(QString, script);
    QFETCH(QString, code);
    Asking context;
    const Outcome outcome = run(script.toStdString(), context);
    QCOMPARE(outcome.state, JobState::failed);
    QCOMPARE(QString::fromStdString(outcome.fault.code), code);
  }

  void an_abort_ends_them_all() {
    Asking context;
    context.aborts = true;
    const Outcome outcome = run(
        "test $RANK = 0 || { while :; do sleep 0.05; done; }\n"
        "echo "
        "'{\"sequence\":1,\"time_ms\":1,\"job\":1,\"event\":\"log\",\"level\":\"info\",\"text\":\"begun\"}'\n"
        "read abort; exit 130",
        context);
    QCOMPARE(outcome.state, JobState::cancelled);
  }

  /// The whole request is passed on the command line; the processes' output is in the state folder.
  void a_clip_is_shared_as_the_request_says() {
    using engine_api::GenerateRequest;
    qputenv("XDG_STATE_HOME", folder_.path().toUtf8());
    write_file_atomically(path("program"),
                          "#!/bin/sh\nprintf '%s\\n' \"$*\" >&2\ntest $RANK = 0 || exit 0\n"
                          "echo '{\"sequence\":1,\"time_ms\":1,\"job\":1,\"event\":\"finished\",\"state\":"
                          "\"finished\",\"result\":{\"seed\":7}}'\n",
                          Existing::replace);
    std::filesystem::permissions(path("program"), std::filesystem::perms::owner_all);
    const auto alone = [](const GenerateRequest&, engine_api::JobContext&) {
      return Outcome::finished({{"alone", true}});
    };
    const engine_api::JobKind kind =
        workflow::clip_kind_with_ranks(engine_api::kind_of<GenerateRequest>(alone, {}), path("program"));
    Asking context;
    GenerateRequest request{.model = "m", .prompt = "a \"panda\"", .out = "clip.mp4"};
    QVERIFY(kind.make(request)->run(context).result.contains("alone"));
    request.shared = {.mesh = {.ring = 2}, .world = {.size = 2}};
    QCOMPARE(kind.make(request)->run(context).result.at("seed"), 7);
    const std::string begin = "--json generate --commands --request ";
    const std::string said = read_file(path("framewright/ranks/job-1/1/log.txt"));
    QVERIFY2(said.starts_with(begin), said.c_str());
    QVERIFY(nlohmann::json::parse(said.substr(begin.size())).get<GenerateRequest>() == request);
    // A request with a world of its own is one of its ranks.
    request.shared->world.port = 1;
    QVERIFY(kind.make(request)->run(context).result.contains("alone"));
  }

  /// Output of earlier clips' processes is kept for the last few.
  void logs_of_old_jobs_go() {
    const std::filesystem::path all = path("logs");
    const auto exists = [&](int number) {
      return std::filesystem::exists(all / ("job-" + std::to_string(number)) / "0/log.txt");
    };
    const auto log_into = [](const workflow::RankLogs& logs) {
      std::filesystem::create_directories(logs.folder() / "0");
      write_file_atomically(logs.folder() / "0/log.txt", "said", Existing::refuse);
    };
    std::filesystem::create_directories(all / "job-mine");
    write_file_atomically(all / "job-mine/note.txt", "not a job's", Existing::refuse);
    const workflow::RankLogs running(all);
    log_into(running);
    for (int number = 2; number <= 9; ++number) {
      const workflow::RankLogs logs(all);
      QCOMPARE(logs.folder(), all / ("job-" + std::to_string(number)));
      log_into(logs);
    }
    const workflow::RankLogs next(all);
    for (int number = 1; number <= 9; ++number) QCOMPARE(exists(number), number == 1 || number > 4);
    QVERIFY(std::filesystem::exists(all / "job-mine/note.txt"));
    write_file_atomically(path("a-file"), "", Existing::refuse);
    QVERIFY(workflow::RankLogs(path("a-file")).folder().empty());
  }

  void one_process_trains_as_before() {
    Asking context;
    TrainRequest request;
    request.branch_from = "elsewhere";  // is trained by one process
    request.world.size = 2;
    QCOMPARE(run("exit 1", context, request).result.at("alone"), 1);
  }
};

QTEST_GUILESS_MAIN(TestRanksJob)
#include "test_ranks_job.moc"
