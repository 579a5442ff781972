// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "download/transfer.h"
#include "hub/hub_settings.h"

namespace fw::hub {

enum class RepositoryKind { model = 1, dataset };

struct Repository {
  std::string name;  ///< "owner/name"
  RepositoryKind kind = RepositoryKind::model;
  std::string revision = "main";  ///< a branch, a tag or a commit
};

struct RemoteFile {
  std::string path;  ///< in the repository, checked: relative, without ".."
  uint64_t bytes = 0;
  std::string etag;  ///< SHA-256 of large files, Git's blob name of others, in lower case; checked
  bool is_sha256() const { return etag.size() == 64; }
};

/// The hub's data about a repository at one commit.
struct Listing {
  std::string commit;
  std::vector<RemoteFile> files;
  bool is_gated = false;  ///< conditions have to be accepted on its page
  std::string licence{};  ///< as its owner declares it; may be empty
  std::string licence_link{};
};

/// @throws fw::Error hub.bad_repository, hub.bad_revision
void check_names(const Repository& repository);
/// True for a path that stays below the folder it is appended to, on any system.
bool is_safe_path(std::string_view path);
/// "models--owner--name".
std::string cache_name(const Repository& repository);
/// The repository's page, for people.
std::string page_of(const Repository& repository, const HubSettings& settings);

/// Asks the hub. @throws fw::Error hub.*, download.*; fw::Cancelled
Listing list_files(download::Transfer& transfer, const HubSettings& settings, const Repository& repository);
/// Interprets its answer. @throws fw::Error hub.no_hub, hub.unsafe_path
Listing parse_listing(const std::string& json, const std::string& address, const Repository& repository);

/// A file's address at the commit, with the token for the endpoint.
download::Source source_of(const RemoteFile& file, const std::string& commit, const HubSettings& settings,
                           const Repository& repository);

/// Throws the error for the hub's refusal, with a remedy. @param file  empty: the list of files
[[noreturn]] void refuse(const download::Answer& answer, const HubSettings& settings,
                         const Repository& repository, const std::string& file);

}  // namespace fw::hub
