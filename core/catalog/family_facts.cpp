// SPDX-License-Identifier: Apache-2.0
#include "catalog/family_facts.h"

#include <algorithm>
#include <array>

#include "base/atomic_file.h"
#include "base/json_text.h"
#include "base/paths.h"

namespace fw::catalog {

namespace {

constexpr ErrorCode model_file_missing{
    "catalog.model_file_missing", FW_TEXT("errors", "{file} is missing."),
    FW_TEXT("errors",
            "Name a model folder in diffusers layout: it holds model_index.json, transformer, vae, "
            "text_encoder, tokenizer and scheduler."),
    Blame::input};
constexpr ErrorCode model_file_broken{"catalog.model_file_broken",
                                      FW_TEXT("errors", "{file} is not a model's configuration: {reason}."),
                                      FW_TEXT("errors", "Download the file again."), Blame::input};
constexpr ErrorCode unknown_model{
    "catalog.unknown_model", FW_TEXT("errors", "{folder} holds a {class}, which is not supported."),
    FW_TEXT("errors", "Supported are the CogVideoX models: {known}."), Blame::input};
constexpr ErrorCode size_multiple{
    "catalog.size_multiple",
    FW_TEXT("errors",
            "{model} makes clips with heights and widths in multiples of {multiple}, not {height}x{width}."),
    FW_TEXT("errors", "The nearest heights are: {heights}. The nearest widths are: {widths}."), Blame::input};
constexpr ErrorCode size_fixed{
    "catalog.size_fixed",
    FW_TEXT("errors", "{model} makes only clips of {nearest} (height x width), not {height}x{width}."),
    FW_TEXT("errors", "Its position embeddings were learned for this size alone."), Blame::input};
constexpr ErrorCode size_frames{"catalog.size_frames",
                                FW_TEXT("errors", "{model} makes clips of {step}k+1 frames, not {frames}."),
                                FW_TEXT("errors", "The nearest are: {nearest}."), Blame::input};
constexpr ErrorCode size_absurd{"catalog.size_absurd",
                                FW_TEXT("errors", "There are no clips of {size} (frames x height x width)."),
                                FW_TEXT("errors", "Each number must be from 1 to {limit}."), Blame::input};

// Yang et al. 2024 and the model cards: 1.0 makes 480x720 at 8 fps and takes 8N+1 frames with N up to 6; 1.5
// makes 768x1360 at 16 fps and takes 16N+1 frames with N up to 10.
FamilyFacts cogvideox(std::string id, std::string name, VideoTask task) {
  FamilyFacts facts;
  facts.id = std::move(id);
  facts.family = "cogvideox";
  facts.task = task;
  facts.rules.model = std::move(name);
  facts.dtype = "bf16";
  return facts;
}

FamilyFacts cogvideox_1_5(std::string id, std::string name, VideoTask task) {
  FamilyFacts facts = cogvideox(std::move(id), std::move(name), task);
  facts.rules.frame_step = 16;
  facts.rules.max_n = 10;
  facts.rules.fps = 16;
  facts.rules.native_height = 768;
  facts.rules.native_width = 1360;
  facts.native_frames = 81;
  facts.patch_frames = 2;
  return facts;
}

std::array<FamilyFacts, 5> make_published() {
  using enum VideoTask;
  std::array list{cogvideox("cogvideox-2b", "CogVideoX-2b", text_to_video),
                  cogvideox("cogvideox-5b", "CogVideoX-5b", text_to_video),
                  cogvideox("cogvideox-5b-i2v", "CogVideoX-5b-I2V", image_to_video),
                  cogvideox_1_5("cogvideox-1.5-5b", "CogVideoX1.5-5B", text_to_video),
                  cogvideox_1_5("cogvideox-1.5-5b-i2v", "CogVideoX1.5-5B-I2V", image_to_video)};
  list[0].dtype = "fp16";
  list[2].rules.any_size = false;
  return list;
}

/// A JSON object in a file, with typed fields and errors that name the file.
class ConfigFile {
 public:
  explicit ConfigFile(std::filesystem::path file) : file_(std::move(file)) {
    std::error_code error;
    if (!std::filesystem::exists(file_, error)) throw Error(model_file_missing, {{"file", to_utf8(file_)}});
    std::string problem = "it is not a JSON object";
    json_ = parse_json(read_file(file_, largest_json), &problem);
    if (!json_.is_object()) fail(problem);
  }

  /// `fallback` where the field is absent or null.
  template <typename T>
  T get(const char* name, T fallback) const {
    const auto found = json_.find(name);
    if (found == json_.end() || found->is_null()) return fallback;
    try {
      // The library would cut a fraction to a whole number without a word.
      if (!std::is_same_v<T, int64_t> || found->is_number_integer()) return found->get<T>();
    } catch (const nlohmann::json::exception&) {
    }
    fail("\"" + std::string(name) + "\" is of the wrong type");
  }

  /// A size or count: at least 1.
  int64_t get_size(const char* name, int64_t fallback) const {
    const auto value = get<int64_t>(name, fallback);
    if (value < 1 || value > (1 << 20)) fail("\"" + std::string(name) + "\" is out of range");
    return value;
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw Error(model_file_broken, {{"file", to_utf8(file_)}, {"reason", reason}});
  }

 private:
  std::filesystem::path file_;
  nlohmann::json json_;
};

std::string cogvideox_variant(const ConfigFile& transformer, int64_t latent_channels) {
  const bool image = transformer.get_size("in_channels", latent_channels) == 2 * latent_channels;
  const bool rotary = transformer.get("use_rotary_positional_embeddings", false);
  std::string id = transformer.get<int64_t>("patch_size_t", 0) > 0 ? "cogvideox-1.5-5b"
                   : rotary || image                               ? "cogvideox-5b"
                                                                   : "cogvideox-2b";
  return image ? id + "-i2v" : id;
}

FamilyFacts describe_cogvideox(const std::filesystem::path& folder) {
  const ConfigFile transformer(folder / "transformer" / "config.json");
  const ConfigFile vae(folder / "vae" / "config.json");
  const int64_t channels = vae.get_size("latent_channels", 16);
  FamilyFacts facts = *find_model(cogvideox_variant(transformer, channels));
  facts.latent_channels = channels;
  facts.token_limit = transformer.get_size("max_text_seq_length", facts.token_limit);
  facts.patch_size = transformer.get_size("patch_size", facts.patch_size);
  facts.patch_frames = transformer.get_size("patch_size_t", 1);
  facts.vae_temporal_factor = vae.get_size("temporal_compression_ratio", facts.vae_temporal_factor);
  const auto widths = vae.get("block_out_channels", std::vector<int64_t>(4));
  if (widths.empty() || widths.size() > 8) vae.fail("\"block_out_channels\" is out of range");
  facts.vae_spatial_factor = int64_t{1} << (widths.size() - 1);
  facts.rules.size_multiple = facts.vae_spatial_factor * facts.patch_size;
  facts.rules.vae_frame_step = facts.vae_temporal_factor;
  facts.native_frames = transformer.get_size("sample_frames", facts.native_frames);
  facts.rules.any_size = !transformer.get("use_learned_positional_embeddings", false);
  const int64_t height = transformer.get_size("sample_height", facts.rules.native_height / 8);
  const int64_t width = transformer.get_size("sample_width", facts.rules.native_width / 8);
  // Copies of the 1.5 models carry 300x300 here, which fills no purpose: their rotary tables know no base.
  if (height != 300 || width != 300) {
    facts.rules.native_height = height * facts.vae_spatial_factor;
    facts.rules.native_width = width * facts.vae_spatial_factor;
  }
  return facts;
}

// The nearest multiples of `step`, plus `offset`, that are sizes: "464, 480", or "480" when that is one.
std::string neighbours(int64_t value, int64_t step, int64_t offset) {
  const int64_t below = (value - offset) / step * step + offset;
  if (below == value) return std::to_string(value);
  if (below < 1) return std::to_string(below + step);
  return std::to_string(below) + ", " + std::to_string(below + step);
}

}  // namespace

std::span<const FamilyFacts> published_models() {
  static const auto list = make_published();
  return list;
}

const FamilyFacts* find_model(std::string_view id) {
  for (const FamilyFacts& facts : published_models()) {
    if (facts.id == id) return &facts;
  }
  return nullptr;
}

FamilyFacts recognise_model(const std::filesystem::path& folder) {
  const auto pipeline = ConfigFile(folder / "model_index.json").get("_class_name", std::string());
  if (pipeline.starts_with("CogVideoX")) return describe_cogvideox(folder);
  std::string known;
  for (const FamilyFacts& facts : published_models())
    known += (known.empty() ? "" : ", ") + facts.rules.model;
  throw Error(unknown_model, {{"folder", to_utf8(folder)}, {"class", pipeline}, {"known", known}});
}

LatentSize latent_size(const FamilyFacts& facts, const Bucket& size) {
  LatentSize latent;
  latent.frames = (size.frames - 1) / facts.vae_temporal_factor + 1;
  const int64_t beyond = latent.frames % facts.patch_frames;
  latent.padding_frames = beyond == 0 ? 0 : facts.patch_frames - beyond;
  latent.height = size.height / facts.vae_spatial_factor;
  latent.width = size.width / facts.vae_spatial_factor;
  return latent;
}

int64_t decoded_frames(const FamilyFacts& facts, int64_t latent_frames) {
  const int64_t factor = facts.vae_temporal_factor;
  return latent_frames % 2 == 1 ? factor * (latent_frames - 1) + 1 : factor * latent_frames;
}

std::vector<Fault> check_video_size(const FamilyFacts& facts, const Bucket& size) {
  constexpr int64_t limit = 1 << 16;
  const BucketRules& rules = facts.rules;
  const auto [least, most] = std::minmax({size.frames, size.height, size.width});
  if (least < 1 || most > limit) return {{size_absurd, {{"size", to_string(size)}, {"limit", limit}}}};
  std::vector<Fault> faults;
  if (!rules.any_size && (size.height != rules.native_height || size.width != rules.native_width)) {
    faults.push_back(
        {size_fixed,
         {{"model", rules.model},
          {"nearest", std::to_string(rules.native_height) + "x" + std::to_string(rules.native_width)},
          {"height", size.height},
          {"width", size.width}}});
  } else if (size.height % rules.size_multiple != 0 || size.width % rules.size_multiple != 0) {
    faults.push_back({size_multiple,
                      {{"model", rules.model},
                       {"multiple", rules.size_multiple},
                       {"height", size.height},
                       {"width", size.width},
                       {"heights", neighbours(size.height, rules.size_multiple, 0)},
                       {"widths", neighbours(size.width, rules.size_multiple, 0)}}});
  }
  if ((size.frames - 1) % rules.vae_frame_step != 0) {
    faults.push_back({size_frames,
                      {{"model", rules.model},
                       {"step", rules.vae_frame_step},
                       {"frames", size.frames},
                       {"nearest", neighbours(size.frames, rules.vae_frame_step, 1)}}});
  }
  return faults;
}

}  // namespace fw::catalog
