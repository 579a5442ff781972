// SPDX-License-Identifier: Apache-2.0
#include "catalog/single_file.h"

#include "base/error.h"
#include "base/file_tree.h"
#include "base/hash.h"
#include "base/join.h"
#include "base/paths.h"
#include "catalog/catalog.h"
#include "safetensors/quantized.h"

namespace fw::catalog {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode not_a_model_file{
    "catalog.not_a_model_file", FW_TEXT("errors", "{file} is not a whole model that this program knows."),
    FW_TEXT("errors", "Choose a file with transformer and VAE, or a model folder. Supported: {known}."),
    Blame::input};

/// A module's published names: several if it is fused.
struct PublishedNames {
  std::string prefix;  ///< "transformer_blocks.3.", or empty
  std::vector<KeyNames::Part> parts;
};
PublishedNames published_names(std::string_view module, const KeyNames& names) {
  PublishedNames found;
  const std::vector<KeyNames::Part>* parts = &names.outside;
  for (const KeyNames::Blocks& list : names.blocks) {
    if (!module.starts_with(std::string(list.other) + '.')) continue;
    const std::string_view rest = module.substr(list.other.size());  // ".3.name"
    const size_t name = rest.find('.', 1);
    if (name == rest.npos) continue;
    found.prefix = std::string(list.published) + std::string(rest.substr(0, name + 1));
    module = rest.substr(name + 1);
    parts = &list.parts;
    break;
  }
  std::ranges::copy_if(*parts, std::back_inserter(found.parts),
                       [&](const KeyNames::Part& part) { return part.other == module; });
  if (found.parts.empty()) found.parts.push_back({module, module});
  return found;
}

/// The tensors that a family maps, without plain scales, which TensorSet applies.
safetensors::Header header_of(const fs::path& file) {
  safetensors::Header header = safetensors::File(file).header();
  if (safetensors::has_plain_scales(header.tensors))
    std::erase_if(header.tensors,
                  [](const auto& tensor) { return safetensors::belongs_to_quantization(tensor.name); });
  return header;
}

/// @throws fw::Error safetensors.quantized for other scales, without which weights are noise
void refuse_quantized(const safetensors::Header& header, const fs::path& file) {
  if (auto fault = safetensors::quantized_weights(header.tensors, to_utf8(file)))
    throw Error(std::move(*fault));
}

std::pair<const Family*, SingleFile> read(const fs::path& file) {
  const safetensors::Header header = header_of(file);
  for (const Family* family : families()) {
    if (family->read_single_file == nullptr) continue;
    auto found = family->read_single_file(header);
    if (!found) continue;
    refuse_quantized(header, file);
    return {family, std::move(*found)};
  }
  std::vector<std::string_view> known;
  for (const Family* family : families())
    if (family->read_single_file != nullptr) known.push_back(family->name);
  throw Error(not_a_model_file, {{"file", to_utf8(file)}, {"known", join(known)}});
}

void write(const fs::path& file, const nlohmann::json& json) {
  make_folders(file.parent_path());
  write_file_atomically(file, json.dump(1) + "\n", Existing::refuse);
}

void write_component(const fs::path& folder, const SingleFile::Component& component, const fs::path& file) {
  constexpr const char* weights = "weights.safetensors";
  nlohmann::json files, stored;
  for (const auto& [published, tensor] : component.tensors) {
    files[published] = weights;
    stored[published] = tensor.name;
    if (tensor != StoredTensor{.name = tensor.name})
      stored[published] = {tensor.name,           tensor.first_row,    tensor.rows,
                           tensor.halves_swapped, tensor.leading_axes, tensor.scale};
  }
  write(folder / "config.json", component.config);
  write(folder / "diffusion_pytorch_model.safetensors.index.json",
        {{"weight_map", files}, {"stored_names", stored}});
  link_or_copy(file, folder / weights);
}

/// Path of the folder that represents a file; a rewritten file gets a new one.
/// @param use  distinguishes folders of the same file
fs::path folder_for(const fs::path& place, const std::string& use) {
  const auto changed = fs::last_write_time(place).time_since_epoch().count();
  return data_folder() / "single_files" /
         hash_hex(place.native() + " " + std::to_string(fs::file_size(place)) + " " +
                  std::to_string(changed) + use);
}

/// Ignores a failed commit if another thread or process has created the folder.
/// @param last  a file in it
void commit_unless_there(AtomicFolder& made, const fs::path& last) {
  try {
    made.commit();
  } catch (const Error&) {
    // Another thread or process was faster.
    if (!fs::exists(last)) throw;
  }
}

}  // namespace

StoredTransformer::StoredTransformer(const safetensors::Header& header, const std::string& known) {
  for (const safetensors::TensorInfo& tensor : header.tensors)
    for (const char* prefix : {"model.diffusion_model.", "model.model."})
      if (tensor.name == prefix + known + ".weight") prefix_ = prefix;
  for (const safetensors::TensorInfo& tensor : header.tensors)
    if (tensor.name.starts_with(prefix_)) shapes_[tensor.name.substr(prefix_.size())] = tensor.shape;
}

int64_t StoredTransformer::size(const std::string& module, size_t axis) const {
  const auto found = shapes_.find(module + ".weight");
  return found == shapes_.end() || axis >= found->second.size() ? 0 : found->second[axis];
}

int64_t StoredTransformer::blocks(const std::string& list, const std::string& module) const {
  int64_t n = 0;
  while (size(list + std::to_string(n) + module, 0) > 0) ++n;
  return n;
}

std::map<std::string, StoredTensor> StoredTransformer::tensors(const KeyNames& names, int64_t width) const {
  std::map<std::string, StoredTensor> found;
  for (const auto& [name, shape] : shapes_) {
    const size_t end = name.rfind('.');
    const std::string kind = end == name.npos ? "" : name.substr(end);
    const PublishedNames published = published_names(std::string_view(name).substr(0, end), names);
    const auto count = static_cast<int64_t>(published.parts.size());
    const bool fused = count > 1 && !shape.empty() && shape[0] / count >= width;
    int64_t row = 0;
    for (const KeyNames::Part& part : published.parts) {
      StoredTensor& stored = found[published.prefix + std::string(part.published) + kind];
      stored = {.name = prefix_ + name, .halves_swapped = part.halves_swapped};
      if (!fused) continue;
      const bool last = &part == &published.parts.back();
      stored.first_row = row;
      stored.rows = last ? shape[0] - row : width;
      row += stored.rows;
    }
  }
  return found;
}

bool is_weight_file(const fs::path& file) {
  return file.extension() == ".safetensors" || file.extension() == ".gguf";
}

bool is_single_file(const fs::path& model) {
  std::error_code error;
  return is_weight_file(model) && fs::is_regular_file(model, error);
}

fs::path folder_of_single_file(const fs::path& file) {
  const fs::path place = fs::canonical(file), folder = folder_for(place, "");
  if (fs::exists(folder / "model_index.json")) return folder;
  const auto [family, model] = read(place);
  AtomicFolder made(folder);
  nlohmann::json index = model.others;
  for (const Component& component : family->components)
    if (const std::string name(component.name); !index.contains(name))
      index[name] = {component.library, component.class_name};
  index["_class_name"] = model.pipeline_class;
  if (model.scheduler.is_object()) {
    index["scheduler"] = {"diffusers", model.scheduler.at("_class_name")};
    write(made.part() / "scheduler" / "scheduler_config.json", model.scheduler);
  }
  for (const SingleFile::Component& component : model.components) {
    index[component.name] = {"diffusers", component.config.at("_class_name")};
    write_component(made.part() / component.name, component, place);
  }
  write(made.part() / "model_index.json", index);
  commit_unless_there(made, folder / "model_index.json");
  return folder;
}

fs::path folder_of_component_file(const fs::path& file, std::string_view name, const nlohmann::json& config) {
  const fs::path place = fs::canonical(file),
                 folder = folder_for(place, " " + std::string(name) + " " + config.dump()),
                 component = folder / name;
  if (fs::exists(component / "config.json")) return component;
  const safetensors::Header header = header_of(place);
  for (const Family* family : families()) {
    if (family->read_component_file == nullptr) continue;
    const auto found = family->read_component_file(header, name, config);
    if (!found) continue;
    refuse_quantized(header, file);
    AtomicFolder made(folder);
    write_component(made.part() / name, *found, place);
    commit_unless_there(made, component / "config.json");
    return component;
  }
  return {};
}

}  // namespace fw::catalog
