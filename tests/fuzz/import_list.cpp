// SPDX-License-Identifier: Apache-2.0
#include "interchange/import_list.h"

#include "dataset/dataset_manifest.h"
#include "fuzz.h"
#include "interchange/csv.h"
#include "interchange/list_text.h"
#include "project/captions.h"

using namespace fw::dataset;
using namespace fw::interchange;

namespace {

struct Read {
  std::vector<ImportRow> rows;
  std::vector<RowFault> faults;
};

Read read(const std::filesystem::path& list) {
  Read all;
  const auto keep = [&](RowFault fault) { all.faults.push_back(std::move(fault)); };
  visit_import_rows(std::array{list}, {},
                    {.on_row = [&](ImportRow row) { all.rows.push_back(std::move(row)); },
                     .on_fault = keep,
                     .on_warning = keep});
  for (const ImportRow& row : all.rows) {
    fuzz::require(normal_caption(row.caption) == row.caption, "captions are in normal form");
    for (const std::string& caption : row.more_captions)
      fuzz::require(!caption.empty() && !row.caption.empty() && normal_caption(caption) == caption,
                    "so are the others, and none is empty");
    fuzz::require(row.file.is_absolute() && row.file.native().find('\0') == std::string::npos,
                  "a file is named");
    fuzz::require(row.line >= 0, "a row has a line");
  }
  for (const RowFault& fault : all.faults)
    fuzz::require(!fault.fault.full_message().empty() && fault.line >= 0, "a fault has words");
  return all;
}

void check_cells(std::string_view text) {
  CsvReader reader(text);
  int64_t line = 0;
  while (const auto row = reader.next()) {
    fuzz::require(row->line > line && !row->cells.empty(), "rows follow one another");
    line = row->line;
    std::string again = "x";
    for (const std::string& cell : row->cells) again += "," + csv_cell(cell);
    again += '\n';
    CsvReader second(again);
    const auto read = second.next();
    fuzz::require(read && !second.unclosed_quote() && !second.next(), "a row comes back");
    fuzz::require(
        std::equal(row->cells.begin(), row->cells.end(), read->cells.begin() + 1, read->cells.end()),
        "cells come back");
  }
}

ListRow list_row(const ImportRow& row) {
  ListRow out{.file = row.file.string(), .caption = row.caption};
  if (!row.tags.empty()) out.details["clip_tags"] = row.tags;
  if (!row.more_captions.empty()) out.details["clip_captions"] = row.more_captions;
  if (row.in_frame) out.details["clip_in"] = *row.in_frame;
  if (row.out_frame) out.details["clip_out"] = *row.out_frame;
  if (row.crop) out.details["clip_crop"] = {row.crop->x, row.crop->y, row.crop->width, row.crop->height};
  if (row.bucket) out.details["clip_bucket"] = fw::catalog::to_string(*row.bucket);
  return out;
}

/// Rows read are exported in every layout and read again.
void check_exports(const fuzz::Folder& folder, const std::vector<ImportRow>& rows) {
  std::vector<ListRow> list;
  for (const ImportRow& row : rows) list.push_back(list_row(row));
  folder.write("export/prompts.txt", prompts_text(list));
  for (const auto& [name, text] :
       {std::pair("metadata.csv", csv_text(list)), std::pair("metadata.jsonl", jsonl_text(list)),
        std::pair("videos.txt", videos_text(list))}) {
    const Read again = read(folder.write(std::filesystem::path("export") / name, text));
    fuzz::require(again.faults.empty() == !rows.empty() && again.rows.size() == rows.size(),
                  "every row comes back, and a list of none is reported");
    for (size_t i = 0; i < rows.size(); ++i) {
      const ImportRow &was = rows[i], &is = again.rows[i];
      std::string caption = was.caption;
      const bool is_table = name != std::string_view("videos.txt");
      if (!is_table) std::ranges::replace(caption, '\n', ' ');
      fuzz::require(is.file == was.file && is.caption == caption, "file and caption come back");
      if (is_table) {
        fuzz::require(is.in_frame == was.in_frame && is.out_frame == was.out_frame && is.crop == was.crop &&
                          is.bucket == was.bucket && is.tags == was.tags &&
                          is.more_captions == was.more_captions,
                      "details come back");
      }
    }
  }
}

}  // namespace

// The first line of the input names a list file, the rest is its content. For videos.txt a line "==="
// separates it from prompts.txt.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const fuzz::Folder folder;
  static const bool with_videos = [] {
    for (const char* name : {"in/a.mp4", "in/b b.mp4", "in/c,\"d\".png"}) folder.write(name, "");
    return true;
  }();
  fuzz::require(with_videos, "videos to name");
  std::string_view rest = fuzz::text_of(data, size);
  const size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view name = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  constexpr std::string_view names[] = {"metadata.csv", "metadata.jsonl", "videos.txt", "list.txt"};
  if (std::ranges::find(names, name) == std::end(names)) return 0;
  if (name == "videos.txt") folder.write("in/prompts.txt", fuzz::take_part(rest));
  if (name == "metadata.csv") check_cells(rest);
  const Read imported = read(folder.write(std::filesystem::path("in") / name, rest));
  check_exports(folder, imported.rows);
  return 0;
}
