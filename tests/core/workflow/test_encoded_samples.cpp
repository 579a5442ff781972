// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "run/run_folder.h"
#include "workflow/encoded_samples.h"

using namespace fw;
using namespace fw::dataset;
namespace fs = std::filesystem;

/// What is still to be encoded of three samples, when an earlier run or the Dataset page has encoded some.
class TestEncodedSamples : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<project::Project> m_project;
  run::RunSettings m_settings;
  static constexpr catalog::Bucket bucket{9, 64, 96};

  fs::path root() const { return m_folder->path().toStdString(); }
  static std::string key(int number) { return std::string(31, 'a') + static_cast<char>('0' + number); }
  static DatasetSample sample(int number) {
    return {.id = "1-" + std::to_string(number),
            .source = "/clips/a.mp4",
            .content_hash = "hash",
            .source_out = 100,
            .first_frame = 9 * number,
            .frame_count = 9,
            .crop = {0, 0, 96, 64},
            .bucket = bucket,
            .caption = "a"};
  }
  static void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  fs::path entry(const char* kind, int number) const {
    return root() / "cache" / kind / (key(number) + ".safetensors");
  }
  /// A manifest of these samples as precompute leaves it, with their entries.
  void encode(const fs::path& manifest, const std::vector<int>& numbers) const {
    DatasetManifest rows;
    for (const int number : numbers) {
      rows.push_back(sample(number));
      rows.back().id = "7-" + std::to_string(number);  // of another clip of the same file
      rows.back().caption = "another caption";
      rows.back().keys = {.latents = key(number), .text = key(9)};
      write(entry("latents", number), "x");
      write(entry("text", 9), "x");
    }
    write(manifest, format_dataset_manifest(rows));
  }
  void encode_by_run(const char* name, const std::vector<int>& numbers, const std::string& more = {}) const {
    const run::RunPaths run{m_project->folder() / "runs" / name};
    write(run.run_file(), "schema = 1\n[model]\nfamily = \"cogvideox\"\nfolder = \"" +
                              m_settings.model_folder + "\"\n[data]\ncache = \"" + m_settings.cache + "\"\n" +
                              more);
    encode(run.dataset(), numbers);
  }
  int64_t left() const {
    workflow::SamplesToEncode samples;
    for (const int number : {1, 2, 3}) samples.add(sample(number));
    samples.add(sample(3));  // encoded once
    samples.drop_encoded(*m_project, m_settings, *catalog::find_model("cogvideox-2b"), {});
    return samples.pixels() / bucket.pixels();
  }

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_project = std::make_unique<project::Project>(project::Project::create(root() / "project"));
    m_settings = {.family = "cogvideox"};
    m_settings.model_folder = (root() / "model").string();
    m_settings.cache = (root() / "cache").string();
  }

  void what_runs_have_encoded_is_there() {
    QCOMPARE(left(), int64_t{3});
    encode_by_run("one", {1});
    QCOMPARE(left(), int64_t{2});
    encode_by_run("two", {1, 3});
    QCOMPARE(left(), int64_t{1});
    fs::remove(entry("latents", 3));  // cleaned up
    QCOMPARE(left(), int64_t{2});
  }

  /// Another model, or latents that were not made in tiles, are others.
  void what_was_encoded_otherwise_is_not() {
    encode_by_run("whole", {1, 2, 3}, "[validation]\nenable_tiling = false\n");
    QCOMPARE(left(), int64_t{3});
    m_settings.enable_tiling = false;
    QCOMPARE(left(), int64_t{0});
    m_settings.model_folder = (root() / "other").string();
    QCOMPARE(left(), int64_t{3});
  }

  void what_was_encoded_ahead_is_there() {
    encode(workflow::encoded_ahead(m_project->folder(), "cogvideox-5b"), {1, 2, 3});
    QCOMPARE(left(), int64_t{3});
    encode(workflow::encoded_ahead(m_project->folder(), "cogvideox-2b"), {2, 3});
    QCOMPARE(left(), int64_t{1});
    m_settings.enable_tiling = false;
    QCOMPARE(left(), int64_t{3});
  }

  void a_run_that_cannot_be_read_tells_of_nothing() {
    encode_by_run("damaged", {1});
    encode_by_run("whole", {2});
    write(m_project->folder() / "runs" / "damaged" / "dataset.jsonl", "{");
    QCOMPARE(left(), int64_t{2});
  }
};

QTEST_GUILESS_MAIN(TestEncodedSamples)
#include "test_encoded_samples.moc"
