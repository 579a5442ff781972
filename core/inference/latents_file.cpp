// SPDX-License-Identifier: Apache-2.0
#include "inference/latents_file.h"

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
  tensor::save_tensors(file, {{"latents", content.latents.transpose(1, 2).cpu().contiguous()}},
                       {{"recipe", format_recipe(content.recipe)}}, existing);
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
  return {stored.load("latents", torch::kFloat32, torch::kCPU).transpose(1, 2), *recipe};
}

}  // namespace fw::inference
