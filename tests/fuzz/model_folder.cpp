// SPDX-License-Identifier: Apache-2.0
#include "fuzz.h"
#include "model_files/model_report.h"
#include "safetensors/tensor_set.h"

namespace {

constexpr std::string_view index_name = "transformer/diffusion_pytorch_model.safetensors.index.json";
constexpr std::string_view names[] = {"model_index.json", "transformer/config.json", "vae/config.json",
                                      "scheduler/scheduler_config.json", index_name};

void check_facts(const fw::catalog::ModelSpec& facts) {
  using namespace fw::catalog;
  const LatentSize latent = latent_size(facts, facts.native_size());
  fuzz::require(latent.frames > 0 && latent.height > 0 && latent.width > 0, "a clip has latents");
  fuzz::require(facts.token_limit() > 0 && facts.rules.size_multiple > 0, "sizes are sizes");
  check_video_size(facts, {49, 480, 720});
  check_video_size(facts, facts.native_size());
}

void check_index(const std::filesystem::path& file) {
  fuzz::goes_through({"safetensors."}, [&] {
    for (const auto& [tensor, shard] : fw::safetensors::read_shard_index(file).files)
      fuzz::require(std::filesystem::path(shard).filename() == shard && shard != "..",
                    "shards lie beside it");
  });
  fuzz::goes_through({"safetensors."}, [&] { fw::safetensors::TensorSet::open(file); });
}

}  // namespace

// The input is the files of a model folder, separated by lines "===": the first line of each is its name.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const fuzz::Folder folder;
  std::filesystem::remove_all(folder.path / "model");
  std::string_view rest = fuzz::text_of(data, size);
  while (!rest.empty()) {
    std::string_view part = fuzz::take_part(rest);
    const size_t end = std::min(part.find('\n'), part.size());
    const std::string_view name = part.substr(0, end);
    part.remove_prefix(std::min(end + 1, part.size()));
    if (std::ranges::find(names, name) != std::end(names))
      folder.write(std::filesystem::path("model") / name, part);
  }
  const std::filesystem::path model = folder.path / "model";
  fuzz::goes_through({"catalog.", "base.bad_json"},
                     [&] { check_facts(fw::catalog::recognise_model({model})); });
  const auto report = fw::model_files::look_at_model({model});
  for (const fw::Fault& fault : report.faults)
    fuzz::require(!fault.full_message().empty(), "a fault has words");
  const nlohmann::json json = report;
  fuzz::require(nlohmann::json(json.get<fw::model_files::ModelReport>())["components"] == json["components"],
                "a report comes back");
  if (std::filesystem::exists(model / index_name)) check_index(model / index_name);
  return 0;
}
