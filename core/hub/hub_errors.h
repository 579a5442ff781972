// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace fw::hub {

inline constexpr ErrorCode bad_repository{
    "hub.bad_repository", FW_TEXT("errors", "{name} is not the name of a repository."),
    FW_TEXT("errors", "Write it as on its page on the hub: owner/name."), Blame::input};
inline constexpr ErrorCode bad_revision{
    "hub.bad_revision", FW_TEXT("errors", "{revision} is not the name of a revision."),
    FW_TEXT("errors", "Name a branch, a tag or a commit, for example main."), Blame::input};
inline constexpr ErrorCode bad_token{
    "hub.bad_token", FW_TEXT("errors", "The token for the hub is not a token: it contains other characters."),
    FW_TEXT("errors",
            "Copy it again from the hub's settings, without blanks and line breaks; the places are --token, "
            "HF_TOKEN and the file that HF_TOKEN_PATH names."),
    Blame::input};
inline constexpr ErrorCode no_repository{
    "hub.no_repository", FW_TEXT("errors", "{host} has no public repository {repository}."),
    FW_TEXT("errors",
            "Check the spelling. For a private repository, give a token of an account that may read it "
            "(--token or HF_TOKEN)."),
    Blame::input};
inline constexpr ErrorCode no_revision{
    "hub.no_revision", FW_TEXT("errors", "{repository} has no revision {revision}."),
    FW_TEXT("errors", "Name one of the branches or tags on its page, or none for the newest state."),
    Blame::input};
inline constexpr ErrorCode no_file{
    "hub.no_file", FW_TEXT("errors", "{file} of {repository} is listed, but it is not on the server."),
    FW_TEXT("errors", "The repository is being changed, or a mirror is incomplete: try again later.")};
inline constexpr ErrorCode token_refused{
    "hub.token_refused", FW_TEXT("errors", "{host} does not accept the token: it is wrong or has expired."),
    FW_TEXT("errors",
            "Make a new one in the hub's settings and give it with --token, HF_TOKEN or the token file; "
            "without a token, public repositories still work."),
    Blame::input};
inline constexpr ErrorCode gated{
    "hub.gated", FW_TEXT("errors", "{repository} is only for accounts that have accepted its conditions."),
    FW_TEXT("errors",
            "Log in on {page}, accept them, then give a token of that account (--token or HF_TOKEN)."),
    Blame::input};
inline constexpr ErrorCode forbidden{
    "hub.forbidden", FW_TEXT("errors", "This account or token may not read {repository}."),
    FW_TEXT("errors", "Use a token with permission to read it, or ask its owner for access."), Blame::input};
inline constexpr ErrorCode no_hub{
    "hub.no_hub", FW_TEXT("errors", "{address} does not answer like a model hub: {reason}."),
    FW_TEXT("errors",
            "Check HF_ENDPOINT, if it is set, and the proxy. In a network with a login page, log in first.")};
inline constexpr ErrorCode unsafe_path{
    "hub.unsafe_path",
    FW_TEXT("errors", "{repository} lists a file that would be written outside of its folder: {file}."),
    FW_TEXT("errors", "Nothing was downloaded. Do not use this repository, and report it to the hub."),
    Blame::input};
inline constexpr ErrorCode link_in_the_way{
    "hub.link_in_the_way", FW_TEXT("errors", "{file} is a link, and nothing is written through links."),
    FW_TEXT("errors", "Choose another folder, or remove the link."), Blame::input};
inline constexpr ErrorCode changed{
    "hub.changed", FW_TEXT("errors", "{file} of {repository} was changed during the download."),
    FW_TEXT("errors", "Try again: what has not changed is kept.")};
inline constexpr ErrorCode wrong_hash{
    "hub.wrong_hash", FW_TEXT("errors", "What arrived as {file} of {repository} is not that file."),
    FW_TEXT(
        "errors",
        "Something between you and the hub alters files. It was removed; try again, or use another network "
        "or mirror.")};
inline constexpr ErrorCode no_space{
    "hub.no_space", FW_TEXT("errors", "The download needs {need} in {folder}, and only {free} are free."),
    FW_TEXT("errors",
            "Free some space, or choose a folder on a larger disk (--to, HF_HUB_CACHE); the files downloaded "
            "so far are kept.")};
inline constexpr ErrorCode not_there{
    "hub.not_there",
    FW_TEXT("errors", "{repository} is not complete on this computer, and downloads are switched off."),
    FW_TEXT("errors", "Missing: {missing}. Download it without --offline and with HF_HUB_OFFLINE unset."),
    Blame::input};
inline constexpr ErrorCode no_weights{
    "hub.no_weights", FW_TEXT("errors", "{repository} has no .safetensors weights in {part}."),
    FW_TEXT("errors",
            "Other formats of weights are not read. Look for another repository of the same model."),
    Blame::input};
inline constexpr ErrorCode no_part{"hub.no_part", FW_TEXT("errors", "{repository} has no {part}."),
                                   FW_TEXT("errors", "Look for the repository in diffusers layout."),
                                   Blame::input};
inline constexpr ErrorCode nothing_used{
    "hub.nothing_used", FW_TEXT("errors", "{repository} contains nothing that Framewright uses."),
    FW_TEXT(
        "errors",
        "A model is a folder in diffusers layout; a dataset consists of videos or pictures, with or without "
        "lists of captions."),
    Blame::input};

}  // namespace fw::hub
