// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalog/key_names.h"

namespace fw::catalog {

/// ComfyUI's module names for Tencent's video models.
ComfyLoader tencent_names_in_comfyui();

}  // namespace fw::catalog
