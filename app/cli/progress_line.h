// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/progress.h"

namespace fw::cli {

/// "denoising [####....] 12/50 3/s 0:12 left loss 0.1"
std::string progress_line(const Progress& progress);

}  // namespace fw::cli
