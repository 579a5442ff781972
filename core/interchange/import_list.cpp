// SPDX-License-Identifier: Apache-2.0
#include "interchange/import_list.h"

#include <algorithm>
#include <array>
#include <deque>
#include <set>
#include <utility>

#include "base/atomic_file.h"
#include "base/join.h"
#include "base/json_text.h"
#include "base/line_reader.h"
#include "base/paths.h"
#include "base/utf16.h"
#include "base/utf8.h"
#include "dataset/dataset_manifest.h"
#include "interchange/csv.h"
#include "interchange/flag_errors.h"
#include "interchange/folder_lists.h"
#include "interchange/folder_names.h"
#include "interchange/foreign_dataset.h"
#include "interchange/list_columns.h"
#include "interchange/list_details.h"
#include "interchange/list_errors.h"
#include "interchange/list_paths.h"
#include "media/errors.h"
#include "run/foreign_config.h"

namespace fw::interchange {

namespace {

namespace fs = std::filesystem;

constexpr size_t largest_sidecar = 1 << 20;  // only a few hundred words of a caption are used
constexpr std::array foreign_extensions{".json", ".toml", ".yaml", ".yml"};
bool contains(const auto& list, const std::string& name) {
  return std::ranges::find(list, name) != list.end();
}

Fault unreadable_file(const fs::path& file, const std::error_code& error) {
  return Fault(media::unreadable, {{"file", to_utf8(file)}, {"reason", error.message()}});
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
    if (extension == ".csv" || extension == ".tsv") return add_csv(path);
    if (extension == ".jsonl") return add_jsonl(path);
    if (contains(foreign_extensions, extension) && is_file(path)) return add_json(path, extension == ".json");
    if (is_usual_videos(name)) return add_lists(path.parent_path());
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
    // After the folders themselves, whose names are kept so.
    while (!links_.empty()) {
      const fs::path link = links_.front();
      links_.pop_front();
      if (!add_folder(link))
        warn(Fault(read_before, {{"link", to_utf8(link)}, {"folder", to_utf8(real_path(link))}}),
             to_utf8(link));
    }
    if (reported_ == before) fail(Fault(no_media, {{"folder", to_utf8(folder)}}), to_utf8(folder));
  }

  /// @return false if it was read before, under this or another name
  bool add_folder(const fs::path& folder) {
    if (!folders_.insert(real_path(folder)).second) return false;
    const fs::path list = list_of(folder, options_);
    if (list.empty()) {
      add_sidecars(folder);
      return true;
    }
    named_.clear();
    keeps_names_ = true;
    if (list.extension() == ".csv")
      add_csv(list);
    else if (list.extension() == ".jsonl")
      add_jsonl(list);
    else if (list.extension() == ".json")
      add_json(list, true);
    else
      add_lists(folder);
    keeps_names_ = false;
    std::ranges::sort(named_);
    if (!named_.empty()) warn_of_unnamed(folder, list);  // else the list itself has a fault
    return true;
  }

  /// Of the files in the folder and below it that its list, read before, does not name.
  void warn_of_unnamed(const fs::path& folder, const fs::path& list) {
    const std::vector<std::string> unnamed = media_below(folder, [&](const fs::path& file) {
      return !std::ranges::binary_search(named_, fs::hash_value(file));
    });
    if (unnamed.empty()) return;
    warn(Fault(not_in_list, {{"files", unnamed.size()},
                             {"folder", to_utf8(folder)},
                             {"list", to_utf8(list.filename())},
                             {"names", named_briefly(unnamed)}}),
         to_utf8(list));
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
      const fs::file_status status = fs::symlink_status(entry, error);
      if (status.type() == fs::file_type::none) {
        fail(unreadable_file(entry, error));
      } else if (fs::is_directory(status)) {
        add_folder(entry);
      } else if (fs::is_directory(entry, error)) {
        links_.push_back(entry);
      } else if (is_media(entry) || (!is_project && is_unnamed_video(entry))) {
        sidecars.insert(add_file(entry, names).filename().string());
      } else if (!is_project) {
        others.push_back(name + (fs::exists(entry, error) ? "" : " (broken link)"));
      }
    }
    std::erase_if(others, [&](const std::string& name) { return sidecars.contains(name); });
    if (!others.empty()) warn_of_others(folder, others);
  }

  void warn_of_others(const fs::path& folder, const std::vector<std::string>& names) {
    warn(Fault(passed_over, {{"files", names.size()}, {"names", named_briefly(names)}}), to_utf8(folder));
  }

  /// @return its caption file; empty if there is none
  fs::path add_file(const fs::path& file, const FolderNames& names) {
    ImportRow row{.file = file};
    const fs::path sidecar = names.sidecar_of(file, options_.caption_extension);
    if (!sidecar.empty()) {
      try {
        const std::string text = decoded_text(read_file(sidecar, largest_sidecar));
        for (const std::string& caption : options_.caption_lines ? lines_of(text) : std::vector{text})
          add_caption(row, caption, to_utf8(sidecar), 0);
      } catch (const Error& error) {
        warn(error.fault(), to_utf8(sidecar));
      }
    }
    add_row(std::move(row));
    return sidecar;
  }

  void add_caption(ImportRow& row, std::string_view text, const std::string& list, int64_t line) {
    auto caption = dataset::normal_caption(text);
    if (!caption)
      warn(Fault(bad_caption), list, line);
    else if (row.caption.empty())
      row.caption = std::move(*caption);
    else if (!caption->empty())
      row.more_captions.push_back(std::move(*caption));
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
      if (!row.times) row.times = options_.times;
      if (!row.loss_weight) row.loss_weight = options_.loss_weight;
      if (keeps_names_) named_.push_back(fs::hash_value(row.file));
      visitor_.on_row(std::move(row));
    }
  }

  fs::path resolve(const fs::path& list, const std::string& name) {
    fs::path file = paths_.resolve(list, name);
    if (const auto move = paths_.take_move(list))
      warn(Fault(list_moved,
                 {{"list", to_utf8(list)}, {"from", to_utf8(move->from)}, {"to", to_utf8(move->to)}}),
           to_utf8(list));
    return file;
  }

  void add_lists(const fs::path& folder) {
    const fs::path prompts =
        options_.caption_column.empty() ? usual_prompts(folder) : folder / options_.caption_column;
    const fs::path videos =
        options_.video_column.empty() ? usual_videos(folder) : folder / options_.video_column;
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
      add_caption(row, caption, to_utf8(prompts), row.line);
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
    reader.detect_separator();
    auto header = reader.next();
    if (!header) return;
    // "file_name, text": the blank belongs to the comma, in every row.
    const bool has_blanks =
        std::ranges::any_of(header->cells, [](const std::string& cell) { return cell.starts_with(' '); });
    for (std::string& cell : header->cells) cell = without_blanks(cell);
    if (!is_utf8(join(header->cells)))
      return fail(Fault(not_utf8, {{"list", to_utf8(file.filename())}}), to_utf8(file), 1);
    const std::string video = video_column(header->cells, options_.video_column);
    if (video.empty()) {
      const std::string names = join(header->cells);
      return fail(Fault(no_column, {{"list", to_utf8(file)}, {"what", "videos"}, {"columns", names}}),
                  to_utf8(file), 1);
    }
    const std::string caption = caption_column(header->cells, options_.caption_column);
    if (caption.empty()) warn_of_no_captions(header->cells, video, file, 1);
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
      if (!caption.empty()) object[caption] = captions_in(object[caption].get<std::string>());
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
      text = decoded_text(read_file(file, largest_json));
    } catch (const Error& error) {
      return fail(error.fault(), to_utf8(file));
    }
    if (add_foreign_dataset(text, file)) return;
    if (const auto fault = run::foreign_config(text, to_utf8(file))) return fail(*fault, to_utf8(file));
    if (!may_list)
      return fail(Fault(media::not_media, {{"file", to_utf8(file)}, {"reason", "it is a text"}}));
    std::string reason = "it lists no videos";
    const int64_t before = reported_;
    add_entries(parse_json(text, &reason), file);
    if (reported_ == before)
      fail(Fault(bad_list, {{"list", to_utf8(file)}, {"reason", reason}}), to_utf8(file));
  }

  /// The folders and lists of another trainer's dataset file. @return false if it is none
  bool add_foreign_dataset(std::string_view text, const fs::path& file) try {
    const auto dataset = read_foreign_dataset(text, file);
    if (!dataset) return false;
    for (const Fault& note : dataset->notes) warn(note, to_utf8(file));
    for (const ForeignDataset::Part& part : dataset->parts) {
      ListOptions options = options_;
      if (!part.caption_extension.empty()) options.caption_extension = part.caption_extension;
      options.caption_lines = options.caption_lines || part.caption_lines;
      options.times = part.times;
      options.loss_weight = part.loss_weight;
      std::error_code error;
      ++reported_;
      if (fs::is_directory(part.path, error) || lower(part.path.extension().string()) == ".jsonl")
        ListReader(options, visitor_).add_path(part.path);
      else
        fail(Fault(is_windows_path(part.path) ? windows_path : missing_file, {{"file", to_utf8(part.path)}}),
             to_utf8(file));
    }
    return true;
  } catch (const Error& error) {
    if (error.fault().code != unread_config.code) throw;  // from on_row
    fail(error.fault(), to_utf8(file));
    return true;
  }

  /// Objects in a list, alone or as the only list in an object: {"videos": [{…}, …]}. Or files with their
  /// captions: {"a.mp4": "…"}.
  void add_entries(const nlohmann::json& json, const fs::path& file) {
    const nlohmann::json* only = nullptr;
    for (const auto& [name, value] : json.items()) {
      if (json.is_array() && value.is_object()) add_keys(value, file, 0);
      const bool is_list = value.is_array() && !value.empty() && value.front().is_object();
      if (json.is_object() && is_list) only = &value;
      if (!json.is_object() || !is_media(name)) continue;
      nlohmann::json object = value.is_object() ? value : nlohmann::json{{"text", value}};
      object["file_name"] = name;
      add_keys(object, file, 0);
      only = nullptr;
    }
    if (only != nullptr) add_entries(*only, file);
  }

  void add_keys(const nlohmann::json& object, const fs::path& file, int64_t line) {
    std::vector<std::string> names;
    for (const auto& [name, value] : object.items()) names.push_back(name);
    const std::string video = video_column(names, options_.video_column),
                      caption = caption_column(names, options_.caption_column);
    if (caption.empty() && !video.empty()) warn_of_no_captions(names, video, file, line);
    add_object(object, video, caption, file, line);
  }

  /// Once for each list: its captions may have a name that is not known.
  void warn_of_no_captions(const std::vector<std::string>& columns, const std::string& video,
                           const fs::path& file, int64_t line) {
    const std::vector<std::string> others = other_columns(columns, video);
    if (others.empty() || std::exchange(without_captions_, file) == file) return;
    warn(Fault(no_column, {{"list", to_utf8(file)}, {"what", "captions"}, {"columns", join(columns)}}),
         to_utf8(file), line);
  }

  void add_object(const nlohmann::json& object, const std::string& video, const std::string& caption,
                  const fs::path& list, int64_t line) {
    ImportRow row{.list = to_utf8(list), .line = line};
    try {
      if (video.empty()) throw std::invalid_argument("no key names a video");
      const std::string name = file_named(object.at(video));
      if (name.empty() && !object.at(video).is_string())
        throw std::invalid_argument(video + " does not name a file");
      if (name.empty()) throw std::invalid_argument("it names no file");
      if (name.find('\0') != name.npos) throw std::invalid_argument("its file's name holds a zero byte");
      row.file = resolve(list, name);
      read_details(object, row);
      if (!caption.empty()) {
        read_captions(object.at(caption), row);
        for (const std::string& name : numbered_columns(object, caption)) read_captions(object.at(name), row);
      }
      for (const std::string& more : std::exchange(row.more_captions, {}))
        add_caption(row, more, row.list, line);
    } catch (const std::exception& error) {
      return fail(Fault(bad_row, {{"reason", error.what()}}), row.list, line);
    }
    add_row(std::move(row));
  }

  /// A text, or a list of them.
  void read_captions(const nlohmann::json& value, ImportRow& row) {
    for (const nlohmann::json& caption : value.is_array() ? value : nlohmann::json::array({value})) {
      if (caption.is_null()) continue;
      if (caption.is_string() || caption.is_number())
        add_caption(row, caption.is_string() ? caption.get<std::string>() : caption.dump(), row.list,
                    row.line);
      else
        warn(Fault(no_caption, {{"value", caption.dump()}}), row.list, row.line);
    }
  }

  const ListOptions& options_;
  const RowVisitor& visitor_;
  ListPaths paths_{options_.data_root};
  FolderNames names_{fs::path()};  // of the last file that was named directly
  std::set<fs::path> folders_;     // that were read, without links
  std::deque<fs::path> links_;     // to folders
  std::vector<size_t> named_;      // hashes of the files that a folder's list names
  bool keeps_names_ = false;
  fs::path without_captions_;  // the list about which that was said
  int64_t reported_ = 0;       ///< rows and faults
};

}  // namespace

void visit_import_rows(std::span<const fs::path> paths, const ListOptions& options,
                       const RowVisitor& visitor) {
  ListReader reader(options, visitor);
  for (const fs::path& path : paths) reader.add_path(path);
}

}  // namespace fw::interchange
