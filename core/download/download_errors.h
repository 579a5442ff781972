// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace fw::download {

inline constexpr ErrorCode failed{
    "download.failed", FW_TEXT("errors", "{address} could not be fetched: {reason}."),
    FW_TEXT("errors", "Check the network and the proxy settings, then try again: it continues from here.")};
inline constexpr ErrorCode server_failed{
    "download.server_failed", FW_TEXT("errors", "{host} has a problem of its own (error {status})."),
    FW_TEXT("errors", "Try again later: it continues from here.")};
inline constexpr ErrorCode too_many_requests{
    "download.too_many_requests",
    FW_TEXT("errors", "{host} allows no more requests from this computer; it asks to wait for {wait}."),
    FW_TEXT("errors", "Try again after that time: it continues from here.")};
inline constexpr ErrorCode redirect_loop{
    "download.redirect_loop", FW_TEXT("errors", "{address} is redirected without end."),
    FW_TEXT("errors",
            "The server or a proxy is set up wrongly. Try again later, or use another address or network.")};
inline constexpr ErrorCode bad_range{
    "download.bad_range",
    FW_TEXT("errors", "{address} arrived only in part: the server sent {got} of {expected} and stopped."),
    FW_TEXT("errors", "Try again: it continues from here. If that does not help, use another network.")};
inline constexpr ErrorCode other_size{
    "download.other_size", FW_TEXT("errors", "{address} has {got}, and {expected} were announced."),
    FW_TEXT("errors",
            "The file was changed on the server, or a proxy alters it. Try again; if that does "
            "not help, use another network.")};
inline constexpr ErrorCode web_page{
    "download.web_page", FW_TEXT("errors", "A web page arrived instead of {address}."),
    FW_TEXT("errors",
            "Networks in hotels and companies do this until you log in: open any page in a browser, log in, "
            "then try again.")};
inline constexpr ErrorCode disk_full{
    "download.disk_full", FW_TEXT("errors", "The disk is full: {file} could not be written any further."),
    FW_TEXT("errors", "Free some space, then try again: it continues from here.")};
inline constexpr ErrorCode write_failed{
    "download.write_failed", FW_TEXT("errors", "{file} could not be written: {reason}."),
    FW_TEXT("errors", "Correct the permissions of its folder, then try again: it continues from here.")};

}  // namespace fw::download
