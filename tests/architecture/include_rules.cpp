// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <regex>

#include "architecture/rules.h"

namespace fw::architecture {

namespace {

using Names = std::set<std::string>;

struct Folder {
  int layer;  ///< NEEDS may point to the same layer or a lower one
  bool torch;
};

// The layers of core/, lowest first. Arrows go one way only.
const std::map<std::string, Folder> folders{
    {"base", {0, false}},        {"media", {1, false}},       {"text", {1, false}},
    {"safetensors", {1, false}}, {"catalog", {1, false}},     {"dataset", {1, false}},
    {"run", {1, false}},         {"interchange", {1, false}}, {"model_files", {1, false}},
    {"project", {1, false}},     {"captioning", {1, false}},  {"engine_api", {1, false}},
    {"jobs", {1, false}},        {"workflow", {1, false}},    {"quickstart", {1, false}},
    {"launch", {1, false}},      {"runtime", {1, false}},     {"download", {1, false}},
    {"hub", {1, false}},         {"tensor", {2, true}},       {"nn", {3, true}},
    {"kernels", {2, true}},      {"distributed", {3, true}},  {"schedulers", {4, true}},
    {"adapters", {4, true}},     {"optim", {4, true}},        {"memory", {4, true}},
    {"cases", {3, true}},        {"encoders", {5, true}},     {"families", {6, true}},
    {"inference", {7, true}},    {"precompute", {7, true}},   {"training", {7, true}},
    {"parity", {7, true}},       {"planner", {7, true}},      {"engine", {8, true}},
    {"cuda", {2, true}},
};

// Apart from base, folders without Torch may need only these.
const std::map<std::string, Names> non_torch_needs{
    {"catalog", {"safetensors"}},
    {"dataset", {"catalog", "text"}},
    {"run", {"catalog", "dataset"}},
    {"interchange", {"catalog", "dataset", "media", "run"}},
    {"model_files", {"catalog", "run", "safetensors", "text"}},
    {"project", {"catalog", "dataset", "engine_api", "interchange", "media", "run", "text"}},
    {"captioning", {"catalog", "dataset", "interchange", "media", "project"}},
    {"engine_api", {"catalog", "launch", "model_files", "run"}},
    {"jobs", {"engine_api", "runtime"}},
    {"runtime", {"download"}},
    {"hub", {"download"}},
    {"workflow",
     {"captioning", "catalog", "dataset", "download", "engine_api", "hub", "interchange", "launch",
      "model_files", "project", "run", "text"}},
    {"quickstart", {"catalog", "dataset", "engine_api", "media", "project", "run", "workflow"}},
};

// The core folders visible to ui/ and app/.
const Names window_folders{"base",    "captioning",  "catalog",     "dataset",    "download",
                           "hub",     "engine_api",  "interchange", "jobs",       "launch",
                           "media",   "model_files", "project",     "quickstart", "run",
                           "runtime", "safetensors", "text",        "workflow"};

// Libraries that only one folder may use.
struct Library {
  const char* prefix;
  const char* folder;
};
constexpr Library owned_libraries[]{
    {"libav", "media"},     {"libsw", "media"},        {"SQLiteCpp/", "project"},
    {"sqlite3", "project"}, {"sentencepiece", "text"}, {"unicode/", "text"},
    {"zip", "runtime"},     {"openssl/", "download"},  {"yaml.h", "interchange"}};

struct Include {
  std::string target;
  bool quoted;
};

bool is_source(const SourceFile& file) {
  static const Names extensions{".h", ".cpp", ".cu", ".cuh"};
  return extensions.contains(file.extension());
}

bool is_torch(const std::string& target) {
  return std::ranges::any_of(std::vector{"torch/", "ATen/", "c10/", "caffe2/", "cuda"},
                             [&](const char* prefix) { return target.starts_with(prefix); });
}

bool is_qt(const std::string& target) {
  static const std::regex qt("^(Q[A-Z]|Qt|q[a-z]+\\.h$)");
  return std::regex_search(target, qt);
}

std::string first_component(const std::string& target) {
  const size_t slash = target.find('/');
  return slash == std::string::npos ? "" : target.substr(0, slash);
}

std::string core_rule(const SourceTree& tree, const SourceFile& file, const Include& include) {
  const auto parts = file.components();
  if (parts.size() < 3) return "";
  const std::string& folder = parts[1];
  const std::string target_folder = first_component(include.target);
  if (is_qt(include.target)) return "core knows no Qt";
  const auto place = folders.find(folder);
  if (place == folders.end()) return "core/" + folder + " is not in the house's plan";
  if (is_torch(include.target) && !place->second.torch) return "core/" + folder + " knows no Torch";
  // Every file that includes it takes twice as long to compile and 0.4 GB more.
  if (include.target == "torch/torch.h") return "tensor/libtorch.h has what is used of it";
  for (const auto& library : owned_libraries)
    if (include.target.starts_with(library.prefix) && folder != library.folder)
      return std::string("only core/") + library.folder + " includes this library";
  if (!include.quoted && !folders.contains(target_folder)) return "";
  if (!folders.contains(target_folder)) return "an include of the project is \"folder/header.h\"";
  if (!tree.reachable(folder).contains(target_folder))
    return "core/" + folder + " does not state that it needs " + target_folder;
  return "";
}

/// families/<family>/… is a family's own folder; empty for files shared by all families.
std::string family_of(const std::vector<std::string>& path_below_core) {
  return path_below_core.size() == 3 && path_below_core[0] == "families" ? path_below_core[1] : "";
}

std::string family_rule(const SourceFile& file, const Include& include) {
  auto parts = file.components();
  parts.erase(parts.begin());
  const std::string other = family_of(SourceFile{include.target, {}}.components());
  if (other.empty() || family_of(parts) == other) return "";
  if (family_arrows.contains({family_of(parts), other})) return "";
  if (!family_of(parts).empty()) return "a family's folder includes no other family's";
  return file.path == "core/families/registry.cpp" ? "" : "only core/families/registry.cpp includes a family";
}

std::string window_rule(const SourceFile& file, const Include& include) {
  const std::string target_folder = first_component(include.target);
  const bool in_app = file.path.starts_with("app/");
  if (is_torch(include.target)) return "the window and the command line know no Torch";
  if (folders.contains(target_folder) && !window_folders.contains(target_folder))
    return "ui and app may not see core/" + target_folder;
  if (in_app && file.path != "app/main.cpp" && (is_qt(include.target) || target_folder == "ui"))
    return "the command line program knows no Qt";
  return "";
}

/// The first cycle that contains `folder`, as "a -> b -> a"; empty: none.
std::string circle_from(const SourceTree& tree, const std::string& folder) {
  const auto it = tree.modules.find(folder);
  if (it == tree.modules.end()) return "";
  for (const auto& need : it->second.needs)
    if (tree.reachable(need).contains(folder)) return folder + " -> " + need + " -> … -> " + folder;
  return "";
}

/// The engine opens without CUDA's libraries: see core/cuda/part.h.
std::string cuda_rule(const SourceFile& file, const Include& include) {
  if (file.path == "core/cuda/library.cpp" || file.path.starts_with("core/kernels/")) return "";
  const bool is_cuda = !include.quoted && (include.target.starts_with("cuda") ||
                                           include.target.find("/cuda/") != std::string::npos ||
                                           include.target.find("NCCL") != std::string::npos);
  return is_cuda ? "only core/cuda/library.cpp and kernels see CUDA" : "";
}

}  // namespace

std::vector<Violation> check_includes(const SourceTree& tree) {
  static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::vector<Violation> found;
  for (const auto& file : tree.files) {
    if (!is_source(file)) continue;
    for (size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      if (file.lines[i].find('#') == std::string::npos || !std::regex_search(file.lines[i], match, pattern))
        continue;
      const Include include{match[2], match[1] == "\""};
      std::string what;
      if (include.target.find("../") != std::string::npos) {
        what = "an include never goes up by ../";
      } else if (file.path.starts_with("core/")) {
        what = core_rule(tree, file, include);
        if (what.empty()) what = family_rule(file, include);
        if (what.empty()) what = cuda_rule(file, include);
      } else if (file.path.starts_with("ui/") || file.path.starts_with("app/")) {
        what = window_rule(file, include);
      }
      if (!what.empty())
        found.push_back({file.path, static_cast<int>(i) + 1, what + " (" + include.target + ")"});
    }
  }
  return found;
}

std::vector<Violation> check_modules(const SourceTree& tree) {
  std::vector<Violation> found;
  for (const auto& [name, module] : tree.modules) {
    if (name.starts_with("ui/")) continue;  // check_window()
    const auto report = [&, &module = module](const std::string& what) {
      found.push_back({module.file, module.line, what});
    };
    const auto place = folders.find(name);
    if (place == folders.end()) {
      report("core/" + name + " is not in the house's plan");
      continue;
    }
    if (module.torch != place->second.torch)
      report(name + (module.torch ? " may not link Torch" : " belongs to the engine and must say TORCH"));
    for (const auto& need : module.needs) {
      const auto other = folders.find(need);
      if (other == folders.end()) {
        report(name + " needs " + need + ", which is not in the house's plan");
      } else if (other->second.layer > place->second.layer) {
        report(name + " may not need " + need + ", which lies above it");
      } else if (!place->second.torch && need != "base" &&
                 !(non_torch_needs.contains(name) && non_torch_needs.at(name).contains(need))) {
        report(name + " may not need " + need);
      }
    }
    if (const std::string circle = circle_from(tree, name); !circle.empty()) report("a circle: " + circle);
  }
  return found;
}

}  // namespace fw::architecture
