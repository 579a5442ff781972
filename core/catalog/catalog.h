// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/key_names.h"
#include "catalog/model_spec.h"
#include "catalog/setting.h"
#include "catalog/single_file.h"

/// The model families: all of them that needs no Torch. Each is one object in a file of its own, and whatever
/// depends on the family (settings, defaults, sizes, limits, names) is read from here.
namespace fw::catalog {

/// Components and their places: each a folder of its own, or a model's single .safetensors file that holds
/// it.
using Parts = std::map<std::string, std::filesystem::path, std::less<>>;

/// Where a model's components are. Nearly always one folder in diffusers layout; those of some models are
/// published in several, and of others also as one file.
struct ModelSource {
  /// Or one .safetensors file that holds all components, or the folder of a transformer alone.
  std::filesystem::path folder;
  Parts parts{};  ///< components that lie elsewhere: [model.parts]

  /// `folder`, or for one file the folder that stands for it (catalog/single_file.h).
  std::filesystem::path root() const;
  /// parts[name], else root() / name. What one file does not hold lies beside it; what a transformer's folder
  /// does not, in the first of the folders beside it that has this component of the transformer's family.
  /// What prepares an encoder's input lies beside the encoder, and the scheduler beside the VAE.
  /// @throws fw::Error catalog.part_missing where none of these folders has it; catalog.part_not_in_file;
  /// config.*
  std::filesystem::path part(std::string_view name) const;
  bool operator==(const ModelSource&) const = default;
};

/// A first estimate of a training step's peak: weights and the like, and what grows with the sample. The
/// memory planner's dry run is exact; this is for choosing sizes before there is anything to run.
struct VramEstimate {
  double fixed_bytes = 0;
  double bytes_per_pixel = 0;  ///< per frame * height * width of one sample of the batch
};

/// What a model has beside its transformer and scheduler, as model_index.json names it.
struct Component {
  std::string_view name, library, class_name;
};

struct Family {
  std::string_view id;                                ///< model.family, and the name of its folder
  std::string_view name;                              ///< for people
  std::vector<std::string_view> pipeline_classes;     ///< _class_name in model_index.json
  std::vector<std::string_view> transformer_classes;  ///< likewise in the transformer's config.json
  std::vector<std::string_view> other_names{};        ///< what other trainers call it, where not by its id
  std::string_view factory_script{};  ///< in the paths of CogVideoX-Factory's scripts that train it
  std::vector<Component> components{};
  std::vector<ModelSpec> published;
  /// The variant at this place: the published one that it is, or is cut down or extended from, with what its
  /// configurations state (sizes, limits, factors). @throws fw::Error config.model_file_*
  ModelSpec (*describe)(const ModelSource& model) = nullptr;
  /// Settings of its own, [model.<id>] and [validation.<id>]; they apply to runs of this family only.
  std::vector<Setting> (*settings)() = nullptr;
  /// What a file with all components in one holds; nothing: no model of this family.
  std::optional<SingleFile> (*read_single_file)(const safetensors::Header& header) = nullptr;
  bool flow_matching = false;  ///< trained along a flow: the settings [flow] apply
  /// Of those the one, true or false, that asks precompute for noised first frames; empty: there are none.
  std::string_view first_frame_noise{};
  /// Of settings that all families have, where the usual default is not this family's.
  std::vector<std::pair<std::string_view, Value>> defaults{};
  const KeyNames* key_names = nullptr;  ///< nothing: other programs have the published names
  /// For training a LoRA with gradient checkpointing, from published measurements. @param id  ModelSpec::id
  std::optional<VramEstimate> (*lora_estimate)(std::string_view id) = nullptr;
};

/// Those that this program knows. Thread: any.
std::span<const Family* const> families();
/// @param id  of a run file, or the family's name in another trainer. @return nullptr when there is none
const Family* find_family(std::string_view id);
/// For tests. @pre nothing has been asked of the catalogue or settings() yet. @param family  is never
/// destroyed
void add_family(const Family& family);

/// The published models of all families, without a model folder. Thread: any.
std::span<const ModelSpec> published_models();
/// @param id  ModelSpec::id. @return nullptr when there is none
const ModelSpec* find_model(std::string_view id);
/// Nothing for models without such figures.
std::optional<VramEstimate> lora_estimate(std::string_view model_id);

/// Recognises the family by the pipeline's class, or by the transformer's where that lies elsewhere.
/// @throws fw::Error catalog.model_file_missing, catalog.model_file_broken, catalog.unknown_model
const Family& recognise_family(const ModelSource& model);
/// And the variant. A name of its own, which "_framewright_name" in its model_index.json gives, is in place
/// of the published one. @throws likewise; catalog.part_missing
ModelSpec recognise_model(const ModelSource& model);

/// A folder with the transformer of a known family alone: its model's other components lie elsewhere.
bool is_transformer(const std::filesystem::path& folder);

}  // namespace fw::catalog
