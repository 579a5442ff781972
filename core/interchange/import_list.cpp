// SPDX-License-Identifier: Apache-2.0
#include "interchange/import_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <set>

#include "base/atomic_file.h"
#include "base/join.h"
#include "base/json_text.h"
#include "base/line_reader.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "dataset/dataset_manifest.h"
#include "interchange/csv.h"
#include "interchange/folder_names.h"
#include "interchange/list_errors.h"
#include "media/errors.h"
#include "run/foreign_config.h"

namespace fw::interchange {

namespace {

namespace fs = std::filesystem;

constexpr size_t largest_sidecar = 1 << 20;  // only a few hundred words of a caption are used

constexpr std::array video_columns{"file_name", "video_path", "image_path", "media_path", "file_path",
                                   "video",     "image",      "path",       "file"};
constexpr std::array caption_columns{"text", "caption", "prompt", "captions", "cap"};
constexpr std::array prompt_lists{"prompts.txt", "prompt.txt", "captions.txt", "caption.txt"};
constexpr std::array video_lists{"videos.txt", "video.txt"};
constexpr std::array foreign_extensions{".json", ".toml", ".yaml", ".yml"};
// diffusion-pipe, FastVideo and VideoX-Fun.
constexpr std::array json_lists{"captions.json", "videos2caption.json", "metadata.json"};

bool contains(const auto& list, const std::string& name) {
  return std::ranges::find(list, name) != list.end();
}

/// True if it exists and can be accessed; inaccessible files are treated as missing.
bool is_file(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

/// The first existing file with a usual name; empty if there is none.
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

/// UTF-16, with or without a byte order mark: has zero bytes where a list has letters.
bool is_utf16(const fs::path& list) {
  std::array<char, 2> head{};
  std::ifstream file(list, std::ios::binary);
  if (!file.read(head.data(), head.size())) return false;
  return head == std::array{'\xff', '\xfe'} || head == std::array{'\xfe', '\xff'} ||
         (head[0] == '\0') != (head[1] == '\0');
}

/// "C:" as a folder, or a name with backslashes, which Linux treats as one name.
bool is_windows_path(const fs::path& path) {
  return std::ranges::any_of(path, [](const fs::path& part) {
    const std::string name = part.string();
    return name.find('\\') != name.npos || (name.size() == 2 && name[1] == ':');
  });
}

std::string without_blanks(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  return std::string(text.substr(begin, text.find_last_not_of(" \t") + 1 - begin));
}

Fault unreadable_file(const fs::path& file, const std::error_code& error) {
  return Fault(media::unreadable, {{"file", to_utf8(file)}, {"reason", error.message()}});
}

/// An integer in a row; accepts "12.0", which tables contain if other rows are empty.
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

/// Reads one layout after another.
class ListReader {
 public:
  ListReader(const ListOptions& options, const RowVisitor& visitor) : options_(options), visitor_(visitor) {}

  void add_path(const fs::path& named) {
    std::error_code error;
    const fs::path path = fs::absolute(named, error).lexically_normal();
    if (error) return fail(unreadable_file(named, error));
    if (fs::is_directory(path, error))
      return add_named_folder(path.has_filename() ? path : path.parent_path());
    const std::string extension = lower(path.extension().string());
    const std::string name = lower(path.filename().string());
    if (extension == ".csv") return add_csv(path);
    if (extension == ".jsonl") return add_jsonl(path);
    if (contains(foreign_extensions, extension) && is_file(path)) return add_json(path, extension == ".json");
    if (contains(video_lists, name)) return add_lists(path.parent_path());
    if (extension == ".txt") return add_paths_of(path);
    if (names_.folder() != path.parent_path()) names_ = FolderNames(path.parent_path());
    add_file(path, names_);
  }

 private:
  void fail(Fault fault, std::string list = {}, int64_t line = 0) {
    ++reported_;
    visitor_.on_fault({std::move(list), line, std::move(fault)});
  }
  void warn(Fault fault, std::string list, int64_t line = 0) {
    visitor_.on_warning({std::move(list), line, std::move(fault)});
  }

  /// Reads a list; read errors are faults of the list, and earlier rows are kept. A list without any entry is
  /// a fault, too: it hides the videos next to it.
  void read_list(const fs::path& list, const std::function<void(LineReader&)>& read) {
    const int64_t before = reported_;
    try {
      LineReader lines(list);
      if (is_utf16(list)) return fail(Fault(not_utf8, {{"list", to_utf8(list.filename())}}), to_utf8(list));
      read(lines);
      if (reported_ == before) fail(Fault(empty_list, {{"list", to_utf8(list.filename())}}), to_utf8(list));
    } catch (const Cancelled&) {
      throw;
    } catch (const Error& error) {
      if (error.fault().code != "base.read_failed") throw;  // from on_row
      fail(error.fault(), to_utf8(list));
    }
  }

  void add_named_folder(const fs::path& folder) {
    const int64_t before = reported_;
    add_folder(folder);
    if (reported_ == before) fail(Fault(no_media, {{"folder", to_utf8(folder)}}), to_utf8(folder));
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
    const fs::path json = tables ? first_existing(folder, json_lists) : fs::path();
    json.empty() ? add_sidecars(folder) : add_json(json, true);
  }

  bool has_named_lists(const fs::path& folder) const {
    return !options_.video_column.empty() && is_file(folder / options_.video_column);
  }

  void add_sidecars(const fs::path& folder) {
    const FolderNames names(folder);
    // Uses what was found before the error.
    if (names.error())
      fail(Fault(unreadable_folder, {{"file", to_utf8(folder)}, {"reason", names.error().message()}}));
    const bool is_project = is_file(folder / "project.framewright");
    std::set<std::string> sidecars;
    std::vector<std::string> others;
    for (const std::string& name : names.sorted()) {
      const fs::path entry = folder / name;
      if (name.starts_with('.') || (is_project && (name == "runs" || name == "cache"))) continue;
      std::error_code error;
      // Does not follow links to folders, which may form cycles.
      const fs::file_status status = fs::symlink_status(entry, error);
      if (status.type() == fs::file_type::none) {
        fail(unreadable_file(entry, error));
      } else if (fs::is_directory(status)) {
        add_folder(entry);
      } else if (is_media(entry)) {
        sidecars.insert(add_file(entry, names).filename().string());
      } else if (!is_project) {
        others.push_back(name);
      }
    }
    std::erase_if(others, [&](const std::string& name) { return sidecars.contains(name); });
    if (!others.empty()) warn_of_others(folder, others);
  }

  void warn_of_others(const fs::path& folder, const std::vector<std::string>& names) {
    constexpr size_t most_named = 10;
    std::string list;
    for (size_t i = 0; i < std::min(names.size(), most_named); ++i) append_item(list, to_utf8(names[i]));
    if (names.size() > most_named) append_item(list, "…");
    warn(Fault(passed_over, {{"files", names.size()}, {"names", list}}), to_utf8(folder));
  }

  /// @return its caption file; empty if there is none
  fs::path add_file(const fs::path& file, const FolderNames& names) {
    ImportRow row{.file = file};
    const fs::path sidecar = names.sidecar_of(file, options_.caption_extension);
    if (!sidecar.empty()) {
      try {
        set_caption(row, without_mark(read_file(sidecar, largest_sidecar)), to_utf8(sidecar), 0);
      } catch (const Error& error) {
        warn(error.fault(), to_utf8(sidecar));
      }
    }
    add_row(std::move(row));
    return sidecar;
  }

  void set_caption(ImportRow& row, std::string_view text, const std::string& list, int64_t line) {
    auto caption = dataset::normal_caption(text);
    if (caption)
      row.caption = std::move(*caption);
    else
      warn(Fault(bad_caption), list, line);
  }

  void add_row(ImportRow row) {
    std::error_code error;
    if (!is_utf8(row.file.string())) {
      fail(Fault(bad_name, {{"file", to_utf8(row.file)}}), row.list, row.line);
    } else if (const auto status = fs::status(row.file, error); status.type() == fs::file_type::none) {
      fail(unreadable_file(row.file, error), row.list, row.line);
    } else if (status.type() == fs::file_type::not_found) {
      const bool is_foreign = !row.list.empty() && is_windows_path(row.file);
      fail(Fault(is_foreign ? windows_path : missing_file, {{"file", to_utf8(row.file)}}), row.list,
           row.line);
    } else {
      ++reported_;
      visitor_.on_row(std::move(row));
    }
  }

  /// The file that a list names: as written, else with Windows backslashes replaced by /, else in the folder
  /// "videos", where FastVideo keeps them.
  fs::path resolve(const fs::path& list, const std::string& name) const {
    std::error_code error;  // without a working folder, a relative root stays one
    const fs::path root =
        options_.data_root.empty() ? list.parent_path() : fs::absolute(options_.data_root, error);
    std::string slashes = name;
    std::ranges::replace(slashes, '\\', '/');
    for (const fs::path& file : {root / name, root / slashes, root / "videos" / name})
      if (fs::exists(file, error)) return file.lexically_normal();
    return (root / name).lexically_normal();
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

  /// @param rest  has returned the first line without a partner
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

  /// A plain list of videos, one per line.
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
    auto header = reader.next();
    if (!header) return;
    // "file_name, text": the blank belongs to the comma, in every row.
    const bool has_blanks =
        std::ranges::any_of(header->cells, [](const std::string& cell) { return cell.starts_with(' '); });
    for (std::string& cell : header->cells) cell = without_blanks(cell);
    if (!is_utf8(join(header->cells)))
      return fail(Fault(not_utf8, {{"list", to_utf8(file.filename())}}), to_utf8(file), 1);
    const std::string video = column(header->cells, options_.video_column, video_columns);
    if (video.empty()) {
      const std::string names = join(header->cells);
      return fail(Fault(no_column, {{"list", to_utf8(file)}, {"what", "videos"}, {"columns", names}}),
                  to_utf8(file), 1);
    }
    const std::string caption = column(header->cells, options_.caption_column, caption_columns);
    while (auto row = reader.next()) {
      if (row->cells.size() != header->cells.size() || reader.unclosed_quote()) {
        const std::string reason = reader.unclosed_quote()
                                       ? "a quoted cell does not end"
                                       : "it has " + std::to_string(row->cells.size()) +
                                             " cells instead of " + std::to_string(header->cells.size());
        fail(Fault(bad_row, {{"reason", reason}}), to_utf8(file), row->line);
        continue;
      }
      nlohmann::json object;
      for (size_t i = 0; i < row->cells.size(); ++i)
        object[header->cells[i]] = has_blanks ? without_blanks(row->cells[i]) : row->cells[i];
      add_object(object, video, caption, file, row->line);
    }
  }

  void add_jsonl(const fs::path& file) {
    bool is_array = false;
    read_list(file, [&](LineReader& lines) {
      for (std::string row; lines.next(row);) {
        if (without_blanks(without_line_end(row)).empty()) continue;
        is_array = lines.lines() == 1 && row[row.find_first_not_of(" \t")] == '[';
        if (is_array) return add_json(file, true);
        std::string problem = "it is not a JSON object";
        const auto object = parse_json(row, &problem);
        if (!object.is_object()) {
          fail(Fault(bad_row, {{"reason", problem}}), to_utf8(file), lines.lines());
          continue;
        }
        add_keys(object, file, lines.lines());
      }
    });
  }

  /// A list of objects, or an object that maps files to captions.
  /// @param may_list  no: only checks for another program's configuration
  void add_json(const fs::path& file, bool may_list) {
    std::string text;
    try {
      text = without_mark(read_file(file, largest_json));
    } catch (const Error& error) {
      return fail(error.fault(), to_utf8(file));
    }
    if (const auto fault = run::foreign_config(text, to_utf8(file))) return fail(*fault, to_utf8(file));
    if (!may_list)
      return fail(Fault(media::not_media, {{"file", to_utf8(file)}, {"reason", "it is a text"}}));
    std::string reason = "it lists no videos";
    const auto json = parse_json(text, &reason);
    const int64_t before = reported_;
    for (const auto& [name, value] : json.items()) {
      if (json.is_array() && value.is_object()) add_keys(value, file, 0);
      if (!json.is_object() || !is_media(name)) continue;
      nlohmann::json object = value.is_object() ? value : nlohmann::json{{"text", value}};
      object["file_name"] = name;
      add_keys(object, file, 0);
    }
    if (reported_ == before)
      fail(Fault(bad_list, {{"list", to_utf8(file)}, {"reason", reason}}), to_utf8(file));
  }

  void add_keys(const nlohmann::json& object, const fs::path& file, int64_t line) {
    std::vector<std::string> names;
    for (const auto& [name, value] : object.items()) names.push_back(name);
    add_object(object, column(names, options_.video_column, video_columns),
               column(names, options_.caption_column, caption_columns), file, line);
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
      if (!object.at(video).is_string()) throw std::invalid_argument(video + " does not name a file");
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
    if (value.is_array() && value.size() > 1)
      warn(Fault(more_captions, {{"captions", value.size()}}), row.list, row.line);
    const nlohmann::json first = !value.is_array() ? value : value.empty() ? nlohmann::json() : value[0];
    if (first.is_null()) return;
    if (first.is_string() || first.is_number())
      set_caption(row, first.is_string() ? first.get<std::string>() : first.dump(), row.list, row.line);
    else
      warn(Fault(no_caption, {{"value", first.dump()}}), row.list, row.line);
  }

  /// Reads what export.cpp adds for clips by reference. A CSV cell contains the JSON text.
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
  const RowVisitor& visitor_;
  FolderNames names_{fs::path()};  // of the last file that was named directly
  int64_t reported_ = 0;           ///< rows and faults
};

}  // namespace

void visit_import_rows(std::span<const fs::path> paths, const ListOptions& options,
                       const RowVisitor& visitor) {
  ListReader reader(options, visitor);
  for (const fs::path& path : paths) reader.add_path(path);
}

}  // namespace fw::interchange
