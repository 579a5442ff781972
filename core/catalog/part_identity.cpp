// SPDX-License-Identifier: Apache-2.0
#include "catalog/part_identity.h"

#include "safetensors/identity.h"

namespace fw::catalog {

std::string part_identity(const ModelSource& model, std::string_view name, const std::stop_token& stop) {
  return safetensors::component_identity(model.part(name), stop);
}

}  // namespace fw::catalog
