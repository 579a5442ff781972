// SPDX-License-Identifier: Apache-2.0
#include "model_files/model_report.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/join.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "catalog/model_config.h"
#include "model_files/lora_info.h"
#include "safetensors/quantized.h"
#include "safetensors/tensor_set.h"

namespace fw::model_files {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view again = FW_TEXT("errors", "Copy or download the model again.");
constexpr ErrorCode component_missing{"model_files.component_missing",
                                      FW_TEXT("errors", "The component “{component}” is missing."), again,
                                      Blame::input};
constexpr ErrorCode file_missing{"model_files.file_missing",
                                 FW_TEXT("errors", "{component}: {file} is missing."), again, Blame::input};
constexpr ErrorCode no_weights{
    "model_files.no_weights",
    FW_TEXT("errors", "The model is incomplete: {parts} {count:has|have} no weights (.safetensors)."), again,
    Blame::input};
constexpr ErrorCode shards_missing{
    "model_files.shards_missing", FW_TEXT("errors", "{component}: shard {numbers} of {count} is missing."),
    FW_TEXT("errors", "Download {files} into the component's folder."), Blame::input};

/// Reads a configuration: a JSON object.
Json read_object(const fs::path& file) {
  Json json = read_json(file);
  if (!json.is_object()) throw Error(bad_json, {{"file", to_utf8(file)}, {"reason", "it is not an object"}});
  return json;
}

/// The first existing file of `names`; if none exists, the first one.
fs::path file_of(const fs::path& folder, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    std::error_code error;
    if (fs::is_regular_file(folder / name, error)) return folder / name;
  }
  return folder / *names.begin();
}

bool want(ComponentReport& report, const fs::path& file) {
  std::error_code error;
  if (fs::is_regular_file(file, error)) return true;
  report.faults.push_back({file_missing, {{"component", report.name}, {"file", to_utf8(file.filename())}}});
  return false;
}

/// Reports missing shards of an index. @return whether all exist
bool check_shards(ComponentReport& report, const fs::path& folder) {
  const fs::path weights = safetensors::find_weights(folder);
  if (weights.extension() != ".json") return true;
  std::set<std::string> shards;
  for (const auto& [tensor, file] : safetensors::read_shard_index(weights).files) shards.insert(file);
  std::string numbers, files;
  int64_t number = 0;
  for (const std::string& shard : shards) {
    ++number;
    std::error_code error;
    if (fs::is_regular_file(folder / shard, error)) continue;
    append_item(numbers, std::to_string(number));
    append_item(files, shard);
  }
  if (numbers.empty()) return true;
  report.faults.push_back(
      {shards_missing,
       {{"component", report.name}, {"numbers", numbers}, {"count", shards.size()}, {"files", files}}});
  return false;
}

void look_at_weights(ComponentReport& report, const fs::path& folder) try {
  if (fs::is_directory(folder) && !check_shards(report, folder)) return;
  const auto set = safetensors::TensorSet::open(folder);
  std::set<std::string> dtypes;
  for (const std::string& name : set.names()) {
    const safetensors::TensorInfo& tensor = set.info(name);
    dtypes.insert(dtype_text(tensor));
    report.bytes += safetensors::stored_bytes(tensor);
    report.parameters += static_cast<int64_t>(tensor.bytes() / safetensors::byte_size(tensor.dtype));
  }
  report.dtypes = join(dtypes);
  if (auto fault = safetensors::quantized_weights(set)) report.faults.push_back(std::move(*fault));
} catch (const Error& error) {
  if (error.fault().code != "safetensors.no_weights") throw;
  report.faults.push_back({no_weights, {{"parts", report.name}, {"count", 1}}});
}

bool is_scheduler(std::string_view component) {
  return component.starts_with("scheduler");
}

bool has_weights(std::string_view component) {
  return !is_scheduler(component) && !component.starts_with("tokenizer") &&
         !component.ends_with("extractor") && !component.ends_with("processor");
}

void look_at_component(ComponentReport& report, const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    report.faults.push_back({component_missing, {{"component", report.name}}});
    return;
  }
  if (report.name.starts_with("tokenizer")) {
    const bool by_bytes = report.class_name.starts_with("ByT5");  // without a vocabulary
    want(report, by_bytes ? folder / "tokenizer_config.json"
                          : file_of(folder, {"spiece.model", "tokenizer.json", "vocab.json"}));
    return;
  }
  const bool with_weights = has_weights(report.name);
  const fs::path config = is_scheduler(report.name) ? folder / "scheduler_config.json"
                          : with_weights            ? folder / "config.json"
                                                    : folder / "preprocessor_config.json";
  if (want(report, config)) {
    if (const std::string name = catalog::class_of(read_object(config)); !name.empty())
      report.class_name = name;
  }
  if (with_weights) look_at_weights(report, folder);
}

/// Runs `work` and adds a fault for an exception.
template <typename Work>
void guarded(const std::string& name, std::vector<Fault>& faults, const Work& work) try {
  work();
} catch (const Error& error) {
  faults.push_back(error.fault());
} catch (const fs::filesystem_error& error) {
  faults.push_back({unreadable, {{"component", name}, {"reason", error.code().message()}}});
} catch (const std::exception& error) {
  faults.push_back({unreadable, {{"component", name}, {"reason", error.what()}}});
}

}  // namespace

std::map<std::string, std::string> components_of(const catalog::ModelSource& source) {
  std::map<std::string, std::string> components;
  const bool is_alone = catalog::is_transformer(source.folder);
  const Json index = is_alone ? Json::object() : read_object(source.root() / "model_index.json");
  for (const auto& [name, entry] : index.items()) {
    const bool is_component = entry.is_array() && entry.size() == 2 && entry[1].is_string();
    // A guider holds only the pipeline's settings, and no family generates sound.
    const bool is_unused = name == "guider" || name == "audio_vae" || name == "vocoder";
    // A name must not be a path to elsewhere.
    if (is_component && !is_unused && !name.starts_with('_') && name.find('/') == std::string::npos &&
        name != "..")
      components[name] = entry[1].get<std::string>();
  }
  if (!is_alone && source.parts.empty()) return components;
  for (const catalog::Component& each : catalog::recognise_family(source).components)
    components.emplace(each.name, each.class_name);
  for (const char* name : {"transformer", "scheduler"}) components[name];
  return components;
}

bool ModelReport::sound() const {
  return faults.empty() &&
         std::all_of(components.begin(), components.end(), [](const auto& it) { return it.faults.empty(); });
}

catalog::TransformerSize ModelReport::transformer() const {
  return facts ? facts->transformer : catalog::TransformerSize{};
}

uint64_t ModelReport::bytes() const {
  uint64_t sum = 0;
  for (const ComponentReport& component : components) sum += component.bytes;
  return sum;
}

std::optional<Fault> missing_weights(const ModelReport& report) {
  std::optional<Fault> first_shards;
  std::string parts;
  int64_t count = 0;
  for (const ComponentReport& component : report.components) {
    if (!has_weights(component.name)) continue;
    for (const Fault& fault : component.faults) {
      if (fault.code == no_weights.code || fault.code == component_missing.code) {
        append_item(parts, component.name);
        ++count;
      } else if (fault.code == shards_missing.code && !first_shards) {
        first_shards = fault;
      }
    }
  }
  if (count == 0) return first_shards;
  return Fault(no_weights, {{"parts", parts}, {"count", count}});
}

void drop_repeated_faults(ModelReport& report) {
  std::erase_if(report.faults, [&](const Fault& fault) {
    return std::any_of(report.components.begin(), report.components.end(), [&](const ComponentReport& it) {
      return !it.faults.empty() && it.faults.front() == fault;
    });
  });
}

ModelReport look_at_model(const catalog::ModelSource& source) {
  ModelReport report;
  std::map<std::string, std::string> components;
  guarded(to_utf8(source.folder), report.faults, [&] {
    components = components_of(source);
    report.facts = catalog::recognise_model(source);
  });
  for (const auto& [name, class_name] : components) {
    ComponentReport component;
    component.name = name;
    component.class_name = class_name;
    guarded(name, component.faults, [&] { look_at_component(component, source.part(component.name)); });
    report.components.push_back(std::move(component));
  }
  drop_repeated_faults(report);
  // If a missing file prevents recognition, its component reports that.
  const bool is_told = std::any_of(report.components.begin(), report.components.end(),
                                   [](const auto& it) { return !it.faults.empty(); });
  if (is_told)
    std::erase_if(report.faults,
                  [](const Fault& fault) { return fault.code == "catalog.model_file_missing"; });
  return report;
}

void to_json(Json& json, const ComponentReport& report) {
  json = {{"name", report.name},     {"class", report.class_name},
          {"dtypes", report.dtypes}, {"parameters", report.parameters},
          {"bytes", report.bytes},   {"faults", report.faults}};
}

void to_json(Json& json, const ModelReport& report) {
  json = {{"components", report.components}, {"faults", report.faults}, {"sound", report.sound()}};
  if (!report.facts) return;
  const catalog::ModelSpec& model = *report.facts;
  Json tasks = Json::array();
  for (const catalog::VideoTask task : model.tasks) tasks.push_back(fw::name_of(task));
  json["model"] = {{"id", model.id},
                   {"name", model.rules.model},
                   {"family", model.family},
                   {"tasks", tasks},
                   {"native_size", catalog::to_string(model.native_size())},
                   {"fps", model.rules.fps},
                   {"samplers", model.samplers},
                   {"token_limit", model.token_limit()}};
}

void from_json(const Json& json, ComponentReport& report) {
  json.at("name").get_to(report.name);
  json.at("class").get_to(report.class_name);
  json.at("dtypes").get_to(report.dtypes);
  json.at("parameters").get_to(report.parameters);
  json.at("bytes").get_to(report.bytes);
  json.at("faults").get_to(report.faults);
}

void from_json(const Json& json, ModelReport& report) {
  json.at("components").get_to(report.components);
  json.at("faults").get_to(report.faults);
}

}  // namespace fw::model_files
