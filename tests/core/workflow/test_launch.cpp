// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "workflow/launch.h"

using namespace fw::workflow;
namespace dataset = fw::dataset;
namespace fs = std::filesystem;

/// What a run needs before it can train.
class TestLaunch : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

  Launch launch(const dataset::CacheKeys& keys, const std::string& more = {}) const {
    dataset::DatasetSample sample{.id = "1-0", .source = path("a.mp4"), .frame_count = 9, .caption = "a fox"};
    sample.source_out = 9;
    sample.crop = {0, 0, 48, 32};
    sample.bucket = {9, 32, 48};
    sample.keys = keys;
    dataset::write_dataset_manifest(path("dataset.jsonl"), {sample}, fw::Existing::replace);
    const std::string text =
        "schema = 1\n[model]\nfamily = \"cogvideox\"\nfolder = \"model\"\n[data]\ndataset = "
        "\"dataset.jsonl\"\n"
        "cache = \"cache\"\n" +
        more;
    return launch_run(fw::run::parse_run_file(text, path("fox.toml")), path("fox.toml"));
  }

 private Q_SLOTS:
  void what_is_not_encoded_is_encoded_first() {
    const Launch launched = launch({});
    QVERIFY(launched.train.run.filename().string().starts_with("fox-"));
    QVERIFY(launched.precompute.has_value());
    // Over the run's own list: the user's stays as it is.
    QVERIFY(launched.precompute->dataset == launched.train.run / "dataset.jsonl");
    QVERIFY(launched.precompute->out.empty());
    QVERIFY(launched.precompute->cache == path("cache"));
  }

  void entries_are_looked_for() {
    const dataset::CacheKeys keys{.latents = "l", .text = "t", .image = {}, .empty_text = "e"};
    QVERIFY(launch(keys).precompute.has_value());
    for (const char* entry : {"latents/l", "text/t", "text/e"}) {
      const fs::path file = path("cache") / (std::string(entry) + ".safetensors");
      fs::create_directories(file.parent_path());
      fw::write_file_atomically(file, "", fw::Existing::replace);
    }
    QVERIFY(!launch(keys).precompute.has_value());
    const dataset::CacheKeys no_empty{.latents = "l", .text = "t", .image = {}, .empty_text = {}};
    QVERIFY(launch(no_empty).precompute.has_value());
    QVERIFY(!launch(no_empty, "caption_dropout_p = 0.0\n").precompute.has_value());
  }

  void a_run_file_with_faults_makes_no_folder() {
    const auto runs = [&] {
      return fs::exists(path("runs")) ? std::distance(fs::directory_iterator(path("runs")), {}) : 0;
    };
    const auto before = runs();
    QVERIFY_EXCEPTION_THROWN(launch({}, "no_such_setting = 1\n"), fw::Error);
    QCOMPARE(runs(), before);
  }
};

QTEST_APPLESS_MAIN(TestLaunch)
#include "test_launch.moc"
