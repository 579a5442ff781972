// SPDX-License-Identifier: Apache-2.0
#include "parity/runner.h"

#include <ATen/Context.h>

#include <cmath>

#include "base/atomic_file.h"
#include "base/paths.h"

namespace fw::parity {
namespace {

constexpr ErrorCode unknown_component{
    "parity.unknown_component",
    FW_TEXT("errors", "{file} needs {component} of the family “{family}”, which this version does not know."),
    FW_TEXT("errors", "Update Framewright, or leave this case out."), Blame::input};
constexpr ErrorCode no_bf16_bounds{
    "parity.no_bf16_bounds", FW_TEXT("errors", "There is no bound for {case} in bf16: {problem}."),
    FW_TEXT("errors",
            "Make bf16.json with tests/reference/make_bf16_bounds.py, or run without --dtype bf16."),
    Blame::input};
constexpr ErrorCode computation_failed{"parity.computation_failed",
                                       FW_TEXT("errors", "{case} could not be computed: {problem}"), ""};

constexpr const char* bounds_name = "bf16.json";

/// The file with bounds for a case, or an empty path.
std::filesystem::path find_bounds(const std::filesystem::path& case_path) {
  const auto folder = std::filesystem::absolute(case_path).parent_path();
  for (const auto& candidate : {folder / bounds_name, folder.parent_path() / bounds_name})
    if (std::filesystem::exists(candidate)) return candidate;
  return {};
}

CaseStatus status_of(const Fault& fault) {
  if (fault.code == "text.without_sentencepiece") return CaseStatus::skipped;
  return fault.blame == Blame::input ? CaseStatus::refused : CaseStatus::failed;
}

OutputResult compare_output(const std::string& name, const torch::Tensor& want, const torch::Tensor& got,
                            const torch::Tensor& allowed) {
  OutputResult result{.name = name};
  if (got.sizes() != want.sizes()) {
    result.problem = "shape " + c10::str(got.sizes()) + " instead of " + c10::str(want.sizes());
    return result;
  }
  const torch::Tensor reference = want.to(torch::kFloat64);
  const torch::Tensor error = (got.to(torch::kCPU, torch::kFloat64) - reference).abs();
  if (want.numel() == 0) return result;
  result.absolute = error.max().item<double>();
  const double largest = reference.abs().max().item<double>();
  result.relative = largest > 0 ? result.absolute / largest : result.absolute;
  // 0 / 0 counts as a pass.
  result.tolerance = torch::where(error == 0, torch::zeros_like(error), error / allowed).max().item<double>();
  if (std::isnan(result.absolute)) result.problem = "not a number";
  return result;
}

}  // namespace

std::map<std::string, double> read_bf16_bounds(const Case& c) {
  const auto refuse = [&](const std::string& problem) -> Error {
    return {no_bf16_bounds, {{"case", to_utf8(c.path)}, {"problem", problem}}};
  };
  const auto file = find_bounds(c.path);
  if (file.empty()) throw refuse(std::string("no ") + bounds_name + " lies beside the cases");
  try {
    const auto json = nlohmann::json::parse(read_file(file));
    if (json.at("format") != "refcase-bf16-1") throw refuse(to_utf8(file) + " has another format");
    const auto name =
        std::filesystem::absolute(c.path).lexically_normal().lexically_relative(file.parent_path());
    if (!json.at("cases").contains(name.generic_string())) throw refuse(to_utf8(file) + " does not list it");
    return json.at("cases").at(name.generic_string()).get<std::map<std::string, double>>();
  } catch (const nlohmann::json::exception& error) {
    throw refuse(to_utf8(file) + ": " + error.what());
  }
}

std::vector<OutputResult> compare(const Case& c, const Tensors& got,
                                  const std::map<std::string, double>* bf16_bounds) {
  std::vector<OutputResult> results;
  for (const auto& [name, want] : c.want) {
    const auto found = got.find(name);
    if (found == got.end()) {
      results.push_back({.name = name, .problem = "it was not computed"});
      continue;
    }
    const auto& tolerance = c.tolerances.at(name);
    torch::Tensor allowed = tolerance.absolute + tolerance.relative * want.to(torch::kFloat64).abs();
    if (bf16_bounds) {
      if (!bf16_bounds->contains(name)) {
        results.push_back({.name = name, .problem = std::string("no bound in ") + bounds_name});
        continue;
      }
      allowed = torch::full_like(allowed, 2 * bf16_bounds->at(name));
    }
    results.push_back(compare_output(name, want, found->second.detach(), allowed));
  }
  return results;
}

namespace {

/// Enforces full-precision products while alive, as the cases' tolerances assume.
class FullPrecision {
 public:
  FullPrecision() {
    at::globalContext().setAllowTF32CuBLAS(false);
    at::globalContext().setAllowTF32CuDNN(false);
  }
  ~FullPrecision() {
    at::globalContext().setAllowTF32CuBLAS(products_);
    at::globalContext().setAllowTF32CuDNN(convolutions_);
  }
  FullPrecision(const FullPrecision&) = delete;

 private:
  const bool products_ = at::globalContext().allowTF32CuBLAS();
  const bool convolutions_ = at::globalContext().allowTF32CuDNN();
};

CaseResult judge(const std::filesystem::path& path, const Settings& settings,
                 const std::function<Tensors(const ComponentEntry&, const Case&)>& compute) {
  const FullPrecision full_precision;
  CaseResult result{.path = path};
  try {
    const Case c = Case::read(path);
    result.component = c.component;
    const ComponentEntry* entry = find_component(c);
    if (!entry) {
      const auto family = c.param("family", to_utf8(c.model.filename()));
      throw Error(unknown_component,
                  {{"file", to_utf8(path)}, {"component", c.component}, {"family", family}});
    }
    const bool by_bounds = settings.dtype != torch::kFloat32 && entry->precision == Precision::dtype;
    const auto bounds = by_bounds ? read_bf16_bounds(c) : std::map<std::string, double>();
    result.outputs = compare(c, compute(*entry, c), by_bounds ? &bounds : nullptr);
    const bool passed = std::all_of(result.outputs.begin(), result.outputs.end(),
                                    [](const OutputResult& output) { return output.passed(); });
    result.status = passed ? CaseStatus::passed : CaseStatus::failed;
  } catch (const Error& error) {
    result.fault = error.fault();
    result.status = status_of(error.fault());
  } catch (const c10::OutOfMemoryError&) {
    throw;
  } catch (const c10::Error& error) {
    result.fault =
        Fault(computation_failed, {{"case", to_utf8(path)}, {"problem", error.what_without_backtrace()}});
  } catch (const nlohmann::json::exception& error) {
    result.fault = Fault(computation_failed, {{"case", to_utf8(path)}, {"problem", error.what()}});
  }
  return result;
}

}  // namespace

CaseResult run_case(const std::filesystem::path& path, const Settings& settings) {
  return judge(path, settings,
               [&](const ComponentEntry& entry, const Case& c) { return entry.run(c, settings); });
}

CaseResult run_training_case(const std::filesystem::path& path, const Settings& settings,
                             const run::RunSettings& run) {
  return judge(path, settings,
               [&](const ComponentEntry&, const Case& c) { return run_train_as(c, settings, run); });
}

}  // namespace fw::parity
