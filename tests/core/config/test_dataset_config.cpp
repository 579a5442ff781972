// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/error.h"
#include "config/dataset_manifest.h"

using fw::config::Bucket;

namespace {

fw::config::DatasetSample sample(std::string id) {
  return {.id = std::move(id),
          .source = "/data/Ärger 漢字.mp4",
          .content_hash = "00ff",
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
    QCOMPARE(fw::config::to_string(Bucket{49, 480, 720}), std::string("49x480x720"));
    QCOMPARE(fw::config::parse_bucket("49x480x720"), std::optional(Bucket{49, 480, 720}));
    for (const char* wrong :
         {"", "49", "49x480", "49x480x", "49x480x720x1", "0x480x720", "-1x480x720", "49X480X720",
          "49x480x720 ", "49x480x99999999999999999999", "49xx720", "+9x480x720"}) {
      QVERIFY2(!fw::config::parse_bucket(wrong), wrong);
    }
  }

  void id_token_once() {
    QCOMPARE(fw::config::with_id_token("a cat", "BW_STYLE"), std::string("BW_STYLE a cat"));
    QCOMPARE(fw::config::with_id_token("BW_STYLE a cat", "BW_STYLE"), std::string("BW_STYLE a cat"));
    QCOMPARE(fw::config::with_id_token("", "BW_STYLE"), std::string("BW_STYLE"));
    QCOMPARE(fw::config::with_id_token("a cat", ""), std::string("a cat"));
  }

  void manifest_round_trip() {
    const fw::config::DatasetManifest manifest{sample("1-0"), sample("1-1")};
    QTemporaryDir folder;
    const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "dataset.jsonl";
    fw::config::write_dataset_manifest(file, manifest);
    QVERIFY(fw::config::read_dataset_manifest(file) == manifest);
    QVERIFY(fw::config::parse_dataset_manifest("", "empty").empty());
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
    QTest::newRow("same id") << QByteArray("1-1") << QByteArray("1-0");
    QTest::newRow("empty line") << QByteArray("{\"bucket") << QByteArray("\n{\"bucket");
  }
  void broken_manifest_names_the_line() {
    QFETCH(QByteArray, find);
    QFETCH(QByteArray, replace);
    QByteArray second = QByteArray::fromStdString(fw::config::format_dataset_manifest({sample("1-1")}));
    QVERIFY(second.contains(find));
    second.replace(find, replace);
    const std::string first = fw::config::format_dataset_manifest({sample("1-0")});
    try {
      fw::config::parse_dataset_manifest(first + second.toStdString(), "run/dataset.jsonl");
      QFAIL("accepted");
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().code, std::string("config.manifest_row"));
      QCOMPARE(error.fault().arguments.at("line"), std::string("2"));
      QVERIFY(error.fault().message().starts_with("run/dataset.jsonl, line 2: "));
    }
  }
};

QTEST_GUILESS_MAIN(TestDatasetConfig)
#include "test_dataset_config.moc"
