// SPDX-License-Identifier: Apache-2.0
#include <sys/socket.h>
#include <sys/wait.h>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/atomic_file.h"
#include "base/error.h"
#include "launch/rank_group.h"
#include "support/addresses.h"

using fw::launch::LaunchSpec;
using fw::launch::RankEnd;
using fw::launch::RankGroup;
using namespace std::chrono_literals;

/// Processes that do a job together, here shell scripts.
class TestRankGroup : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path path(const std::string& name) const {
    return std::filesystem::path(folder_.path().toStdString()) / name;
  }
  LaunchSpec shell(int64_t ranks, const std::string& script) const {
    LaunchSpec spec{.program = "/bin/sh", .arguments = {"-c", script}, .ranks = ranks};
    spec.environment["OUT"] = folder_.path().toStdString();
    spec.environment.erase("OMP_NUM_THREADS");
    spec.patience = 300ms;
    spec.grace = 300ms;
    return spec;
  }

 private Q_SLOTS:
  void each_process_knows_its_place() {
    RankGroup group(shell(3,
                          "echo $RANK $LOCAL_RANK $WORLD_SIZE $LOCAL_WORLD_SIZE $MASTER_ADDR > $OUT/$RANK; "
                          "test -n \"$OMP_NUM_THREADS\"; echo $MASTER_PORT > $OUT/port$RANK; "
                          "echo $FRAMEWRIGHT_STORE_SOCKET > $OUT/socket$RANK"));
    QVERIFY(!group.wait().failed());
    QCOMPARE(fw::read_file(path("2")), std::string("2 2 3 3 127.0.0.1\n"));
    QCOMPARE(fw::read_file(path("port0")), fw::read_file(path("port2")));
    QVERIFY(std::stoi(fw::read_file(path("port0"))) > 0);
    QVERIFY(fw::read_file(path("socket0")) != "\n");
    QCOMPARE(fw::read_file(path("socket1")), std::string("\n"));
  }

  void rank_0_inherits_a_socket_that_listens() {
    RankGroup group(
        shell(2, "test $RANK != 0 || readlink /proc/self/fd/$FRAMEWRIGHT_STORE_SOCKET > $OUT/link"));
    QVERIFY(!group.wait().failed());
    QVERIFY(fw::read_file(path("link")).starts_with("socket:"));
  }

  void only_this_machine_reaches_the_store() {
    RankGroup group(shell(2,
                          "test $RANK = 0 || exec sleep 60; echo $MASTER_PORT > $OUT/store0; mv $OUT/store0 "
                          "$OUT/store; exec sleep 60"));
    QTRY_VERIFY(std::filesystem::exists(path("store")));
    const int port = std::stoi(fw::read_file(path("store")));
    QVERIFY(fw::support::accepts_at("127.0.0.1", port));
    const auto addresses = fw::support::outside_addresses();
    if (addresses.empty()) QSKIP("This machine has no other address than the loopback one.");
    for (const std::string& address : addresses)
      QVERIFY2(!fw::support::accepts_at(address, port), address.c_str());
  }

  void the_first_that_fails_ends_the_others_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<int>("exit_code");
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("killed");
    QTest::newRow("exit code") << "test $RANK != 1 || exit 7; exec sleep 60" << 7 << 0 << 0;
    QTest::newRow("killed") << "test $RANK != 1 || kill -9 $$; exec sleep 60" << 0 << SIGKILL << 0;
    QTest::newRow("the others do not listen")
        << "test $RANK != 1 || exit 7; trap '' TERM; while :; do sleep 0.05; done" << 7 << 0 << 2;
    // For longer than timeout and grace period.
    QTest::newRow("rank 0 is at work") << "test $RANK != 1 || exit 7; test $RANK != 2 || exit 0\n"
                                          "for i in 1 2 3 4 5 6 7 8 9 10; do\n"
                                          "  printf . > /proc/self/fd/$FRAMEWRIGHT_WORK_PIPE; sleep 0.1\n"
                                          "done; touch $OUT/saved"
                                       << 7 << 0 << 0;
  }
  void the_first_that_fails_ends_the_others() {
    QFETCH(QString, script);
    QFETCH(int, exit_code);
    QFETCH(int, signal);
    QFETCH(int, killed);
    const auto begin = std::chrono::steady_clock::now();
    RankGroup group(shell(3, script.toStdString()));
    const RankEnd end = group.wait();
    QCOMPARE(end.rank, int64_t(1));
    QCOMPARE(end.exit_code, exit_code);
    QCOMPARE(end.signal, signal);
    QVERIFY(std::chrono::steady_clock::now() - begin < 20s);
    QCOMPARE(group.killed().size(), size_t(killed));
    for (const fw::Fault& fault : group.killed()) QCOMPARE(fault.code, std::string("launch.rank_killed"));
    QCOMPARE(std::filesystem::remove(path("saved")), script.contains("saved"));
  }

  void signals_reach_all() {
    RankGroup group(shell(2, "trap 'exit 5' INT; touch $OUT/ready$RANK; while :; do sleep 0.05; done"));
    for (const char* name : {"ready0", "ready1"}) QTRY_VERIFY(std::filesystem::exists(path(name)));
    group.send(SIGINT);
    QCOMPARE(group.wait().exit_code, 5);
  }

  void a_stop_ends_all() {
    std::stop_source stop;
    RankGroup group(shell(2, "exec sleep 60"));
    stop.request_stop();
    QCOMPARE(group.wait(stop.get_token()).signal, SIGTERM);
  }

  void what_they_print_is_kept() {
    for (const char* const time : {"first", "second"}) {
      LaunchSpec spec = shell(2, std::string("echo out $RANK ") + time + "; echo err $RANK >&2");
      spec.output = path("kept");
      QVERIFY(!RankGroup(spec).wait().failed());
    }
    QCOMPARE(fw::read_file(path("kept") / "1" / fw::launch::rank_log_name),
             std::string("out 1 first\nerr 1\nout 1 second\nerr 1\n"));
    QVERIFY(fw::read_file(path("kept") / "0" / fw::launch::rank_log_name).starts_with("out 0"));
  }

  void rank_0_talks_to_the_one_that_started_it() {
    LaunchSpec spec = shell(2, "read word; echo $RANK hears $word; echo aside >&2");
    spec.first = fw::launch::FirstRank::on_a_line;
    spec.output = path("aside");
    RankGroup group(spec);
    QVERIFY(!group.poll());
    QCOMPARE(::send(group.line(), "hello\n", 6, 0), ssize_t{6});
    char heard[64]{};
    QCOMPARE(::recv(group.line(), heard, sizeof heard, MSG_WAITALL), ssize_t{14});  // to the end
    QCOMPARE(std::string(heard), std::string("0 hears hello\n"));
    group.wait();  // the other's input is empty
    QCOMPARE(fw::read_file(path("aside") / "0" / fw::launch::rank_log_name), std::string("aside\n"));
    QCOMPARE(fw::read_file(path("aside") / "1" / fw::launch::rank_log_name), std::string("1 hears\naside\n"));
  }

  void a_fault_names_the_rank_and_its_log() {
    const fw::Fault killed = fw::launch::fault_of({.rank = 2, .signal = SIGKILL});
    QCOMPARE(killed.code, std::string("launch.rank_ended"));
    const fw::Fault failed = fw::launch::fault_of({.rank = 1, .exit_code = 3}, "/runs/a/ranks");
    QCOMPARE(failed.code, std::string("launch.rank_failed"));
    QVERIFY(failed.full_message().find("/runs/a/ranks/1/log.txt") != std::string::npos);
  }

  void each_is_asked_to_end_when_its_launcher_has_died() {
    pid_t child = 0;
    static RankGroup* left = nullptr;  // never destroyed, yet no leak
    std::thread([&] {
      // Its thread ends like a killed process: without notifying the children.
      left = new RankGroup(
          shell(1, "trap 'touch $OUT/asked; exit 0' TERM; touch $OUT/alive; while :; do sleep 0.05; done"));
      child = left->processes().front();
      while (!std::filesystem::exists(path("alive"))) std::this_thread::sleep_for(10ms);
    }).join();
    pid_t ended = 0;
    QTRY_VERIFY((ended = ended > 0 ? ended : ::waitpid(child, nullptr, WNOHANG)) == child);
    QVERIFY(std::filesystem::exists(path("asked")));
  }

  void a_program_that_is_not_there_fails() {
    LaunchSpec spec = shell(2, "");
    spec.program = path("none");
    QVERIFY(RankGroup(spec).wait().failed());
  }
};

QTEST_GUILESS_MAIN(TestRankGroup)
#include "test_rank_group.moc"
