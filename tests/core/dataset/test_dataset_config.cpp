// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/error.h"
#include "dataset/bucket_fit.h"
#include "dataset/dataset_manifest.h"

using fw::catalog::Bucket;

namespace {

fw::dataset::DatasetSample sample(std::string id) {
  return {.id = std::move(id),
          .source = "/data/Ärger 漢字.mp4",
          .content_hash = "00ff",
          .source_bytes = 12345,
          .source_modified_ms = 1'700'000'000'123,
          .source_in = 10,
          .source_out = 110,
          .fps = 23.976023976023978,
          .first_frame = 2,
          .frame_count = 49,
          .crop = {1, 2, 720, 480},
          .bucket = {49, 480, 720},
          .caption = "BW_STYLE a \"quoted\"\ncaption, 漢字",
          .keys = {.latents = "l", .text = "t", .image = "", .empty_text = "e"}};
}

}  // namespace

class TestDatasetConfig : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void bucket_text() {
    QCOMPARE(fw::catalog::to_string(Bucket{49, 480, 720}), std::string("49x480x720"));
    QCOMPARE(fw::catalog::parse_bucket("49x480x720"), std::optional(Bucket{49, 480, 720}));
    for (const char* wrong :
         {"", "49", "49x480", "49x480x", "49x480x720x1", "0x480x720", "-1x480x720", "49X480X720",
          "49x480x720 ", "49x480x99999999999999999999", "49xx720", "+9x480x720"}) {
      QVERIFY2(!fw::catalog::parse_bucket(wrong), wrong);
    }
  }

  void id_token_once_data() {
    QTest::addColumn<QString>("caption");
    QTest::addColumn<QString>("token");
    QTest::addColumn<bool>("has_it");
    const auto row = [](const char* caption, const char* token, bool has_it) {
      QTest::addRow("%s | %s", caption, token) << QString(caption) << QString(token) << has_it;
    };
    row("a cat", "BW_STYLE", false);
    row("BW_STYLE a cat", "BW_STYLE", true);
    row("a cat", "", true);
    row("sk", "sk", true);
    row("sk, a rail", "sk", true);
    row("sk's rail", "sk", true);
    row("sk\njumps", "sk", true);
    row("skater jumps over a rail", "sk", false);
    row("sk8 park", "sk", false);
    row("sk² park", "sk", false);
    row("skäter", "sk", false);
    row("ска́тер", "ск", false);
    row("cafe\u0301 noir", "cafe", false);  // another letter, in two characters
    row("cafe\u0301s", "cafe\u0301", false);
    row("σκύλος", "σκ", false);
    row("여우가 달린다", "여우", false);
    row("sk滑板少年", "sk", true);  // Chinese is written without spaces
    row("狐狸在雪地里奔跑", "狐狸", true);
    row("フォックスが走る", "フォックス", true);
    row("狐x", "狐", true);
    row("สุนัขวิ่ง", "สุนัข", true);
    row("sk,skater", "sk,", true);
    row("SK jumps", "sk", false);
  }
  void id_token_once() {
    QFETCH(QString, caption);
    QFETCH(QString, token);
    QFETCH(bool, has_it);
    const std::string before = caption.toStdString(), word = token.toStdString();
    const std::string after = fw::dataset::with_id_token(before, word);
    QCOMPARE(after, has_it ? before : word + " " + before);
    QCOMPARE(fw::dataset::with_id_token(after, word), after);
    QCOMPARE(fw::dataset::with_id_token("", word), word);
  }

  void manifest_round_trip() {
    const fw::dataset::DatasetManifest manifest{sample("1-0"), sample("1-1")};
    QTemporaryDir folder;
    const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "dataset.jsonl";
    fw::dataset::write_dataset_manifest(file, manifest, fw::Existing::replace);
    QVERIFY(fw::dataset::read_dataset_manifest(file) == manifest);
    QVERIFY(fw::dataset::parse_dataset_manifest("", "empty").empty());
  }

  void broken_manifest_names_the_line_data() {
    QTest::addColumn<QByteArray>("find");
    QTest::addColumn<QByteArray>("replace");
    QTest::newRow("not JSON") << QByteArray("{\"bucket") << QByteArray("\"bucket");
    QTest::newRow("key missing") << QByteArray("\"hash\"") << QByteArray("\"hush\"");
    QTest::newRow("wrong type") << QByteArray("\"in\":10") << QByteArray("\"in\":\"10\"");
    QTest::newRow("crop too short") << QByteArray("720,480]") << QByteArray("720]");
    QTest::newRow("bucket") << QByteArray("49x480x720") << QByteArray("49x480");
    QTest::newRow("cut without frames") << QByteArray("\"out\":110") << QByteArray("\"out\":10");
    QTest::newRow("frames and bucket differ")
        << QByteArray("\"frame_count\":49") << QByteArray("\"frame_count\":48");
    QTest::newRow("negative cut") << QByteArray("\"in\":10") << QByteArray("\"in\":-10");
    QTest::newRow("huge cut") << QByteArray("\"out\":110") << QByteArray("\"out\":1e300");
    QTest::newRow("huge number") << QByteArray("\"out\":110") << QByteArray("\"out\":18446744073709551615");
    QTest::newRow("huge first frame")
        << QByteArray("\"first_frame\":2") << QByteArray("\"first_frame\":9223372036854775807");
    QTest::newRow("negative crop") << QByteArray("[1,2,") << QByteArray("[-1,2,");
    QTest::newRow("huge crop") << QByteArray("720,480]") << QByteArray("720,4294967776]");
    QTest::newRow("part of a pixel") << QByteArray("720,480]") << QByteArray("720,480.5]");
    QTest::newRow("rate of no camera")
        << QByteArray("\"fps\":23.976023976023978") << QByteArray("\"fps\":1e15");
    QTest::newRow("negative rate") << QByteArray("\"fps\":23.976023976023978") << QByteArray("\"fps\":-1");
    QTest::newRow("same id") << QByteArray("1-1") << QByteArray("1-0");
    QTest::newRow("empty line") << QByteArray("{\"bucket") << QByteArray("\n{\"bucket");
  }
  void broken_manifest_names_the_line() {
    QFETCH(QByteArray, find);
    QFETCH(QByteArray, replace);
    QByteArray second = QByteArray::fromStdString(fw::dataset::format_dataset_manifest({sample("1-1")}));
    QVERIFY(second.contains(find));
    second.replace(find, replace);
    const std::string first = fw::dataset::format_dataset_manifest({sample("1-0")});
    try {
      fw::dataset::parse_dataset_manifest(first + second.toStdString(), "run/dataset.jsonl");
      QFAIL("accepted");
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().code, std::string("dataset.manifest_row"));
      QCOMPARE(error.fault().arguments.at("line"), std::string("2"));
      QVERIFY(error.fault().message().starts_with("run/dataset.jsonl, line 2: "));
    }
  }

  void all_bad_rows_are_told_at_once() {
    std::string text;
    for (int i = 0; i < 15; ++i)
      text += i % 5 == 2 ? "nonsense\n" : fw::dataset::format_dataset_manifest({sample(std::to_string(i))});
    try {
      fw::dataset::parse_dataset_manifest(text, "m");
      QFAIL("accepted");
    } catch (const fw::Error& error) {
      const QString message = QString::fromStdString(error.fault().message());
      QCOMPARE(error.fault().arguments.at("line"), std::string("3"));
      for (const char* line : {"line 3:", "line 8:", "line 13:"}) QVERIFY2(message.contains(line), line);
      QCOMPARE(message.count("line "), 3 + message.count("at line "));
    }
    try {
      fw::dataset::parse_dataset_manifest(QString("x\n").repeated(1000).toStdString(), "m");
      QFAIL("accepted");
    } catch (const fw::Error& error) {
      QVERIFY(error.fault().message().find("and 990 more lines") != std::string::npos);
    }
  }

  void older_manifests_are_read() {
    auto old = sample("1-0");
    std::string text = fw::dataset::format_dataset_manifest({old});
    for (const char* key : {"\"bytes\":12345,", "\"modified_ms\":1700000000123,"}) {
      QVERIFY(text.find(key) != std::string::npos);
      text.erase(text.find(key), std::strlen(key));
    }
    old.source_bytes = old.source_modified_ms = 0;
    QVERIFY(fw::dataset::parse_dataset_manifest(text, "old") == fw::dataset::DatasetManifest{old});
  }

  void numbers_of_any_size_fit_no_bucket() {
    using fw::dataset::ClipShape;
    const int64_t most = std::numeric_limits<int64_t>::max();
    for (const ClipShape& clip : {ClipShape{.width = most, .height = most, .frames = most},
                                  ClipShape{.width = most, .height = 1, .frames = 100},
                                  ClipShape{.width = -most, .height = 64, .frames = 100}}) {
      QVERIFY(!fit_bucket(clip, {5, 64, 64}, fw::dataset::LongClips::split));
    }
    QVERIFY(!fw::catalog::is_inside({most, 0, most, 1}, 64, 64));
    QVERIFY(!fw::catalog::is_inside({0, 0, 65, 64}, 64, 64));
    QVERIFY(fw::catalog::is_inside({0, 0, 64, 64}, 64, 64));
  }
};

QTEST_GUILESS_MAIN(TestDatasetConfig)
#include "test_dataset_config.moc"
