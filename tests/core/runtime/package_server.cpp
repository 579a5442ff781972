// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/package_server.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zip.h>

#include <chrono>

#include "base/atomic_file.h"

namespace {

void send_all(int connection, const std::string& bytes) {
  for (size_t sent = 0; sent < bytes.size();) {
    const ssize_t count = ::send(connection, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return;
    sent += static_cast<size_t>(count);
  }
}

std::string head(int status, int64_t first, int64_t size) {
  std::string text = "HTTP/1.1 " + std::to_string(status) + " X\r\nConnection: close\r\n";
  if (status == 206)
    text += "Content-Range: bytes " + std::to_string(first) + "-" + std::to_string(size - 1) + "/" +
            std::to_string(size) + "\r\n";
  return text + "Content-Length: " + std::to_string(size - first) + "\r\n\r\n";
}

int64_t range_of(const std::string& request) {
  const std::string sign = "\r\nRange: bytes=";
  const size_t at = request.find(sign);
  return at == std::string::npos ? 0 : std::stoll(request.substr(at + sign.size()));
}

}  // namespace

PackageServer::PackageServer() {
  listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size);
  ::listen(listener_, 8);
  ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

PackageServer::~PackageServer() {
  ends_ = true;
  ::shutdown(listener_, SHUT_RDWR);
  thread_.join();
  ::close(listener_);
}

std::string PackageServer::address(const std::string& path) const {
  return "http://127.0.0.1:" + std::to_string(port_) + path;
}

void PackageServer::add_wheel(const std::string& package, const std::string& file_name,
                              const std::string& content, const std::string& sha256) {
  const std::lock_guard lock(mutex_);
  pages_["/simple/" + package + "/"] += "<a data-requires-python=\"&gt;=3.9\" href=\"../../files/" +
                                        file_name + (sha256.empty() ? "" : "#sha256=" + sha256) + "\">" +
                                        file_name + "</a><br>\n";
  wheels_["/files/" + file_name] = content;
}

std::vector<std::pair<std::string, int64_t>> PackageServer::wheels_asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

void PackageServer::serve() {
  for (int connection; (connection = ::accept(listener_, nullptr, nullptr)) >= 0; ::close(connection)) {
    std::string request;
    char bytes[4096];
    while (request.find("\r\n\r\n") == std::string::npos) {
      const ssize_t count = ::read(connection, bytes, sizeof bytes);
      if (count <= 0) break;
      request.append(bytes, static_cast<size_t>(count));
    }
    answer(connection, request);
  }
}

void PackageServer::answer(int connection, const std::string& request) {
  const size_t space = request.find(' ');
  const std::string path = request.substr(space + 1, request.find(' ', space + 1) - space - 1);
  std::string content;
  bool is_wheel = false;
  {
    const std::lock_guard lock(mutex_);
    is_wheel = wheels_.contains(path);
    if (!is_wheel && !pages_.contains(path)) return send_all(connection, head(404, 0, 4) + "none");
    content = is_wheel ? wheels_.at(path) : pages_.at(path);
    if (is_wheel) asked_.emplace_back(path, range_of(request));
  }
  if (!is_wheel) return send_all(connection, head(200, 0, static_cast<int64_t>(content.size())) + content);
  if (status != 200) return send_all(connection, head(status, 0, 3) + "bad");
  const int64_t first = knows_ranges ? range_of(request) : 0, size = static_cast<int64_t>(content.size());
  if (first >= size) return send_all(connection, head(416, 0, 0));
  send_all(connection, head(first > 0 ? 206 : 200, first, size));
  const std::string rest = content.substr(static_cast<size_t>(first));
  if (const int64_t cut = cut_after.exchange(-1); cut >= 0)
    return send_all(connection, rest.substr(0, static_cast<size_t>(cut)));
  const size_t half = rest.size() / 2;
  send_all(connection, rest.substr(0, half));
  while (holds && !ends_) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  send_all(connection, rest.substr(half));
}

std::string make_wheel(const std::filesystem::path& scratch,
                       const std::map<std::string, std::string>& files) {
  const std::filesystem::path path = scratch / "made.whl";
  zip_t* const archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  for (const auto& [name, content] : files) {
    zip_source_t* const source = zip_source_buffer(archive, content.data(), content.size(), 0);
    zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
  }
  zip_close(archive);
  return fw::read_file(path);
}
