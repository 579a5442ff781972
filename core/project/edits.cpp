// SPDX-License-Identifier: Apache-2.0
#include "project/edits.h"

#define SQLITE_ENABLE_SESSION
#define SQLITE_ENABLE_PREUPDATE_HOOK
#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <sqlite3.h>

#include <array>
#include <memory>
#include <vector>

#include "project/clock.h"

namespace fw::project::edits {

namespace {

constexpr std::array undoable_tables{"sources",           "clips",       "captions", "caption_history",
                                     "caption_proposals", "clip_tags",   "buckets",  "settings",
                                     "more_captions",     "clip_weights"};

constexpr int64_t max_steps = 500;
constexpr int64_t max_bytes = int64_t{256} << 20;

void check(int code, SQLite::Database& database) {
  if (code != SQLITE_OK) throw SQLite::Exception(database.getHandle(), code);
}

struct Free {
  void operator()(void* bytes) const { sqlite3_free(bytes); }
};

/// Memory allocated by SQLite.
struct ChangeSet {
  std::unique_ptr<void, Free> bytes;
  int size = 0;
};

class Session {
 public:
  explicit Session(SQLite::Database& database) : database_(database) {
    check(sqlite3session_create(database.getHandle(), "main", &session_), database);
    for (const char* table : undoable_tables) check(sqlite3session_attach(session_, table), database);
  }
  ~Session() { sqlite3session_delete(session_); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  ChangeSet changes() {
    ChangeSet set;
    void* bytes = nullptr;
    check(sqlite3session_changeset(session_, &set.size, &bytes), database_);
    set.bytes.reset(bytes);
    return set;
  }

 private:
  SQLite::Database& database_;
  sqlite3_session* session_ = nullptr;
};

/// A row already removed by a cascading delete is not a conflict; anything else means that undoable tables
/// were changed outside an edit, and then nothing may be applied.
int on_conflict(void*, int kind, sqlite3_changeset_iter*) {
  return kind == SQLITE_CHANGESET_NOTFOUND ? SQLITE_CHANGESET_OMIT : SQLITE_CHANGESET_ABORT;
}

enum class Direction { undo, redo };

void apply(SQLite::Database& database, const void* bytes, int size, Direction direction) {
  ChangeSet inverse;
  if (direction == Direction::undo) {
    void* inverted = nullptr;
    check(sqlite3changeset_invert(size, bytes, &inverse.size, &inverted), database);
    inverse.bytes.reset(inverted);
    bytes = inverted;
    size = inverse.size;
  }
  check(sqlite3changeset_apply(database.getHandle(), size, const_cast<void*>(bytes), nullptr, on_conflict,
                               nullptr),
        database);
}

/// The next step to undo or redo; 0 if there is none.
int64_t next_step(SQLite::Database& database, Direction direction) {
  SQLite::Statement query(database, direction == Direction::undo
                                        ? "SELECT max(step) FROM edits WHERE NOT is_undone"
                                        : "SELECT min(step) FROM edits WHERE is_undone");
  query.executeStep();
  return query.getColumn(0).getInt64();
}

std::optional<std::string> next_label(SQLite::Database& database, Direction direction) {
  const int64_t step = next_step(database, direction);
  if (step == 0) return std::nullopt;
  SQLite::Statement query(database, "SELECT label FROM edits WHERE id = ?");
  query.bind(1, step);
  return query.executeStep() ? std::optional(query.getColumn(0).getString()) : std::nullopt;
}

bool take_step(SQLite::Database& database, Direction direction) {
  const int64_t step = next_step(database, direction);
  if (step == 0) return false;
  std::vector<int64_t> ids;
  SQLite::Statement list(database, direction == Direction::undo
                                       ? "SELECT id FROM edits WHERE step = ? ORDER BY id DESC"
                                       : "SELECT id FROM edits WHERE step = ? ORDER BY id");
  list.bind(1, step);
  while (list.executeStep()) ids.push_back(list.getColumn(0).getInt64());
  for (const int64_t id : ids) {
    SQLite::Statement query(database, "SELECT changes FROM edits WHERE id = ?");
    query.bind(1, id);
    query.executeStep();
    const SQLite::Column changes = query.getColumn(0);
    apply(database, changes.getBlob(), changes.getBytes(), direction);
  }
  SQLite::Statement mark(database, "UPDATE edits SET is_undone = ? WHERE step = ?");
  mark.bind(1, direction == Direction::undo ? 1 : 0);
  mark.bind(2, step);
  mark.exec();
  return true;
}

/// Drops whole steps, oldest first, until both limits hold; always keeps the newest step.
void drop_old_steps(SQLite::Database& database) {
  SQLite::Statement drop(
      database,
      "WITH steps AS (SELECT step, sum(length(changes)) AS bytes FROM edits GROUP BY step),"
      " newer AS (SELECT step, row_number() OVER w AS number, sum(bytes) OVER w AS bytes"
      "           FROM steps WINDOW w AS (ORDER BY step DESC))"
      " DELETE FROM edits WHERE step IN (SELECT step FROM newer WHERE number > 1 AND (number > ? OR bytes > "
      "?))");
  drop.bind(1, max_steps);
  drop.bind(2, max_bytes);
  drop.exec();
}

}  // namespace

int64_t record(SQLite::Database& database, std::string_view label, int64_t continues,
               const std::function<void(SQLite::Database&)>& work) {
  ChangeSet changes;
  {
    Session session(database);
    work(database);
    changes = session.changes();
  }
  if (changes.size == 0) return continues;
  database.exec("DELETE FROM edits WHERE is_undone");
  SQLite::Statement insert(database,
                           "INSERT INTO edits (step, label, changed_ms, changes) VALUES (?, ?, ?, ?)");
  insert.bind(1, continues);
  insert.bind(2, std::string(label));
  insert.bind(3, now_ms());
  insert.bind(4, changes.bytes.get(), changes.size);
  insert.exec();
  if (continues != 0) return continues;
  const int64_t step = database.getLastInsertRowid();
  database.exec("UPDATE edits SET step = id WHERE step = 0");
  drop_old_steps(database);
  return step;
}

std::optional<std::string> undo_label(SQLite::Database& database) {
  return next_label(database, Direction::undo);
}
std::optional<std::string> redo_label(SQLite::Database& database) {
  return next_label(database, Direction::redo);
}
bool undo(SQLite::Database& database) {
  return take_step(database, Direction::undo);
}
bool redo(SQLite::Database& database) {
  return take_step(database, Direction::redo);
}

}  // namespace fw::project::edits
