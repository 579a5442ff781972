// SPDX-License-Identifier: Apache-2.0
#include "workflow/download_jobs.h"

#include <algorithm>

#include "base/join.h"
#include "catalog/catalog.h"
#include "hub/fetch.h"
#include "interchange/folder_names.h"

namespace fw::workflow {

namespace fs = std::filesystem;

namespace {

using engine_api::JobContext;
using engine_api::JobKind;
using engine_api::JobState;
using engine_api::Outcome;
using engine_api::Verb;

constexpr ErrorCode unknown_model{
    "workflow.unknown_model", FW_TEXT("errors", "{model} is not in the catalogue of models."),
    FW_TEXT("errors", "Name one of these, or a repository on the hub as owner/name: {known}."), Blame::input};
constexpr ErrorCode licence_not_accepted{
    "workflow.licence_not_accepted",
    FW_TEXT("errors", "{model} is under a licence with terms that you have to accept: {licence}."),
    FW_TEXT("errors", "Read it ({address}), and if you accept it, add --accept-licence."), Blame::input};

hub::HubSettings settings_with(const HubAccess& access) {
  hub::HubSettings settings = hub::hub_settings();
  if (!access.token.empty()) settings.token = hub::cleaned_token(access.token);
  settings.offline |= access.offline;
  return settings;
}

std::vector<hub::FetchRequest> parts_of(const ModelFetchRequest& request) {
  const catalog::Download* const known = catalog::find_download(request.model);
  if (known == nullptr) {
    if (request.model.find('/') == std::string::npos)
      throw Error(unknown_model, {{"model", request.model},
                                  {"known", join(catalog::downloads(), ", ", &catalog::Download::model)}});
    return {{.repository = {.name = request.model, .revision = request.revision}, .folder = request.folder}};
  }
  std::vector<hub::FetchRequest> parts;
  for (const auto& repository : known->repositories) {
    hub::FetchRequest part{.repository = {.name = std::string(repository.name)},
                           .components = {repository.components.begin(), repository.components.end()},
                           .folder = request.folder};
    const bool is_first = parts.empty();
    if (is_first) part.repository.revision = request.revision;
    // Parts in folders next to each other are found (catalog::ModelSource::part).
    if (!request.folder.empty() && known->repositories.size() > 1)
      part.folder /= repository.name.substr(repository.name.find('/') + 1);
    parts.push_back(std::move(part));
  }
  return parts;
}

bool is_free_licence(const std::string& name) {
  return name == "apache-2.0" || name == "mit" || name == "cc0-1.0" || name == "bsd-3-clause" ||
         name == "bsd-2-clause";
}

void add_hubs_word(DownloadTerms& terms, const std::string& repository, const hub::HubSettings& settings) {
  const hub::Listing listing = hub::look_up({.name = repository}, settings);
  terms.is_gated |= listing.is_gated;
  if (!terms.licence.empty()) return;
  terms.licence = listing.licence;
  terms.is_free = is_free_licence(listing.licence);
  const bool is_address = listing.licence_link.starts_with("https://");
  terms.licence_address = is_address ? listing.licence_link : hub::page_of({.name = repository}, settings);
}

/// Ends as paused if that was asked for: what has arrived stays.
template <typename Work>
Outcome until_paused(JobContext& context, const fs::path& folder, const Work& work) {
  std::stop_source stop;
  const std::stop_callback abort(context.stop(), [&] { stop.request_stop(); });
  bool is_paused = false;
  const auto progress = [&](const Progress& now) {
    context.progress(now);
    while (const auto asked = context.take_request()) is_paused |= asked->verb == Verb::pause;
    if (is_paused) stop.request_stop();
  };
  try {
    return work(progress, stop.get_token());
  } catch (const Cancelled&) {
    if (!is_paused || context.stop().stop_requested()) throw;
    return {JobState::paused, DownloadReport{.folder = folder}, {}};
  }
}

void add_to(DownloadReport& report, const hub::FetchResult& result) {
  if (report.folder.empty())
    report.folder = result.folder;
  else
    report.others.push_back(result.folder);
  report.files += static_cast<int64_t>(result.files);
  report.bytes += static_cast<int64_t>(result.bytes);
  report.fetched_bytes += static_cast<int64_t>(result.fetched);
}

Outcome fetch_model(const ModelFetchRequest& request, JobContext& context, const HubAccess& access) {
  const hub::HubSettings settings = settings_with(access);
  const std::vector<hub::FetchRequest> parts = parts_of(request);
  if (!request.licence_accepted && !settings.offline) {
    const DownloadTerms terms = terms_of(request.model, access);
    if (!terms.is_free)
      throw Error(licence_not_accepted, {{"model", request.model},
                                         {"licence", terms.licence.empty() ? "?" : terms.licence},
                                         {"address", terms.licence_address}});
  }
  return until_paused(context, request.folder, [&](const auto& progress, const std::stop_token& stop) {
    DownloadReport report;
    for (const hub::FetchRequest& part : parts) add_to(report, hub::fetch(part, settings, progress, stop));
    return Outcome::finished(report);
  });
}

bool is_of_dataset(const std::string& path) {
  const std::string name = interchange::lower(path);
  return interchange::is_media(path) ||
         std::ranges::any_of(std::initializer_list<std::string_view>{".txt", ".csv", ".json", ".jsonl"},
                             [&](std::string_view end) { return name.ends_with(end); });
}

Outcome fetch_dataset(const DatasetFetchRequest& request, JobContext& context, const HubAccess& access) {
  const hub::HubSettings settings = settings_with(access);
  return until_paused(context, request.folder, [&](const auto& progress, const std::stop_token& stop) {
    DownloadReport report;
    add_to(report,
           hub::fetch({.repository = {request.repository, hub::RepositoryKind::dataset, request.revision},
                       .is_used = is_of_dataset,
                       .folder = request.folder},
                      settings, progress, stop));
    return Outcome::finished(report);
  });
}

}  // namespace

std::string page_of(const catalog::Download& download, const HubAccess& access) {
  return hub::page_of({.name = std::string(download.repositories.front().name)}, settings_with(access));
}

DownloadTerms terms_of(const std::string& model, const HubAccess& access) {
  const hub::HubSettings settings = settings_with(access);
  DownloadTerms terms;
  for (const hub::FetchRequest& part : parts_of({.model = model}))
    terms.repositories.push_back(part.repository.name);
  if (const catalog::Download* const known = catalog::find_download(model); known != nullptr) {
    terms.licence = known->licence.name;
    terms.licence_address = known->licence.address;
    terms.limits = known->licence.limits;
    terms.is_free = known->licence.is_free;
  }
  if (terms.licence.empty() && !settings.offline) add_hubs_word(terms, terms.repositories.front(), settings);
  return terms;
}

std::vector<JobKind> download_job_kinds(const AskAccess& access) {
  return {engine_api::kind_of<ModelFetchRequest>(
              [access](const ModelFetchRequest& request, JobContext& context) {
                return fetch_model(request, context, access());
              },
              {Verb::pause, Verb::resume}, engine_api::Lane::download),
          engine_api::kind_of<DatasetFetchRequest>(
              [access](const DatasetFetchRequest& request, JobContext& context) {
                return fetch_dataset(request, context, access());
              },
              {Verb::pause, Verb::resume}, engine_api::Lane::download)};
}

}  // namespace fw::workflow
