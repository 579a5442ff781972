// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "base/error.h"
#include "base/line_reader.h"

class TestLineReader : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path at(const char* name) const { return folder_.filePath(name).toStdString(); }
  std::filesystem::path file(const std::string& text) const {
    std::ofstream(at("text"), std::ios::binary) << text;
    return at("text");
  }

 private Q_SLOTS:
  void lines_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QList<QByteArray>>("lines");
    QTest::newRow("nothing") << QByteArray() << QList<QByteArray>{};
    QTest::newRow("plain") << QByteArray("a\nb\n") << QList<QByteArray>{"a\n", "b\n"};
    QTest::newRow("last line open") << QByteArray("a\nb") << QList<QByteArray>{"a\n", "b"};
    QTest::newRow("empty lines") << QByteArray("\n\n") << QList<QByteArray>{"\n", "\n"};
    QTest::newRow("Windows") << QByteArray("a\r\nb") << QList<QByteArray>{"a\r\n", "b"};
    QTest::newRow("byte order mark") << QByteArray(
                                            "\xef\xbb\xbf"
                                            "a\n\xef\xbb\xbf"
                                            "b")
                                     << QList<QByteArray>{"a\n",
                                                          "\xef\xbb\xbf"
                                                          "b"};
    QTest::newRow("UTF-16") << QByteArray(
                                   "\xff\xfe"
                                   "a\0\n\0\xe4\0",
                                   8)
                            << QList<QByteArray>{"a\n", "ä"};
    QByteArray wide("\xfe\xff");  // a pair crosses the end of the first block
    for (int i = 0; i < 20'000; ++i) wide += QByteArray("\xd8\x3d\xde\x00", 4);
    QByteArray faces;
    for (int i = 0; i < 20'000; ++i) faces += "😀";
    QTest::newRow("UTF-16, long") << wide << QList<QByteArray>{faces};
    QTest::newRow("UTF-16, cut off") << QByteArray(
                                            "\xff\xfe"
                                            "a\0b",
                                            5)
                                     << QList<QByteArray>{"a\xff"};
    const QByteArray longer = QByteArray(200'000, 'x') + '\n';  // than one block
    QTest::newRow("long") << "a\n" + longer + longer << QList<QByteArray>{"a\n", longer, longer};
    const QByteArray exact = QByteArray((1 << 16) - 1, 'x') + '\n';
    QTest::newRow("as long as a block") << exact + "b" << QList<QByteArray>{exact, "b"};
  }
  void lines() {
    QFETCH(QByteArray, text);
    QFETCH(QList<QByteArray>, lines);
    fw::LineReader reader(file(text.toStdString()));
    QList<QByteArray> found;
    for (std::string line; reader.next(line);) found << QByteArray::fromStdString(line);
    QCOMPARE(found, lines);
    QCOMPARE(reader.lines(), static_cast<int64_t>(lines.size()));
  }

  void line_ends() {
    QCOMPARE(fw::without_line_end("a\r\n"), std::string_view("a"));
    QCOMPARE(fw::without_line_end("a\n"), std::string_view("a"));
    QCOMPARE(fw::without_line_end("a\n\n"), std::string_view("a\n"));
    QCOMPARE(fw::without_line_end(""), std::string_view(""));
  }

  void what_is_no_text_file_is_refused() {
    QCOMPARE(::mkfifo(at("pipe").c_str(), 0600), 0);
    std::filesystem::create_symlink("loop", at("loop"));
    for (const char* name : {"pipe", "loop", "none", "."})
      QVERIFY_EXCEPTION_THROWN(fw::LineReader(at(name)), fw::Error);
    file("");
    std::filesystem::resize_file(at("text"), (64 << 20) + 100'000);  // one line of zeros, sparse
    fw::LineReader reader(at("text"));
    std::string line;
    QVERIFY_EXCEPTION_THROWN(reader.next(line), fw::Error);
  }
};

QTEST_GUILESS_MAIN(TestLineReader)
#include "test_line_reader.moc"
