// SPDX-License-Identifier: Apache-2.0
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <filesystem>

#include "base/atomic_file.h"
#include "run/run_folder.h"
#include "support/tiny_run.h"

namespace run = fw::run;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

const QString program = QStringLiteral(FW_BUILD_FOLDER "/bin/framewright-cli");
constexpr int patience_ms = 60'000;

using Variables = std::map<QString, QString>;

std::unique_ptr<QProcess> start(const QStringList& arguments, const Variables& variables = {}) {
  auto process = std::make_unique<QProcess>();
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("OMP_NUM_THREADS", "1");
  for (const auto& [name, value] : variables) environment.insert(name, value);
  process->setProcessEnvironment(environment);
  process->start(program, arguments);
  return process;
}

/// Waits for its end. @return the exit code; -1: it was killed by a signal or hung
int end_of(QProcess& process) {
  const bool ended = process.state() == QProcess::NotRunning || process.waitForFinished(patience_ms);
  return ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
}

void send(const QProcess& process, int signal) {
  ::kill(static_cast<pid_t>(process.processId()), signal);
}

/// What --json tells of the end.
QJsonObject fault_in(QProcess& process) {
  QJsonObject fault;
  for (const QByteArray& line : process.readAllStandardOutput().split('\n')) {
    const QJsonObject event = QJsonDocument::fromJson(line).object();
    if (event["event"] == "failed") fault = event["fault"].toObject();
  }
  return fault;
}

int free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  socklen_t length = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  ::bind(socket, any, length);
  ::getsockname(socket, any, &length);
  ::close(socket);
  return ntohs(address.sin_port);
}

/// The variables that torchrun gives each of its processes.
Variables torchrun(int rank, int size, int port) {
  return {{"RANK", QString::number(rank)},       {"LOCAL_RANK", QString::number(rank)},
          {"WORLD_SIZE", QString::number(size)}, {"LOCAL_WORLD_SIZE", QString::number(size)},
          {"MASTER_ADDR", "localhost"},          {"MASTER_PORT", QString::number(port)}};
}

}  // namespace

/// Runs that several processes train together, as users start them.
class TestRanksCommand : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::string wanted_weights_, wanted_losses_;  // of one process

  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }
  run::RunPaths make_run(std::vector<std::string> settings = {}) const {
    for (const char* each : {"training.train_steps=4", "training.gradient_accumulation_steps=12",
                             "checkpoints.checkpointing_steps=2", "metrics.tensorboard=false",
                             "validation.held_out_samples=3", "validation.held_out_steps=2"})
      settings.insert(settings.begin(), each);
    return fw::support::make_tiny_run(path(""), settings);
  }
  static QStringList resuming(const run::RunPaths& run) {
    return {"--json", "train", "--resume", QString::fromStdString(run.folder.string())};
  }
  static QStringList launching(int ranks, const run::RunPaths& run) {
    return QStringList{"launch", "--nproc", QString::number(ranks), "--"} + resuming(run);
  }
  /// Every figure of the training but those of time and memory.
  static std::string losses(const run::RunPaths& run) {
    std::string text;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (!event.json.contains("values")) return;
      for (const auto& [name, value] : event.json.at("values").items())
        if (name.find("loss") != std::string::npos || name == "lr" || name == "grad_norm" || name == "epoch")
          text += std::to_string(event.step) + " " + name + " " + value.dump() + "\n";
      if (event.json.contains("clips")) text += event.json.at("clips").dump() + "\n";
    });
    return text;
  }
  /// Of the LoRA, or of each file of a model, averages too.
  static std::string weights(const run::RunPaths& run) {
    std::map<fs::path, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(run.result()))
      if (entry.path().extension() == ".safetensors") files[entry.path()] = fw::read_file(entry.path());
    std::string all;
    for (const auto& [file, content] : files) all += content;
    return all;
  }
  void compare_with_one_process(const run::RunPaths& run) const {
    QCOMPARE(losses(run), wanted_losses_);
    QVERIFY(weights(run) == wanted_weights_);
  }
  static std::vector<std::unique_ptr<QProcess>> start_ranks(int size, const run::RunPaths& run,
                                                            int victim = -1,
                                                            const Variables& of_victim = {}) {
    const int port = free_port();
    std::vector<std::unique_ptr<QProcess>> ranks;
    for (int rank = 0; rank < size; ++rank) {
      Variables variables = torchrun(rank, size, port);
      if (rank == victim) variables.insert(of_victim.begin(), of_victim.end());
      ranks.push_back(start(resuming(run), variables));
    }
    return ranks;
  }

 private Q_SLOTS:
  void initTestCase() {
    fw::support::make_tiny_model(path("model"));
    fw::support::make_tiny_dataset(path(""), 8);
    const run::RunPaths run = make_run();
    QCOMPARE(end_of(*start(resuming(run))), 0);
    wanted_losses_ = losses(run);
    wanted_weights_ = weights(run);
    QVERIFY(wanted_losses_.find("held_out_loss") != std::string::npos);
  }

  void any_number_of_ranks_learns_the_same_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("stage");
    for (const int ranks : {2, 3, 4}) QTest::addRow("%d", ranks) << ranks << 0;
    for (const int stage : {2, 3}) QTest::addRow("2, stage %d", stage) << 2 << stage;
  }
  void any_number_of_ranks_learns_the_same() {
    QFETCH(int, ranks);
    QFETCH(int, stage);
    const run::RunPaths run = make_run({"distributed.zero_stage=" + std::to_string(stage)});
    const auto process = start(launching(ranks, run));
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    compare_with_one_process(run);
  }

  /// Whole models in bf16 with their averages, which each kind of optimizer state and each place for it
  /// changes.
  void full_fine_tuning_shared_by_ranks_learns_the_same_data() {
    QTest::addColumn<QStringList>("more");
    QTest::newRow("on the host") << QStringList{"optimizer.offload=true", "distributed.zero_stage=2"};
    QTest::newRow("8 bits without masters")
        << QStringList{"sft.trained_type=bf16", "optimizer.optimizer=adamw_8bit", "distributed.zero_stage=3"};
    QTest::newRow("Muon, streamed") << QStringList{"optimizer.optimizer=muon", "optimizer.offload=true",
                                                   "memory.streamed_blocks=1", "distributed.zero_stage=3"};
  }
  void full_fine_tuning_shared_by_ranks_learns_the_same() {
    QFETCH(QStringList, more);
    std::vector<std::string> settings{"training.training_type=sft", "training.mixed_precision=bf16",
                                      "ema.ema_decay=0.9"};
    for (const QString& each : more) settings.push_back(each.toStdString());
    const run::RunPaths alone = make_run(settings);
    QCOMPARE(end_of(*start(resuming(alone))), 0);
    // The second half on another number of ranks.
    settings.push_back("training.train_steps=2");
    const run::RunPaths shared = make_run(settings);
    const auto train = [&](int ranks, const QStringList& arguments) {
      const auto process = start(launching(ranks, shared) + arguments);
      QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    };
    train(3, {});
    train(2, {"--extend", "2"});
    QCOMPARE(losses(shared), losses(alone));
    QVERIFY(weights(shared) == weights(alone));
  }

  void commands_come_by_standard_input() {
    const run::RunPaths run = make_run({"training.train_steps=100000"});
    const auto process = start(resuming(run) + QStringList{"--commands"});
    QByteArray told;
    const auto tells = [&](const char* event) {
      while (!told.contains(event) && process->waitForReadyRead(patience_ms))
        told += process->readAllStandardOutput();
      return told.contains(event);
    };
    QVERIFY(tells("\"event\":\"metrics\""));
    process->write("no command\n{\"verb\":\"submit\"}\n{\"verb\":\"checkpoint_now\"}\n");
    QVERIFY(tells("\"event\":\"checkpoint\""));
    process->write("{\"verb\":\"stop_and_save\"}\n");
    QCOMPARE(end_of(*process), 0);
    QVERIFY(fs::exists(run.result()));
    const QByteArray refused = process->readAllStandardError();
    QVERIFY2(refused.contains("no command: ") && refused.contains("submit"), refused);
  }

  void ranks_that_cannot_share_an_update_are_refused() {
    const run::RunPaths run = make_run();
    const auto process = start(launching(5, run));
    QCOMPARE(end_of(*process), 2);
    QCOMPARE(fault_in(*process)["code"].toString(), QStringLiteral("training.uneven_ranks"));
  }

  void a_killed_rank_is_named_and_the_run_goes_on_elsewhere_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("victim");
    QTest::addColumn<QString>("point");
    QTest::addColumn<int>("later_ranks");
    QTest::addColumn<int>("stage");
    QTest::newRow("rank 1 between steps, then 3") << 2 << 1 << "ranks.call:60" << 3 << 0;
    QTest::newRow("rank 0 while it saves, then 1") << 2 << 0 << "checkpoint.files:2" << 1 << 0;
    QTest::newRow("rank 3 at its start, then 2") << 4 << 3 << "ranks.call:1" << 2 << 0;
    QTest::newRow("rank 2 when it has saved its share, then 2") << 3 << 2 << "checkpoint.files:2" << 2 << 2;
  }
  void a_killed_rank_is_named_and_the_run_goes_on_elsewhere() {
    QFETCH(int, ranks);
    QFETCH(int, victim);
    QFETCH(QString, point);
    QFETCH(int, later_ranks);
    QFETCH(int, stage);
    const run::RunPaths run = make_run({"distributed.zero_stage=" + std::to_string(stage)});
    const auto processes = start_ranks(ranks, run, victim, {{"FW_KILL_AT", point}});
    QCOMPARE(end_of(*processes[static_cast<size_t>(victim)]), -1);
    QElapsedTimer timer;
    timer.start();
    for (int rank = 0; rank < ranks; ++rank) {
      if (rank == victim) continue;
      QCOMPARE(end_of(*processes[static_cast<size_t>(rank)]), 1);
      if (rank > 0) continue;
      const QJsonObject fault = fault_in(*processes[0]);
      QCOMPARE(fault["code"].toString(), QStringLiteral("distributed.rank_lost"));
      QCOMPARE(fault["arguments"].toObject()["rank"].toString(), QString::number(victim));
      QVERIFY(!fault["arguments"].toObject()["host"].toString().isEmpty());
    }
    QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
    const auto process = start(launching(later_ranks, run));
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    compare_with_one_process(run);
  }

  /// As many as FW_RANK_KILLS says, of any rank at any point, on a number of ranks that changes each time.
  void killed_again_and_again_a_run_learns_the_same() {
    const int wanted = qEnvironmentVariableIntValue("FW_RANK_KILLS");
    if (wanted == 0) QSKIP("FW_RANK_KILLS is not set");
    QRandomGenerator random(1);
    const QStringList points{"ranks.call",       "checkpoint.begin",         "checkpoint.files",
                             "checkpoint.prune", "checkpoint.before_rename", "checkpoint.after_rename"};
    std::optional<run::RunPaths> run;
    bool zero = false;
    for (int kills = 0, finished = 0; kills < wanted;) {
      if (!run) {
        zero = random.bounded(2) == 1;
        run = make_run({"distributed.zero_stage=" + std::to_string(zero ? 2 : 0)});
      }
      const int ranks = 2 + random.bounded(3);
      const QString point = points[random.bounded(points.size())];
      const bool at_call = point == points.front();
      const bool by_all = at_call || (zero && point == "checkpoint.files");
      const int victim = by_all ? random.bounded(ranks) : 0;
      const int passing = 1 + random.bounded(at_call ? 80 : 2);
      const auto before = run::checkpoint_steps(*run);
      const auto processes =
          start_ranks(ranks, *run, victim, {{"FW_KILL_AT", point + ":" + QString::number(passing)}});
      std::vector<int> codes;
      for (const auto& process : processes) codes.push_back(end_of(*process));
      if (codes == std::vector<int>(static_cast<size_t>(ranks), 0)) {
        compare_with_one_process(*run);
        run.reset();
        qInfo("%d kills, %d runs finished", kills, ++finished);
        continue;
      }
      ++kills;
      QCOMPARE(codes[static_cast<size_t>(victim)], -1);
      for (int rank = 0; rank < ranks; ++rank)
        if (rank != victim) QCOMPARE(codes[static_cast<size_t>(rank)], 1);
      const auto after = run::checkpoint_steps(*run);
      QVERIFY(before.empty() || (!after.empty() && after.back() >= before.back()));
    }
  }

  void a_stopped_rank_is_named_by_the_timeout_data() {
    QTest::addColumn<int>("victim");
    QTest::newRow("rank 1") << 1;
    QTest::newRow("rank 0, which keeps the store") << 0;
  }
  void a_stopped_rank_is_named_by_the_timeout() {
    QFETCH(int, victim);
    const run::RunPaths run = make_run({"training.train_steps=1000000", "distributed.timeout_s=2"});
    const auto processes = start_ranks(2, run);
    QTRY_VERIFY_WITH_TIMEOUT(run::checkpoint_steps(run).size() > 0, patience_ms);
    send(*processes[static_cast<size_t>(victim)], SIGSTOP);
    QProcess& other = *processes[static_cast<size_t>(1 - victim)];
    const int code = end_of(other);
    send(*processes[static_cast<size_t>(victim)], SIGKILL);
    end_of(*processes[static_cast<size_t>(victim)]);
    QCOMPARE(code, 1);
    if (victim == 1) {
      const QJsonObject fault = fault_in(other);
      QCOMPARE(fault["code"].toString(), QStringLiteral("distributed.timeout"));
      QCOMPARE(fault["arguments"].toObject()["rank"].toString(), QStringLiteral("1"));
      QVERIFY(!fault["arguments"].toObject()["phase"].toString().isEmpty());
    }
  }

  void a_signal_pauses_all_at_one_step() {
    const run::RunPaths run = make_run({"training.train_steps=1000000"});
    const auto process = start(launching(3, run));
    QTRY_VERIFY_WITH_TIMEOUT(run::checkpoint_steps(run).size() > 0, patience_ms);
    send(*process, SIGINT);
    QCOMPARE(end_of(*process), 130);
    std::string state;
    int64_t step = 0;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (event.event == "metrics") step = event.step;
      if (event.event == "ended") state = event.json.at("state").get<std::string>();
    });
    QCOMPARE(state, std::string("paused"));
    QCOMPARE(run::checkpoint_steps(run).back(), step);
  }

  void no_rank_outlives_its_launcher() {
    const run::RunPaths run = make_run({"training.train_steps=1000000"});
    const auto process = start(launching(2, run));
    QTRY_VERIFY_WITH_TIMEOUT(run::checkpoint_steps(run).size() > 0, patience_ms);
    QVERIFY(run::run_status(run).running);
    send(*process, SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(!run::run_status(run).running, 5'000);
  }

  void torchrun_with_its_own_store_and_slurm_start_it_too_data() {
    QTest::addColumn<bool>("slurm");
    QTest::newRow("torchrun") << false;
    QTest::newRow("Slurm") << true;
  }
  void torchrun_with_its_own_store_and_slurm_start_it_too() {
    QFETCH(bool, slurm);
    const run::RunPaths run = make_run();
    c10::intrusive_ptr<c10d::TCPStore> store;
    if (!slurm) {
      c10d::TCPStoreOptions options;
      options.port = 0;
      options.isServer = true;
      options.waitWorkers = false;
      store = c10::make_intrusive<c10d::TCPStore>("localhost", options);
    }
    std::vector<std::unique_ptr<QProcess>> ranks;
    const QString job = QString::number(free_port() % 10'000);
    for (int rank = 0; rank < 2; ++rank) {
      Variables variables;
      if (slurm) {
        variables = {{"SLURM_PROCID", QString::number(rank)},
                     {"SLURM_LOCALID", QString::number(rank)},
                     {"SLURM_NTASKS", "2"},
                     {"SLURM_NODELIST", "localhost"},
                     {"SLURM_JOB_ID", job},
                     {"SLURM_JOB_NAME", "train"}};
      } else {
        variables = torchrun(rank, 2, store->getPort());
        variables["TORCHELASTIC_USE_AGENT_STORE"] = "True";
        variables["TORCHELASTIC_RUN_ID"] = "none";
        variables["TORCHELASTIC_RESTART_COUNT"] = "0";
      }
      ranks.push_back(start(resuming(run), variables));
    }
    for (const auto& rank : ranks) QVERIFY2(end_of(*rank) == 0, rank->readAllStandardError());
    QVERIFY(ranks[1]->readAllStandardOutput().isEmpty());
    compare_with_one_process(run);
  }
};

QTEST_GUILESS_MAIN(TestRanksCommand)
#include "test_ranks_command.moc"
