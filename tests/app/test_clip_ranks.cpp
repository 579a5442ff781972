// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "media/image.h"
#include "rank_processes.h"

namespace {

using namespace fw::support;

/// A folder for generating a clip.
class Folder {
 public:
  Folder() {
    fw::media::RgbImage picture(48, 32);
    for (size_t i = 0; i < picture.pixels.size(); ++i) picture.pixels[i] = static_cast<uint8_t>(i * 7);
    fw::media::write_image(folder_.filePath("first.png").toStdString(), picture);
  }

  static QStringList clip(const QStringList& more = {}, const QString& guidance = "3") {
    return QStringList{
               "generate",    "--model",  FW_SOURCE_FOLDER "/tests/reference/cases/models/hunyuan-video",
               "--prompt",    "a panda",  "--frames",
               "5",           "--height", "32",
               "--width",     "48",       "--steps",
               "2",           "--seed",   "5",
               "--guidance",  guidance,   "--device",
               "cpu",         "--out",    "clip.mp4",
               "--vae-tiling"} +
           more;
  }
  /// Three sections, from a picture.
  static QStringList sections() {
    return {"generate",  "--model",    FW_SOURCE_FOLDER "/tests/reference/cases/models/framepack",
            "--image",   "first.png",  "--prompt",
            "a panda",   "--frames",   "109",
            "--height",  "32",         "--width",
            "48",        "--steps",    "2",
            "--seed",    "5",          "--device",
            "cpu",       "--out",      "clip.mp4",
            "--preview", "--guidance", "3"};
  }
  static QStringList launched(int ranks, const QStringList& command) {
    return QStringList{"--json", "launch", "--nproc", QString::number(ranks), "--"} + command;
  }

  std::unique_ptr<QProcess> start(const QStringList& arguments, const Variables& variables = {}) const {
    Variables all = variables;
    all["MKL_CBWR"] = "COMPATIBLE";
    all["XDG_CACHE_HOME"] = folder_.path();
    return fw::support::start(arguments, all, folder_.path());
  }
  QByteArray read(const char* name) const {
    QFile file(folder_.filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  QStringList names() const { return QDir(folder_.path()).entryList(QDir::Files); }

 private:
  QTemporaryDir folder_;
};

/// The values of a file with one float32 tensor: skips the header and its length.
std::vector<float> tensor_in(const QByteArray& file) {
  uint64_t header = 0;
  std::memcpy(&header, file.data(), sizeof header);
  const QByteArray data = file.mid(static_cast<qsizetype>(sizeof header + header));
  std::vector<float> values(static_cast<size_t>(data.size()) / sizeof(float));
  std::memcpy(values.data(), data.data(), values.size() * sizeof(float));
  return values;
}

/// The largest difference divided by the largest value.
double distance(const std::vector<float>& a, const std::vector<float>& b) {
  double difference = a.size() == b.size() && !a.empty() ? 0 : HUGE_VAL, largest = 0;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    difference = std::max(difference, std::abs(double{a[i]} - double{b[i]}));
    largest = std::max(largest, std::abs(double{b[i]}));
  }
  return difference / largest;
}

}  // namespace

/// Clips that several processes generate together, started as users do.
class TestClipRanks : public QObject {
  Q_OBJECT

  Folder alone_, alone_in_sections_;

 private Q_SLOTS:
  void initTestCase() {
    const auto clip = alone_.start(Folder::clip());
    QVERIFY2(end_of(*clip) == 0, clip->readAllStandardError());
    const auto sections = alone_in_sections_.start(Folder::sections());
    QVERIFY2(end_of(*sections) == 0, sections->readAllStandardError());
    QVERIFY(!alone_.read("clip.mp4").isEmpty());
  }

  void the_clip_is_that_of_one_process_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<QStringList>("mesh");
    QTest::addColumn<QByteArray>("chosen");
    QTest::addColumn<bool>("same_bits");
    QTest::newRow("2, the branches of guidance") << 2 << QStringList() << QByteArray("guidance 2:") << true;
    QTest::newRow("3, Ulysses") << 3 << QStringList() << QByteArray("ulysses 3:") << false;
    QTest::newRow("2, a ring") << 2 << QStringList{"--ring", "2"} << QByteArray("ring 2:") << false;
    QTest::newRow("4, all given") << 4
                                  << QStringList{"--guidance-ranks", "2", "--ring", "1", "--ulysses", "2"}
                                  << QByteArray() << false;
  }
  void the_clip_is_that_of_one_process() {
    QFETCH(int, ranks);
    QFETCH(QStringList, mesh);
    QFETCH(QByteArray, chosen);
    QFETCH(bool, same_bits);
    const Folder folder;
    const auto process = folder.start(Folder::launched(ranks, Folder::clip(mesh)));
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    // The choice of the open parameters is reported once, with the reason.
    const QByteArray events = process->readAllStandardOutput();
    QCOMPARE(events.count("exchange least"), chosen.isEmpty() ? 0 : 1);
    QVERIFY2(events.contains(chosen), events);
    QCOMPARE(folder.names(), alone_.names());
    const QByteArray latents = folder.read("clip.mp4.latents.safetensors"),
                     wanted = alone_.read("clip.mp4.latents.safetensors");
    const double difference = distance(tensor_in(latents), tensor_in(wanted));
    QVERIFY2(difference < 1e-5, QByteArray::number(difference));
    if (!same_bits) return;
    // Including the recipe, which does not contain how the work was divided.
    QVERIFY(latents == wanted);
    QVERIFY(folder.read("clip.mp4") == alone_.read("clip.mp4"));
  }

  void a_clip_in_sections_goes_on_where_a_rank_was_killed() {
    const Folder folder;
    const int port = free_port();
    std::vector<std::unique_ptr<QProcess>> ranks;
    for (int rank = 0; rank < 2; ++rank) {
      Variables variables = torchrun(rank, 2, port);
      if (rank == 0) variables["FW_KILL_AT"] = "generate.section:1";
      ranks.push_back(folder.start(QStringList{"--json"} + Folder::sections(), variables));
    }
    QCOMPARE(end_of(*ranks[0]), -1);
    QCOMPARE(end_of(*ranks[1]), 1);
    const auto process = folder.start(Folder::launched(2, Folder::sections()));
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    QVERIFY(process->readAllStandardOutput().contains("1 sections of this clip were kept"));
    QVERIFY(folder.read("clip.mp4.latents.safetensors") ==
            alone_in_sections_.read("clip.mp4.latents.safetensors"));
  }

  /// As the window starts them: the whole request, and a cancellation sent to one of them.
  void a_request_as_a_whole_is_taken() {
    const nlohmann::json request = {{"model", FW_SOURCE_FOLDER "/tests/reference/cases/models/hunyuan-video"},
                                    {"prompt", "a panda"},
                                    {"frames", 5},
                                    {"height", 32},
                                    {"width", 48},
                                    {"steps", 2},
                                    {"seed", 5},
                                    {"guidance_scale", 3},
                                    {"device", "cpu"},
                                    {"out", "clip.mp4"},
                                    {"vae_tiling", true},
                                    {"shared", {{"world", {{"size", 2}}}, {"mesh", {{"ulysses", 2}}}}}};
    const Folder folder;
    const auto process =
        folder.start(Folder::launched(2, {"generate", "--request", QString::fromStdString(request.dump())}));
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    QVERIFY(process->readAllStandardOutput().contains("ulysses 2:"));
    const double difference = distance(tensor_in(folder.read("clip.mp4.latents.safetensors")),
                                       tensor_in(alone_.read("clip.mp4.latents.safetensors")));
    QVERIFY2(difference < 1e-5, QByteArray::number(difference));
  }

  void latents_are_decoded_together() {
    const QByteArray before = alone_.read("clip.mp4");
    const auto process = alone_.start(
        Folder::launched(3, Folder::clip({"--latents", "clip.mp4.latents.safetensors", "--overwrite"})));
    QVERIFY2(end_of(*process) == 0, process->readAllStandardError());
    QVERIFY(alone_.read("clip.mp4") == before);
  }

  /// By the first process; the others wait for it silently.
  void a_refused_command_is_told_in_one_sentence() {
    const Folder folder;
    const auto process = folder.start({"launch", "--nproc", "2", "--", "train", "missing.toml"});
    QCOMPARE(end_of(*process), 2);
    const QByteArray said = process->readAllStandardError().trimmed();
    QVERIFY2(said.startsWith("error: ") && said.contains("missing.toml") && !said.contains('\n'), said);
  }

  void a_mesh_that_does_not_fit_is_refused_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("code");
    QTest::newRow("product") << Folder::launched(3, Folder::clip({"--ring", "2"})) << "launch.bad_mesh";
    QTest::newRow("one process") << Folder::launched(1, Folder::clip({"--ring", "2"})) << "launch.bad_mesh";
    QTest::newRow("no launch") << QStringList{"--json"} + Folder::clip({"--ulysses", "2"})
                               << "launch.bad_mesh";
    QTest::newRow("no branches") << Folder::launched(2, Folder::clip({"--guidance-ranks", "2"}, "1"))
                                 << "launch.one_branch";
  }
  void a_mesh_that_does_not_fit_is_refused() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, code);
    const Folder folder;
    const auto process = folder.start(arguments);
    QCOMPARE(end_of(*process), 2);
    QCOMPARE(fault_in(*process)["code"].toString(), code);
    QVERIFY(!process->readAllStandardError().contains("error:"));  // it is reported once
    QVERIFY(folder.read("clip.mp4").isEmpty());
  }
};

QTEST_GUILESS_MAIN(TestClipRanks)
#include "test_clip_ranks.moc"
