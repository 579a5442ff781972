// SPDX-License-Identifier: Apache-2.0
#include "project/import.h"

#include <algorithm>
#include <functional>
#include <set>

#include "base/paths.h"
#include "media/clip_reader.h"
#include "media/content_hash.h"
#include "media/errors.h"
#include "media/file_fault.h"
#include "media/probe.h"
#include "project/captions.h"
#include "project/clips.h"
#include "project/rows.h"
#include "project/weights.h"

namespace fw::project {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode too_short{
    "project.too_short",
    FW_TEXT("errors", "{file} has {frames} {frames:frame|frames}, but at least {needed} are required."),
    FW_TEXT("errors", "Leave it out, or require fewer."), Blame::input};
constexpr ErrorCode duplicate{"project.duplicate", FW_TEXT("errors", "{file} is a copy of {other}."),
                              FW_TEXT("errors", "Nothing to do: one is kept."), Blame::input};
constexpr ErrorCode outside{
    "project.outside",
    FW_TEXT("errors", "Frames {in} to {out} of {file} were requested, but it has only {frames}."),
    FW_TEXT("errors", "Correct the row."), Blame::input};
constexpr ErrorCode crop_outside{
    "project.crop_outside",
    FW_TEXT("errors", "The crop {crop} does not fit within the picture of {file}, which is {size}."),
    FW_TEXT("errors", "Correct the row."), Blame::input};

constexpr ErrorCode changed{
    "project.source_changed", FW_TEXT("errors", "{file} has changed since clips of it were imported."),
    FW_TEXT("errors", "Remove its clips from the project first, or give the new file another name."),
    Blame::input};

constexpr ErrorCode caption_changed{
    "project.caption_changed",
    FW_TEXT("errors",
            "The caption of {file} has changed since the clip was imported; the project keeps its own."),
    FW_TEXT("errors",
            "To take the new one, import again with \"Update captions\" (--update-captions). The one in the "
            "project stays in the clip's history."),
    Blame::input};

constexpr ErrorCode caption_replaced{
    "project.caption_replaced",
    FW_TEXT("errors", "The caption of {file} was edited in the project; the changed one replaces it."),
    FW_TEXT("errors", "The edited one stays in the clip's history, and undo brings it back."), Blame::input};

constexpr size_t clips_a_commit = 64;
constexpr size_t most_rows_held = 1024;  // of the list: bounds the memory, like the next constant
constexpr size_t most_faults = 10'000;

/// Result of examining a row on the media threads.
struct Examined {
  Source source{};
  Clip clip{};
  media::ClipAnalysis analysis{};
  std::vector<Fault> faults{};  ///< if not empty, the row is not imported
};

Source describe(const Project& project, const fs::path& file, media::ClipReader& reader,
                std::stop_token stop) {
  const media::ClipInfo info = media::probe(reader);
  const auto stamp = media::file_stamp(file);
  if (!stamp) throw Error(media::unreadable, {{"file", to_utf8(file)}, {"reason", "it vanished"}});
  return {.path = project.stored_path(file),
          .hash = media::content_hash(file, std::move(stop)),
          .bytes = stamp->bytes,
          .modified_ms = stamp->modified_ms,
          .is_image = info.picture,
          .width = info.size.width,
          .height = info.size.height,
          .fps_numerator = info.fps.numerator,
          .fps_denominator = info.fps.denominator,
          .is_variable_rate = info.variable_rate,
          .frames = info.frames,
          .duration_s = info.duration_s,
          .codec = info.codec,
          .is_hdr = info.hdr,
          .has_audio = info.audio.has_value(),
          .warnings = info.warnings};
}

/// Why the row's part of the source cannot be used; nullopt if it can.
std::optional<Fault> bad_part(const Clip& clip, const Source& source, int64_t min_frames,
                              const std::string& file) {
  if (clip.in_frame < 0 || clip.out_frame <= clip.in_frame || clip.out_frame > source.frames) {
    return Fault(outside,
                 {{"in", clip.in_frame}, {"out", clip.out_frame}, {"file", file}, {"frames", source.frames}});
  }
  if (clip.frames() < min_frames) {
    return Fault(too_short, {{"file", file}, {"frames", clip.frames()}, {"needed", min_frames}});
  }
  if (clip.crop && !is_inside(*clip.crop, source.width, source.height)) {
    return Fault(crop_outside,
                 {{"crop", catalog::to_string(*clip.crop)},
                  {"file", file},
                  {"size", std::to_string(source.width) + "x" + std::to_string(source.height)}});
  }
  return std::nullopt;
}

Examined examine(const Project& project, const interchange::ImportRow& row, int64_t min_frames,
                 std::stop_token stop) {
  Examined found;
  try {
    const auto before = media::file_stamp(row.file);
    media::ClipReader reader(row.file, {.threads = 1, .stop = stop});
    found.source = describe(project, row.file, reader, stop);
    Clip& clip = found.clip;
    clip.in_frame = row.in_frame.value_or(0);
    clip.out_frame = row.out_frame.value_or(found.source.frames);
    clip.crop = row.crop;
    clip.bucket = row.bucket;
    if (auto fault = bad_part(clip, found.source, min_frames, to_utf8(row.file))) {
      found.faults.push_back(std::move(*fault));
      return found;
    }
    clip.duration_s = reader.time_s(clip.out_frame) - reader.time_s(clip.in_frame);
    found.analysis = media::analyse(reader, {.in = clip.in_frame, .out = clip.out_frame, .stop = stop});
    // Still being written: hash, frames and measurements would belong to different contents.
    if (media::file_stamp(row.file) != before)
      throw Error(media::unreadable,
                  {{"file", to_utf8(row.file)}, {"reason", "it changes while it is read"}});
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception&) {
    found.faults.push_back(media::fault_of(row.file));
  }
  return found;
}

/// A row whose clip is already in the project.
struct KnownRow {
  interchange::ImportRow row;
  int64_t clip_id;
};

/// Removes and returns the rows whose file and cut are in the project, unchanged by size and time.
std::vector<KnownRow> take_known_rows(const Project& project, std::vector<interchange::ImportRow>& rows) {
  std::vector<KnownRow> known;
  project.read([&](SQLite::Database& database) {
    SQLite::Statement query(
        database,
        "SELECT c.id FROM sources s JOIN clips c ON c.source_id = s.id WHERE s.path = ? AND s.bytes = ?"
        " AND s.modified_ms = ? AND c.in_frame = ? AND c.out_frame = coalesce(?, s.frames)"
        " AND c.crop_x IS NULL");
    std::erase_if(rows, [&](interchange::ImportRow& row) {
      const auto stamp = media::file_stamp(row.file);
      if (row.crop || !stamp ||
          !first_row(query, project.stored_path(row.file), stamp->bytes, stamp->modified_ms,
                     row.in_frame.value_or(0), row.out_frame))
        return false;
      known.push_back({std::move(row), query.getColumn(0).getInt64()});
      return true;
    });
  });
  return known;
}

/// True if the row's captions differ from the last ones imported for the clip. Edits of the first caption in
/// the project do not count, since the row has not changed; others are compared where the project has none.
bool has_new_caption(SQLite::Database& database, const interchange::ImportRow& row, int64_t clip_id) {
  if (row.caption.empty()) return false;
  SQLite::Statement query(database,
                          "SELECT text FROM (SELECT text, origin, 1 AS present, 0 AS id FROM captions"
                          " WHERE clip_id = ?1 UNION ALL SELECT text, origin, 0, id FROM caption_history"
                          " WHERE clip_id = ?1) WHERE origin = 'import' OR (present AND text = ?2)"
                          " ORDER BY present DESC, id DESC LIMIT 1");
  const bool same_first =
      first_row(query, clip_id, row.caption) && query.getColumn(0).getString() == row.caption;
  const std::vector<std::string> more = more_captions(database, clip_id);
  if (!same_first) return std::ranges::find(more, row.caption) == more.end();
  return more.empty() && !row.more_captions.empty();
}

/// Examines the list's rows in order, adds them to the database in batches and counts them.
class Importer {
 public:
  Importer(Project& project, const ImportOptions& options, int64_t rows)
      : project_(project), options_(options), meter_(FW_TEXT("phases", "importing"), rows) {}

  void add(interchange::ImportRow row) {
    rows_.push_back(std::move(row));
    if (rows_.size() >= most_rows_held) import_held_rows();
  }
  void add(interchange::RowFault fault) { keep(report_.faults, std::move(fault)); }
  void warn(interchange::RowFault warning) { keep(report_.warnings, std::move(warning)); }

  void import_held_rows() {
    const std::vector<KnownRow> known = take_known_rows(project_, rows_);
    add_known(known);
    progress(known.size());
    const WorkOptions work{.threads = options_.work.threads, .stop = options_.work.stop};
    const auto examine_row = [&](size_t i, const std::stop_token& stop) {
      return examine(project_, rows_[i], options_.min_frames, stop);
    };
    work_ahead<Examined>(rows_.size(), "", work, examine_row, [&](size_t i, Examined examined) {
      batch_.emplace_back(i, std::move(examined));
      if (batch_.size() >= clips_a_commit) commit();
      progress(1);
    });
    commit();
    rows_.clear();
  }

  void commit() {
    if (batch_.empty()) return;
    edit([&](SQLite::Database& database, ImportReport& report) {
      for (auto& [row, examined] : batch_) put(database, rows_[row], examined, report);
    });
    batch_.clear();
  }

  ImportReport take() { return std::move(report_); }

 private:
  void keep(std::vector<interchange::RowFault>& list, interchange::RowFault fault) {
    if (list.size() < most_faults)
      list.push_back(std::move(fault));
    else
      ++report_.more_faults;
  }

  /// @param change  fills a separate report, so that a failed edit is not counted
  void edit(const std::function<void(SQLite::Database&, ImportReport&)>& change) {
    ImportReport report;
    const int64_t step = project_.edit(
        FW_TEXT("edits", "Import clips"), [&](SQLite::Database& database) { change(database, report); },
        step_);
    if (step != 0) step_ = step;
    report_.imported += report.imported;
    report_.already_there += report.already_there;
    report_.captions_updated += report.captions_updated;
    for (interchange::RowFault& fault : report.faults) add(std::move(fault));
    for (interchange::RowFault& warning : report.warnings) warn(std::move(warning));
  }

  void add_known(const std::vector<KnownRow>& known) {
    report_.already_there += static_cast<int64_t>(known.size());
    std::vector<const KnownRow*> changed;
    project_.read([&](SQLite::Database& database) {
      for (const KnownRow& each : known)
        if (has_new_caption(database, each.row, each.clip_id)) changed.push_back(&each);
    });
    if (changed.empty()) return;
    edit([&](SQLite::Database& database, ImportReport& report) {
      for (const KnownRow* each : changed) update_caption(database, each->row, each->clip_id, report);
    });
  }

  /// A list may have several rows for a clip, each with a caption.
  static void add_captions(SQLite::Database& database, const interchange::ImportRow& row, int64_t clip_id) {
    std::vector<std::string> more = more_captions(database, clip_id);
    more.push_back(row.caption);
    more.insert(more.end(), row.more_captions.begin(), row.more_captions.end());
    put_more_captions(database, clip_id, more, CaptionOrigin::import);
  }

  void update_caption(SQLite::Database& database, const interchange::ImportRow& row, int64_t clip_id,
                      ImportReport& report) const {
    if (new_clips_.contains(clip_id)) return add_captions(database, row, clip_id);
    if (options_.update_captions) {
      SQLite::Statement edited(database, "SELECT 1 FROM captions WHERE clip_id = ? AND origin = ?");
      if (first_row(edited, clip_id, to_text(CaptionOrigin::person)))
        report.warnings.push_back(
            {row.list, row.line, Fault(caption_replaced, {{"file", to_utf8(row.file)}})});
      put_caption(database, clip_id, row.caption, CaptionOrigin::import);
      put_more_captions(database, clip_id, row.more_captions, CaptionOrigin::import);
      ++report.captions_updated;
    } else {
      report.warnings.push_back({row.list, row.line, Fault(caption_changed, {{"file", to_utf8(row.file)}})});
    }
  }

  void progress(size_t more) {
    done_ += static_cast<int64_t>(more);
    if (more > 0 && options_.work.on_progress) options_.work.on_progress(meter_.update(done_));
  }

  void put(SQLite::Database& database, const interchange::ImportRow& row, Examined& examined,
           ImportReport& report) const {
    for (Fault& fault : examined.faults) report.faults.push_back({row.list, row.line, std::move(fault)});
    if (!examined.faults.empty()) return;
    if (const auto other = same_content(database, examined)) {
      if (other->path == examined.source.path) {
        // Copied or touched: avoid reading it again in the next check.
        run(database, "UPDATE sources SET modified_ms = ? WHERE path = ?", examined.source.modified_ms,
            other->path);
        ++report.already_there;
        if (has_new_caption(database, row, other->clip_id))
          update_caption(database, row, other->clip_id, report);
      } else {
        report.faults.push_back(
            {row.list, row.line, Fault(duplicate, {{"file", examined.source.path}, {"other", other->path}})});
      }
      return;
    }
    SQLite::Statement same_path(database, "SELECT hash FROM sources WHERE path = ?");
    if (first_row(same_path, examined.source.path) &&
        same_path.getColumn(0).getString() != examined.source.hash) {
      report.faults.push_back({row.list, row.line, Fault(changed, {{"file", examined.source.path}})});
      return;
    }
    examined.clip.source_id = source_of(database, examined.source);
    const int64_t id = add_clip(database, examined.clip);
    if (!row.caption.empty()) put_caption(database, id, row.caption, CaptionOrigin::import);
    put_more_captions(database, id, row.more_captions, CaptionOrigin::import);
    new_clips_.insert(id);
    put_weights(database, id, row.times, row.loss_weight);
    for (const std::string& tag : row.tags) {
      run(database, "INSERT OR IGNORE INTO clip_tags (clip_id, tag) VALUES (?, ?)", id, tag);
    }
    put_figures(database, id, examined.clip.in_frame, examined.clip.out_frame, examined.analysis);
    for (const Fault& warning : examined.source.warnings)
      report.warnings.push_back({row.list, row.line, warning});
    ++report.imported;
  }

  struct SameClip {
    std::string path;
    int64_t clip_id;
  };
  /// The clip with the same cut and crop of a source with the same content.
  static std::optional<SameClip> same_content(SQLite::Database& database, const Examined& examined) {
    const Clip& clip = examined.clip;
    const auto part = [&](int64_t catalog::Crop::*member) {
      return clip.crop ? std::optional((*clip.crop).*member) : std::nullopt;
    };
    SQLite::Statement query(
        database,
        "SELECT s.path, c.id FROM sources s JOIN clips c ON c.source_id = s.id WHERE s.hash = ? AND "
        "c.in_frame = ?"
        " AND c.out_frame = ? AND c.crop_x IS ? AND c.crop_y IS ? AND c.crop_width IS ? AND c.crop_height IS "
        "?"
        " ORDER BY s.path = ? DESC LIMIT 1");
    if (!first_row(query, examined.source.hash, clip.in_frame, clip.out_frame, part(&catalog::Crop::x),
                   part(&catalog::Crop::y), part(&catalog::Crop::width), part(&catalog::Crop::height),
                   examined.source.path)) {
      return std::nullopt;
    }
    return SameClip{query.getColumn(0).getString(), query.getColumn(1).getInt64()};
  }

  /// Files with the same content are one source.
  static int64_t source_of(SQLite::Database& database, const Source& source) {
    SQLite::Statement query(database, "SELECT id FROM sources WHERE hash = ?");
    return first_row(query, source.hash) ? query.getColumn(0).getInt64() : add_source(database, source);
  }

  Project& project_;
  const ImportOptions& options_;
  ProgressMeter meter_;
  int64_t done_ = 0;
  std::vector<interchange::ImportRow> rows_;
  std::vector<std::pair<size_t, Examined>> batch_;  ///< of rows_
  int64_t step_ = 0;
  mutable std::set<int64_t> new_clips_;  ///< of this import
  ImportReport report_;
};

/// Counts the rows of the list, which is read twice instead of held in memory.
int64_t count_rows(std::span<const fs::path> paths, const interchange::ListOptions& list,
                   const std::stop_token& stop) {
  int64_t rows = 0;
  const auto count = [&](const interchange::ImportRow&) {
    if (stop.stop_requested()) throw Cancelled();
    ++rows;
  };
  const auto ignore = [](const interchange::RowFault&) {};
  interchange::visit_import_rows(paths, list, {.on_row = count, .on_fault = ignore, .on_warning = ignore});
  return rows;
}

}  // namespace

ImportReport import_clips(Project& project, std::span<const fs::path> paths,
                          const interchange::ListOptions& list, const ImportOptions& options) {
  Importer importer(project, options, count_rows(paths, list, options.work.stop));
  try {
    interchange::visit_import_rows(
        paths, list,
        {.on_row = [&](interchange::ImportRow row) { importer.add(std::move(row)); },
         .on_fault = [&](interchange::RowFault fault) { importer.add(std::move(fault)); },
         .on_warning = [&](interchange::RowFault warning) { importer.warn(std::move(warning)); }});
    importer.import_held_rows();
  } catch (const Cancelled&) {
    importer.commit();
    throw;
  }
  return importer.take();
}

}  // namespace fw::project
