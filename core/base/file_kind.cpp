// SPDX-License-Identifier: Apache-2.0
#include "base/file_kind.h"

#include <algorithm>
#include <array>

#include "base/error.h"

namespace fw {

namespace {

using namespace std::string_view_literals;

struct Beginning {
  std::string_view bytes;
  std::string_view kind;
};
constexpr std::array beginnings{
    Beginning{"version https://git-lfs"sv, git_lfs_pointer},
    Beginning{"<!doctype"sv, web_page},
    Beginning{"<html"sv, web_page},
    Beginning{"<?xml"sv, FW_TEXT("errors", "an XML file")},
    Beginning{"GGUF"sv, FW_TEXT("errors", "a GGUF file")},
    Beginning{"GGML"sv, FW_TEXT("errors", "a GGML file")},
    Beginning{"PK\x03\x04"sv,
              FW_TEXT("errors", "a ZIP archive, such as PyTorch's .bin, .pt and .ckpt files")},
    Beginning{"\x80\x02"sv, FW_TEXT("errors", "a pickle, such as older PyTorch files")},
    Beginning{"\x80\x03"sv, FW_TEXT("errors", "a pickle, such as older PyTorch files")},
    Beginning{"\x80\x04"sv, FW_TEXT("errors", "a pickle, such as older PyTorch files")},
    Beginning{"\x89HDF"sv, FW_TEXT("errors", "an HDF5 file")},
    Beginning{"\x93NUMPY"sv, FW_TEXT("errors", "a NumPy file")},
    Beginning{"\x1f\x8b"sv, FW_TEXT("errors", "a gzip archive")},
    Beginning{"\x28\xb5\x2f\xfd"sv, FW_TEXT("errors", "a zstd archive")},
    Beginning{"7z\xbc\xaf"sv, FW_TEXT("errors", "a 7-Zip archive")},
    Beginning{"Rar!"sv, FW_TEXT("errors", "a RAR archive")},
    Beginning{"{"sv, FW_TEXT("errors", "a JSON file")},
    Beginning{"["sv, FW_TEXT("errors", "a JSON file")},
};

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

}  // namespace

std::string_view file_kind(std::string_view first_bytes) {
  if (first_bytes.starts_with("\xef\xbb\xbf")) first_bytes.remove_prefix(3);
  first_bytes.remove_prefix(std::min(first_bytes.find_first_not_of(" \t\r\n"), first_bytes.size()));
  const auto found = std::ranges::find_if(beginnings, [&](const Beginning& each) {
    return std::ranges::equal(each.bytes, first_bytes.substr(0, each.bytes.size()), {}, lower, lower);
  });
  return found == beginnings.end() ? std::string_view() : found->kind;
}

}  // namespace fw
