// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

#include "base/atomic_file.h"
#include "interchange/import_list.h"

namespace fs = std::filesystem;

inline void write(const fs::path& file, std::string_view text) {
  fs::create_directories(file.parent_path());
  fw::write_file_atomically(file, text, fw::Existing::replace);
}

struct ImportList {
  std::vector<fw::interchange::ImportRow> rows;
  std::vector<fw::interchange::RowFault> faults;
  std::vector<fw::interchange::RowFault> warnings;
};

inline ImportList read_one(const fs::path& path, const fw::interchange::ListOptions& options = {}) {
  ImportList list;
  visit_import_rows({&path, 1}, options,
                    {.on_row = [&](auto row) { list.rows.push_back(std::move(row)); },
                     .on_fault = [&](auto fault) { list.faults.push_back(std::move(fault)); },
                     .on_warning = [&](auto warning) { list.warnings.push_back(std::move(warning)); }});
  return list;
}

/// "code:line" of each fault.
inline QStringList summary(const std::vector<fw::interchange::RowFault>& faults) {
  QStringList list;
  for (const auto& fault : faults) list << QString("%1:%2").arg(fault.fault.code.c_str()).arg(fault.line);
  return list;
}

inline const std::vector<std::string> hard_captions{"a plain caption",
                                                    "commas, \"quotes\", 'more'; and\ttabs",
                                                    "漢字 ä 😀 \xe2\x80\xa8 separator",
                                                    "first line\n\nthird, \"line\"",
                                                    "{\"json\": [1]}, =formula",
                                                    "ends with backslash \\"};
