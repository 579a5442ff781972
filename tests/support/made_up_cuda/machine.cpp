// SPDX-License-Identifier: Apache-2.0
#include "machine.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

namespace made_up {

namespace {

double number(const char* name, double otherwise) {
  const char* const text = std::getenv(name);
  return text != nullptr ? std::atof(text) : otherwise;
}

Machine read_environment() {
  const char* const capability = std::getenv("MADE_UP_CAPABILITY");
  const char* const name = std::getenv("MADE_UP_NAME");
  const char* const cudnn = std::getenv("MADE_UP_CUDNN_PLANS");
  const std::string version = capability != nullptr ? capability : "8.9",
                    plans = cudnn != nullptr ? cudnn : "";
  return {.cards = static_cast<int>(number("MADE_UP_CARDS", 1)),
          .major = std::atoi(version.c_str()),
          .minor = std::atoi(version.c_str() + version.find('.') + 1),
          .name = name != nullptr ? name : "NVIDIA GeForce RTX 4090",
          .card_bytes = static_cast<uint64_t>(number("MADE_UP_GIB", 23.64) * (1 << 30)),
          .context_bytes = static_cast<uint64_t>(number("MADE_UP_CONTEXT_MIB", 400) * (1 << 20)),
          .page_lock_bytes = static_cast<uint64_t>(number("MADE_UP_PAGE_LOCK_MIB", 1e9) * (1 << 20)),
          .has_cudnn_plans = plans == "forward" || number("MADE_UP_CUDNN_PLANS", 1) != 0,
          .has_backward_plans = number("MADE_UP_CUDNN_PLANS", 1) != 0,
          .has_nvml = number("MADE_UP_NVML", 1) != 0};
}

struct Card {
  bool context = false;
  uint64_t bytes = 0, peak_bytes = 0;
};

struct State {
  std::recursive_mutex mutex;
  std::vector<Card> cards = std::vector<Card>(static_cast<size_t>(machine().cards));
  std::map<uintptr_t, Range> ranges;
  uint64_t page_locked = 0, page_locked_peak = 0;
  std::map<std::string, int64_t> calls, kernels;
  std::vector<std::string> refused_launches;
};

State& state() {
  static auto* const one = new State;  // outlives all static objects, which free memory
  return *one;
}

std::atomic<int (*)()> device_busy{nullptr};

Card& card_of(int card) {
  return state().cards.at(static_cast<size_t>(card));
}

uintptr_t address(const void* memory) {
  return reinterpret_cast<uintptr_t>(memory);
}

__attribute__((destructor)) void report() {
  const char* const file = std::getenv("MADE_UP_REPORT");
  if (file == nullptr) return;
  State& all = state();
  const std::scoped_lock lock(all.mutex);
  nlohmann::json cards = nlohmann::json::array();
  for (const Card& card : all.cards)
    cards.push_back({{"context", card.context}, {"bytes", card.bytes}, {"peak_bytes", card.peak_bytes}});
  const std::string line =
      nlohmann::json{
          {"pid", ::getpid()},  {"cards", cards},         {"page_locked_peak_bytes", all.page_locked_peak},
          {"calls", all.calls}, {"kernels", all.kernels}, {"refused_launches", all.refused_launches}}
          .dump() +
      "\n";
  const int out = ::open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (out < 0 || ::write(out, line.data(), line.size()) != static_cast<ssize_t>(line.size())) std::abort();
  ::close(out);
}

}  // namespace

const Machine& machine() {
  static const Machine one = read_environment();
  return one;
}

void open_context(int card) {
  const std::scoped_lock lock(state().mutex);
  if (card_of(card).context) return;
  card_of(card).context = true;
  take(Memory::device, card, machine().context_bytes);
}

bool has_context(int card) {
  const std::scoped_lock lock(state().mutex);
  return card_of(card).context;
}

uint64_t free_bytes(int card) {
  const std::scoped_lock lock(state().mutex);
  return machine().card_bytes - card_of(card).bytes;
}

bool take(Memory kind, int card, uint64_t bytes) {
  State& all = state();
  const std::scoped_lock lock(all.mutex);
  if (kind != Memory::device) {
    if (bytes > machine().page_lock_bytes - all.page_locked) return false;
    all.page_locked += bytes;
    all.page_locked_peak = std::max(all.page_locked_peak, all.page_locked);
    return true;
  }
  Card& one = card_of(card);
  if (bytes > machine().card_bytes - one.bytes) return false;
  one.bytes += bytes;
  one.peak_bytes = std::max(one.peak_bytes, one.bytes);
  return true;
}

void give(Memory kind, int card, uint64_t bytes) {
  const std::scoped_lock lock(state().mutex);
  (kind == Memory::device ? card_of(card).bytes : state().page_locked) -= bytes;
}

void remember(const void* memory, Range range) {
  const std::scoped_lock lock(state().mutex);
  state().ranges[address(memory)] = range;
}

void forget(const void* memory, uint64_t bytes) {
  State& all = state();
  const std::scoped_lock lock(all.mutex);
  all.ranges.erase(all.ranges.lower_bound(address(memory)), all.ranges.lower_bound(address(memory) + bytes));
}

Range range_of(const void* memory) {
  State& all = state();
  const std::scoped_lock lock(all.mutex);
  const auto after = all.ranges.upper_bound(address(memory));
  if (after == all.ranges.begin()) return {};
  const auto& [begin, range] = *std::prev(after);
  return address(memory) < begin + range.bytes ? range : Range{};
}

bool is_device_busy() {
  const auto is_busy = device_busy.load();
  return is_busy != nullptr && is_busy() != 0;
}

void wait_for_device(const char* call) {
  if (!is_device_busy()) return;
  count((std::string("wait for other processes in ") + call).c_str());
  while (is_device_busy()) ::usleep(1000);
}

void count(const char* call) {
  const std::scoped_lock lock(state().mutex);
  ++state().calls[call];
}

int64_t calls(const char* call) {
  const std::scoped_lock lock(state().mutex);
  const auto found = state().calls.find(call);
  return found != state().calls.end() ? found->second : 0;
}

void count_launch(const char* kernel, int card) {
  const std::scoped_lock lock(state().mutex);
  open_context(card);
  ++state().kernels[kernel];
}

void note_refused_launch(const std::string& launch) {
  const std::scoped_lock lock(state().mutex);
  state().refused_launches.push_back(launch);
}

}  // namespace made_up

extern "C" void made_up_count(const char* call) {
  made_up::count(call);
}
extern "C" int64_t made_up_calls(const char* call) {
  return made_up::calls(call);
}
extern "C" int made_up_has_context(int card) {
  return made_up::has_context(card) ? 1 : 0;
}
extern "C" int made_up_has_cudnn_plans() {
  return made_up::machine().has_cudnn_plans ? 1 : 0;
}
extern "C" void made_up_set_device_busy(int (*is_busy)()) {
  made_up::device_busy = is_busy;
}
extern "C" int made_up_has_backward_plans() {
  return made_up::machine().has_backward_plans ? 1 : 0;
}
