// SPDX-License-Identifier: Apache-2.0
#include "cli/clip_options.h"

#include <charconv>
#include <limits>

namespace fw::cli {

engine_api::ClipCondition parse_condition(const std::string& text) {
  const size_t at = text.rfind('@');
  if (at == std::string::npos) return {.file = text};
  engine_api::ClipCondition condition{.file = text.substr(0, at)};
  const char* const end = text.data() + text.size();
  auto rest = std::from_chars(text.data() + at + 1, end, condition.frame);
  if (rest.ec == std::errc() && rest.ptr != end && *rest.ptr == ':')
    rest = std::from_chars(rest.ptr + 1, end, condition.strength);
  if (rest.ec != std::errc() || rest.ptr != end) return {.file = text};
  return condition;
}

CLI::Validator number_from(double least, double most) {
  const auto check = [=](const std::string& text) {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && rest == end && number >= least && number <= most) return std::string();
    return "must be from " + CLI::detail::to_string(least) + " to " + CLI::detail::to_string(most) +
           ", not " + text;
  };
  return {check, ""};
}

CLI::Option* add_seed(CLI::App& command, int64_t& seed) {
  const auto take = [&seed](const std::string& text) {
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, seed);
    if (error == std::errc() && rest == end && seed >= -1) return;
    throw CLI::ValidationError("--seed", "must be a whole number from 0 to " +
                                             std::to_string(std::numeric_limits<int64_t>::max()) +
                                             ", or -1 for a random one, not " + text);
  };
  return command.add_option_function<std::string>("--seed", take,
                                                  "The same seed gives the same clip (default: random)");
}

void add_mesh(CLI::App& command, launch::ClipMesh& mesh) {
  command
      .add_option(
          "--guidance-ranks", mesh.guidance,
          "Under launch, torchrun or srun: 2 processes for the two branches of guidance, or 1 for both")
      ->check(CLI::Range(1, 2));
  command
      .add_option("--ulysses", mesh.ulysses,
                  "Processes that share the clip's tokens and trade them for heads")
      ->check(CLI::Range(1, 1024));
  command
      .add_option("--ring", mesh.ring,
                  "Processes, or groups of --ulysses, that share the tokens and pass keys and values round. "
                  "What is left out of these three is chosen as in plan --cards")
      ->check(CLI::Range(1, 1024));
}

}  // namespace fw::cli
