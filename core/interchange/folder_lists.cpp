// SPDX-License-Identifier: Apache-2.0
#include "interchange/folder_lists.h"

#include <algorithm>
#include <array>

#include "interchange/list_paths.h"

namespace fw::interchange {

namespace {

namespace fs = std::filesystem;

constexpr std::array prompt_lists{"prompts.txt", "prompt.txt", "captions.txt", "caption.txt"};
constexpr std::array video_lists{"videos.txt", "video.txt"};
// diffusion-pipe, FastVideo and VideoX-Fun.
constexpr std::array json_lists{"captions.json", "videos2caption.json", "metadata.json"};

/// The first existing file with a usual name; empty if there is none.
fs::path first_existing(const fs::path& folder, const auto& names) {
  for (const char* name : names) {
    if (is_file(folder / name)) return folder / name;
  }
  return {};
}

}  // namespace

fs::path usual_prompts(const fs::path& folder) {
  return first_existing(folder, prompt_lists);
}

fs::path usual_videos(const fs::path& folder) {
  return first_existing(folder, video_lists);
}

bool is_usual_videos(const std::string& name) {
  return std::ranges::find(video_lists, name) != video_lists.end();
}

fs::path list_of(const fs::path& folder, const ListOptions& options) {
  const bool tables = options.layout == Layout::automatic;
  if (options.layout == Layout::csv || (tables && is_file(folder / "metadata.csv")))
    return folder / "metadata.csv";
  if (options.layout == Layout::jsonl || (tables && is_file(folder / "metadata.jsonl")))
    return folder / "metadata.jsonl";
  const fs::path videos = usual_videos(folder);
  const bool has_named_lists = !options.video_column.empty() && is_file(folder / options.video_column);
  const bool two_lists = !usual_prompts(folder).empty() && !videos.empty();
  if (options.layout == Layout::lists || (tables && (two_lists || has_named_lists)))
    return has_named_lists || videos.empty() ? folder / "videos.txt" : videos;
  return tables ? first_existing(folder, json_lists) : fs::path();
}

}  // namespace fw::interchange
