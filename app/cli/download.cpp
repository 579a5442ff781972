// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "base/paths.h"
#include "base/units.h"
#include "catalog/downloads.h"
#include "cli/dataset.h"
#include "workflow/download_jobs.h"

namespace fw::cli {

namespace {

using workflow::DownloadReport;
using workflow::HubAccess;

void print_download(const Session& session, const catalog::Download& download) {
  const catalog::ModelSpec& model = *catalog::find_model(download.model);
  const std::string size = to_string(model.native_size());
  std::string tasks;
  for (const catalog::VideoTask task : model.tasks)
    tasks += (tasks.empty() ? "" : ", ") + std::string(name_of(task));
  const auto bytes = static_cast<uint64_t>(2 * download.parameters);
  const catalog::Licence& licence = download.licence;
  if (session.json) {
    std::vector<std::string> repositories;
    for (const auto& repository : download.repositories) repositories.emplace_back(repository.name);
    return print_json({{"event", "model"},
                       {"model", download.model},
                       {"name", model.rules.model},
                       {"makes", size},
                       {"fps", model.rules.fps},
                       {"tasks", tasks},
                       {"repositories", repositories},
                       {"parameters", download.parameters},
                       {"least_bytes", bytes},
                       {"licence", licence.name},
                       {"licence_address", licence.address},
                       {"licence_limits", licence.limits},
                       {"licence_is_free", licence.is_free}});
  }
  std::printf("%-24s %s at %g fps, %s; from %s on the disk\n", std::string(download.model).c_str(),
              size.c_str(), model.rules.fps, tasks.c_str(), format_bytes(bytes).c_str());
  for (const auto& repository : download.repositories)
    std::printf("%-24s %s\n", "", std::string(repository.name).c_str());
  std::printf("%-24s %s%s%s\n", "",
              licence.name.empty() ? "licence: see its page" : std::string(licence.name).c_str(),
              licence.limits.empty() ? "" : ". ", std::string(licence.limits).c_str());
}

void print_terms(const Session& session, const std::string& model, const workflow::DownloadTerms& terms) {
  if (session.json)
    return print_json({{"event", "terms"},
                       {"model", model},
                       {"repositories", terms.repositories},
                       {"licence", terms.licence},
                       {"licence_address", terms.licence_address},
                       {"licence_limits", terms.limits},
                       {"licence_is_free", terms.is_free},
                       {"gated", terms.is_gated}});
  std::fprintf(stderr, "%s: %s", model.c_str(),
               terms.licence.empty() ? "no licence stated" : terms.licence.c_str());
  if (!terms.licence_address.empty()) std::fprintf(stderr, " (%s)", terms.licence_address.c_str());
  std::fprintf(stderr, "%s%s\n", terms.limits.empty() ? "" : ". ", terms.limits.c_str());
  if (terms.is_gated) std::fprintf(stderr, "Its conditions have to be accepted on its page as well.\n");
}

int print_report(const Session& session, const DownloadReport& report) {
  if (session.json) return exit_done;
  if (report.files == 0) {
    std::fprintf(stderr, "Interrupted. The same command continues from here.\n");
    return exit_done;
  }
  std::printf("%s\n", to_utf8(report.folder).c_str());
  for (const auto& other : report.others) std::printf("part: %s\n", to_utf8(other).c_str());
  std::fprintf(stderr, "%lld files, %s, of which %s were downloaded now.\n",
               static_cast<long long>(report.files),
               format_bytes(static_cast<uint64_t>(report.bytes)).c_str(),
               format_bytes(static_cast<uint64_t>(report.fetched_bytes)).c_str());
  return exit_done;
}

template <typename Request>
int run_download(const Session& session, const Request& request, const HubAccess& access, const char* title) {
  auto kinds = workflow::download_job_kinds([access] { return access; });
  const auto kind = std::ranges::find(kinds, Request::kind, &engine_api::JobKind::name);
  const auto finish = [&session](const DownloadReport& report) { return print_report(session, report); };
  return run_job(session, std::move(*kind), job_of(request, title), on_result<DownloadReport>(finish));
}

/// The options that both kinds of downloads have.
template <typename Request>
void add_hub_options(CLI::App& command, Request& request, HubAccess& access) {
  command.add_option("--to", request.folder,
                     "Folder for the files (default: the cache shared with other programs)");
  command.add_option("--revision", request.revision, "Branch, tag or commit (default: main)");
  command.add_option("--token", access.token, "Access token (default: HF_TOKEN, or the token file)");
  command.add_flag("--offline", access.offline, "Only check what is on this computer");
}

}  // namespace

void add_model_downloads(CLI::App& model, Session& session) {
  const auto available = std::make_shared<bool>(false);
  CLI::App* const list = model.add_subcommand("list", "List the models that can be downloaded");
  list->add_flag("--available", *available,
                 "The catalogue: what each model makes, its repositories, size and licence")
      ->required();
  list->callback([&session, available] {
    for (const catalog::Download& download : catalog::downloads()) print_download(session, download);
  });
  CLI::App* const fetch =
      model.add_subcommand("fetch", "Download the used files of a model; continues where it was interrupted");
  const auto request = std::make_shared<workflow::ModelFetchRequest>();
  const auto access = std::make_shared<HubAccess>();
  fetch->add_option("NAME", request->model, "Name in model list --available, or owner/name on the hub")
      ->required();
  add_hub_options(*fetch, *request, *access);
  fetch->add_flag("--accept-licence,--accept-license", request->licence_accepted,
                  "Accept the terms of the model's licence, after reading them");
  fetch->callback([&session, request, access] {
    if (!access->offline) print_terms(session, request->model, workflow::terms_of(request->model, *access));
    session.exit_code = run_download(session, *request, *access, "Download model");
  });
}

void add_dataset_fetch(CLI::App& group, Session& session) {
  CLI::App* const fetch =
      group.add_subcommand("fetch", "Download the clips and captions of a dataset on the hub");
  const auto request = std::make_shared<workflow::DatasetFetchRequest>();
  const auto access = std::make_shared<HubAccess>();
  fetch->add_option("REPO", request->repository, "owner/name of the dataset on the hub")->required();
  add_hub_options(*fetch, *request, *access);
  fetch->callback([&session, request, access] {
    session.exit_code = run_download(session, *request, *access, "Download dataset");
  });
}

}  // namespace fw::cli
