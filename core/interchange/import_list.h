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

/// Reading the dataset layouts of the field row by row, before any video is opened.
namespace fw::interchange {

/// How captions and videos are kept together.
enum class Layout {
  automatic,  ///< the first of: metadata.csv, metadata.jsonl, two lists, captions.json, sidecars
  lists,      ///< prompts.txt and videos.txt, line by line (finetrainers, CogVideoX-Factory)
  sidecars,   ///< clip.mp4 and clip.txt
  csv,        ///< metadata.csv: one row a clip (Hugging Face video folder, finetrainers' dataset file)
  jsonl,      ///< metadata.jsonl: one object a line (Hugging Face video folder, musubi-tuner)
};
constexpr auto choices_of(Layout) {
  using enum Layout;
  return std::array{Choice{automatic, "automatic"}, Choice{lists, "lists"}, Choice{sidecars, "sidecars"},
                    Choice{csv, "csv"}, Choice{jsonl, "jsonl"}};
}

struct ListOptions {
  Layout layout = Layout::automatic;
  std::string
      caption_column{};  ///< of a table; of two lists the file name: "prompts.txt". Empty: the usual ones
  std::string video_column{};
  std::filesystem::path data_root{};  ///< relative paths in lists start here; empty: at the list's folder
  std::string caption_extension = ".txt";  ///< of sidecars
};

/// One clip that somebody lists. What a layout cannot hold is missing.
struct ImportRow {
  std::filesystem::path file{};  ///< absolute
  std::string caption{};         ///< in normal form; empty: none
  std::string list{};            ///< the file that named it; empty: found in a folder or named by hand
  int64_t line = 0;              ///< in the list, from 1
  std::optional<int64_t> in_frame{};
  std::optional<int64_t> out_frame{};
  std::optional<catalog::Crop> crop{};
  std::optional<catalog::Bucket> bucket{};
  std::vector<std::string> tags{};
};

/// What is wrong with one row of a list, or with one clip; the others are good all the same.
struct RowFault {
  std::string list{};  ///< the list, or the file that the clip is cut from
  int64_t line = 0;    ///< 0: not in a list
  Fault fault{};
  int64_t clip = 0;  ///< 0: of an import, where there is no clip yet
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
  std::function<void(RowFault)> on_fault;    ///< of a row that cannot be used
  std::function<void(RowFault)> on_warning;  ///< of a row that lacks its caption, or of files passed over
};

/// Reads everything that `paths` name, row by row, so that a list may be longer than the memory: videos and
/// pictures, folders with all folders in them, list files. Folders and files are read in alphabetical order;
/// hidden ones, and the `runs` and `cache` folders of a project, are skipped. Throws only what the visitor
/// throws: what cannot be used is a fault of its row. Thread: any.
/// Memory: one line of a list, one folder's names, or a JSON list as a whole.
void visit_import_rows(std::span<const std::filesystem::path> paths, const ListOptions& options,
                       const RowVisitor& visitor);

}  // namespace fw::interchange
