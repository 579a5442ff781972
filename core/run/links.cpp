// SPDX-License-Identifier: Apache-2.0
#include "run/links.h"

#include <algorithm>
#include <cmath>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/paths.h"

namespace fw::run {

namespace {

constexpr ErrorCode bad_links{
    "run.bad_links", FW_TEXT("errors", "{file} holds no measured links: {reason}"),
    FW_TEXT("errors", "Measure them: framewright-cli launch --nproc 8 -- bench links"), Blame::input};

std::filesystem::path links_file() {
  return data_folder() / "links.json";
}

/// @return the problem; empty if there is none
std::string problem_of(const Links& links) {
  if (links.within.empty() && links.between.empty()) return "no group is listed.";
  for (const auto* level : {&links.within, &links.between}) {
    for (const LinkSpeed& speed : *level)
      if (speed.ranks < 2 || !(speed.latency_s >= 0) || !(speed.bytes_per_s > 0) ||
          !std::isfinite(speed.latency_s + speed.bytes_per_s))
        return "a group needs ranks >= 2, latency_s >= 0 and bytes_per_s > 0.";
    if (!std::ranges::is_sorted(*level, std::ranges::less_equal(), &LinkSpeed::ranks))
      return "its groups are not in the order of their sizes.";
  }
  return {};
}

}  // namespace

Links read_links(const std::filesystem::path& file) {
  const nlohmann::json json = read_json(file);
  Links links;
  std::string problem;
  try {
    links = json.get<Links>();
    problem = problem_of(links);
  } catch (const Error& error) {
    problem = error.what();
  }
  if (!problem.empty()) throw Error(bad_links, {{"file", to_utf8(file)}, {"reason", problem}});
  return links;
}

std::optional<Links> kept_links() {
  std::error_code error;
  if (!std::filesystem::exists(links_file(), error)) return std::nullopt;
  try {
    return read_links(links_file());
  } catch (const Error&) {
    return std::nullopt;  // they will be measured again
  }
}

std::filesystem::path keep_links(const Links& links) {
  write_file_atomically(links_file(), nlohmann::json(links).dump(1) + '\n', Existing::replace);
  return links_file();
}

}  // namespace fw::run
