// SPDX-License-Identifier: Apache-2.0
#include "engine_api/events.h"

#include <limits>

namespace fw::engine_api {

namespace {

constexpr ErrorCode bad_event{
    "engine_api.bad_event", FW_TEXT("errors", "“{name}” is not an event of the job queue."),
    FW_TEXT("errors", "Program and engine are of different versions: update both.")};

template <typename Body>
constexpr std::string_view name_of_body() {
  return Body::event;
}
template <>
constexpr std::string_view name_of_body<Progress>() {
  return "progress";
}

template <typename... Bodies>
bool make_body(std::string_view name, std::variant<Bodies...>& body) {
  return ((name == name_of_body<Bodies>() && (body = Bodies(), true)) || ...);
}

}  // namespace

double figure(const Figures& figures, const std::string& name) {
  const auto found = figures.find(name);
  if (found == figures.end()) return std::numeric_limits<double>::quiet_NaN();
  return std::visit([](auto number) { return static_cast<double>(number); }, found->second);
}

std::string_view event_name(const EventBody& body) {
  return std::visit([]<typename Body>(const Body&) { return name_of_body<Body>(); }, body);
}

EventBody make_event_body(std::string_view name) {
  EventBody body;
  if (!make_body(name, body)) throw Error(bad_event, {{"name", name}});
  return body;
}

}  // namespace fw::engine_api
