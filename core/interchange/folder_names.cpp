// SPDX-License-Identifier: Apache-2.0
#include "interchange/folder_names.h"

#include <algorithm>
#include <array>

#include "base/join.h"
#include "base/paths.h"
#include "media/probe.h"

namespace fw::interchange {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 71> extensions{
    ".mp4",   ".mkv",  ".mov", ".webm", ".avi",  ".m4v",  ".mpg",  ".mpeg", ".ts",   ".mts",  ".m2ts",
    ".m2t",   ".wmv",  ".asf", ".flv",  ".f4v",  ".3gp",  ".3g2",  ".ogv",  ".ogm",  ".mxf",  ".nut",
    ".vob",   ".m2v",  ".m1v", ".mpv",  ".mpe",  ".mp2v", ".m2p",  ".mod",  ".tod",  ".tp",   ".trp",
    ".mj2",   ".wtv",  ".amv", ".lrv",  ".insv", ".dv",   ".rm",   ".rmvb", ".divx", ".qt",   ".mjpg",
    ".mjpeg", ".y4m",  ".ivf", ".264",  ".h264", ".265",  ".h265", ".hevc", ".gif",  ".apng", ".png",
    ".jpg",   ".jpeg", ".jpe", ".jfif", ".webp", ".bmp",  ".tif",  ".tiff", ".jp2",  ".ppm",  ".avif",
    ".jxl",   ".tga",  ".exr", ".mk3d", ".mp4v"};

}  // namespace

std::span<const std::string_view> media_extensions() {
  return extensions;
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

bool is_media(const fs::path& file) {
  return std::ranges::find(extensions, lower(file.extension().string())) != extensions.end();
}

bool is_unnamed_video(const fs::path& file) {
  constexpr std::array<std::string_view, 7> unfinished{".part",       ".partial", ".crdownload", ".download",
                                                       ".incomplete", ".tmp",     ".bak"};
  std::error_code error;
  return std::ranges::find(unfinished, lower(file.extension().string())) == unfinished.end() &&
         fs::is_regular_file(file, error) && media::is_video_content(file);
}

std::string named_briefly(const std::vector<std::string>& names) {
  constexpr size_t most_items = 10, few = 2;
  std::map<std::string, size_t> kinds;
  for (const std::string& name : names) ++kinds[lower(fs::path(name).extension().string())];
  std::string text;
  size_t items = 0;
  const auto add = [&](const std::string& item) {
    if (++items <= most_items) append_item(text, to_utf8(item));
  };
  const auto is_kind = [&](const auto& kind) { return !kind.first.empty() && kind.second > few; };
  const bool by_kind = names.size() > most_items;
  if (by_kind)
    for (const auto& kind : kinds)
      if (is_kind(kind)) add(std::to_string(kind.second) + " × " + kind.first);
  for (const std::string& name : names)
    if (!by_kind || !is_kind(*kinds.find(lower(fs::path(name).extension().string())))) add(name);
  if (items > most_items) append_item(text, "…");
  return text;
}

std::vector<std::string> media_below(const fs::path& folder,
                                     const std::function<bool(const fs::path&)>& wanted) {
  std::vector<std::string> files;
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(folder, options, error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path& path = entry->path();
    const bool is_hidden = path.filename().string().starts_with('.');
    std::error_code unknown;
    if (entry->is_directory(unknown)) {
      if (is_hidden) entry.disable_recursion_pending();
    } else if (!is_hidden && is_media(path) && wanted(path)) {
      files.push_back(path.lexically_relative(folder).string());
    }
  }
  std::ranges::sort(files);
  return files;
}

FolderNames::FolderNames(const fs::path& folder) : folder_(folder) {
  for (fs::directory_iterator entry(folder, error_), end; !error_ && entry != end; entry.increment(error_))
    names_.push_back(entry->path().filename().string());  // a path would also store each of its parts
  std::ranges::sort(names_);
  for (const std::string& name : names_) by_lower_.emplace(lower(name), name);
}

fs::path FolderNames::sidecar_of(const fs::path& file, const std::string& extension) const {
  fs::path sidecar = file;
  sidecar.replace_extension(extension);
  std::error_code error;
  if (sidecar == file) return {};
  if (fs::is_regular_file(sidecar, error)) return sidecar;
  const auto found = by_lower_.find(lower(sidecar.filename().string()));
  if (found == by_lower_.end() || found->second == file.filename()) return {};
  sidecar.replace_filename(found->second);
  return fs::is_regular_file(sidecar, error) ? sidecar : fs::path();
}

}  // namespace fw::interchange
