// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <set>
#include <thread>
#include <vector>

#include "distributed/ranks.h"
#include "distributed/world.h"
#include "tensor/libtorch.h"

namespace fw::support {

/// As training code sees it; valid as long as `ranks`.
inline distributed::World world_of(distributed::Ranks& ranks) {
  return {ranks.rank, ranks.size, std::shared_ptr<distributed::Ranks>(std::shared_ptr<void>(), &ranks)};
}

/// The ranks of a world, each a thread of this process.
class ThreadWorld {
 public:
  using Ranks = distributed::Ranks;
  using Body = std::function<void(Ranks& ranks)>;

  ThreadWorld() {
    // LibTorch records the operations of all groups of a process in one map without a lock, which ranks in
    // threads would write concurrently.
    ::setenv("TORCH_FR_BUFFER_SIZE", "0", 1);
  }

  std::chrono::seconds timeout{30};
  std::chrono::seconds patience{30};
  Ranks::Checks checks = Ranks::Checks::no;
  bool connects = true;  ///< over the CPU, before `body`; otherwise `body` connects
  std::set<int64_t> absent = {};

  /// Runs `body` on each. @return the faults by rank: "" if none, "cancelled"
  std::vector<Fault> run(int64_t size, const Body& body) {
    const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    socklen_t length = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    ::bind(listener, any, length);
    ::listen(listener, 64);
    ::getsockname(listener, any, &length);
    std::vector<Fault> faults(static_cast<size_t>(size));
    std::vector<std::thread> threads;
    for (int64_t rank = 0; rank < size; ++rank) {
      if (absent.contains(rank)) continue;
      threads.emplace_back([&, rank] {
        launch::WorldSpec spec{rank, size, rank, size, "localhost", ntohs(address.sin_port)};
        if (rank == 0) spec.listen_descriptor = listener;
        faults[static_cast<size_t>(rank)] = one(spec, body);
      });
    }
    for (std::thread& thread : threads) thread.join();
    return faults;
  }

 private:
  Fault one(const launch::WorldSpec& spec, const Body& body) const {
    at::set_num_threads(1);  // of this thread
    Fault fault;
    std::shared_ptr<Ranks> ranks;
    try {
      ranks = Ranks::join(spec, patience, {});
      if (connects) ranks->connect(torch::kCPU, timeout, checks);
      body(*ranks);
      ranks->leave();
    } catch (const Error& error) {
      fault = error.fault();
      if (ranks) ranks->report(fault);
    } catch (const Cancelled&) {
      fault.code = "cancelled";
    } catch (const std::exception& error) {
      fault.code = "exception";
      fault.text = error.what();
    }
    return fault;
  }
};

}  // namespace fw::support
