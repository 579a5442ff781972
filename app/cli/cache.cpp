// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <memory>

#include "base/paths.h"
#include "base/units.h"
#include "cli/command.h"
#include "run/cache_cleanup.h"
#include "run/run_folder.h"

namespace fw::cli {

namespace {

constexpr ErrorCode not_confirmed{"cli.not_confirmed", "Nothing was removed.",
                                  "Answer y when asked, or pass --yes.", Blame::input};

struct CacheOptions {
  std::filesystem::path cache;
  std::vector<std::filesystem::path> projects;
  uint64_t limit = 0;
  bool dry_run = false;
  bool yes = false;
};

std::vector<std::filesystem::path> runs_of(const CacheOptions& options) {
  std::vector<std::filesystem::path> runs;
  for (const std::filesystem::path& project : options.projects) {
    for (const run::RunPaths& run : run::list_runs(project / "runs")) runs.push_back(run.folder);
  }
  return runs;
}

nlohmann::json to_json(const run::CacheSize& size) {
  return {{"bytes", size.bytes}, {"entries", size.entries}};
}

std::string text(const run::CacheSize& size) {
  return format_bytes(size.bytes) + " in " + std::to_string(size.entries) + " entries";
}

void print(const Session& session, const char* event, const char* verb, const run::CacheCleanup& plan) {
  std::vector<std::string> names;
  for (const std::filesystem::path& run : plan.missing) names.push_back(to_utf8(run));
  if (session.json) {
    return print_json({{"event", event},
                       {"before", to_json(plan.before)},
                       {"removed", to_json(plan.removed)},
                       {"needed", to_json(plan.needed)},
                       {"missing_runs", names}});
  }
  std::printf("Cache: %s\nNeeded by unfinished runs: %s\n%s: %s\n", text(plan.before).c_str(),
              text(plan.needed).c_str(), verb, text(plan.removed).c_str());
  for (const std::string& name : names)
    std::printf("Not found, so nothing is kept for it: %s\n", name.c_str());
}

void confirm(const CacheOptions& options) {
  if (options.yes) return;
  std::string answer;
  if (::isatty(STDIN_FILENO) != 0) {
    std::fprintf(stderr, "Remove them? [y/N] ");
    std::getline(std::cin, answer);
  }
  if (answer != "y" && answer != "yes") throw Error(not_confirmed);
}

void clean(const CacheOptions& options, const Session& session) {
  const auto runs = runs_of(options);
  const run::CacheCleanup plan = run::plan_cleanup(options.cache, options.limit, runs);
  if (options.dry_run || plan.removed.entries == 0)
    return print(session, "cleanup", "Would be removed", plan);
  if (!session.json) print(session, "cleanup", "To be removed", plan);
  confirm(options);
  // Only gives up runs that the user was asked about.
  const auto given_up = options.yes ? std::vector<std::filesystem::path>() : plan.missing;
  print(session, "cleanup", "Removed", run::clean_cache(options.cache, options.limit, runs, {}, given_up));
}

}  // namespace

void add_cache(CLI::App& app, Session& session) {
  CLI::App* const cache =
      app.add_subcommand("cache", "Show or reduce the size of a cache of latents and embeddings");
  cache->require_subcommand(1);
  const auto options = std::make_shared<CacheOptions>();
  CLI::App* const show = cache->add_subcommand("show", "Show the size of the cache");
  show->add_option("--cache", options->cache, "Cache folder")->required();
  show->callback([options, &session] {
    const run::CacheSize size = run::cache_size(options->cache);
    nlohmann::json json = to_json(size);
    json["event"] = "cache";
    session.json ? print_json(json) : (void)std::printf("%s\n", text(size).c_str());
  });
  CLI::App* const down = cache->add_subcommand(
      "clean", "Remove the least recently used entries, but never those an unfinished run needs");
  down->add_option("--cache", options->cache, "Cache folder")->required();
  down->add_option("--limit", options->limit, "Size to reduce the cache to, such as 50GiB")
      ->required()
      ->transform(CLI::AsSizeValue(true));
  down->add_option("--project", options->projects,
                   "Further projects whose unfinished runs keep their entries");
  down->add_flag("--dry-run", options->dry_run, "Only show what would be removed");
  down->add_flag("--yes", options->yes, "Do not ask for confirmation");
  down->callback([options, &session] { clean(*options, session); });
}

}  // namespace fw::cli
