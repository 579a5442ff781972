// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <cmath>
#include <csignal>
#include <thread>

#include "captioning/captioner.h"
#include "core/project/dataset_files.h"
#include "core/project/fixture.h"
#include "core/project/test_clip.h"
#include "project/import.h"
#include "project/scratch_folder.h"

using fw::captioning::Captioner;
using fw::project::Project;

namespace {

/// Answers every request on one port with the same text, and keeps the last request.
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
    for (const auto& word : fw::captioning::split_command(command.toStdString()))
      found << QString::fromStdString(word);
    QCOMPARE(found, words);
  }

  void command_captions_what_has_none() {
    set_caption(*project_, ids_[0], "by hand");
    const Captioner captioner{.command = "sh -c 'echo \"  seen: ${0##*/}\"' {file}"};
    const auto report = fw::captioning::caption_clips(*project_, captioner, {});
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
    fw::captioning::caption_clips(*project_, {.command = "echo {file}"}, {.filter = only});
    const std::string text = read_clip(*project_, ids_[0]).caption->text;
    QVERIFY(text.ends_with(".mp4") && text.find("clip 1") == std::string::npos);
    QVERIFY(!fs::exists(text));  // and is gone afterwards
  }

  void proposals_leave_captions_alone() {
    set_caption(*project_, ids_[0], "by hand");
    const Captioner captioner{.command = "sh -c 'echo seen: ${0##*/}' {file}"};
    const auto report = fw::captioning::caption_clips(
        *project_, captioner, {.clips = {ids_[0], ids_[2]}, .may = fw::project::CaptionerMay::propose});
    QCOMPARE(report.written, int64_t{2});
    QCOMPARE(caption_of(ids_[0]), std::string("person:by hand"));
    QCOMPARE(read_clip(*project_, ids_[0]).proposal->text, std::string("seen: clip 1.mp4"));
    QVERIFY(!read_clip(*project_, ids_[1]).proposal);
    QVERIFY(!read_clip(*project_, ids_[2]).caption);
    QVERIFY(project_->undo());
    QVERIFY(!read_clip(*project_, ids_[0]).proposal);
  }

  void a_captioner_is_tried_on_one_clip() {
    const auto answer = [&](const char* command) {
      try {
        return fw::captioning::try_captioner(*project_, {.command = command}, ids_[1], {});
      } catch (const fw::Error& error) {
        return error.fault().code;
      }
    };
    QCOMPARE(answer("echo '  a wave ' {file}").substr(0, 8), std::string("a wave  "));
    QCOMPARE(answer("false {file}"), std::string("captioning.captioner_failed"));
    QCOMPARE(answer("true {file}"), std::string("captioning.captioner_failed"));  // no output
    QCOMPARE(answer("echo"), std::string("captioning.bad_captioner"));
    QVERIFY(!read_clip(*project_, ids_[1]).caption && !read_clip(*project_, ids_[1]).proposal);
  }

  void failures_are_told_by_clip() {
    const auto fails =
        fw::captioning::caption_clips(*project_, {.command = "sh -c 'echo no model >&2; exit 3' {file}"}, {});
    QCOMPARE(fails.faults.size(), size_t{3});
    QVERIFY(fails.faults[0].fault.message().find("no model") != std::string::npos);
    QCOMPARE(fails.faults[0].clip, ids_[0]);
    QVERIFY(fails.faults[0].list.ends_with(".mp4") && fails.faults[0].line == 0);
    QCOMPARE(
        fw::captioning::caption_clips(*project_, {.command = "/no/such/program {file}"}, {}).faults.size(),
        size_t{3});
    std::signal(SIGPIPE, SIG_IGN);  // as the program itself does; the child must not inherit it
    const auto piped = fw::captioning::caption_clips(
        *project_, {.command = "sh -c 'kill -PIPE $$; echo survived' {file}"}, {});
    QCOMPARE(piped.faults.size(), size_t{3});
    QCOMPARE(
        fw::captioning::caption_clips(*project_, {.command = "sh -c 'sleep 60' {file}", .timeout_s = 0.2}, {})
            .faults.size(),
        size_t{3});
    QCOMPARE(fw::captioning::caption_clips(*project_, {.command = "printf '\\377' {file}"}, {}).faults.size(),
             size_t{3});
    QCOMPARE(fw::captioning::caption_clips(*project_, {.command = "true {file}"}, {}).kept, int64_t{3});
    QVERIFY_EXCEPTION_THROWN(fw::captioning::caption_clips(*project_, {.command = "a 'b"}, {}), fw::Error);
    QVERIFY_EXCEPTION_THROWN(
        fw::captioning::caption_clips(*project_, {.command = "echo always the same"}, {}), fw::Error);
    QVERIFY_EXCEPTION_THROWN(fw::captioning::caption_clips(*project_, {}, {}), fw::Error);
  }

  void sources_that_cannot_be_read_do_not_speak_against_the_captioner() {
    for (int i = 4; i <= 13; ++i)
      make_test_clip(folder_.path() / "data" / ("x" + std::to_string(i) + ".mp4"), i);
    make_test_clip(folder_.path() / "data" / "z.mp4", 14);
    const fs::path data = folder_.path() / "data";
    import_clips(*project_, {&data, 1});
    for (int i = 4; i <= 8; ++i) fs::remove(data / ("x" + std::to_string(i) + ".mp4"));
    for (int i = 9; i <= 13; ++i) {
      const fs::path file = data / ("x" + std::to_string(i) + ".mp4");
      fs::resize_file(file, fs::file_size(file) / 2);
    }
    const auto report = fw::captioning::caption_clips(*project_, {.command = "echo {file}"}, {});
    QCOMPARE(report.written, int64_t{4});
    QCOMPARE(report.faults.size(), size_t{10});
    for (const auto& fault : report.faults) QVERIFY(fault.fault.code.starts_with("media."));
    // Ten failures in a row still end the job.
    for (int i = 4; i <= 8; ++i) make_test_clip(data / ("y" + std::to_string(i) + ".mp4"), 100 + i);
    for (int i = 1; i <= 5; ++i) make_test_clip(data / ("yy" + std::to_string(i) + ".mp4"), 120 + i);
    import_clips(*project_, {&data, 1});
    QVERIFY_EXCEPTION_THROWN(fw::captioning::caption_clips(*project_, {.command = "false {file}"}, {}),
                             fw::Error);
  }

  void errors_of_any_length_are_read_and_their_end_is_told() {
    const char* const bars =
        "sh -c 'head -c 5000000 /dev/zero | tr \"\\0\" x >&2; echo; echo caption' {file}";
    QCOMPARE(fw::captioning::caption_clips(*project_, {.command = bars}, {}).written, int64_t{3});
    const char* const failing =
        "sh -c 'head -c 5000000 /dev/zero | tr \"\\0\" x >&2; echo >&2; echo no model >&2; exit 3' {file}";
    const auto fails = fw::captioning::caption_clips(*project_, {.command = failing},
                                                     {.may = fw::project::CaptionerMay::replace_machine});
    QVERIFY(fails.faults.at(0).fault.message().find("code 3: no model") != std::string::npos);
  }

  void the_answer_is_there_when_the_process_ends() {
    QElapsedTimer timer;
    timer.start();
    // The background process inherits the pipes, like a model server started by a captioner.
    const auto report = fw::captioning::caption_clips(
        *project_, {.command = "sh -c 'sleep 60 & echo caption; exit 0' {file}", .timeout_s = 50}, {});
    QCOMPARE(report.written, int64_t{3});
    QVERIFY(timer.elapsed() < 40000);
    // One that closes its pipes is waited for.
    const auto closed = fw::captioning::caption_clips(
        *project_, {.command = "sh -c 'echo later; exec >&- 2>&-; sleep 0.3; exit 4' {file}"},
        {.may = fw::project::CaptionerMay::replace_machine});
    QVERIFY(closed.faults.at(0).fault.message().find("code 4") != std::string::npos);
  }

  void impossible_settings_are_refused_before_any_clip() {
    for (const double seconds : {0.0, -1.0, std::nan(""), 1e300}) {
      QVERIFY_EXCEPTION_THROWN(
          fw::captioning::caption_clips(*project_, {.command = "echo {file}", .timeout_s = seconds}, {}),
          fw::Error);
    }
    QVERIFY_EXCEPTION_THROWN(
        fw::captioning::caption_clips(*project_, {.url = "http://localhost:1/v1", .frames = 0}, {}),
        fw::Error);
  }

  void temporary_files_are_private_and_go() {
    qputenv("TMPDIR", (folder_.path() / "temporary").c_str());
    fs::create_directories(folder_.path() / "temporary");
    const auto restore = qScopeGuard([] { qunsetenv("TMPDIR"); });
    const auto count = [&] {
      return std::distance(fs::directory_iterator(folder_.path() / "temporary"), {});
    };
    fs::path killed;
    {
      const fw::project::ScratchFolder ours;
      QCOMPARE(fs::status(ours.path()).permissions(), fs::perms::owner_all);
      const fw::project::ScratchFolder another;
      QVERIFY(ours.path() != another.path() && fs::exists(ours.path()));  // in use: not cleared
      int ends[2];
      QCOMPARE(::pipe(ends), 0);
      const pid_t child = ::fork();
      if (child == 0) {
        const fw::project::ScratchFolder folder;
        fw::write_file_atomically(folder.path() / "1.mp4", "x", fw::Existing::refuse);
        const std::string name = folder.path();
        [[maybe_unused]] const ssize_t written = ::write(ends[1], name.data(), name.size());
        ::raise(SIGKILL);
      }
      ::waitpid(child, nullptr, 0);
      char name[4096] = {};
      QVERIFY(::read(ends[0], name, sizeof name - 1) > 0);
      killed = name;
      ::close(ends[0]);
      ::close(ends[1]);
      QVERIFY(fs::exists(killed / "1.mp4"));
    }
    QCOMPARE(count(), 1);
    // Other owners' names are left alone, symlinks too.
    fs::create_directory_symlink(folder_.path() / "data",
                                 folder_.path() / "temporary" / "framewright-scratch-link00");
    const fw::project::ScratchFolder next;
    QVERIFY(!fs::exists(killed));
    QCOMPARE(count(), 2);
  }

  void captioning_stops_at_once() {
    std::stop_source stop;
    fw::captioning::CaptionerOptions options;
    options.work.stop = stop.get_token();
    QElapsedTimer timer;
    std::jthread asker([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      timer.start();
      stop.request_stop();
    });
    QVERIFY_EXCEPTION_THROWN(
        fw::captioning::caption_clips(*project_, {.command = "sh -c 'sleep 60' {file}"}, options),
        fw::Cancelled);
    QVERIFY(timer.elapsed() < 30000);  // half of the command's duration
  }

  void server_gets_pictures_and_answers() {
    FakeServer server(http(200, R"({"choices":[{"message":{"content":" A wave. "}}]})"));
    const auto report = fw::captioning::caption_clips(
        *project_, {.url = server.url(), .model = "vision", .prompt = "What?", .frames = 3}, {});
    QCOMPARE(report.written, int64_t{3});
    QCOMPARE(caption_of(ids_[2]), std::string("server:A wave."));
    QVERIFY(server.request().starts_with("POST /v1/chat/completions "));
    QVERIFY(server.request().find("Authorization") == std::string::npos);
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

  void the_key_is_sent_and_told_nobody() {
    const auto unset = qScopeGuard([] { qunsetenv("FW_TEST_KEY"); });
    FakeServer server(http(401, "wrong key: sk-secret-123"));
    const Captioner captioner{.url = server.url(), .api_key_variable = "FW_TEST_KEY"};
    QVERIFY_EXCEPTION_THROWN(fw::captioning::caption_clips(*project_, captioner, {}), fw::Error);  // not set
    qputenv("FW_TEST_KEY", "sk-secret\r\nX-Other: 1");
    QVERIFY_EXCEPTION_THROWN(fw::captioning::caption_clips(*project_, captioner, {}), fw::Error);
    QVERIFY(server.request().empty());
    qputenv("FW_TEST_KEY", "sk-secret-123");
    const auto report = fw::captioning::caption_clips(*project_, captioner, {});
    QVERIFY(server.request().find("\r\nAuthorization: Bearer sk-secret-123\r\n") != std::string::npos);
    QCOMPARE(report.faults.size(), size_t{3});
    QVERIFY(report.faults[0].fault.message().find("401: wrong key: ***") != std::string::npos);
    QVERIFY(fw::read_file(project_->folder() / "project.framewright").find("sk-secret") == std::string::npos);
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
    const auto report = fw::captioning::caption_clips(*project_, {.url = server.url()}, {});
    QCOMPARE(report.faults.size(), size_t{3});
    QCOMPARE(report.faults[0].fault.code, std::string("captioning.captioner_failed"));
  }
};

QTEST_GUILESS_MAIN(TestCaptioner)
#include "test_captioner.moc"
