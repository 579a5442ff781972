// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace fw::runtime {

inline constexpr ErrorCode no_index{
    "runtime.no_index",
    FW_TEXT("errors", "Nothing on this computer says where Python packages come from, and LibTorch is one."),
    FW_TEXT("errors",
            "Name a package index: install pip (Debian: python3-pip), set index-url in its configuration, or "
            "give the address here (--index-url on the command line)."),
    Blame::input};
inline constexpr ErrorCode not_on_index{
    "runtime.not_on_index", FW_TEXT("errors", "The package index has no {package} for this system: {index}."),
    FW_TEXT("errors", "Name another package index: by index-url in pip's configuration, or here."),
    Blame::input};
inline constexpr ErrorCode wrong_hash{
    "runtime.wrong_hash", FW_TEXT("errors", "What arrived as {package} is not the file that was asked for."),
    FW_TEXT("errors",
            "Something between you and the package index alters files. Install again; if that does "
            "not help, use another network or another index.")};
inline constexpr ErrorCode no_space{
    "runtime.no_space", FW_TEXT("errors", "LibTorch needs {need} in {folder}, and only {free} are free."),
    FW_TEXT("errors",
            "Free some space, or set XDG_DATA_HOME to a folder on a larger disk, then install again: "
            "it goes on from here.")};
inline constexpr ErrorCode bad_wheel{"runtime.bad_wheel",
                                     FW_TEXT("errors", "{file} could not be unpacked: {reason}."),
                                     FW_TEXT("errors", "Install again: it is fetched anew.")};
inline constexpr ErrorCode busy{
    "runtime.busy", FW_TEXT("errors", "LibTorch is being installed or removed by another program: {holder}."),
    FW_TEXT("errors", "Wait until it is done.")};

}  // namespace fw::runtime
