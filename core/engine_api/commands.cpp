// SPDX-License-Identifier: Apache-2.0
#include "engine_api/commands.h"

#include <array>
#include <utility>

namespace fw::engine_api {

namespace {

constexpr ErrorCode bad_command{
    "engine_api.bad_command", FW_TEXT("errors", "“{verb}” is not a verb of the job queue."),
    FW_TEXT("errors", "Program and engine are of different versions: update both.")};

constexpr std::array<std::pair<Verb, std::string_view>, 13> verb_names{{
    {Verb::submit, "submit"},
    {Verb::reorder, "reorder"},
    {Verb::hold, "hold"},
    {Verb::pause, "pause"},
    {Verb::stop_and_save, "stop_and_save"},
    {Verb::abort, "abort"},
    {Verb::resume, "resume"},
    {Verb::refit, "refit"},
    {Verb::extend, "extend"},
    {Verb::branch, "branch"},
    {Verb::checkpoint_now, "checkpoint_now"},
    {Verb::validate_now, "validate_now"},
    {Verb::remove, "remove"},
}};

}  // namespace

std::string_view to_string(Verb verb) {
  for (const auto& [value, name] : verb_names) {
    if (value == verb) return name;
  }
  return "";
}

std::optional<Verb> verb_from_string(std::string_view text) {
  for (const auto& [value, name] : verb_names) {
    if (name == text) return value;
  }
  return std::nullopt;
}

void to_json(nlohmann::json& json, const JobSpec& spec) {
  json = {{"kind", spec.kind}, {"title", spec.title}, {"params", spec.params}};
}

void from_json(const nlohmann::json& json, JobSpec& spec) {
  json.at("kind").get_to(spec.kind);
  json.at("title").get_to(spec.title);
  spec.params = json.at("params");
}

void to_json(nlohmann::json& json, const Command& command) {
  json = {{"verb", to_string(command.verb)},
          {"job", command.job},
          {"spec", command.spec},
          {"value", command.value}};
}

void from_json(const nlohmann::json& json, Command& command) {
  const auto name = json.at("verb").get<std::string>();
  const auto verb = verb_from_string(name);
  if (!verb) throw Error(bad_command, {{"verb", name}});
  command.verb = *verb;
  json.at("job").get_to(command.job);
  json.at("spec").get_to(command.spec);
  json.at("value").get_to(command.value);
}

}  // namespace fw::engine_api
