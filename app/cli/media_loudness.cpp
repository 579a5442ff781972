// SPDX-License-Identifier: Apache-2.0
#include "cli/media_loudness.h"

#include <cstdio>
#include <optional>

#include "media/clip_reader.h"
#include "media/loudness.h"

namespace fw::cli {

void add_media_loudness(CLI::App& group, Session& session) {
  CLI::App* command =
      group.add_subcommand("loudness", "Measure how loud a video's sound is, by ITU-R BS.1770");
  auto file = std::make_shared<std::string>();
  command->add_option("file", *file, "Video")->required();
  command->callback([&session, file] {
    const std::optional<double> loudness = media::loudness_of(*file, media::ClipReader(*file).index());
    if (session.json)
      return print_json({{"event", "loudness"},
                         {"file", *file},
                         {"lufs", loudness ? nlohmann::json(*loudness) : nlohmann::json()}});
    if (loudness)
      std::printf("%.1f LUFS\n", *loudness);
    else
      std::printf("silent, or without sound\n");
  });
}

}  // namespace fw::cli
