// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace SQLite {
class Database;
}

/// The undo history: SQLite's session extension records what an edit changes, the table `edits` keeps it, and
/// undoing applies its inverse. So the history is as durable as the data, and every kind of edit is undone by
/// the same few lines. All of these run inside a transaction of the caller's. Used by Project only.
namespace fw::project::edits {

/// Runs `work` and keeps what it changed; drops what could have been redone and what is older than the limit.
/// @return the step, or `continues` when nothing changed
int64_t record(SQLite::Database& database, std::string_view label, int64_t continues,
               const std::function<void(SQLite::Database&)>& work);

std::optional<std::string> undo_label(SQLite::Database& database);
std::optional<std::string> redo_label(SQLite::Database& database);
/// @return false when there is nothing to undo or redo
bool undo(SQLite::Database& database);
bool redo(SQLite::Database& database);

}  // namespace fw::project::edits
