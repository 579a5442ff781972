// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/choices.h"
#include "base/error.h"
#include "catalog/bucket.h"

/// Reads common dataset layouts row by row, before any video is opened.
namespace fw::interchange {

/// How captions and videos are stored together.
enum class Layout {
  automatic,  ///< the first of: metadata.csv, metadata.jsonl, two lists, captions.json, sidecars
  lists,      ///< prompts.txt and videos.txt, line by line (finetrainers, CogVideoX-Factory)
  sidecars,   ///< clip.mp4 and clip.txt
  csv,        ///< metadata.csv: one row per clip (Hugging Face video folder, finetrainers' dataset file)
  jsonl,      ///< metadata.jsonl: one object per line (Hugging Face video folder, musubi-tuner)
};
constexpr auto choices_of(Layout) {
  using enum Layout;
  return std::array{Choice{automatic, "automatic"}, Choice{lists, "lists"}, Choice{sidecars, "sidecars"},
                    Choice{csv, "csv"}, Choice{jsonl, "jsonl"}};
}

struct ListOptions {
  Layout layout = Layout::automatic;
  std::string caption_column{};  ///< of a table, or of two lists the file: "prompts.txt". Empty: usual ones
  std::string video_column{};
  std::filesystem::path data_root{};       ///< base of relative paths in lists; empty: the list's folder
  std::string caption_extension = ".txt";  ///< for sidecars
  // Attributes that a dataset file of another trainer gives its clips:
  std::optional<int64_t> times{};
  std::optional<double> loss_weight{};
  bool caption_lines = false;  ///< each line of a sidecar is a caption of its own
};

/// One clip from a list. Fields that a layout does not have are empty.
struct ImportRow {
  std::filesystem::path file{};              ///< absolute
  std::string caption{};                     ///< normalised; empty: none
  std::vector<std::string> more_captions{};  ///< after the first; normalised, none empty
  std::string list{};  ///< the file that named it; empty: found in a folder or named directly
  int64_t line = 0;    ///< in the list, from 1
  std::optional<int64_t> in_frame{};
  std::optional<int64_t> out_frame{};
  std::optional<catalog::Crop> crop{};
  std::optional<catalog::Bucket> bucket{};
  std::vector<std::string> tags{};
  std::optional<int64_t> times{};       ///< in an epoch
  std::optional<double> loss_weight{};  ///< factor of its loss
};

/// A problem with one row of a list, or with one clip; the others are not affected.
struct RowFault {
  std::string list{};  ///< the list, or the source file of the clip
  int64_t line = 0;    ///< 0: not in a list
  Fault fault{};
  int64_t clip = 0;  ///< 0: during an import, where the clip does not exist yet
  bool operator==(const RowFault&) const = default;
};
void describe(auto& fields, RowFault& row) {
  fields("list", row.list);
  fields("line", row.line);
  fields("fault", row.fault);
  fields("clip", row.clip);
}

struct RowVisitor {
  std::function<void(ImportRow)> on_row;
  std::function<void(RowFault)> on_fault;    ///< for a row that cannot be used
  std::function<void(RowFault)> on_warning;  ///< for a row without a caption, or skipped files
};

/// Reads everything that `paths` name, row by row, so that lists may be larger than the memory: videos and
/// pictures, folders (recursively), list files. Folders and files are read in alphabetical order, folders
/// behind links last and each folder once; hidden ones, and a project's `runs` and `cache` folders, are
/// skipped. A file is a video by its extension or its content; what a folder leaves out is a warning. Throws
/// only the visitor's exceptions: unusable input becomes a fault of its row. Thread: any. Memory: one line of
/// a list, one folder's names, or a whole JSON list.
void visit_import_rows(std::span<const std::filesystem::path> paths, const ListOptions& options,
                       const RowVisitor& visitor);

}  // namespace fw::interchange
