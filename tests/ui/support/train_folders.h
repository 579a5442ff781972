// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "project/clips.h"
#include "run/run_file.h"
#include "support/project_changes.h"

/// A model folder and a project for tests of training, without weights and videos.
namespace fw::ui::fake {

/// The config files of a published model: it is recognised, and can be planned, but not loaded.
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
}

/// A project with so many captioned clips, all of which fit its one bucket.
inline void makeBucketedProject(const std::filesystem::path& folder, int clips) {
  project::Project project = project::Project::create(folder);
  add_test_clips(project, clips);
  project::set_project_buckets(project, std::vector{catalog::Bucket{17, 480, 640}});
}

/// What the job "plan" would say of a card with 24 GiB free: 30 GiB less half a GiB a streamed block.
inline nlohmann::json planOf(const nlohmann::json& params) {
  constexpr int64_t gib = int64_t{1} << 30;
  const bool fit = params.value("fit", false);
  const run::RunFile run = run::parse_run_file(params.at("text").get<std::string>(), "run.toml");
  const int64_t blocks = fit ? 16 : run.settings.streamed_blocks;
  const auto phase = [&](const char* name, int64_t bytes) -> nlohmann::json {
    const nlohmann::json nothing{{"bytes", 0}, {"parts", nlohmann::json::object()}};
    return {{"name", name},
            {"device",
             {{"bytes", bytes - gib},
              {"parts", {{"weights", (bytes - gib) / 2}, {"activations", (bytes - gib) / 2}}}}},
            {"host", nothing},
            {"pinned", nothing},
            {"overhead_bytes", gib},
            {"all_places_bytes", bytes}};
  };
  const int64_t peak = 30 * gib - blocks * gib / 2;
  const nlohmann::json plan{
      {"device", "cuda"},
      {"size", "17x480x640"},
      {"phases", {phase("clips", 6 * gib), phase("training", peak)}},
      {"trained_parameters", 66'000'000},
      {"block_count", 42},
      {"device_peak_bytes", peak},
      {"host_peak_bytes", 9 * gib},
      {"device_limit_bytes", 24 * gib},
      {"host_free_bytes", 60 * gib},
      {"cache_bytes", gib},
      {"cache_free_bytes", 500 * gib},
      {"output_free_bytes", 3 * gib},
      {"samples", 4},
      {"step_times", {{{"card", "RTX 4090"}, {"seconds", 2.0}, {"efficiency_measured", true}}}},
      {"fits", peak <= 24 * gib}};
  if (!fit) return plan;
  return {{"fits", true},
          {"words", "16 of 42 blocks streamed: 22.0 of 24 GiB, about 4% slower"},
          {"changes", {{{"key", "memory.streamed_blocks"}, {"value", "16"}}}},
          {"plan", plan}};
}

}  // namespace fw::ui::fake
