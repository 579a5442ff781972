// SPDX-License-Identifier: Apache-2.0
#include "catalog/catalog.h"

#include <set>

#include "base/join.h"
#include "base/paths.h"
#include "catalog/model_config.h"

namespace fw::catalog {

// Each in the file of its name: a new family adds its line here and in list_of_families().
const Family& cogvideox();
const Family& ltx_video();
const Family& mochi();
const Family& hunyuan_video();
const Family& framepack();

namespace {

constexpr ErrorCode unknown_model{"catalog.unknown_model",
                                  FW_TEXT("errors", "{folder} contains a {class}, which is not supported."),
                                  FW_TEXT("errors", "Supported: {known}."), Blame::input};

std::vector<const Family*>& list_of_families() {
  static std::vector<const Family*> list{&cogvideox(), &ltx_video(), &mochi(), &hunyuan_video(),
                                         &framepack()};
  return list;
}

/// The family that `means` names; nullptr when there is none.
template <typename Means>
const Family* family_where(const Means& means) {
  const auto all = families();
  const auto found = std::ranges::find_if(all, [&](const Family* family) { return means(*family); });
  return found == all.end() ? nullptr : *found;
}

/// The encoder that gets what this component makes; empty for others.
std::string encoder_of(std::string_view name) {
  constexpr std::string_view tokenizer = "tokenizer";
  if (name == "feature_extractor") return "image_encoder";
  return name.starts_with(tokenizer) ? "text_encoder" + std::string(name.substr(tokenizer.size()))
                                     : std::string();
}

bool is_transformer_alone(const std::filesystem::path& folder) {
  std::error_code unreadable;
  return std::filesystem::exists(folder / "config.json", unreadable) &&
         !std::filesystem::exists(folder / "model_index.json", unreadable);
}

/// The component in the first of the folders beside `folder` that has it; those that cannot be read have
/// none.
std::optional<std::filesystem::path> beside(const std::filesystem::path& folder, std::string_view name) {
  std::set<std::filesystem::path> found;
  const auto place = std::filesystem::absolute(folder / "..").lexically_normal();
  std::error_code unreadable;
  for (auto entry = std::filesystem::directory_iterator(place, unreadable);
       !unreadable && entry != std::filesystem::directory_iterator(); entry.increment(unreadable)) {
    std::error_code missing;
    if (std::filesystem::exists(entry->path() / name, missing)) found.insert(entry->path() / name);
  }
  return found.empty() ? std::nullopt : std::optional(*found.begin());
}

}  // namespace

std::filesystem::path ModelSource::root() const {
  return is_single_file(folder) ? folder_of_single_file(folder) : folder;
}

std::filesystem::path ModelSource::part(std::string_view name) const {
  if (const auto elsewhere = parts.find(name); elsewhere != parts.end()) return elsewhere->second;
  const std::filesystem::path inside = root() / name;
  if (std::filesystem::exists(inside)) return inside;
  if (const auto encoder = parts.find(encoder_of(name)); encoder != parts.end())
    return encoder->second.parent_path() / name;
  if (is_single_file(folder)) return folder.parent_path() / name;
  if (!is_transformer_alone(folder)) return inside;
  return name == "transformer" ? folder : beside(folder, name).value_or(inside);
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

std::optional<VramEstimate> lora_estimate(std::string_view model_id) {
  const ModelSpec* model = find_model(model_id);
  const auto estimate = model == nullptr ? nullptr : find_family(model->family)->lora_estimate;
  return estimate == nullptr ? std::nullopt : estimate(model_id);
}

ModelSpec recognise_model(const ModelSource& model) {
  const bool by_transformer = model.parts.contains("transformer") || is_transformer_alone(model.folder);
  const std::filesystem::path file =
      by_transformer ? model.part("transformer") / "config.json" : model.root() / "model_index.json";
  const auto name = ModelConfig(file).get("_class_name", std::string());
  const Family* family = family_where([&](const Family& each) {
    const auto& classes = by_transformer ? each.transformer_classes : each.pipeline_classes;
    return std::ranges::find(classes, name) != classes.end();
  });
  if (family != nullptr) return family->describe(model);
  const std::string known =
      join(published_models(), ", ", [](const ModelSpec& each) { return each.rules.model; });
  throw Error(unknown_model, {{"folder", to_utf8(file.parent_path())}, {"class", name}, {"known", known}});
}

}  // namespace fw::catalog
