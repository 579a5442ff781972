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

/// The undo history: SQLite's session extension records an edit's changes, the table `edits` stores them, and
/// undo applies the inverse. The history is therefore as durable as the data, and the same code undoes every
/// kind of edit. Call all of these inside a transaction. Internal to Project.
namespace fw::project::edits {

/// Runs `work` and records its changes; drops steps that could be redone and steps beyond the limit.
/// @return the step, or `continues` if nothing changed
int64_t record(SQLite::Database& database, std::string_view label, int64_t continues,
               const std::function<void(SQLite::Database&)>& work);

std::optional<std::string> undo_label(SQLite::Database& database);
std::optional<std::string> redo_label(SQLite::Database& database);
/// @return false if there is nothing to undo or redo
bool undo(SQLite::Database& database);
bool redo(SQLite::Database& database);

}  // namespace fw::project::edits
