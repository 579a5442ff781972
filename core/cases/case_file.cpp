// SPDX-License-Identifier: Apache-2.0
#include "cases/case_file.h"

#include "base/error.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "tensor/checkpoint.h"

namespace fw::cases {
namespace {

constexpr ErrorCode bad_case{"cases.bad_case",
                             FW_TEXT("errors", "{file} is not a reference case: {problem}."),
                             FW_TEXT("errors", "Reference cases are made by make_cases.py."), Blame::input};
constexpr ErrorCode missing_input{
    "cases.missing_input", FW_TEXT("errors", "The case {file} lacks the input {name}."),
    FW_TEXT("errors", "Create the cases again with make_cases.py."), Blame::input};
constexpr ErrorCode missing_parameter_error{
    "cases.missing_parameter", FW_TEXT("errors", "The case {file} lacks the parameter {name}."),
    FW_TEXT("errors", "Create the cases again with make_cases.py."), Blame::input};

}  // namespace

Case Case::read(const std::filesystem::path& path) {
  const auto file = tensor::Checkpoint::open(path);
  const auto& metadata = file.metadata();
  const auto value = [&](const char* key) {
    const auto found = metadata.find(key);
    if (found == metadata.end())
      throw Error(bad_case, {{"file", to_utf8(path)}, {"problem", std::string("it has no ") + key}});
    return found->second;
  };
  if (value("format") != "refcase-1")
    throw Error(bad_case, {{"file", to_utf8(path)}, {"problem", "its format is " + value("format")}});
  Case c;
  c.path = path;
  c.component = value("component");
  if (const std::string model = value("model"); !model.empty())
    c.model = (std::filesystem::absolute(path).parent_path() / model).lexically_normal();
  for (const std::string& name : file.names()) {
    const auto load = [&] { return file.load(name, file.dtype(name), torch::kCPU); };
    if (name.starts_with("in.")) c.in.emplace(name.substr(3), load());
    if (name.starts_with("out.")) c.want.emplace(name.substr(4), load());
  }
  try {
    c.params = nlohmann::json::parse(value("params"));
    const auto tolerances = nlohmann::json::parse(value("tolerances"));
    for (const auto& [name, want] : c.want) {
      const auto& pair = tolerances.at("out." + name);
      c.tolerances[name] = {pair.at(0), pair.at(1)};
    }
  } catch (const nlohmann::json::exception& error) {
    throw Error(bad_case, {{"file", to_utf8(path)}, {"problem", error.what()}});
  }
  if (c.want.empty()) throw Error(bad_case, {{"file", to_utf8(path)}, {"problem", "it expects nothing"}});
  return c;
}

const torch::Tensor& Case::input(const std::string& name) const {
  const auto found = in.find(name);
  if (found == in.end()) throw Error(missing_input, {{"file", to_utf8(path)}, {"name", name}});
  return found->second;
}

torch::Tensor Case::optional_input(const std::string& name) const {
  const auto found = in.find(name);
  return found == in.end() ? torch::Tensor() : found->second;
}

Tensors Case::inputs_with_prefix(std::string_view prefix) const {
  Tensors found;
  for (const auto& [name, tensor] : in)
    if (name.starts_with(prefix)) found.emplace(name.substr(prefix.size()), tensor);
  return found;
}

std::vector<torch::Tensor> Case::numbered_inputs(const std::string& prefix) const {
  std::vector<torch::Tensor> found;
  for (auto at = in.find(prefix + "0"); at != in.end(); at = in.find(prefix + std::to_string(found.size())))
    found.push_back(at->second);
  return found;
}

nlohmann::json Case::config(const std::string& name) const {
  return read_json(model / name / (name == "scheduler" ? "scheduler_config.json" : "config.json"));
}

void Case::missing_parameter(const char* name) const {
  throw Error(missing_parameter_error, {{"file", to_utf8(path)}, {"name", name}});
}

}  // namespace fw::cases
