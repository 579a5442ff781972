// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/error.h"
#include "launch/host_list.h"
#include "launch/world_spec.h"

using fw::launch::Environment;
using fw::launch::WorldSpec;

Q_DECLARE_METATYPE(Environment)
Q_DECLARE_METATYPE(WorldSpec)

namespace {

const Environment torchrun{{"RANK", "3"},
                           {"WORLD_SIZE", "4"},
                           {"LOCAL_RANK", "1"},
                           {"LOCAL_WORLD_SIZE", "2"},
                           {"MASTER_ADDR", "gpu01"},
                           {"MASTER_PORT", "29500"}};
const Environment slurm{{"SLURM_PROCID", "5"},      {"SLURM_NTASKS", "8"},        {"SLURM_LOCALID", "1"},
                        {"SLURM_NODEID", "1"},      {"SLURM_NODELIST", "a[3-4]"}, {"SLURM_JOB_ID", "1234567"},
                        {"SLURM_JOB_NAME", "train"}};

Environment with(Environment environment, const Environment& more) {
  for (const auto& [name, value] : more) environment[name] = value;
  return environment;
}

Environment without(Environment environment, const std::vector<std::string>& names) {
  for (const std::string& name : names) environment.erase(name);
  return environment;
}

}  // namespace

class TestWorldSpec : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void environments_say_where_a_process_is_data() {
    QTest::addColumn<Environment>("environment");
    QTest::addColumn<WorldSpec>("wanted");
    const WorldSpec third{3, 4, 1, 2, "gpu01", 29500};
    const WorldSpec fifth{5, 8, 1, 4, "a3", 15000 + 4567, false, -1, "/1234567"};
    QTest::newRow("nothing") << Environment{{"HOME", "/"}} << WorldSpec{};
    QTest::newRow("torchrun, its workers alone") << torchrun << third;
    WorldSpec agent = third;
    agent.store_is_elsewhere = true;
    agent.run_id = "/none/2";
    QTest::newRow("torchrun, its agent keeps the store")
        << with(torchrun, {{"TORCHELASTIC_USE_AGENT_STORE", "True"},
                           {"TORCHELASTIC_RUN_ID", "none"},
                           {"TORCHELASTIC_RESTART_COUNT", "2"}})
        << agent;
    QTest::newRow("torchrun inside Slurm") << with(slurm, torchrun) << third;
    QTest::newRow("one process of torchrun")
        << Environment{{"RANK", "0"}, {"WORLD_SIZE", "1"}} << WorldSpec{};
    WorldSpec first = third;
    first.rank = 0;
    first.listen_descriptor = 7;
    QTest::newRow("rank 0 inherits a socket")
        << with(torchrun, {{"RANK", "0"}, {fw::launch::listen_variable, "7"}}) << first;
    QTest::newRow("Slurm") << slurm << fifth;
    WorldSpec one_node = fifth;
    one_node.host = "127.0.0.1";
    one_node.local_size = 8;
    QTest::newRow("Slurm, one node") << with(slurm, {{"SLURM_NODELIST", "a3"}}) << one_node;
    WorldSpec elsewhere = fifth;
    elsewhere.host = "10.0.0.1";
    elsewhere.port = 4000;
    QTest::newRow("Slurm, the store's place is given")
        << with(slurm, {{"MASTER_ADDR", "10.0.0.1"}, {"MASTER_PORT", "4000"}}) << elsewhere;
    QTest::newRow("one task of Slurm") << with(slurm, {{"SLURM_NTASKS", "1"}}) << WorldSpec{};
    QTest::newRow("a shell of Slurm") << with(slurm, {{"SLURM_JOB_NAME", "bash"}}) << WorldSpec{};
    QTest::newRow("an interactive job") << with(slurm, {{"SLURM_JOB_NAME", "interactive"}}) << WorldSpec{};
  }
  void environments_say_where_a_process_is() {
    QFETCH(Environment, environment);
    QFETCH(WorldSpec, wanted);
    const WorldSpec found = fw::launch::world_from(environment);
    QVERIFY2(found == wanted, nlohmann::json(found).dump().c_str());
    QVERIFY(nlohmann::json(found).get<WorldSpec>() == found);
  }

  void all_that_is_missing_is_named_at_once_data() {
    QTest::addColumn<Environment>("environment");
    QTest::addColumn<QString>("launcher");
    QTest::addColumn<QString>("variables");
    QTest::newRow("torchrun") << without(torchrun, {"MASTER_ADDR", "MASTER_PORT", "LOCAL_RANK"}) << "torchrun"
                              << "MASTER_ADDR, MASTER_PORT, LOCAL_RANK";
    QTest::newRow("no rank") << without(torchrun, {"RANK"}) << "torchrun"
                             << "RANK";
    QTest::newRow("wrong values") << with(torchrun, {{"RANK", "4"}, {"MASTER_PORT", "x"}}) << "torchrun"
                                  << "RANK=4, MASTER_PORT=x";
    QTest::newRow("Slurm") << without(slurm, {"SLURM_NODELIST", "SLURM_LOCALID"}) << "Slurm"
                           << "SLURM_LOCALID, SLURM_NODELIST";
  }
  void all_that_is_missing_is_named_at_once() {
    QFETCH(Environment, environment);
    QFETCH(QString, launcher);
    QFETCH(QString, variables);
    try {
      fw::launch::world_from(environment);
      QFAIL("no fault");
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().code, std::string("launch.environment"));
      QCOMPARE(QString::fromStdString(error.fault().arguments.at("launcher")), launcher);
      QCOMPARE(QString::fromStdString(error.fault().arguments.at("variables")), variables);
    }
  }

  void lists_of_hosts_are_expanded_data() {
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("hosts");  // empty: none
    QTest::newRow("one") << "login"
                         << "login";
    QTest::newRow("several") << "a,b-2,c"
                             << "a b-2 c";
    QTest::newRow("range") << "gpu[1-3]"
                           << "gpu1 gpu2 gpu3";
    QTest::newRow("zeros stay") << "gpu[08-11]"
                                << "gpu08 gpu09 gpu10 gpu11";
    QTest::newRow("mixed") << "gpu[01-02,7],login"
                           << "gpu01 gpu02 gpu7 login";
    QTest::newRow("text behind") << "n[1,3]-ib0"
                                 << "n1-ib0 n3-ib0";
    QTest::newRow("two brackets") << "r[0-1]n[5,6]"
                                  << "r0n5 r0n6 r1n5 r1n6";
    for (const char* list :
         {"", "a,", "a[", "a]", "a[1-", "a[1-]", "a[x]", "a[3-1]", "a[[1]]", "a[]", "a[0-999999]"})
      QTest::newRow(list) << list << "";
  }
  void lists_of_hosts_are_expanded() {
    QFETCH(QString, list);
    QFETCH(QString, hosts);
    QStringList found;
    try {
      for (const std::string& host : fw::launch::expand_hosts(list.toStdString()))
        found.push_back(QString::fromStdString(host));
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().code, std::string("launch.bad_host_list"));
    }
    QCOMPARE(found.join(' '), hosts);
  }
};

QTEST_GUILESS_MAIN(TestWorldSpec)
#include "test_world_spec.moc"
