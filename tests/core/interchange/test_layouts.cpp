// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/line_reader.h"
#include "core/project/dataset_files.h"
#include "core/project/fixture.h"
#include "interchange/csv.h"
#include "interchange/folder_names.h"

using fw::interchange::ListOptions;

class TestLayouts : public QObject {
  Q_OBJECT

 private:
  TestFolder folder_;
  fs::path root_;

 private Q_SLOTS:
  void init() {
    root_ = folder_.path();
    fs::remove_all(root_);
    fw::project::Project::create(root_ / "project");
  }

  void csv_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");  // "line:cell|cell"
    QTest::newRow("plain") << QByteArray("a,b\nc,d\n") << QStringList{"1:a|b", "2:c|d"};
    QTest::newRow("without last line end") << QByteArray("a,b") << QStringList{"1:a|b"};
    QTest::newRow("Windows") << QByteArray("a,b\r\nc,d\r\n") << QStringList{"1:a|b", "2:c|d"};
    QTest::newRow("quoted") << QByteArray("\"a,1\",\"say \"\"hi\"\"\"\n") << QStringList{"1:a,1|say \"hi\""};
    QTest::newRow("line end in a cell")
        << QByteArray("\"a\nb\",c\nd,e\n") << QStringList{"1:a\nb|c", "3:d|e"};
    QTest::newRow("return at a cell's end") << QByteArray("\"a\r\",\"b\r\"\r\n") << QStringList{"1:a\r|b\r"};
    QTest::newRow("empty cells") << QByteArray(",\n,,\n") << QStringList{"1:|", "2:||"};
    QTest::newRow("empty lines") << QByteArray("\n\na\n\r\nb\n") << QStringList{"3:a", "5:b"};
    QTest::newRow("empty quoted") << QByteArray("\"\",x\n") << QStringList{"1:|x"};
    QTest::newRow("unclosed") << QByteArray("a,\"b\nc\n") << QStringList{"1:a|b\nc\n"};
    QTest::newRow("text behind a quote") << QByteArray("\"a\"b,c\n") << QStringList{"1:ab|c"};
    QTest::newRow("blank before a quote") << QByteArray("a, \"b, c\"\n") << QStringList{"1:a|b, c"};
    QTest::newRow("blanks") << QByteArray(" a , b\n") << QStringList{"1: a | b"};
    QTest::newRow("nothing") << QByteArray() << QStringList{};
  }
  void csv() {
    QFETCH(QByteArray, text);
    QFETCH(QStringList, expected);
    const std::string source = text.toStdString();
    fw::interchange::CsvReader at_once(source);
    write(root_ / "lines", source);
    fw::LineReader lines(root_ / "lines");
    fw::interchange::CsvReader line_by_line([&](std::string& line) { return lines.next(line); });
    for (fw::interchange::CsvReader* reader : {&at_once, &line_by_line}) {
      QStringList rows;
      while (const auto row = reader->next()) {
        QStringList cells;
        for (const std::string& cell : row->cells) cells << QString::fromStdString(cell);
        rows << QString("%1:%2").arg(row->line).arg(cells.join('|'));
      }
      QCOMPARE(rows, expected);
      QCOMPARE(reader->unclosed_quote(), QTest::currentDataTag() == QByteArray("unclosed"));
    }
  }

  void csv_cells_come_back() {
    std::vector<std::string> values = hard_captions;
    values.insert(values.end(), {" leading", "trailing ", "\t\"tab\"", " "});
    for (const std::string& caption : values) {
      const std::string line =
          fw::interchange::csv_cell(caption) + "," + fw::interchange::csv_cell("") + "\n";
      fw::interchange::CsvReader reader(line);
      QCOMPARE(reader.next()->cells, (std::vector<std::string>{caption, ""}));
    }
  }

  void layouts_are_recognised_data() {
    QTest::addColumn<QStringList>("files");  // name=content; every layout lists a.mp4 and b.mp4
    QTest::addColumn<QStringList>("expected");
    const QStringList both{"a.mp4=A", "b.mp4=B"};
    QTest::newRow("prompts and videos")
        << QStringList{"prompts.txt=A\nB\n", "videos.txt=videos/a.mp4\nvideos/b.mp4\n"} << both;
    QTest::newRow("singular, no last line end, Windows")
        << QStringList{"prompt.txt=A\r\nB", "video.txt=videos/a.mp4\r\nvideos/b.mp4"} << both;
    QTest::newRow("captions, byte order mark") << QStringList{"captions.txt=\xef\xbb\xbf""A\nB\n",
                                                              "videos.txt=\xef\xbb\xbfvideos/a.mp4\nvideos/b.mp4\n"}
                                               << both;
    QTest::newRow("sidecars") << QStringList{"videos/a.txt=A\n", "videos/b.txt=B"} << both;
    QTest::newRow("no captions") << QStringList{} << QStringList{"a.mp4=", "b.mp4="};
    QTest::newRow("metadata.csv")
        << QStringList{"metadata.csv=file_name,text\nvideos/a.mp4,A\nvideos/b.mp4,B\n"} << both;
    QTest::newRow("other columns")
        << QStringList{"metadata.csv=id,prompt,video,tags\n1,A,videos/a.mp4,x y\n2,B,videos/b.mp4,z\n"}
        << both;
    QTest::newRow("metadata.jsonl")
        << QStringList{"metadata.jsonl={\"file_name\":\"videos/a.mp4\",\"text\":\"A\"}\n\n"
                       "{\"video_path\":\"videos/b.mp4\",\"caption\":\"B\"}\n"}
        << both;
    QTest::newRow("layout deeper down")
        << QStringList{"videos/metadata.csv=file_name,text\na.mp4,A\nb.mp4,B\n"} << both;
    QTest::newRow("list of captions") << QStringList{"metadata.jsonl={\"path\":\"videos/a.mp4\",\"cap\":[\"A\"]}\n"
                                                     "{\"path\":\"videos/b.mp4\",\"cap\":[\"B\"]}"}
                                      << both;
  }
  void layouts_are_recognised() {
    QFETCH(QStringList, files);
    QFETCH(QStringList, expected);
    const fs::path folder = root_ / "data";
    for (const char* name : {"videos/a.mp4", "videos/b.mp4", ".hidden/c.mp4", "notes.md"})
      write(folder / name, "x");
    for (const QString& file : files) {
      write(folder / file.section('=', 0, 0).toStdString(), file.section('=', 1).toStdString());
    }
    const ImportList list = read_one(folder);
    QCOMPARE(summary(list.faults), QStringList{});
    QStringList found;
    for (const auto& row : list.rows) {
      found << QString("%1=%2").arg(row.file.filename().c_str(), row.caption.c_str());
      QCOMPARE(row.file, folder / "videos" / row.file.filename());
    }
    QCOMPARE(found, expected);
  }

  void named_columns() {
    const fs::path folder = root_ / "data";
    write(folder / "videos/a.mp4", "x");
    write(folder / "my prompts.txt", "A\n");
    write(folder / "my videos.txt", "videos/a.mp4\n");
    write(folder / "all.csv", "clip,words\nvideos/a.mp4,B\n");
    write(folder / "lists/all.csv", "clip,words\nvideos/a.mp4,C\n");
    write(folder / "drag.txt", "videos/a.mp4\n\n");
    const ImportList two =
        read_one(folder, {.caption_column = "my prompts.txt", .video_column = "my videos.txt"});
    QCOMPARE(two.rows.at(0).caption, std::string("A"));
    const ListOptions columns{.caption_column = "words", .video_column = "clip"};
    QCOMPARE(read_one(folder / "all.csv", columns).rows.at(0).caption, std::string("B"));
    ListOptions elsewhere = columns;
    elsewhere.data_root = folder;
    QCOMPARE(read_one(folder / "lists/all.csv", elsewhere).rows.at(0).caption, std::string("C"));
    QCOMPARE(summary(read_one(folder / "all.csv").faults), QStringList{"interchange.no_column:1"});
    QCOMPARE(read_one(folder / "drag.txt").rows.size(), size_t{1});
  }

  void bad_rows_are_listed_with_their_lines_data() {
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QStringList>("faults");
    QTest::addColumn<int>("good");
    QTest::newRow("missing file") << QStringList{"prompts.txt=A\nB\nC\n",
                                                 "videos.txt=a.mp4\nnone.mp4\nb.mp4\n"}
                                  << QStringList{"interchange.missing_file:2"} << 2;
    QTest::newRow("more videos") << QStringList{"prompts.txt=A\n", "videos.txt=a.mp4\nb.mp4\nc.mp4\n"}
                                 << QStringList{"interchange.no_partner:2", "interchange.no_partner:3"} << 1;
    QTest::newRow("more prompts") << QStringList{"prompts.txt=A\nB\nC\n", "videos.txt=a.mp4\nb.mp4"}
                                  << QStringList{"interchange.no_partner:3"} << 2;
    QTest::newRow("empty line") << QStringList{"prompts.txt=A\nB\nC\n", "videos.txt=a.mp4\n \nb.mp4\n"}
                                << QStringList{"interchange.empty_line:2"} << 2;
    QTest::newRow("Latin-1 caption") << QStringList{"prompts.txt=A\nb\u00e4r\n", "videos.txt=a.mp4\nb.mp4\n"}
                                     << QStringList{} << 2;
    QTest::newRow("cells missing") << QStringList{"metadata.csv=file_name,text\na.mp4\nb.mp4,B\n"}
                                   << QStringList{"interchange.bad_row:2"} << 1;
    QTest::newRow("quote missing") << QStringList{"metadata.csv=file_name,text\na.mp4,A\nb.mp4,\"B\n"}
                                   << QStringList{"interchange.bad_row:3"} << 1;
    QTest::newRow("no column") << QStringList{"metadata.csv=x,text\na.mp4,A\n"}
                               << QStringList{"interchange.no_column:1"} << 0;
    QTest::newRow("empty table") << QStringList{"metadata.csv="} << QStringList{"interchange.empty_list:0"}
                                 << 0;
    // As written by an empty export: the videos next to it are hidden.
    QTest::newRow("table without rows")
        << QStringList{"metadata.csv=file_name,text\n"} << QStringList{"interchange.empty_list:0"} << 0;
    QTest::newRow("no objects") << QStringList{"metadata.jsonl=\n"} << QStringList{"interchange.empty_list:0"}
                                << 0;
    QTest::newRow("two empty lists") << QStringList{"prompts.txt=", "videos.txt="}
                                     << QStringList{"interchange.empty_list:0"} << 0;
    QTest::newRow("no JSON")
        << QStringList{"metadata.jsonl={\"file_name\":\"a.mp4\"}\nnonsense\n[1]\n{\"file_name\":\"b.mp4\"}\n"}
        << QStringList{"interchange.bad_row:2", "interchange.bad_row:3"} << 2;
    QTest::newRow("no video in the object")
        << QStringList{"metadata.jsonl={\"text\":\"A\"}\n"} << QStringList{"interchange.bad_row:1"} << 0;
    QTest::newRow("wrong type") << QStringList{"metadata.jsonl={\"file_name\":3}\n"}
                                << QStringList{"interchange.bad_row:1"} << 0;
    QTest::newRow("several captions")
        << QStringList{"metadata.jsonl={\"path\":\"a.mp4\",\"cap\":[\"A\",\"B\"]}\n"} << QStringList{} << 1;
    QTest::newRow("missing list") << QStringList{"prompts.txt=A\n"}
                                  << QStringList{"interchange.passed_over:0"} << 3;  // so these are not lists
    // The videos are imported, and the unread file is named.
    QTest::newRow("file of no use") << QStringList{"notes.docx=A"} << QStringList{"interchange.passed_over:0"}
                                    << 3;
  }
  void bad_rows_are_listed_with_their_lines() {
    QFETCH(QStringList, files);
    QFETCH(QStringList, faults);
    QFETCH(int, good);
    const fs::path folder = root_ / "data";
    for (const char* name : {"a.mp4", "b.mp4", "c.mp4"}) write(folder / name, "x");
    for (const QString& file : files) {
      write(folder / file.section('=', 0, 0).toStdString(), file.section('=', 1).toLatin1().toStdString());
    }
    const ImportList list = read_one(folder);
    if (QTest::currentDataTag() == QByteArray("Latin-1 caption"))
      faults = QStringList{"interchange.bad_caption:2"};
    QStringList said = summary(list.faults) + summary(list.warnings);
    said.removeOne("interchange.not_in_list:0");  // see files_that_a_list_leaves_out_are_named
    QCOMPARE(said, faults);
    QCOMPARE(list.rows.size(), static_cast<size_t>(good));
    for (const auto& fault : list.faults) QVERIFY(fault.fault.full_message().find('{') == std::string::npos);
  }

  void lists_of_other_programs_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QStringList>("expected");
    QTest::addColumn<QStringList>("said");
    const auto row = [](const char* title, const char* name, const QByteArray& content,
                        const QStringList& expected, const QStringList& said = {}) {
      QTest::newRow(title) << name << content << expected << said;
    };
    const QStringList both{"a.mp4=A", "b.mp4=B"};
    const auto utf16 = [](const char* text) {
      QByteArray bytes;
      for (const char* c = text; *c != '\0'; ++c) bytes.append(*c).append('\0');
      return bytes;
    };
    const char* const table = "file_name,text\r\nvideos/a.mp4,A\r\nvideos/b.mp4,B\r\n";
    row("UTF-16", "metadata.csv", "\xff\xfe" + utf16(table), both);
    row("UTF-16 without its mark", "metadata.csv", utf16(table), both);
    row("UTF-16, the other end first", "metadata.csv",
        QByteArray("\xfe\xff", 2) + '\0' + utf16(table).chopped(1), both);
    row("UTF-16 objects", "metadata.jsonl",
        "\xff\xfe" + utf16("{\"path\": \"videos/a.mp4\", \"cap\": \"A\"}\n"
                           "{\"path\": \"videos/b.mp4\", \"cap\": \"B\"}"),
        both);
    row("UTF-16 map", "captions.json",
        "\xff\xfe" + utf16("{\"videos/a.mp4\": \"A\", \"videos/b.mp4\": \"B\"}"), both);
    row("UTF-16 cut off inside a character", "metadata.csv", "\xff\xfe" + utf16(table).chopped(1),
        {"a.mp4=A", "b.mp4="}, {"interchange.bad_caption:3"});
    row("semicolons", "metadata.csv", "file_name;text\r\nvideos/a.mp4;A\r\nvideos/b.mp4;\"B\"\r\n", both);
    row("semicolons and commas", "metadata.csv",
        "file_name;text\nvideos/a.mp4;\"A; B, C\"\nvideos/b.mp4;D, E\n", {"a.mp4=A; B, C", "b.mp4=D, E"});
    row("separator told by a line", "metadata.csv", "sep=;\r\nfile_name;text, long\r\nvideos/a.mp4;A\r\n",
        {"a.mp4="}, {"interchange.no_column:1"});
    row("tabs", "metadata.csv", "file_name\ttext\nvideos/a.mp4\tA\nvideos/b.mp4\t\"B\"\n", both);
    row("tabs and empty cells", "metadata.csv", "id\tfile_name\ttext\n\tvideos/a.mp4\tA\n\tvideos/b.mp4\tB\n",
        both);
    row("capital names", "metadata.csv", "File Name,Caption\nvideos/a.mp4,A\nvideos/b.mp4,B\n", both);
    row("captions under an unknown name", "metadata.csv", "file_name,words\nvideos/a.mp4,A\nvideos/b.mp4,B\n",
        {"a.mp4=", "b.mp4="}, {"interchange.no_column:1"});
    row("objects with captions under an unknown name", "metadata.jsonl",
        "{\"file_name\": \"videos/a.mp4\", \"words\": \"A\"}\n{\"file_name\": \"videos/b.mp4\", "
        "\"words\": \"B\"}\n",
        {"a.mp4=", "b.mp4="}, {"interchange.no_column:1"});
    row("videos alone", "metadata.csv", "file_name\nvideos/a.mp4\nvideos/b.mp4\n", {"a.mp4=", "b.mp4="});
    row("Latin-1 names of columns", "metadata.csv",
        "file_name,text,gr\xf6\xdf"
        "e\nvideos/a.mp4,A,1\n",
        {}, {"interchange.not_utf8:1"});
    row("blank after the comma", "metadata.csv", "file_name, text\nvideos/a.mp4, A\nvideos/b.mp4, \"B\"\n",
        both);
    row("blanks around the comma", "metadata.csv", "text , file_name\nA , videos/a.mp4\nB , videos/b.mp4\n",
        both);
    row("backslashes", "metadata.csv", "file_name,text\nvideos\\a.mp4,A\nvideos\\b.mp4,B\n", both);
    row("a drive", "metadata.csv", "file_name,text\nC:\\data\\a.mp4,A\nvideos/b.mp4,B\n", {"b.mp4=B"},
        {"interchange.windows_path:2"});
    row("a folder that was moved", "metadata.csv",
        "file_name,text\nC:\\my data\\videos\\a.mp4,A\nC:\\my data\\videos\\b.mp4,B\n", both,
        {"interchange.list_moved:0"});
    row("moved from another computer", "metadata.jsonl",
        "{\"path\": \"/mnt/other/videos/a.mp4\", \"cap\": \"A\"}\n"
        "{\"path\": \"/mnt/other/videos/b.mp4\", \"cap\": \"B\"}\n",
        both, {"interchange.list_moved:0"});
    row("two folders of one name", "metadata.csv",
        "file_name,text\nD:/one/videos/a.mp4,A\nD:/two/videos/a.mp4,other\nvideos/b.mp4,B\n", both,
        {"interchange.windows_path:3", "interchange.list_moved:0"});
    row("a drive and slashes", "metadata.jsonl",
        "{\"path\": \"D:/data/a.mp4\"}\n{\"path\": \"videos/b.mp4\", \"cap\": \"B\"}\n", {"b.mp4=B"},
        {"interchange.windows_path:1"});
    row("array in a list of lines", "metadata.jsonl",
        "[\n {\"file_name\": \"videos/a.mp4\",\n  \"text\": \"A\"},\n {\"file_name\": \"videos/b.mp4\", "
        "\"text\": \"B\"}\n]\n",
        both);
    row("diffusion-pipe", "captions.json", "{\"videos/a.mp4\": [\"A\"], \"videos/b.mp4\": \"B\"}", both);
    row("several captions", "captions.json", "\xef\xbb\xbf{\"videos/a.mp4\": [\"A\", \"A2\"]}",
        {"a.mp4=A+A2"});
    row("FastVideo", "videos2caption.json",
        "[{\"path\": \"a.mp4\", \"cap\": [\"A\"]}, {\"path\": \"b.mp4\", \"cap\": [\"B\"]}]", both);
    row("VideoX-Fun", "metadata.json",
        "[{\"file_path\": \"videos/a.mp4\", \"text\": \"A\", \"type\": \"video\"}]", {"a.mp4=A"});
    row("objects by name", "captions.json", "{\"videos/a.mp4\": {\"caption\": \"A\"}}", {"a.mp4=A"});
    row("a number as caption", "metadata.jsonl", "{\"file_name\": \"videos/a.mp4\", \"text\": 5}\n",
        {"a.mp4=5"});
    row("null as caption", "metadata.jsonl", "{\"file_name\": \"videos/a.mp4\", \"text\": null}\n",
        {"a.mp4="});
    row("an object as caption", "metadata.jsonl",
        "{\"file_name\": \"videos/a.mp4\", \"text\": {\"en\": \"A\"}}\n", {"a.mp4="},
        {"interchange.no_caption:1"});
    row("an object as video", "metadata.jsonl", "{\"video\": {\"path\": \"videos/a.mp4\"}}\n", {"a.mp4="});
    row("an object that names no video", "metadata.jsonl", "{\"video\": {\"bytes\": null}}\n", {},
        {"interchange.bad_row:1"});
    row("a list inside an object", "captions.json",
        "{\"version\": 2, \"videos\": [{\"file\": \"videos/a.mp4\", \"text\": \"A\"}, {\"file\": "
        "\"videos/b.mp4\", \"text\": \"B\"}]}",
        both);
    row("no list", "captions.json", "{\"words\": 1}", {}, {"interchange.bad_list:0"});
    row("cut off", "captions.json", "{\"videos/a.mp4\": ", {}, {"interchange.bad_list:0"});
    row("a number", "captions.json", "5", {}, {"interchange.bad_list:0"});
  }
  void lists_of_other_programs() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QStringList, expected);
    QFETCH(QStringList, said);
    const fs::path folder = root_ / "data";
    for (const char* video : {"videos/a.mp4", "videos/b.mp4"}) write(folder / video, "x");
    write(folder / name.toStdString(), content.toStdString());
    for (const fs::path& path : {folder, folder / name.toStdString()}) {
      const ImportList list = read_one(path);
      QStringList found;
      for (const auto& row : list.rows) {
        found << QString("%1=%2").arg(row.file.filename().c_str(), row.caption.c_str());
        for (const std::string& more : row.more_captions) found.last() += "+" + QString::fromStdString(more);
      }
      QCOMPARE(found, expected);
      QStringList faults = summary(list.faults) + summary(list.warnings);
      faults.removeOne("interchange.not_in_list:0");  // see files_that_a_list_leaves_out_are_named
      QCOMPARE(faults, said);
    }
  }

  void files_that_a_list_leaves_out_are_named() {
    const fs::path folder = root_ / "data";
    for (const char* name : {"a.mp4", "b.mp4", "deep/c.MOV", "deep/.thumbs/d.mp4", ".e.mp4", "f.txt"})
      write(folder / name, "x");
    const std::map<std::string, std::string> lists{
        {"metadata.csv", "file_name,text\na.mp4,A\n"},
        {"metadata.jsonl", "{\"file_name\": \"./a.mp4\", \"text\": \"A\"}\n"},
        {"captions.json", "{\"a.mp4\": \"A\"}"}};
    for (const auto& [name, text] : lists) {
      write(folder / name, text);
      const ImportList list = read_one(folder);
      QCOMPARE(list.rows.size(), size_t{1});
      QCOMPARE(summary(list.warnings), QStringList{"interchange.not_in_list:0"});
      QCOMPARE(list.warnings[0].fault.arguments.at("names"), std::string("b.mp4, deep/c.MOV"));
      QVERIFY(read_one(folder / name).warnings.empty());  // the list alone was asked for
      fs::remove(folder / name);
    }
    write(folder / "videos.txt", "deep/c.MOV\n");
    write(folder / "prompts.txt", "C\n");
    QCOMPARE(read_one(folder).warnings.at(0).fault.arguments.at("names"), std::string("a.mp4, b.mp4"));
  }

  void folders_behind_links_are_read_once() {
    const fs::path folder = root_ / "hub" / "snapshots" / "1";
    write(root_ / "hub" / "blobs" / "abc", "x");
    write(root_ / "hub" / "blobs" / "def", "a caption");
    write(root_ / "elsewhere" / "b.mp4", "x");
    fs::create_directories(folder / "deep");
    fs::create_symlink("../../blobs/abc", folder / "a.mp4");
    fs::create_symlink("../../blobs/def", folder / "a.txt");
    fs::create_directory_symlink(root_ / "elsewhere", folder / "again");
    fs::create_directory_symlink(root_ / "elsewhere", folder / "more");
    fs::create_directory_symlink("..", folder / "deep" / "cycle");
    const ImportList list = read_one(folder);
    QStringList found;
    for (const auto& row : list.rows)
      found << QString("%1=%2").arg(row.file.lexically_relative(folder).c_str(), row.caption.c_str());
    QCOMPARE(found, (QStringList{"a.mp4=a caption", "again/b.mp4="}));
    QCOMPARE(summary(list.warnings), (QStringList{"interchange.read_before:0", "interchange.read_before:0"}));
  }

  void what_is_passed_over_is_named_by_kind() {
    const fs::path folder = root_ / "data";
    write(folder / "a.mp4", "x");
    for (int i = 0; i < 30; ++i) write(folder / ("latents_" + std::to_string(i) + ".NPZ"), "x");
    for (const char* name : {"Thumbs.db", "notes.docx", "LICENSE"}) write(folder / name, "x");
    const ImportList list = read_one(folder);
    QCOMPARE(summary(list.warnings), QStringList{"interchange.passed_over:0"});
    QCOMPARE(list.warnings[0].fault.arguments.at("names"),
             std::string("30 × .npz, LICENSE, Thumbs.db, notes.docx"));
    QCOMPARE(list.warnings[0].fault.arguments.at("files"), std::string("33"));
  }

  void captions_in_utf16_are_read() {
    const fs::path folder = root_ / "data";
    using namespace std::string_literals;
    const std::vector<std::pair<std::string, std::string>> texts{{"\xff\xfe\xe4\0 \0=\xd8\0\xde"s, "ä 😀"},
                                                                 {"\xfe\xff\0\xe4\0 \xd8=\xde\0"s, "ä 😀"},
                                                                 {"A\0 \0f\0o\0x\0"s, "A fox"},
                                                                 {"\xff\xfe"
                                                                  "A\0=\xd8"s,
                                                                  ""},
                                                                 {"a\0b"s, "ab"}};
    for (size_t i = 0; i < texts.size(); ++i) {
      write(folder / (std::to_string(i) + ".mp4"), "x");
      write(folder / (std::to_string(i) + ".txt"), texts[i].first);
    }
    const ImportList list = read_one(folder);
    for (size_t i = 0; i < texts.size(); ++i) QCOMPARE(list.rows.at(i).caption, texts[i].second);
    QCOMPARE(summary(list.warnings), QStringList{"interchange.bad_caption:0"});
    QVERIFY(list.warnings[0].list.ends_with("3.txt"));
  }

  void caption_files_are_found_in_any_case() {
    const fs::path folder = root_ / "data";
    for (const char* name : {"a.MP4", "b.mp4", "C.mov", "d.mp4", "e.Mxf"}) write(folder / name, "x");
    for (const char* name : {"a.TXT", "b.tXt", "c.txt", "d.txt", "d.TXT", "f.txt", "Thumbs.db"})
      write(folder / name, name);
    const ImportList list = read_one(folder);
    QStringList found;
    for (const auto& row : list.rows)
      found << QString("%1=%2").arg(row.file.filename().c_str(), row.caption.c_str());
    QCOMPARE(found, (QStringList{"C.mov=c.txt", "a.MP4=a.TXT", "b.mp4=b.tXt", "d.mp4=d.txt", "e.Mxf="}));
    QCOMPARE(summary(list.warnings), QStringList{"interchange.passed_over:0"});
    const std::string message = list.warnings[0].fault.message();
    for (const char* name : {"3 files", "d.TXT", "f.txt", "Thumbs.db"})
      QVERIFY2(message.find(name) != std::string::npos, message.c_str());
    QCOMPARE(read_one(folder / "a.MP4").rows.at(0).caption, std::string("a.TXT"));
  }

  void every_extension_is_read_from_a_folder() {
    const fs::path folder = root_ / "data";
    size_t files = 0;
    for (const std::string_view extension : fw::interchange::media_extensions()) {
      write(folder / ("a" + std::string(extension)), "x");
      std::string shouted(extension);
      for (char& c : shouted) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      write(folder / ("b" + shouted), "x");
      files += 2;
    }
    QCOMPARE(read_one(folder).rows.size(), files);
    for (const char* name : {"3gp", "ogv", "asf", "mxf", "nut", "m2v", "vob", "f4v", "apng"})
      QVERIFY2(fs::exists(folder / ("a." + std::string(name))), name);
  }

  void strange_places() {
    fs::create_directories(root_ / "empty" / "too");
    QCOMPARE(summary(read_one(root_ / "empty").faults), QStringList{"interchange.no_media:0"});
    write(root_ / "other.yaml", "a: 1\n");
    QCOMPARE(summary(read_one(root_ / "other.yaml").faults), QStringList{"media.not_media:0"});

    QCOMPARE(summary(read_one(root_ / "nothing.mp4").faults), QStringList{"interchange.missing_file:0"});
    QCOMPARE(summary(read_one("/proc/self/mem.csv").faults), QStringList{"base.read_failed:0"});
    write(root_ / "data" / "bad\xff.mp4", "x");
    QCOMPARE(summary(read_one(root_ / "data").faults), QStringList{"interchange.bad_name:0"});
    // Runs of a project are not its clips.
    write(root_ / "project" / "runs" / "1" / "samples" / "a.mp4", "x");
    write(root_ / "project" / "b.mp4", "x");
    QCOMPARE(read_one(root_ / "project").rows.size(), size_t{1});
  }
};

QTEST_GUILESS_MAIN(TestLayouts)
#include "test_layouts.moc"
