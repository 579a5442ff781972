// SPDX-License-Identifier: Apache-2.0
#include "quickstart/phases.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "quickstart/jobs.h"
#include "run/run_folder.h"

namespace fw::quickstart {

namespace {

namespace fs = std::filesystem;
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

void keep_finding(const QuickstartPaths& paths, const json& part) {
  json findings = read_findings(paths.folder);
  findings.merge_patch(part);
  write_file_atomically(paths.findings(), findings.dump(2), Existing::replace);
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
  // Unchanged it stays as old as it is: a run that is younger goes on.
  if (!fs::exists(paths.run_file()) || read_file(paths.run_file()) != text)
    write_file_atomically(paths.run_file(), text, Existing::replace);
}

/// The run of this folder goes on; a run file that has changed since begins a new one.
json train_params(const QuickstartPaths& paths) {
  const run::RunFile file = run::read_run_file(paths.run_file());
  if (!file.faults.empty()) throw Error(file.faults.front());
  for (const run::RunPaths& run : run::list_runs(paths.runs())) {
    if (fs::last_write_time(run.run_file()) > fs::last_write_time(paths.run_file()))
      return {{"run", to_utf8(run.folder)}, {"resume", "latest"}};
  }
  return {{"run", to_utf8(run::create_run(file).folder)}};
}

JobSpec precompute(const QuickstartPaths& paths, const QuickstartOptions& options, const fs::path& dataset) {
  return {"precompute",
          "Precompute",
          {{"dataset", to_utf8(dataset)},
           {"model", to_utf8(options.model)},
           {"cache", to_utf8(paths.cache())},
           {"device", options.device}}};
}

JobSpec loss(const QuickstartPaths& paths, const QuickstartOptions& options, const json& loras) {
  return {"loss",
          "Loss",
          {{"dataset", to_utf8(paths.held_out())},
           {"model", to_utf8(options.model)},
           {"cache", to_utf8(paths.cache())},
           {"device", options.device},
           {"loras", loras}}};
}

}  // namespace

std::vector<QuickstartPhase> quickstart_phases(const QuickstartOptions& options) {
  const QuickstartPaths paths{options.folder};
  const auto nothing = [](const json&) {};
  const auto keep_as = [paths](const char* name) {
    return [paths, name](const json& result) { keep_finding(paths, {{name, result}}); };
  };
  std::vector<QuickstartPhase> phases;
  phases.push_back({FW_TEXT("sample", "Import"),
                    [=] {
                      std::vector<std::string> folders{to_utf8(fs::absolute(options.clips))};
                      for (const fs::path& folder : {options.held_out, options.prior})
                        if (!folder.empty()) folders.push_back(to_utf8(fs::absolute(folder)));
                      return JobSpec{"dataset_import",
                                     "Import",
                                     {{"project", to_utf8(paths.project())}, {"paths", folders}}};
                    },
                    keep_as("import")});
  phases.push_back({FW_TEXT("sample", "Check and buckets"),
                    [=] {
                      return JobSpec{"sample_dataset",
                                     "Dataset",
                                     {{"folder", to_utf8(paths.folder)},
                                      {"model", to_utf8(options.model)},
                                      {"held_out", to_utf8(options.held_out)},
                                      {"prior", to_utf8(options.prior)}}};
                    },
                    [=](const json& counts) {
                      keep_finding(paths, {{"clips", counts}});
                      write_run_file(paths, options);
                    }});
  phases.push_back(
      {FW_TEXT("sample", "Precompute"), [=] { return precompute(paths, options, paths.train()); }, nothing});
  phases.push_back({FW_TEXT("sample", "Precompute held-out clips"),
                    [=] { return precompute(paths, options, paths.held_out()); }, nothing});
  phases.push_back({FW_TEXT("sample", "Plan"),
                    [=] {
                      return JobSpec{"plan", "Plan", {{"run_file", to_utf8(paths.run_file())}}};
                    },
                    keep_as("plan")});
  phases.push_back({FW_TEXT("sample", "Held-out loss before"),
                    [=] { return loss(paths, options, json::array()); }, keep_as("loss_before")});
  phases.push_back({FW_TEXT("sample", "Training"),
                    [=] {
                      return JobSpec{"train", "Train", train_params(paths)};
                    },
                    keep_as("train")});
  phases.push_back({FW_TEXT("sample", "Held-out loss after"),
                    [=] {
                      const fs::path result =
                          read_findings(paths.folder).at("train").at("result").get<std::string>();
                      const fs::path lora = result / "pytorch_lora_weights.safetensors";
                      return loss(paths, options, {{{"file", to_utf8(lora)}, {"weight", 1.0}}});
                    },
                    keep_as("loss_after")});
  phases.push_back({FW_TEXT("sample", "Comparison"),
                    [=] {
                      const json found = read_findings(paths.folder);
                      return JobSpec{"sample_report",
                                     "Comparison",
                                     {{"folder", to_utf8(paths.folder)},
                                      {"run", found.at("train").at("run")},
                                      {"train", found.at("clips").at("train")}}};
                    },
                    [paths](const json& result) { keep_finding(paths, result); }});
  return phases;
}

std::vector<engine_api::JobKind> quickstart_job_kinds() {
  using Work = json (*)(const json&, engine_api::JobContext&);
  std::vector<engine_api::JobKind> kinds;
  for (const auto& [name, work] : {std::pair<const char*, Work>("sample_dataset", make_dataset),
                                   std::pair<const char*, Work>("sample_report", make_report)}) {
    kinds.push_back({name, {}, [work = work](const json& params) {
                       return engine_api::make_job([work, params](engine_api::JobContext& context) {
                         return engine_api::Outcome::finished(work(params, context));
                       });
                     }});
  }
  return kinds;
}

fs::path default_quickstart_folder(const fs::path& clips, const fs::path& model) {
  fs::path whole = fs::absolute(clips).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();
  // The name is for people; the digits keep apart what has the same name.
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
  const json found = read_findings(options.folder);
  if (found.empty() && !is_empty) throw Error(folder_in_use, {{"folder", to_utf8(options.folder)}});
  const json inputs = {{"clips", to_utf8(fs::absolute(options.clips))},
                       {"model", to_utf8(fs::absolute(options.model))}};
  const json before = found.value("inputs", inputs);
  for (const auto& [what, path] : inputs.items()) {
    if (before.value(what, json()) != path)
      throw Error(other_job,
                  {{"folder", to_utf8(options.folder)}, {"what", what}, {"theirs", before.value(what, "")}});
  }
  keep_finding({options.folder}, {{"inputs", inputs}});
}

json read_findings(const fs::path& folder) {
  const fs::path file = QuickstartPaths{folder}.findings();
  std::error_code error;
  if (!fs::exists(file, error)) return json::object();
  const json found = parse_json(read_file(file));
  return found.is_object() ? found : json::object();  // somebody else's file of that name
}

}  // namespace fw::quickstart
