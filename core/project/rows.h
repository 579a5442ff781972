// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

/// Short forms of common database operations. Internal to core/project.
namespace fw::project {

inline void bind_value(SQLite::Statement& statement, int index, std::string_view value) {
  statement.bind(index, std::string(value));
}
inline void bind_value(SQLite::Statement& statement, int index, double value) {
  statement.bind(index, value);
}
template <typename Number>
requires std::is_integral_v<Number>
void bind_value(SQLite::Statement& statement, int index, Number value) {
  statement.bind(index, static_cast<int64_t>(value));
}
template <typename Value>
void bind_value(SQLite::Statement& statement, int index, const std::optional<Value>& value) {
  value ? bind_value(statement, index, *value) : statement.bind(index);
}

/// Runs a prepared statement again with these parameters. @return the number of changed rows
template <typename... Values>
int run(SQLite::Statement& statement, const Values&... values) {
  statement.reset();
  int index = 0;
  (bind_value(statement, ++index, values), ...);
  return statement.exec();
}
template <typename... Values>
int run(SQLite::Database& database, const char* sql, const Values&... values) {
  SQLite::Statement statement(database, sql);
  return run(statement, values...);
}

/// Runs a prepared query from its start with these parameters. @return whether it has a row
template <typename... Values>
bool first_row(SQLite::Statement& query, const Values&... values) {
  query.reset();
  int index = 0;
  (bind_value(query, ++index, values), ...);
  return query.executeStep();
}

/// One transaction of a project that calls `each` with every id.
template <typename Each>
void edit_each(Project& project, std::string_view label, std::span<const int64_t> ids, Each&& each) {
  project.edit(label, [&](SQLite::Database& database) {
    for (const int64_t id : ids) each(database, id);
  });
}

}  // namespace fw::project
