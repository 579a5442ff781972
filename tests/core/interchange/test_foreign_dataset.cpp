// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/project/dataset_files.h"
#include "core/project/fixture.h"

/// Dataset files of other trainers name folders, which are imported as if they were named.
class TestForeignDataset : public QObject {
  Q_OBJECT

 private:
  TestFolder folder_;
  fs::path root_;

 private Q_SLOTS:
  void init() {
    root_ = folder_.path();
    fs::remove_all(root_);
    for (const char* name : {"clips/a.mp4", "clips/deep/b.MOV", "more/c.mp4"}) write(root_ / name, "x");
    write(root_ / "clips/a.txt", "A");
    write(root_ / "clips/a.cap", "A's other");
    write(root_ / "more/c.txt", "C");
    write(root_ / "list.jsonl", "{\"video_path\": \"more/c.mp4\", \"caption\": \"from the list\"}\n");
  }

  void folders_are_imported_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    QTest::addColumn<QStringList>("told");
    const auto row = [](const char* title, const char* name, const char* text, const QStringList& expected,
                        const QStringList& told) {
      QTest::newRow(title) << name << QByteArray(text) << expected << told;
    };
    row("musubi-tuner", "configs/d.toml",
        "[general]\nresolution = [960, 544]\ncaption_extension = \".cap\"\nbatch_size = 2\n"
        "[[datasets]]\nvideo_directory = \"clips\"\ncache_directory = \"c\"\ntarget_frames = [1, 25]\n"
        "num_repeats = 5\n[[datasets]]\nvideo_jsonl_file = \"../list.jsonl\"\nnew_key = 1\n",
        {"a.mp4=A's other x5", "b.MOV= x5", "c.mp4=from the list"},
        {"resolution = 960, 544", "batch_size = 2", "target_frames = 1, 25", "cache_directory = c",
         "No setting corresponds to new_key = 1"});
    row("diffusion-pipe", "d.toml",
        "resolutions = [512]\nframe_buckets = [1, 33]\n[[directory]]\npath = 'clips'\nnum_repeats = 3\n"
        "caption_prefix = 'k1te, '\nmask_path = 'm'\n",
        {"a.mp4=A x3", "b.MOV= x3"}, {"caption_prefix = k1te", "mask_path = m", "frame_buckets"});
    row("SimpleTuner", "b.json",
        R"([{"id": "x", "type": "local", "dataset_type": "video", "instance_data_dir": "clips", "repeats": 4,
             "caption_strategy": "textfile", "video": {"num_frames": 49}},
            {"id": "y", "type": "local", "instance_data_dir": "more", "disabled": true},
            {"id": "t", "dataset_type": "text_embeds", "cache_dir": "c"}])",
        {"a.mp4=A x5", "b.MOV= x5"},  // four more times
        {"video.num_frames = 49", "instance_data_dir = more", "cache_dir = c", "disabled = true"});
    row("OneTrainer's concepts", "concepts.json",
        R"([{"path": "more", "enabled": true, "balancing": 2.0, "loss_weight": 0.5, "text": {"prompt_source": "sample"}},
            {"path": "clips", "enabled": false}])",
        {"c.mp4=C weight 0.5"}, {"balancing = 2.0", "text.prompt_source = sample", "path = clips"});
    row("finetrainers", "training.json",
        R"({"datasets": [{"data_root": "more", "dataset_type": "video", "id_token": "TOK",
                          "video_resolution_buckets": [[49, 512, 768]]}]})",
        {"c.mp4=C"}, {"id_token", "video_resolution_buckets = [49,512,768]"});
    row("ai-toolkit", "a.yaml",
        "job: extension\nconfig:\n  process:\n    - type: sd_trainer\n      datasets:\n"
        "        - folder_path: \"clips\"\n          caption_ext: cap\n          num_frames: 41\n"
        "          loss_multiplier: 2\n",
        {"a.mp4=A's other weight 2", "b.MOV= weight 2"}, {"datasets.num_frames = 41"});
    row("numbers that clips cannot have", "d.toml",
        "[[directory]]\npath = 'clips'\nnum_repeats = 2.5\n[[directory]]\npath = 'more'\nnum_repeats = 1\n",
        {"a.mp4=A", "b.MOV=", "c.mp4=C"}, {"num_repeats = 2.5"});
  }
  void folders_are_imported() {
    QFETCH(QString, name);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, expected);
    QFETCH(QStringList, told);
    write(root_ / name.toStdString(), text.toStdString());
    const ImportList list = read_one(root_ / name.toStdString());
    QStringList found;
    for (const auto& row : list.rows) {
      found << QString("%1=%2").arg(row.file.filename().c_str(), row.caption.c_str());
      if (row.times) found.last() += QString(" x%1").arg(*row.times);
      if (row.loss_weight) found.last() += QString(" weight %1").arg(*row.loss_weight);
    }
    QCOMPARE(found, expected);
    QCOMPARE(summary(list.faults), QStringList{});
    QString all;
    for (const auto& warning : list.warnings)
      all += QString::fromStdString(warning.fault.full_message()) + "\n";
    for (const QString& words : told) QVERIFY2(all.contains(words), qPrintable(words + " is not in\n" + all));
  }

  void what_is_missing_is_a_fault() {
    const std::map<std::string, std::string> files{
        {"missing.toml", "[[directory]]\npath = 'nowhere'\nnum_repeats = 1\n"},
        {"windows.toml", "[[datasets]]\nvideo_directory = \"F:\\\\clips\\\\train\"\n"},
        {"itself.toml", "[[datasets]]\nvideo_directory = \"itself.toml\"\n"},
        {"broken.toml", "[[directory]]\npath = 'clips\nnum_repeats = 1\n"}};
    const std::map<std::string, const char*> codes{{"missing.toml", "interchange.missing_file:0"},
                                                   {"windows.toml", "interchange.windows_path:0"},
                                                   {"itself.toml", "interchange.missing_file:0"},
                                                   {"broken.toml", "interchange.unread_config:0"}};
    for (const auto& [name, text] : files) {
      write(root_ / name, text);
      QCOMPARE(summary(read_one(root_ / name).faults), QStringList{codes.at(name)});
    }
    write(root_ / "run.toml", "epochs = 1\npipeline_stages = 1\n");
    QCOMPARE(summary(read_one(root_ / "run.toml").faults), QStringList{"run.foreign_run:0"});
  }
};

QTEST_GUILESS_MAIN(TestForeignDataset)
#include "test_foreign_dataset.moc"
