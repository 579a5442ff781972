// SPDX-License-Identifier: Apache-2.0
#include "cli/clip_options.h"

#include <charconv>

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
