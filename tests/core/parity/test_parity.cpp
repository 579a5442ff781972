// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/paths.h"
#include "parity/runner.h"

using fw::parity::CaseResult;
using fw::parity::Status;

namespace {

/// The committed cases, and all of the reference's where they lie beside the checkout.
std::vector<std::filesystem::path> case_roots() {
  const std::filesystem::path source = FW_SOURCE_FOLDER;
  std::vector<std::filesystem::path> roots{source / "tests/reference/cases"};
  for (const char* further : std::initializer_list<const char*>{FW_SOURCE_FOLDER "/../shared/reference/cases",
                                                                std::getenv("FW_MORE_CASES")})
    if (further && std::filesystem::exists(further)) roots.emplace_back(further);
  return roots;
}

/// Components that this folder's runner knows; others are tested where they are made.
bool known(const std::string& component) {
  return fw::parity::find_component("cogvideox", component) != nullptr;
}

std::string describe(const CaseResult& result) {
  return nlohmann::json(fw::parity::to_json(result)).dump(1);
}

}  // namespace

class TestParity : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void reference_cases_data() {
    QTest::addColumn<QString>("path");
    for (const auto& root : case_roots()) {
      std::vector<std::filesystem::path> files;
      if (!std::filesystem::exists(root)) continue;
      for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
        const std::string text = entry.path().string();
        if (entry.path().extension() == ".safetensors" && text.find("/models/") == std::string::npos &&
            text.find("ltx") == std::string::npos)
          files.push_back(entry.path());
      }
      std::sort(files.begin(), files.end());
      for (const auto& file : files)
        QTest::newRow((root.parent_path().parent_path().filename() / file.lexically_relative(root)).c_str())
            << QString::fromStdString(fw::to_utf8(file));
    }
  }
  void reference_cases() {
    QFETCH(QString, path);
    const auto c = fw::parity::Case::read(path.toStdString());
    if (!known(c.component)) QSKIP("not a component of this runner");
    const CaseResult result = fw::parity::run_case(path.toStdString(), {});
    if (std::getenv("FW_SHOW"))
      for (const auto& o : result.outputs) qInfo("%s %.2g %.2g", o.name.c_str(), o.absolute, o.tolerance);
    QVERIFY2(result.status == Status::passed, describe(result).c_str());
  }
};

QTEST_GUILESS_MAIN(TestParity)
#include "test_parity.moc"
