// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "dataset_files.h"
#include "fixture.h"
#include "project/bucket_plan.h"
#include "project/caption_rules.h"
#include "project/captions.h"
#include "project/export.h"
#include "project/import.h"
#include "project/repeats.h"
#include "project/samples.h"
#include "project/weights.h"
#include "test_clip.h"

using namespace fw::project;

/// How much clips and sets of them count.
class TestWeights : public QObject {
  Q_OBJECT

 private:
  TestFolder folder_;
  fs::path root_, data_;
  std::optional<Project> project_;
  std::vector<int64_t> ids_;

  /// @param trigger  of the run
  fw::dataset::DatasetManifest samples(const std::string& trigger = {}) const {
    return make_manifest(*project_, plan().assignments, {.id_token = trigger});
  }
  BucketPlan plan() const {
    BucketRequest request;
    request.model = fw::catalog::published_models().front();
    request.buckets = {{5, 32, 32}, {1, 32, 32}};
    return plan_buckets(*project_, request);
  }
  /// The share of the draws of the samples whose clips pass the filter.
  double share(const std::string& text) const {
    const auto of = list_clips(*project_, filter(text));
    double all = 0, own = 0;
    for (const auto& sample : samples()) {
      all += sample.draws;
      if (std::ranges::find(of, std::stoll(sample.id)) != of.end()) own += sample.draws;
    }
    return own / all;
  }

 private Q_SLOTS:
  void init() {
    project_.reset();
    root_ = folder_.path();
    data_ = root_ / "data";
    fs::remove_all(root_);
    project_ = Project::create(root_ / "project");
    for (int i = 1; i <= 7; ++i)
      make_test_clip(data_ / (i <= 4 ? "day" : "night") / (std::to_string(i) + ".mp4"), i, 9, {32, 32});
    for (int i = 8; i <= 10; ++i)
      make_test_clip(data_ / "still" / (std::to_string(i) + ".mp4"), i, 1, {32, 32});
    QCOMPARE(import_clips(*project_, {&data_, 1}).imported, int64_t{10});
    ids_ = list_clips(*project_);
  }

  void without_rules_samples_are_as_before() {
    const std::string text = fw::dataset::format_dataset_manifest(samples());
    for (const char* key : {"draws", "loss_weight", "caption_dropout"}) QVERIFY(text.find(key) == text.npos);
    QCOMPARE(plan().samples_an_epoch, int64_t{10});
  }

  void rules_give_weights_to_sets() {
    add_tag(*project_, {&ids_[0], 1}, "class");
    const std::vector<SetRule> rules{{.filter = "name:night/", .loss_weight = 2, .caption_dropout = 0.5},
                                     {.filter = "tag:class", .loss_weight = 0.25, .regularises = true},
                                     {.filter = "", .caption_dropout = 0.1}};
    set_set_rules(*project_, rules);
    QCOMPARE(set_rules(*project_), rules);
    for (const auto& sample : samples("sks")) {
      const bool is_class = std::stoll(sample.id) == ids_[0];
      const bool is_night = sample.source.find("night/") != sample.source.npos;
      QCOMPARE(sample.loss_weight, is_class ? 0.25 : is_night ? 2.0 : 1.0);
      QCOMPARE(sample.caption_dropout, std::optional(0.1));  // the last rule
      QCOMPARE(sample.caption, std::string(is_class ? "" : "sks"));
      QCOMPARE(sample.draws, 1.0);
    }
    // A clip's own weights come before rules.
    set_clip_loss_weight(*project_, ids_, 3);
    for (const auto& sample : samples()) QCOMPARE(sample.loss_weight, 3.0);
    project_->undo();
    project_->undo();
    QVERIFY(set_rules(*project_).empty());
  }

  void clips_have_times_of_their_own() {
    set_repeats(*project_, std::vector<Repeat>{{"name:night/", 3}});
    QCOMPARE(plan().samples_an_epoch, int64_t{4 + 9 + 3});
    const std::vector<int64_t> two{ids_[0], ids_[6]};
    set_clip_times(*project_, two, 5);
    QCOMPARE(plan().samples_an_epoch, int64_t{3 + 6 + 3 + 10});
    QCOMPARE(samples().size(), size_t{22});
    QCOMPARE(read_clip(*project_, ids_[0]).times, std::optional<int64_t>(5));
    set_clip_times(*project_, two, std::nullopt);
    QCOMPARE(plan().samples_an_epoch, int64_t{16});
    project_->undo();
    QCOMPARE(plan().samples_an_epoch, int64_t{22});
    for (const int64_t wrong : {int64_t{-1}, most_repeats + 1})
      QVERIFY_EXCEPTION_THROWN(set_clip_times(*project_, two, wrong), fw::Error);
  }

  void shares_data() {
    QTest::addColumn<double>("stills");
    QTest::addColumn<double>("night");
    QTest::addColumn<int>("repeats");  // of stills
    for (const double stills : {0.0, 0.1, 0.5, 0.9})
      for (const double night : {0.0, 0.05})
        for (const int repeats : {1, 4})
          QTest::addRow("%g stills, %g night, %d times", stills, night, repeats)
              << stills << night << repeats;
  }
  void shares() {
    QFETCH(double, stills);
    QFETCH(double, night);
    QFETCH(int, repeats);
    set_repeats(*project_, std::vector<Repeat>{{"name:still/", repeats}});
    std::vector<SetRule> rules;
    if (stills > 0) rules.push_back({.filter = "name:still/", .share = stills});
    if (night > 0) rules.push_back({.filter = "name:night/", .share = night});
    set_set_rules(*project_, rules);
    if (stills > 0) QVERIFY(std::abs(share("name:still/") - stills) < 1e-9);
    if (night > 0) QVERIFY(std::abs(share("name:night/") - night) < 1e-9);
    double draws = 0;
    for (const auto& sample : samples()) {
      if (sample.source.find("day/") != sample.source.npos) QCOMPARE(sample.draws, 1.0);
      draws += sample.draws;
    }
    QCOMPARE(plan().samples_an_epoch, std::llround(draws));
  }

  void shares_of_all_clips_are_proportions() {
    set_set_rules(*project_, std::vector<SetRule>{{.filter = "name:still/", .share = 0.2},
                                                  {.filter = "-name:still/", .share = 0.2}});
    QVERIFY(std::abs(share("name:still/") - 0.5) < 1e-9);
    QCOMPARE(plan().samples_an_epoch, int64_t{10});
    // Shares that leave nothing to others leave them something.
    set_set_rules(*project_, std::vector<SetRule>{{.filter = "name:still/", .share = 0.5},
                                                  {.filter = "name:night/", .share = 0.5}});
    QVERIFY(std::abs(share("name:day/") - 0.01) < 1e-9);
  }

  void wrong_rules_are_refused() {
    const std::vector<SetRule> before{{.filter = "tag:x", .share = 0.5}};
    set_set_rules(*project_, before);
    for (const SetRule& wrong : {SetRule{.filter = "frames>x"}, SetRule{.loss_weight = -1},
                                 SetRule{.loss_weight = 101}, SetRule{.caption_dropout = 1.1},
                                 SetRule{.share = 0}, SetRule{.share = 1}, SetRule{.loss_weight = NAN}})
      QVERIFY_EXCEPTION_THROWN(set_set_rules(*project_, {&wrong, 1}), fw::Error);
    QVERIFY_EXCEPTION_THROWN(set_set_rules(*project_, std::vector<SetRule>{{.filter = "a", .share = 0.6},
                                                                           {.filter = "b", .share = 0.6}}),
                             fw::Error);
    QCOMPARE(set_rules(*project_), before);
    for (const char* text : {"nonsense", "[5, {\"filter\": 1}, {\"filter\": \"a\", \"share\": 7}]"}) {
      set_setting(*project_, "sets", text);
      QVERIFY(set_rules(*project_).empty());
      QCOMPARE(plan().samples_an_epoch, int64_t{10});
    }
  }

  void tables_and_other_trainers_bring_them() {
    set_clip_times(*project_, {&ids_[1], 1}, 4);
    set_clip_loss_weight(*project_, {&ids_[2], 1}, 0.5);
    export_clips(*project_, root_ / "out", {.layout = fw::interchange::Layout::jsonl});
    Project other = Project::create(root_ / "other");
    const fs::path out = root_ / "out";
    import_clips(other, {&out, 1});
    const auto rows = read_clips(other, list_clips(other));
    QCOMPARE(rows[1].times, std::optional<int64_t>(4));
    QCOMPARE(rows[2].loss_weight, std::optional(0.5));
    QVERIFY(!rows[0].times && !rows[0].loss_weight);

    write(root_ / "musubi.toml",
          "[general]\nnum_repeats = 2\n[[datasets]]\nvideo_directory = \"data/day\"\n[[datasets]]\n"
          "video_directory = \"data/night\"\nnum_repeats = 3\n");
    Project third = Project::create(root_ / "third");
    const fs::path toml = root_ / "musubi.toml";
    const ImportReport report = import_clips(third, {&toml, 1});
    QCOMPARE(report.imported, int64_t{7});
    QCOMPARE(summary(report.warnings), QStringList());
    for (const ClipRow& row : read_clips(third, list_clips(third)))
      QCOMPARE(row.times, std::optional<int64_t>(row.source.path.find("day/") != std::string::npos ? 2 : 3));
  }
};

QTEST_GUILESS_MAIN(TestWeights)
#include "test_weights.moc"
