// SPDX-License-Identifier: Apache-2.0
#include "download/addresses.h"
#include "hub/hub_errors.h"
#include "hub/repository.h"

namespace fw::hub {

// The hub answers 401 for repositories that do not exist, too, so that nobody learns which private ones do;
// X-Error-Code says more. Source: huggingface_hub, hf_raise_for_status().
void refuse(const download::Answer& answer, const HubSettings& settings, const Repository& repository,
            const std::string& file) {
  constexpr long unauthorised = 401, forbidden_status = 403, not_found = 404;
  const auto header = [&](const char* name) {
    const auto found = answer.last.find(name);
    return found == answer.last.end() ? std::string() : found->second;
  };
  const std::string code = header("x-error-code"), host = download::host_of(settings.endpoint);
  const bool is_endpoint = download::may_share_secrets(settings.endpoint, answer.address);
  if (!is_endpoint && answer.status != not_found) download::refuse(answer);
  if (code == "GatedRepo")
    throw Error(gated, {{"repository", repository.name}, {"page", page_of(repository, settings)}});
  if (code == "RevisionNotFound")
    throw Error(no_revision, {{"repository", repository.name}, {"revision", repository.revision}});
  if (answer.status == unauthorised && !settings.token.empty() && code != "RepoNotFound")
    throw Error(token_refused, {{"host", host}});
  if (answer.status == forbidden_status) throw Error(forbidden, {{"repository", repository.name}});
  if (answer.status == not_found && !file.empty())
    throw Error(no_file, {{"repository", repository.name}, {"file", file}});
  if (answer.status == unauthorised || answer.status == not_found)
    throw Error(no_repository, {{"repository", repository.name}, {"host", host}});
  download::refuse(answer);
}

}  // namespace fw::hub
