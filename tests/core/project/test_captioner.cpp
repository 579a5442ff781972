// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QtTest>
#include <thread>

#include "dataset_files.h"
#include "fixture.h"
#include "project/captioner.h"
#include "project/import.h"
#include "test_clip.h"

using fw::project::Captioner;
using fw::project::Project;

namespace {

/// Answers every request on one port with one text, and keeps the last request.
class FakeServer {
 public:
  explicit FakeServer(std::string answer) : answer_(std::move(answer)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size);
    ::listen(listener_, 8);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~FakeServer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/v1/"; }
  const std::string& request() const { return request_; }

 private:
  void serve() {
    for (int connection; (connection = ::accept(listener_, nullptr, nullptr)) >= 0; ::close(connection)) {
      request_.clear();
      char bytes[65536];
      while (!is_whole()) {
        const ssize_t count = ::read(connection, bytes, sizeof bytes);
        if (count <= 0) break;
        request_.append(bytes, static_cast<size_t>(count));
        if (request_.find("100-continue") != std::string::npos && !continued_) {
          continued_ = ::write(connection, "HTTP/1.1 100 Continue\r\n\r\n", 25) == 25;
        }
      }
      [[maybe_unused]] const ssize_t written = ::write(connection, answer_.data(), answer_.size());
    }
  }
  bool is_whole() const {
    const size_t end = request_.find("\r\n\r\n");
    const size_t at = request_.find("Content-Length: ");
    if (end == std::string::npos || at == std::string::npos) return false;
    return request_.size() >= end + 4 + std::stoul(request_.substr(at + 16));
  }

  std::string answer_;
  std::string request_;
  bool continued_ = false;
  int listener_ = -1;
  int port_ = 0;
  std::thread thread_;
};

std::string http(int status, const std::string& body) {
  return "HTTP/1.1 " + std::to_string(status) +
         " X\r\nConnection: close\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace

class TestCaptioner : public QObject {
  Q_OBJECT

 private:
  TestFolder folder_;
  std::optional<Project> project_;
  std::vector<int64_t> ids_;

  std::string caption_of(int64_t id) const {
    const auto caption = read_clip(*project_, id).caption;
    return caption ? std::string(to_text(caption->origin)) + ":" + caption->text : "none";
  }

 private Q_SLOTS:
  void init() {
    project_.reset();
    fs::remove_all(folder_.path());
    project_ = Project::create(folder_.path() / "project");
    for (int i = 1; i <= 3; ++i)
      make_test_clip(folder_.path() / "data" / ("clip " + std::to_string(i) + ".mp4"), i);
    const fs::path data = folder_.path() / "data";
    import_clips(*project_, {&data, 1});
    ids_ = list_clips(*project_);
  }

  void commands_are_split_as_a_shell_does_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("plain") << "caption  --fast {file}" << QStringList{"caption", "--fast", "{file}"};
    QTest::newRow("quotes") << "a \"b c\" 'd \"e' f\"g\"h" << QStringList{"a", "b c", "d \"e", "fgh"};
    QTest::newRow("escapes") << "a\\ b \"c\\\"d\" 'e\\f'" << QStringList{"a b", "c\"d", "e\\f"};
    QTest::newRow("empty word") << "a '' b" << QStringList{"a", "", "b"};
  }
  void commands_are_split_as_a_shell_does() {
    QFETCH(QString, command);
    QFETCH(QStringList, words);
    QStringList found;
    for (const auto& word : fw::project::split_command(command.toStdString()))
      found << QString::fromStdString(word);
    QCOMPARE(found, words);
  }

  void command_captions_what_has_none() {
    set_caption(*project_, ids_[0], "by hand");
    const Captioner captioner{.command = "sh -c 'echo \"  seen: ${0##*/}\"' {file}"};
    const auto report = caption_clips(*project_, captioner, {});
    QCOMPARE(report.written, int64_t{2});
    QCOMPARE(caption_of(ids_[0]), std::string("person:by hand"));
    QCOMPARE(caption_of(ids_[1]), std::string("command:seen: clip 2.mp4"));
    QVERIFY(project_->undo());  // all of them are one step
    QCOMPARE(caption_of(ids_[1]), std::string("none"));
    QCOMPARE(caption_of(ids_[2]), std::string("none"));
  }

  void a_part_of_a_source_is_given_as_a_file_of_its_own() {
    set_cut(*project_, ids_[0], 2, 6);
    const auto only =
        std::get<fw::project::ClipFilter>(fw::project::ClipFilter::parse("id=" + std::to_string(ids_[0])));
    caption_clips(*project_, {.command = "echo {file}"}, {.filter = only});
    const std::string text = read_clip(*project_, ids_[0]).caption->text;
    QVERIFY(text.ends_with(".mp4") && text.find("clip 1") == std::string::npos);
    QVERIFY(!fs::exists(text));  // and is gone afterwards
  }

  void failures_are_told_by_clip() {
    const auto fails = caption_clips(*project_, {.command = "sh -c 'echo no model >&2; exit 3' {file}"}, {});
    QCOMPARE(fails.faults.size(), size_t{3});
    QVERIFY(fails.faults[0].fault.message().find("no model") != std::string::npos);
    QCOMPARE(fails.faults[0].line, ids_[0]);
    QCOMPARE(caption_clips(*project_, {.command = "/no/such/program {file}"}, {}).faults.size(), size_t{3});
    QCOMPARE(
        caption_clips(*project_, {.command = "sh -c 'sleep 60' {file}", .timeout_s = 0.2}, {}).faults.size(),
        size_t{3});
    QCOMPARE(caption_clips(*project_, {.command = "printf '\\377' {file}"}, {}).faults.size(), size_t{3});
    QCOMPARE(caption_clips(*project_, {.command = "true {file}"}, {}).kept, int64_t{3});
    QVERIFY_EXCEPTION_THROWN(caption_clips(*project_, {.command = "a 'b"}, {}), fw::Error);
    QVERIFY_EXCEPTION_THROWN(caption_clips(*project_, {.command = "echo always the same"}, {}), fw::Error);
    QVERIFY_EXCEPTION_THROWN(caption_clips(*project_, {}, {}), fw::Error);
  }

  void captioning_stops_at_once() {
    std::stop_source stop;
    fw::project::CaptionerOptions options;
    options.work.stop = stop.get_token();
    QElapsedTimer timer;
    std::jthread asker([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      timer.start();
      stop.request_stop();
    });
    QVERIFY_EXCEPTION_THROWN(caption_clips(*project_, {.command = "sh -c 'sleep 60' {file}"}, options),
                             fw::Cancelled);
    QVERIFY(timer.elapsed() < 30000);  // half of what the command would take
  }

  void server_gets_pictures_and_answers() {
    FakeServer server(http(200, R"({"choices":[{"message":{"content":" A wave. "}}]})"));
    const auto report = caption_clips(
        *project_, {.url = server.url(), .model = "vision", .prompt = "What?", .frames = 3}, {});
    QCOMPARE(report.written, int64_t{3});
    QCOMPARE(caption_of(ids_[2]), std::string("server:A wave."));
    QVERIFY(server.request().starts_with("POST /v1/chat/completions "));
    const auto body = nlohmann::json::parse(server.request().substr(server.request().find("\r\n\r\n") + 4));
    QCOMPARE(body.at("model").get<std::string>(), std::string("vision"));
    const auto& content = body.at("messages").at(0).at("content");
    QCOMPARE(content.size(), size_t{4});
    const std::string picture = content.at(0).at("image_url").at("url");
    const QByteArray jpeg =
        QByteArray::fromBase64(QByteArray::fromStdString(picture.substr(picture.find(',') + 1)));
    QVERIFY(jpeg.startsWith("\xff\xd8") && jpeg.endsWith("\xff\xd9"));
    QCOMPARE(content.at(3).at("text").get<std::string>(), std::string("What?"));
  }

  void wrong_answers_are_faults_data() {
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("error") << QByteArray::fromStdString(http(500, "out of memory"));
    QTest::newRow("no JSON") << QByteArray::fromStdString(http(200, "hello"));
    QTest::newRow("no choices") << QByteArray::fromStdString(http(200, R"({"choices":[]})"));
    QTest::newRow("nothing") << QByteArray();
  }
  void wrong_answers_are_faults() {
    QFETCH(QByteArray, answer);
    FakeServer server(answer.toStdString());
    const auto report = caption_clips(*project_, {.url = server.url()}, {});
    QCOMPARE(report.faults.size(), size_t{3});
    QCOMPARE(report.faults[0].fault.code, std::string("project.captioner_failed"));
  }
};

QTEST_GUILESS_MAIN(TestCaptioner)
#include "test_captioner.moc"
