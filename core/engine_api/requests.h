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

/// Requests to the engine's jobs: a struct per kind, with defaults. They are stored as JSON (a job's
/// `params`) in the queue, in the files of queued jobs and on the wire; unknown keys and values of the wrong
/// type are rejected (base/json_fields.h).
namespace fw::engine_api {

using model_files::LoraChoice;

struct JobSpec;
/// The folder of the run that a job trains; empty for other jobs and for a branch that has not begun.
std::filesystem::path trained_run(const JobSpec& job);

/// Trains a run from its newest complete checkpoint to its end. Result: TrainResult.
struct TrainRequest {
  static constexpr std::string_view kind = "train";
  std::filesystem::path run;         ///< from run::create_run; empty for a branch
  std::filesystem::path checkpoint;  ///< to resume from; empty: the newest
  int64_t extend = 0;                ///< steps to add to a run that has reached its end
  bool fit = false;                  ///< first adapts the memory settings to what fits now
  // For a new run, created when the job begins:
  std::filesystem::path
      branch_from;        ///< folder of a run whose newest weights it starts from; empty: no branch
  std::string branch_id;  ///< unique to this job: a resumed job finds its run by it
  std::vector<std::string> settings;  ///< "key=value", override those of `branch_from`
  /// This process's place in the world that trains the run; ranks other than 0 receive the rest from rank 0.
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

/// Options that determine the memory of a clip.
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

/// Options for a run's validation clips.
ClipMemory clip_memory(const run::RunSettings& settings);

/// A picture or clip that a clip begins with, leads to or passes through.
struct ClipCondition {
  std::filesystem::path file;  ///< all frames of a video, at the frame rate of the new clip
  int64_t frame = 0;           ///< first frame in the new clip; -1: aligned with its end
  double strength = 1;         ///< 1: kept exactly, 0: ignored
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
  /// This process's place among them; ranks other than 0 receive the rest of the request from rank 0.
  launch::WorldSpec world;
  bool operator==(const ClipRanks&) const = default;
};
void describe(auto& fields, ClipRanks& ranks) {
  fields("mesh", ranks.mesh);
  fields("world", ranks.world);
}

/// Makes a clip. Writes the latents to <out>.latents.safetensors before decoding, so that a decoder that runs
/// out of memory loses nothing; the clip contains its ClipRecipe. Result: GenerateResult.
struct GenerateRequest {
  static constexpr std::string_view kind = "generate";
  std::filesystem::path model;
  catalog::Parts parts;  ///< components in other folders
  std::string prompt;
  std::string negative_prompt;
  std::filesystem::path image;            ///< first frame, for image-to-video models; empty: none
  std::vector<ClipCondition> conditions;  ///< in addition, for models that take them at any frame
  std::filesystem::path latents;          ///< if not empty: only decodes this file of an earlier job
  std::filesystem::path out;              ///< .mp4, .gif, .webp or a folder; empty: clip.mp4, or a free name
  bool overwrite = false;                 ///< an existing output
  bool preview = false;                   ///< writes <out>.preview.png after each step
  int64_t frames = 0;                     ///< 0: the model's default; also for height, width, fps and steps
  int64_t height = 0;
  int64_t width = 0;
  double fps = 0;  ///< of the file
  int64_t steps = 0;
  double guidance_scale = -1;  ///< below 0: the model's default
  std::string sampler;         ///< a class named in the model's spec; empty: the model's own
  int64_t seed = -1;           ///< below 0: random
  catalog::OwnValues options;  ///< of its family, by their names in its [validation.<family>]
  std::vector<LoraChoice> loras;
  ClipMemory memory;
  bool vae_slicing = false;
  std::string device = "auto";  ///< "auto", "cpu", "cuda" or "cuda:N", in all requests
  catalog::Dtype dtype = catalog::Dtype::automatic;
  catalog::Quantization quantization = catalog::Quantization::none;  ///< of the transformer's blocks
  catalog::AttentionForm attention = catalog::AttentionForm::exact;
  std::optional<ClipRanks> shared;  ///< made by several processes; does not affect the clip
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
  std::optional<bool> dynamic_cfg;  // an option from before families had their own
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

/// Encodes a dataset's captions and clips into the cache. Rows that could not be read are logged and omitted
/// from `out`; if there are any, the job fails after processing all others. Result: PrecomputeReport.
struct PrecomputeRequest {
  static constexpr std::string_view kind = "precompute";
  std::filesystem::path dataset;
  std::filesystem::path model;
  catalog::Parts parts;  ///< components in other folders
  std::filesystem::path cache;
  std::filesystem::path out;  ///< the dataset with its cache keys; empty: overwrites `dataset`
  bool overwrite = false;     ///< any other existing file
  std::string device = "auto";
  catalog::Dtype dtype = catalog::Dtype::automatic;
  std::optional<catalog::VideoTask> task;  ///< nullopt: the model's default
  catalog::StoredLatents stored = catalog::StoredLatents::posterior;
  catalog::TextEncoderPlace text_encoder = catalog::TextEncoderPlace::device;
  bool vae_tiling = false;
  bool image_noise = false;  ///< noised first frames in addition to the clean one
  bool sound = false;        ///< the clips' sound, and captions for it
  bool verify = false;       ///< reads all existing entries and verifies their checksums
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
  fields("sound", request.sound);
  fields("verify", request.verify);
  fields("decode_threads", request.decode_threads);
}

/// Encodes what a run with these settings trains on, and updates `dataset`.
PrecomputeRequest precompute_of(const run::RunSettings& settings, const std::filesystem::path& dataset);

/// Forecasts a run's memory, time and disk use, or a clip's memory. Changes nothing and reads no weights; on
/// a PlannerThread it can run during a training run. Result: RunPlan; with `fit` RunFit, or ClipFit for a
/// clip; with `cards` ScalingPlan.
struct PlanRequest {
  static constexpr std::string_view kind = "plan";
  std::filesystem::path run_file;
  std::optional<std::string> text;            ///< of the run file, if not saved yet
  int64_t vram_bytes = 0;                     ///< of the GPU to plan for; 0: what is free here
  std::string card;                           ///< for the step time; empty: the GPU of this computer
  bool fit = false;                           ///< searches for settings that fit
  std::optional<GenerateRequest> generation;  ///< instead of a run
  std::string cards;                          ///< "8xL40", "2x8xH100": GPUs to forecast for
  std::filesystem::path links;                ///< file from `bench links`; empty: published values
  double step_s = 0;  ///< measured duration of a denoising step or update on one GPU; 0: estimated
  int64_t rank = 0;   ///< plans this process of `ranks` that train the run together
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
  check = 1,  ///< checks the first one for useless weights. Result: LoraReport
  convert,    ///< writes the first one with the keys of another format, values unchanged
  fuse,       ///< writes one that is equivalent to all of them together
  merge,      ///< writes the model with the LoRAs merged into its transformer; other components become links
};
constexpr auto choices_of(LoraWork) {
  return std::array{Choice{LoraWork::check, "check"}, Choice{LoraWork::convert, "convert"},
                    Choice{LoraWork::fuse, "fuse"}, Choice{LoraWork::merge, "merge"}};
}

/// Work on LoRA files. Result, except for `check`: LoraFiles.
struct LoraRequest {
  static constexpr std::string_view kind = "lora";
  LoraWork work = LoraWork::check;
  std::filesystem::path model;  ///< the folder of the model they were trained on
  std::vector<LoraChoice> loras;
  std::filesystem::path out;  ///< a file; for `merge` a new folder
  bool overwrite = false;     ///< an existing file
  model_files::LoraFormat format = model_files::LoraFormat::diffusers;
  int64_t rank = 0;  ///< maximum for a fused one; 0: the sum of all
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

/// The loss of a precomputed dataset at fixed timesteps and noises, for a model with or without LoRAs: for
/// comparing checkpoints. Result: LossReport.
struct LossRequest {
  static constexpr std::string_view kind = "loss";
  std::filesystem::path dataset;
  std::filesystem::path model;
  catalog::Parts parts;  ///< components in other folders
  std::filesystem::path cache;
  std::vector<LoraChoice> loras;
  int64_t timesteps = 8;  ///< midpoints of this many equal parts of the schedule
  int64_t noises = 4;     ///< per timestep
  uint64_t seed = 0;
  std::optional<catalog::VideoTask> task;  ///< nullopt: the model's default
  bool sound = false;                      ///< the dataset was precomputed with its clips' sound
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
  fields("sound", request.sound);
  fields("device", request.device);
  fields("dtype", request.dtype);
}

/// Checks a model folder; or compares one network, by its config.json, with a list of names and shapes.
/// Result: model_files::ModelReport, whose faults do not fail the job.
struct ModelCheckRequest {
  static constexpr std::string_view kind = "model_check";
  std::filesystem::path folder;
  catalog::Parts parts;                    ///< components in other folders
  std::filesystem::path config, manifest;  ///< instead of `folder`
  bool operator==(const ModelCheckRequest&) const = default;
};
void describe(auto& fields, ModelCheckRequest& request) {
  fields("folder", request.folder);
  fields("parts", request.parts);
  fields("config", request.config);
  fields("manifest", request.manifest);
}

/// Recomputes reference cases. Result: ParityReport; failing cases do not fail the job.
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

/// Allocates, multiplies and copies on each device and measures the speed; fails if a product is wrong.
/// Result: DeviceCheckReport.
struct DeviceCheckRequest {
  static constexpr std::string_view kind = "device_check";
  std::vector<std::string> devices;  ///< "cpu", "cuda:N"; empty: all
  bool operator==(const DeviceCheckRequest&) const = default;
};
void describe(auto& fields, DeviceCheckRequest& request) {
  fields("devices", request.devices);
}

/// Measures the speed of tensor exchange between the processes of a world. Result: run::Links, from rank 0.
struct LinksRequest {
  static constexpr std::string_view kind = "links";
  std::string device = "auto";  ///< "cuda": the GPU with this process's local rank
  launch::WorldSpec world;
  bool operator==(const LinksRequest&) const = default;
};
void describe(auto& fields, LinksRequest& request) {
  fields("device", request.device);
  fields("world", request.world);
}

}  // namespace fw::engine_api
