// SPDX-License-Identifier: Apache-2.0
#include "runtime/pins.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>

#include "base/hash.h"

namespace fw::runtime {

namespace {

/// "torch==2.11.0 --hash=sha256:…  # 531 MB, 586 MB unpacked"
Wheel parse_wheel(const std::string& line) {
  Wheel wheel;
  const size_t equals = line.find("=="), space = line.find(' ', equals);
  wheel.name = line.substr(0, equals);
  wheel.version = line.substr(equals + 2, space - equals - 2);
  const std::string sign = "sha256:";
  if (const size_t hash = line.find(sign); hash != std::string::npos)
    wheel.sha256 = line.substr(hash + sign.size(), 64);
  if (const size_t sizes = line.find("# "); sizes != std::string::npos) {
    std::istringstream text(line.substr(sizes + 2));
    std::string unit;
    text >> wheel.download_mb >> unit >> wheel.unpacked_mb;
  }
  return wheel;
}

uint64_t sum(const std::vector<Wheel>& wheels, uint64_t Wheel::*size) {
  return std::accumulate(wheels.begin(), wheels.end(), uint64_t{0},
                         [size](uint64_t all, const Wheel& wheel) { return all + wheel.*size; });
}

}  // namespace

uint64_t PinList::download_mb() const {
  return sum(wheels, &Wheel::download_mb);
}
uint64_t PinList::unpacked_mb() const {
  return sum(wheels, &Wheel::unpacked_mb);
}

PinList parse_pins(std::string_view text) {
  PinList list;
  std::set<std::string> headers;
  std::istringstream lines{std::string(text)};
  const std::string without = "# without: ", only_headers = "# headers: ";
  Hash128 id;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(without)) list.without.push_back(line.substr(without.size()));
    if (line.starts_with(only_headers)) {
      std::istringstream names(line.substr(only_headers.size()));
      for (std::string name; names >> name && name.front() != '(';) headers.insert(name);
    }
    if (!line.empty() && line.front() >= 'a' && line.front() <= 'z') list.wheels.push_back(parse_wheel(line));
  }
  std::erase_if(list.wheels, [&](const Wheel& wheel) { return headers.contains(wheel.name); });
  for (const Wheel& wheel : list.wheels) id.update(wheel.name + " " + wheel.sha256 + "\n");
  for (const std::string& pattern : list.without) id.update(pattern + "\n");
  list.id = id.hex();
  return list;
}

const PinList& pins_of(Flavour flavour) {
  static const PinList cpu = parse_pins(cpu_pin_list), cuda = parse_pins(cuda_pin_list);
  return flavour == Flavour::cpu ? cpu : cuda;
}

}  // namespace fw::runtime
