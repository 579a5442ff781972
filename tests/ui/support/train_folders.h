// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "catalog/catalog.h"
#include "engine_api/job.h"
#include "engine_api/plan.h"
#include "engine_api/requests.h"
#include "project/clips.h"
#include "run/run_file.h"
#include "support/project_changes.h"
#include "ui/run_settings/run_draft.h"

/// A model folder and a project for training tests, without weights and videos.
namespace fw::ui::fake {

/// The config files of a published model, with weight files without tensors: it is recognised, and can be
/// planned, but not loaded.
inline void makeModelFolder(const std::filesystem::path& folder, const std::string& model) {
  namespace fs = std::filesystem;
  const fs::path reference = fs::path(FW_SOURCE_FOLDER) / "tests" / "reference";
  const auto copy = [&](const fs::path& from, const fs::path& to) {
    fs::create_directories((folder / to).parent_path());
    fs::copy_file(reference / from, folder / to, fs::copy_options::overwrite_existing);
  };
  const fs::path cases = fs::path("cases") / "models" / model;
  const fs::path manifests = "manifests";
  copy(cases / "model_index.json", "model_index.json");
  copy(cases / "scheduler" / "scheduler_config.json", fs::path("scheduler") / "scheduler_config.json");
  copy(manifests / (model + "-transformer") / "config.json", fs::path("transformer") / "config.json");
  copy(manifests / (model == "cogvideox-2b" ? "cogvideox-2b-vae" : "cogvideox-5b-vae") / "config.json",
       fs::path("vae") / "config.json");
  copy(manifests / "t5-v1_1-xxl-encoder" / "config.json", fs::path("text_encoder") / "config.json");
  const std::string empty("\2\0\0\0\0\0\0\0{}", 10);
  for (const char* const file : {"transformer/diffusion_pytorch_model.safetensors",
                                 "vae/diffusion_pytorch_model.safetensors", "text_encoder/model.safetensors"})
    write_file_atomically(folder / file, empty, Existing::replace);
}

/// The run file of a project whose model was chosen.
inline void chooseModel(const std::filesystem::path& project, const std::filesystem::path& model) {
  std::string text = run::set_in_text(newRunText(), "model.folder", catalog::Value(to_utf8(model)));
  try {
    text = run::set_in_text(text, "model.family", catalog::Value(catalog::recognise_model({model}).family));
  } catch (const Error&) {
    // Not a model folder.
  }
  write_file_atomically(project / "run.toml", text, Existing::replace);
}

/// A project with this many captioned clips, which all fit its only bucket.
inline void makeBucketedProject(const std::filesystem::path& folder, int clips) {
  project::Project project = project::Project::create(folder);
  add_test_clips(project, clips);
  project::set_project_buckets(project, std::vector{catalog::Bucket{17, 480, 640}});
}

inline constexpr int64_t gib = int64_t{1} << 30;

/// A phase that takes this much GPU memory, half of it weights, half activations; one GiB is overhead.
inline engine_api::PhasePlan phaseOf(const char* name, int64_t bytes, int64_t hostBytes) {
  engine_api::PhasePlan phase{.name = name, .overhead_bytes = gib, .all_places_bytes = bytes};
  for (const MemoryRole role : {MemoryRole::weights, MemoryRole::activation})
    phase.device.by_role[static_cast<size_t>(role)] = (bytes - gib) / 2;
  phase.host.by_role[static_cast<size_t>(MemoryRole::weights)] = hostBytes;
  return phase;
}

/// The result of the job "plan" for a card with 24 GiB free: 30 GiB less half a GiB per streamed block.
inline engine_api::Outcome planOf(const engine_api::PlanRequest& request) {
  const run::RunFile run = run::parse_run_file(request.text.value(), "run.toml");
  const int64_t blocks = request.fit ? 16 : run.settings.streamed_blocks;
  engine_api::RunPlan plan{
      .device = "cuda",
      .size = "17x480x640",
      .phases = {phaseOf("clips", 6 * gib, 0), phaseOf("training", 30 * gib - blocks * gib / 2, 9 * gib)},
      .trained_parameters = 66'000'000,
      .checkpoint_bytes = 12 * 66'000'000,
      .block_count = 42,
      .device_limit_bytes = 24 * gib,
      .host_free_bytes = 60 * gib,
      .cache_bytes = gib,
      .cache_free_bytes = 500 * gib,
      .output_free_bytes = 3 * gib,
      .samples = 4,
      .step_times = {{"RTX 4090", 2.0, true}}};
  if (run.settings.optimizer_offload) plan.phases.back().host_bytes = 70 * gib;
  if (!request.fit) return engine_api::Outcome::finished(plan);
  return engine_api::Outcome::finished(
      engine_api::RunFit{{true, {{"memory.streamed_blocks", "16"}}, 22 * gib, 24 * gib, 42, 0.04}, plan});
}

/// The same with two disks: one for runs written below "small", and a large one. Below "full" nothing is
/// free, and below "shared" too little for cache and checkpoints together.
inline engine_api::Outcome planOnTwoDisks(const engine_api::PlanRequest& request) {
  const run::RunFile run = run::parse_run_file(request.text.value(), "run.toml");
  auto plan = planOf(request).result.get<engine_api::RunPlan>();
  plan.output_free_bytes = (run.settings.output_dir.find("small") != std::string::npos ? 1 : 700) * gib;
  if (run.settings.output_dir.find("full") != std::string::npos) plan.output_free_bytes = 0;
  if (run.settings.output_dir.find("shared") != std::string::npos) {
    plan.output_free_bytes = plan.cache_free_bytes = 30 * gib;
    plan.cache_bytes = 30 * gib - gib / 4;
  }
  return engine_api::Outcome::finished(plan);
}

}  // namespace fw::ui::fake
