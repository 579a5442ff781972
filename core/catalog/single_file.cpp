// SPDX-License-Identifier: Apache-2.0
#include "catalog/single_file.h"

#include "base/error.h"
#include "base/file_tree.h"
#include "base/hash.h"
#include "base/join.h"
#include "base/paths.h"
#include "catalog/catalog.h"
#include "safetensors/file.h"

namespace fw::catalog {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode not_a_model_file{
    "catalog.not_a_model_file", FW_TEXT("errors", "{file} is not a whole model that this program knows."),
    FW_TEXT("errors", "Choose a file with transformer and VAE, or a model folder. Supported: {known}."),
    Blame::input};

SingleFile read(const fs::path& file) {
  const safetensors::Header header = safetensors::File(file).header();
  for (const Family* family : families()) {
    if (family->read_single_file == nullptr) continue;
    if (auto found = family->read_single_file(header)) return std::move(*found);
  }
  std::vector<std::string_view> known;
  for (const Family* family : families())
    if (family->read_single_file != nullptr) known.push_back(family->name);
  throw Error(not_a_model_file, {{"file", to_utf8(file)}, {"known", join(known)}});
}

void write(const fs::path& file, const nlohmann::json& json) {
  fs::create_directories(file.parent_path());
  write_file_atomically(file, json.dump(1) + "\n", Existing::refuse);
}

void write_component(const fs::path& folder, const SingleFile::Component& component, const fs::path& file) {
  constexpr const char* weights = "weights.safetensors";
  nlohmann::json files, stored;
  for (const auto& [published, name] : component.tensors) {
    files[published] = weights;
    stored[published] = name;
  }
  write(folder / "config.json", component.config);
  write(folder / "diffusion_pytorch_model.safetensors.index.json",
        {{"weight_map", files}, {"stored_names", stored}});
  link_or_copy(file, folder / weights);
}

}  // namespace

bool is_single_file(const fs::path& model) {
  std::error_code error;
  return model.extension() == ".safetensors" && fs::is_regular_file(model, error);
}

fs::path folder_of_single_file(const fs::path& file) {
  const fs::path place = fs::canonical(file);
  const auto changed = fs::last_write_time(place).time_since_epoch().count();
  const fs::path folder =
      data_folder() / "single_files" /
      hash_hex(place.native() + " " + std::to_string(fs::file_size(place)) + " " + std::to_string(changed));
  if (fs::exists(folder / "model_index.json")) return folder;
  const SingleFile model = read(place);
  AtomicFolder made(folder);
  nlohmann::json index{{"_class_name", model.pipeline_class},
                       {"scheduler", {"diffusers", model.scheduler.at("_class_name")}},
                       {"text_encoder", {"transformers", "T5EncoderModel"}},
                       {"tokenizer", {"transformers", "T5Tokenizer"}}};
  for (const SingleFile::Component& component : model.components) {
    index[component.name] = {"diffusers", component.config.at("_class_name")};
    write_component(made.part() / component.name, component, place);
  }
  write(made.part() / "scheduler" / "scheduler_config.json", model.scheduler);
  write(made.part() / "model_index.json", index);
  try {
    made.commit();
  } catch (const Error&) {
    // Another thread or process was as quick.
    if (!fs::exists(folder / "model_index.json")) throw;
  }
  return folder;
}

}  // namespace fw::catalog
