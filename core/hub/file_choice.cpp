// SPDX-License-Identifier: Apache-2.0
#include "hub/file_choice.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/json_text.h"
#include "hub/hub_errors.h"

namespace fw::hub {

namespace {

using nlohmann::json;

constexpr std::string_view weights = ".safetensors", index_sign = ".safetensors.index";

bool ends_with_any(const std::string& name, std::initializer_list<std::string_view> ends) {
  std::string lower = name;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::ranges::any_of(ends, [&](std::string_view end) { return lower.ends_with(end); });
}

/// "model-00001-of-00002.safetensors" -> "model.safetensors".
std::string without_number(const std::string& name) {
  constexpr size_t number = 15;  // "-00001-of-00002"
  if (name.size() <= number + weights.size()) return name;
  const size_t start = name.size() - weights.size() - number;
  return name[start] == '-' && name.compare(start + 6, 4, "-of-") == 0
             ? name.substr(0, start) + std::string(weights)
             : name;
}

/// The files of one folder, by name.
using Files = std::map<std::string, RemoteFile>;

class Choice {
 public:
  Choice(const Listing& listing, const Repository& repository, const ReadSmall& read)
      : repository_(repository), read_(read) {
    for (const RemoteFile& file : listing.files) {
      const size_t slash = file.path.find('/');
      if (slash == std::string::npos)
        folders_[""][file.path] = file;
      else if (file.path.find('/', slash + 1) == std::string::npos)
        folders_[file.path.substr(0, slash)][file.path.substr(slash + 1)] = file;
    }
  }

  std::vector<RemoteFile> run(const std::vector<std::string>& components) {
    const Files& top = folders_[""];
    const auto index = top.find("model_index.json");
    const bool is_alone = index == top.end() && components.empty() && top.contains("config.json");
    if (index != top.end()) chosen_.push_back(index->second);
    std::vector<std::string> names = components;
    if (names.empty() && index != top.end()) names = named_in(index->second);
    if (is_alone) names = {""};
    if (names.empty()) throw Error(nothing_used, {{"repository", repository_.name}});
    for (const std::string& name : names) take(name);
    return chosen_;
  }

 private:
  std::vector<std::string> named_in(const RemoteFile& file) const {
    const json index = parse_json(read_(file));
    if (!index.is_object())
      throw Error(bad_json, {{"file", file.path}, {"reason", "it is no list of components"}});
    std::vector<std::string> names;
    // "vae": ["diffusers", "AutoencoderKL"]; what is not used is [null, null].
    for (const auto& [name, value] : index.items())
      if (value.is_array() && value.size() == 2 && value[0].is_string() && value[1].is_string())
        names.push_back(name);
    return names;
  }

  void take(const std::string& name) {
    const auto folder = folders_.find(name);
    if (folder == folders_.end()) throw Error(no_part, {{"repository", repository_.name}, {"part", name}});
    const Files& files = folder->second;
    const bool is_network = files.contains("config.json");
    if (is_network) take_weights(name, files);
    for (const auto& [file_name, file] : files) {
      const bool is_list = file_name.find(".index.") != std::string::npos;
      const bool is_used = name.empty() ? file_name == "config.json"
                                        : ends_with_any(file_name, {".json", ".txt", ".model"}) && !is_list;
      if (is_used) chosen_.push_back(file);
    }
  }

  void take_weights(const std::string& name, const Files& files) {
    for (const char* stem : {"diffusion_pytorch_model", "model"})
      if (const auto index = files.find(stem + std::string(index_sign) + ".json"); index != files.end())
        return take_shards(index->second, files);
    for (const char* stem : {"diffusion_pytorch_model", "model"})
      if (const auto file = files.find(stem + std::string(weights)); file != files.end())
        return chosen_.push_back(file->second);
    // Only with another name, such as that of a precision: the best one.
    std::set<std::string> sets;
    for (const auto& [file_name, file] : files)
      if (file_name.ends_with(weights)) sets.insert(without_number(file_name));
    if (sets.empty())
      throw Error(no_weights,
                  {{"repository", repository_.name}, {"part", name.empty() ? "its folder" : name}});
    const auto half = [](const std::string& set) {
      return set.find("bf16") != std::string::npos ? 0 : set.find("fp16") != std::string::npos ? 1 : 2;
    };
    const std::string set = std::ranges::min(sets, {}, half);
    const std::string stem = set.substr(0, set.size() - weights.size());
    for (const auto& [file_name, file] : files)
      if (file_name.find(index_sign) != std::string::npos && is_index_of(file_name, stem))
        return take_shards(file, files);
    for (const auto& [file_name, file] : files)
      if (file_name.ends_with(weights) && without_number(file_name) == set) chosen_.push_back(file);
  }

  /// "model.safetensors.index.bf16.json" is that of "model.bf16".
  static bool is_index_of(const std::string& index, const std::string& stem) {
    const size_t at = index.find(index_sign);
    const std::string rest = index.substr(at + index_sign.size());
    return index.substr(0, at) + rest.substr(0, rest.rfind(".json")) == stem;
  }

  void take_shards(const RemoteFile& index, const Files& files) {
    chosen_.push_back(index);
    const json read = parse_json(read_(index));
    const auto map = read.is_object() ? read.find("weight_map") : read.end();
    if (!read.is_object() || map == read.end() || !map->is_object())
      throw Error(bad_json, {{"file", index.path}, {"reason", "it has no weight_map"}});
    std::set<std::string> shards;
    for (const auto& shard : *map)
      if (shard.is_string()) shards.insert(shard.get<std::string>());
    for (const std::string& shard : shards) {
      const auto file = files.find(shard);
      if (file == files.end()) throw Error(no_file, {{"repository", repository_.name}, {"file", shard}});
      chosen_.push_back(file->second);
    }
  }

  const Repository& repository_;
  const ReadSmall& read_;
  std::map<std::string, Files> folders_;  ///< "": the top
  std::vector<RemoteFile> chosen_;
};

}  // namespace

std::vector<RemoteFile> choose_model_files(const Listing& listing, const Repository& repository,
                                           const std::vector<std::string>& components,
                                           const ReadSmall& read) {
  return Choice(listing, repository, read).run(components);
}

std::vector<RemoteFile> choose_files(const Listing& listing, const Repository& repository,
                                     const std::function<bool(const std::string& path)>& is_used) {
  std::vector<RemoteFile> chosen;
  for (const RemoteFile& file : listing.files)
    if (is_used(file.path)) chosen.push_back(file);
  if (chosen.empty()) throw Error(nothing_used, {{"repository", repository.name}});
  return chosen;
}

}  // namespace fw::hub
