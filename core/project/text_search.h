// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <SQLiteCpp/Database.h>

namespace fw::project {

/// Gives a connection the SQL function `mentions(word, text…)`: 1 when one of the texts holds the word,
/// compared without regard to the case of A to Z, else 0; NULL holds nothing. What `text LIKE '%word%'` says,
/// in less time: a list is filtered while a person types. Cost: O(bytes of the texts).
void add_search_function(SQLite::Database& database);

}  // namespace fw::project
