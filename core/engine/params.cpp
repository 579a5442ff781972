// SPDX-License-Identifier: Apache-2.0
#include "engine/params.h"

#include "catalog/catalog.h"
#include "tensor/dtype.h"

namespace fw::engine {

torch::Dtype dtype_of(catalog::Dtype dtype, torch::Device device, const std::filesystem::path& model_folder) {
  if (dtype != catalog::Dtype::automatic) return tensor::parse_dtype(name_of(dtype));
  return device.is_cpu() ? torch::kFloat32
                         : tensor::parse_dtype(catalog::recognise_model({model_folder}).dtype);
}

catalog::VideoTask task_of(std::optional<catalog::VideoTask> task,
                           const std::filesystem::path& model_folder) {
  return task ? *task : catalog::recognise_model({model_folder}).tasks.front();
}

}  // namespace fw::engine
