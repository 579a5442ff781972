// SPDX-License-Identifier: Apache-2.0
#include "engine/model_check.h"

#include <algorithm>
#include <set>

#include "base/join.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "catalog/model_config.h"
#include "encoders/clip_vision.h"
#include "encoders/siglip.h"
#include "families/registry.h"
#include "model_files/lora_info.h"
#include "nn/load.h"
#include "nn/weight_check.h"
#include "tensor/dtype.h"
#include "text/tokenizer.h"

namespace fw::engine {

namespace {

constexpr ErrorCode folder_missing{"engine.folder_missing", FW_TEXT("errors", "{folder} is not a folder."),
                                   FW_TEXT("errors", "Give a model folder in diffusers layout."),
                                   Blame::input};
constexpr ErrorCode bad_manifest{
    "engine.bad_manifest", FW_TEXT("errors", "{file} is not a list of parameters: {reason}."),
    FW_TEXT("errors", "It must contain “parameters”: names and their shapes."), Blame::input};
constexpr ErrorCode tensor_missing{
    "engine.tensor_missing", FW_TEXT("errors", "{component}: {tensor} is missing."), {}};
constexpr ErrorCode tensor_unexpected{
    "engine.tensor_unexpected", FW_TEXT("errors", "{component}: {tensor} is not part of this model."), {}};
constexpr ErrorCode tensor_shape{
    "engine.tensor_shape", FW_TEXT("errors", "{component}: {tensor} is {found}, expected {wanted}."), {}};
constexpr ErrorCode parameter_count{
    "engine.parameter_count",
    FW_TEXT("errors", "{component}: the model has {found} parameters, expected {wanted}."),
    {}};

using Json = nlohmann::json;

void add_mismatch(ComponentReport& report, const nn::Mismatch& mismatch) {
  for (const std::string& name : mismatch.missing) {
    report.faults.push_back({tensor_missing, {{"component", report.name}, {"tensor", name}}});
  }
  for (const std::string& name : mismatch.unexpected) {
    report.faults.push_back({tensor_unexpected, {{"component", report.name}, {"tensor", name}}});
  }
  for (const auto& wrong : mismatch.wrong_shape) {
    report.faults.push_back({tensor_shape,
                             {{"component", report.name},
                              {"tensor", wrong.name},
                              {"found", safetensors::shape_text(wrong.found)},
                              {"wanted", safetensors::shape_text(wrong.wanted)}}});
  }
}

using OnTensor = std::function<void(size_t done, size_t total)>;

void check_network(ComponentReport& report, const std::filesystem::path& folder, const OnTensor& on_tensor) {
  const std::filesystem::path file = folder / "config.json";
  const Json config = read_json(file);
  report.class_name = catalog::class_of(config);
  const auto network = families::build_network(report.class_name, config, file);
  auto checkpoint = tensor::Checkpoint::open(folder);
  nn::drop_wrapper(*network, checkpoint);
  std::set<std::string> dtypes;
  for (const std::string& name : checkpoint.names()) {
    const safetensors::TensorInfo& tensor = checkpoint.tensors().info(name);
    dtypes.insert(model_files::dtype_text(tensor));
    report.parameters += c10::multiply_integers(tensor.shape);
    report.bytes += safetensors::stored_bytes(tensor);
  }
  report.dtypes = join(dtypes);
  const nn::Mismatch mismatch = nn::compare(*network, checkpoint);
  if (auto fault = nn::common_fault(*network, checkpoint, mismatch))
    report.faults.push_back(std::move(*fault));
  else if (!mismatch.empty())
    add_mismatch(report, mismatch);
  else
    nn::require_finite(checkpoint, on_tensor);
}

void check_scheduler(ComponentReport& report, const std::filesystem::path& folder) {
  const Json config = read_json(folder / "scheduler_config.json");
  report.class_name = catalog::class_of(config);
  families::make_sampler(config, {.steps = 1});
}

/// Components without those that the family does not use; if nothing is known, those of nearly all models.
std::map<std::string, std::string> parts_of(const catalog::ModelSource& source) {
  std::map<std::string, std::string> parts;
  std::set<std::string, std::less<>> preprocessors{"feature_extractor", "image_processor"};
  try {
    parts = model_files::components_of(source);
    for (const catalog::Component& each : catalog::recognise_family(source).components)
      preprocessors.erase(std::string(each.name));
  } catch (const Error&) {
    // Already reported when recognising the model.
  }
  if (parts.empty())
    for (const char* name : {"scheduler", "text_encoder", "tokenizer", "transformer", "vae"}) parts[name];
  for (const std::string& unused : preprocessors) parts.erase(unused);
  return parts;
}

void check_part(ComponentReport& report, const std::filesystem::path& folder, const OnTensor& on_tensor) {
  if (report.name.starts_with("scheduler")) return check_scheduler(report, folder);
  if (report.name.starts_with("tokenizer")) return void(text::open_tokenizer(folder));
  const std::filesystem::path preprocessor = folder / "preprocessor_config.json";
  if (report.name == "feature_extractor")
    return void(encoders::SiglipPreprocessing::from_json(read_json(preprocessor)));
  if (report.name == "image_processor")
    return void(encoders::ClipPreprocessing::from_json(read_json(preprocessor)));
  check_network(report, folder, on_tensor);
}

/// Names and shapes of a manifest.
std::map<std::string, nn::Shape> shapes_of(const Json& manifest, const std::filesystem::path& file) {
  const auto fail = [&](const std::string& reason) {
    throw Error(bad_manifest, {{"file", to_utf8(file)}, {"reason", reason}});
  };
  if (!manifest.is_object() || !manifest.contains("parameters")) fail("it has no “parameters”");
  std::map<std::string, nn::Shape> shapes;
  for (const char* list : {"parameters", "buffers"}) {
    const Json entries = manifest.value(list, Json::object());
    if (!entries.is_object()) fail(std::string(list) + " is not an object");
    for (const auto& [name, shape] : entries.items()) {
      const bool whole = shape.is_array() && std::all_of(shape.begin(), shape.end(), [](const Json& size) {
                           return size.is_number_unsigned();
                         });
      if (!whole) fail("the shape of " + name + " is not a list of sizes");
      shapes[name] = shape.get<nn::Shape>();
    }
  }
  return shapes;
}

}  // namespace

ModelReport check_model(const catalog::ModelSource& source, const OnTensor& on_tensor) {
  if (!std::filesystem::is_directory(source.root()))
    throw Error(folder_missing, {{"folder", to_utf8(source.folder)}});
  ModelReport report;
  try {
    report.facts = catalog::recognise_model(source);
  } catch (const Error& error) {
    report.faults.push_back(error.fault());
  }
  for (const auto& [name, class_name] : parts_of(source)) {
    ComponentReport component;
    component.name = name;
    component.class_name = class_name;
    try {
      check_part(component, source.part(name), on_tensor);
    } catch (const Error& error) {
      component.faults.push_back(error.fault());
    } catch (const nlohmann::json::exception& error) {  // a configuration value of the wrong type
      component.faults.push_back({model_files::unreadable, {{"component", name}, {"reason", error.what()}}});
    }
    report.components.push_back(std::move(component));
  }
  // A missing file is reported by both the family's recognition and its own component.
  model_files::drop_repeated_faults(report);
  return report;
}

ComponentReport check_manifest(const std::filesystem::path& config, const std::filesystem::path& manifest) {
  const Json description = read_json(config);
  const Json list = read_json(manifest);
  const auto shapes = shapes_of(list, manifest);
  ComponentReport report;
  const auto stated = list.find("class");
  report.class_name = stated != list.end() && stated->is_string() ? stated->get<std::string>()
                                                                  : catalog::class_of(description);
  report.name = report.class_name;
  const auto network = families::build_network(report.class_name, description, config);
  add_mismatch(report, nn::compare(*network, shapes));
  report.parameters = network->parameter_count();
  for (const auto& [name, shape] : shapes)  // of parts that the program does without
    if (network->skips(name)) report.parameters += c10::multiply_integers(shape);
  const auto total = list.find("total_parameters");
  if (total != list.end() && total->is_number_integer() && *total != report.parameters) {
    report.faults.push_back(
        {parameter_count,
         {{"component", report.name}, {"found", report.parameters}, {"wanted", total->get<int64_t>()}}});
  }
  return report;
}

}  // namespace fw::engine
