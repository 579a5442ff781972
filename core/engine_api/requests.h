// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "catalog/model_choices.h"
#include "catalog/model_spec.h"
#include "launch/mesh_shape.h"
#include "launch/world_spec.h"
#include "model_files/lora_choice.h"
#include "model_files/lora_keys.h"
#include "run/run_settings.h"

/// What the engine's jobs are asked to do: a struct for each kind, with its defaults. As JSON (a job's
/// `params`) they wait in the queue, in a project's list of jobs and on the wire; unknown keys and values of
/// another type are refused there (base/json_fields.h).
namespace fw::engine_api {

using model_files::LoraChoice;

struct JobSpec;
/// The folder of the run that a job trains; empty for other jobs and for a branch that has not begun.
std::filesystem::path trained_run(const JobSpec& job);

/// Trains a run from its newest whole checkpoint to its end. Result: TrainResult.
struct TrainRequest {
  static constexpr std::string_view kind = "train";
  std::filesystem::path run;         ///< its folder, as run::create_run made it; of a branch empty
  std::filesystem::path checkpoint;  ///< to go on from instead of the newest; empty: the newest
  int64_t extend = 0;                ///< steps to add to a run that is at its end
  bool fit = false;                  ///< first changes the settings of memory to what fits now
  // A new run, made when the job begins:
  std::filesystem::path
      branch_from;        ///< a run's folder, whose newest weights it starts from; empty: no branch
  std::string branch_id;  ///< of this job alone: by it a job that goes on finds the run it made
  std::vector<std::string> settings;  ///< "key=value", laid over those of `branch_from`
  /// This process's place among those that train the run together; all but rank 0 get the rest from it.
  launch::WorldSpec world;
  bool operator==(const TrainRequest&) const = default;
};
void describe(auto& fields, TrainRequest& request) {
  fields("run", request.run);
  fields("checkpoint", request.checkpoint);
  fields("extend", request.extend);
  fields("fit", request.fit);
  fields("branch_from", request.branch_from);
  fields("branch_id", request.branch_id);
  fields("settings", request.settings);
  fields("world", request.world);
  fields.former("resume");
  fields.former("expected_seconds");
}

/// What decides how much memory a clip takes.
struct ClipMemory {
  catalog::Offload offload = catalog::Offload::model;
  catalog::TextEncoderPlace text_encoder = catalog::TextEncoderPlace::device;
  int64_t streamed_blocks = 0;  ///< of the transformer; more than it has: all
  bool vae_tiling = false;
  catalog::DeviceMap device_map = catalog::DeviceMap::none;
  bool operator==(const ClipMemory&) const = default;
};
void describe(auto& fields, ClipMemory& memory) {
  fields("offload", memory.offload);
  fields("text_encoder", memory.text_encoder);
  fields("streamed_blocks", memory.streamed_blocks);
  fields("vae_tiling", memory.vae_tiling);
  fields("device_map", memory.device_map);
}

/// How a run wants its validation clips made.
ClipMemory clip_memory(const run::RunSettings& settings);

/// A picture or clip that a clip begins with, leads to or goes through.
struct ClipCondition {
  std::filesystem::path file;  ///< of a video all frames count, at the frame rate of the clip that is made
  int64_t frame = 0;           ///< of that clip, where it begins; -1: at which it ends, the last one
  double strength = 1;         ///< 1: kept exactly, 0: no influence
  bool operator==(const ClipCondition&) const = default;
};
void describe(auto& fields, ClipCondition& condition) {
  fields.need("file", condition.file);
  fields("frame", condition.frame);
  fields("strength", condition.strength);
}

/// One of several processes that make a clip together.
struct ClipRanks {
  launch::ClipMesh mesh;  ///< how they divide it
  /// This process's place among them; all but rank 0 have the rest of the request from it.
  launch::WorldSpec world;
  bool operator==(const ClipRanks&) const = default;
};
void describe(auto& fields, ClipRanks& ranks) {
  fields("mesh", ranks.mesh);
  fields("world", ranks.world);
}

/// Makes one clip. Latents are written to <out>.latents.safetensors before they are decoded, so that a
/// decoder that runs out of memory loses nothing; the clip carries its ClipRecipe. Result: GenerateResult.
struct GenerateRequest {
  static constexpr std::string_view kind = "generate";
  std::filesystem::path model;
  catalog::Parts parts;  ///< components that lie elsewhere
  std::string prompt;
  std::string negative_prompt;
  std::filesystem::path image;            ///< the first frame, for models that begin with one; empty: none
  std::vector<ClipCondition> conditions;  ///< beside it, for models that take them at any frame
  std::filesystem::path latents;          ///< not empty: only decodes this file, which an earlier clip left
  std::filesystem::path out;  ///< .mp4, .gif, .webp or a folder; empty: clip.mp4, or a name that is free
  bool overwrite = false;     ///< what has that name
  bool preview = false;       ///< <out>.preview.png after each step
  int64_t frames = 0;         ///< as height, width, fps and steps: 0 is the model's own
  int64_t height = 0;
  int64_t width = 0;
  double fps = 0;  ///< of the file
  int64_t steps = 0;
  double guidance_scale = -1;  ///< below 0: the model's own
  std::string sampler;         ///< a class that the model's facts name; empty: the model's own
  int64_t seed = -1;           ///< below 0: drawn
  catalog::OwnValues options;  ///< of its family alone, by their names in its [validation.<family>]
  std::vector<LoraChoice> loras;
  ClipMemory memory;
  bool vae_slicing = false;
  std::string device = "auto";  ///< "auto", "cpu", "cuda" or "cuda:N", in all requests
  catalog::Dtype dtype = catalog::Dtype::automatic;
  catalog::Quantization quantization = catalog::Quantization::none;  ///< of the transformer's blocks
  catalog::AttentionForm attention = catalog::AttentionForm::exact;
  std::optional<ClipRanks> shared;  ///< made by several processes; no part of what the clip is like
  bool operator==(const GenerateRequest&) const = default;
};
void describe(auto& fields, GenerateRequest& request) {
  fields.need("model", request.model);
  fields("parts", request.parts);
  fields("prompt", request.prompt);
  fields("negative_prompt", request.negative_prompt);
  fields("image", request.image);
  fields("conditions", request.conditions);
  fields("latents", request.latents);
  fields("out", request.out);
  fields("overwrite", request.overwrite);
  fields("preview", request.preview);
  fields("frames", request.frames);
  fields("height", request.height);
  fields("width", request.width);
  fields("fps", request.fps);
  fields("steps", request.steps);
  fields("guidance_scale", request.guidance_scale);
  fields.former("scheduler", request.sampler);
  fields("sampler", request.sampler);
  fields("seed", request.seed);
  fields("options", request.options);
  std::optional<bool> dynamic_cfg;  // an option, before each family had its own
  fields.former("dynamic_cfg", dynamic_cfg);
  if (dynamic_cfg) request.options.emplace("dynamic_cfg", *dynamic_cfg);
  fields("loras", request.loras);
  describe(fields, request.memory);
  fields("vae_slicing", request.vae_slicing);
  fields("device", request.device);
  fields("dtype", request.dtype);
  fields("quantization", request.quantization);
  fields("attention", request.attention);
  fields("shared", request.shared);
}

/// Encodes a dataset's captions and clips into the cache. Rows that could not be read are logged and left out
/// of `out`; when there are any, the job fails after all the others are done. Result: PrecomputeReport.
struct PrecomputeRequest {
  static constexpr std::string_view kind = "precompute";
  std::filesystem::path dataset;
  std::filesystem::path model;
  catalog::Parts parts;  ///< components that lie elsewhere
  std::filesystem::path cache;
  std::filesystem::path out;  ///< the dataset with its cache keys; empty: over `dataset`
  bool overwrite = false;     ///< another file that has that name
  std::string device = "auto";
  catalog::Dtype dtype = catalog::Dtype::automatic;
  std::optional<catalog::VideoTask> task;  ///< nothing: the model's usual one
  catalog::StoredLatents stored = catalog::StoredLatents::posterior;
  catalog::TextEncoderPlace text_encoder = catalog::TextEncoderPlace::device;
  bool vae_tiling = false;
  bool image_noise = false;  ///< noised first frames beside the clean one
  bool verify = false;       ///< reads all entries that are there and compares their checksums
  int64_t decode_threads = 2;
  bool operator==(const PrecomputeRequest&) const = default;
};
void describe(auto& fields, PrecomputeRequest& request) {
  fields.need("dataset", request.dataset);
  fields.need("model", request.model);
  fields("parts", request.parts);
  fields.need("cache", request.cache);
  fields("out", request.out);
  fields("overwrite", request.overwrite);
  fields("device", request.device);
  fields("dtype", request.dtype);
  fields("task", request.task);
  fields("stored", request.stored);
  fields("text_encoder", request.text_encoder);
  fields("vae_tiling", request.vae_tiling);
  fields("image_noise", request.image_noise);
  fields("verify", request.verify);
  fields("decode_threads", request.decode_threads);
}

/// Encodes what a run with these settings trains on, over `dataset`.
PrecomputeRequest precompute_of(const run::RunSettings& settings, const std::filesystem::path& dataset);

/// Forecasts a run's memory, time and disk, or a clip's memory. It changes nothing and reads no weights; on a
/// PlannerThread it may go on beside a run. Result: RunPlan; with `fit` RunFit, or ClipFit of a clip; with
/// `cards` ScalingPlan.
struct PlanRequest {
  static constexpr std::string_view kind = "plan";
  std::filesystem::path run_file;
  std::optional<std::string> text;            ///< of the run file, where it is not saved yet
  int64_t vram_bytes = 0;                     ///< of the card to plan for; 0: what is free here
  std::string card;                           ///< whose step time is forecast; empty: the one that is here
  bool fit = false;                           ///< looks for what fits
  std::optional<GenerateRequest> generation;  ///< instead of a run
  std::string cards;                          ///< "8xL40", "2x8xH100": what these would bring
  std::filesystem::path links;  ///< as `bench links` wrote it; empty: what is known of the cards
  double step_s = 0;            ///< measured on one of them, of a denoising step or an update; 0: estimated
  int64_t rank = 0;             ///< plans this process of `ranks` that train the run together
  int64_t ranks = 1;
  bool operator==(const PlanRequest&) const = default;
};
void describe(auto& fields, PlanRequest& request) {
  fields("run_file", request.run_file);
  fields("text", request.text);
  fields("vram_bytes", request.vram_bytes);
  fields("card", request.card);
  fields("fit", request.fit);
  fields("generation", request.generation);
  fields("cards", request.cards);
  fields("links", request.links);
  fields("step_s", request.step_s);
  fields("rank", request.rank);
  fields("ranks", request.ranks);
}

enum class LoraWork {
  check = 1,  ///< looks for what makes the first one's weights useless. Result: LoraReport
  convert,    ///< writes the first one under the keys of another format, numbers unchanged
  fuse,       ///< writes one that does what all of them do together
  merge,      ///< writes the model with the LoRAs worked into its transformer; other components become links
};
constexpr auto choices_of(LoraWork) {
  return std::array{Choice{LoraWork::check, "check"}, Choice{LoraWork::convert, "convert"},
                    Choice{LoraWork::fuse, "fuse"}, Choice{LoraWork::merge, "merge"}};
}

/// Work on LoRA files. Result, but of `check`: FileResult.
struct LoraRequest {
  static constexpr std::string_view kind = "lora";
  LoraWork work = LoraWork::check;
  std::filesystem::path model;  ///< the folder of the model that they were trained on
  std::vector<LoraChoice> loras;
  std::filesystem::path out;  ///< a file; of `merge` a new folder
  bool overwrite = false;     ///< the file that has that name
  model_files::LoraFormat format = model_files::LoraFormat::diffusers;
  int64_t rank = 0;  ///< the largest of a fused one; 0: the sum of all
  bool operator==(const LoraRequest&) const = default;
};
void describe(auto& fields, LoraRequest& request) {
  fields.need("work", request.work);
  fields.need("model", request.model);
  fields.need("loras", request.loras);
  fields("out", request.out);
  fields("overwrite", request.overwrite);
  fields("format", request.format);
  fields("rank", request.rank);
}

/// The loss of a precomputed dataset at fixed timesteps and noises, of a model with or without LoRAs: what
/// tells two checkpoints apart. Result: LossReport.
struct LossRequest {
  static constexpr std::string_view kind = "loss";
  std::filesystem::path dataset;
  std::filesystem::path model;
  catalog::Parts parts;  ///< components that lie elsewhere
  std::filesystem::path cache;
  std::vector<LoraChoice> loras;
  int64_t timesteps = 8;  ///< middles of so many equal parts of the schedule
  int64_t noises = 4;     ///< a timestep
  uint64_t seed = 0;
  std::optional<catalog::VideoTask> task;  ///< nothing: the model's usual one
  std::string device = "auto";
  catalog::Dtype dtype = catalog::Dtype::automatic;
  bool operator==(const LossRequest&) const = default;
};
void describe(auto& fields, LossRequest& request) {
  fields.need("dataset", request.dataset);
  fields.need("model", request.model);
  fields("parts", request.parts);
  fields.need("cache", request.cache);
  fields("loras", request.loras);
  fields("timesteps", request.timesteps);
  fields("noises", request.noises);
  fields("seed", request.seed);
  fields("task", request.task);
  fields("device", request.device);
  fields("dtype", request.dtype);
}

/// Checks a model folder; or compares one network, by its config.json, with a list of names and shapes.
/// Result: model_files::ModelReport, whose faults do not fail the job.
struct ModelCheckRequest {
  static constexpr std::string_view kind = "model_check";
  std::filesystem::path folder;
  catalog::Parts parts;                    ///< components that lie elsewhere
  std::filesystem::path config, manifest;  ///< instead of `folder`
  bool operator==(const ModelCheckRequest&) const = default;
};
void describe(auto& fields, ModelCheckRequest& request) {
  fields("folder", request.folder);
  fields("parts", request.parts);
  fields("config", request.config);
  fields("manifest", request.manifest);
}

/// Recomputes reference cases. Result: ParityReport; cases that fail do not fail the job.
struct ParityRequest {
  static constexpr std::string_view kind = "parity";
  std::vector<std::filesystem::path> cases;
  std::string device = "cpu";
  catalog::Dtype dtype = catalog::Dtype::fp32;
  bool operator==(const ParityRequest&) const = default;
};
void describe(auto& fields, ParityRequest& request) {
  fields.need("cases", request.cases);
  fields("device", request.device);
  fields("dtype", request.dtype);
}

/// Allocates, multiplies and copies on each device and measures it; fails where a product is wrong.
/// Result: DeviceCheckReport.
struct DeviceCheckRequest {
  static constexpr std::string_view kind = "device_check";
  std::vector<std::string> devices;  ///< "cpu", "cuda:N"; empty: all
  bool operator==(const DeviceCheckRequest&) const = default;
};
void describe(auto& fields, DeviceCheckRequest& request) {
  fields("devices", request.devices);
}

/// Measures how fast the processes of a world exchange tensors. Result: run::Links, of rank 0.
struct LinksRequest {
  static constexpr std::string_view kind = "links";
  std::string device = "auto";  ///< "cuda": the GPU of this process's place on its machine
  launch::WorldSpec world;
  bool operator==(const LinksRequest&) const = default;
};
void describe(auto& fields, LinksRequest& request) {
  fields("device", request.device);
  fields("world", request.world);
}

}  // namespace fw::engine_api
