// SPDX-License-Identifier: Apache-2.0
#include "training/left_out.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/paths.h"
#include "run/cache_cleanup.h"

namespace fw::training {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode clips_unusable{
    "training.clips_unusable",
    FW_TEXT("errors",
            "{count} of the {total} samples cannot be trained on ({missing} are missing, {broken} could not "
            "be encoded):{list}"),
    FW_TEXT("errors",
            "Connect the disk or replace the clips, then resume the run: what has been encoded is kept. To "
            "train without them, start it again with data.allow_unreadable = true."),
    Blame::input};

bool are_allowed(const run::RunSettings& settings) {
  return run::own_value<bool>(settings, "data.allow_unreadable");
}

constexpr double most_left_out = 0.05;
constexpr size_t most_listed = 20;

/// The clips of a dataset and which of them cannot be used.
class Clips {
 public:
  void add(const dataset::DatasetSample& sample, bool is_usable) {
    ++total_;
    Folder& folder = folders_[fs::path(sample.source).parent_path()];
    folder.clips.insert(sample.source);
    if (is_usable) return;
    ++count_;
    std::error_code error;
    const bool is_missing = !fs::exists(sample.source, error);
    if (is_missing) ++missing_;
    folder.unusable.insert(sample.source);
    if (listed_.size() < most_listed)
      listed_.push_back("\n- " + sample.id + ": " + sample.source +
                        (is_missing ? " is missing" : " could not be encoded"));
  }

  /// @throws fw::Error training.clips_unusable
  void check() const {
    std::string list;
    for (const auto& [folder, clips] : folders_)
      if (clips.is_lost())
        list += "\n- all " + std::to_string(clips.clips.size()) + " clips of " + to_utf8(folder);
    if (list.empty() && static_cast<double>(count_) <= most_left_out * static_cast<double>(total_)) return;
    throw Error(clips_unusable, {{"count", count_},
                                 {"total", total_},
                                 {"missing", missing_},
                                 {"broken", count_ - missing_},
                                 {"list", list + this->list()}});
  }
  std::string warning() const {
    if (count_ == 0) return {};
    return std::to_string(count_) + (count_ == 1 ? " sample is" : " samples are") + " left out:" + list();
  }

 private:
  struct Folder {
    std::set<std::string> clips{}, unusable{};
    bool is_lost() const { return clips.size() > 1 && unusable.size() == clips.size(); }
  };

  std::string list() const {
    std::string text;
    for (const std::string& line : listed_) text += line;
    return text + (count_ > listed_.size() ? "\n- …" : "");
  }

  std::map<fs::path, Folder> folders_;
  std::vector<std::string> listed_;
  size_t total_ = 0, count_ = 0, missing_ = 0;
};

}  // namespace

void check_sources(const run::RunSettings& settings, const fs::path& manifest) {
  if (are_allowed(settings)) return;
  Clips clips;
  dataset::visit_dataset_manifest(manifest, [&](const dataset::DatasetSample& sample) {
    std::error_code error;
    clips.add(sample, fs::exists(sample.source, error) ||
                          (run::is_encoded(settings, sample) && run::has_entries(settings.cache, sample)));
  });
  clips.check();
}

std::string leave_out_unencoded(const run::RunSettings& settings, dataset::DatasetManifest& samples,
                                Begins begins) {
  Clips clips;
  std::erase_if(samples, [&](const dataset::DatasetSample& sample) {
    const bool is_usable = run::is_encoded(settings, sample);
    clips.add(sample, is_usable);
    return !is_usable;
  });
  if (begins == Begins::yes && !are_allowed(settings)) clips.check();
  return clips.warning();
}

}  // namespace fw::training
