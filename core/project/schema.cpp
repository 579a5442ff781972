// SPDX-License-Identifier: Apache-2.0
#include "project/schema.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <array>
#include <string>

namespace fw::project {

namespace {

/// Step n leads from version n to n + 1. A step that has been released is never changed.
///
/// Paths are UTF-8, relative to the project's folder where they are inside it. Times are milliseconds since
/// the Unix epoch. A cut is [in_frame, out_frame) in decoded frames of the source; crops are in pixels of the
/// picture as shown. Tables whose changes can be undone are listed in edits.cpp.
constexpr std::array steps{
    R"sql(
CREATE TABLE sources (
  id               INTEGER PRIMARY KEY,
  path             TEXT NOT NULL UNIQUE,
  hash             TEXT NOT NULL,
  bytes            INTEGER NOT NULL,
  modified_ms      INTEGER NOT NULL,
  is_image         INTEGER NOT NULL,
  width            INTEGER NOT NULL,
  height           INTEGER NOT NULL,
  fps_numerator    INTEGER NOT NULL,
  fps_denominator  INTEGER NOT NULL,
  is_variable_rate INTEGER NOT NULL,
  frames           INTEGER NOT NULL,
  duration_s       REAL NOT NULL,
  codec            TEXT NOT NULL,
  is_hdr           INTEGER NOT NULL,
  has_audio        INTEGER NOT NULL,
  warnings         TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX sources_by_hash ON sources (hash);

CREATE TABLE clips (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  source_id   INTEGER NOT NULL REFERENCES sources (id),
  in_frame    INTEGER NOT NULL CHECK (in_frame >= 0),
  out_frame   INTEGER NOT NULL CHECK (out_frame > in_frame),
  duration_s  REAL NOT NULL,
  crop_x      INTEGER,
  crop_y      INTEGER,
  crop_width  INTEGER,
  crop_height INTEGER,
  bucket      TEXT
);
CREATE INDEX clips_in_order ON clips (source_id, in_frame);

CREATE TABLE captions (
  clip_id    INTEGER PRIMARY KEY REFERENCES clips (id) ON DELETE CASCADE,
  text       TEXT NOT NULL,
  origin     TEXT NOT NULL CHECK (origin IN ('person', 'import', 'command', 'server')),
  changed_ms INTEGER NOT NULL
);
CREATE TABLE caption_history (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  clip_id    INTEGER NOT NULL REFERENCES clips (id) ON DELETE CASCADE,
  text       TEXT NOT NULL,
  origin     TEXT NOT NULL,
  changed_ms INTEGER NOT NULL
);
CREATE INDEX caption_history_by_clip ON caption_history (clip_id, id);

CREATE TABLE clip_tags (
  clip_id INTEGER NOT NULL REFERENCES clips (id) ON DELETE CASCADE,
  tag     TEXT NOT NULL,
  PRIMARY KEY (clip_id, tag)
) WITHOUT ROWID;
CREATE INDEX clip_tags_by_tag ON clip_tags (tag, clip_id);

CREATE TABLE buckets (
  bucket   TEXT PRIMARY KEY,
  position INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE settings (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE edits (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  step       INTEGER NOT NULL,
  label      TEXT NOT NULL,
  changed_ms INTEGER NOT NULL,
  is_undone  INTEGER NOT NULL DEFAULT 0,
  changes    BLOB NOT NULL
);
CREATE INDEX edits_by_step ON edits (step);
)sql",
};

/// "FWrt": lets file(1) and the desktop tell a project from other SQLite files.
constexpr int application_id = 0x46577274;

}  // namespace

int newest_schema() {
  return static_cast<int>(steps.size());
}

int schema_of(SQLite::Database& database) {
  return database.execAndGet("PRAGMA user_version").getInt();
}

void migrate(SQLite::Database& database) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::EXCLUSIVE);
  for (int version = schema_of(database); version < newest_schema(); ++version) {
    database.exec(steps[static_cast<size_t>(version)]);
  }
  database.exec("PRAGMA application_id = " + std::to_string(application_id));
  database.exec("PRAGMA user_version = " + std::to_string(newest_schema()));
  transaction.commit();
}

}  // namespace fw::project
