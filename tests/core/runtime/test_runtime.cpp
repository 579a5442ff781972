// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>

#include <QtTest>
#include <csignal>
#include <random>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file_lock.h"
#include "base/paths.h"
#include "core/runtime/package_server.h"
#include "download/checksum.h"
#include "runtime/install.h"
#include "runtime/package_index.h"

namespace fs = std::filesystem;
using namespace fw::runtime;

namespace {

/// Incompressible data, so that a file can be cut in the middle.
std::string noise(size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

std::string sha256_of_text(const fs::path& scratch, const std::string& text) {
  fw::write_file_atomically(scratch / "text", text, fw::Existing::replace);
  return fw::download::sha256_of(scratch / "text");
}

std::string pin(const std::string& name, const std::string& version, const std::string& sha256,
                int unpacked = 1) {
  return name + "==" + version + " --hash=sha256:" + sha256 + "  # 1 MB, " + std::to_string(unpacked) +
         " MB unpacked\n";
}

std::string code_of(const std::function<void()>& work) {
  try {
    work();
    return "";
  } catch (const fw::Cancelled&) {
    return "cancelled";
  } catch (const fw::Error& error) {
    return error.fault().code;
  }
}

}  // namespace

class TestRuntime : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<PackageServer> m_server;
  std::string m_alpha, m_beta;  // wheels
  std::string m_pins_text;
  PinList m_pins;
  IndexSettings m_settings;

  fs::path root() const { return m_folder->path().toStdString(); }
  fs::path target() const { return folder_of(Flavour::cpu); }
  static bool is_child() { return qEnvironmentVariableIsSet("FW_TEST_PINS"); }
  static fs::path partial() { return folder_of(Flavour::cpu) += ".partial"; }

  std::string install_code(const std::stop_token& stop = {}) const {
    return code_of([&] { install(m_pins, Flavour::cpu, m_settings, {}, stop); });
  }

 private Q_SLOTS:
  void init() {
    if (is_child()) return;
    m_folder = std::make_unique<QTemporaryDir>();
    for (const char* name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"})
      qputenv(name, m_folder->path().toUtf8());
    for (const QString& name : QProcessEnvironment::systemEnvironment().keys())
      if (name.startsWith(QLatin1String("PIP_"))) qunsetenv(name.toUtf8());
    qputenv("PIP_CONFIG_FILE", "/dev/null");
    m_server = std::make_unique<PackageServer>();
    m_alpha = make_wheel(root(), {{"alpha/lib/liba.so", noise(300'000, 1)},
                                  {"alpha/lib/liba.so.1", "one"},
                                  {"alpha/lib/libtorch_python.so", "Python's"},
                                  {"alpha/lib/left_out.so", "left out"},
                                  {"alpha/_module.so", "a module"},
                                  {"alpha/include/a.h", "a header"}});
    m_beta = make_wheel(root(), {{"nvidia/beta/lib/libb.so.2", "two"}});
    const std::string a = sha256_of_text(root(), m_alpha), b = sha256_of_text(root(), m_beta);
    m_server->add_wheel("alpha", "alpha-0.9-py3-none-any.whl", "another version", std::string(64, '0'));
    m_server->add_wheel("alpha", "alpha-1.0-cp311-cp311-manylinux_2_28_x86_64.whl", m_alpha, a);
    m_server->add_wheel("beta-lib", "beta_lib-2.0-py3-none-any.whl", m_beta, b);
    m_pins_text = "# without: *left_out.so\n" + pin("alpha", "1.0", a) + pin("beta-lib", "2.0", b);
    m_pins = parse_pins(m_pins_text);
    m_settings = {.indexes = {m_server->index()}, .network = {.retries = 2}};
  }

  void a_list_says_what_is_needed() {
    const PinList& cuda = pins_of(Flavour::cuda);
    QCOMPARE(cuda.version(), std::string("2.11.0"));
    QCOMPARE(cuda.version(), pins_of(Flavour::cpu).version());
    QVERIFY(cuda.download_mb() > 4 * pins_of(Flavour::cpu).download_mb());
    for (const Wheel& wheel : cuda.wheels) {
      QCOMPARE(wheel.sha256.size(), size_t{64});
      QVERIFY2(wheel.download_mb > 0 && wheel.unpacked_mb > 0, wheel.name.c_str());
      QVERIFY2(wheel.name != "nvidia-cuda-cccl", "only headers");
    }
    QVERIFY(parse_pins("a==1 --hash=sha256:00  # 1 MB, 1 MB unpacked\n").id != m_pins.id);
  }

  void only_libraries_arrive() {
    std::vector<fw::Progress> told;
    install(m_pins, Flavour::cpu, m_settings,
            [&](const fw::Progress& progress) { told.push_back(progress); });
    QCOMPARE(fw::read_file(target() / "alpha/lib/liba.so"), noise(300'000, 1));
    QCOMPARE(fw::read_file(target() / "nvidia/beta/lib/libb.so.2"), std::string("two"));
    for (const char* name : {"alpha/lib/left_out.so", "alpha/lib/libtorch_python.so", "alpha/_module.so",
                             "alpha/include", ".done", ".pins"})
      QVERIFY2(!fs::exists(target() / name), name);
    QCOMPARE(fw::read_file(target() / ".complete"), m_pins.id);
    QVERIFY(!fs::exists(partial()));
    QCOMPARE(m_server->wheels_asked().size(), size_t{2});
    QVERIFY(!told.empty());
    QCOMPARE(told.back().total, int64_t{2});
    QVERIFY(std::is_sorted(told.begin(), told.end(), [](auto& a, auto& b) { return a.done < b.done; }));
    QVERIFY(!installed());  // the test's list, not the program's
  }

  void what_is_installed_is_found() {
    QVERIFY(!installed());
    const auto complete = [](Flavour flavour, const std::string& id) {
      fs::create_directories(folder_of(flavour));
      fw::write_file_atomically(folder_of(flavour) / ".complete", id, fw::Existing::replace);
    };
    complete(Flavour::cpu, pins_of(Flavour::cpu).id);
    QCOMPARE(installed()->library(), folder_of(Flavour::cpu) / "torch/lib/libtorch_cpu.so");
    complete(Flavour::cuda, "of another version");
    QVERIFY(installed()->flavour == Flavour::cpu);
    complete(Flavour::cuda, pins_of(Flavour::cuda).id);
    QCOMPARE(installed()->library(), folder_of(Flavour::cuda) / "torch/lib/libtorch_cpu.so");
    remove_all();
    QVERIFY(!installed());
    QVERIFY(!fs::exists(folder_of(Flavour::cuda)));
  }

  void goes_on_where_the_connection_broke() {
    m_server->cut_after = 100'000;
    QCOMPARE(install_code(), std::string());
    const auto asked = m_server->wheels_asked();
    QCOMPARE(asked.size(), size_t{3});
    QCOMPARE(asked[1].second, int64_t{100'000});
  }

  void starts_anew_where_a_server_knows_no_ranges() {
    m_server->knows_ranges = false;
    m_server->cut_after = 100'000;
    QCOMPARE(install_code(), std::string());
    QCOMPARE(fw::read_file(target() / "alpha/lib/liba.so"), noise(300'000, 1));
  }

  void cancelled_it_goes_on_later() {
    m_server->holds = true;
    std::stop_source stop;
    std::string code;
    std::thread installing([&] { code = install_code(stop.get_token()); });
    QTRY_VERIFY(bytes_left_by_interruption(Flavour::cpu) > 100'000);
    QElapsedTimer clock;
    clock.start();
    stop.request_stop();
    installing.join();
    QCOMPARE(code, std::string("cancelled"));
    QVERIFY2(clock.elapsed() < 3000, qPrintable(QString::number(clock.elapsed())));
    QVERIFY(!fs::exists(target()));
    m_server->holds = false;
    QCOMPARE(install_code(), std::string());
    QVERIFY(m_server->wheels_asked()[1].second > 100'000);
  }

  void unpacked_wheels_are_not_fetched_again() {
    const PinList all = m_pins;
    m_pins.wheels[1].sha256 = std::string(64, 'f');  // the second one fails
    m_pins.id = all.id;
    QVERIFY(install_code() != "");
    m_pins = all;
    QCOMPARE(install_code(), std::string());
    int alphas = 0;
    for (const auto& [path, first] : m_server->wheels_asked())
      alphas += path.find("alpha") != std::string::npos;
    QCOMPARE(alphas, 1);
  }

  /// The child of the test below, which kills it.
  void install_when_asked() {
    if (!is_child()) return;
    m_pins = parse_pins(qgetenv("FW_TEST_PINS").toStdString());
    m_settings = {.indexes = {qgetenv("FW_TEST_INDEX").toStdString()}};
    install_code();
  }
  void killed_at_its_end_it_loses_nothing_data() {
    QTest::addColumn<QString>("point");
    QTest::newRow("synced") << "install.synced";
    QTest::newRow("renamed") << "install.renamed";
  }
  void killed_at_its_end_it_loses_nothing() {
    QFETCH(QString, point);
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("FW_KILL_AT", point);
    environment.insert("FW_TEST_PINS", QString::fromStdString(m_pins_text));
    environment.insert("FW_TEST_INDEX", QString::fromStdString(m_server->index()));
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {"install_when_asked"});
    QVERIFY(child.waitForFinished());
    QCOMPARE(child.exitStatus(), QProcess::CrashExit);
    const auto asked = m_server->wheels_asked().size();
    m_settings.indexes = {"http://127.0.0.1:1/simple"};  // nothing more can be fetched
    if (!fs::exists(target())) {
      QCOMPARE(install_code(), std::string());
      QVERIFY(!fs::exists(target() / ".pins") && !fs::exists(target() / ".done"));
    }
    QCOMPARE(fw::read_file(target() / "alpha/lib/liba.so"), noise(300'000, 1));
    QCOMPARE(fw::read_file(target() / ".complete"), m_pins.id);
    QCOMPARE(m_server->wheels_asked().size(), asked);
  }

  void another_list_and_another_flavour_leave_nothing() {
    fs::create_directories(partial() / "old");
    fw::write_file_atomically(partial() / ".pins", "old", fw::Existing::replace);
    fs::create_directories(root() / "framewright/libtorch-2.0.0-cuda/torch");
    fs::create_directories(root() / "framewright/sample");
    QCOMPARE(install_code(), std::string());
    QVERIFY(!fs::exists(target() / "old"));
    QVERIFY(!fs::exists(root() / "framewright/libtorch-2.0.0-cuda"));
    // Except one that a program has loaded.
    const fs::path loaded = root() / "framewright/libtorch-1.0.0-cuda";
    fs::create_directories(loaded / "torch");
    auto in_use = fw::FileLock::try_share(loaded / in_use_file);
    QCOMPARE(install_code(), std::string());
    QVERIFY(fs::exists(loaded / "torch"));
    in_use.reset();
    QCOMPARE(install_code(), std::string());
    QVERIFY(!fs::exists(loaded));
    QVERIFY(fs::exists(root() / "framewright/sample"));
  }

  void what_is_not_the_pinned_file_is_refused() {
    m_server->add_wheel("gamma", "gamma-1.0-py3-none-any.whl", m_beta, "");
    m_pins = parse_pins(pin("gamma", "1.0", std::string(64, 'a')));
    QCOMPARE(install_code(), std::string("runtime.wrong_hash"));
    QVERIFY(!fs::exists(target()));
    QVERIFY(!fs::exists(partial() / "nvidia"));
    // An endless file is not fetched endlessly.
    m_server->add_wheel("huge", "huge-1.0-py3-none-any.whl", std::string(5'000'000, 'x'), "");
    m_pins = parse_pins(pin("huge", "1.0", std::string(64, 'a')));
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{4'000'000, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const std::string code = install_code();
    ::setrlimit(RLIMIT_FSIZE, &before);
    QCOMPARE(code, std::string("runtime.wrong_hash"));
  }

  void a_page_without_hashes_is_enough() {
    m_server->add_wheel("gamma", "gamma-1.0-cp310-cp310-manylinux_2_28_x86_64.whl", "not this one", "");
    m_server->add_wheel("gamma", "gamma-1.0-py3-none-any.whl", m_beta, "");
    m_pins = parse_pins(pin("gamma", "1.0", sha256_of_text(root(), m_beta)));
    QCOMPARE(install_code(), std::string());
    QCOMPARE(m_server->wheels_asked().size(), size_t{1});
  }

  void a_folder_of_wheels_is_enough() {
    fs::create_directories(root() / "my wheels");
    for (const auto& [name, content] :
         {std::pair{"alpha-1.0-py3-none-any.whl", m_alpha}, {"beta_lib-2.0-py3-none-any.whl", m_beta}})
      fw::write_file_atomically(root() / "my wheels" / name, content, fw::Existing::replace);
    m_settings = {.find_links = {(root() / "my wheels").string()}};
    QCOMPARE(install_code(), std::string());
    QVERIFY(m_server->wheels_asked().empty());
  }

  void a_damaged_wheel_is_said_to_be_one() {
    for (const std::string& content :
         {std::string("no zip file"), make_wheel(root(), {{"a/lib/../../../lib/escaped.so", "x"}})}) {
      const std::string sha256 = sha256_of_text(root(), content);
      m_server->add_wheel("delta", "delta-" + sha256.substr(0, 4) + "-py3-none-any.whl", content, sha256);
      m_pins = parse_pins(pin("delta", "1", sha256));
      QCOMPARE(install_code(), std::string("runtime.bad_wheel"));
    }
    QVERIFY(!fs::exists(root() / "lib/escaped.so"));
  }

  void faults_are_told_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("expected");
    QTest::newRow("server") << "server"
                            << "download.server_failed";
    QTest::newRow("nobody there") << "nobody"
                                  << "download.failed";
    QTest::newRow("not there") << "missing"
                               << "runtime.not_on_index";
    QTest::newRow("no index") << "none"
                              << "runtime.no_index";
    QTest::newRow("no room") << "room"
                             << "runtime.no_space";
    QTest::newRow("at work") << "lock"
                             << "runtime.busy";
  }
  void faults_are_told() {
    QFETCH(QString, what);
    QFETCH(QString, expected);
    m_settings.network.retries = 1;
    std::optional<fw::FileLock> lock;
    if (what == "server") m_server->status = 503;
    if (what == "nobody") m_settings.indexes = {"http://127.0.0.1:1/simple"};
    if (what == "missing") m_pins = parse_pins(pin("unheard-of", "1", std::string(64, '0')));
    if (what == "none") m_settings.indexes.clear();
    if (what == "room") m_pins = parse_pins(pin("alpha", "1.0", std::string(64, '0'), 99'000'000));
    if (what == "lock") lock = fw::FileLock::try_lock(fw::data_folder() / "libtorch.lock");
    QCOMPARE(QString::fromStdString(install_code()), expected);
    QVERIFY(!fs::exists(target()));
  }

  void a_full_disk_keeps_what_is_there() {
    // A file size limit instead of a full disk: both make the write fail.
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{100'000, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const std::string code = install_code();
    ::setrlimit(RLIMIT_FSIZE, &before);
    QCOMPARE(code, std::string("download.disk_full"));
    QVERIFY(!fs::exists(target()));
    QCOMPARE(install_code(), std::string());
    QCOMPARE(m_server->wheels_asked()[1].second, int64_t{100'000});
  }

  void messages_hold_no_password() {
    m_settings.indexes = {m_server->address("/other/")};
    m_settings.indexes.front().insert(7, "me:secret@");
    try {
      install(m_pins, Flavour::cpu, m_settings, {});
      QFAIL("there is no such index");
    } catch (const fw::Error& error) {
      const QString text = QString::fromStdString(error.fault().full_message());
      QVERIFY2(text.contains("/other/alpha/") && !text.contains("secret"), qPrintable(text));
    }
  }

  void settings_are_those_of_pip() {
    qunsetenv("PIP_CONFIG_FILE");
    fs::create_directories(root() / "pip");
    fw::write_file_atomically(root() / "pip/pip.conf",
                              "[global]\nindex_url = https://one.example/simple\ntimeout = 60\n"
                              "# a comment\nextra-index-url =\n    https://two.example/simple\n"
                              "    https://three.example/simple\n[install]\ntrusted-host: four.example\n"
                              "[list]\nindex-url = https://no.example/\n",
                              fw::Existing::refuse);
    IndexSettings settings = pip_settings();
    QCOMPARE(settings.indexes,
             (std::vector<std::string>{"https://one.example/simple", "https://two.example/simple",
                                       "https://three.example/simple"}));
    QCOMPARE(settings.network.timeout_s, 60L);
    QCOMPARE(settings.network.trusted_hosts, std::vector<std::string>{"four.example"});
    qputenv("PIP_INDEX_URL", "https://env.example/simple");
    qputenv("PIP_FIND_LINKS", "/one /two");
    settings = pip_settings();
    QCOMPARE(settings.indexes.front(), std::string("https://env.example/simple"));
    QCOMPARE(settings.find_links, (std::vector<std::string>{"/one", "/two"}));
    qputenv("PIP_NO_INDEX", "1");
    QVERIFY(pip_settings().indexes.empty());
  }

  void links_are_read() {
    const auto links = links_of(
        "<html><body><A href='x'>\n<a\n data-yanked=\"\" href=\"https://other.example/a%2Bb.whl?x=1&amp;y=2"
        "#sha256=" +
            std::string(64, 'e') + "\">a</a><a href=/files/c.whl>c</a><a>nothing</a>",
        "https://index.example/simple/a/");
    QCOMPARE(links.size(), size_t{2});
    QCOMPARE(links[0].address, std::string("https://other.example/a%2Bb.whl?x=1&y=2"));
    QCOMPARE(links[0].file_name, std::string("a+b.whl"));
    QCOMPARE(links[0].sha256, std::string(64, 'e'));
    QCOMPARE(links[1].address, std::string("https://index.example/files/c.whl"));
  }
};

QTEST_GUILESS_MAIN(TestRuntime)
#include "test_runtime.moc"
