// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

/// Problems with a video or picture. Those marked (warning) are never thrown: they are listed in
/// ClipInfo::warnings of a file that is partly usable.
namespace fw::media {

inline constexpr ErrorCode unreadable{
    "media.unreadable", FW_TEXT("errors", "{file} could not be read: {reason}."),
    FW_TEXT("errors", "Check that it exists and that you have permission to read it."), Blame::input};
inline constexpr ErrorCode empty_file{"media.empty_file", FW_TEXT("errors", "{file} has zero bytes."),
                                      FW_TEXT("errors", "Copy or download it again."), Blame::input};
inline constexpr ErrorCode not_media{
    "media.not_media", FW_TEXT("errors", "{file} is neither a video nor a picture: {reason}."),
    FW_TEXT("errors", "Open it in a player: if it plays there, convert it to MP4; if not, remove it."),
    Blame::input};
inline constexpr ErrorCode no_index{
    "media.no_index",
    FW_TEXT("errors",
            "{file} is truncated or was never finished: the index at its end is missing ({reason})."),
    FW_TEXT("errors",
            "Copy or download it again. If it is a recording, the program that made it may be able to repair "
            "it."),
    Blame::input};
inline constexpr ErrorCode animated_webp{
    "media.animated_webp", FW_TEXT("errors", "{file} is an animated WebP, which cannot be decoded."),
    FW_TEXT("errors", "Convert it to MP4 or to a folder of PNG images first."), Blame::input};
inline constexpr ErrorCode no_video{"media.no_video",
                                    FW_TEXT("errors", "{file} contains no video, only {tracks}."),
                                    FW_TEXT("errors", "Remove it from the list of clips."), Blame::input};
inline constexpr ErrorCode no_decoder{
    "media.no_decoder", FW_TEXT("errors", "{file} is encoded as {codec}, for which no decoder is available."),
    FW_TEXT("errors", "Convert it to H.264 first."), Blame::input};
inline constexpr ErrorCode no_frames{"media.no_frames",
                                     FW_TEXT("errors", "No frame of {file} can be decoded: {reason}."),
                                     FW_TEXT("errors", "Copy or download it again."), Blame::input};
inline constexpr ErrorCode decode_failed{
    "media.decode_failed",
    FW_TEXT("errors", "{file} could not be decoded at {second} s (frame {frame}): {reason}."),
    FW_TEXT("errors", "The file is damaged there: copy it again, or cut the clip before that second."),
    Blame::input};
inline constexpr ErrorCode frame_damaged{
    "media.frame_damaged",
    FW_TEXT("errors", "{file} is damaged at {second} s: frame {frame} can only be decoded in part."),
    FW_TEXT("errors", "Copy the file again, or cut the clip before that second."), Blame::input};
inline constexpr ErrorCode frame_out_of_range{"media.frame_out_of_range",
                                              FW_TEXT("errors",
                                                      "Frame {frame} of {file} was requested, but it has "
                                                      "only {frames} {frames:frame|frames}, counted from 0."),
                                              FW_TEXT("errors", "Choose a frame below {frames}."),
                                              Blame::input};
inline constexpr ErrorCode bad_sample{
    "media.bad_sample", FW_TEXT("errors", "The sample cannot be read from {file}: {reason}."),
    FW_TEXT("errors", "Correct the clip's in and out points, crop or size."), Blame::input};
inline constexpr ErrorCode too_short{
    "media.too_short",
    FW_TEXT("errors",
            "{file} has {available} {available:frame|frames} at {fps} fps, but the sample needs {needed}."),
    FW_TEXT("errors", "Choose a bucket with fewer frames, a higher frame rate or a longer cut."),
    Blame::input};
inline constexpr ErrorCode too_large{
    "media.too_large", FW_TEXT("errors", "{file} needs more memory than is available."),
    FW_TEXT("errors", "Choose a shorter cut, a smaller size or a lower frame rate."), Blame::input};
inline constexpr ErrorCode source_changed{"media.source_changed",
                                          FW_TEXT("errors", "{file} has changed since it was imported."),
                                          FW_TEXT("errors",
                                                  "Put the original file back, or relink the project to it. "
                                                  "To use the new one, import it under another name."),
                                          Blame::input};
inline constexpr ErrorCode encode_failed{
    "media.encode_failed", FW_TEXT("errors", "{file} could not be written: {reason}."),
    FW_TEXT("errors", "Check the free space and the permissions of its folder.")};
inline constexpr ErrorCode bad_output{
    "media.bad_output", FW_TEXT("errors", "{file} cannot be created: {reason}."),
    FW_TEXT("errors", "Change the size, the rate or the format."), Blame::input};

/// (warning)
inline constexpr ErrorCode truncated{
    "media.truncated",
    FW_TEXT("errors", "{file} is truncated: it has {frames} {frames:frame|frames}, up to {second} s."),
    FW_TEXT("errors", "Copy or download it again, or use what is there."), Blame::input};
/// (warning)
inline constexpr ErrorCode damaged{
    "media.damaged",
    FW_TEXT("errors",
            "{file} is damaged in {places} {places:place|places}, the first at {second} s: {reason}."),
    FW_TEXT("errors", "Copy or download it again, or cut around the damage."), Blame::input};
/// (warning)
inline constexpr ErrorCode interlaced{
    "media.interlaced",
    FW_TEXT("errors", "{file} is interlaced: moving edges have comb lines. It is used as it is."),
    FW_TEXT("errors",
            "Deinterlace it before you import it: ffmpeg -i IN -vf bwdif=mode=send_frame -crf 12 OUT.mp4."),
    Blame::input};
/// (warning)
inline constexpr ErrorCode transparent{
    "media.transparent", FW_TEXT("errors", "{file} has transparent parts, which are shown on black."),
    FW_TEXT("errors", "If black is not what you want, put a background behind it before you import it."),
    Blame::input};

/// (warning)
inline constexpr ErrorCode hdr{
    "media.hdr", FW_TEXT("errors", "{file} is HDR and is not tone mapped: its colours look washed out."),
    FW_TEXT("errors",
            "Convert it to SDR before you import it, for example with FFmpeg's filters zscale and tonemap."),
    Blame::input};

}  // namespace fw::media
