// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <map>
#include <set>

#include "base/error.h"
#include "dataset/caption_texts.h"
#include "dataset/dataset_manifest.h"

using namespace fw::dataset;

using Texts = std::vector<std::string>;

/// Texts made from a clip's captions.
class TestCaptionTexts : public QObject {
  Q_OBJECT

  static Texts texts(const Texts& captions, const CaptionRules& rules) { return texts_of(captions, rules); }
  /// The tags of a text, in alphabetical order.
  static QStringList tags(const std::string& text) {
    QStringList list = QString::fromStdString(text).split(", ");
    list.sort();
    return list;
  }

 private Q_SLOTS:
  void without_rules_a_caption_is_its_text() {
    QCOMPARE(texts({"a {red|green} ball, b, c"}, {}), Texts{"a {red|green} ball, b, c"});
    QCOMPARE(texts({}, {}), Texts{""});
    // As before there were rules: the same text as the trigger word alone gave.
    for (const char* caption : {"a ball", "", "sks, a ball", "skating"}) {
      CaptionRules rules{.trigger = "sks"};
      QCOMPARE(texts({caption}, rules), Texts{with_id_token(caption, "sks")});
    }
  }

  void prefix_and_suffix_data() {
    QTest::addColumn<QString>("prefix");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QString>("caption");
    QTest::addColumn<QString>("text");
    QTest::newRow("blanks are put between") << "a film of"
                                            << "grainy"
                                            << "a fox"
                                            << "sks a film of a fox grainy";
    QTest::newRow("a stop needs none") << ""
                                       << ", grainy"
                                       << "a fox"
                                       << "sks a fox, grainy";
    QTest::newRow("no caption") << "a film"
                                << "grainy"
                                << ""
                                << "sks a film grainy";
    QTest::newRow("the trigger word is there once") << "a film of"
                                                    << ""
                                                    << "sks a fox"
                                                    << "sks a film of a fox";
  }
  void prefix_and_suffix() {
    QFETCH(QString, prefix);
    QFETCH(QString, suffix);
    QFETCH(QString, caption);
    QFETCH(QString, text);
    const CaptionRules rules{
        .trigger = "sks", .prefix = prefix.toStdString(), .suffix = suffix.toStdString()};
    QCOMPARE(texts({caption.toStdString()}, rules), Texts{text.toStdString()});
    const WholeText whole = longest_text(caption.toStdString(), rules);
    QCOMPARE(whole.text, text.toStdString());
    const std::string part = whole.text.substr(whole.caption_begin, whole.caption_bytes);
    QVERIFY(caption.toStdString().ends_with(part));
    QVERIFY(!part.empty() || caption.isEmpty());
  }

  void choices_data() {
    QTest::addColumn<QString>("caption");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("two") << "{red|green} ball" << QStringList{"red ball", "green ball"};
    QTest::newRow("product") << "{a|b} and {c|d}" << QStringList{"a and c", "b and c", "a and d", "b and d"};
    QTest::newRow("nested") << "{a|b {c|d}}" << QStringList{"a", "b c", "b d"};
    QTest::newRow("nothing is a choice") << "{|red }ball" << QStringList{"ball", "red ball"};
    QTest::newRow("braces alone are text") << "{a} {b} |" << QStringList{"{a} {b} |"};
    QTest::newRow("choice in plain braces") << "{x{a|b}}" << QStringList{"{xa}", "{xb}"};
    QTest::newRow("unclosed") << "{a|b ball" << QStringList{"{a|b ball"};
    QTest::newRow("unopened") << "a|b} ball" << QStringList{"a|b} ball"};
  }
  void choices() {
    QFETCH(QString, caption);
    QFETCH(QStringList, expected);
    CaptionRules rules{.has_choices = true};
    Texts wanted;
    for (const QString& text : expected) wanted.push_back(text.toStdString());
    QCOMPARE(texts({caption.toStdString()}, rules), wanted);
    const auto longest = std::ranges::max_element(wanted, {}, &std::string::size)->size();
    QCOMPARE(longest_text(caption.toStdString(), rules).text.size(), longest);
  }

  void more_combinations_than_versions() {
    const CaptionRules rules{.has_choices = true, .versions = 8};
    const Texts drawn = texts({"{a|b|c|d} {e|f|g|h}"}, rules);
    QCOMPARE(drawn.size(), size_t{8});
    QCOMPARE((std::set<std::string>(drawn.begin(), drawn.end()).size()), size_t{8});
    for (const std::string& text : drawn) {
      QCOMPARE(text.size(), size_t{3});
      QVERIFY(text[0] >= 'a' && text[0] <= 'd' && text[1] == ' ' && text[2] >= 'e' && text[2] <= 'h');
    }
    QCOMPARE(texts({"{a|b|c|d} {e|f|g|h}"}, rules), drawn);  // always the same
    QVERIFY(texts({"{a|b|c|d} {e|f|g|h} "}, rules) != drawn);
    // Many levels and choices: neither deep recursion nor all combinations.
    const std::string deep = std::string(100000, '{') + "a|b" + std::string(100000, '}');
    QCOMPARE(texts({deep}, rules).size(), size_t{2});
    std::string nested;
    for (int i = 0; i < 1000; ++i) nested += "{x|";
    QCOMPARE(texts({nested + "y" + std::string(1000, '}')}, {.has_choices = true, .versions = 64}).size(),
             size_t{33});
    std::string wide;
    for (int i = 0; i < 5000; ++i) wide += "{a|b}";
    QCOMPARE(texts({wide}, rules).size(), size_t{8});
  }

  void tags_are_shuffled() {
    const CaptionRules rules{.shuffles_tags = true, .kept_tags = 2, .versions = 6};
    const std::string caption = "fox, snow, red , night,,film";
    const Texts drawn = texts({caption}, rules);
    QCOMPARE(drawn.size(), size_t{6});  // of 3! orders
    for (const std::string& text : drawn) {
      QVERIFY2(text.starts_with("fox, snow, "), text.c_str());
      QCOMPARE(tags(text), tags("fox, snow, red, night, film"));
    }
    // One tag cannot be shuffled.
    QCOMPARE(texts({"fox"}, rules), Texts{"fox"});
    QCOMPARE(texts({""}, rules), Texts{""});
    CaptionRules other = rules;
    other.tag_separator = " | ";
    QCOMPARE(tags(QString::fromStdString(texts({"a|b|c|d"}, other).at(1)).replace("| ", ", ").toStdString()),
             tags("a, b, c, d"));
  }

  void tags_are_left_out() {
    const CaptionRules rules{.tag_dropout = 0.25, .kept_tags = 1, .versions = 64};
    std::string caption = "kept";
    for (int i = 0; i < 100; ++i) caption += ", tag" + std::to_string(i);
    const Texts drawn = texts({caption}, rules);
    QCOMPARE(drawn.size(), size_t{64});
    double there = 0;
    for (const std::string& text : drawn) {
      QVERIFY(text.starts_with("kept"));
      there += static_cast<double>(tags(text).size() - 1);
    }
    QVERIFY2(std::abs(there / 6400 - 0.75) < 0.02, qPrintable(QString::number(there / 6400)));
    QCOMPARE(texts({"kept, a, b"}, {.tag_dropout = 1}), Texts{"kept"});
  }

  void several_captions_have_equal_shares() {
    QCOMPARE(texts({"a", "b"}, {.trigger = "sks"}), (Texts{"sks a", "sks b"}));
    const Texts drawn = texts({"a {b|c|d|e}", "f", "g {h|i}"}, {.has_choices = true});
    std::map<char, int> shares;
    for (const std::string& text : drawn) ++shares[text[0]];
    QCOMPARE(shares, (std::map<char, int>{{'a', 4}, {'f', 4}, {'g', 4}}));
  }

  void a_manifest_keeps_them() {
    DatasetSample sample{.id = "1-0",
                         .source = "/a.mp4",
                         .content_hash = "0",
                         .source_out = 5,
                         .frame_count = 5,
                         .crop = {0, 0, 32, 32},
                         .bucket = {5, 32, 32},
                         .caption = "a",
                         .keys = {}};
    const std::string plain = format_dataset_manifest({sample});
    for (const char* key : {"more", "weight", "draws", "dropout"}) QVERIFY(plain.find(key) == plain.npos);
    sample.more_captions = {"b", "c"};
    sample.keys.more_texts = {"01", "02"};
    sample.loss_weight = 0.5;
    sample.draws = 1.25;
    sample.caption_dropout = 0;
    const std::string text = format_dataset_manifest({sample});
    QCOMPARE(parse_dataset_manifest(text, "a"), DatasetManifest{sample});
    for (const auto& [from, to] :
         std::map<std::string, std::string>{{"\"01\",", ""},
                                            {"\"01\"", "\"../01\""},
                                            {"0.5", "-1"},
                                            {"1.25", "0"},
                                            {"\"caption_dropout\":0.0", "\"caption_dropout\":2"}}) {
      std::string wrong = text;
      const size_t at = wrong.find(from);
      QVERIFY2(at != wrong.npos, from.c_str());
      QVERIFY_EXCEPTION_THROWN(parse_dataset_manifest(wrong.replace(at, from.size(), to), "a"), fw::Error);
    }
  }
};

QTEST_GUILESS_MAIN(TestCaptionTexts)
#include "test_caption_texts.moc"
