// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace SQLite {
class Database;
}

namespace fw::project {

/// The version that this program writes. Older ones are migrated step by step.
int newest_schema();

/// @return the version of the database; 0 if it is empty
int schema_of(SQLite::Database& database);

/// Migrates an empty or older database to newest_schema() in one transaction: after a crash it is entirely
/// old or entirely new. @throws SQLite::Exception. The caller has rejected newer versions
void migrate(SQLite::Database& database);

}  // namespace fw::project
