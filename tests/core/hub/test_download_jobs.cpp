// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/atomic_file.h"
#include "core/hub/hub_server.h"
#include "jobs/job_queue.h"
#include "workflow/download_jobs.h"

namespace fs = std::filesystem;
using namespace fw::workflow;
using fw::engine_api::job_of;
using fw::engine_api::JobState;
using fw::engine_api::Verb;

/// Downloads as jobs of the queue.
class TestDownloadJobs : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<HubServer> m_server;
  std::unique_ptr<fw::jobs::JobQueue> m_queue;
  std::string m_content = noise(300'000, 1);

  fs::path root() const { return m_folder->path().toStdString(); }
  fw::engine_api::JobId submit(const ModelFetchRequest& request) const {
    return m_queue->submit(job_of(request, "Download")).job;
  }
  JobState state(fw::engine_api::JobId job) const { return m_queue->job(job)->state; }

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_server = std::make_unique<HubServer>();
    m_server->extra = R"("gated":false,"cardData":{"license":"apache-2.0"})";
    m_server->add("model_index.json", R"({"vae":["diffusers","V"]})", false);
    m_server->add("vae/config.json", "{}", false);
    m_server->add("vae/diffusion_pytorch_model.safetensors", m_content, true);
    qputenv("HF_ENDPOINT", QByteArray::fromStdString(m_server->endpoint()));
    qputenv("HF_HOME", m_folder->path().toUtf8());
    for (const char* name : {"HF_HUB_CACHE", "HF_TOKEN", "HF_HUB_OFFLINE"}) qunsetenv(name);
    m_queue = std::make_unique<fw::jobs::JobQueue>();
    for (auto& kind : download_job_kinds([] { return HubAccess{.token = "hf_secret"}; }))
      m_queue->add_kind(std::move(kind));
  }
  void cleanup() { m_queue.reset(); }

  void a_download_pauses_and_resumes() {
    m_server->set_trick([](const HubServer::Asked& asked) -> std::optional<HubServer::Trick> {
      return asked.of_storage ? std::optional(HubServer::Trick{.slow_ms = 50}) : std::nullopt;
    });
    const auto job = submit({.model = "owner/model", .folder = root() / "mine"});
    QTRY_COMPARE(m_server->times_asked("/stored/"), 1);
    QVERIFY(!m_queue->send({.verb = Verb::pause, .job = job}).fault);
    m_queue->wait(job);
    QCOMPARE(state(job), JobState::paused);
    QVERIFY(!fs::exists(root() / "mine/vae/diffusion_pytorch_model.safetensors"));
    m_server->set_trick({});
    QVERIFY(!m_queue->send({.verb = Verb::resume, .job = job}).fault);
    m_queue->wait(job);
    QCOMPARE(state(job), JobState::finished);
    const auto report = m_queue->job(job)->result.get<DownloadReport>();
    QCOMPARE(report.folder, root() / "mine");
    QCOMPARE(report.files, int64_t{3});
    QCOMPARE(fw::read_file(root() / "mine/vae/diffusion_pytorch_model.safetensors"), m_content);
    QVERIFY(m_server->asked().back().first > 0);
    // The queue keeps requests on disk.
    QVERIFY(m_queue->job(job)->spec.params.dump().find("hf_secret") == std::string::npos);
  }

  void aborted_it_keeps_what_has_arrived() {
    m_server->set_trick([](const HubServer::Asked& asked) -> std::optional<HubServer::Trick> {
      return asked.of_storage ? std::optional(HubServer::Trick{.slow_ms = 50}) : std::nullopt;
    });
    const auto job = submit({.model = "owner/model"});
    QTRY_COMPARE(m_server->times_asked("/stored/"), 1);
    QTest::qWait(200);
    QVERIFY(!m_queue->send({.verb = Verb::abort, .job = job}).fault);
    m_queue->wait(job);
    QCOMPARE(state(job), JobState::cancelled);
    m_server->set_trick({});
    const auto again = submit({.model = "owner/model"});
    m_queue->wait(again);
    QCOMPARE(state(again), JobState::finished);
    QVERIFY(m_server->asked().back().first > 0);
  }

  void a_licence_with_terms_has_to_be_accepted() {
    m_server->extra = R"("gated":false,"cardData":{"license":"other","license_name":"Own terms",)"
                      R"("license_link":"https://hub.example/terms"})";
    const auto refused = submit({.model = "owner/model"});
    m_queue->wait(refused);
    QCOMPARE(m_queue->job(refused)->fault->code, std::string("workflow.licence_not_accepted"));
    QCOMPARE(m_server->times_asked("/resolve/"), 0);
    const DownloadTerms terms = terms_of("owner/model", {});
    QCOMPARE(terms.licence, std::string("Own terms"));
    QCOMPARE(terms.licence_address, std::string("https://hub.example/terms"));
    const auto accepted = submit({.model = "owner/model", .licence_accepted = true});
    m_queue->wait(accepted);
    QCOMPARE(state(accepted), JobState::finished);
  }

  void a_model_of_several_repositories_is_one_folder() {
    m_server->repository = "lllyasviel/FramePackI2V_HY";  // the others are unknown here
    const auto job = submit({.model = "framepack-i2v-hy", .folder = root() / "m", .licence_accepted = true});
    m_queue->wait(job);
    QCOMPARE(m_queue->job(job)->fault->code, std::string("hub.no_repository"));
    QVERIFY(fs::exists(root() / "m/FramePackI2V_HY/model_index.json"));
    QVERIFY(terms_of("framepack-i2v-hy", {}).repositories.size() == 3);
  }

  void an_unknown_name_is_told() {
    const auto job = submit({.model = "no-such-model"});
    m_queue->wait(job);
    QCOMPARE(m_queue->job(job)->fault->code, std::string("workflow.unknown_model"));
  }
};

QTEST_GUILESS_MAIN(TestDownloadJobs)
#include "test_download_jobs.moc"
