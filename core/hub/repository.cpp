// SPDX-License-Identifier: Apache-2.0
#include "hub/repository.h"

#include <algorithm>

#include "base/json_text.h"
#include "base/utf8.h"
#include "download/addresses.h"
#include "download/download_errors.h"
#include "hub/hub_errors.h"

namespace fw::hub {

namespace {

using nlohmann::json;

constexpr size_t longest_name = 96, longest_path_part = 255;

bool is_word(std::string_view text) {
  const auto is_plain = [](unsigned char c) {
    return c < 128 && (std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.');
  };
  return !text.empty() && text.size() <= longest_name && std::ranges::all_of(text, is_plain) &&
         text.front() != '.' && text.front() != '-' && text.find("..") == text.npos &&
         text.find("--") == text.npos;
}

bool is_hexadecimal(std::string_view text, size_t digits) {
  return text.size() == digits &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::string text_in(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

const json& object_in(const json& object, const char* name) {
  static const json none = json::object();
  const auto found = object.find(name);
  return found != object.end() && found->is_object() ? *found : none;
}

const char* folder_of(RepositoryKind kind) {
  return kind == RepositoryKind::dataset ? "datasets/" : "";
}

RemoteFile file_of(const json& entry, const std::string& address, const Repository& repository) {
  RemoteFile file;
  const auto fail = [&](const std::string& reason) {
    throw Error(no_hub, {{"address", download::shown_address(address)}, {"reason", reason}});
  };
  if (!entry.is_object()) fail("its list of files has another form");
  file.path = text_in(entry, "rfilename");
  if (!is_safe_path(file.path))
    throw Error(unsafe_path, {{"repository", repository.name},
                              {"file", json(file.path).dump(-1, ' ', true, json::error_handler_t::replace)}});
  const json& large = object_in(entry, "lfs");
  file.etag = large.empty() ? text_in(entry, "blobId") : text_in(large, "sha256");
  const auto size = large.empty() ? entry.find("size") : large.find("size");
  const bool has_size = size != (large.empty() ? entry.end() : large.end()) && size->is_number_unsigned();
  if (!has_size || !is_hexadecimal(file.etag, large.empty() ? 40 : 64))
    fail("it gives no size or hash of " + file.path);
  file.bytes = size->get<uint64_t>();
  return file;
}

}  // namespace

void check_names(const Repository& repository) {
  const std::string& name = repository.name;
  const size_t slash = name.find('/');
  const bool is_good = slash == std::string::npos ? is_word(name)
                                                  : is_word(std::string_view(name).substr(0, slash)) &&
                                                        is_word(std::string_view(name).substr(slash + 1));
  if (!is_good || name.size() > longest_name) throw Error(bad_repository, {{"name", name}});
  if (!is_safe_path(repository.revision)) throw Error(bad_revision, {{"revision", repository.revision}});
}

bool is_safe_path(std::string_view path) {
  if (path.empty() || !is_utf8(path)) return false;
  for (size_t start = 0; start <= path.size();) {
    const size_t end = std::min(path.find('/', start), path.size());
    const std::string_view part = path.substr(start, end - start);
    const auto is_bad = [](char c) {
      return static_cast<unsigned char>(c) < ' ' || c == '\\' || c == '\x7f';
    };
    if (part.empty() || part == "." || part == ".." || part.size() > longest_path_part ||
        std::ranges::any_of(part, is_bad))
      return false;
    // A drive of other systems; and the place of the downloads' own records.
    if (part.size() >= 2 && part[1] == ':') return false;
    if (start == 0 && part == ".cache") return false;
    start = end + 1;
  }
  return true;
}

std::string cache_name(const Repository& repository) {
  std::string name = repository.kind == RepositoryKind::dataset ? "datasets--" : "models--";
  for (const char c : repository.name) c == '/' ? name += "--" : name += c;
  return name;
}

std::string page_of(const Repository& repository, const HubSettings& settings) {
  return settings.endpoint + "/" + folder_of(repository.kind) + repository.name;
}

Listing parse_listing(const std::string& text, const std::string& address, const Repository& repository) {
  const auto fail = [&](const std::string& reason) {
    throw Error(no_hub, {{"address", download::shown_address(address)}, {"reason", reason}});
  };
  std::string problem;
  const json answer = parse_json(text, &problem);
  if (!answer.is_object()) fail("it sent something else than a list of files");
  Listing listing;
  listing.commit = text_in(answer, "sha");
  if (!is_hexadecimal(listing.commit, 40)) fail("it names no commit");
  const auto files = answer.find("siblings");
  if (files == answer.end() || !files->is_array()) fail("it sent no list of files");
  for (const json& entry : *files) listing.files.push_back(file_of(entry, address, repository));
  const auto gate = answer.find("gated");
  listing.is_gated = gate != answer.end() && (gate->is_string() || *gate == json(true));
  const json& card = object_in(answer, "cardData");
  listing.licence = text_in(card, "license_name");
  if (listing.licence.empty()) listing.licence = text_in(card, "license");
  listing.licence_link = text_in(card, "license_link");
  return listing;
}

Listing list_files(download::Transfer& transfer, const HubSettings& settings, const Repository& repository) {
  check_names(repository);
  const char* const kind = repository.kind == RepositoryKind::dataset ? "datasets/" : "models/";
  download::Source source{settings.endpoint + "/api/" + kind + repository.name + "/revision/" +
                          download::escaped(repository.revision, "") + "?blobs=true"};
  if (!settings.token.empty()) source.secrets = {"Authorization: Bearer " + settings.token};
  const download::Answer answer = transfer.page(source);
  if (!answer.found()) refuse(answer, settings, repository, "");
  const auto type = answer.last.find("content-type");
  if (type != answer.last.end() && type->second.starts_with("text/html"))
    throw Error(download::web_page, {{"address", download::shown_address(source.address)}});
  return parse_listing(answer.text, source.address, repository);
}

download::Source source_of(const RemoteFile& file, const std::string& commit, const HubSettings& settings,
                           const Repository& repository) {
  download::Source source{page_of(repository, settings) + "/resolve/" + commit + "/" +
                          download::escaped(file.path, "/")};
  if (!settings.token.empty()) source.secrets = {"Authorization: Bearer " + settings.token};
  return source;
}

}  // namespace fw::hub
