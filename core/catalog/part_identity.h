// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "catalog/catalog.h"

namespace fw::catalog {

/// Identifies a component of a model by its content, regardless of its location. Cost: reads its weights
/// once, see safetensors::component_identity. @throws as that, and as ModelSource::part()
std::string part_identity(const ModelSource& model, std::string_view name, const std::stop_token& stop);

}  // namespace fw::catalog
