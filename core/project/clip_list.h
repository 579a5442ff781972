// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <SQLiteCpp/Statement.h>

#include <string>
#include <string_view>

#include "project/clip_filter.h"

/// Filtering of clips in SQL. Internal to core/project.
namespace fw::project {

/// The tables under the aliases that ClipFilter uses. Every clip has a source; the outer join lets SQLite
/// skip tables that a query does not use.
inline constexpr std::string_view from_clips =
    " FROM clips c LEFT JOIN sources s ON s.id = c.source_id LEFT JOIN captions t ON t.clip_id = c.id"
    " LEFT JOIN caption_proposals p ON p.clip_id = c.id"
    " LEFT JOIN clip_figures f ON f.clip_id = c.id AND f.in_frame = c.in_frame AND f.out_frame = c.out_frame";

/// from_clips with the filter's condition.
std::string clips_where(const ClipFilter& filter);
/// Binds the condition's parameters, which come first in the query.
void bind_filter(SQLite::Statement& query, const ClipFilter& filter);

}  // namespace fw::project
