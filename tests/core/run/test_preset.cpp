// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include "base/atomic_file.h"
#include "catalog/catalog.h"
#include "run/preset.h"
#include "run/preset_files.h"
#include "run/run_file.h"

using namespace fw::catalog;
using namespace fw::run;
namespace fs = std::filesystem;

namespace {

const std::string run_text =
    "schema = 1\n[run]\nname = \"mine\"\nseed = 7\n[model]\nfamily = \"cogvideox\"\nfolder = \"m\"\n"
    "[data]\ndataset = \"d\"\nid_token = \"BW\"\n[lora]\nrank = 5  # odd\n[optimizer]\nlr = 0.5\n"
    "[validation]\nvalidation_prompts = [\"a ball\"]\n";

}  // namespace

class TestPreset : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  fs::path own() const { return fs::path(folder_.path().toStdString()) / "präsets"; }

 private Q_SLOTS:
  void init() { fs::remove_all(own()); }

  void every_model_and_card_has_one_that_holds() {
    for (const auto& [id, text] : preset_files) {
      const ParsedPreset parsed = parse_preset(text, fs::path(std::string(id) + ".toml"));
      for (const fw::Fault& fault : parsed.faults) QFAIL(fault.full_message().c_str());
      const RunFile run =
          parse_run_file(apply_preset("# mine\n" + run_text, text), "/run.toml", Extent::part);
      for (const fw::Fault& fault : run.faults) QFAIL(fault.full_message().c_str());
      QVERIFY(run.text.starts_with("# mine\n") && run.text.find("# odd") != std::string::npos);
      QCOMPARE(run.settings.name, std::string("mine"));
      QVERIFY(run.settings.training_type == parsed.preset.settings.training_type);
    }
    for (const ModelSpec& model : published_models()) {
      for (const char* type : {"lora", "sft"}) {
        for (const double card : {6, 8, 12, 16, 24, 80}) {
          if (card == 6 && model.latent.window_frames == 0) continue;  // of those that see a part of the clip
          const auto& all = shipped_presets();
          const auto found = std::ranges::find_if(all, [&](const Preset& p) {
            return p.model == model.id && fw::name_of(p.settings.training_type) == type && p.vram_gib == card;
          });
          QVERIFY2(found != all.end(), (model.id + " " + type + " " + std::to_string(card)).c_str());
          QVERIFY(found->basis != PresetBasis::none && found->verdict);
          QVERIFY(found->settings.task == model.tasks.front());
        }
      }
    }
  }

  void nothing_of_another_preset_stays() {
    const Preset small = find_preset(own(), "cogvideox-5b-lora-8gb");
    const Preset large = find_preset(own(), "cogvideox-5b-lora-24gb");
    const std::string direct = use_preset(run_text, large, {}, {});
    const std::string after = use_preset(use_preset(run_text, small, {}, {}), large, {}, {});
    const RunSettings one = parse_run_file(direct, "/run.toml", Extent::part).settings;
    const RunSettings other = parse_run_file(after, "/run.toml", Extent::part).settings;
    for (const Setting& setting : settings())
      QVERIFY2(value_of(one, setting) == value_of(other, setting), std::string(setting.key).c_str());
    QCOMPARE(other.name, std::string("mine"));
    QVERIFY(after.find("# odd") == std::string::npos || other.rank == one.rank);
  }

  /// Including settings that no shipped preset has; the user's other settings stay.
  void nothing_of_an_own_preset_stays() {
    const Preset shipped = find_preset(own(), "cogvideox-5b-lora-24gb");
    const std::string steps_given = set_in_text(run_text, "training.train_steps", int64_t{321});
    save_preset(own(), "A", set_in_text(run_text, "optimizer.weight_decay", 0.25), false);
    save_preset(own(), "B", run_text, false);
    std::vector<fw::Fault> faults;
    const std::vector<Preset> of_user = own_presets(own(), faults);
    QCOMPARE(of_user.size(), size_t{2});
    QVERIFY(!preset_keys({}).contains("optimizer.weight_decay"));
    const std::string with_a = use_preset(steps_given, of_user[0], {}, of_user);
    QVERIFY(with_a.find("weight_decay") != std::string::npos);
    for (const Preset* next : {&of_user[1], &shipped}) {
      const std::string after = use_preset(with_a, *next, {}, of_user);
      QVERIFY2(after.find("weight_decay") == std::string::npos, after.c_str());
      QCOMPARE(parse_run_file(after, "/run.toml", Extent::part).settings.train_steps, int64_t{321});
    }
  }

  void buckets_of_the_dataset_stay() {
    const Preset preset = find_preset(own(), "cogvideox-5b-lora-24gb");
    const auto buckets = [&](const std::set<Bucket>& there) {
      const std::string text = use_preset(empty_run_text, preset, there, {});
      return parse_run_file(text, "/run.toml", Extent::part).settings.video_resolution_buckets;
    };
    QCOMPARE(buckets({}), std::vector<std::string>{"49x480x720"});
    QCOMPARE(buckets({Bucket{49, 480, 720}}), std::vector<std::string>{"49x480x720"});
    // One matching bucket does not exclude the other's samples.
    QVERIFY(buckets({Bucket{49, 480, 720}, Bucket{49, 512, 672}}).empty());
    QVERIFY(buckets({Bucket{49, 512, 672}}).empty());
    const std::vector<std::string> missing{"model.folder", "data.dataset", "data.cache"};
    QCOMPARE(missing_keys(use_preset(empty_run_text, preset, {}, {})), missing);
  }

  /// No preset shows figures that nobody planned or measured.
  void every_figure_says_where_it_comes_from() {
    for (const Preset& preset : shipped_presets()) {
      QVERIFY2(!preset.verdict || preset.basis == PresetBasis::planned, preset.id.c_str());
      QVERIFY2(preset.step_s == 0 || (preset.basis == PresetBasis::measured && !preset.step_size.empty()),
               preset.id.c_str());
    }
  }

  void a_cut_down_model_has_its_own() {
    const ModelSpec whole = *find_model("cogvideox-2b");
    ModelSpec cut = whole;
    cut.rules.native_width = 96;
    int of_whole = 0, of_cut = 0;
    for (const Preset& preset : shipped_presets()) {
      QVERIFY(!(suits(preset, whole) && suits(preset, cut)));
      of_whole += suits(preset, whole);
      of_cut += suits(preset, cut);
    }
    QCOMPARE(of_whole, 10);
    QCOMPARE(of_cut, 2);
    QVERIFY(suits({.name = "own"}, cut) && suits({.name = "own"}, whole));
  }

  void own_ones_are_saved_listed_and_replaced() {
    std::vector<fw::Fault> faults;
    const size_t shipped = list_presets(own(), faults).size();
    const fs::path file = save_preset(own(), "Füchse, 12 GB", run_text, false);
    const Preset saved = find_preset(own(), "Füchse, 12 GB");
    QVERIFY(saved.is_own);
    QCOMPARE(saved.settings.rank, int64_t{5});
    QCOMPARE(saved.settings.lr, 0.5);
    for (const char* of_the_run : {"mine", "seed", "model_folder", "dataset", "BW", "ball"})
      QVERIFY2(saved.text.find(of_the_run) == std::string::npos, of_the_run);
    QCOMPARE(list_presets(own(), faults).size(), shipped + 1);
    QVERIFY_EXCEPTION_THROWN(save_preset(own(), "Füchse, 12 GB", run_text, false), fw::Error);
    save_preset(own(), "Füchse, 12 GB", set_in_text(run_text, "lora.rank", int64_t{6}), true);
    QCOMPARE(find_preset(own(), "Füchse, 12 GB").settings.rank, int64_t{6});
    QVERIFY(faults.empty());
  }

  void own_ones_are_renamed() {
    save_preset(own(), "one", run_text, false);
    save_preset(own(), "other", run_text, false);
    QVERIFY_EXCEPTION_THROWN(rename_preset(own(), "one", "other"), fw::Error);
    QVERIFY_EXCEPTION_THROWN(rename_preset(own(), "one", "a/b"), fw::Error);
    rename_preset(own(), "one", "Füchse");
    QCOMPARE(find_preset(own(), "Füchse").name, std::string("Füchse"));
    QCOMPARE(find_preset(own(), "Füchse").settings.rank, int64_t{5});
    QVERIFY_EXCEPTION_THROWN(find_preset(own(), "one"), fw::Error);
  }

  void names_that_are_no_file_names_are_refused() {
    for (const std::string& name : {std::string(), std::string("a/b"), std::string("../a"), std::string(".a"),
                                    std::string("a\nb"), std::string(201, 'a')}) {
      QVERIFY_EXCEPTION_THROWN(save_preset(own(), name, run_text, false), fw::Error);
    }
    QVERIFY_EXCEPTION_THROWN(find_preset(own(), "nothing"), fw::Error);
  }

  void a_broken_own_one_is_named_and_the_others_stay_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no TOML") << QByteArray("[preset\nname");
    QTest::newRow("no head") << QByteArray("schema = 1\n");
    QTest::newRow("no name") << QByteArray("[preset]\nmodel = \"cogvideox-5b\"\n");
    QTest::newRow("wrong type") << QByteArray("[preset]\nname = 5\n");
    QTest::newRow("time from nowhere")
        << QByteArray("[preset]\nname = \"a\"\nstep_s = 0.2\nstep_size = \"9x64x96\"\n");
    QTest::newRow("time of no size") << QByteArray(
        "[preset]\nname = \"a\"\nbasis = \"measured\"\nstep_s = 0.2\n");
    QTest::newRow("memory from nowhere")
        << QByteArray("[preset]\nname = \"a\"\nneeded_gib = 7.5\nlimit_gib = 8.0\n");
    QTest::newRow("wrong basis") << QByteArray("[preset]\nname = \"a\"\nbasis = \"guessed\"\n");
    QTest::newRow("unknown setting") << QByteArray("[preset]\nname = \"a\"\n[lora]\nranks = 5\n");
  }
  void a_broken_own_one_is_named_and_the_others_stay() {
    QFETCH(QByteArray, text);
    save_preset(own(), "good", run_text, false);
    fw::write_file_atomically(own() / "bad.toml", text.toStdString(), fw::Existing::replace);
    std::vector<fw::Fault> faults;
    const auto all = list_presets(own(), faults);
    QCOMPARE(all.size(), shipped_presets().size() + 1);
    QVERIFY(!faults.empty());
    QVERIFY(faults.front().message().find("bad.toml") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestPreset)
#include "test_preset.moc"
