// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "fixture.h"
#include "project/tags.h"
#include "project/text_diff.h"
#include "project/token_counts.h"

using fw::project::CaptionerMay;
using fw::project::CaptionOrigin;
using fw::project::ClipFilter;
using fw::project::Project;

/// Captions of many clips: proposals and differences.
class TestCaptions : public QObject {
  Q_OBJECT

 private:
  TestFolder folder_;
  std::optional<Project> project_;
  std::vector<int64_t> ids_;

 private Q_SLOTS:
  void init() {
    project_.reset();
    std::filesystem::remove_all(folder_.path());
    project_ = Project::create(folder_.path());
    ids_ = add_test_clips(*project_, 6);  // captions of 2, 4 and 6
  }

  void tags_of_many_clips() {
    using Counts = std::map<std::string, int64_t>;
    const std::vector<int64_t> two{ids_[0], ids_[1]};
    add_tags(*project_, two, std::vector<std::string>{" night", "sea\n", "  "});
    add_tag(*project_, std::vector<int64_t>{ids_[1], ids_[2]}, "sea");
    QCOMPARE(tags_of(*project_, two), (Counts{{"night", 2}, {"sea", 2}}));
    QCOMPARE(list_tags(*project_), (Counts{{"night", 2}, {"sea", 3}}));
    QCOMPARE(tags_of(*project_, std::vector<int64_t>{ids_[2], 999}), (Counts{{"sea", 1}}));
    QVERIFY(project_->undo());
    QVERIFY(project_->undo());  // both tags of both clips are one step
    QVERIFY(list_tags(*project_).empty());
  }

  void captions_that_differ_are_grouped() {
    set_captions(*project_, std::vector<int64_t>{ids_[0], ids_[1]}, "the same");
    using Groups = std::vector<fw::project::CaptionGroup>;
    QCOMPARE(caption_groups(*project_, std::vector<int64_t>{ids_[0], ids_[1]}), (Groups{{"the same", 2}}));
    QCOMPARE(caption_groups(*project_, ids_),
             (Groups{{"", 2}, {"the same", 2}, {"A red ball, number 4", 1}, {"A red ball, number 6", 1}}));
    QVERIFY(caption_groups(*project_, {}).empty());
  }

  void prefixes_and_suffixes_are_previewed() {
    const auto prefixed = preview_prefix(*project_, ids_, "film, ", 100);
    QCOMPARE(prefixed.size(), size_t{6});
    QCOMPARE(prefixed[0].after, std::string("film,"));
    QCOMPARE(prefixed[1].after, std::string("film, A red ball, number 2"));
    QCOMPARE(preview_suffix(*project_, ids_, ", number 2", 100).size(), size_t{5});  // one ends with it
    QCOMPARE(preview_suffix(*project_, ids_, ", film", 2).size(), size_t{2});
    QCOMPARE(add_prefix(*project_, ids_, "film, "), int64_t{6});
    QCOMPARE(caption_of(*project_, ids_[1]), prefixed[1].after);
    QVERIFY(preview_prefix(*project_, ids_, "film, ", 100).empty());
    // Only whole words count as present.
    QCOMPARE(preview_prefix(*project_, ids_, "fil", 100).size(), size_t{6});
    QCOMPARE(preview_suffix(*project_, ids_, "ball, number 2", 100).size(), size_t{5});
    QCOMPARE(preview_suffix(*project_, ids_, "all, number 2", 100).size(), size_t{6});
  }

  void captions_that_are_too_long_are_noted() {
    int64_t asked = 0;
    const auto counter = [&](int64_t limit, const std::string& id_token = "") {
      return fw::project::TokenCounter{
          .name = "words",
          .limit = limit,
          .rules = {.trigger = id_token},
          .count = [&asked, limit](std::string_view text) {
            ++asked;
            const int64_t words = 1 + std::ranges::count(text, ' ');
            return fw::project::CaptionTokens{words, words > limit ? 0 : text.size()};
          }};
    };
    const auto note = [&](const fw::project::TokenCounter& counter) {
      const fw::project::TokenCounts counts = count_tokens(*project_, counter);
      keep_token_counts(*project_, counts);
      return counts.is_news();
    };
    const auto found = [&] { return list_clips(*project_, filter("is:long")); };
    using Ids = std::vector<int64_t>;
    set_caption(*project_, ids_[0], "one two three four five six seven");
    QVERIFY(!note(counter(100)));  // too short for that many
    QCOMPARE(asked, int64_t{0});
    QVERIFY(note(counter(6)));
    QCOMPARE(found(), Ids{ids_[0]});
    asked = 0;
    QVERIFY(!note(counter(6)));  // nothing has changed
    QCOMPARE(asked, int64_t{0});
    QTest::qSleep(2);  // captions are identified by milliseconds
    set_caption(*project_, ids_[0], "shortened a little, to five");
    set_caption(*project_, ids_[2], "one two three four five six seven eight");
    QVERIFY(found().empty());  // not counted yet
    QVERIFY(note(counter(6)));
    QCOMPARE(asked, int64_t{2});
    QCOMPARE(found(), Ids{ids_[2]});
    QVERIFY(note(counter(6, "a trigger of many words")));
    QCOMPARE(found().size(), size_t{5});
    QVERIFY(project_->undo());  // the captions only
    QVERIFY(note(counter(6)));
    QVERIFY(found().empty());
  }

  void words_that_differ_are_found_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("parts");
    QTest::newRow("same") << "a red ball"
                          << "a red ball"
                          << "a red ball";
    QTest::newRow("one word") << "a red ball"
                              << "a blue ball"
                              << "a [-red][+blue] ball";
    QTest::newRow("in front") << "ball"
                              << "a ball"
                              << "[+a ]ball";
    QTest::newRow("behind") << "a ball, red"
                            << "a ball"
                            << "a ball[-, red]";
    QTest::newRow("moved") << "a b c d"
                           << "a c b d"
                           << "a [-b ]c[+ b] d";
    QTest::newRow("nothing") << ""
                             << "new"
                             << "[+new]";
    QTest::newRow("accents") << "ein Füchslein"
                             << "ein Fuchs"
                             << "ein [-Füchslein][+Fuchs]";
    QTest::newRow("without spaces") << "红色的球"
                                    << "蓝色的球"
                                    << "[-红][+蓝]色的球";
  }
  void words_that_differ_are_found() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    std::string parts;
    using Kind = fw::project::DiffPart::Kind;
    for (const auto& part : fw::project::diff_words(before.toStdString(), after.toStdString()))
      parts +=
          part.kind == Kind::same ? part.text : (part.kind == Kind::removed ? "[-" : "[+") + part.text + "]";
    QTEST(QString::fromStdString(parts), "parts");
  }

  void proposals_are_accepted_or_refused() {
    int64_t step = 0;
    const auto propose = [&](int64_t id, const char* text) {
      return put_captioner_caption(*project_, id, text, CaptionOrigin::server, CaptionerMay::propose, step);
    };
    const auto proposal_of = [&](int64_t id) {
      const auto proposal = read_clip(*project_, id).proposal;
      return proposal ? proposal->text : "none";
    };
    set_caption(*project_, ids_[0], "by hand");
    QVERIFY(propose(ids_[0], "a red ball\n"));
    QVERIFY(propose(ids_[1], "a blue ball"));
    QVERIFY(propose(ids_[2], "a green ball"));
    QVERIFY(!propose(ids_[0], "by hand"));  // nothing new
    QVERIFY(!propose(ids_[3], " "));
    QVERIFY(!propose(999, "no such clip"));
    QCOMPARE(caption_of(*project_, ids_[0]), std::string("by hand"));
    QCOMPARE(proposal_of(ids_[0]), std::string("a red ball"));
    QCOMPARE(count_proposals(*project_, ids_), int64_t{3});
    QCOMPARE(list_clips(*project_, filter("is:proposed")).size(), size_t{3});
    project_.emplace(project_->open_beside());  // stored on disk
    accept_proposals(*project_, ids_);
    QCOMPARE(caption_of(*project_, ids_[0]), std::string("a red ball"));
    QVERIFY(read_clip(*project_, ids_[0]).caption->origin == CaptionOrigin::server);
    QCOMPARE(caption_history(*project_, ids_[0]).front().text, std::string("by hand"));
    QCOMPARE(count_proposals(*project_, ids_), int64_t{0});
    QVERIFY(project_->undo());  // all of them at once, restoring the proposals
    QCOMPARE(caption_of(*project_, ids_[0]), std::string("by hand"));
    QCOMPARE(count_proposals(*project_, ids_), int64_t{3});
    accept_proposal(*project_, ids_[0], "a red ball at night");
    QVERIFY(read_clip(*project_, ids_[0]).caption->origin == CaptionOrigin::person);
    set_proposal(*project_, ids_[1], "a navy ball");
    set_proposal(*project_, ids_[0], "has none");
    QCOMPARE(proposal_of(ids_[1]), std::string("a navy ball"));
    QVERIFY(project_->undo());
    QCOMPARE(proposal_of(ids_[0]), std::string("none"));
    refuse_proposals(*project_, std::vector<int64_t>{ids_[1]});
    QCOMPARE(count_proposals(*project_, ids_), int64_t{1});
    remove_clips(*project_, std::vector<int64_t>{ids_[2]});
    QVERIFY(project_->undo());
    QCOMPARE(proposal_of(ids_[2]), std::string("a green ball"));  // returns with its clip
    for (int steps = 0; steps < 3; ++steps) QVERIFY(project_->undo());
    QCOMPARE(count_proposals(*project_, ids_), int64_t{0});
  }
};

QTEST_GUILESS_MAIN(TestCaptions)
#include "test_captions.moc"
