// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>

#include <QtTest>
#include <csignal>

#include "base/atomic_file.h"
#include "base/error.h"
#include "core/hub/hub_server.h"
#include "download/addresses.h"
#include "download/meter.h"
#include "hub/fetch.h"
#include "hub/file_choice.h"

namespace fs = std::filesystem;
using namespace fw::hub;
using Asked = HubServer::Asked;
using Trick = HubServer::Trick;

namespace {

const std::string weights = "vae/diffusion_pytorch_model.safetensors";

/// @param is_of  which requests for files meet the trick
HubServer::Decide always(Trick trick, const std::string& part = "/stored/") {
  return [trick, part](const Asked& asked) {
    return asked.path.find(part) != std::string::npos ? std::optional(trick) : std::nullopt;
  };
}

}  // namespace

class TestHub : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<HubServer> m_server;
  std::string m_content = noise(200'000, 1);
  HubSettings m_settings;
  fw::Fault m_fault;

  fs::path root() const { return m_folder->path().toStdString(); }
  fs::path snapshot() const { return root() / "cache/models--owner--model/snapshots" / m_server->commit; }

  std::string fetch_code(FetchRequest request = {.repository = {"owner/model"}},
                         const std::function<void(const fw::Progress&)>& progress = {}) {
    m_fault = {};
    try {
      fetch(request, m_settings, progress);
    } catch (const fw::Error& error) {
      m_fault = error.fault();
    }
    return m_fault.code;
  }

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_server = std::make_unique<HubServer>();
    m_server->add("model_index.json", R"({"_class_name":"P","vae":["diffusers","V"],"none":[null,null]})",
                  false);
    m_server->add("vae/config.json", "{}", false);
    m_server->add(weights, m_content, true);
    m_server->add("vae/diffusion_pytorch_model.fp16.safetensors", noise(1000, 2), true);
    m_server->add("vae/diffusion_pytorch_model.bin", noise(1000, 3), true);
    m_server->add("assets/teaser.png", noise(1000, 4), true);
    m_settings = {.endpoint = m_server->endpoint(), .cache = root() / "cache"};
    m_settings.network = {.timeout_s = 5, .retries = 1};
  }

  void only_what_is_used_arrives_in_the_cache() {
    std::vector<fw::Progress> told;
    QCOMPARE(fetch_code({.repository = {"owner/model"}},
                        [&](const fw::Progress& progress) { told.push_back(progress); }),
             std::string());
    QCOMPARE(fw::read_file(snapshot() / weights), m_content);
    QVERIFY(fs::is_symlink(snapshot() / weights));
    QVERIFY(fs::read_symlink(snapshot() / weights).string().starts_with("../../../blobs/"));
    QCOMPARE(fw::read_file(root() / "cache/models--owner--model/refs/main"), m_server->commit);
    QVERIFY(!fs::exists(snapshot() / "assets"));
    for (const char* unused : {"fp16", ".bin", "teaser"}) QCOMPARE(m_server->times_asked(unused), 0);
    QVERIFY(!told.empty());
  }

  void a_folder_of_ones_own() {
    const FetchRequest request{.repository = {"owner/model"}, .folder = root() / "mine"};
    QCOMPARE(fetch_code(request), std::string());
    QCOMPARE(fw::read_file(root() / "mine" / weights), m_content);
    QVERIFY(!fs::is_symlink(root() / "mine" / weights));
    QVERIFY(!fs::exists(root() / "cache"));
    // The hub has a newer state: what was downloaded is replaced, what the user wrote is not.
    m_server->add("vae/config.json", "{\"new\":1}", false);
    m_server->commit = std::string(40, 'd');
    QCOMPARE(fetch_code(request), std::string());
    QCOMPARE(fw::read_file(root() / "mine/vae/config.json"), std::string("{\"new\":1}"));
    QCOMPARE(m_server->times_asked("/stored/vae"), 1);
    fs::remove(root() / "mine/.cache/huggingface/download/vae/config.json.metadata");
    fw::write_file_atomically(root() / "mine/vae/config.json", "my own", fw::Existing::replace);
    QCOMPARE(fetch_code(request), std::string("base.file_exists"));
    QCOMPARE(fw::read_file(root() / "mine/vae/config.json"), std::string("my own"));
  }

  void refusals_are_told_apart_data() {
    QTest::addColumn<QString>("part");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("headers");
    QTest::addColumn<QString>("token");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* part, int status, const char* headers,
                        const char* token, const char* expected) {
      QTest::newRow(name) << part << status << headers << token << expected;
    };
    row("no token, 401", "/api/", 401, "", "", "hub.no_repository");
    row("unknown, 401", "/api/", 401, "X-Error-Code: RepoNotFound\r\n", "t", "hub.no_repository");
    row("wrong token", "/api/", 401, "", "t", "hub.token_refused");
    row("gated", "/resolve/", 403, "X-Error-Code: GatedRepo\r\n", "t", "hub.gated");
    row("gated, no token", "/resolve/", 401, "X-Error-Code: GatedRepo\r\n", "", "hub.gated");
    row("forbidden", "/api/", 403, "", "t", "hub.forbidden");
    row("unknown, 404", "/api/", 404, "", "t", "hub.no_repository");
    row("no revision", "/api/", 404, "X-Error-Code: RevisionNotFound\r\n", "", "hub.no_revision");
    row("file is gone", "/resolve/", 404, "X-Error-Code: EntryNotFound\r\n", "", "hub.no_file");
    row("too many", "/stored/", 429, "Retry-After: 3600\r\n", "", "download.too_many_requests");
    row("broken", "/stored/", 503, "", "", "download.server_failed");
    row("broken hub", "/api/", 500, "", "", "download.server_failed");
  }
  void refusals_are_told_apart() {
    QFETCH(QString, part);
    QFETCH(int, status);
    QFETCH(QString, headers);
    QFETCH(QString, token);
    QFETCH(QString, expected);
    m_settings.token = token.toStdString();
    m_server->set_trick(always({.status = status, .headers = headers.toStdString()}, part.toStdString()));
    QCOMPARE(QString::fromStdString(fetch_code()), expected);
    QVERIFY2(m_fault.full_message().find('{') == std::string::npos, m_fault.full_message().c_str());
    QVERIFY(!fs::exists(snapshot() / weights));
  }

  void unreliable_storage_is_noticed_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("expected");
    QTest::newRow("login page") << "page"
                                << "download.web_page";
    QTest::newRow("other content, same size") << "content"
                                              << "hub.wrong_hash";
    QTest::newRow("longer") << "longer"
                            << "download.other_size";
    QTest::newRow("redirects") << "redirects"
                               << "download.redirect_loop";
    QTest::newRow("always cut off") << "cut"
                                    << "download.failed";
    QTest::newRow("another file is announced") << "announced"
                                               << "hub.changed";
  }
  void unreliable_storage_is_noticed() {
    QFETCH(QString, what);
    QFETCH(QString, expected);
    Trick trick;
    std::string part = "/stored/";
    if (what == "page") trick.page = "<!DOCTYPE html><html>Please log in</html>";
    if (what == "content") trick.other_content = noise(200'000, 9);
    if (what == "longer") trick.other_content = m_content + "x";
    if (what == "cut") trick.cut_after = 0;
    if (what == "redirects") {
      part = "/vae/";
      trick = {.status = 302, .headers = "Location: " + m_server->endpoint() + "/vae/again\r\n"};
    }
    if (what == "announced") {
      part = "/resolve/" + m_server->commit + "/" + weights;
      trick = {.status = 200, .headers = "X-Linked-Etag: \"" + std::string(64, 'e') + "\"\r\n"};
    }
    m_server->set_trick(always(trick, part));
    QCOMPARE(QString::fromStdString(fetch_code()), expected);
    QVERIFY(!fs::exists(snapshot() / weights));
    m_server->set_trick({});
    QCOMPARE(fetch_code(), std::string());
    QCOMPARE(fw::read_file(snapshot() / weights), m_content);
  }

  void a_resumed_download_is_whole_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<bool>("anew");
    QTest::newRow("no ranges") << "no ranges" << true;
    QTest::newRow("half a range") << "half" << false;
    QTest::newRow("another place") << "place" << true;
    QTest::newRow("damaged beginning") << "damaged" << true;
    QTest::newRow("too much is there") << "longer" << true;
  }
  void a_resumed_download_is_whole() {
    QFETCH(QString, what);
    QFETCH(bool, anew);
    m_server->set_trick(always({.cut_after = 100'000}));
    m_settings.network.retries = 0;
    QCOMPARE(fetch_code(), std::string("download.failed"));
    m_settings.network.retries = 1;
    fs::path part;
    for (const auto& entry : fs::directory_iterator(root() / "cache/models--owner--model/blobs"))
      if (entry.path().extension() == ".incomplete" && entry.path().stem().string().size() == 64)
        part = entry.path();
    QVERIFY(!part.empty());
    QCOMPARE(fs::file_size(part), uintmax_t{100'000});
    Trick trick;
    if (what == "no ranges") trick.ignores_range = true;
    if (what == "half") trick.sends = 30'000;
    if (what == "place") trick.starts_at = 5;
    if (what == "damaged") fw::write_file_atomically(part, noise(100'000, 77), fw::Existing::replace);
    if (what == "longer") fw::write_file_atomically(part, noise(300'000, 77), fw::Existing::replace);
    m_server->set_trick(always(trick));
    QCOMPARE(fetch_code(), std::string());
    QCOMPARE(fw::read_file(snapshot() / weights), m_content);
    bool from_start = false;
    for (const Asked& asked : m_server->asked()) from_start |= asked.of_storage && asked.first > 100'000;
    QCOMPARE(from_start, !anew);
  }

  void a_file_that_changes_under_a_resume_is_noticed() {
    m_server->set_trick(always({.cut_after = 100'000}));
    m_settings.network.retries = 0;
    QCOMPARE(fetch_code(), std::string("download.failed"));
    m_server->set_trick(always({.other_content = noise(150'000, 5)}));
    QCOMPARE(fetch_code(), std::string("download.other_size"));
    m_server->set_trick(always({.other_content = noise(200'000, 5)}));
    QCOMPARE(fetch_code(), std::string("hub.wrong_hash"));
    QVERIFY(!fs::exists(snapshot() / weights));
    m_server->set_trick({});
    QCOMPARE(fetch_code(), std::string());
    QCOMPARE(fw::read_file(snapshot() / weights), m_content);
  }

  void a_server_is_waited_for_as_it_asks_data() {
    QTest::addColumn<QString>("header");
    QTest::newRow("seconds") << "Retry-After: 2\r\n";
    QTest::newRow("rate limit") << "RateLimit: \"resolvers\";r=0;t=2\r\n";
  }
  void a_server_is_waited_for_as_it_asks() {
    QFETCH(QString, header);
    std::atomic<int> times = 0;
    m_server->set_trick([&](const Asked& asked) -> std::optional<Trick> {
      if (!asked.of_storage || times++ > 0) return std::nullopt;
      return Trick{.status = 429, .headers = header.toStdString()};
    });
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(fetch_code(), std::string());
    QVERIFY(clock.elapsed() >= 1900);
  }

  void the_token_stays_with_the_hub() {
    m_settings.token = "hf_secret";
    QCOMPARE(fetch_code(), std::string());
    int with = 0;
    for (const Asked& asked : m_server->asked()) {
      QCOMPARE(asked.authorization, asked.of_storage ? std::string() : std::string("Bearer hf_secret"));
      with += asked.authorization.empty() ? 0 : 1;
    }
    QVERIFY(with >= 3);
    using fw::download::may_share_secrets;
    QVERIFY(may_share_secrets("https://hub.example/a", "https://HUB.example:443/b"));
    QVERIFY(may_share_secrets("http://hub.example/a", "https://hub.example/b"));
    for (const char* other : {"http://hub.example/", "https://hub.example.evil/",
                              "https://evil.example/hub.example", "https://hub.example:8443/",
                              "https://hub.example@evil.example/", "https://xhub.example/", "file:///x"})
      QVERIFY2(!may_share_secrets("https://hub.example/", other), other);
  }

  void hostile_lists_are_refused_data() {
    QTest::addColumn<QString>("path");
    for (const char* path :
         {"../x", "vae/../../x", "/etc/x", "", ".", "a//b", "a\\\\b", "C:/x", "vae/..", "a\\nb", ".cache/x"})
      QTest::newRow(path) << path;
  }
  void hostile_lists_are_refused() {
    QFETCH(QString, path);
    m_server->raw_list = "{\"sha\":\"" + m_server->commit + "\",\"siblings\":[{\"rfilename\":\"" +
                         path.toStdString() + "\",\"size\":1,\"blobId\":\"" + std::string(40, 'a') + "\"}]}";
    for (const fs::path& folder : {fs::path(), root() / "mine"})
      QCOMPARE(fetch_code({.repository = {"owner/model"}, .folder = folder}), std::string("hub.unsafe_path"));
    QVERIFY(!fs::exists(root() / "mine") && !fs::exists(root() / "cache"));
  }

  void nothing_is_written_through_links() {
    fs::create_directories(root() / "elsewhere");
    fs::create_directories(root() / "mine");
    fs::create_directory_symlink(root() / "elsewhere", root() / "mine/vae");
    QCOMPARE(fetch_code({.repository = {"owner/model"}, .folder = root() / "mine"}),
             std::string("hub.link_in_the_way"));
    QVERIFY(fs::is_empty(root() / "elsewhere"));
  }

  void what_is_no_hub_is_said_data() {
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no JSON") << "hello"
                             << "hub.no_hub";
    QTest::newRow("no commit") << R"({"siblings":[]})"
                               << "hub.no_hub";
    QTest::newRow("no size") << R"({"sha":"cccccccccccccccccccccccccccccccccccccccc",)"
                                R"("siblings":[{"rfilename":"a"}]})"
                             << "hub.no_hub";
    QTest::newRow("nothing") << R"({"sha":"cccccccccccccccccccccccccccccccccccccccc","siblings":[]})"
                             << "hub.nothing_used";
  }
  void what_is_no_hub_is_said() {
    QFETCH(QString, list);
    QFETCH(QString, expected);
    m_server->raw_list = list.toStdString();
    QCOMPARE(QString::fromStdString(fetch_code()), expected);
  }

  void a_login_page_is_recognised() {
    m_server->set_trick(
        always({.status = 200, .headers = "Content-Type: text/html\r\n", .page = "<html>"}, "/api/"));
    QCOMPARE(fetch_code(), std::string("download.web_page"));
  }

  void names_are_checked_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("revision");
    QTest::addColumn<QString>("expected");
    QTest::newRow("up") << "../model"
                        << "main"
                        << "hub.bad_repository";
    QTest::newRow("three") << "a/b/c"
                           << "main"
                           << "hub.bad_repository";
    QTest::newRow("address") << "https://hub.example/a"
                             << "main"
                             << "hub.bad_repository";
    QTest::newRow("revision") << "owner/model"
                              << "../main"
                              << "hub.bad_revision";
  }
  void names_are_checked() {
    QFETCH(QString, name);
    QFETCH(QString, revision);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(fetch_code(
                 {.repository = {.name = name.toStdString(), .revision = revision.toStdString()}})),
             expected);
    QVERIFY(m_server->asked().empty());
  }

  void offline_nothing_is_asked() {
    m_settings.offline = true;
    QCOMPARE(fetch_code(), std::string("hub.not_there"));
    m_settings.offline = false;
    QCOMPARE(fetch_code(), std::string());
    const size_t asked = m_server->asked().size();
    m_settings.offline = true;
    QCOMPARE(fetch_code(), std::string());
    fs::remove(snapshot() / weights);
    QCOMPARE(fetch_code(), std::string("hub.not_there"));
    QCOMPARE(m_server->asked().size(), asked);
  }

  void a_full_disk_keeps_what_is_there() {
    // A file size limit instead of a full disk: both make the write fail.
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{100'000, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const std::string code = fetch_code();
    ::setrlimit(RLIMIT_FSIZE, &before);
    QCOMPARE(code, std::string("download.disk_full"));
    QCOMPARE(fetch_code(), std::string());
    QCOMPARE(m_server->asked().back().first, int64_t{100'000});
  }

  void space_is_checked_first() {
    m_server->raw_list =
        "{\"sha\":\"" + m_server->commit +
        "\",\"siblings\":[{\"rfilename\":\"a.mp4\",\"size\":1,\"blobId\":\"\",\"lfs\":{\"size\":"
        "900000000000000,\"sha256\":\"" +
        std::string(64, 'a') + "\"}}]}";
    const auto all = [](const std::string&) { return true; };
    QCOMPARE(fetch_code({.repository = {"owner/model"}, .is_used = all}), std::string("hub.no_space"));
    QCOMPARE(m_server->times_asked("/resolve/"), 0);
  }

  void a_dataset_has_its_own_place() {
    m_server->kind = "datasets";
    m_server->add("clips/one.mp4", noise(5000, 6), true);
    const auto is_clip = [](const std::string& path) { return path.ends_with(".mp4"); };
    QCOMPARE(fetch_code({.repository = {"owner/model", RepositoryKind::dataset}, .is_used = is_clip}),
             std::string());
    QCOMPARE(
        fw::read_file(root() / "cache/datasets--owner--model/snapshots" / m_server->commit / "clips/one.mp4"),
        noise(5000, 6));
    QCOMPARE(m_server->times_asked("/stored/"), 1);
  }

  void settings_are_those_of_the_hubs_client() {
    for (const QString& name : QProcessEnvironment::systemEnvironment().keys())
      if (name.startsWith(QLatin1String("HF_"))) qunsetenv(name.toUtf8());
    qputenv("HOME", "/home/anna");
    qunsetenv("XDG_CACHE_HOME");
    QCOMPARE(hub_settings().cache, fs::path("/home/anna/.cache/huggingface/hub"));
    QVERIFY(hub_settings().token.empty() && !hub_settings().offline);
    fw::write_file_atomically(root() / "token", "hf_file\n", fw::Existing::replace);
    qputenv("HF_HOME", m_folder->path().toUtf8());
    QCOMPARE(hub_settings().cache, root() / "hub");
    QCOMPARE(hub_settings().token, std::string("hf_file"));
    qputenv("HF_TOKEN", " hf_variable ");
    qputenv("HF_HUB_CACHE", "~/models");
    qputenv("HF_HUB_OFFLINE", "yes");
    qputenv("HF_ENDPOINT", "https://mirror.example/");
    QCOMPARE(hub_settings().token, std::string("hf_variable"));
    QCOMPARE(hub_settings().cache, fs::path("/home/anna/models"));
    QCOMPARE(hub_settings().endpoint, std::string("https://mirror.example"));
    QVERIFY(hub_settings().offline);
    qputenv("HF_TOKEN", "a\r\nX-Other: b");
    QVERIFY_THROWS_EXCEPTION(fw::Error, hub_settings());
    for (const char* name : {"HF_HOME", "HF_TOKEN", "HF_HUB_CACHE", "HF_HUB_OFFLINE", "HF_ENDPOINT"})
      qunsetenv(name);
  }

  void one_set_of_weights_is_chosen_data() {
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QStringList>("chosen");
    const QString model = "diffusion_pytorch_model";
    QTest::newRow("plain before precisions")
        << QStringList{model + ".safetensors", model + ".fp16.safetensors", model + ".bin"}
        << QStringList{model + ".safetensors"};
    QTest::newRow("index before file")
        << QStringList{model + ".safetensors", model + ".safetensors.index.json", "a.safetensors",
                       "b.safetensors"}
        << QStringList{model + ".safetensors.index.json", "a.safetensors"};
    QTest::newRow("only precisions") << QStringList{"model.fp16.safetensors", "model.bf16.safetensors"}
                                     << QStringList{"model.bf16.safetensors"};
    QTest::newRow("shards of a precision")
        << QStringList{"model.fp16-00001-of-00002.safetensors", "model.fp16-00002-of-00002.safetensors"}
        << QStringList{"model.fp16-00001-of-00002.safetensors", "model.fp16-00002-of-00002.safetensors"};
  }
  void one_set_of_weights_is_chosen() {
    QFETCH(QStringList, files);
    QFETCH(QStringList, chosen);
    Listing listing;
    for (const QString& file : files) listing.files.push_back({"vae/" + file.toStdString(), 1, "x"});
    for (const char* other : {"vae/config.json", "vae/README.md", "vae/picture.png", "vae/x.bin.index.json"})
      listing.files.push_back({other, 1, "x"});
    const auto read = [](const RemoteFile&) {
      return std::string(R"({"weight_map":{"w":"a.safetensors"}})");
    };
    QStringList got;
    for (const RemoteFile& file : choose_model_files(listing, {"owner/model"}, {"vae"}, read))
      got << QString::fromStdString(file.path.substr(4));
    chosen << "config.json";
    got.sort();
    chosen.sort();
    QCOMPARE(got, chosen);
  }

  void the_time_left_ignores_what_was_there() {
    std::vector<fw::Progress> told;
    fw::download::Meter meter(1'000'000'000, [&](const fw::Progress& progress) { told.push_back(progress); });
    const auto start = fw::download::Meter::Clock::now();
    for (int s = 0; s <= 10; ++s)
      meter.tell("downloading", 500'000'000 + s * 10'000'000, s * 10'000'000, {},
                 start + std::chrono::seconds(s));
    QCOMPARE(told.back().done, int64_t{600});
    QCOMPARE(told.back().rate_per_s, 10.0);
    QCOMPARE(*told.back().seconds_left, 40.0);
  }
};

QTEST_GUILESS_MAIN(TestHub)
#include "test_hub.moc"
