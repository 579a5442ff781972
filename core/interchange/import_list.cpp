// SPDX-License-Identifier: Apache-2.0
#include "interchange/import_list.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/atomic_file.h"
#include "base/join.h"
#include "base/json_text.h"
#include "base/line_reader.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "dataset/dataset_manifest.h"
#include "interchange/csv.h"
#include "media/errors.h"

namespace fw::interchange {

namespace {

namespace fs = std::filesystem;

constexpr size_t largest_sidecar = 1 << 20;  // of a caption a few hundred words are read

constexpr ErrorCode missing_file{"interchange.missing_file", FW_TEXT("errors", "{file} does not exist."),
                                 FW_TEXT("errors", "Correct the path, or copy the file there."),
                                 Blame::input};
constexpr ErrorCode bad_name{"interchange.bad_name", FW_TEXT("errors", "The name of {file} is not UTF-8."),
                             FW_TEXT("errors", "Rename the file."), Blame::input};
constexpr ErrorCode unreadable_folder{"interchange.unreadable_folder",
                                      FW_TEXT("errors", "The folder {file} could not be read: {reason}."),
                                      FW_TEXT("errors", "Check its permissions."), Blame::input};
constexpr ErrorCode empty_line{"interchange.empty_line", FW_TEXT("errors", "The line does not name a file."),
                               FW_TEXT("errors", "Remove the line here and its caption in the other list."),
                               Blame::input};
constexpr ErrorCode empty_list{
    "interchange.empty_list", FW_TEXT("errors", "{list} does not name any clips."),
    FW_TEXT("errors", "Delete it, or choose another layout, to import the videos in its folder."),
    Blame::input};
constexpr ErrorCode no_partner{
    "interchange.no_partner",
    FW_TEXT("errors",
            "{list} has {lines} {lines:line|lines}, but {other} has {others}: this line has no counterpart."),
    FW_TEXT("errors", "Check that the lines before it still belong together."), Blame::input};
constexpr ErrorCode no_list{"interchange.no_list", FW_TEXT("errors", "{folder} does not contain {list}."),
                            FW_TEXT("errors", "Name the file, or choose another layout."), Blame::input};
constexpr ErrorCode bad_caption{
    "interchange.bad_caption", FW_TEXT("errors", "The caption is not UTF-8 text."),
    FW_TEXT("errors", "Save it as UTF-8. The clip is imported without a caption."), Blame::input};
constexpr ErrorCode bad_row{"interchange.bad_row", FW_TEXT("errors", "The row cannot be used: {reason}."),
                            FW_TEXT("errors", "Correct the row."), Blame::input};
constexpr ErrorCode no_column{
    "interchange.no_column", FW_TEXT("errors", "{list} has no column for {what}; its columns are {columns}."),
    FW_TEXT("errors", "Name the column."), Blame::input};
constexpr ErrorCode more_captions{
    "interchange.more_captions", FW_TEXT("errors", "The row has {captions} captions; the first one is used."),
    "", Blame::input};

constexpr std::array video_columns{"file_name", "video_path", "image_path", "media_path",
                                   "video",     "image",      "path",       "file"};
constexpr std::array caption_columns{"text", "caption", "prompt", "captions", "cap"};
constexpr std::array prompt_lists{"prompts.txt", "prompt.txt", "captions.txt", "caption.txt"};
constexpr std::array video_lists{"videos.txt", "video.txt"};
constexpr std::array media_extensions{".mp4",  ".mkv", ".mov",  ".webm", ".avi", ".m4v", ".mpg",
                                      ".mpeg", ".ts",  ".mts",  ".m2ts", ".wmv", ".flv", ".gif",
                                      ".png",  ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff"};

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

bool contains(const auto& list, const std::string& name) {
  return std::ranges::find(list, name) != list.end();
}

bool is_media(const fs::path& file) {
  return contains(media_extensions, lower(file.extension().string()));
}

/// Whether it is there and can be looked at: what may not be looked at is not there for us.
bool is_file(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

/// The first of the usual names that is there; empty when none is.
fs::path first_existing(const fs::path& folder, const auto& names) {
  for (const char* name : names) {
    if (is_file(folder / name)) return folder / name;
  }
  return {};
}

std::string without_mark(std::string text) {
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  return text;
}

Fault unreadable_file(const fs::path& file, const std::error_code& error) {
  return Fault(media::unreadable, {{"file", to_utf8(file)}, {"reason", error.message()}});
}

/// A whole number that may stand in a row; "12.0", as tables have it where other rows are empty, is one too.
int64_t whole_number(const nlohmann::json& value, const char* key) {
  constexpr double most = int64_t{1} << 53;
  const double number = value.is_number() ? value.get<double>() : NAN;
  if (!(number >= 0 && number <= most && number == std::floor(number)))
    throw std::invalid_argument(std::string(key) + " is " + value.dump() + ", not a whole number");
  return static_cast<int64_t>(number);
}

catalog::Crop crop_of(const nlohmann::json& value) {
  if (!value.is_array() || value.size() != 4)
    throw std::invalid_argument("clip_crop is " + value.dump() + ", not [x, y, width, height]");
  const auto edge = [&](size_t i) { return whole_number(value[i], "clip_crop"); };
  return {edge(0), edge(1), edge(2), edge(3)};
}

using OnRow = std::function<void(ImportRow)>;
using OnFault = std::function<void(RowFault)>;

/// Reads one layout after the other.
class ListReader {
 public:
  ListReader(const ListOptions& options, const OnRow& on_row, const OnFault& on_fault)
      : options_(options), on_row_(on_row), on_fault_(on_fault) {}

  void add_path(const fs::path& named) {
    std::error_code error;
    const fs::path path = fs::absolute(named, error).lexically_normal();
    if (error) return fail(unreadable_file(named, error));
    if (fs::is_directory(path, error)) return add_folder(path.has_filename() ? path : path.parent_path());
    const std::string extension = lower(path.extension().string());
    const std::string name = lower(path.filename().string());
    if (extension == ".csv") return add_csv(path);
    if (extension == ".jsonl") return add_jsonl(path);
    if (contains(video_lists, name)) return add_lists(path.parent_path());
    if (extension == ".txt") return add_paths_of(path);
    add_file(path);
  }

 private:
  void fail(Fault fault, std::string list = {}, int64_t line = 0) {
    ++reported_;
    on_fault_({std::move(list), line, std::move(fault)});
  }

  /// Does what reads a list; what cannot be read is a fault of the list, and what was read before stays. So
  /// is a list that names nothing: it hides the videos beside it.
  void read_list(const fs::path& list, const std::function<void(LineReader&)>& read) {
    const int64_t before = reported_;
    try {
      LineReader lines(list);
      read(lines);
      if (reported_ == before) fail(Fault(empty_list, {{"list", to_utf8(list.filename())}}), to_utf8(list));
    } catch (const Cancelled&) {
      throw;
    } catch (const Error& error) {
      if (error.fault().code != "base.read_failed") throw;  // of on_row
      fail(error.fault(), to_utf8(list));
    }
  }

  void add_folder(const fs::path& folder) {
    const bool tables = options_.layout == Layout::automatic;
    if (options_.layout == Layout::csv || (tables && is_file(folder / "metadata.csv"))) {
      return add_csv(folder / "metadata.csv");
    }
    if (options_.layout == Layout::jsonl || (tables && is_file(folder / "metadata.jsonl"))) {
      return add_jsonl(folder / "metadata.jsonl");
    }
    const bool two_lists =
        !first_existing(folder, prompt_lists).empty() && !first_existing(folder, video_lists).empty();
    if (options_.layout == Layout::lists || (tables && (two_lists || has_named_lists(folder))))
      return add_lists(folder);
    add_sidecars(folder);
  }

  bool has_named_lists(const fs::path& folder) const {
    return !options_.video_column.empty() && is_file(folder / options_.video_column);
  }

  void add_sidecars(const fs::path& folder) {
    std::vector<std::string> names;  // a path keeps each of its parts as well
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      names.push_back(entry->path().filename().string());
    }
    // What was found before it broke off is used.
    if (error) fail(Fault(unreadable_folder, {{"file", to_utf8(folder)}, {"reason", error.message()}}));
    std::ranges::sort(names);
    const bool is_project = is_file(folder / "project.framewright");
    for (const std::string& name : names) {
      const fs::path entry = folder / name;
      if (name.starts_with('.') || (is_project && (name == "runs" || name == "cache"))) continue;
      // Links to folders are not followed: they may lead round in a circle.
      const fs::file_status status = fs::symlink_status(entry, error);
      if (status.type() == fs::file_type::none) {
        fail(unreadable_file(entry, error));
      } else if (fs::is_directory(status)) {
        add_folder(entry);
      } else if (is_media(entry)) {
        add_file(entry);
      }
    }
  }

  void add_file(const fs::path& file) {
    ImportRow row{.file = file};
    fs::path sidecar = file;
    sidecar.replace_extension(options_.caption_extension);
    if (sidecar != file && is_file(sidecar)) {
      try {
        set_caption(row, without_mark(read_file(sidecar, largest_sidecar)), to_utf8(sidecar), 0);
      } catch (const Error& error) {
        fail(error.fault(), to_utf8(sidecar));
      }
    }
    add_row(std::move(row));
  }

  void set_caption(ImportRow& row, std::string_view text, const std::string& list, int64_t line) {
    auto caption = dataset::normal_caption(text);
    if (caption)
      row.caption = std::move(*caption);
    else
      fail(Fault(bad_caption), list, line);
  }

  void add_row(ImportRow row) {
    std::error_code error;
    if (!is_utf8(row.file.string())) {
      fail(Fault(bad_name, {{"file", to_utf8(row.file)}}), row.list, row.line);
    } else if (const auto status = fs::status(row.file, error); status.type() == fs::file_type::none) {
      fail(unreadable_file(row.file, error), row.list, row.line);
    } else if (status.type() == fs::file_type::not_found) {
      fail(Fault(missing_file, {{"file", to_utf8(row.file)}}), row.list, row.line);
    } else {
      ++reported_;
      on_row_(std::move(row));
    }
  }

  fs::path resolve(const fs::path& list, std::string_view path) const {
    std::error_code error;  // without a working folder a relative root stays one, and its files are missing
    const fs::path root =
        options_.data_root.empty() ? list.parent_path() : fs::absolute(options_.data_root, error);
    return (root / fs::path(path)).lexically_normal();
  }

  void add_lists(const fs::path& folder) {
    const fs::path prompts = options_.caption_column.empty() ? first_existing(folder, prompt_lists)
                                                             : folder / options_.caption_column;
    const fs::path videos =
        options_.video_column.empty() ? first_existing(folder, video_lists) : folder / options_.video_column;
    if (videos.empty()) return fail(Fault(no_list, {{"folder", to_utf8(folder)}, {"list", "videos.txt"}}));
    if (prompts.empty()) return fail(Fault(no_list, {{"folder", to_utf8(folder)}, {"list", "prompts.txt"}}));
    read_list(prompts, [&](LineReader& captions) {
      read_list(videos, [&](LineReader& files) { add_pairs(videos, files, prompts, captions); });
    });
  }

  void add_pairs(const fs::path& videos, LineReader& files, const fs::path& prompts, LineReader& captions) {
    std::string name, caption;
    bool more_files = false, more_captions = false;
    while ((more_files = files.next(name), more_captions = captions.next(caption),
            more_files && more_captions)) {
      ImportRow row{.list = to_utf8(videos), .line = files.lines()};
      const auto file = dataset::normal_caption(name);
      if (file && file->empty()) {
        fail(Fault(empty_line), row.list, row.line);
        continue;
      }
      row.file = resolve(videos, file.value_or(std::string(without_line_end(name))));
      set_caption(row, caption, to_utf8(prompts), row.line);
      add_row(std::move(row));
    }
    if (more_files) report_partnerless(videos, files, prompts, captions.lines());
    if (more_captions) report_partnerless(prompts, captions, videos, files.lines());
  }

  /// @param rest  has given the first line without a partner
  void report_partnerless(const fs::path& list, LineReader& rest, const fs::path& other, int64_t others) {
    for (std::string line; rest.next(line);) continue;
    for (int64_t line = others + 1; line <= rest.lines(); ++line) {
      fail(Fault(no_partner, {{"list", to_utf8(list.filename())},
                              {"lines", rest.lines()},
                              {"other", to_utf8(other.filename())},
                              {"others", others}}),
           to_utf8(list), line);
    }
  }

  /// A plain list of videos, one a line.
  void add_paths_of(const fs::path& list) {
    read_list(list, [&](LineReader& lines) {
      for (std::string name; lines.next(name);) {
        const auto file = dataset::normal_caption(name);
        if (file && file->empty()) continue;
        add_row({.file = resolve(list, file.value_or(std::string(without_line_end(name)))),
                 .list = to_utf8(list),
                 .line = lines.lines()});
      }
    });
  }

  void add_csv(const fs::path& file) {
    read_list(file, [&](LineReader& lines) {
      CsvReader reader([&](std::string& line) { return lines.next(line); });
      add_table(file, reader);
    });
  }

  void add_table(const fs::path& file, CsvReader& reader) {
    const auto header = reader.next();
    if (!header) return;
    const std::string video = column(header->cells, options_.video_column, video_columns);
    if (video.empty()) {
      const std::string names = join(header->cells);
      return fail(Fault(no_column, {{"list", to_utf8(file)}, {"what", "videos"}, {"columns", names}}),
                  to_utf8(file), 1);
    }
    const std::string caption = column(header->cells, options_.caption_column, caption_columns);
    while (const auto row = reader.next()) {
      if (row->cells.size() != header->cells.size() || reader.unclosed_quote()) {
        const std::string reason = reader.unclosed_quote()
                                       ? "a quoted cell does not end"
                                       : "it has " + std::to_string(row->cells.size()) +
                                             " cells instead of " + std::to_string(header->cells.size());
        fail(Fault(bad_row, {{"reason", reason}}), to_utf8(file), row->line);
        continue;
      }
      nlohmann::json object;
      for (size_t i = 0; i < row->cells.size(); ++i) object[header->cells[i]] = row->cells[i];
      add_object(object, video, caption, file, row->line);
    }
  }

  void add_jsonl(const fs::path& file) {
    read_list(file, [&](LineReader& lines) {
      for (std::string row; lines.next(row);) {
        if (row.find_first_not_of(" \t\r\n") == std::string::npos) continue;
        std::string problem = "it is not a JSON object";
        const auto object = parse_json(row, &problem);
        if (!object.is_object()) {
          fail(Fault(bad_row, {{"reason", problem}}), to_utf8(file), lines.lines());
          continue;
        }
        std::vector<std::string> names;
        for (const auto& [name, value] : object.items()) names.push_back(name);
        add_object(object, column(names, options_.video_column, video_columns),
                   column(names, options_.caption_column, caption_columns), file, lines.lines());
      }
    });
  }

  static std::string column(const std::vector<std::string>& there, const std::string& wanted,
                            const auto& usual) {
    if (!wanted.empty()) return contains(there, wanted) ? wanted : "";
    for (const char* name : usual) {
      if (contains(there, name)) return name;
    }
    return {};
  }

  void add_object(const nlohmann::json& object, const std::string& video, const std::string& caption,
                  const fs::path& list, int64_t line) {
    ImportRow row{.list = to_utf8(list), .line = line};
    try {
      if (video.empty()) throw std::invalid_argument("no key names a video");
      const std::string name = object.at(video).get<std::string>();
      if (name.empty()) throw std::invalid_argument("it names no file");
      if (name.find('\0') != name.npos) throw std::invalid_argument("its file's name holds a zero byte");
      row.file = resolve(list, name);
      read_details(object, row);
      if (!caption.empty()) read_caption(object.at(caption), row);
    } catch (const std::exception& error) {
      return fail(Fault(bad_row, {{"reason", error.what()}}), row.list, line);
    }
    add_row(std::move(row));
  }

  void read_caption(const nlohmann::json& value, ImportRow& row) {
    if (value.is_null()) return;
    if (!value.is_array()) return set_caption(row, value.get<std::string>(), row.list, row.line);
    if (value.size() > 1) fail(Fault(more_captions, {{"captions", value.size()}}), row.list, row.line);
    if (!value.empty()) set_caption(row, value[0].get<std::string>(), row.list, row.line);
  }

  /// What export.cpp adds for clips by reference. A cell of a CSV holds the JSON text.
  static void read_details(const nlohmann::json& object, ImportRow& row) {
    const auto detail = [&](const char* key) {
      const nlohmann::json value = object.value(key, nlohmann::json());
      if (!value.is_string()) return value;
      const auto text = value.get<std::string>();
      if (text.empty()) return nlohmann::json();
      std::string problem;
      const nlohmann::json parsed = parse_json(text, &problem);
      if (!problem.empty()) throw std::invalid_argument(std::string(key) + ": " + problem);
      return parsed;
    };
    if (const auto value = detail("clip_in"); !value.is_null()) row.in_frame = whole_number(value, "clip_in");
    if (const auto value = detail("clip_out"); !value.is_null())
      row.out_frame = whole_number(value, "clip_out");
    if (const auto value = detail("clip_crop"); !value.is_null()) row.crop = crop_of(value);
    if (const auto value = detail("clip_tags"); !value.is_null())
      row.tags = value.get<std::vector<std::string>>();
    const auto bucket = object.value("clip_bucket", nlohmann::json());
    if (bucket.is_null() || bucket == "") return;
    row.bucket = catalog::parse_bucket(bucket.get<std::string>());
    if (!row.bucket) throw std::invalid_argument("clip_bucket is " + bucket.dump() + ", not FxHxW");
  }

  const ListOptions& options_;
  const OnRow& on_row_;
  const OnFault& on_fault_;
  int64_t reported_ = 0;  ///< rows and faults
};

}  // namespace

void visit_import_rows(std::span<const fs::path> paths, const ListOptions& options, const OnRow& on_row,
                       const OnFault& on_fault) {
  ListReader reader(options, on_row, on_fault);
  for (const fs::path& path : paths) reader.add_path(path);
}

}  // namespace fw::interchange
