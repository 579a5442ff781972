// SPDX-License-Identifier: Apache-2.0
#include "project/clips.h"

#include <algorithm>

#include "project/clip_list.h"
#include "project/rows.h"

namespace fw::project {

namespace {

constexpr ErrorCode no_clip{"project.no_clip", FW_TEXT("errors", "There is no clip {clip} in the project."),
                            FW_TEXT("errors", "List the clips to see their numbers."), Blame::input};

constexpr std::string_view row_columns =
    "SELECT c.id, c.source_id, c.in_frame, c.out_frame, c.duration_s, c.crop_x, c.crop_y, c.crop_width,"
    " c.crop_height, c.bucket, s.path, s.hash, s.bytes, s.modified_ms, s.is_image, s.width, s.height,"
    " s.fps_numerator, s.fps_denominator, s.is_variable_rate, s.frames, s.duration_s, s.codec, s.is_hdr,"
    " s.has_audio, s.warnings, t.text, t.origin, t.changed_ms,"
    " p.text, p.origin, p.changed_ms,"
    " (SELECT group_concat(tag, char(10)) FROM (SELECT tag FROM clip_tags g WHERE g.clip_id = c.id ORDER BY "
    "tag)),"
    " (SELECT json_group_array(text) FROM (SELECT text FROM more_captions m WHERE m.clip_id = c.id"
    "  ORDER BY position)),"
    " (SELECT times FROM clip_weights w WHERE w.clip_id = c.id),"
    " (SELECT loss_weight FROM clip_weights w WHERE w.clip_id = c.id)";

/// Reads columns from left to right.
class Reader {
 public:
  Reader(SQLite::Statement& query) : query_(query) {}
  bool is_null() { return query_.getColumn(next_).isNull(); }
  int64_t integer() { return query_.getColumn(next_++).getInt64(); }
  double real() { return query_.getColumn(next_++).getDouble(); }
  bool truth() { return integer() != 0; }
  std::string text() { return query_.getColumn(next_++).getString(); }
  void skip(int columns) { next_ += columns; }

 private:
  SQLite::Statement& query_;
  int next_ = 0;
};

Clip read_clip(Reader& reader) {
  Clip clip;
  clip.id = reader.integer();
  clip.source_id = reader.integer();
  clip.in_frame = reader.integer();
  clip.out_frame = reader.integer();
  clip.duration_s = reader.real();
  if (reader.is_null()) {
    reader.skip(4);
  } else {
    clip.crop = {reader.integer(), reader.integer(), reader.integer(), reader.integer()};
  }
  if (!reader.is_null())
    clip.bucket = catalog::parse_bucket(reader.text());
  else
    reader.skip(1);
  return clip;
}

Source read_source(Reader& reader, int64_t id) {
  Source source{.id = id};
  source.path = reader.text();
  source.hash = reader.text();
  source.bytes = reader.integer();
  source.modified_ms = reader.integer();
  source.is_image = reader.truth();
  source.width = reader.integer();
  source.height = reader.integer();
  source.fps_numerator = reader.integer();
  source.fps_denominator = reader.integer();
  source.is_variable_rate = reader.truth();
  source.frames = reader.integer();
  source.duration_s = reader.real();
  source.codec = reader.text();
  source.is_hdr = reader.truth();
  source.has_audio = reader.truth();
  const std::string warnings = reader.text();
  if (warnings != "[]") source.warnings = nlohmann::json::parse(warnings).get<std::vector<Fault>>();
  return source;
}

std::optional<Caption> read_caption(Reader& reader) {
  if (reader.is_null()) {
    reader.skip(3);
    return std::nullopt;
  }
  Caption caption{.text = reader.text()};
  caption.origin = caption_origin(reader.text());
  caption.changed_ms = reader.integer();
  return caption;
}

ClipRow read_row(SQLite::Statement& query) {
  Reader reader(query);
  ClipRow row;
  row.clip = read_clip(reader);
  row.source = read_source(reader, row.clip.source_id);
  row.caption = read_caption(reader);
  row.proposal = read_caption(reader);
  std::string_view tags;
  const std::string joined = reader.text();
  for (tags = joined; !tags.empty();) {
    const std::string_view tag = tags.substr(0, tags.find('\n'));
    row.tags.emplace_back(tag);
    tags.remove_prefix(std::min(tags.size(), tag.size() + 1));
  }
  if (const std::string more = reader.text(); more != "[]")
    row.more_captions = nlohmann::json::parse(more).get<std::vector<std::string>>();
  if (!reader.is_null())
    row.times = reader.integer();
  else
    reader.skip(1);
  if (!reader.is_null()) row.loss_weight = reader.real();
  return row;
}

}  // namespace

std::string_view to_text(CaptionOrigin origin) {
  switch (origin) {
    case CaptionOrigin::person:
      return "person";
    case CaptionOrigin::import:
      return "import";
    case CaptionOrigin::command:
      return "command";
    case CaptionOrigin::server:
      return "server";
  }
  return "";
}

CaptionOrigin caption_origin(std::string_view text) {
  for (const auto origin : {CaptionOrigin::import, CaptionOrigin::command, CaptionOrigin::server}) {
    if (to_text(origin) == text) return origin;
  }
  return CaptionOrigin::person;
}

int64_t add_source(SQLite::Database& database, const Source& source) {
  SQLite::Statement known(database, "SELECT id FROM sources WHERE path = ?");
  if (first_row(known, source.path)) return known.getColumn(0).getInt64();
  run(database,
      "INSERT INTO sources (path, hash, bytes, modified_ms, is_image, width, height, fps_numerator, "
      "fps_denominator,"
      " is_variable_rate, frames, duration_s, codec, is_hdr, has_audio, warnings)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      source.path, source.hash, source.bytes, source.modified_ms, source.is_image, source.width,
      source.height, source.fps_numerator, source.fps_denominator, source.is_variable_rate, source.frames,
      source.duration_s, source.codec, source.is_hdr, source.has_audio,
      nlohmann::json(source.warnings).dump());
  return database.getLastInsertRowid();
}

int64_t add_clip(SQLite::Database& database, const Clip& clip) {
  const auto crop_part = [&](int64_t catalog::Crop::*part) {
    return clip.crop ? std::optional((*clip.crop).*part) : std::nullopt;
  };
  run(database,
      "INSERT INTO clips (source_id, in_frame, out_frame, duration_s, crop_x, crop_y, crop_width, "
      "crop_height, bucket)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      clip.source_id, clip.in_frame, clip.out_frame, clip.duration_s, crop_part(&catalog::Crop::x),
      crop_part(&catalog::Crop::y), crop_part(&catalog::Crop::width), crop_part(&catalog::Crop::height),
      clip.bucket ? std::optional(catalog::to_string(*clip.bucket)) : std::nullopt);
  return database.getLastInsertRowid();
}

std::vector<ClipRow> read_clips(const Project& project, std::span<const int64_t> ids) {
  std::vector<ClipRow> rows;
  rows.reserve(ids.size());
  visit_clips(project, ids, [&](const ClipRow& row) { rows.push_back(row); });
  return rows;
}

void visit_clips(const Project& project, std::span<const int64_t> ids,
                 const std::function<void(const ClipRow&)>& visit) {
  project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, std::string(row_columns) + std::string(from_clips) + " WHERE c.id = ?");
    for (const int64_t id : ids) {
      if (first_row(query, id)) visit(read_row(query));
    }
  });
}

ClipRow read_clip(const Project& project, int64_t id) {
  std::vector<ClipRow> rows = read_clips(project, {&id, 1});
  if (rows.empty()) throw Error(no_clip, {{"clip", id}});
  return std::move(rows[0]);
}

void visit_clips(const Project& project, const ClipFilter& filter,
                 const std::function<void(const ClipRow&)>& visit) {
  project.read([&](SQLite::Database& database) {
    SQLite::Statement query(
        database, std::string(row_columns) + clips_where(filter) + " ORDER BY c.source_id, c.in_frame, c.id");
    bind_filter(query, filter);
    while (query.executeStep()) visit(read_row(query));
  });
}

std::vector<catalog::Bucket> project_buckets(const Project& project) {
  return project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, "SELECT bucket FROM buckets ORDER BY position");
    std::vector<catalog::Bucket> buckets;
    while (query.executeStep()) {
      if (const auto bucket = catalog::parse_bucket(query.getColumn(0).getString()))
        buckets.push_back(*bucket);
    }
    return buckets;
  });
}

std::string setting(const Project& project, std::string_view key) {
  return project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, "SELECT value FROM settings WHERE key = ?");
    return first_row(query, key) ? query.getColumn(0).getString() : std::string();
  });
}

}  // namespace fw::project
