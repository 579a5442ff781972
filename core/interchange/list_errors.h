// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

/// Faults of clip lists, their rows, and folders.
namespace fw::interchange {

inline constexpr ErrorCode missing_file{
    "interchange.missing_file", FW_TEXT("errors", "{file} does not exist."),
    FW_TEXT("errors", "Correct the path, or copy the file there."), Blame::input};
inline constexpr ErrorCode bad_name{"interchange.bad_name",
                                    FW_TEXT("errors", "The name of {file} is not UTF-8."),
                                    FW_TEXT("errors", "Rename the file."), Blame::input};
inline constexpr ErrorCode unreadable_folder{
    "interchange.unreadable_folder", FW_TEXT("errors", "The folder {file} could not be read: {reason}."),
    FW_TEXT("errors", "Check its permissions."), Blame::input};
inline constexpr ErrorCode empty_line{
    "interchange.empty_line", FW_TEXT("errors", "The line does not name a file."),
    FW_TEXT("errors", "Remove the line here and its caption in the other list."), Blame::input};
inline constexpr ErrorCode empty_list{
    "interchange.empty_list", FW_TEXT("errors", "{list} does not name any clips."),
    FW_TEXT("errors", "Delete it, or choose another layout, to import the videos in its folder."),
    Blame::input};
inline constexpr ErrorCode no_partner{
    "interchange.no_partner",
    FW_TEXT("errors",
            "{list} has {lines} {lines:line|lines}, but {other} has {others}: this line has no counterpart."),
    FW_TEXT("errors", "Check that the lines before it still belong together."), Blame::input};
inline constexpr ErrorCode no_list{
    "interchange.no_list", FW_TEXT("errors", "{folder} does not contain {list}."),
    FW_TEXT("errors", "Name the file, or choose another layout."), Blame::input};
inline constexpr ErrorCode bad_caption{
    "interchange.bad_caption", FW_TEXT("errors", "The caption is not UTF-8 text."),
    FW_TEXT("errors", "Save it as UTF-8. The clip is imported without a caption."), Blame::input};
inline constexpr ErrorCode no_caption{
    "interchange.no_caption", FW_TEXT("errors", "The caption is {value}, not text."),
    FW_TEXT("errors", "Write the caption as text. The clip is imported without a caption."), Blame::input};
inline constexpr ErrorCode not_utf8{
    "interchange.not_utf8", FW_TEXT("errors", "{list} is not UTF-8 text."),
    FW_TEXT("errors", "Save it as UTF-8: spreadsheets call it \"CSV UTF-8\"."), Blame::input};
inline constexpr ErrorCode bad_list{"interchange.bad_list",
                                    FW_TEXT("errors", "{list} cannot be used: {reason}."),
                                    FW_TEXT("errors", "Correct the file."), Blame::input};
inline constexpr ErrorCode windows_path{
    "interchange.windows_path", FW_TEXT("errors", "{file} does not exist; it is a Windows path."),
    FW_TEXT("errors", "Write paths with / and relative to the list, or to the folder of --data-root."),
    Blame::input};
inline constexpr ErrorCode no_media{"interchange.no_media",
                                    FW_TEXT("errors", "{folder} contains no videos or pictures."),
                                    FW_TEXT("errors", "Choose the folder that contains them."), Blame::input};
inline constexpr ErrorCode passed_over{
    "interchange.passed_over",
    FW_TEXT("errors",
            "{files} {files:file was|files were} not imported, since {files:its name is|their names are} not "
            "that of a video, picture or caption: {names}."),
    FW_TEXT("errors", "If one of them is a video, add that file itself."), Blame::input};
inline constexpr ErrorCode bad_row{"interchange.bad_row",
                                   FW_TEXT("errors", "The row cannot be used: {reason}."),
                                   FW_TEXT("errors", "Correct the row."), Blame::input};
inline constexpr ErrorCode no_column{
    "interchange.no_column", FW_TEXT("errors", "{list} has no column for {what}; its columns are {columns}."),
    FW_TEXT("errors", "Name the column."), Blame::input};
inline constexpr ErrorCode not_in_list{
    "interchange.not_in_list",
    FW_TEXT(
        "errors",
        "{files} {files:video or picture|videos and pictures} below {folder} {files:is|are} not imported, "
        "since no usable row of {list} names {files:it|them}: {names}."),
    FW_TEXT("errors", "Add {files:it|them} to the list, or choose the layout of caption files."),
    Blame::input};
inline constexpr ErrorCode list_moved{
    "interchange.list_moved",
    FW_TEXT("errors", "{list} names files in {from}, which does not exist here; they were found in {to}."),
    FW_TEXT("errors", "If these are other files, correct the list, or name their folder with --data-root."),
    Blame::input};
inline constexpr ErrorCode read_before{"interchange.read_before",
                                       FW_TEXT("errors", "{link} leads to {folder}, which was read already."),
                                       "", Blame::input};

}  // namespace fw::interchange
