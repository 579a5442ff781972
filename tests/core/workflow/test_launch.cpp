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

/// Prerequisites of a run before it can train.
class TestLaunch : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

  fw::engine_api::TrainRequest launch(const dataset::CacheKeys& keys, const std::string& more = {}) const {
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

  long runs() const {
    return fs::exists(path("runs")) ? std::distance(fs::directory_iterator(path("runs")), {}) : 0;
  }

 private Q_SLOTS:
  void a_run_has_its_own_list() {
    const fs::path run = launch({}).run;
    QVERIFY(run.filename().string().starts_with("fox-"));
    QCOMPARE(dataset::read_dataset_manifest(run / "dataset.jsonl").size(), size_t{1});
  }

  /// With everything encoded and no prompts, a run loads only the transformer.
  void a_model_without_weights_makes_no_folder() {
    fs::copy(FW_SOURCE_FOLDER "/resources/sample/model", path("model"), fs::copy_options::recursive);
    const auto code = [&](const dataset::CacheKeys& keys, const std::string& more = {}) {
      try {
        launch(keys, more);
        return std::string();
      } catch (const fw::Error& error) {
        return error.fault().code;
      }
    };
    const auto before = runs();
    fs::remove(path("model") / "text_encoder" / "model.safetensors");
    QCOMPARE(code({}), std::string("model_files.no_weights"));
    for (const char* const entry : {"latents/l", "text/t"}) {
      fs::create_directories((path("cache") / entry).parent_path());
      fw::write_file_atomically(path("cache") / (std::string(entry) + ".safetensors"), "x",
                                fw::Existing::refuse);
    }
    const dataset::CacheKeys keys{.latents = "l", .text = "t", .empty_text = "t"};
    QCOMPARE(code(keys, "[validation]\nvalidation_prompts = [\"an owl\"]\n"),
             std::string("model_files.no_weights"));
    QCOMPARE(runs(), before);
    QCOMPARE(code(keys), std::string());
    fs::remove(path("model") / "transformer" / "diffusion_pytorch_model.safetensors");
    QCOMPARE(code(keys), std::string("model_files.no_weights"));
    QCOMPARE(runs(), before + 1);
    fs::remove_all(path("model"));
  }

  void a_run_file_with_faults_makes_no_folder() {
    const auto before = runs();
    QVERIFY_EXCEPTION_THROWN(launch({}, "no_such_setting = 1\n"), fw::Error);
    QCOMPARE(runs(), before);
  }
};

QTEST_APPLESS_MAIN(TestLaunch)
#include "test_launch.moc"
