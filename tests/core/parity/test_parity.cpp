// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>

#include "base/atomic_file.h"
#include "parity/device_proofs.h"
#include "parity/runner.h"
#include "support/case_files.h"
#include "tensor/save.h"

using fw::parity::CaseResult;
using fw::parity::CaseStatus;
using namespace fw::support;

namespace {

fw::parity::Case case_of(const torch::Tensor& want) {
  fw::cases::Case c;
  c.want = {{"x", want}};
  c.tolerances = {{"x", {.relative = 0.001, .absolute = 0.01}}};
  return c;
}

std::string describe(const CaseResult& result) {
  return nlohmann::json(result).dump(1);
}

}  // namespace

class TestParity : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void reference_cases_data() { add_case_rows(case_roots()); }
  void reference_cases() {
    QFETCH(QString, path);
    const CaseResult result = fw::parity::run_case(path.toStdString(), {});
    QVERIFY2(result.status == CaseStatus::passed, describe(result).c_str());
  }

  void a_difference_fails_data() {
    QTest::addColumn<double>("got");
    QTest::addColumn<bool>("passes");
    QTest::newRow("equal") << 2.0 << true;
    QTest::newRow("within") << 2.0 + 0.011 << true;  // absolute 0.01 and relative 0.001 of 2
    QTest::newRow("beyond") << 2.0 + 0.013 << false;
    QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << false;
    QTest::newRow("not a number") << std::nan("") << false;
  }
  void a_difference_fails() {
    QFETCH(double, got);
    QFETCH(bool, passes);
    const fw::parity::Case c = case_of(torch::tensor({1.0, 2.0}));
    const auto result = fw::parity::compare(c, {{"x", torch::tensor({1.0, got})}}, nullptr);
    QCOMPARE(result.size(), size_t{1});
    QCOMPARE(result[0].passed(), passes);
  }

  void what_cannot_be_compared_fails() {
    const fw::parity::Case c = case_of(torch::tensor({1.0, 2.0}));
    QVERIFY(!fw::parity::compare(c, {}, nullptr)[0].passed());
    QVERIFY(!fw::parity::compare(c, {{"x", torch::tensor({1.0})}}, nullptr)[0].passed());
    fw::parity::Case whole = case_of(torch::tensor({3, 4}, torch::kInt64));
    whole.tolerances["x"] = {0, 0};
    QVERIFY(fw::parity::compare(whole, {{"x", torch::tensor({3, 4}, torch::kInt64)}}, nullptr)[0].passed());
    QVERIFY(!fw::parity::compare(whole, {{"x", torch::tensor({3, 5}, torch::kInt64)}}, nullptr)[0].passed());
  }

  void bf16_allows_twice_the_bound() {
    const fw::parity::Case c = case_of(torch::tensor({1.0, 2.0}));
    const std::map<std::string, double> bounds{{"x", 0.1}}, others{{"y", 0.1}};
    QVERIFY(fw::parity::compare(c, {{"x", torch::tensor({1.0, 2.19})}}, &bounds)[0].passed());
    QVERIFY(!fw::parity::compare(c, {{"x", torch::tensor({1.0, 2.21})}}, &bounds)[0].passed());
    QVERIFY(!fw::parity::compare(c, {{"x", torch::tensor({1.0, 2.0})}}, &others)[0].passed());
  }

  /// The networks and pipelines of the committed cases in bf16, within twice the Python libraries' own
  /// differences. Training keeps trained weights in float32.
  void bf16_cases_data() { add_case_rows({committed_cases()}); }
  void bf16_cases() {
    QFETCH(QString, path);
    const auto c = fw::parity::Case::read(path.toStdString());
    const auto* entry = fw::parity::find_component(c);
    const bool training = c.component == "train" || c.component == "transformer.backward";
    if (training || entry->precision == fw::parity::Precision::full) QSKIP("not computed in bf16");
    if (c.params.contains("frame_rate") && c.params.value("pipeline", "text_to_video") != "text_to_video")
      QSKIP("the Python pipeline draws noise that no case can give it: no bound");
    const CaseResult result = fw::parity::run_case(path.toStdString(), {.dtype = torch::kBFloat16});
    const bool has_other_files = c.params.contains("parts") || c.params.contains("lora");
    if (has_other_files && result.fault && result.fault->code == "parity.no_bf16_bounds")
      QSKIP("the Python libraries do not read these files: no bound");
    QVERIFY2(result.status == CaseStatus::passed, describe(result).c_str());
  }

  // Tolerances were measured on CPUs. A card that exceeds one may be fine, so the excess matters.
  void a_device_check_says_how_far_off_a_case_is() {
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    std::filesystem::create_directory_symlink(committed_cases() / "models", root / "models");
    std::filesystem::create_directory(root / "cases");
    std::string bytes =
        fw::read_file(committed_cases() / "ltx-0.9.0/transformer_forward_2_b2f1h5w2l5_per_token.safetensors");
    const std::string allowed = "[1e-05, 9.45e-05]", strict = "[1e-15, 9.45e-15]";
    const size_t at = bytes.find(allowed);
    QVERIFY(at != std::string::npos);
    const auto failed_with = [&](const std::string& tolerances) {
      bytes.replace(at, tolerances.size(), tolerances);
      fw::write_file_atomically(root / "cases/case.safetensors", bytes, fw::Existing::replace);
      return fw::parity::prove_device(torch::kCPU, {root / "cases/case.safetensors"}, [] {}).front().failed;
    };
    QVERIFY(failed_with(allowed).empty());
    const std::vector<std::string> failed = failed_with(strict);
    QCOMPARE(failed.size(), size_t{1});
    static const QRegularExpression wanted("^cases/case: sample ([0-9]+) %$");
    const auto match = wanted.match(QString::fromStdString(failed.front()));
    QVERIFY2(match.hasMatch() && match.captured(1).toDouble() > 100, failed.front().c_str());
  }

  void foreign_files_are_refused() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("x.safetensors").toStdString();
    QCOMPARE(fw::parity::run_case(file, {}).status, CaseStatus::refused);  // there is none
    fw::tensor::save_tensors(file, {{"out.x", torch::zeros({1})}});
    QCOMPARE(fw::parity::run_case(file, {}).status, CaseStatus::refused);  // not a case
    std::map<std::string, std::string> metadata{{"format", "refcase-1"},
                                                {"component", "vae.dream"},
                                                {"model", ""},
                                                {"params", R"({"family": "cogvideox"})"},
                                                {"tolerances", R"({"out.x": [0, 0]})"}};
    fw::tensor::save_tensors(file, {{"out.x", torch::zeros({1})}}, metadata, fw::Existing::replace);
    QCOMPARE(fw::parity::run_case(file, {}).fault->code, std::string("parity.unknown_component"));
    metadata["params"] = "{";
    fw::tensor::save_tensors(file, {{"out.x", torch::zeros({1})}}, metadata, fw::Existing::replace);
    QCOMPARE(fw::parity::run_case(file, {}).fault->code, std::string("cases.bad_case"));
  }
};

QTEST_GUILESS_MAIN(TestParity)
#include "test_parity.moc"
