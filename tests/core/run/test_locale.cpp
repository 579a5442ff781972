// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <clocale>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/units.h"
#include "dataset/bucket_fit.h"
#include "run/run_file.h"
#include "run/run_folder.h"

using namespace fw::catalog;
using namespace fw::dataset;
using namespace fw::run;

/// Numbers in files and messages if the user's locale has a decimal comma, which QApplication adopts.
class TestLocale : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

 private Q_SLOTS:
  void initTestCase() {
    // Created here, since the machine's locales are unknown.
    const std::filesystem::path folder(folder_.path().toStdString());
    fw::write_file_atomically(folder / "source",
                              "comment_char %\nescape_char /\nLC_NUMERIC\ndecimal_point \",\"\nthousands_sep "
                              "\".\"\ngrouping 3;3\nEND LC_NUMERIC\n",
                              fw::Existing::refuse);
    QProcess::execute("localedef", {"-c", "--quiet", "-i", folder_.filePath("source"), "-f", "ANSI_X3.4-1968",
                                    folder_.filePath("comma")});
    qputenv("LOCPATH", folder_.path().toUtf8());
    QVERIFY(std::setlocale(LC_NUMERIC, "comma") != nullptr);
    char text[16];
    std::snprintf(text, sizeof text, "%.1f", 1.5);
    QCOMPARE(text, "1,5");
  }
  void cleanupTestCase() { std::setlocale(LC_NUMERIC, "C"); }

  void figures_in_messages_have_a_point() {
    QCOMPARE(fw::format_bytes(1536), std::string("1.5 KiB"));
    QCOMPARE(fw::format_fixed(1234567.25, 1), std::string("1234567.2"));
    QCOMPARE(fw::format_significant(0.000123456, 3), std::string("0.000123"));
    const fw::Fault fault(fw::ErrorCode{"a.b", "{number}", ""}, {{"number", 2.5}});
    QCOMPARE(fault.message(), std::string("2.5"));
  }

  void warnings_about_buckets_have_a_point() {
    const std::vector<Bucket> buckets = {{5, 64, 96}};
    const std::vector<ClipShape> clips = {{.id = 1, .width = 60, .height = 40, .frames = 5}};
    const auto assignments = assign_buckets(clips, buckets, LongClips::beginning);
    std::string told;
    for (const fw::Fault& fault : check_assignments(clips, assignments, buckets, {})) told += fault.message();
    QVERIFY2(told.find("1.6") != std::string::npos && told.find("1,6") == std::string::npos, told.c_str());
  }

  void run_files_are_written_and_read() {
    QVERIFY(to_toml(Value(2.5e-5)).find(',') == std::string::npos);
    const std::string text = override_in_text("", "optimizer.lr=1.5e-4");
    QVERIFY2(text.find(',') == std::string::npos, text.c_str());
    QCOMPARE(parse_run_file(text, "/a.toml", Extent::part).settings.lr, 1.5e-4);
    QCOMPARE(
        parse_run_file(set_in_text(text, "optimizer.lr", Value(0.25)), "/a.toml", Extent::part).settings.lr,
        0.25);
  }

  void dataset_rows_and_events_are_read() {
    DatasetSample sample;
    sample.id = "1-0";
    sample.source = "/none.mp4";
    sample.bucket = {5, 32, 48};
    sample.source_out = sample.frame_count = 5;
    sample.crop = {0, 0, 48, 32};
    sample.fps = 29.97;
    const std::string row = format_dataset_manifest({sample});
    QVERIFY2(row.find("29.97") != std::string::npos, row.c_str());
    QCOMPARE(parse_dataset_manifest(row, "rows").front().fps, 29.97);
    QCOMPARE(nlohmann::json::parse("{\"loss\": 0.125}").at("loss").get<double>(), 0.125);
  }
};

QTEST_GUILESS_MAIN(TestLocale)
#include "test_locale.moc"
