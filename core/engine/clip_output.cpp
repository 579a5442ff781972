// SPDX-License-Identifier: Apache-2.0
#include "engine/clip_output.h"

#include <set>

#include "base/error.h"
#include "base/file_tree.h"
#include "base/hash.h"
#include "base/join.h"
#include "base/paths.h"
#include "engine/clip_files.h"
#include "engine_api/clip_recipe.h"
#include "media/image.h"
#include "model_files/model_report.h"
#include "tensor/libtorch.h"

namespace fw::engine {

namespace {

namespace fs = std::filesystem;
using engine_api::GenerateRequest;

constexpr ErrorCode bad_folder{
    "engine.bad_out_folder", FW_TEXT("errors", "The folder of {file} does not exist."),
    FW_TEXT("errors", "Create it first, or choose another place for the clip."), Blame::input};

fs::path with_suffix(fs::path out, const char* suffix) {
  return out += suffix;
}

/// Every input file of the clip. A model is a folder, which a clip never replaces.
std::vector<fs::path> sources_of(const GenerateRequest& request) {
  std::vector<fs::path> sources;
  for (const auto& file : {request.image, request.latents})
    if (!file.empty()) sources.push_back(file);
  for (const engine_api::ClipCondition& condition : request.conditions) sources.push_back(condition.file);
  for (const engine_api::LoraChoice& lora : request.loras) sources.push_back(lora.file);
  return sources;
}

/// Names, sizes and times of a file, or of all files in a folder.
std::string stamps_of(const fs::path& place) {
  std::set<std::string> stamps;
  const auto add = [&](const fs::directory_entry& file) {
    std::error_code error;
    if (file.is_regular_file(error))
      stamps.insert(to_utf8(file.path()) + ' ' + std::to_string(file.file_size(error)) + ' ' +
                    std::to_string(file.last_write_time(error).time_since_epoch().count()));
  };
  std::error_code none;
  add(fs::directory_entry(place, none));
  for (fs::directory_iterator entry(place, none), end; !none && entry != end; entry.increment(none))
    add(*entry);
  return join(stamps, "\n") + '\n';
}

std::string hash_of(const torch::Tensor& latents) {
  const torch::Tensor x = latents.to(torch::kCPU, torch::kFloat32).contiguous();
  return hash_hex({static_cast<const char*>(x.data_ptr()), x.nbytes()});
}

std::string content_of(GenerateRequest request) {
  request.out.clear();
  request.overwrite = request.preview = false;
  std::string text = format_recipe(engine_api::ClipRecipe{request, {}, {}, {}}) + '\n';
  for (const fs::path& source : sources_of(request)) text += stamps_of(source);
  const catalog::ModelSource model{request.model, request.parts};
  for (const auto& [name, class_name] : model_files::components_of(model))
    text += stamps_of(model.part(name));
  return text;
}

}  // namespace

ClipOutput::ClipOutput(const GenerateRequest& request)
    : request_(request),
      // "frames/" is the folder frames.
      clip_(request.out.has_filename() ? request.out : request.out.parent_path()),
      existing_(existing_of(request.overwrite)) {
  find_name();
  check_clip_name(clip_);
  std::error_code error;
  if (clip_.has_parent_path() && !fs::is_directory(clip_.parent_path(), error))
    throw Error(bad_folder, {{"file", to_utf8(clip_)}});
  const bool is_made = request.latents.empty();  // not only decoded
  if (is_made) find_own();
  std::vector<fs::path> targets{clip_};
  if (is_made) targets.push_back(latents());
  if (request.preview) targets.push_back(preview());
  const std::vector<fs::path> sources = sources_of(request);
  for (const fs::path& target : targets) refuse_sources(target, sources);
  check_room_for_clip(clip_, existing_);
  for (const fs::path& target : targets)
    if (target != clip_ && existing_ == Existing::refuse && !is_own(target)) refuse_existing(target);
}

fs::path ClipOutput::latents() const {
  return with_suffix(clip_, ".latents.safetensors");
}

fs::path ClipOutput::preview() const {
  return with_suffix(clip_, ".preview.png");
}

void ClipOutput::find_name() {
  if (!request_.out.empty()) return;
  clip_ = free_name("clip.mp4", [](const fs::path& clip) {
    std::error_code error;
    return fs::exists(clip, error) || fs::exists(with_suffix(clip, ".latents.safetensors"), error);
  });
}

void ClipOutput::find_own() try {
  content_ = content_of(request_);
  if (request_.out.empty()) return;
  written_.emplace(content_ + to_utf8(fs::absolute(clip_)));
  has_latents_ = is_own(latents());
} catch (const Error&) {
  // No cache folder: the clip is made anyway, and existing files stay.
}

bool ClipOutput::is_own(const fs::path& file) const {
  std::error_code error;
  if (!written_ || !fs::is_regular_file(file, error)) return false;
  try {
    return written_->has(file == latents() ? hash_of(inference::read_latents(file).latents)
                                           : hash_hex(read_file(file)));
  } catch (const Error&) {
    return false;
  }
}

void ClipOutput::note(const std::string& hash) {
  if (!written_) return;
  try {
    written_->add(hash);
  } catch (const Error&) {
    written_.reset();  // the next job refuses existing files
  }
}

void ClipOutput::write_latents(inference::LatentsFile content) {
  find_name();
  note(hash_of(content.latents));
  content.recipe.request.out = clip_;
  inference::write_latents(latents(), content, existing_);
  kill_point("generate.latents");
}

void ClipOutput::write_preview(const media::RgbImage& image) {
  const std::vector<uint8_t> bytes = media::encode_image(image, media::ImageFormat::png);
  const std::string_view content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  note(hash_hex(content));
  write_file_atomically(preview(), content, Existing::replace);
}

void ClipOutput::forget() const {
  if (content_.empty()) return;  // only decoded
  if (written_) written_->remove();
  try {
    inference::SectionsFile(content_).remove();
  } catch (const Error&) {
    // No cache folder, so there are none.
  }
}

}  // namespace fw::engine
