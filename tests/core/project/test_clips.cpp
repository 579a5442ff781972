// SPDX-License-Identifier: Apache-2.0
#include <SQLiteCpp/SQLiteCpp.h>

#include <QtTest>
#include <array>
#include <random>

#include "dataset/dataset_manifest.h"
#include "fixture.h"

using fw::project::CaptionerMay;
using fw::project::CaptionOrigin;
using fw::project::ClipFilter;
using fw::project::Project;
using fw::project::TextPattern;

namespace {

TextPattern pattern(const std::string& search, const std::string& replacement, TextPattern::Kind kind,
                    TextPattern::Case letter_case = TextPattern::Case::match) {
  return std::get<TextPattern>(TextPattern::make(search, replacement, kind, letter_case));
}

}  // namespace

class TestClips : public QObject {
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
    ids_ = add_test_clips(*project_, 6);  // 641..646 wide, 101..106 frames, captions of 2, 4 and 6
  }

  void rows_hold_what_was_added() {
    const auto rows = read_clips(*project_, list_clips(*project_));
    QCOMPARE(rows.size(), size_t{6});
    auto source = test_source(2);
    source.id = rows[1].source.id;
    QVERIFY(rows[1].source == source);
    QCOMPARE(rows[1].clip.frames(), int64_t{102});
    QCOMPARE(rows[1].caption->origin, CaptionOrigin::import);
    QVERIFY(!rows[0].caption);
    QVERIFY(read_clips(*project_, std::vector<int64_t>{999, ids_[0]}).size() == 1);
    QVERIFY_EXCEPTION_THROWN(read_clip(*project_, 999), fw::Error);
  }

  void filters_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("expected");  // numbers of the clips, from 1
    using Numbers = QList<int>;
    QTest::newRow("nothing") << "" << Numbers{1, 2, 3, 4, 5, 6};
    QTest::newRow("spaces") << "  \t " << Numbers{1, 2, 3, 4, 5, 6};
    QTest::newRow("word in the caption") << "ball" << Numbers{2, 4, 6};
    QTest::newRow("word in the path") << "\"clip 3\"" << Numbers{3};
    QTest::newRow("case does not matter") << "RED" << Numbers{2, 4, 6};
    QTest::newRow("all terms") << "ball width>=644" << Numbers{4, 6};
    QTest::newRow("not") << "-ball" << Numbers{1, 3, 5};
    QTest::newRow("quoted not") << "-\"number 4\" is:captioned" << Numbers{2, 6};
    QTest::newRow("name only") << "name:ball" << Numbers{};
    QTest::newRow("caption only") << "caption:\"number 2\"" << Numbers{2};
    QTest::newRow("percent is no wildcard") << "caption:%" << Numbers{};
    QTest::newRow("underscore is no wildcard") << "caption:r_d" << Numbers{};
    QTest::newRow("quote") << "caption:it's" << Numbers{};
    QTest::newRow("tag") << "tag:done" << Numbers{1, 5};
    QTest::newRow("part of a tag") << "tag:don" << Numbers{};
    QTest::newRow("untagged") << "is:untagged" << Numbers{2, 3, 4, 6};
    QTest::newRow("uncaptioned and tagged") << "is:uncaptioned is:tagged" << Numbers{1, 5};
    QTest::newRow("not captioned") << "-is:captioned" << Numbers{1, 3, 5};
    QTest::newRow("origin") << "origin:import" << Numbers{2, 4, 6};
    QTest::newRow("not of an origin") << "-origin:import" << Numbers{1, 3, 5};
    QTest::newRow("bucket") << "bucket:49x480x720" << Numbers{6};
    QTest::newRow("frames") << "frames<103" << Numbers{1, 2};
    QTest::newRow("frames equal") << "frames=103" << Numbers{3};
    QTest::newRow("frames with a colon") << "frames:103" << Numbers{3};
    QTest::newRow("fps") << "fps>23.9 fps<24 id>0" << Numbers{1, 2, 3, 4, 5, 6};
    QTest::newRow("from one number to another") << "id:2..4" << Numbers{2, 3, 4};
    QTest::newRow("not in a range") << "-id:2..4 -fps:7.5..8.5" << Numbers{1, 5, 6};
    QTest::newRow("seconds") << "seconds>4.4" << Numbers{6};
    QTest::newRow("chars") << "chars:0" << Numbers{1, 3, 5};
    QTest::newRow("range") << "width>641 width<=643" << Numbers{2, 3};
    QTest::newRow("sound") << "is:sound" << Numbers{5};
    QTest::newRow("kinds") << "is:video -is:image -is:hdr -is:damaged -is:variable -is:cropped"
                           << Numbers{1, 2, 3, 4, 5, 6};
  }
  void filters() {
    QFETCH(QString, text);
    QFETCH(QList<int>, expected);
    add_tag(*project_, std::vector<int64_t>{ids_[0], ids_[4]}, " done\n");
    set_bucket(*project_, std::vector<int64_t>{ids_[5]}, fw::catalog::Bucket{49, 480, 720});
    QList<int> found;
    const ClipFilter wanted = filter(text.toStdString());
    for (const int64_t id : list_clips(*project_, wanted)) {
      found << static_cast<int>(std::ranges::find(ids_, id) - ids_.begin()) + 1;
    }
    QCOMPARE(found, expected);
    QCOMPARE(count_clips(*project_, wanted), int64_t{expected.size()});
  }

  void words_are_found_as_like_finds_them() {
    std::minstd_rand random(1);
    const auto text = [&](size_t length) {  // including characters next to the letters in ASCII
      const std::array<std::string, 11> letters{"a", "A", "b", "B", "z", "Z", "@", "[", "`", "{", "ä"};
      std::string made;
      while (length-- > 0) made += letters[random() % letters.size()];
      return made;
    };
    int found = 0;
    project_->read([&](SQLite::Database& database) {
      SQLite::Statement query(
          database, "SELECT mentions(?1, ?2), coalesce(?2 LIKE '%' || ?1 || '%', 0), mentions(?1, NULL, ?2)");
      for (int i = 0; i < 5000; ++i) {
        query.reset();
        query.bind(1, text(random() % 4));
        query.bind(2, text(random() % 24));
        QVERIFY(query.executeStep());
        QCOMPARE(query.getColumn(0).getInt(), query.getColumn(1).getInt());
        QCOMPARE(query.getColumn(2).getInt(), query.getColumn(1).getInt());
        found += query.getColumn(0).getInt();
      }
    });
    QVERIFY(found > 1000 && found < 4000);
  }

  void wrong_filters_are_explained_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::newRow("field") << "colour:red"
                           << "project.filter_field";
    QTest::newRow("no comparison of names") << "name>3"
                                            << "project.filter_field";
    QTest::newRow("number") << "width>=wide"
                            << "project.filter_number";
    QTest::newRow("half a range") << "width:640.."
                                  << "project.filter_number";
    QTest::newRow("no number") << "width>="
                               << "project.filter_number";
    QTest::newRow("operator") << "OR"
                              << "project.filter_operator";
    QTest::newRow("condition") << "is:nice"
                               << "project.filter_value";
    QTest::newRow("origin") << "origin:nobody"
                            << "project.filter_value";
    QTest::newRow("bucket") << "bucket:big"
                            << "project.filter_value";
  }
  void wrong_filters_are_explained() {
    QFETCH(QString, text);
    QFETCH(QString, code);
    const auto faults =
        std::get<std::vector<fw::Fault>>(ClipFilter::parse((text + " is:image").toStdString()));
    QCOMPARE(faults.size(), size_t{1});
    QCOMPARE(QString::fromStdString(faults[0].code), code);
    QCOMPARE(faults[0].arguments.at("term"), text.toStdString());
    QVERIFY(faults[0].full_message().find('{') == std::string::npos);
  }

  void cuts_of_many_clips() {
    const auto cut = [&](int64_t id) {
      const auto row = read_clip(*project_, id);
      return std::pair(row.clip.in_frame, row.source.frames - row.clip.out_frame);
    };
    const double frame_s = 1 / read_clip(*project_, ids_[0]).source.fps();
    trim_clips(*project_, std::vector{ids_[0], ids_[1]}, 10 * frame_s, -5 * frame_s);
    QCOMPARE(cut(ids_[0]), std::pair(int64_t{10}, int64_t{5}));
    QVERIFY(cut(ids_[1]).first > 0);
    // Neither beyond the file nor to nothing.
    trim_clips(*project_, std::vector{ids_[0]}, -1e6, 1e6);
    QCOMPARE(cut(ids_[0]), std::pair(int64_t{0}, int64_t{0}));
    trim_clips(*project_, std::vector{ids_[0]}, 1e6, 0);
    QCOMPARE(cut(ids_[0]), std::pair(int64_t{0}, int64_t{0}));
    use_whole_files(*project_, std::vector{ids_[0], ids_[1]});
    QCOMPARE(cut(ids_[1]), std::pair(int64_t{0}, int64_t{0}));
  }

  void clips_are_split_at_equal_lengths() {
    const auto row = read_clip(*project_, ids_[0]);
    const double second = 1 / row.source.fps();
    set_cut(*project_, ids_[0], 10, 95);
    const auto pieces = fw::project::split_every(*project_, std::vector{ids_[0]}, 30 * second);
    QCOMPARE(pieces.size(), size_t{3});
    const std::vector<std::pair<int64_t, int64_t>> expected{{10, 40}, {40, 70}, {70, 95}};
    for (size_t i = 0; i < pieces.size(); ++i) {
      const auto piece = read_clip(*project_, pieces[i]).clip;
      QCOMPARE(std::pair(piece.in_frame, piece.out_frame), expected[i]);
    }
    // Nothing becomes shorter than a frame, and short clips stay whole.
    for (const double seconds : {0.5 * second, 1e6, -1.0})
      QVERIFY(fw::project::split_every(*project_, pieces, seconds) == pieces);
    QVERIFY(project_->undo());
    QCOMPARE(read_clip(*project_, ids_[0]).clip.out_frame, int64_t{95});
  }

  void orders() {
    using fw::project::ClipOrder;
    set_cut(*project_, ids_[0], 0, 100);
    QCOMPARE(list_clips(*project_, {}, ClipOrder::newest)[0], ids_[5]);
    for (const auto order :
         {ClipOrder::source, ClipOrder::name, ClipOrder::width, ClipOrder::frames, ClipOrder::seconds}) {
      QVERIFY(list_clips(*project_, {}, order) == ids_);
    }
    QCOMPARE(list_clips(*project_, {}, ClipOrder::caption)[3], ids_[1]);
  }

  void orders_of_many_clips_of_a_source() {
    using fw::project::ClipOrder;
    using fw::project::ClipRow;
    split(*project_, ids_[4], {30, 60});
    split(*project_, ids_[1], {50});
    fw::project::set_caption(*project_, ids_[2], std::string(70, 'A'));
    const auto in = [](const ClipRow& row) { return std::pair(row.clip.in_frame, row.clip.id); };
    const auto is_sorted = [&](const char* filter, ClipOrder order, const auto& key) {
      const auto parsed = std::get<fw::project::ClipFilter>(fw::project::ClipFilter::parse(filter));
      const auto rows = read_clips(*project_, list_clips(*project_, parsed, order));
      return static_cast<int64_t>(rows.size()) == count_clips(*project_, parsed) && rows.size() >= 4 &&
             std::ranges::is_sorted(rows, {}, key);
    };
    for (const char* filter : {"", "frames<100"}) {
      QVERIFY(is_sorted(filter, ClipOrder::source,
                        [&](const ClipRow& row) { return std::pair(row.source.id, in(row)); }));
      QVERIFY(is_sorted(filter, ClipOrder::newest, [](const ClipRow& row) { return -row.clip.id; }));
      QVERIFY(is_sorted(filter, ClipOrder::name,
                        [&](const ClipRow& row) { return std::pair(row.source.path, in(row)); }));
      QVERIFY(is_sorted(filter, ClipOrder::width, [&](const ClipRow& row) {
        return std::tuple(row.source.width, row.source.height, row.source.id, in(row));
      }));
      QVERIFY(is_sorted(filter, ClipOrder::frames,
                        [](const ClipRow& row) { return std::pair(row.clip.frames(), row.clip.id); }));
      QVERIFY(is_sorted(filter, ClipOrder::seconds,
                        [](const ClipRow& row) { return std::pair(row.clip.duration_s, row.clip.id); }));
      QVERIFY(is_sorted(filter, ClipOrder::caption, [](const ClipRow& row) {
        return std::pair(row.caption ? row.caption->text.substr(0, 64) : "", row.clip.id);
      }));
    }
  }

  void split_inherits_and_covers_the_clip() {
    set_caption(*project_, ids_[0], "one caption");
    add_tag(*project_, std::vector<int64_t>{ids_[0]}, "tag");
    set_crop(*project_, std::vector<int64_t>{ids_[0]}, fw::catalog::Crop{1, 2, 30, 40});
    const auto pieces = split(*project_, ids_[0], {50, 20, 0, 101, 500, -3, 50});
    QCOMPARE(pieces.size(), size_t{3});
    int64_t at = 0;
    double seconds = 0;
    for (const auto& row : read_clips(*project_, pieces)) {
      QCOMPARE(row.clip.in_frame, at);
      at = row.clip.out_frame;
      seconds += row.clip.duration_s;
      QCOMPARE(row.caption->text, std::string("one caption"));
      QCOMPARE(row.tags, std::vector<std::string>{"tag"});
      QVERIFY(row.clip.crop);
    }
    QCOMPARE(at, int64_t{101});
    QVERIFY(std::abs(seconds - test_source(1).duration_s) < 1e-9);
    // In the list the pieces take the clip's place.
    const auto listed = list_clips(*project_);
    QVERIFY(std::equal(pieces.begin(), pieces.end(), listed.begin()));
    QVERIFY(project_->undo());
    QVERIFY(list_clips(*project_) == ids_);
    QVERIFY(split(*project_, ids_[1], {}) == std::vector<int64_t>{ids_[1]});
  }

  void cuts_and_crops_stay_inside() {
    for (const auto& [in, out] : {std::pair{-1, 5}, {5, 5}, {9, 5}, {0, 102}}) {
      QVERIFY_EXCEPTION_THROWN(set_cut(*project_, ids_[0], in, out), fw::Error);
    }
    const std::vector<int64_t> one{ids_[0]};
    for (const fw::catalog::Crop& crop :
         {fw::catalog::Crop{0, 0, 642, 10}, {-1, 0, 10, 10}, {0, 0, 0, 10}, {0, 471, 10, 10}}) {
      QVERIFY_EXCEPTION_THROWN(set_crop(*project_, one, crop), fw::Error);
    }
    set_cut(*project_, ids_[0], 10, 101);
    set_crop(*project_, one, fw::catalog::Crop{0, 0, 641, 480});
    set_crop(*project_, one, std::nullopt);
    QVERIFY(!read_clip(*project_, ids_[0]).clip.crop);
  }

  void removing_clips_keeps_shared_sources() {
    const auto pieces = split(*project_, ids_[0], {50});
    remove_clips(*project_, std::vector<int64_t>{pieces[0], ids_[1]});
    QCOMPARE(list_clips(*project_).size(), size_t{5});
    QCOMPARE(read_clip(*project_, pieces[1]).source.path, test_source(1).path);
  }

  void captions_are_normal_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("plain") << QByteArray("a cat") << QByteArray("a cat");
    QTest::newRow("white space") << QByteArray("\n  a \t cat\t\r\n") << QByteArray("a \t cat");
    QTest::newRow("line ends") << QByteArray("a\r\nb\rc\nd") << QByteArray("a\nb\nc\nd");
    QTest::newRow("empty") << QByteArray(" \n") << QByteArray("");
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << QByteArray("ab");
    QTest::newRow("not ASCII") << QByteArray("漢字 ä 😀") << QByteArray("漢字 ä 😀");
    QTest::newRow("latin-1") << QByteArray("b\xe4r") << QByteArray();
    QTest::newRow("overlong") << QByteArray("\xc0\xaf") << QByteArray();
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << QByteArray();
    QTest::newRow("cut off") << QByteArray("\xe6\xbc") << QByteArray();
    QTest::newRow("beyond Unicode") << QByteArray("\xf4\x90\x80\x80") << QByteArray();
  }
  void captions_are_normal() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const auto normal = fw::dataset::normal_caption(text.toStdString());
    QCOMPARE(normal.has_value(), !expected.isNull());
    if (normal) QCOMPARE(QByteArray::fromStdString(*normal), expected);
  }

  void captions_keep_their_history() {
    set_caption(*project_, ids_[1], "second");
    set_caption(*project_, ids_[1], "second");  // no change, no history
    set_caption(*project_, ids_[1], "third\r\nline ");
    const auto history = caption_history(*project_, ids_[1]);
    QCOMPARE(history.size(), size_t{2});
    QCOMPARE(history[0].text, std::string("second"));
    QCOMPARE(history[0].origin, CaptionOrigin::person);
    QCOMPARE(history[1].text, std::string("A red ball, number 2"));
    QCOMPARE(history[1].origin, CaptionOrigin::import);
    QCOMPARE(caption_of(*project_, ids_[1]), std::string("third\nline"));
    set_caption(*project_, ids_[1], "");
    QCOMPARE(caption_of(*project_, ids_[1]), std::string("(none)"));
    QCOMPARE(caption_history(*project_, ids_[1]).size(), size_t{3});
    QVERIFY_EXCEPTION_THROWN(set_caption(*project_, ids_[1], "\xff"), fw::Error);
  }

  void replaces_data() {
    QTest::addColumn<bool>("is_regex");
    QTest::addColumn<bool>("ignore_case");
    QTest::addColumn<QString>("search");
    QTest::addColumn<QString>("replacement");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("plain") << false << false << "a.b"
                           << "$1\\"
                           << "a.b axb a.b"
                           << "$1\\ axb $1\\";
    QTest::newRow("plain, any case") << false << true << "ÄPFEL"
                                     << "Birnen"
                                     << "äpfel Äpfel"
                                     << "Birnen Birnen";
    QTest::newRow("groups") << true << false << R"((\w+) and (\w+))"
                            << "$2 and $1"
                            << "cats and dögs"
                            << "dögs and cats";
    QTest::newRow("named group") << true << false << R"((?<n>\d+)x)"
                                 << "${n} times"
                                 << "3x"
                                 << "3 times";
    QTest::newRow("group by a backslash") << true << false << R"((\w+) ball)"
                                          << R"(\1 cube)"
                                          << "a red ball"
                                          << "a red cube";
    QTest::newRow("unset group is empty") << true << false << "(a)|b"
                                          << "[$1]"
                                          << "ab"
                                          << "[a][]";
    QTest::newRow("each line") << true << false << "^"
                               << "- "
                               << "one\ntwo"
                               << "- one\n- two";
    QTest::newRow("any case") << true << true << "the"
                              << "a"
                              << "The the"
                              << "a a";
    QTest::newRow("empty replacement") << true << false << R"(\s*\(.*?\))"
                                       << ""
                                       << "a dog (brown) runs"
                                       << "a dog runs";
    QTest::newRow("grows") << true << false << "x" << QString(500, 'y') << "xxxx" << QString(2000, 'y');
    QTest::newRow("nothing found") << true << false << "zebra"
                                   << "x"
                                   << "a dog"
                                   << "a dog";
  }
  void replaces() {
    QFETCH(bool, is_regex);
    QFETCH(bool, ignore_case);
    QFETCH(QString, search);
    QFETCH(QString, replacement);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const TextPattern made =
        pattern(search.toStdString(), replacement.toStdString(),
                is_regex ? TextPattern::Kind::regular_expression : TextPattern::Kind::plain,
                ignore_case ? TextPattern::Case::ignore : TextPattern::Case::match);
    QCOMPARE(QString::fromStdString(made.replace(text.toStdString()).text), expected);
  }

  void wrong_patterns_are_explained() {
    const auto make = [](const char* search) {
      return TextPattern::make(search, "", TextPattern::Kind::regular_expression, TextPattern::Case::match);
    };
    for (const char* wrong : {"", "(", "[a", "a{2,1}", "\\", "(?<n>a"}) {
      QVERIFY2(std::holds_alternative<fw::Fault>(make(wrong)), wrong);
    }
    QVERIFY_EXCEPTION_THROWN(pattern("(a)", "$7", TextPattern::Kind::regular_expression).replace("a"),
                             fw::Error);
    // Never ends unless it is limited.
    const TextPattern hard = pattern("(a+)+$", "", TextPattern::Kind::regular_expression);
    QVERIFY_EXCEPTION_THROWN(hard.replace(std::string(5000, 'a').append("b")), fw::Error);
  }

  void bulk_replace_is_one_step() {
    const TextPattern made = pattern("ball, number (\\d)", "cube $1", TextPattern::Kind::regular_expression);
    QCOMPARE(preview_replace(*project_, ids_, made, 2).size(), size_t{2});
    const auto preview = preview_replace(*project_, ids_, made, 100);
    QCOMPARE(preview.size(), size_t{3});
    QCOMPARE(preview[0].after, std::string("A red cube 2"));
    QCOMPARE(preview[0].replacements, int64_t{1});
    QCOMPARE(replace_in_captions(*project_, ids_, made), int64_t{3});
    QCOMPARE(caption_of(*project_, ids_[5]), std::string("A red cube 6"));
    QCOMPARE(read_clip(*project_, ids_[5]).caption->origin, CaptionOrigin::person);
    QCOMPARE(caption_of(*project_, ids_[0]), std::string("(none)"));
    QVERIFY(project_->undo());
    QCOMPARE(caption_of(*project_, ids_[5]), std::string("A red ball, number 6"));
    QCOMPARE(read_clip(*project_, ids_[5]).caption->origin, CaptionOrigin::import);
    // Clips without a caption get none, whatever the expression.
    QCOMPARE(replace_in_captions(*project_, ids_, pattern("^", "x", TextPattern::Kind::regular_expression)),
             int64_t{3});
  }

  void failing_replace_changes_nothing() {
    set_caption(*project_, ids_[5], std::string(5000, 'a').append("b"));
    const TextPattern hard = pattern("(a+)+$|red", "x", TextPattern::Kind::regular_expression);
    QVERIFY_EXCEPTION_THROWN(replace_in_captions(*project_, ids_, hard), fw::Error);
    QCOMPARE(caption_of(*project_, ids_[1]), std::string("A red ball, number 2"));
  }

  void prefix_and_suffix_once() {
    QCOMPARE(add_prefix(*project_, ids_, "BW_STYLE "), int64_t{6});
    QCOMPARE(add_prefix(*project_, ids_, "BW_STYLE "), int64_t{0});
    QCOMPARE(caption_of(*project_, ids_[1]), std::string("BW_STYLE A red ball, number 2"));
    QCOMPARE(add_suffix(*project_, ids_, ", film"), int64_t{6});
    QCOMPARE(add_suffix(*project_, ids_, ", film"), int64_t{0});
    QCOMPARE(caption_of(*project_, ids_[1]), std::string("BW_STYLE A red ball, number 2, film"));
  }

  void a_person_is_never_overwritten() {
    const auto put = [&](int64_t id, const char* text, CaptionerMay may) {
      int64_t step = 0;
      return put_captioner_caption(*project_, id, text, CaptionOrigin::command, may, step);
    };
    QVERIFY(put(ids_[0], "by machine", CaptionerMay::fill_empty));
    QVERIFY(!put(ids_[0], "again", CaptionerMay::fill_empty));
    QVERIFY(put(ids_[0], "again", CaptionerMay::replace_machine));
    QVERIFY(!put(ids_[1], "over an imported one", CaptionerMay::replace_machine));
    set_caption(*project_, ids_[0], "by hand");
    for (const auto may : {CaptionerMay::fill_empty, CaptionerMay::replace_machine}) {
      QVERIFY(!put(ids_[0], "machine again", may));
    }
    QCOMPARE(caption_of(*project_, ids_[0]), std::string("by hand"));
    QVERIFY(!put(ids_[2], "  ", CaptionerMay::fill_empty));
    QVERIFY(!put(999, "no such clip", CaptionerMay::fill_empty));
  }
};

QTEST_GUILESS_MAIN(TestClips)
#include "test_clips.moc"
