// SPDX-License-Identifier: Apache-2.0
#include "media/clip_reader.h"

#include <algorithm>
#include <optional>

#include "base/paths.h"
#include "media/decoder.h"
#include "media/errors.h"

namespace fw::media {

namespace {
// For this few frames, decoding on is cheaper than a seek, which empties the decoder's threads.
constexpr int64_t worth_a_seek = 8;
}  // namespace

struct ClipReader::State {
  State(const std::filesystem::path& file, const ReaderOptions& options)
      : decoder(file, options.threads), index(index_frames(decoder, options.count_by, options.stop)) {
    go_to(0);
  }
  State(const std::filesystem::path& file, FrameIndex made, int threads)
      : decoder(file, threads), index(std::move(made)) {}

  int64_t key_before(int64_t frame) const;
  bool go_to(int64_t key);
  std::optional<int64_t> next_number(AVFrame& frame);
  bool decode_up_to(int64_t frame, bool accept_damage);
  bool find(int64_t frame);

  libav::Decoder decoder;
  FrameIndex index;
  int64_t next = 0;  // smallest number that the decoder can return next
  std::shared_ptr<AVFrame> current;
  int64_t current_number = -1;
};

/// Index in index.keys of the group of pictures that contains `frame`; -1 if decoding starts at the first
/// packet.
int64_t ClipReader::State::key_before(int64_t frame) const {
  const auto after = std::ranges::upper_bound(index.keys, index.pts[static_cast<size_t>(frame)]);
  return after - index.keys.begin() - 1;
}

bool ClipReader::State::go_to(int64_t key) {
  if (key <= 0) {
    // A seek avoids reopening the file if the format is known to return to its first packet.
    if (!index.starts_with_key || decoder.seek(index.keys.front()) != index.keys.front()) decoder.rewind();
    next = 0;
    return true;
  }
  const int64_t wanted = index.keys[static_cast<size_t>(key)];
  const std::optional<int64_t> reached = decoder.seek(wanted);
  if (!reached || *reached > wanted || !std::ranges::binary_search(index.keys, *reached)) return false;
  next = std::ranges::lower_bound(index.pts, *reached) - index.pts.begin();
  return true;
}

// The number of the next frame, nullopt at the end of the track.
std::optional<int64_t> ClipReader::State::next_number(AVFrame& frame) {
  while (decoder.next(frame)) {
    if (!index.has_times) return next++;
    const auto found = std::ranges::lower_bound(index.pts, frame.best_effort_timestamp);
    if (found == index.pts.end() || *found != frame.best_effort_timestamp) continue;
    const int64_t number = found - index.pts.begin();
    next = number + 1;
    return number;
  }
  next = index.frames();
  return std::nullopt;
}

bool ClipReader::State::decode_up_to(int64_t frame, bool accept_damage) {
  if (index.has_times) decoder.set_wanted_from(index.pts[static_cast<size_t>(frame)]);
  const std::shared_ptr<AVFrame> decoded(libav::new_frame().release(), libav::Deleter());
  while (const std::optional<int64_t> number = next_number(*decoded)) {
    if (*number < frame) continue;
    const bool unexpected_damage = libav::is_damaged(*decoded) && !index.is_damaged(frame);
    if (*number > frame || (unexpected_damage && !accept_damage)) return false;
    current = decoded;
    current_number = frame;
    return true;
  }
  return false;
}

/// A key packet may not be a real one (a recovery point, an open group): then tries an earlier one, finally
/// the file's first packet.
bool ClipReader::State::find(int64_t frame) {
  if (frame == current_number) return true;
  const int64_t key = index.has_times ? key_before(frame) : 0;
  const bool ahead = frame >= next;
  const bool other_group = index.has_times && ahead && frame - next > worth_a_seek &&
                           key > key_before(std::max<int64_t>(next - 1, 0));
  if (ahead && !other_group && decode_up_to(frame, false)) return true;
  for (const int64_t start : {key, key - 1}) {
    if (start > 0 && go_to(start) && decode_up_to(frame, false)) return true;
  }
  return go_to(0) && decode_up_to(frame, true);
}

ClipReader::ClipReader(const std::filesystem::path& file, const ReaderOptions& options)
    : state_(std::make_unique<State>(file, options)) {}
ClipReader::ClipReader(const std::filesystem::path& file, FrameIndex index, int threads)
    : state_(std::make_unique<State>(file, std::move(index), threads)) {}
ClipReader::~ClipReader() = default;
ClipReader::ClipReader(ClipReader&&) noexcept = default;
ClipReader& ClipReader::operator=(ClipReader&&) noexcept = default;

const std::filesystem::path& ClipReader::file() const {
  return state_->decoder.file();
}
const FrameIndex& ClipReader::index() const {
  return state_->index;
}

const libav::Input& ClipReader::input() const {
  return state_->decoder.input();
}

VideoFrame ClipReader::read(int64_t frame) {
  State& state = *state_;
  const std::string name = to_utf8(state.decoder.file());
  if (frame < 0 || frame >= frames())
    throw Error(frame_out_of_range, {{"file", name}, {"frame", frame}, {"frames", frames()}});
  if (!state.find(frame)) {
    const auto failure = state.decoder.first_failure();
    const int error = failure ? failure->error : state.decoder.read_error();
    throw Error(decode_failed,
                {{"file", name},
                 {"second", libav::seconds_text(time_s(frame))},
                 {"frame", frame},
                 {"reason", error != 0 ? libav::reason(error) : "the decoder gave no such frame"}});
  }
  const bool damaged = libav::is_damaged(*state.current) || state.index.is_damaged(frame);
  return {state.current, frame, time_s(frame), state.index.presentation, damaged};
}

}  // namespace fw::media
