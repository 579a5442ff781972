// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QStringList>
#include <QTemporaryDir>
#include <filesystem>
#include <functional>
#include <vector>

#include "base/error.h"
#include "media/clip_reader.h"

/// Clips for the tests: made by the ffmpeg program, or the three real ones in the folder $FW_TEST_CLIPS.
namespace fw::media::test {

using Path = std::filesystem::path;

/// Runs `ffmpeg -v error -y <arguments>`. @return standard output; fails the test (throws) if ffmpeg fails
QByteArray ffmpeg(const QStringList& arguments);

/// Makes `folder/name` from the input's options followed by the output's.
Path make_clip(const QTemporaryDir& folder, const QString& name, const QString& input, const QString& output);

/// A moving picture with detail in every frame, as an input for make_clip.
QString pattern(int width, int height, int frames, const QString& rate = "25");

/// A real clip, or an empty path if $FW_TEST_CLIPS is not set.
Path real_clip(const QString& name);

/// ffmpeg's decoded frames, each in its own pixel format, planes concatenated without padding.
std::vector<QByteArray> reference_frames(const Path& file, const VideoFrame& like);
/// The frame's planes as one block, without padding.
QByteArray plane_bytes(const VideoFrame& frame);
/// Peak signal-to-noise ratio in dB; infinite for equal blocks, 0 for blocks of different size.
/// @param depth  bits per value; more than 8 take two bytes each
double psnr(const QByteArray& a, const QByteArray& b, int depth);

/// The fault thrown by `action`; empty if none.
Fault fault_of(const std::function<void()>& action);
void write_bytes(const Path& file, const QByteArray& bytes);
QByteArray read_bytes(const Path& file);

}  // namespace fw::media::test
