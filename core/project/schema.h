// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace SQLite {
class Database;
}

namespace fw::project {

/// The version that this program writes. Each earlier one is brought up to it step by step.
int newest_schema();

/// @return the version found in the database; 0 when it is empty
int schema_of(SQLite::Database& database);

/// Brings an empty or older database to newest_schema() in one transaction: after a crash it is the old or
/// the new, whole. @throws SQLite::Exception; the caller has refused newer versions
void migrate(SQLite::Database& database);

}  // namespace fw::project
