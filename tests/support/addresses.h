// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace fw::support {

/// This machine's IPv4 addresses that are reachable from others.
inline std::vector<std::string> outside_addresses() {
  std::vector<std::string> addresses;
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return addresses;
  for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET || (each->ifa_flags & IFF_LOOPBACK))
      continue;
    char text[INET_ADDRSTRLEN];
    const auto& address = reinterpret_cast<const sockaddr_in&>(*each->ifa_addr);
    addresses.emplace_back(::inet_ntop(AF_INET, &address.sin_addr, text, sizeof text));
  }
  ::freeifaddrs(all);
  return addresses;
}

/// Whether a TCP connection to the address succeeds.
inline bool accepts_at(const std::string& address, int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in target{};
  target.sin_family = AF_INET;
  target.sin_port = htons(static_cast<uint16_t>(port));
  ::inet_pton(AF_INET, address.c_str(), &target.sin_addr);
  const bool accepted = ::connect(socket, reinterpret_cast<sockaddr*>(&target), sizeof target) == 0;
  ::close(socket);
  return accepted;
}

}  // namespace fw::support
