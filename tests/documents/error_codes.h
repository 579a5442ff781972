// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "architecture/source_tree.h"

/// The guide's page about errors, generated from the declarations in the sources.
namespace fw::documents {

struct DeclaredError {
  std::string text, hint;
};

/// Every ErrorCode of the programs, by code.
std::map<std::string, DeclaredError> declared_errors(const architecture::SourceTree& tree);

/// @param written  the current page, whose text added below an entry is kept
std::string errors_page(const std::map<std::string, DeclaredError>& errors, const std::string& written);

}  // namespace fw::documents
