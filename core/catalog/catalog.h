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

#include "catalog/downloads.h"
#include "catalog/key_names.h"
#include "catalog/model_spec.h"
#include "catalog/setting.h"
#include "catalog/single_file.h"

/// The model families, except for the parts that need Torch. Each family is an object in a file of its own;
/// everything that depends on the family (settings, defaults, sizes, limits, names) is read from here.
namespace fw::catalog {

/// Components and their locations: each a separate folder, or a model's single .safetensors file that
/// contains it.
using Parts = std::map<std::string, std::filesystem::path, std::less<>>;

/// The location of a model's components. Almost always one folder in diffusers layout; some models are
/// published in several folders, and some also as one file.
struct ModelSource {
  /// Or one .safetensors file with all components, or the folder of only a transformer.
  std::filesystem::path folder;
  Parts parts{};  ///< components in other places: [model.parts]

  /// `folder`, or for a single file the folder that represents it (catalog/single_file.h).
  std::filesystem::path root() const;
  /// parts[name], else root() / name. Components missing from a single file are next to it. For a
  /// transformer's folder, they are in the first sibling folder that has this component of the transformer's
  /// family. Preprocessing of an encoder is next to the encoder, and the scheduler is next to the VAE.
  /// @throws fw::Error catalog.part_missing if none of these folders has it; catalog.part_not_in_file;
  ///   config.*
  std::filesystem::path part(std::string_view name) const;
  bool operator==(const ModelSource&) const = default;
};

/// A rough estimate of a training step's peak: a constant for weights and the like, and a part proportional
/// to the sample. For choosing sizes before there is a run; the planner's dry run is exact.
struct VramEstimate {
  double fixed_bytes = 0;
  double bytes_per_pixel = 0;  ///< per frame * height * width of one sample of the batch
};

/// A model's component other than transformer and scheduler, as named in model_index.json.
struct Component {
  std::string_view name, library, class_name;
};

struct Family {
  std::string_view id;                                ///< model.family, and the name of its folder
  std::string_view name;                              ///< display name
  std::vector<std::string_view> pipeline_classes;     ///< _class_name in model_index.json
  std::vector<std::string_view> transformer_classes;  ///< _class_name in the transformer's config.json
  std::vector<std::string_view> other_names{};        ///< names in other trainers, if different from the id
  std::string_view factory_script{};  ///< in the paths of CogVideoX-Factory's training scripts
  std::vector<Component> components{};
  std::vector<ModelSpec> published;
  /// Returns the variant at this place: a published one, or one reduced or extended from it, with the values
  /// from its configurations (sizes, limits, factors). @throws fw::Error config.model_file_*
  ModelSpec (*describe)(const ModelSource& model) = nullptr;
  /// The family's own settings, [model.<id>] and [validation.<id>]; they apply only to its runs.
  std::vector<Setting> (*settings)() = nullptr;
  /// Interprets a file with all components; nullopt if it is not of this family.
  std::optional<SingleFile> (*read_single_file)(const safetensors::Header& header) = nullptr;
  /// Interprets a file with one component under any of the names in use; nullopt if it is not of this family.
  /// The configuration is that of the model's folder, or null.
  std::optional<SingleFile::Component> (*read_component_file)(const safetensors::Header& header,
                                                              std::string_view name,
                                                              const nlohmann::json& config) = nullptr;
  bool flow_matching = false;  ///< trained by flow matching: the settings [flow] apply
  /// The boolean setting among them that requests noised first frames from precompute; empty: none.
  std::string_view first_frame_noise{};
  /// The boolean setting among them that requests the clips' sound from precompute, and the component that
  /// encodes it; empty: the family has no sound.
  std::string_view sound_training{}, sound_part{};
  /// Defaults of general settings that differ for this family.
  std::vector<std::pair<std::string_view, Value>> defaults{};
  const KeyNames* key_names = nullptr;  ///< null: other programs use the published names
  /// For LoRA training with gradient checkpointing, from published measurements. @param id  ModelSpec::id
  std::optional<VramEstimate> (*lora_estimate)(std::string_view id) = nullptr;
  /// Where its published models can be downloaded; null: nowhere.
  std::vector<Download> (*downloads)() = nullptr;
};

/// All built-in families. Thread: any.
std::span<const Family* const> families();
/// @param id  from a run file, or the family's name in another trainer. @return nullptr if unknown
const Family* find_family(std::string_view id);
/// For tests. @pre the catalogue and settings() have not been used yet. @param family  must never be
/// destroyed
void add_family(const Family& family);

/// The published models of all families, without model folders. Thread: any.
std::span<const ModelSpec> published_models();
/// @param id  ModelSpec::id. @return nullptr if unknown
const ModelSpec* find_model(std::string_view id);
/// nullopt for models without measurements.
std::optional<VramEstimate> lora_estimate(std::string_view model_id);

/// Recognises the family by the pipeline's class, or by the transformer's if that is in another folder.
/// @throws fw::Error catalog.model_file_missing, catalog.model_file_broken, catalog.unknown_model
const Family& recognise_family(const ModelSource& model);
/// Recognises the variant. "_framewright_name" in its model_index.json replaces the published name.
/// @throws likewise; catalog.part_missing
ModelSpec recognise_model(const ModelSource& model);

/// True for a folder with only the transformer of a known family: the other components are elsewhere.
bool is_transformer(const std::filesystem::path& folder);

}  // namespace fw::catalog
