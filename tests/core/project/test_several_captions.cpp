// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "dataset_files.h"
#include "fixture.h"
#include "project/bucket_plan.h"
#include "project/caption_rules.h"
#include "project/captions.h"
#include "project/export.h"
#include "project/import.h"
#include "project/samples.h"
#include "project/token_counts.h"
#include "test_clip.h"

using namespace fw::project;
using fw::interchange::Layout;
using Texts = std::vector<std::string>;

/// Several captions of a clip, from import to the samples of a run, and what the project adds to all.
class TestSeveralCaptions : public QObject {
  Q_OBJECT

 private:
  TestFolder folder_;
  fs::path root_, data_;
  std::optional<Project> project_;

  void make_clips(const std::vector<std::string>& names) const {
    for (size_t i = 0; i < names.size(); ++i)
      make_test_clip(data_ / (names[i] + ".mp4"), static_cast<int>(i) + 1, 5, {32, 32});
  }
  ImportReport import(const fs::path& path, const fw::interchange::ListOptions& list = {},
                      bool update = false) {
    return import_clips(*project_, {&path, 1}, list, {.update_captions = update});
  }
  /// The captions of each clip, by the name of its file.
  static std::map<std::string, Texts> captions(const Project& project) {
    std::map<std::string, Texts> found;
    for (const ClipRow& row : read_clips(project, list_clips(project)))
      found[fs::path(row.source.path).stem().string()] = captions_of(row);
    return found;
  }
  std::map<std::string, Texts> captions() const { return captions(*project_); }

 private Q_SLOTS:
  void init() {
    project_.reset();
    root_ = folder_.path();
    data_ = root_ / "data";
    fs::remove_all(root_);
    project_ = Project::create(root_ / "project");
  }

  void they_are_edited_and_undone() {
    const auto ids = add_test_clips(*project_, 3);
    const auto of = [&](size_t i) { return captions_of(read_clip(*project_, ids[i])); };
    set_all_captions(*project_, ids[0], Texts{" a ", "", "b", "a", "b", "c"});
    QCOMPARE(of(0), (Texts{"a", "b", "c"}));
    set_all_captions(*project_, ids[0], Texts{"c", "a"});  // the first one becomes the last
    QCOMPARE(of(0), (Texts{"c", "a"}));
    project_->undo();
    QCOMPARE(of(0), (Texts{"a", "b", "c"}));
    // Without a first caption the next takes its place, as does an added one.
    set_caption(*project_, ids[0], "");
    QCOMPARE(of(0), (Texts{"b", "c"}));
    add_caption(*project_, ids, "d");
    QCOMPARE(of(0), (Texts{"b", "c", "d"}));
    QCOMPARE(of(1), (Texts{"A red ball, number 2", "d"}));
    QCOMPARE(of(2), (Texts{"d"}));
    add_caption(*project_, ids, "d");
    QCOMPARE(of(2), (Texts{"d"}));
    set_more_captions(*project_, ids[1], Texts{"e"});
    QCOMPARE(of(1), (Texts{"A red ball, number 2", "e"}));
    remove_captions(*project_, ids);
    for (size_t i = 0; i < 3; ++i) QVERIFY(of(i).empty());
    while (project_->undo()) {
    }
    while (project_->redo()) {
    }
    for (size_t i = 0; i < 3; ++i) QVERIFY(of(i).empty());
    QVERIFY_EXCEPTION_THROWN(set_all_captions(*project_, ids[0], Texts{"\xff"}), fw::Error);
  }

  void bulk_edits_search_and_splits_see_all_of_them() {
    const auto ids = add_test_clips(*project_, 2);
    set_all_captions(*project_, ids[0], Texts{"a red fox", "a red hare"});
    QCOMPARE(list_clips(*project_, filter("caption:hare")), (std::vector<int64_t>{ids[0]}));
    QCOMPARE(list_clips(*project_, filter("hare")), (std::vector<int64_t>{ids[0]}));
    QCOMPARE(list_clips(*project_, filter("is:multicaptioned")), (std::vector<int64_t>{ids[0]}));
    QCOMPARE(list_clips(*project_, filter("-caption:hare")), (std::vector<int64_t>{ids[1]}));
    const auto made = TextPattern::make("red", "blue", TextPattern::Kind::plain, TextPattern::Case::match);
    const auto& pattern = std::get<TextPattern>(made);
    const std::vector<int64_t> one{ids[0]};
    QCOMPARE(preview_replace(*project_, one, pattern, 10).size(), size_t{2});
    QCOMPARE(replace_in_captions(*project_, one, pattern), int64_t{2});
    QCOMPARE(add_prefix(*project_, one, "now "), int64_t{2});
    const Texts changed{"now a blue fox", "now a blue hare"};
    QCOMPARE(captions_of(read_clip(*project_, ids[0])), changed);
    for (const int64_t id : split(*project_, ids[0], {10, 20}))
      QCOMPARE(captions_of(read_clip(*project_, id)), changed);
  }

  void lists_of_other_programs_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::newRow("diffusion-pipe") << "captions.json"
                                    << "{\"a.mp4\": [\"one\", \"two\", \"three\"], \"b.mp4\": \"four\"}";
    QTest::newRow("FastVideo") << "videos2caption.json"
                               << "[{\"path\": \"a.mp4\", \"cap\": [\"one\", \"two\", \"three\"]}, "
                                  "{\"path\": \"b.mp4\", \"cap\": [\"four\"]}]";
    QTest::newRow("lines of objects")
        << "metadata.jsonl"
        << "{\"file_name\": \"a.mp4\", \"text\": [\"one\", \"two\", null, \"three\"]}\n"
           "{\"file_name\": \"b.mp4\", \"text\": \"four\"}\n";
    QTest::newRow("columns") << "metadata.csv"
                             << "file_name,caption_10,caption,caption_2\na.mp4,three,one,two\nb.mp4,,four,\n";
    QTest::newRow("rows") << "metadata.csv"
                          << "file_name,text\na.mp4,one\nb.mp4,four\na.mp4,two\na.mp4,three\n";
    QTest::newRow("list in a cell")
        << "metadata.csv"
        << "file_name,text\na.mp4,\"[\"\"one\"\", \"\"two\"\", \"\"three\"\"]\"\nb.mp4,four\n";
  }
  void lists_of_other_programs() {
    QFETCH(QString, file);
    QFETCH(QString, text);
    make_clips({"a", "b"});
    write(data_ / file.toStdString(), text.toStdString());
    const std::map<std::string, Texts> expected{{"a", {"one", "two", "three"}}, {"b", {"four"}}};
    ImportReport report = import(data_);
    QCOMPARE(summary(report.faults), QStringList());
    QCOMPARE(summary(report.warnings), QStringList());
    QCOMPARE(captions(), expected);
    // Again: nothing is new.
    report = import(data_);
    QCOMPARE(summary(report.warnings), QStringList());
    QCOMPARE(captions(), expected);
  }

  void lines_of_a_caption_file_are_captions_if_wanted() {
    make_clips({"a"});
    write(data_ / "a.txt", "one\r\n\n  two  \nthree");
    import(data_);
    QCOMPARE(captions()["a"], (Texts{"one\n\n  two  \nthree"}));
    const ImportReport report = import(data_, {.caption_lines = true}, true);
    QCOMPARE(report.captions_updated, int64_t{1});
    QCOMPARE(captions()["a"], (Texts{"one", "two", "three"}));
  }

  void exports_lose_nothing_data() {
    QTest::addColumn<Layout>("layout");
    QTest::newRow("csv") << Layout::csv;
    QTest::newRow("jsonl") << Layout::jsonl;
    QTest::newRow("sidecars") << Layout::sidecars;
  }
  void exports_lose_nothing() {
    QFETCH(Layout, layout);
    make_clips({"a", "b", "c"});
    write(data_ / "captions.json",
          "{\"a.mp4\": [\"one\", \"two, with \\\"quotes\\\"\", \"[\\\"three\\\"]\"], \"b.mp4\": \"four\", "
          "\"c.mp4\": \"seven\"}");
    import(data_);
    const auto ids = list_clips(*project_);
    add_caption(*project_, {&ids[1], 1}, "five");
    set_caption(*project_, ids[0], "ONE");
    if (layout != Layout::sidecars) set_caption(*project_, ids[2], "[\"six\"]");
    const ExportReport exported = export_clips(*project_, root_ / "out", {.layout = layout});
    QCOMPARE(summary(exported.faults), QStringList());
    Project other = Project::create(root_ / "other");
    const fs::path out = root_ / "out";
    const ImportReport report = import_clips(other, {&out, 1}, {.caption_lines = true});
    QCOMPARE(summary(report.faults), QStringList());
    QCOMPARE(captions(other), captions());
    QCOMPARE(captions()["a"], (Texts{"ONE", "two, with \"quotes\"", "[\"three\"]"}));
  }

  void a_layout_of_one_caption_says_what_it_leaves_out() {
    make_clips({"a"});
    import(data_);
    const auto ids = list_clips(*project_);
    set_all_captions(*project_, ids[0], Texts{"one", "two\nlines"});
    for (const Layout layout : {Layout::lists, Layout::sidecars}) {
      const auto name = std::to_string(static_cast<int>(layout));
      QCOMPARE(summary(export_clips(*project_, root_ / name, {.layout = layout}).faults),
               QStringList{"project.captions_not_held:0"});
    }
    QCOMPARE(fw::read_file(root_ / std::to_string(static_cast<int>(Layout::sidecars)) / "a.txt"),
             std::string("one"));
  }

  void samples_have_every_text() {
    make_clips({"a", "b"});
    import(data_);
    const auto ids = list_clips(*project_);
    set_all_captions(*project_, ids[0], Texts{"{red|green} ball", "a ball"});
    const auto samples = [&](const std::string& trigger = {}) {
      BucketRequest request;
      request.model = fw::catalog::published_models().front();
      request.buckets = {{5, 32, 32}};
      return make_manifest(*project_, plan_buckets(*project_, request).assignments, {.id_token = trigger});
    };
    auto manifest = samples("sks");
    QCOMPARE(manifest[0].caption, std::string("sks {red|green} ball"));
    QCOMPARE(manifest[0].more_captions, Texts{"sks a ball"});
    QCOMPARE(manifest[1].caption, std::string("sks"));
    QVERIFY(manifest[1].more_captions.empty());
    fw::dataset::CaptionRules rules{.prefix = " film of ", .suffix = "grainy", .has_choices = true};
    rules.trigger = "sks";
    set_caption_rules(*project_, rules);
    rules.prefix = "film of";
    QCOMPARE(caption_rules(*project_), rules);
    QCOMPARE(setting(*project_, "id_token"), std::string("sks"));
    manifest = samples(caption_rules(*project_).trigger);
    QCOMPARE(manifest[0].caption, std::string("sks film of red ball grainy"));
    QCOMPARE(manifest[0].more_captions, (Texts{"sks film of a ball grainy", "sks film of green ball grainy",
                                               "sks film of a ball grainy"}));
    project_->undo();
    QCOMPARE(caption_rules(*project_), fw::dataset::CaptionRules());
    QCOMPARE(setting(*project_, "id_token"), std::string());
  }

  void wrong_rules_are_refused() {
    using Rules = fw::dataset::CaptionRules;
    const Rules before{.suffix = "x"};
    set_caption_rules(*project_, before);
    for (const Rules& wrong : {Rules{.trigger = "\xff"}, Rules{.tag_dropout = 1.5},
                               Rules{.shuffles_tags = true, .tag_separator = ""}, Rules{.kept_tags = -1},
                               Rules{.versions = 0}, Rules{.versions = 65}})
      QVERIFY_EXCEPTION_THROWN(set_caption_rules(*project_, wrong), fw::Error);
    QCOMPARE(caption_rules(*project_), before);
    // Of a newer version, or damaged.
    for (const char* text : {"nonsense", "[]", "{\"versions\": \"many\"}", "{\"versions\": 1000}"}) {
      set_setting(*project_, "caption_rules", text);
      QCOMPARE(caption_rules(*project_), Rules());
    }
  }

  void all_captions_count_towards_the_limit() {
    const auto ids = add_test_clips(*project_, 2);
    set_all_captions(*project_, ids[0], Texts{"short", "12345678901234567890"});
    TokenCounter counter{.name = "bytes", .limit = 24, .count = [](std::string_view text) {
                           return fw::project::CaptionTokens{static_cast<int64_t>(text.size()),
                                                             std::min<size_t>(text.size(), 24)};
                         }};
    const auto long_ones = [&] {
      keep_token_counts(*project_, count_tokens(*project_, counter));
      return list_clips(*project_, filter("is:long"));
    };
    QCOMPARE(long_ones(), std::vector<int64_t>{});
    counter.rules.suffix = "and so on";
    QCOMPARE(long_ones(), (std::vector<int64_t>{ids[0], ids[1]}));
    counter.rules.suffix = "";
    set_more_captions(*project_, ids[0], Texts{"1234567890123456789012345"});
    QCOMPARE(long_ones(), (std::vector<int64_t>{ids[0]}));
  }
};

QTEST_GUILESS_MAIN(TestSeveralCaptions)
#include "test_several_captions.moc"
