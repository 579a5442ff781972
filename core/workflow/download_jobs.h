// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "catalog/downloads.h"
#include "engine_api/job.h"

/// Downloads of models and datasets as jobs of the queue. Aborted or paused, they keep what has arrived, and
/// continue when they are started again.
namespace fw::workflow {

/// How to reach the hub, apart from the environment. Not part of a request: the queue keeps requests on disk.
struct HubAccess {
  std::string token{};  ///< empty: that of the environment
  bool offline = false;
};
using AskAccess = std::function<HubAccess()>;

std::vector<engine_api::JobKind> download_job_kinds(const AskAccess& access);

/// Information for the user before a download.
struct DownloadTerms {
  std::string licence{};          ///< name; empty: the hub states none
  std::string licence_address{};  ///< of its text or of the model's page
  std::string limits{};           ///< a sentence about territories and the like; may be empty
  bool is_free = false;           ///< without terms to accept
  bool is_gated = false;          ///< the conditions on its page have to be accepted as well
  std::vector<std::string> repositories{};
};
/// @param model  id in the catalogue, or "owner/name" of a repository. Asks the hub for what the catalogue
///   does not say. @throws fw::Error workflow.unknown_model, hub.*, download.*
DownloadTerms terms_of(const std::string& model, const HubAccess& access);

/// Address of the model's page on the hub, where its licence is.
std::string page_of(const catalog::Download& download, const HubAccess& access);

/// Result: DownloadReport.
struct ModelFetchRequest {
  static constexpr std::string_view kind = "model_fetch";
  std::string model{};             ///< id in the catalogue, or "owner/name" of a repository
  std::filesystem::path folder{};  ///< empty: the hub's cache
  std::string revision = "main";
  bool licence_accepted = false;  ///< otherwise only models under a free licence are downloaded
};
void describe(auto& fields, ModelFetchRequest& request) {
  fields.need("model", request.model);
  fields("folder", request.folder);
  fields("revision", request.revision);
  fields("licence_accepted", request.licence_accepted);
}

/// Result: DownloadReport.
struct DatasetFetchRequest {
  static constexpr std::string_view kind = "dataset_fetch";
  std::string repository{};
  std::filesystem::path folder{};
  std::string revision = "main";
};
void describe(auto& fields, DatasetFetchRequest& request) {
  fields.need("repository", request.repository);
  fields("folder", request.folder);
  fields("revision", request.revision);
}

struct DownloadReport {
  std::filesystem::path folder{};  ///< what to open: the model, or the dataset
  /// Folders with the model's other parts, if it is published in several repositories.
  std::vector<std::filesystem::path> others{};
  int64_t files = 0;
  int64_t bytes = 0;
  int64_t fetched_bytes = 0;  ///< downloaded now; the rest had arrived before
};
void describe(auto& fields, DownloadReport& report) {
  fields.need("folder", report.folder);
  fields("others", report.others);
  fields("files", report.files);
  fields("bytes", report.bytes);
  fields("fetched_bytes", report.fetched_bytes);
}

}  // namespace fw::workflow
