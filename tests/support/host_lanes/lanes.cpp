// SPDX-License-Identifier: Apache-2.0
#include "lanes.h"

#include <cxxabi.h>
#include <ucontext.h>
#include <csetjmp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cuda_runtime.h"

// The linker's symbols for the start and end of all __shared__ variables.
extern "C" char __start_host_lanes_shared[], __stop_host_lanes_shared[];

namespace fw::host_lanes {

Place place;
Copies copies = Copies::at_once;

namespace {

constexpr size_t stack_bytes = 128 << 10;
constexpr int poisoned_blocks = 16;  // per launch: later blocks find the values left by earlier ones

enum class State : uint8_t { ready, waiting, ended };

struct Fibre {
  std::unique_ptr<char[]> stack{new char[stack_bytes]};
  std::jmp_buf at;  // setjmp() makes no system call, unlike swapcontext()
  State state = State::ready;
};

/// Lanes that meet under one mask. Their values stay valid until the meeting after the next one, when every
/// lane has read them.
struct Group {
  unsigned mask, arrived = 0, meetings = 0;
  std::array<std::array<Shown, warp_size>, 2> shown;
};

struct Warp {
  std::vector<Group> groups;
  unsigned ended = 0;  // lanes
};

/// The running block.
struct Block {
  std::vector<std::unique_ptr<Fibre>> fibres;
  std::vector<Warp> warps;
  std::vector<char> shared;
  std::jmp_buf scheduler;
  ucontext_t start;
  unsigned threads = 0, now = 0, at_barrier = 0, ended = 0;
  Run run = nullptr;
  void** arguments = nullptr;
  std::string failure;
};
Block& block() {
  static Block one;
  return one;
}

void to_scheduler(Block& b) {
  if (_setjmp(b.fibres[b.now]->at) == 0) _longjmp(b.scheduler, 1);
}

void wait(Block& b) {
  b.fibres[b.now]->state = State::waiting;
  to_scheduler(b);
}

/// A fibre runs one thread after another.
void run_threads() {
  Block& b = block();
  for (;;) {
    to_scheduler(b);
    b.run(b.arguments);
    Warp& warp = b.warps[b.now / warp_size];
    warp.ended |= 1u << lane();
    for (const Group& group : warp.groups)
      if (group.arrived != 0 && (group.mask & warp.ended) != 0)
        fail("a lane ended while others of its warp wait for it");
    if (b.at_barrier > 0) fail("a thread ended while others of its block wait for it");
    ++b.ended;
    b.fibres[b.now]->state = State::ended;
  }
}

void add_fibre(Block& b) {
  b.now = static_cast<unsigned>(b.fibres.size());
  Fibre& fibre = *b.fibres.emplace_back(std::make_unique<Fibre>());
  ::getcontext(&b.start);
  b.start.uc_stack.ss_sp = fibre.stack.get();
  b.start.uc_stack.ss_size = stack_bytes;
  b.start.uc_link = nullptr;
  ::makecontext(&b.start, run_threads, 0);
  if (_setjmp(b.scheduler) == 0) ::setcontext(&b.start);
}

void resume(Block& b, unsigned thread) {
  b.now = thread;
  place.thread = {thread % place.threads.x, thread / place.threads.x % place.threads.y,
                  thread / place.threads.x / place.threads.y};
  if (_setjmp(b.scheduler) == 0) _longjmp(b.fibres[thread]->at, 1);
}

/// @return  false after fail()
bool run_block(Block& b) {
  for (Warp& warp : b.warps) {
    warp.ended = 0;
    for (Group& group : warp.groups) group.arrived = 0;
  }
  for (unsigned thread = 0; thread < b.threads; ++thread) b.fibres[thread]->state = State::ready;
  b.at_barrier = b.ended = 0;
  while (b.ended < b.threads) {
    bool moved = false;
    for (unsigned thread = 0; thread < b.threads; ++thread) {
      if (b.fibres[thread]->state != State::ready) continue;
      moved = true;
      resume(b, thread);
      if (!b.failure.empty()) return false;
    }
    if (!moved) {
      b.failure = "threads wait for others that never come";
      return false;
    }
  }
  return true;
}

bool run_blocks(Block& b) {
  int poisoned = 0;
  for (unsigned z = 0; z < place.blocks.z; ++z)
    for (unsigned y = 0; y < place.blocks.y; ++y)
      for (unsigned x = 0; x < place.blocks.x; ++x) {
        place.block = {x, y, z};
        if (poisoned++ < poisoned_blocks) {  // NaN in every type of floating point
          std::memset(__start_host_lanes_shared, 0xff,
                      static_cast<size_t>(__stop_host_lanes_shared - __start_host_lanes_shared));
          std::fill(b.shared.begin(), b.shared.end(), '\xff');
        }
        if (!run_block(b)) return false;
      }
  return true;
}

/// Source: CUDA C++ Programming Guide, table of compute capabilities.
bool is_allowed(Size blocks, Size threads, size_t shared_bytes) {
  return blocks.x > 0 && blocks.y > 0 && blocks.z > 0 && blocks.x <= 2147483647u && blocks.y <= 65535 &&
         blocks.z <= 65535 && threads.x > 0 && threads.y > 0 && threads.z > 0 && threads.z <= 64 &&
         uint64_t{threads.x} * threads.y * threads.z <= 1024 && shared_bytes <= 227 << 10;
}

std::map<std::string, Run>& kernels() {
  static std::map<std::string, Run> all;
  return all;
}

/// The kernel's name with its template arguments, the same for g++ and nvcc. @param mangled  of it or of
/// Named<it>
std::string name_of(std::string mangled) {
  constexpr const char *half_of_gcc = "DF16_", *half_of_nvcc = "6__half";
  for (size_t at = 0; (at = mangled.find(half_of_gcc, at)) != std::string::npos;)
    mangled.replace(at, std::strlen(half_of_gcc), half_of_nvcc);
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
  std::string name = status == 0 ? text.get() : mangled;
  if (const size_t begin = name.find("Named<&"); begin != std::string::npos) {
    name.pop_back();
    name.erase(0, begin + std::strlen("Named<&"));
    if (name.rfind("(void ", 0) == 0) name.erase(0, 1);
  }
  if (name.rfind("void ", 0) == 0) name.erase(0, std::strlen("void "));
  int depth = 0;  // of template arguments
  for (size_t at = 0; at < name.size(); ++at) {
    depth += name[at] == '<' ? 1 : name[at] == '>' ? -1 : 0;
    if (depth > 0 || name[at] != '(' || name.compare(at, 11, "(anonymous ") == 0) continue;
    name.resize(at);  // parameters
    break;
  }
  return name;
}

}  // namespace

unsigned lane() {
  return block().now % warp_size;
}

void fail(const char* reason) {
  Block& b = block();
  b.failure = reason;
  _longjmp(b.scheduler, 1);
}

const Shown* meet(unsigned mask, const Shown& own) {
  Block& b = block();
  const unsigned first = b.now / warp_size * warp_size, me = 1u << lane();
  Warp& warp = b.warps[b.now / warp_size];
  if ((mask & me) == 0) fail("a lane meets others under a mask without itself");
  if ((mask & warp.ended) != 0) fail("a lane waits for one that has ended");
  size_t at = 0;
  while (at < warp.groups.size() && warp.groups[at].mask != mask) ++at;
  if (at == warp.groups.size()) warp.groups.push_back({mask});
  const unsigned turn = warp.groups[at].meetings % 2;
  warp.groups[at].shown[turn][lane()] = own;
  warp.groups[at].arrived |= me;
  if (warp.groups[at].arrived != mask) {
    wait(b);
  } else {
    Group& group = warp.groups[at];
    for (unsigned i = 0; i < warp_size; ++i) {
      if ((mask >> i & 1) == 0) continue;
      if (group.shown[turn][i].operation != own.operation) fail("lanes of a warp do different things");
      b.fibres[first + i]->state = State::ready;
    }
    group.arrived = 0;
    ++group.meetings;
  }
  return warp.groups[at].shown[turn].data();
}

void meet_block() {
  Block& b = block();
  if (b.ended > 0) fail("a thread waits for one that has ended");
  if (++b.at_barrier < b.threads) return wait(b);
  b.at_barrier = 0;
  for (unsigned thread = 0; thread < b.threads; ++thread) b.fibres[thread]->state = State::ready;
}

char* dynamic_shared() {
  return block().shared.data();
}

bool add_kernel(const char* type_name, Run run) {
  const auto& [name, is_new] = kernels().emplace(name_of(type_name), run);
  if (!is_new) std::fprintf(stderr, "host lanes: two kernels have the name %s\n", name->first.c_str());
  return is_new;
}

int launch(Run run, Size blocks, Size threads, size_t shared_bytes, void** arguments) {
  if (!is_allowed(blocks, threads, shared_bytes)) return cudaErrorInvalidConfiguration;
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  Block& b = block();
  b.threads = threads.x * threads.y * threads.z;
  b.warps.resize((b.threads + warp_size - 1) / warp_size);
  b.shared.resize(shared_bytes);
  b.run = run;
  b.arguments = arguments;
  b.failure.clear();
  while (b.fibres.size() < b.threads) add_fibre(b);
  place.threads = threads;
  place.blocks = blocks;
  if (run_blocks(b)) return cudaSuccess;
  std::fprintf(stderr, "host lanes: block %u, %u, %u: %s\n", place.block.x, place.block.y, place.block.z,
               b.failure.c_str());
  b.fibres.clear();  // they are suspended somewhere in the kernel
  return cudaErrorLaunchFailure;
}

const char* last_failure() {
  return block().failure.c_str();
}

}  // namespace fw::host_lanes

int host_lanes_run(const char* name, const unsigned* blocks, const unsigned* threads, size_t shared_bytes,
                   void** arguments) {
  using namespace fw::host_lanes;
  const auto found = kernels().find(name_of(name));
  if (found == kernels().end()) return -1;
  return launch(found->second, {blocks[0], blocks[1], blocks[2]}, {threads[0], threads[1], threads[2]},
                shared_bytes, arguments);
}
