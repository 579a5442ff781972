// SPDX-License-Identifier: Apache-2.0
#include "inference/latents_file.h"

#include <charconv>

#include "base/error.h"
#include "base/paths.h"
#include "tensor/checkpoint.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace fw::inference {

namespace {

constexpr ErrorCode bad_latents{
    "inference.bad_latents", FW_TEXT("errors", "{file} does not contain the latents of a clip: {reason}."),
    FW_TEXT("errors", "Give a .latents.safetensors file from generation or validation."), Blame::input};

}  // namespace

void write_latents(const std::filesystem::path& file, const LatentsFile& content, Existing existing) {
  std::map<std::string, torch::Tensor> tensors{
      {"latents", content.latents.transpose(1, 2).cpu().contiguous()}};
  safetensors::Metadata metadata{{"recipe", format_recipe(content.recipe)}};
  if (content.sound.samples.defined()) {
    tensors["sound"] = content.sound.samples.cpu().contiguous();
    metadata["sound_rate"] = std::to_string(content.sound.rate);
  }
  tensor::save_tensors(file, tensors, metadata, existing);
}

LatentsFile read_latents(const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& reason) {
    return Error(bad_latents, {{"file", to_utf8(file)}, {"reason", reason}});
  };
  const auto stored = tensor::Checkpoint::open(file);
  if (!stored.contains("latents")) throw refuse("it has no tensor of that name");
  if (stored.shape("latents").size() != 5) throw refuse("they do not have five dimensions");
  const auto& metadata = stored.metadata();
  const auto text = metadata.find("recipe");
  if (text == metadata.end()) throw refuse("its recipe is missing");
  const auto recipe = engine_api::parse_recipe(text->second);
  if (!recipe || recipe->request.frames <= 0)
    throw refuse("its recipe does not say how many frames it makes");
  LatentsFile content{stored.load("latents", torch::kFloat32, torch::kCPU).transpose(1, 2), *recipe};
  if (const auto rate = metadata.find("sound_rate"); rate != metadata.end() && stored.contains("sound")) {
    std::from_chars(rate->second.data(), rate->second.data() + rate->second.size(), content.sound.rate);
    if (content.sound.rate <= 0 || stored.shape("sound").size() != 3)
      throw refuse("its sound has no rate or not three dimensions");
    content.sound.samples = stored.load("sound", torch::kFloat32, torch::kCPU);
  }
  return content;
}

}  // namespace fw::inference
