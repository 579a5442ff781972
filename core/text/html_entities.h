// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// HTML character references: numbers and the names of HTML 4. Thread: any. Cost: O(size).
namespace fw::text {

/// Unescapes like Python's html.unescape(): "&amp;", "&eacute", "&#233;". 0, surrogates and numbers above
/// U+10FFFF become U+FFFD; most control characters and noncharacters are dropped.
std::u32string unescape_html(const std::u32string& text);

/// Unescapes only references that end in a semicolon. A name in capitals means the capital letter: "&ATILDE;"
/// is "Ã".
std::u32string unescape_terminated(const std::u32string& text);

}  // namespace fw::text
