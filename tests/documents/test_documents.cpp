// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <fstream>
#include <regex>
#include <set>

#include "architecture/source_tree.h"
#include "base/atomic_file.h"
#include "documents/card_tables.h"
#include "documents/error_codes.h"
#include "run/preset.h"

namespace fs = std::filesystem;
using fw::architecture::SourceFile;
using fw::architecture::SourceTree;

namespace {

const std::string errors_file = "resources/help/errors.md";
const std::string contents_file = "resources/help/index.md";

/// As in rendered Markdown and in the window: see ui/widgets/guide_page.h.
std::string anchor_of(const std::string& heading) {
  QString anchor;
  for (const QChar letter : QString::fromStdString(heading).toLower()) {
    if (letter == ' ')
      anchor += '-';
    else if (letter.isLetterOrNumber() || letter == '-' || letter == '_')
      anchor += letter;
  }
  return anchor.toStdString();
}

struct Document {
  std::set<std::string> anchors;
  std::vector<std::pair<int, std::string>> links;  ///< line and target
};

Document read(const SourceFile& file) {
  static const std::regex link(R"(\]\(([^)\s]+)\))");
  Document document;
  bool is_code = false;
  for (size_t i = 0; i < file.lines.size(); ++i) {
    const std::string& line = file.lines[i];
    if (line.starts_with("```")) is_code = !is_code;
    if (is_code) continue;
    if (line.starts_with("#")) document.anchors.insert(anchor_of(line.substr(line.find_first_not_of("# "))));
    for (std::sregex_iterator found(line.begin(), line.end(), link), end; found != end; ++found)
      document.links.emplace_back(static_cast<int>(i) + 1, (*found)[1]);
  }
  return document;
}

}  // namespace

class TestDocuments : public QObject {
  Q_OBJECT

  SourceTree m_tree = fw::architecture::read_source_tree(FW_SOURCE_FOLDER);
  std::map<std::string, Document> m_documents;

 private Q_SLOTS:
  void initTestCase() {
    for (const SourceFile& file : m_tree.files)
      if (file.extension() == ".md") m_documents[file.path] = read(file);
    QVERIFY(m_documents.contains(contents_file));
  }

  void every_error_has_its_entry() {
    const auto errors = fw::documents::declared_errors(m_tree);
    QVERIFY2(errors.size() > 300, qPrintable(QString::number(errors.size())));
    QVERIFY(errors.contains("engine.out_of_memory"));
    const fs::path page = fs::path(FW_SOURCE_FOLDER) / errors_file;
    const std::string written = fs::exists(page) ? fw::read_file(page) : "";
    const std::string now = fw::documents::errors_page(errors, written);
    if (qEnvironmentVariableIsSet("FW_WRITE_ERRORS_PAGE"))
      fw::write_file_atomically(page, now, fw::Existing::replace);
    QVERIFY2(fw::read_file(page) == now,
             "resources/help/errors.md is stale: run test_documents with FW_WRITE_ERRORS_PAGE=1");
  }

  void tables_of_cards_are_the_planners() {
    for (const auto& table : fw::documents::card_tables(fw::run::shipped_presets())) {
      QVERIFY2(std::ranges::count(table.text, '\n') > 7, table.text.c_str());
      const fs::path page = fs::path(FW_SOURCE_FOLDER) / table.file;
      if (qEnvironmentVariableIsSet("FW_WRITE_CARD_TABLES"))
        fw::write_file_atomically(page, fw::documents::with_table(fw::read_file(page), table),
                                  fw::Existing::replace);
      QVERIFY2(fw::read_file(page).find("\n" + table.text + "\n") != std::string::npos,
               (table.file + " has other figures than the presets: run test_documents with "
                             "FW_WRITE_CARD_TABLES=1")
                   .c_str());
    }
  }

  void links_and_pictures_are_there() {
    for (const auto& [path, document] : m_documents) {
      for (const auto& [line, target] : document.links) {
        if (target.starts_with("http")) continue;
        const std::string file = target.substr(0, target.find('#'));
        const fs::path other =
            file.empty() ? fs::path(path) : (fs::path(path).parent_path() / file).lexically_normal();
        const std::string where = path + ":" + std::to_string(line) + ": " + target;
        QVERIFY2(fs::exists(fs::path(FW_SOURCE_FOLDER) / other), qPrintable(QString::fromStdString(where)));
        if (target.find('#') == std::string::npos) continue;
        QVERIFY2(m_documents[other.string()].anchors.contains(target.substr(target.find('#') + 1)),
                 qPrintable(QString::fromStdString(where + ": there is no such heading")));
      }
    }
  }

  void the_contents_lead_to_every_page() {
    std::set<std::string> linked{"index.md"};
    for (const auto& [line, target] : m_documents[contents_file].links)
      linked.insert(target.substr(0, target.find('#')));
    for (const auto& [path, document] : m_documents) {
      if (fs::path(path).parent_path() != "resources/help") continue;
      QVERIFY2(linked.contains(fs::path(path).filename()), path.c_str());
    }
  }
};

QTEST_GUILESS_MAIN(TestDocuments)
#include "test_documents.moc"
