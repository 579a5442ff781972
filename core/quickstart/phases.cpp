// SPDX-License-Identifier: Apache-2.0
#include "quickstart/phases.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "engine_api/requests.h"
#include "quickstart/jobs.h"
#include "run/run_folder.h"
#include "workflow/dataset_jobs.h"
#include "workflow/launch.h"

namespace fw::quickstart {

namespace {

namespace fs = std::filesystem;
using engine_api::job_of;
using engine_api::JobSpec;
using nlohmann::json;

constexpr ErrorCode folder_in_use{
    "quickstart.folder_in_use", FW_TEXT("errors", "{folder} already contains other files."),
    FW_TEXT("errors", "Choose an empty folder, or one that does not exist yet."), Blame::input};
constexpr ErrorCode folder_failed{
    "quickstart.folder_failed", FW_TEXT("errors", "The folder {folder} cannot be used: {reason}."),
    FW_TEXT("errors", "Check its permissions and the free space, or choose another folder."), Blame::input};
constexpr ErrorCode other_job{"quickstart.other_job",
                              FW_TEXT("errors", "{folder} belongs to a job with different {what}: {theirs}."),
                              FW_TEXT("errors", "Choose another folder, or delete that one."), Blame::input};

/// Adds one finding to the stored ones.
void keep_finding(const QuickstartPaths& paths, const std::function<void(Findings&)>& add) {
  Findings findings = read_findings(paths.folder).value_or(Findings());
  add(findings);
  write_file_atomically(paths.findings(), json(findings).dump(2, ' ', false, json::error_handler_t::replace),
                        Existing::replace);
}

/// Stores a job's result as a member of the findings.
template <typename Part>
std::function<void(const json&)> keep_as(const QuickstartPaths& paths, Part Findings::*part) {
  return [paths, part](const json& result) {
    keep_finding(paths, [&](Findings& findings) { findings.*part = result.get<Part>(); });
  };
}

Findings found_so_far(const QuickstartPaths& paths) {
  return read_findings(paths.folder).value_or(Findings());
}

std::vector<std::string> buckets_in(const fs::path& settings) {
  return run::parse_run_file(run::run_file_text(settings), settings, run::Extent::part)
      .settings.video_resolution_buckets;
}

void write_run_file(const QuickstartPaths& paths, const QuickstartOptions& options) {
  std::string text = read_file(options.settings);
  const auto set = [&](const char* key, const catalog::Value& value) {
    text = run::set_in_text(text, key, value);
  };
  set("model.folder", to_utf8(fs::absolute(options.model)));
  set("run.output_dir", to_utf8(fs::absolute(paths.runs())));
  set("run.device", options.device);
  set("data.dataset", to_utf8(fs::absolute(paths.train())));
  set("data.cache", to_utf8(fs::absolute(paths.cache())));
  set("validation.validation_prompts", few_prompts(dataset::read_dataset_manifest(paths.held_out())));
  set("validation.validate_first", true);
  if (options.steps > 0) set("training.train_steps", options.steps);
  // An unchanged file keeps its time, so that a newer run continues.
  if (!fs::exists(paths.run_file()) || read_file(paths.run_file()) != text)
    write_file_atomically(paths.run_file(), text, Existing::replace);
}

/// Resumes the run of this folder; starts a new one if the run file has changed since.
engine_api::TrainRequest train_request(const QuickstartPaths& paths) {
  for (const run::RunPaths& run : run::list_runs(paths.runs())) {
    if (fs::last_write_time(run.run_file()) > fs::last_write_time(paths.run_file()))
      return {.run = run.folder};
  }
  return workflow::launch_run(run::read_run_file(paths.run_file()), paths.run_file());
}

JobSpec precompute(const QuickstartPaths& paths, const QuickstartOptions& options, const fs::path& dataset) {
  return job_of(
      engine_api::PrecomputeRequest{
          .dataset = dataset, .model = options.model, .cache = paths.cache(), .device = options.device},
      "Precompute");
}

JobSpec loss(const QuickstartPaths& paths, const QuickstartOptions& options,
             std::vector<engine_api::LoraChoice> loras) {
  return job_of(engine_api::LossRequest{.dataset = paths.held_out(),
                                        .model = options.model,
                                        .cache = paths.cache(),
                                        .loras = std::move(loras),
                                        .device = options.device},
                "Loss");
}

JobSpec import_clips(const QuickstartPaths& paths, const QuickstartOptions& options) {
  workflow::ImportRequest request{.project = paths.project(), .paths = {fs::absolute(options.clips)}};
  for (const fs::path& folder : {options.held_out, options.prior})
    if (!folder.empty()) request.paths.push_back(fs::absolute(folder));
  return job_of(request, "Import");
}

JobSpec loss_after(const QuickstartPaths& paths, const QuickstartOptions& options) {
  const fs::path result = found_so_far(paths).train.result.value_or(fs::path());
  const fs::path lora = result / run::lora_file_name;
  if (fs::exists(lora)) return loss(paths, options, {engine_api::LoraChoice{lora}});
  QuickstartOptions trained = options;  // a full fine-tune's result is a model
  trained.model = result;
  return loss(paths, trained, {});
}

}  // namespace

std::vector<QuickstartPhase> quickstart_phases(const QuickstartOptions& options) {
  const QuickstartPaths paths{options.folder};
  const auto nothing = [](const json&) {};
  return {
      {FW_TEXT("sample", "Import"), [=] { return import_clips(paths, options); },
       keep_as(paths, &Findings::import)},
      {FW_TEXT("sample", "Check and buckets"),
       [=] {
         return job_of(DatasetRequest{paths.folder, options.model, options.held_out, options.prior,
                                      buckets_in(options.settings)},
                       "Dataset");
       },
       [=](const json& counts) {
         keep_as(paths, &Findings::clips)(counts);
         write_run_file(paths, options);
       }},
      {FW_TEXT("sample", "Precompute"), [=] { return precompute(paths, options, paths.train()); }, nothing},
      {FW_TEXT("sample", "Precompute held-out clips"),
       [=] { return precompute(paths, options, paths.held_out()); }, nothing},
      {FW_TEXT("sample", "Plan"),
       [=] { return job_of(engine_api::PlanRequest{.run_file = paths.run_file()}, "Plan"); },
       keep_as(paths, &Findings::plan)},
      {FW_TEXT("sample", "Held-out loss before"), [=] { return loss(paths, options, {}); },
       keep_as(paths, &Findings::loss_before)},
      {FW_TEXT("sample", "Training"), [=] { return job_of(train_request(paths), "Train"); },
       keep_as(paths, &Findings::train)},
      {FW_TEXT("sample", "Held-out loss after"), [=] { return loss_after(paths, options); },
       keep_as(paths, &Findings::loss_after)},
      {FW_TEXT("sample", "Comparison"),
       [=] {
         const Findings found = found_so_far(paths);
         return job_of(ReportRequest{paths.folder, found.train.run, found.clips.train}, "Comparison");
       },
       keep_as(paths, &Findings::comparison)}};
}

std::vector<engine_api::JobKind> quickstart_job_kinds() {
  return {engine_api::kind_of<DatasetRequest>(make_dataset), engine_api::kind_of<ReportRequest>(make_report)};
}

fs::path default_quickstart_folder(const fs::path& clips, const fs::path& model) {
  fs::path whole = fs::absolute(clips).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();
  // The name is for the user; the digits distinguish equal names.
  const std::string digits = hash_hex(whole.string() + '\n' + fs::absolute(model).string()).substr(0, 8);
  return data_folder() / ("sample-" + whole.filename().string() + "-" + digits);
}

void claim_quickstart_folder(const QuickstartOptions& options) {
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (!error && !fs::is_directory(options.folder, error))
    error = std::make_error_code(std::errc::not_a_directory);
  const bool is_empty = !error && fs::is_empty(options.folder, error);
  if (error) throw Error(folder_failed, {{"folder", to_utf8(options.folder)}, {"reason", error.message()}});
  const auto found = read_findings(options.folder);
  if (!found && !is_empty) throw Error(folder_in_use, {{"folder", to_utf8(options.folder)}});
  const Findings::Inputs inputs{to_utf8(fs::absolute(options.clips)), to_utf8(fs::absolute(options.model))};
  const Findings::Inputs theirs = found ? found->inputs.value_or(inputs) : inputs;
  const auto refuse = [&](const char* what, const std::string& path) {
    throw Error(other_job, {{"folder", to_utf8(options.folder)}, {"what", what}, {"theirs", path}});
  };
  if (theirs.clips != inputs.clips) refuse("clips", theirs.clips);
  if (theirs.model != inputs.model) refuse("model", theirs.model);
  keep_finding({options.folder}, [&](Findings& findings) { findings.inputs = inputs; });
}

std::optional<Findings> read_findings(const fs::path& folder) {
  const fs::path file = QuickstartPaths{folder}.findings();
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  const json read = parse_json(read_file(file));
  if (!read.is_object() || read.empty()) return std::nullopt;
  Findings findings;
  read_fields(read, findings, "sample", Reading::lenient);
  return findings;
}

}  // namespace fw::quickstart
