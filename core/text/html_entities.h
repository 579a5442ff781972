// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// HTML's character references, of names those of HTML 4. Thread: any. Cost: O(size).
namespace fw::text {

/// As browsers read a text: "&amp;", "&eacute", "&#233;". Numbers that no character has become U+FFFD.
std::u32string unescape_html(const std::u32string& text);

/// Only references with a semicolon; a name in capitals means the capital letter: "&ATILDE;" is "Ã".
std::u32string unescape_terminated(const std::u32string& text);

}  // namespace fw::text
