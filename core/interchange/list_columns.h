// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

/// Names of the columns of a table, or the keys of an object, that clip lists use. Thread: any.
namespace fw::interchange {

/// The column that names the video, and the one that holds the caption: `wanted`, or else the first usual
/// name, in upper or lower case and with blanks or underscores. Empty if there is none.
std::string video_column(const std::vector<std::string>& there, const std::string& wanted);
std::string caption_column(const std::vector<std::string>& there, const std::string& wanted);

/// Further columns of captions: "caption_2" and "caption 3" in addition to "caption", in order.
std::vector<std::string> numbered_columns(const nlohmann::json& object, const std::string& caption);

/// The columns besides `video` that may hold captions under another name: not those of Framewright's exports.
std::vector<std::string> other_columns(const std::vector<std::string>& there, const std::string& video);

/// Without blanks and tabs at both ends.
std::string without_blanks(std::string_view text);

}  // namespace fw::interchange
