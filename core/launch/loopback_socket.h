// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace fw::launch {

inline constexpr const char* loopback_address = "127.0.0.1";

/// True if the name or address reaches only this machine.
bool is_loopback(std::string_view host);

/// Opens a TCP socket that listens on loopback_address, so no other machine can connect.
/// @param port  0: the system chooses one
/// @return      the descriptor, which the caller closes; closed on exec
/// @throws std::system_error
int listen_on_loopback(int64_t port);

/// The port that a socket of listen_on_loopback() is bound to.
int64_t port_of(int socket);

}  // namespace fw::launch
