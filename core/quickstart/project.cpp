// SPDX-License-Identifier: Apache-2.0
#include "quickstart/project.h"

#include <array>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/paths.h"
#include "catalog/catalog.h"
#include "project/clips.h"
#include "project/import.h"
#include "quickstart/jobs.h"
#include "run/run_file.h"
#include "workflow/project_samples.h"

namespace fw::quickstart {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode no_resources{
    "quickstart.no_resources", FW_TEXT("errors", "The sample model is not at {folder}."),
    FW_TEXT("errors", "Install the files of the sample, or choose a model folder of your own."),
    Blame::input};

constexpr int64_t held_out_samples = 4, held_out_steps = 40;

void prepare(project::Project& project, const fs::path& resources) {
  const std::array clips{resources / "clips", resources / "held-out", resources / "prior"};
  import_clips(project, clips);
  const std::array buckets{catalog::recognise_model({resources / "model"}).native_size()};
  project::set_project_buckets(project, buckets);
}

std::string run_text(const project::Project& project, const fs::path& resources) {
  const catalog::ModelSpec model = catalog::recognise_model({resources / "model"});
  dataset::DatasetManifest samples;
  workflow::visit_project_samples(project, model, /*id_token=*/{}, {}, [&](dataset::DatasetSample sample) {
    samples.push_back(std::move(sample));
  });
  std::string text = read_file(resources / "run.toml");
  const auto set = [&](const char* key, const catalog::Value& value) {
    text = run::set_in_text(text, key, value);
  };
  set("model.folder", to_utf8(resources / "model"));
  set("data.cache", to_utf8(cache_folder() / "latents"));
  set("validation.validation_prompts", few_prompts(samples));
  set("validation.validate_first", true);
  set("validation.held_out_samples", held_out_samples);
  set("validation.held_out_steps", held_out_steps);
  return text;
}

}  // namespace

fs::path quickstart_model_folder() {
  return resource_folder() / "sample" / "model";
}

fs::path quickstart_resources() {
  const fs::path model = quickstart_model_folder();
  if (!fs::exists(model / "model_index.json")) throw Error(no_resources, {{"folder", to_utf8(model)}});
  return model.parent_path();
}

project::Project open_quickstart_project(const fs::path& folder) {
  const fs::path resources = quickstart_resources();
  const bool exists = fs::exists(folder / project::database_name);
  project::Project project = exists ? project::Project::open(folder) : project::Project::create(folder);
  const fs::path run_file = folder / "run.toml";
  if (fs::exists(run_file) || project.read_only_reason()) return project;
  prepare(project, resources);
  write_file_atomically(run_file, run_text(project, resources),
                        Existing::replace);  // last: marks the project as complete
  return project;
}

}  // namespace fw::quickstart
