// SPDX-License-Identifier: Apache-2.0
#include "project/schema.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <array>
#include <string>

namespace fw::project {

namespace {

/// Step n migrates from version n to n + 1. Never change a released step.
///
/// Paths are UTF-8, and relative if inside the project's folder. Times are milliseconds since the Unix epoch.
/// A cut is [in_frame, out_frame) in decoded frames of the source; crops are in pixels of the displayed
/// picture. Tables whose changes can be undone are listed in edits.cpp.
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
    R"sql(
-- Measured on the pictures, for each cut that a clip has had. Not undone: it can be measured again.
CREATE TABLE clip_figures (
  clip_id          INTEGER NOT NULL REFERENCES clips (id) ON DELETE CASCADE,
  in_frame         INTEGER NOT NULL,
  out_frame        INTEGER NOT NULL,
  brightness       REAL NOT NULL,
  black_share      REAL NOT NULL,
  frozen_share     REAL NOT NULL,
  longest_freeze_s REAL NOT NULL,
  motion           REAL NOT NULL,
  bar_top          REAL NOT NULL,
  bar_bottom       REAL NOT NULL,
  bar_left         REAL NOT NULL,
  bar_right        REAL NOT NULL,
  sharpness        REAL NOT NULL,
  perceptual_hash  TEXT NOT NULL,
  scene_cuts       TEXT NOT NULL,
  similar_to       INTEGER,
  PRIMARY KEY (clip_id, in_frame, out_frame)
) WITHOUT ROWID;

-- An index of runs/: made again from the run folders by reindex_runs(). A run's state is not here: it is derived.
CREATE TABLE runs (
  id           INTEGER PRIMARY KEY,
  folder       TEXT NOT NULL UNIQUE,
  name         TEXT NOT NULL,
  family       TEXT NOT NULL,
  training     TEXT NOT NULL,
  created_ms   INTEGER NOT NULL,
  last_step    INTEGER NOT NULL DEFAULT 0,
  events_bytes INTEGER NOT NULL DEFAULT 0,
  last_line    TEXT NOT NULL DEFAULT ''
);
CREATE TABLE metrics (
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  name   TEXT NOT NULL,
  step   INTEGER NOT NULL,
  value  REAL NOT NULL,
  PRIMARY KEY (run_id, name, step)
) WITHOUT ROWID;
CREATE TABLE sample_losses (
  run_id    INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  sample_id TEXT NOT NULL,
  step      INTEGER NOT NULL,
  timestep  REAL NOT NULL,
  loss      REAL NOT NULL,
  PRIMARY KEY (run_id, sample_id, step, timestep)
) WITHOUT ROWID;
CREATE TABLE samples (
  run_id  INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  path    TEXT NOT NULL,
  step    INTEGER NOT NULL,
  prompt  TEXT NOT NULL,
  seed    INTEGER NOT NULL,
  details TEXT NOT NULL,
  PRIMARY KEY (run_id, path)
) WITHOUT ROWID;
)sql",
    R"sql(
-- For lists in order, see clip_list.cpp. A caption's beginning, since captions may be long.
CREATE INDEX clips_by_frames ON clips (out_frame - in_frame);
CREATE INDEX clips_by_seconds ON clips (duration_s);
CREATE INDEX sources_by_size ON sources (width, height);
CREATE INDEX captions_by_beginning ON captions (substr(text, 1, 64));
)sql",
    R"sql(
-- The figures of each clip's present cut apart, so that a list finds them by the clip's number alone: searching
-- an index by three columns took longer than all the rest of a filter. A trigger, since undo changes cuts as well.
ALTER TABLE clip_figures RENAME TO former_figures;
CREATE TABLE clip_figures (
  clip_id          INTEGER PRIMARY KEY REFERENCES clips (id) ON DELETE CASCADE,
  in_frame         INTEGER NOT NULL,
  out_frame        INTEGER NOT NULL,
  brightness       REAL NOT NULL,
  black_share      REAL NOT NULL,
  frozen_share     REAL NOT NULL,
  longest_freeze_s REAL NOT NULL,
  motion           REAL NOT NULL,
  bar_top          REAL NOT NULL,
  bar_bottom       REAL NOT NULL,
  bar_left         REAL NOT NULL,
  bar_right        REAL NOT NULL,
  sharpness        REAL NOT NULL,
  perceptual_hash  TEXT NOT NULL,
  scene_cuts       TEXT NOT NULL,
  similar_to       INTEGER
);
INSERT INTO clip_figures SELECT f.* FROM former_figures f
  JOIN clips c ON c.id = f.clip_id AND c.in_frame = f.in_frame AND c.out_frame = f.out_frame;
CREATE TRIGGER figures_follow_cut AFTER UPDATE OF in_frame, out_frame ON clips BEGIN
  INSERT OR REPLACE INTO former_figures SELECT * FROM clip_figures WHERE clip_id = new.id;
  DELETE FROM clip_figures WHERE clip_id = new.id;
  INSERT INTO clip_figures SELECT * FROM former_figures
    WHERE clip_id = new.id AND in_frame = new.in_frame AND out_frame = new.out_frame;
END;
)sql",
    R"sql(
-- Jobs that wait or run, in order, so that a crash loses none: see kept_jobs.h. Not undone.
CREATE TABLE kept_jobs (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  session   TEXT NOT NULL,
  kind      TEXT NOT NULL,
  title     TEXT NOT NULL,
  params    TEXT NOT NULL,
  has_begun INTEGER NOT NULL
);
)sql",
    R"sql(
-- What a job's maker planned; 0: not known.
ALTER TABLE kept_jobs ADD COLUMN expected_seconds REAL NOT NULL DEFAULT 0;
)sql",
    R"sql(
-- The figures of a clip that is removed come back with it: a clip's number is never given to another one.
DROP TRIGGER figures_follow_cut;
ALTER TABLE former_figures RENAME TO bound_figures;
CREATE TABLE former_figures (
  clip_id          INTEGER NOT NULL,
  in_frame         INTEGER NOT NULL,
  out_frame        INTEGER NOT NULL,
  brightness       REAL NOT NULL,
  black_share      REAL NOT NULL,
  frozen_share     REAL NOT NULL,
  longest_freeze_s REAL NOT NULL,
  motion           REAL NOT NULL,
  bar_top          REAL NOT NULL,
  bar_bottom       REAL NOT NULL,
  bar_left         REAL NOT NULL,
  bar_right        REAL NOT NULL,
  sharpness        REAL NOT NULL,
  perceptual_hash  TEXT NOT NULL,
  scene_cuts       TEXT NOT NULL,
  similar_to       INTEGER,
  PRIMARY KEY (clip_id, in_frame, out_frame)
) WITHOUT ROWID;
INSERT INTO former_figures SELECT * FROM bound_figures;
DROP TABLE bound_figures;
CREATE TRIGGER figures_follow_cut AFTER UPDATE OF in_frame, out_frame ON clips BEGIN
  INSERT OR REPLACE INTO former_figures SELECT * FROM clip_figures WHERE clip_id = new.id;
  DELETE FROM clip_figures WHERE clip_id = new.id;
  INSERT INTO clip_figures SELECT * FROM former_figures
    WHERE clip_id = new.id AND in_frame = new.in_frame AND out_frame = new.out_frame;
END;
CREATE TRIGGER figures_leave_with_clip BEFORE DELETE ON clips BEGIN
  INSERT OR REPLACE INTO former_figures SELECT * FROM clip_figures WHERE clip_id = old.id;
END;
CREATE TRIGGER figures_return_with_clip AFTER INSERT ON clips BEGIN
  INSERT OR IGNORE INTO clip_figures SELECT * FROM former_figures
    WHERE clip_id = new.id AND in_frame = new.in_frame AND out_frame = new.out_frame;
END;
)sql",
    R"sql(
-- What captioners answered, beside the caption that is there, until a person accepts or refuses it.
CREATE TABLE caption_proposals (
  clip_id    INTEGER PRIMARY KEY REFERENCES clips (id) ON DELETE CASCADE,
  text       TEXT NOT NULL,
  origin     TEXT NOT NULL CHECK (origin IN ('command', 'server')),
  changed_ms INTEGER NOT NULL
);
)sql",
    R"sql(
-- Which captions are longer than the model reads, by the tokenizer that counted them: see token_counts.h. A caption is
-- known by its time. Not undone: it is counted again.
CREATE TABLE caption_tokens (
  clip_id    INTEGER PRIMARY KEY REFERENCES clips (id) ON DELETE CASCADE,
  changed_ms INTEGER NOT NULL,
  counter    TEXT NOT NULL,
  is_long    INTEGER NOT NULL
);
)sql",
    R"sql(
-- Jobs are kept in the user's own folder: a project may come from somebody else.
DROP TABLE kept_jobs;
)sql",
    R"sql(
-- A clip's captions after the first, in order; and what applies to a clip instead of the rules for sets of clips, see
-- repeats.h. NULL: as the rules say.
CREATE TABLE more_captions (
  clip_id  INTEGER NOT NULL REFERENCES clips (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  text     TEXT NOT NULL,
  PRIMARY KEY (clip_id, position)
) WITHOUT ROWID;
CREATE TABLE clip_weights (
  clip_id     INTEGER PRIMARY KEY REFERENCES clips (id) ON DELETE CASCADE,
  times       INTEGER,
  loss_weight REAL
);
)sql",
};

/// "FWrt": lets file(1) and the desktop distinguish a project from other SQLite files.
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
