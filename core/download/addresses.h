// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

/// Addresses of pages and files. Thread: any.
namespace fw::download {

/// Resolves `link` on the page `base`. @return empty if it is not an address
std::string absolute_address(const std::string& base, const std::string& link);
/// Removes user name, password and query, which may contain a signature, for messages.
std::string shown_address(const std::string& address);
/// A path as file://…, escaped.
std::string file_address(const std::filesystem::path& file);
/// Escapes everything but letters, digits, "-_.~" and the characters of `kept`.
std::string escaped(const std::string& text, const char* kept);
/// "host:port", for messages; the port only if it is not the scheme's.
std::string host_of(const std::string& address);
/// True if a secret for `owner` may also be sent to `address`: same host, and the same scheme and port or
/// https in place of http.
bool may_share_secrets(const std::string& owner, const std::string& address);

}  // namespace fw::download
