// SPDX-License-Identifier: Apache-2.0
#include "core/hub/hub_server.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QCryptographicHash>
#include <chrono>
#include <random>

namespace {

bool send_all(int connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

std::string header_of(const std::string& request, const std::string& name) {
  const std::string sign = "\r\n" + name + ": ";
  const size_t at = request.find(sign);
  if (at == std::string::npos) return "";
  const size_t start = at + sign.size();
  return request.substr(start, request.find("\r\n", start) - start);
}

std::string digest(const std::string& text, QCryptographicHash::Algorithm algorithm) {
  return QCryptographicHash::hash(QByteArray::fromStdString(text), algorithm).toHex().toStdString();
}

std::string plain(int status, const std::string& headers, const std::string& body) {
  return "HTTP/1.1 " + std::to_string(status) + " X\r\nConnection: close\r\n" + headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

int listen_anywhere(int& port) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ::bind(listener, reinterpret_cast<sockaddr*>(&address), size);
  ::listen(listener, 64);
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  port = ntohs(address.sin_port);
  return listener;
}

}  // namespace

std::string noise(size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

HubServer::HubServer() {
  for (int which : {0, 1}) {
    listeners_[which] = listen_anywhere(ports_[which]);
    threads_[which] = std::thread([this, which] { serve(which); });
  }
}

HubServer::~HubServer() {
  ends_ = true;
  for (int which : {0, 1}) {
    ::shutdown(listeners_[which], SHUT_RDWR);
    threads_[which].join();
    ::close(listeners_[which]);
  }
  while (open_ > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

std::string HubServer::address(int which) const {
  return "http://127.0.0.1:" + std::to_string(ports_[which]);
}

void HubServer::add(const std::string& path, const std::string& content, bool is_large) {
  const std::string etag =
      is_large ? digest(content, QCryptographicHash::Sha256)
               : digest("blob " + std::to_string(content.size()) + '\0' + content, QCryptographicHash::Sha1);
  const std::lock_guard lock(mutex_);
  files_[path] = {content, etag, is_large};
}

void HubServer::set_trick(Decide decide) {
  const std::lock_guard lock(mutex_);
  decide_ = std::move(decide);
}

std::vector<HubServer::Asked> HubServer::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

int HubServer::times_asked(const std::string& part) const {
  int times = 0;
  for (const Asked& asked : asked()) times += asked.path.find(part) != std::string::npos ? 1 : 0;
  return times;
}

void HubServer::serve(int which) {
  for (int connection; (connection = ::accept4(listeners_[which], nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
    ++open_;
    std::thread([this, connection, which] {
      std::string request;
      char bytes[4096];
      while (request.find("\r\n\r\n") == std::string::npos) {
        const ssize_t count = ::read(connection, bytes, sizeof bytes);
        if (count <= 0) break;
        request.append(bytes, static_cast<size_t>(count));
      }
      if (!request.empty()) answer(connection, which, request);
      ::close(connection);
      --open_;
    }).detach();
  }
}

std::string HubServer::list() const {
  if (!raw_list.empty()) return raw_list;
  std::string files;
  for (const auto& [path, file] : files_) {
    if (!files.empty()) files += ",";
    const std::string size = std::to_string(file.content.size());
    files += "{\"rfilename\":\"" + path + "\",\"size\":" + size;
    files += file.is_large ? ",\"blobId\":\"" + std::string(40, 'b') + "\",\"lfs\":{\"sha256\":\"" +
                                 file.etag + "\",\"size\":" + size + ",\"pointerSize\":135}}"
                           : ",\"blobId\":\"" + file.etag + "\"}";
  }
  return "{\"id\":\"" + repository + "\",\"sha\":\"" + commit + "\"," + extra + ",\"siblings\":[" + files +
         "]}";
}

void HubServer::answer(int connection, int which, const std::string& request) {
  const size_t space = request.find(' ');
  const std::string path = request.substr(space + 1, request.find(' ', space + 1) - space - 1);
  const std::string range = header_of(request, "Range"), sign = "bytes=";
  Asked asked{which == 1, path, range.starts_with(sign) ? std::stoll(range.substr(sign.size())) : 0,
              header_of(request, "Authorization")};
  std::unique_lock lock(mutex_);
  asked_.push_back(asked);
  const std::string api = "/api/" + kind + "/" + repository + "/revision/";
  const std::string resolve =
      (kind == "datasets" ? "/datasets/" : "/") + repository + "/resolve/" + commit + "/";
  const bool is_list = path.starts_with(api);
  const auto trick = decide_ ? decide_(asked) : std::nullopt;
  if (trick && trick->status) {
    lock.unlock();
    send_all(connection, plain(*trick->status, trick->headers, trick->page));
    return;
  }
  if (is_list) {
    const std::string text = list();
    lock.unlock();
    send_all(connection, plain(200, "Content-Type: application/json\r\n", text));
    return;
  }
  const bool is_stored = which == 1 && path.starts_with("/stored/");
  const std::string name = is_stored                   ? path.substr(8, path.find('?') - 8)
                           : path.starts_with(resolve) ? path.substr(resolve.size())
                                                       : "";
  const auto found = files_.find(name);
  if (found == files_.end()) {
    lock.unlock();
    send_all(connection, plain(404, "X-Error-Code: EntryNotFound\r\n", "none"));
    return;
  }
  const File file = found->second;
  lock.unlock();
  std::string head = "X-Repo-Commit: " + commit + "\r\n";
  if (!is_stored && file.is_large) {
    head += "X-Linked-Etag: \"" + file.etag + "\"\r\nX-Linked-Size: " + std::to_string(file.content.size()) +
            "\r\nLocation: " + storage() + "/stored/" + name + "?signature=secret\r\n";
    send_all(connection, plain(302, head, "moved"));
    return;
  }
  head = is_stored ? "ETag: \"of the storage\"\r\n" : head + "ETag: \"" + file.etag + "\"\r\n";
  answer_file(connection, asked, file, request.starts_with("HEAD"), head);
}

void HubServer::answer_file(int connection, const Asked& asked, const File& file, bool is_head,
                            const std::string& head) {
  Trick trick;
  {
    const std::lock_guard lock(mutex_);
    if (decide_) trick = decide_(asked).value_or(Trick());
  }
  if (!trick.page.empty()) {
    send_all(connection, plain(200, "Content-Type: text/html; charset=utf-8\r\n", trick.page));
    return;
  }
  const std::string& content = trick.other_content.empty() ? file.content : trick.other_content;
  const auto size = static_cast<int64_t>(content.size());
  int64_t first = trick.ignores_range ? 0 : asked.first;
  if (first > 0 && first >= size) {
    send_all(connection, plain(416, "", ""));
    return;
  }
  const bool is_part = first > 0;
  if (is_part && trick.starts_at) first = *trick.starts_at;
  const int64_t end =
      is_part && trick.sends ? std::min(size, first + static_cast<int64_t>(*trick.sends)) : size;
  std::string text =
      "HTTP/1.1 " + std::string(is_part ? "206" : "200") + " X\r\nConnection: close\r\n" + head;
  if (is_part)
    text += "Content-Range: bytes " + std::to_string(first) + "-" + std::to_string(end - 1) + "/" +
            std::to_string(size) + "\r\n";
  text +=
      "Content-Type: application/octet-stream\r\nContent-Length: " + std::to_string(end - first) + "\r\n\r\n";
  send_all(connection, text);
  if (is_head) return;
  const std::string body = content.substr(static_cast<size_t>(first), static_cast<size_t>(end - first));
  const size_t sent = std::min(body.size(), trick.cut_after.value_or(body.size()));
  constexpr size_t piece = 16 << 10;
  for (size_t at = 0; at < sent && !ends_; at += piece) {
    if (!send_all(connection, std::string_view(body).substr(at, std::min(piece, sent - at)))) return;
    if (trick.slow_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(trick.slow_ms));
  }
}
