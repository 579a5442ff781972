// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdio>

#include "base/log.h"
#include "base/progress.h"
#include "base/units.h"
#include "cli/command.h"
#include "media/analysis.h"
#include "media/image.h"
#include "media/probe.h"

namespace fw::cli {

namespace {

struct MediaArguments {
  std::string file;
  int64_t frame = 0;
  std::string picture;
  bool decode = false;
  bool as_coded = false;
  bool overwrite = false;
  media::SceneOptions scenes;
};

void print_warnings(const std::vector<Fault>& warnings) {
  for (const Fault& warning : warnings) std::fprintf(stderr, "warning: %s\n", warning.full_message().c_str());
}

void print_text(const media::ClipInfo& info) {
  const auto line = [](const char* name, const std::string& value) {
    std::printf("%-12s %s\n", name, value.c_str());
  };
  line("Container", info.container + ", " + format_bytes(static_cast<uint64_t>(info.file_bytes)));
  line("Codec", info.codec + (info.profile.empty() ? "" : " (" + info.profile + ")"));
  line("Size",
       fmt::format("{}x{}", info.size.width, info.size.height) +
           (info.size == info.coded_size
                ? ""
                : fmt::format(", coded {}x{}, rotated by {} degrees, sample aspect {}:{}",
                              info.coded_size.width, info.coded_size.height,
                              info.presentation.rotation_degrees(), info.presentation.sample_aspect.numerator,
                              info.presentation.sample_aspect.denominator)));
  line("Frames", fmt::format("{}", info.frames));
  if (!info.picture) {
    line("Rate", fmt::format("{:.6g} fps{}", info.fps.value(),
                             info.variable_rate ? " on average, variable" : ", constant"));
    line("Duration", fmt::format("{} ({:.3f} s)", format_duration(info.duration_s), info.duration_s));
  }
  line("Pixels",
       fmt::format("{}, {} bits, {} range{}{}{}", info.pixel_format, info.bit_depth,
                   info.full_range ? "full" : "limited", info.hdr ? ", HDR" : "",
                   info.interlaced ? ", interlaced" : "", info.has_alpha ? ", with transparency" : ""));
  line("Colour",
       fmt::format("matrix {}, primaries {}, transfer {}", info.matrix, info.primaries, info.transfer));
  line("Sound", info.audio ? fmt::format("{}, {} Hz, {} channels", info.audio->codec,
                                         info.audio->sample_rate_hz, info.audio->channels)
                           : "none");
  for (const auto& [key, value] : info.metadata) line(("  " + key).c_str(), value);
}

void print_probe(const Session& session, const MediaArguments& arguments) {
  const media::ClipInfo info =
      media::probe(arguments.file, arguments.decode ? media::CountBy::decoding : media::CountBy::packets);
  if (session.json) {
    print_json({{"event", "probe"}, {"file", arguments.file}, {"info", info}});
  } else {
    print_text(info);
    print_warnings(info.warnings);
  }
}

void print_scenes(const Session& session, const MediaArguments& arguments) {
  media::ClipReader reader(arguments.file);
  print_warnings(reader.index().warnings);
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  const auto show_progress = [terminal](int64_t done, int64_t total) {
    if (terminal && (done % 25 == 0 || done == total))
      std::fprintf(stderr, "\r%lld of %lld frames%s", static_cast<long long>(done),
                   static_cast<long long>(total), done == total ? "\r\033[K" : "");
  };
  const media::ClipAnalysis analysis =
      analyse(reader, {.scenes = arguments.scenes, .on_frame = show_progress});
  int64_t in = 0;
  for (size_t scene = 0; scene <= analysis.cuts.size(); ++scene) {
    const bool last = scene == analysis.cuts.size();
    const int64_t out = last ? reader.frames() : analysis.cuts[scene].frame;
    if (session.json) {
      print_json({{"event", "scene"},
                  {"in", in},
                  {"out", out},
                  {"start_s", reader.time_s(in)},
                  {"end_s", reader.time_s(out)},
                  {"change", scene == 0 ? 0 : analysis.cuts[scene - 1].change}});
    } else {
      std::printf("%6lld  %6lld  %9.3f s  %9.3f s\n", static_cast<long long>(in), static_cast<long long>(out),
                  reader.time_s(in), reader.time_s(out));
    }
    in = out;
  }
}

void save_frame(const Session& session, const MediaArguments& arguments) {
  media::image_format_of(arguments.picture);  // reports a wrong name before decoding
  const std::filesystem::path source = arguments.file;
  refuse_sources(arguments.picture, {&source, 1});
  media::ClipReader reader(arguments.file);
  print_warnings(reader.index().warnings);
  const media::VideoFrame frame = reader.read(arguments.frame);
  media::write_frame(arguments.picture, arguments.as_coded ? frame.as_coded() : frame,
                     existing_of(arguments.overwrite));
  if (session.json)
    print_json({{"event", "frame"},
                {"file", arguments.picture},
                {"frame", frame.number()},
                {"time_s", frame.time_s()},
                {"damaged", frame.damaged()}});
}

}  // namespace

void add_media(CLI::App& app, Session& session) {
  CLI::App* group = app.add_subcommand("media", "Inspect videos and images");
  group->require_subcommand(1);
  auto arguments = std::make_shared<MediaArguments>();
  CLI::App* probe = group->add_subcommand("probe", "Show what a file contains and count its frames");
  CLI::App* frame = group->add_subcommand("frame", "Save one frame at its original size");
  CLI::App* scenes =
      group->add_subcommand("scenes", "Find scene cuts: first frame, end, and both in seconds");
  for (CLI::App* command : {probe, frame, scenes})
    command->add_option("file", arguments->file, "Video or image")->required();
  probe->add_flag("--decode", arguments->decode, "Decode every frame, to find damaged ones");
  probe->callback([&session, arguments] { print_probe(session, *arguments); });
  frame->add_option("frame", arguments->frame, "Frame number, from 0")->required();
  frame->add_option("picture", arguments->picture, "Output file: .png, .jpg or .webp")->required();
  add_overwrite(*frame, arguments->overwrite);
  frame->add_flag("--as-coded", arguments->as_coded, "Do not rotate the frame upright");
  frame->callback([&session, arguments] { save_frame(session, *arguments); });
  scenes
      ->add_option("--least-change", arguments->scenes.least_change,
                   "Mean change of a channel that counts as a cut, 0 to 255")
      ->capture_default_str();
  scenes->add_option("--least-frames", arguments->scenes.least_frames, "Shortest scene")
      ->capture_default_str();
  scenes->callback([&session, arguments] { print_scenes(session, *arguments); });
}

}  // namespace fw::cli
