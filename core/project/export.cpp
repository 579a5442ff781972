// SPDX-License-Identifier: Apache-2.0
#include "project/export.h"

#include <algorithm>
#include <cctype>
#include <mutex>
#include <set>

#include "base/file_tree.h"
#include "base/join.h"
#include "base/paths.h"
#include "interchange/list_text.h"
#include "media/file_fault.h"
#include "project/clip_fault.h"
#include "project/clips.h"
#include "project/samples.h"
#include "project/write_sample.h"

namespace fw::project {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode cut_not_held{
    "project.cut_not_held",
    FW_TEXT("errors", "This clip is a part of {file}, which this layout cannot express; it is not exported."),
    FW_TEXT("errors", "Export cut clips, or choose a CSV or JSONL layout."), Blame::input};
constexpr ErrorCode line_ends_lost{
    "project.line_ends_lost",
    FW_TEXT("errors", "The caption of clip {clip} has several lines, which will be joined into one."),
    FW_TEXT("errors", "Choose sidecars, CSV or JSONL to keep them."), Blame::input};
constexpr ErrorCode captions_not_held{
    "project.captions_not_held",
    FW_TEXT("errors", "Clip {clip} has {captions} captions; this layout holds only the first."),
    FW_TEXT("errors", "Choose CSV or JSONL, or sidecars if each caption is one line."), Blame::input};
constexpr ErrorCode name_not_held{
    "project.name_not_held",
    FW_TEXT("errors",
            "The name of {file} contains a line break, or starts or ends with a space, which this layout "
            "cannot hold; the clip is not exported."),
    FW_TEXT("errors", "Rename the file, export cut clips, or choose a CSV or JSONL layout."), Blame::input};
constexpr ErrorCode file_missing{"project.source_missing", FW_TEXT("errors", "{file} is missing."),
                                 FW_TEXT("errors", "Relink the project's sources."), Blame::input};

/// True if it survives a list with one name per line.
bool is_one_line(const std::string& name) {
  return name.find('\n') == name.npos && dataset::normal_caption(name) == name;
}

/// Replaces line breaks and other control characters in a name.
std::string one_line(std::string name) {
  std::ranges::replace_if(
      name, [](unsigned char c) { return c < ' '; }, '_');
  return name;
}

/// Shortens a name to leave room for a number and an extension.
std::string shortened(std::string stem) {
  constexpr size_t most_bytes = 240;
  size_t end = std::min(stem.size(), most_bytes);
  while (end < stem.size() && end > 0 && (static_cast<uint8_t>(stem[end]) & 0xc0) == 0x80) --end;
  stem.resize(end);
  return stem;
}

/// Unique names, as close to the source's as possible.
class Names {
 public:
  std::string take(std::string stem, const std::string& extension) {
    stem = shortened(std::move(stem));
    for (int64_t number = 1;; ++number) {
      const std::string name = stem + (number == 1 ? "" : "-" + std::to_string(number));
      // A sidecar has the same name without the extension, so that must be unique, too, and some file systems
      // are not case-sensitive.
      std::string folded = name;
      std::ranges::transform(folded, folded.begin(), [](unsigned char c) { return std::tolower(c); });
      if (taken_.insert(folded).second) return name + extension;
    }
  }

 private:
  std::set<std::string> taken_;
};

bool is_table(interchange::Layout layout) {
  return layout == interchange::Layout::csv || layout == interchange::Layout::jsonl;
}

/// The keys that import_list.cpp reads back.
nlohmann::json details_of(const ClipRow& row, ExportedClips clips) {
  nlohmann::json details = nlohmann::json::object();
  if (!row.tags.empty()) details["clip_tags"] = row.tags;
  if (row.times) details["clip_times"] = *row.times;
  if (row.loss_weight) details["clip_loss_weight"] = *row.loss_weight;
  if (clips == ExportedClips::cut) return details;
  const Clip& clip = row.clip;
  if (clip.in_frame != 0 || clip.out_frame != row.source.frames) {
    details["clip_in"] = clip.in_frame;
    details["clip_out"] = clip.out_frame;
  }
  if (clip.crop) details["clip_crop"] = {clip.crop->x, clip.crop->y, clip.crop->width, clip.crop->height};
  if (clip.bucket) details["clip_bucket"] = catalog::to_string(*clip.bucket);
  return details;
}

std::string relative_to(const fs::path& folder, const fs::path& file) {
  const fs::path relative = file.lexically_relative(folder);
  return to_utf8(relative.empty() || *relative.begin() == ".." ? file : relative);
}

class Exporter {
 public:
  Exporter(const Project& project, const fs::path& folder, const ExportOptions& options)
      : project_(project), folder_(fs::absolute(folder).lexically_normal()), options_(options) {}

  ExportReport run() {
    check_room();
    try {
      options_.clips == ExportedClips::cut ? add_cut_clips() : add_references();
      write_lists();
    } catch (...) {
      std::error_code ignored;
      for (const fs::path& file : made_) fs::remove(file, ignored);
      throw;
    }
    report_.files = static_cast<int64_t>(rows_.size());
    return std::move(report_);
  }

 private:
  std::vector<std::string> list_names() const {
    switch (options_.layout) {
      case interchange::Layout::csv:
        return {"metadata.csv"};
      case interchange::Layout::jsonl:
        return {"metadata.jsonl"};
      case interchange::Layout::lists:
        return {"prompts.txt", "videos.txt"};
      default:
        return {};
    }
  }

  /// Lists may go next to the clips that they name. Layouts with many files need their own folder, so that
  /// nothing in it, least of all a source, can be overwritten.
  void check_room() const {
    if (options_.clips == ExportedClips::cut || options_.layout == interchange::Layout::sidecars)
      return make_empty_folder(folder_);
    for (const std::string& name : list_names()) refuse_existing(folder_ / name);
    make_folders(folder_);
  }

  /// Records a file that this export has created; it is removed if the export fails.
  void made(fs::path file) {
    const std::lock_guard lock(mutex_);
    made_.push_back(std::move(file));
  }

  void write(const std::string& name, std::string_view text) {
    write_file_atomically(folder_ / name, text, Existing::refuse);
    made(folder_ / name);
  }

  void fail(const ClipRow& row, Fault fault) {
    report_.faults.push_back(clip_fault(project_, row, std::move(fault)));
  }

  void add_references() {
    visit_clips(project_, options_.filter, [&](const ClipRow& row) {
      const fs::path source = project_.absolute_path(row.source.path);
      const nlohmann::json details = details_of(row, ExportedClips::by_reference);
      if (std::error_code error; !fs::exists(source, error)) {
        return fail(row, Fault(file_missing, {{"file", to_utf8(source)}}));
      }
      if (!is_table(options_.layout) && details.contains("clip_in")) {
        return fail(row, Fault(cut_not_held, {{"file", row.source.path}}));
      }
      std::string file = relative_to(folder_, source);
      if (options_.layout == interchange::Layout::lists && !is_one_line(file))
        return fail(row, Fault(name_not_held, {{"file", row.source.path}}));
      if (options_.layout == interchange::Layout::sidecars) {
        file = names_.take(source.stem().string(), source.extension().string());
        link_or_copy(source, folder_ / file);
        made(folder_ / file);
      }
      add_row(row, std::move(file), ExportedClips::by_reference);
      ++report_.clips;
    });
  }

  void add_row(const ClipRow& row, std::string file, ExportedClips clips) {
    const std::string caption = row.caption ? row.caption->text : "";
    rows_.push_back(
        {std::move(file), dataset::with_id_token(caption, options_.id_token), details_of(row, clips)});
    if (options_.layout == interchange::Layout::lists && caption.find('\n') != std::string::npos) {
      fail(row, Fault(line_ends_lost, {{"clip", row.clip.id}}));
    }
    add_more_captions(row, rows_.back());
  }

  /// Other captions: in a column of their own, with the trigger word, or as further lines of a sidecar.
  void add_more_captions(const ClipRow& row, interchange::ListRow& out) {
    if (row.more_captions.empty()) return;
    std::vector<std::string> more;
    for (const std::string& caption : row.more_captions)
      more.push_back(dataset::with_id_token(caption, options_.id_token));
    out.details["clip_captions"] = more;
    if (is_table(options_.layout)) return;
    more.insert(more.begin(), out.caption);
    const bool are_lines =
        std::ranges::none_of(more, [](const std::string& text) { return text.find('\n') != text.npos; });
    if (options_.layout == interchange::Layout::sidecars && are_lines)
      out.caption = join(more, "\n");
    else
      fail(row, Fault(captions_not_held, {{"clip", row.clip.id}, {"captions", more.size()}}));
  }

  void add_cut_clips() {
    std::vector<dataset::ClipShape> shapes = clip_shapes(project_, options_.fps, options_.filter);
    if (options_.buckets.empty()) {
      for (dataset::ClipShape& shape : shapes) shape.choice = own_size(shape);
    }
    const auto assignments = dataset::assign_buckets(shapes, options_.buckets, options_.long_clips);
    for (size_t i = 0; i < shapes.size(); ++i) {
      if (assignments[i].fit)
        ++report_.clips;
      else
        fail(read_clip(project_, shapes[i].id), dataset::unfit_reason(shapes[i], options_.buckets));
    }
    const dataset::DatasetManifest samples =
        make_manifest(project_, assignments, {.fps = options_.fps, .repeats = false});
    // Sidecars go next to their videos; lists name videos in a separate folder.
    const std::string below = options_.layout == interchange::Layout::sidecars ? "" : "videos/";
    if (!below.empty()) make_empty_folder(folder_ / below);
    std::vector<std::string> files;
    for (const dataset::DatasetSample& sample : samples) {
      const std::string stem = fs::path(sample.source).stem().string();
      files.push_back(below +
                      names_.take(options_.layout == interchange::Layout::lists ? one_line(stem) : stem,
                                  sample.frame_count == 1 ? ".png" : ".mp4"));
    }
    const auto write = [&](size_t i, const std::stop_token& stop) -> std::optional<Fault> {
      try {
        write_sample(samples[i], folder_ / files[i], options_.crf, stop);
        made(folder_ / files[i]);
        return std::nullopt;
      } catch (const Cancelled&) {
        throw;
      } catch (const std::exception&) {
        const Fault fault = media::fault_of(samples[i].source);
        if (!fault.code.starts_with("media.")) throw;  // a full disk ends the export
        return fault;
      }
    };
    const auto list = [&](size_t i, const std::optional<Fault>& fault) {
      const ClipRow row = read_clip(project_, std::stoll(samples[i].id));  // "<clip>-<part>"
      if (fault) return fail(row, *fault);
      add_row(row, files[i], ExportedClips::cut);
    };
    work_ahead<std::optional<Fault>>(samples.size(), FW_TEXT("phases", "exporting"), options_.work, write,
                                     list);
  }

  void write_lists() {
    if (options_.layout == interchange::Layout::csv)
      return write("metadata.csv", interchange::csv_text(rows_));
    if (options_.layout == interchange::Layout::jsonl)
      return write("metadata.jsonl", interchange::jsonl_text(rows_));
    if (options_.layout == interchange::Layout::lists) return write_two_lists();
    for (const interchange::ListRow& row : rows_) {
      if (!row.caption.empty()) write(fs::path(row.file).replace_extension(".txt").string(), row.caption);
    }
  }

  void write_two_lists() {
    write("prompts.txt", interchange::prompts_text(rows_));
    write("videos.txt", interchange::videos_text(rows_));
  }

  const Project& project_;
  const fs::path folder_;
  const ExportOptions& options_;
  Names names_;
  std::mutex mutex_;  // guards made_: several threads write clips
  std::vector<fs::path> made_;
  std::vector<interchange::ListRow> rows_;
  ExportReport report_;
};

}  // namespace

ExportReport export_clips(const Project& project, const fs::path& folder, const ExportOptions& options) {
  return Exporter(project, folder, options).run();
}

}  // namespace fw::project
