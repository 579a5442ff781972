// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "fixture.h"
#include "project/text_diff.h"

using fw::project::CaptionerMay;
using fw::project::CaptionOrigin;
using fw::project::ClipFilter;
using fw::project::Project;

namespace {

ClipFilter filter(const std::string& text) {
  return std::get<ClipFilter>(ClipFilter::parse(text));
}

std::string caption_of(const Project& project, int64_t id) {
  const auto caption = read_clip(project, id).caption;
  return caption ? caption->text : "(none)";
}

}  // namespace

/// Captions of many clips: what is proposed, what differs.
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
    QVERIFY(!propose(ids_[0], "by hand"));  // says nothing new
    QVERIFY(!propose(ids_[3], " "));
    QVERIFY(!propose(999, "no such clip"));
    QCOMPARE(caption_of(*project_, ids_[0]), std::string("by hand"));
    QCOMPARE(proposal_of(ids_[0]), std::string("a red ball"));
    QCOMPARE(count_proposals(*project_, ids_), int64_t{3});
    QCOMPARE(list_clips(*project_, filter("is:proposed")).size(), size_t{3});
    project_.emplace(project_->open_beside());  // they are on disk
    accept_proposals(*project_, ids_);
    QCOMPARE(caption_of(*project_, ids_[0]), std::string("a red ball"));
    QVERIFY(read_clip(*project_, ids_[0]).caption->origin == CaptionOrigin::server);
    QCOMPARE(caption_history(*project_, ids_[0]).front().text, std::string("by hand"));
    QCOMPARE(count_proposals(*project_, ids_), int64_t{0});
    QVERIFY(project_->undo());  // all of them at once, and the proposals are back
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
    QCOMPARE(proposal_of(ids_[2]), std::string("a green ball"));  // comes back with its clip
    for (int steps = 0; steps < 3; ++steps) QVERIFY(project_->undo());
    QCOMPARE(count_proposals(*project_, ids_), int64_t{0});
  }
};

QTEST_GUILESS_MAIN(TestCaptions)
#include "test_captions.moc"
