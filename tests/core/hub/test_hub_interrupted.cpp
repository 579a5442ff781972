// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <csignal>
#include <random>

#include "base/atomic_file.h"
#include "base/error.h"
#include "core/hub/hub_server.h"
#include "download/checksum.h"
#include "hub/fetch.h"

namespace fs = std::filesystem;
using namespace fw::hub;

namespace {

using Files = std::map<std::string, std::string>;  // path -> content

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

/// A model with weights of up to 400 kB.
Files made_model(unsigned seed) {
  std::mt19937 random(seed);
  const auto weights = [&] { return noise(1 + random() % 400'000, seed * 7 + random() % 1000); };
  return {{"model_index.json", R"({"transformer":["diffusers","T"],"vae":["diffusers","V"]})"},
          {"transformer/config.json", "{\"seed\":" + std::to_string(seed) + "}"},
          {"transformer/diffusion_pytorch_model.safetensors.index.json",
           R"({"weight_map":{"a":"diffusion_pytorch_model-00001-of-00002.safetensors",)"
           R"("b":"diffusion_pytorch_model-00002-of-00002.safetensors"}})"},
          {"transformer/diffusion_pytorch_model-00001-of-00002.safetensors", weights()},
          {"transformer/diffusion_pytorch_model-00002-of-00002.safetensors", weights()},
          {"vae/config.json", "{}"},
          {"vae/diffusion_pytorch_model.safetensors", weights()}};
}

}  // namespace

/// Downloads that are cut off, cancelled and killed at random points.
class TestHubInterrupted : public QObject {
  Q_OBJECT

  static bool is_child() { return qEnvironmentVariableIsSet("FW_TEST_HUB"); }

  static HubSettings settings_for(const std::string& endpoint, const fs::path& cache) {
    HubSettings settings{.endpoint = endpoint, .cache = cache};
    settings.network = {.timeout_s = 5, .retries = 0};  // the first error ends it
    return settings;
  }
  static std::string attempt(const HubSettings& settings, const fs::path& folder,
                             const std::stop_token& stop = {}) {
    return code_of([&] { fetch({.repository = {"owner/model"}, .folder = folder}, settings, {}, stop); });
  }
  static void run_child(const HubSettings& settings, const fs::path& folder, int kill_after_ms) {
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("FW_TEST_HUB", QString::fromStdString(settings.endpoint));
    environment.insert("FW_TEST_CACHE", QString::fromStdString(settings.cache.string()));
    environment.insert("FW_TEST_FOLDER", QString::fromStdString(folder.string()));
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {"fetch_when_asked"});
    child.waitForStarted();
    QThread::msleep(static_cast<unsigned long>(kill_after_ms));
    child.kill();
    child.waitForFinished();
  }
  /// Every file that has a name is whole. @return how many there are
  static int whole_files(const fs::path& folder, const Files& files) {
    int count = 0;
    for (const auto& [path, content] : files) {
      std::error_code error;
      if (!fs::exists(folder / path, error)) continue;
      if (fw::read_file(folder / path) != content) return -1;
      ++count;
    }
    return count;
  }

 private Q_SLOTS:
  /// The child of the tests below, which kill it.
  void fetch_when_asked() {
    if (!is_child()) return;
    const auto settings =
        settings_for(qgetenv("FW_TEST_HUB").toStdString(), qgetenv("FW_TEST_CACHE").toStdString());
    const std::string code = attempt(settings, qgetenv("FW_TEST_FOLDER").toStdString());
    QVERIFY2(code.empty(), code.c_str());
  }

  void two_hundred_downloads_end_whole() {
    if (is_child()) return;
    int cuts = 0, cancels = 0, kills = 0;
    for (unsigned round = 0; round < 200; ++round) {
      const QTemporaryDir scratch;
      const fs::path root = scratch.path().toStdString();
      const Files files = made_model(round);
      HubServer server;
      for (const auto& [path, content] : files) server.add(path, content, path.ends_with(".safetensors"));
      const bool to_folder = round % 2 == 1;
      const fs::path folder = to_folder ? root / "model" : fs::path();
      const fs::path seen =
          to_folder ? folder : root / "cache/models--owner--model/snapshots" / server.commit;
      const HubSettings settings = settings_for(server.endpoint(), root / "cache");
      std::mt19937 random(round);
      for (unsigned interruption = 0; interruption < 3; ++interruption) {
        const unsigned kind = round % 10 == 9 ? 2 : random() % 2;
        const unsigned seed = random();
        server.set_trick([seed, kind](const HubServer::Asked& asked) -> std::optional<HubServer::Trick> {
          if (!asked.of_storage) return std::nullopt;
          std::mt19937 here(seed + static_cast<unsigned>(asked.first) + asked.path.size());
          HubServer::Trick trick{.slow_ms = kind == 0 ? 0 : 1 + static_cast<int>(here() % 3)};
          if (kind == 0) trick.cut_after = here() % 300'000;
          return trick;
        });
        if (kind == 2) {
          run_child(settings, folder, 20 + static_cast<int>(random() % 80));
          ++kills;
        } else {
          std::stop_source stop;
          std::jthread canceller;
          if (kind == 1)
            canceller = std::jthread([&, wait = random() % 25] {
              std::this_thread::sleep_for(std::chrono::milliseconds(wait));
              stop.request_stop();
            });
          const std::string code = attempt(settings, folder, stop.get_token());
          const std::string expected = kind == 1 ? "cancelled" : "download.failed";
          QVERIFY2(code.empty() || code == expected, code.c_str());
          (kind == 0 ? cuts : cancels) += code.empty() ? 0 : 1;
        }
        QVERIFY(whole_files(seen, files) >= 0);
      }
      server.set_trick({});
      QCOMPARE(attempt(settings, folder), std::string());
      QCOMPARE(whole_files(seen, files), static_cast<int>(files.size()));
      if (!to_folder)
        for (const auto& entry : fs::directory_iterator(root / "cache/models--owner--model/blobs")) {
          const std::string name = entry.path().filename().string();
          QVERIFY2(name.size() == 40 || name.size() == 64, name.c_str());  // nothing unfinished is left
          QCOMPARE(name.size() == 64 ? fw::download::sha256_of(entry.path())
                                     : fw::download::git_blob_id_of(entry.path()),
                   name);
        }
    }
    qInfo("%d cut off, %d cancelled, %d killed", cuts, cancels, kills);
    QVERIFY(cuts > 100 && cancels > 50 && kills >= 60);
  }

  void what_arrived_is_not_fetched_again() {
    if (is_child()) return;
    const QTemporaryDir scratch;
    HubServer server;
    const Files files = made_model(1);
    for (const auto& [path, content] : files) server.add(path, content, path.ends_with(".safetensors"));
    HubSettings settings = settings_for(server.endpoint(), fs::path(scratch.path().toStdString()));
    settings.streams = 1;
    server.set_trick([](const HubServer::Asked& asked) -> std::optional<HubServer::Trick> {
      if (asked.path.find("-00001-of") == std::string::npos || !asked.of_storage) return std::nullopt;
      return HubServer::Trick{.cut_after = 1000};
    });
    QCOMPARE(attempt(settings, {}), std::string("download.failed"));
    server.set_trick({});
    const auto result = fetch({.repository = {"owner/model"}}, settings, {});
    uint64_t all = 0;
    for (const auto& [path, content] : files) all += content.size();
    QCOMPARE(result.bytes, uint64_t{all});
    QVERIFY(result.fetched <= all - 1000);
    bool resumed = false;
    for (const auto& asked : server.asked()) resumed |= asked.first == 1000;
    QVERIFY(resumed);
    QCOMPARE(fetch({.repository = {"owner/model"}}, settings, {}).fetched, uint64_t{0});
  }

  void two_programs_fetch_one_file_once() {
    if (is_child()) return;
    const QTemporaryDir scratch;
    HubServer server;
    const Files files = made_model(2);
    for (const auto& [path, content] : files) server.add(path, content, path.ends_with(".safetensors"));
    server.set_trick([](const HubServer::Asked&) { return HubServer::Trick{.slow_ms = 5}; });
    const HubSettings settings = settings_for(server.endpoint(), fs::path(scratch.path().toStdString()));
    QProcess children[3];
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("FW_TEST_HUB", QString::fromStdString(settings.endpoint));
    environment.insert("FW_TEST_CACHE", QString::fromStdString(settings.cache.string()));
    for (QProcess& child : children) {
      child.setProcessEnvironment(environment);
      child.start(QCoreApplication::applicationFilePath(), {"fetch_when_asked"});
    }
    for (QProcess& child : children) {
      QVERIFY(child.waitForFinished());
      QCOMPARE(child.exitCode(), 0);
    }
    QCOMPARE(whole_files(settings.cache / "models--owner--model/snapshots" / server.commit, files),
             static_cast<int>(files.size()));
    QCOMPARE(server.times_asked("/stored/vae"), 1);
    QCOMPARE(server.times_asked("/stored/"), 3);
  }
};

QTEST_GUILESS_MAIN(TestHubInterrupted)
#include "test_hub_interrupted.moc"
