// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <SQLiteCpp/Database.h>

namespace fw::project {

/// Adds the SQL function `mentions(word, text…)`: 1 if one of the texts contains the word, ignoring the case
/// of A to Z, else 0; NULL contains nothing. A faster `text LIKE '%word%'`, for filtering a list while the
/// user types. Cost: O(bytes of the texts).
void add_search_function(SQLite::Database& database);

}  // namespace fw::project
