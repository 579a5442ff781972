// SPDX-License-Identifier: Apache-2.0
//
// Makes the shipped presets from the planner's forecasts:
//   make_presets resources/presets [ID…]
// One file for each published model, LoRA or full fine-tune, and card size; without IDs all of them.
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "planner/fit_run.h"
#include "run/run_file.h"
#include "support/plan_models.h"

namespace {

namespace fs = std::filesystem;
using namespace fw;

/// A common training size, if the published clip size needs more than most people have, or gains nothing over
/// a shorter one.
catalog::Bucket sample_size(const catalog::ModelSpec& model, int card) {
  if (model.latent.window_frames > 0) {
    // At 640x640 a LoRA's step takes 6.2 GiB with everything that saves memory, at rank 16 still 6.0.
    const int64_t side = card < 8 ? 576 : model.rules.native_height;
    return {73, side, side};
  }
  if (model.id == "hunyuan-video") return {49, 512, 768};
  if (model.family == "hunyuan_video_15") return {49, 480, 848};
  if (model.family == "wan" && model.native_frames == 81) return {49, 480, 832};
  if (model.family == "ltx2") return {49, 512, 768};
  return model.native_size();
}

std::string base_text(const catalog::ModelSpec& model, const std::string& type, int card,
                      catalog::Quantization quantization) {
  const bool image = model.tasks.front() == catalog::VideoTask::image_to_video;
  std::string text = "# Made by make_presets from the planner's forecasts.\nschema = 1\n";
  const auto set = [&](std::string_view key, const catalog::Value& value) {
    text = run::set_in_text(text, key, value);
  };
  set("model.family", model.family);
  set("data.video_resolution_buckets",
      std::vector<std::string>{catalog::to_string(sample_size(model, card))});
  set("training.training_type", type);
  set("training.task", std::string(image ? "image_to_video" : "text_to_video"));
  // As published; all weights of the 2b model are trained in bf16, whose range needs no loss scale.
  set("training.mixed_precision", type == "lora" ? model.dtype : std::string("bf16"));
  set("training.gradient_checkpointing", true);
  if (type == "lora") {
    const int64_t rank = model.family == "ltx2" ? 32 : 64;  // its makers' rank
    set("lora.rank", rank);
    set("lora.lora_alpha", static_cast<double>(rank));
    if (quantization != catalog::Quantization::none) {
      set("memory.quantization", std::string(name_of(quantization)));
      set("optimizer.offload", true);  // so that all blocks stay on the card
    }
  }
  set("optimizer.lr", type == "sft"                ? 1e-5
                      : model.id == "cogvideox-2b" ? 4e-4
                      : model.family == "ltx2"     ? 1e-4
                                                   : 2e-4);
  return text;
}

std::string with_head(const std::string& text, const catalog::ModelSpec& model, const std::string& name,
                      int card, const run::FitVerdict& verdict) {
  const auto value = [](const std::string& key, const catalog::Value& of) {
    return key + " = " + run::to_toml(of) + "\n";
  };
  const auto gib = [](int64_t bytes) { return std::round(static_cast<double>(bytes) / (1 << 30) * 10) / 10; };
  std::string figures =
      value("needed_gib", gib(verdict.needed_bytes)) + value("limit_gib", gib(verdict.limit_bytes));
  if (!verdict.changes.empty()) {
    std::vector<std::string> keys;
    for (const run::SettingChange& change : verdict.changes) keys.push_back(change.key);
    figures += value("changed", keys) + value("blocks", verdict.block_count);
  }
  if (std::abs(verdict.slower) >= 0.005) figures += value("slower", std::round(verdict.slower * 100) / 100);
  const std::string head = "[preset]\n" + value("name", name) + value("model", model.id) +
                           value("vram_gib", int64_t{card}) + value("fits", verdict.fits) +
                           value("basis", std::string("planned")) + figures;
  const size_t first_table = text.find("\n[");
  return text.substr(0, first_table + 1) + head + text.substr(first_table);
}

/// Quantised variants, where they allow training at the published size without streaming on the most common
/// cards.
std::vector<catalog::Quantization> forms_of(const catalog::ModelSpec& model, const std::string& type,
                                            int card) {
  using enum catalog::Quantization;
  const bool at_8_gb = model.id.starts_with("cogvideox-5b") || model.family == "hunyuan_video_15";
  if (type == "lora" && card == 8 && at_8_gb) return {none, nf4};
  const bool is_large_wan = model.family == "wan" && model.id != "wan-2.1-t2v-1.3b";
  if (type == "lora" && model.family == "ltx2" && card == 24) return {none, nf4};
  if (type == "lora" && is_large_wan && card == (model.id == "wan-2.2-ti2v-5b" ? 8 : 12)) return {none, nf4};
  return {none};
}

void make(const catalog::ModelSpec& model, const std::string& type, int card,
          catalog::Quantization quantization, const fs::path& target, const fs::path& model_folder) {
  std::string text = base_text(model, type, card, quantization);
  const planner::PlanRequest request = support::preset_request(
      run::parse_run_file(text, target, run::Extent::part).settings, model_folder, card);
  const run::FitVerdict verdict = planner::fit_run(request, {}).verdict;
  for (const run::SettingChange& change : verdict.changes)
    text = run::override_in_text(text, change.assignment());
  std::string name =
      model.rules.model + (type == "lora" ? " LoRA, " : " full fine-tune, ") + std::to_string(card) + " GB";
  if (quantization != catalog::Quantization::none) name += ", " + std::string(name_of(quantization));
  write_file_atomically(target, with_head(text, model, name, card, verdict), Existing::replace);
  std::printf("%s: %s\n", name.c_str(), verdict.in_words().c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::fprintf(stderr, "make_presets FOLDER [ID…]\n");
    return 2;
  }
  const std::vector<std::string> wanted(argv + 2, argv + argc);
  char name[] = "/tmp/make-presets-XXXXXX";
  const fs::path models = ::mkdtemp(name);
  for (const catalog::ModelSpec& model : catalog::published_models()) {
    support::make_published_folder(models / model.id, model.id);
    for (const std::string type : {"lora", "sft"}) {
      for (const int card : {6, 8, 12, 16, 24, 48, 80}) {
        const bool is_small = model.latent.window_frames > 0 || model.id == "wan-2.1-t2v-1.3b";
        if (card == 6 && !is_small) continue;                     // too small for a whole clip
        if (card == 48 && model.id != "hunyuan-video") continue;  // for the others as good as 80
        for (const auto quantization : forms_of(model, type, card)) {
          std::string id = model.id + "-" + type + "-" + std::to_string(card) + "gb";
          if (quantization != catalog::Quantization::none) id += "-" + std::string(name_of(quantization));
          if (!wanted.empty() && std::ranges::find(wanted, id) == wanted.end()) continue;
          make(model, type, card, quantization, fs::path(argv[1]) / (id + ".toml"), models / model.id);
        }
      }
    }
  }
  fs::remove_all(models);
} catch (const fw::Error& error) {
  std::fprintf(stderr, "%s\n", error.fault().full_message().c_str());
  return 1;
}
