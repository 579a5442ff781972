// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include "project/clips.h"
#include "project/cut_duration.h"
#include "project/figures.h"
#include "project/rows.h"

namespace fw::project {

namespace {

constexpr ErrorCode bad_cut{
    "project.bad_cut",
    FW_TEXT(
        "errors",
        "Clip {clip} cannot run from frame {in} to {out}: {file} has only {frames} {frames:frame|frames}."),
    FW_TEXT("errors", "Choose frames from 0 to {frames}, with the end after the beginning."), Blame::input};
constexpr ErrorCode bad_crop{
    "project.bad_crop",
    FW_TEXT("errors", "The crop {crop} does not fit within the picture of clip {clip}, which is {size}."),
    FW_TEXT("errors", "Choose a crop inside the picture."), Blame::input};

constexpr std::string_view change_cut = FW_TEXT("edits", "Change in and out points");

/// Removes sources without any clips.
void remove_unused_sources(SQLite::Database& database) {
  database.exec("DELETE FROM sources WHERE id NOT IN (SELECT source_id FROM clips)");
}

void check_crop(const ClipRow& row, const catalog::Crop& crop) {
  if (is_inside(crop, row.source.width, row.source.height)) return;
  throw Error(bad_crop,
              {{"clip", row.clip.id},
               {"crop", catalog::to_string(crop)},
               {"size", std::to_string(row.source.width) + "x" + std::to_string(row.source.height)}});
}

void put_crop(SQLite::Database& database, int64_t id, const std::optional<catalog::Crop>& crop) {
  const auto part = [&](int64_t catalog::Crop::*member) {
    return crop ? std::optional((*crop).*member) : std::nullopt;
  };
  run(database, "UPDATE clips SET crop_x = ?, crop_y = ?, crop_width = ?, crop_height = ? WHERE id = ?",
      part(&catalog::Crop::x), part(&catalog::Crop::y), part(&catalog::Crop::width),
      part(&catalog::Crop::height), id);
}

void put_cut(SQLite::Database& database, const Project& project, const ClipRow& row, int64_t in_frame,
             int64_t out_frame) {
  const double duration_s = cut_duration_s(project, row.source, in_frame, out_frame);
  run(database, "UPDATE clips SET in_frame = ?, out_frame = ?, duration_s = ? WHERE id = ?", in_frame,
      out_frame, duration_s, row.clip.id);
}

/// Scales a position from one edge length to another.
int64_t scaled(int64_t place, int64_t length, int64_t other) {
  return (place * other + length / 2) / length;
}

std::vector<Clip> pieces_of(const Project& project, const ClipRow& row, std::span<const int64_t> cuts) {
  std::set<int64_t> borders{row.clip.in_frame, row.clip.out_frame};
  for (const int64_t cut : cuts) {
    if (cut > row.clip.in_frame && cut < row.clip.out_frame) borders.insert(cut);
  }
  std::vector<Clip> pieces;
  for (auto border = borders.begin(); std::next(border) != borders.end(); ++border) {
    Clip& piece = pieces.emplace_back(row.clip);
    piece.in_frame = *border;
    piece.out_frame = *std::next(border);
    piece.duration_s = cut_duration_s(project, row.source, piece.in_frame, piece.out_frame);
  }
  return pieces;
}

}  // namespace

void remove_clips(Project& project, std::span<const int64_t> ids) {
  project.edit(FW_TEXT("edits", "Remove clips"), [&](SQLite::Database& database) {
    SQLite::Statement remove(database, "DELETE FROM clips WHERE id = ?");
    for (const int64_t id : ids) run(remove, id);
    remove_unused_sources(database);
  });
}

void set_cut(Project& project, int64_t id, int64_t in_frame, int64_t out_frame) {
  const ClipRow row = read_clip(project, id);
  if (in_frame < 0 || out_frame <= in_frame || out_frame > row.source.frames) {
    throw Error(bad_cut, {{"clip", id},
                          {"in", in_frame},
                          {"out", out_frame},
                          {"file", row.source.path},
                          {"frames", row.source.frames}});
  }
  project.edit(change_cut,
               [&](SQLite::Database& database) { put_cut(database, project, row, in_frame, out_frame); });
}

void trim_clips(Project& project, std::span<const int64_t> ids, double in_s, double out_s) {
  edit_each(project, change_cut, ids, [&](SQLite::Database& database, int64_t id) {
    const ClipRow row = read_clip(project, id);
    if (row.source.is_image) return;
    const auto moved = [&](int64_t frame, double seconds) {
      return std::clamp<int64_t>(frame + std::llround(seconds * row.source.fps()), 0, row.source.frames);
    };
    const int64_t in = moved(row.clip.in_frame, in_s), out = moved(row.clip.out_frame, out_s);
    if (in < out) put_cut(database, project, row, in, out);
  });
}

void use_whole_files(Project& project, std::span<const int64_t> ids) {
  edit_each(project, change_cut, ids, [&](SQLite::Database& database, int64_t id) {
    const ClipRow row = read_clip(project, id);
    put_cut(database, project, row, 0, row.source.frames);
  });
}

void set_crop(Project& project, std::span<const int64_t> ids, std::optional<catalog::Crop> crop) {
  if (crop) {
    for (const ClipRow& row : read_clips(project, ids)) check_crop(row, *crop);
  }
  edit_each(project, FW_TEXT("edits", "Change the crop"), ids,
            [&](SQLite::Database& database, int64_t id) { put_crop(database, id, crop); });
}

void set_crop_part(Project& project, std::span<const int64_t> ids, const catalog::Crop& crop, int64_t width,
                   int64_t height) {
  edit_each(project, FW_TEXT("edits", "Change the crop"), ids, [&](SQLite::Database& database, int64_t id) {
    const ClipRow row = read_clip(project, id);
    const auto& [columns, rows] = std::pair(row.source.width, row.source.height);
    catalog::Crop own{std::min(scaled(crop.x, width, columns), columns - 1),
                      std::min(scaled(crop.y, height, rows), rows - 1)};
    own.width = std::max<int64_t>(1, scaled(crop.x + crop.width, width, columns) - own.x);
    own.height = std::max<int64_t>(1, scaled(crop.y + crop.height, height, rows) - own.y);
    check_crop(row, own);
    put_crop(database, id, own);
  });
}

void set_bucket(Project& project, std::span<const int64_t> ids, std::optional<catalog::Bucket> bucket) {
  const auto text = bucket ? std::optional(catalog::to_string(*bucket)) : std::nullopt;
  edit_each(project, FW_TEXT("edits", "Choose a bucket"), ids, [&](SQLite::Database& database, int64_t id) {
    run(database, "UPDATE clips SET bucket = ? WHERE id = ?", text, id);
  });
}

std::vector<int64_t> split_clips(Project& project, std::span<const ClipCuts> cuts) {
  std::vector<int64_t> ids;
  project.edit(FW_TEXT("edits", "Split clips"), [&](SQLite::Database& database) {
    for (const ClipCuts& request : cuts) {
      ids.push_back(request.clip_id);
      const std::vector<Clip> pieces =
          pieces_of(project, read_clip(project, request.clip_id), request.frames);
      if (pieces.size() == 1) continue;
      run(database, "UPDATE clips SET out_frame = ?, duration_s = ? WHERE id = ?", pieces[0].out_frame,
          pieces[0].duration_s, request.clip_id);
      for (size_t i = 1; i < pieces.size(); ++i) {
        ids.push_back(add_clip(database, pieces[i]));
        run(database,
            "INSERT INTO captions (clip_id, text, origin, changed_ms)"
            " SELECT ?, text, origin, changed_ms FROM captions WHERE clip_id = ?",
            ids.back(), request.clip_id);
        for (const char* copy :
             {"INSERT INTO clip_tags (clip_id, tag) SELECT ?, tag FROM clip_tags WHERE clip_id = ?",
              "INSERT INTO more_captions (clip_id, position, text)"
              " SELECT ?, position, text FROM more_captions WHERE clip_id = ?",
              "INSERT INTO clip_weights (clip_id, times, loss_weight)"
              " SELECT ?, times, loss_weight FROM clip_weights WHERE clip_id = ?"})
          run(database, copy, ids.back(), request.clip_id);
        inherit_figures(database, request.clip_id, ids.back());
      }
    }
  });
  return ids;
}

std::vector<int64_t> split_every(Project& project, std::span<const int64_t> ids, double seconds) {
  std::vector<ClipCuts> cuts;
  for (const ClipRow& row : read_clips(project, ids)) {
    std::vector<int64_t>& frames = cuts.emplace_back(ClipCuts{.clip_id = row.clip.id}).frames;
    const double length = row.source.is_image ? 0 : seconds * row.source.fps();
    if (length < 1) continue;
    for (int piece = 1; row.clip.in_frame + std::llround(piece * length) < row.clip.out_frame; ++piece)
      frames.push_back(row.clip.in_frame + std::llround(piece * length));
  }
  return split_clips(project, cuts);
}

void set_project_buckets(Project& project, std::span<const catalog::Bucket> buckets) {
  project.edit(FW_TEXT("edits", "Change the buckets"), [&](SQLite::Database& database) {
    database.exec("DELETE FROM buckets");
    SQLite::Statement insert(database, "INSERT OR IGNORE INTO buckets (bucket, position) VALUES (?, ?)");
    int64_t position = 0;
    for (const catalog::Bucket& bucket : buckets) run(insert, catalog::to_string(bucket), position++);
  });
}

void put_setting(SQLite::Database& database, std::string_view key, std::string_view value) {
  run(database, "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = ?",
      key, value, value);
}

void set_setting(Project& project, std::string_view key, std::string_view value) {
  project.edit(FW_TEXT("edits", "Change the project's settings"),
               [&](SQLite::Database& database) { put_setting(database, key, value); });
}

}  // namespace fw::project
