// SPDX-License-Identifier: Apache-2.0
#include "catalog/catalog.h"

#include <set>

#include "base/join.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "catalog/model_config.h"

namespace fw::catalog {

// Each in a file of its name: add a new family here and to list_of_families().
const Family& cogvideox();
const Family& ltx_video();
const Family& mochi();
const Family& hunyuan_video();
const Family& framepack();
const Family& hunyuan_video_15();
const Family& wan();
const Family& ltx2();

namespace {

constexpr ErrorCode unknown_model{"catalog.unknown_model",
                                  FW_TEXT("errors", "{folder} contains a {class}, which is not supported."),
                                  FW_TEXT("errors", "Supported: {known}."), Blame::input};

constexpr ErrorCode part_missing{
    "catalog.part_missing",
    FW_TEXT(
        "errors",
        "The {part} of {model} is missing: {folder} is its transformer alone, and no folder beside it has "
        "a {known} of the class {class}."),
    FW_TEXT("errors",
            "Download it into a folder beside the transformer's, or name its place in [model.parts]."),
    Blame::input};

constexpr ErrorCode part_not_in_file{
    "catalog.part_not_in_file",
    FW_TEXT("errors", "{file} does not hold the {part} of a model that this program knows."),
    FW_TEXT(
        "errors",
        "Give the folder of this component, with its config.json, or a model's single file that holds it."),
    Blame::input};

std::vector<const Family*>& list_of_families() {
  static std::vector<const Family*> list{&cogvideox(),        &ltx_video(), &mochi(),
                                         &hunyuan_video(),    &framepack(), &wan(),
                                         &hunyuan_video_15(), &ltx2()};
  return list;
}

/// The family for which `means` is true; nullptr if there is none.
template <typename Means>
const Family* family_where(const Means& means) {
  const auto all = families();
  const auto found = std::ranges::find_if(all, [&](const Family* family) { return means(*family); });
  return found == all.end() ? nullptr : *found;
}

/// The component that this one is published with and that, unlike this one, identifies the family; empty for
/// others.
std::string companion_of(std::string_view name) {
  constexpr std::string_view tokenizer = "tokenizer";
  if (name == "feature_extractor" || name == "image_processor") return "image_encoder";
  if (name == "scheduler") return "vae";
  return name.starts_with(tokenizer) ? "text_encoder" + std::string(name.substr(tokenizer.size()))
                                     : std::string();
}

/// @param classes  of each family @return  nullptr if no family has the file's class
const Family* family_in(const std::filesystem::path& file, std::vector<std::string_view> Family::*classes) {
  const auto name = ModelConfig(file).get("_class_name", std::string());
  return family_where([&](const Family& family) {
    return std::ranges::find(family.*classes, name) != (family.*classes).end();
  });
}

bool is_transformer_alone(const std::filesystem::path& folder) {
  std::error_code unreadable;
  return std::filesystem::exists(folder / "config.json", unreadable) &&
         !std::filesystem::exists(folder / "model_index.json", unreadable);
}

/// True if a configuration can be read and has this class.
bool is_of_class(const std::filesystem::path& config, std::string_view class_name) {
  try {
    std::error_code missing;
    return std::filesystem::exists(config, missing) && class_of(read_json(config)) == class_name;
  } catch (const Error&) {
    return false;
  }
}

/// The component in the first sibling folder of a transformer that has it.
std::filesystem::path beside(const std::filesystem::path& folder, std::string_view name) {
  const Family* family = family_in(folder / "config.json", &Family::transformer_classes);
  const std::string companion = companion_of(name), known = companion.empty() ? std::string(name) : companion;
  if (family == nullptr) return folder / name;
  const auto component = std::ranges::find(family->components, known, &Component::name);
  if (component == family->components.end()) return folder / name;
  std::set<std::filesystem::path> found;
  const auto place = std::filesystem::absolute(folder / "..").lexically_normal();
  std::error_code unreadable;
  for (auto entry = std::filesystem::directory_iterator(place, unreadable);
       !unreadable && entry != std::filesystem::directory_iterator(); entry.increment(unreadable)) {
    std::error_code missing;
    if (std::filesystem::exists(entry->path() / name, missing) &&
        is_of_class(entry->path() / known / "config.json", component->class_name))
      found.insert(entry->path() / name);
  }
  if (!found.empty()) return *found.begin();
  throw Error(part_missing, {{"part", std::string(name)},
                             {"model", std::string(family->name)},
                             {"folder", to_utf8(folder)},
                             {"known", known},
                             {"class", std::string(component->class_name)}});
}

/// @param place   from [model.parts]
/// @param config  config.json of the component that it replaces, if there is one
std::filesystem::path part_at(const std::filesystem::path& place, std::string_view name,
                              const std::filesystem::path& config) {
  if (!is_single_file(place)) return place;
  std::error_code missing;
  const bool is_known = std::filesystem::exists(config, missing);
  std::filesystem::path held =
      folder_of_component_file(place, name, is_known ? read_json(config) : nlohmann::json());
  if (!held.empty()) return held;
  try {
    held = folder_of_single_file(place) / name;
  } catch (const Error& error) {
    if (error.fault().code != "catalog.not_a_model_file") throw;
  }
  if (!held.empty() && std::filesystem::exists(held)) return held;
  throw Error(part_not_in_file, {{"file", to_utf8(place)}, {"part", std::string(name)}});
}

}  // namespace

std::filesystem::path ModelSource::root() const {
  return is_single_file(folder) ? folder_of_single_file(folder) : folder;
}

std::filesystem::path ModelSource::part(std::string_view name) const {
  if (const auto elsewhere = parts.find(name); elsewhere != parts.end())
    return part_at(elsewhere->second, name, folder / name / "config.json");
  const std::filesystem::path inside = root() / name;
  if (std::filesystem::exists(inside)) return inside;
  if (const auto companion = parts.find(companion_of(name)); companion != parts.end())
    return part(companion->first).parent_path() / name;
  if (is_single_file(folder)) return folder.parent_path() / name;
  if (!is_transformer_alone(folder)) return inside;
  return name == "transformer" ? folder : beside(folder, name);
}

std::span<const Family* const> families() {
  return list_of_families();
}

void add_family(const Family& family) {
  list_of_families().push_back(&family);
}

const Family* find_family(std::string_view id) {
  return family_where([&](const Family& family) {
    return family.id == id || std::ranges::find(family.other_names, id) != family.other_names.end();
  });
}

std::span<const ModelSpec> published_models() {
  static const std::vector<ModelSpec> all = [] {
    std::vector<ModelSpec> list;
    for (const Family* family : families())
      list.insert(list.end(), family->published.begin(), family->published.end());
    return list;
  }();
  return all;
}

const ModelSpec* find_model(std::string_view id) {
  const auto all = published_models();
  const auto found = std::ranges::find(all, id, &ModelSpec::id);
  return found == all.end() ? nullptr : &*found;
}

std::span<const Download> downloads() {
  static const std::vector<Download> all = [] {
    std::vector<Download> list;
    for (const Family* const family : families()) {
      if (family->downloads == nullptr) continue;
      for (Download& download : family->downloads()) list.push_back(std::move(download));
    }
    return list;
  }();
  return all;
}

const Download* find_download(std::string_view model) {
  const auto found = std::ranges::find(downloads(), model, &Download::model);
  return found == downloads().end() ? nullptr : &*found;
}

std::optional<VramEstimate> lora_estimate(std::string_view model_id) {
  const ModelSpec* model = find_model(model_id);
  const auto estimate = model == nullptr ? nullptr : find_family(model->family)->lora_estimate;
  return estimate == nullptr ? std::nullopt : estimate(model_id);
}

const Family& recognise_family(const ModelSource& model) {
  const bool by_transformer = model.parts.contains("transformer") || is_transformer_alone(model.folder);
  const std::filesystem::path file =
      by_transformer ? model.part("transformer") / "config.json" : model.root() / "model_index.json";
  const Family* family =
      family_in(file, by_transformer ? &Family::transformer_classes : &Family::pipeline_classes);
  if (family != nullptr) return *family;
  const std::string known =
      join(published_models(), ", ", [](const ModelSpec& each) { return each.rules.model; });
  throw Error(unknown_model, {{"folder", to_utf8(file.parent_path())},
                              {"class", ModelConfig(file).get("_class_name", std::string())},
                              {"known", known}});
}

ModelSpec recognise_model(const ModelSource& model) {
  ModelSpec spec = recognise_family(model).describe(model);
  const std::filesystem::path index = model.root() / "model_index.json";
  std::error_code error;
  if (!std::filesystem::exists(index, error)) return spec;
  // A model with only the layout of a published one must not be mistaken for it.
  spec.rules.model = ModelConfig(index).get("_framewright_name", spec.rules.model);
  return spec;
}

bool is_transformer(const std::filesystem::path& folder) {
  try {
    return is_transformer_alone(folder) &&
           family_in(folder / "config.json", &Family::transformer_classes) != nullptr;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace fw::catalog
