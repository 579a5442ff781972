// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QTest>

#include "base/atomic_file.h"
#include "run/sweep.h"

using namespace fw::run;
namespace fs = std::filesystem;

/// What a sweep varies, as written by users and by strangers.
class TestSweep : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

  template <typename Work>
  static std::string code_of(const Work& work) {
    try {
      work();
    } catch (const fw::Error& error) {
      return error.fault().code;
    }
    return {};
  }
  std::string code_of_file(std::string_view text) const {
    fw::write_file_atomically(path("s.toml"), text, fw::Existing::replace);
    return code_of([&] { read_sweep_file(path("s.toml")); });
  }

 private Q_SLOTS:
  void an_axis_on_the_command_line_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("values");
    const auto row = [](const char* text, QStringList values) { QTest::newRow(text) << text << values; };
    row("a.b=1", {"1"});
    row("a.b = 1e-4 , 1e-3", {"1e-4", "1e-3"});
    row("a.b=[\"to_q\",\"to_k\"],[\"to_v\"]", {"[\"to_q\",\"to_k\"]", "[\"to_v\"]"});
    row("a.b=\"x, y\",'p,q'", {"\"x, y\"", "'p,q'"});
    row("a.b", {});
    row("a.b=", {});
    row("a.b=1,,2", {});
  }
  void an_axis_on_the_command_line() {
    QFETCH(QString, text);
    QFETCH(QStringList, values);
    const std::string code = code_of([&] {
      const SweepAxis axis = parse_sweep_axis(text.toStdString());
      QCOMPARE(axis.keys, std::vector<std::string>{"a.b"});
      QCOMPARE(axis.steps.size(), static_cast<size_t>(values.size()));
      for (int i = 0; i < values.size(); ++i)
        QCOMPARE(axis.steps[static_cast<size_t>(i)], std::vector{values[i].toStdString()});
    });
    QCOMPARE(code, values.isEmpty() ? std::string("run.bad_sweep_axis") : std::string());
  }

  void axes_multiply_and_keys_of_one_go_together() {
    const std::vector<SweepAxis> axes{{{"a", "b"}, {{"1", "x"}, {"2", "y"}}}, {{"c"}, {{"3"}, {"4"}}}};
    const std::vector<std::vector<std::string>> wanted{
        {"a=1", "b=x", "c=3"}, {"a=1", "b=x", "c=4"}, {"a=2", "b=y", "c=3"}, {"a=2", "b=y", "c=4"}};
    QCOMPARE(sweep_settings(axes), wanted);
    QCOMPARE(code_of([&] {
               sweep_settings({axes[0], {{"b"}, {{"z"}}}});
             }),
             std::string("run.sweep_key_twice"));
    const SweepAxis ten{{"k"}, std::vector<std::vector<std::string>>(10, {"1"})};
    std::vector<SweepAxis> many(4, ten);
    for (size_t i = 0; i < many.size(); ++i) many[i].keys = {std::string(1, static_cast<char>('a' + i))};
    QCOMPARE(code_of([&] { sweep_settings(many); }), std::string("run.sweep_too_large"));
    many.pop_back();
    QCOMPARE(sweep_settings(many).size(), most_sweep_runs);
  }

  /// What one version writes for a script's loops, the next reads.
  void a_file_is_read_as_written() {
    const std::vector<SweepAxis> axes{{{"optimizer.lr"}, {{"0.0001"}, {"0.001"}}},
                                      {{"optimizer.optimizer", "lora.target_modules"},
                                       {{"adamw", "[ \"to_q\", \"to_k\" ]"}, {"adam", "[ \"to_v\" ]"}}}};
    fw::write_file_atomically(path("s.toml"), sweep_file_text("Läufe \"1\".toml", axes),
                              fw::Existing::replace);
    const SweepFile file = read_sweep_file(path("s.toml"));
    QCOMPARE(file.run_file, path("Läufe \"1\".toml"));
    QCOMPARE(file.axes, axes);
    QCOMPARE(file.halving, int64_t{1});
    QVERIFY(is_sweep_file(fw::read_file(path("s.toml"))));
    QVERIFY(!is_sweep_file("schema = 1\n[run]\nname = \"over\"\n"));
  }

  void broken_files_are_refused_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("no TOML") << "run = ";
    QTest::newRow("empty") << "";
    QTest::newRow("no axis") << "run = \"r.toml\"\n";
    QTest::newRow("no run") << "[[over]]\na = [1]\n";
    QTest::newRow("no list") << "run = \"r.toml\"\n[[over]]\na = 1\n";
    QTest::newRow("empty list") << "run = \"r.toml\"\n[[over]]\na = []\n";
    QTest::newRow("empty axis") << "run = \"r.toml\"\n[[over]]\n";
    QTest::newRow("lengths") << "run = \"r.toml\"\n[[over]]\na = [1]\nb = [1, 2]\n";
    QTest::newRow("unknown key") << "run = \"r.toml\"\nhalv = 3\n[[over]]\na = [1]\n";
    QTest::newRow("over is no list") << "run = \"r.toml\"\n[over]\na = [1]\n";
  }
  void broken_files_are_refused() {
    QFETCH(QString, text);
    QCOMPARE(code_of_file(text.toStdString()), std::string("run.bad_sweep_file"));
  }

  /// A folder from somebody else must not lead to other places.
  void a_sweep_stays_beside_its_runs_data() {
    QTest::addColumn<QString>("json");
    const auto row = [](const char* name, const char* folder) {
      const nlohmann::json run{{"folder", folder}, {"settings", nlohmann::json::array()}};
      QTest::newRow(name) << QString::fromStdString(nlohmann::json{{"runs", {run}}}.dump());
    };
    row("up", "../x");
    row("absolute", "/etc");
    row("dots", "..");
    row("nothing", "");
    QTest::newRow("no runs") << QStringLiteral("{\"runs\": []}");
    QTest::newRow("wrong type") << QStringLiteral("{\"runs\": 3}");
    QTest::newRow("cut off") << QStringLiteral("{\"runs\": [{\"fol");
  }
  void a_sweep_stays_beside_its_runs() {
    QFETCH(QString, json);
    fs::create_directories(path("sweep"));
    fw::write_file_atomically(path("sweep/sweep.json"), json.toStdString(), fw::Existing::replace);
    QCOMPARE(code_of([&] { read_sweep(path("sweep")); }), std::string("run.damaged_sweep"));
  }

  void the_newest_sweep_is_found() {
    QCOMPARE(code_of([&] { find_sweep("latest", path("none")); }), std::string("run.no_sweep"));
    QCOMPARE(code_of([&] { find_sweep(path("none").string(), {}); }), std::string("run.no_sweep"));
    const Sweep sweep{.name = "füchse", .halving = 3, .runs = {{"a-1", {"lora.rank=4"}, 20}, {"a-2", {}, 0}}};
    for (const char* const name : {"runs/one", "runs/two"}) {
      fs::create_directories(path(name));
      write_sweep(path(name), sweep);
    }
    fs::last_write_time(path("runs/one/sweep.json"),
                        fs::file_time_type::clock::now() + std::chrono::hours(1));
    QCOMPARE(find_sweep("latest", path("runs")), path("runs/one"));
    QCOMPARE(find_sweep(path("runs/two/").string(), {}), path("runs/two"));
    const Sweep read = read_sweep(path("runs/one"));
    QCOMPARE(read.name, sweep.name);
    QCOMPARE(read.halving, int64_t{3});
    QCOMPARE(read.runs[0].dropped_at, int64_t{20});
    QCOMPARE(read.runs[0].settings, sweep.runs[0].settings);
  }
};

QTEST_GUILESS_MAIN(TestSweep)
#include "test_sweep.moc"
