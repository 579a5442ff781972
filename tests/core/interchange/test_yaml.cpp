// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "interchange/yaml.h"

using nlohmann::json;

/// The part of YAML that configuration files use, against the JSON that PyYAML reads from the same text.
class TestYaml : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void values_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* title, const char* text, const char* expected) {
      QTest::newRow(title) << QByteArray(text) << QByteArray(expected);
    };
    row("nothing", "", "null");
    row("only comments", "# a\n\n  # b\n", "null");
    row("mapping", "a: 1\nb: two words\n", "{\"a\": 1, \"b\": \"two words\"}");
    row("nested", "a:\n  b:\n    c: 1\n  d: 2\ne: 3\n", "{\"a\": {\"b\": {\"c\": 1}, \"d\": 2}, \"e\": 3}");
    row("list", "- a\n- 2\n-\n  - b\n", "[\"a\", 2, [\"b\"]]");
    row("list below its key", "a:\n- 1\n- 2\nb: 3\n", "{\"a\": [1, 2], \"b\": 3}");
    row("mappings in a list", "a:\n  - b: 1\n    c:\n      d: 2\n  - b: 3\n",
        "{\"a\": [{\"b\": 1, \"c\": {\"d\": 2}}, {\"b\": 3}]}");
    row("list in a list", "- - 1\n  - 2\n- - 3\n", "[[1, 2], [3]]");
    row("an empty item", "a:\n  -\n  - 1\n", "{\"a\": [null, 1]}");
    row("numbers", "a: 1e-4\nb: -3\nc: 1.50\nd: 1.0.0\ne: +7\nf: .5\n",
        "{\"a\": 0.0001, \"b\": -3, \"c\": 1.5, \"d\": \"1.0.0\", \"e\": 7, \"f\": 0.5}");
    row("constants", "a: true\nb: False\nc: null\nd: ~\ne:\nf: \"true\"\n",
        "{\"a\": true, \"b\": false, \"c\": null, \"d\": null, \"e\": null, \"f\": \"true\"}");
    row("quotes", "a: \"x: \\\"y\\\" # z\\n\"\nb: 'it''s # 1'\n\"c d\": \"\\u00e4\\x41\"\n",
        "{\"a\": \"x: \\\"y\\\" # z\\n\", \"b\": \"it's # 1\", \"c d\": \"äA\"}");
    row("comments", "a: 1 # one\nb: x#y\nc: 'd' # e\n", "{\"a\": 1, \"b\": \"x#y\", \"c\": \"d\"}");
    row("colons in values", "a: http://x:80/y\nb: C:\\data\nc: 12:30\n",
        "{\"a\": \"http://x:80/y\", \"b\": \"C:\\\\data\", \"c\": \"12:30\"}");
    row("apostrophe in a word", "a: a goat's dance # really\nb: 1\n",
        "{\"a\": \"a goat's dance\", \"b\": 1}");
    row("brackets", "a: [ 480, [1, 2] ,\"x, y\"]\nb: {c: 1, d: [e]}\nf: []\n",
        "{\"a\": [480, [1, 2], \"x, y\"], \"b\": {\"c\": 1, \"d\": [\"e\"]}, \"f\": []}");
    row("brackets over lines", "a: [1,\n  2, # two\n  3]\nb: 4\n", "{\"a\": [1, 2, 3], \"b\": 4}");
    row("text over lines", "a: one\n  two\n  three\nb: 1\n", "{\"a\": \"one two three\", \"b\": 1}");
    row("block text", "a: |\n  one\n    two\n\n  three\nb: >-\n  one\n  two\nc: 1\n",
        "{\"a\": \"one\\n  two\\n\\nthree\\n\", \"b\": \"one two\", \"c\": 1}");
    row("documents", "---\na: 1\n---\na: 2\n", "{\"a\": 1}");
    row("Windows, byte order of lines", "a: 1\r\nb:\r\n  - x\r\n", "{\"a\": 1, \"b\": [\"x\"]}");
    row("blanks at the ends", "a:   1   \nb:  x  \n", "{\"a\": 1, \"b\": \"x\"}");
    row("aliases", "a: &x {b: 1}\nc: *x\nd: [*x, 2]\n",
        "{\"a\": {\"b\": 1}, \"c\": {\"b\": 1}, \"d\": [{\"b\": 1}, 2]}");
    row("merge keys", "a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3\ne:\n  <<: [{b: 4}, *x]\n",
        "{\"a\": {\"b\": 1, \"c\": 2}, \"d\": {\"b\": 1, \"c\": 3}, \"e\": {\"b\": 4, \"c\": 2}}");
    row("tag of strings", "a: !!str 2\n", "{\"a\": \"2\"}");
    row("repeated key", "a: 1\na: 2\n", "{\"a\": 2}");
    row("hyphens in values", "a: -x\nb: --y\nc: 3 - 4\n",
        "{\"a\": \"-x\", \"b\": \"--y\", \"c\": \"3 - 4\"}");
  }
  void values() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    std::string problem;
    const json value = fw::interchange::parse_yaml(text.toStdString(), &problem);
    QVERIFY2(!value.is_discarded(), problem.c_str());
    QCOMPARE(QByteArray::fromStdString(value.dump()),
             QByteArray::fromStdString(json::parse(expected.toStdString()).dump()));
  }

  void what_is_not_read_is_told_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* title, const char* text, const char* place) {
      QTest::newRow(title) << QByteArray(text) << QString(place);
    };
    row("unknown anchor", "a: 1\nb: *x\n", "line 2");
    row("tag", "a: 1\nb: !!python/object:os.system 2\n", "line 2");
    row("key in brackets", "a: 1\n? [b, c]\n: 2\n", "line 2");
    row("alias within its anchor", "a: &x [1, *x]\n", "line 1");
    row("merge of a value", "a: 1\nb:\n  <<: 2\n", "line 3");
    row("open bracket", "a: 1\nb: [1, 2\n", "line 3");
    row("open quote", "a: \"x\n", "line 2");
    row("no key", "a: 1\njust words\n", "line 3");
    row("indentation", "a: 1\n   b: 2\n c: 3\n", "line");
    row("tab", "a:\n\tb: 1\n", "line 2");
    row("after a bracket", "a: [1] x\n", "line 1");
  }
  void what_is_not_read_is_told() {
    QFETCH(QByteArray, text);
    QFETCH(QString, place);
    std::string problem;
    QVERIFY(fw::interchange::parse_yaml(text.toStdString(), &problem).is_discarded());
    QVERIFY2(QString::fromStdString(problem).contains(place), problem.c_str());
  }

  /// Never ends in another way than with a value or a reason.
  void any_text_is_survived() {
    std::string deep;
    for (int i = 0; i < 1000; ++i) deep += std::string(static_cast<size_t>(i), ' ') + "a:\n";
    QVERIFY(fw::interchange::parse_yaml(deep).is_discarded());
    QVERIFY(fw::interchange::parse_yaml("a: " + std::string(100'000, '[')).is_discarded());
    uint32_t state = 1;
    constexpr std::string_view letters = "a: -[]{},\"'#|>\n\n  &*!\\~1e.";
    for (int i = 0; i < 20'000; ++i) {
      std::string text;
      for (int k = 0; k < 24; ++k) {
        state = state * 1664525 + 1013904223;
        text += letters[(state >> 16) % letters.size()];
      }
      std::string problem;
      const json value = fw::interchange::parse_yaml(text, &problem);
      QVERIFY2(value.is_discarded() == !problem.empty(), text.c_str());
    }
  }
};

QTEST_GUILESS_MAIN(TestYaml)
#include "test_yaml.moc"
