// SPDX-License-Identifier: Apache-2.0
#include "nn/rotary.h"

#include <numeric>

#include "nn/module.h"

namespace fw::nn {

torch::Tensor RotaryTable::cos() const {
  return torch::real(rotation).repeat_interleave(2, -1);
}

torch::Tensor RotaryTable::sin() const {
  return torch::imag(rotation).repeat_interleave(2, -1);
}

torch::Tensor rotary_angles(const std::vector<double>& positions, int64_t dim, double theta) {
  const auto options = torch::TensorOptions(torch::kFloat64);
  const torch::Tensor exponent = torch::arange(0, dim, 2, options) / static_cast<double>(dim);
  return torch::outer(torch::tensor(positions, options), torch::pow(theta, -exponent));
}

std::vector<double> counted(int64_t count) {
  std::vector<double> numbers(static_cast<size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

torch::Tensor rotary_angles_3d(const std::array<std::vector<double>, 3>& positions,
                               const std::array<int64_t, 3>& dims, double theta) {
  std::vector<torch::Tensor> axes;
  for (size_t i = 0; i < 3; ++i) {
    const torch::Tensor angles = rotary_angles(positions[i], dims[i], theta);
    std::vector<int64_t> shape{1, 1, 1, angles.size(1)};
    shape[i] = std::ssize(positions[i]);
    axes.push_back(angles.view(shape).expand(
        {std::ssize(positions[0]), std::ssize(positions[1]), std::ssize(positions[2]), -1}));
  }
  return torch::cat(axes, -1);
}

RotaryTable rotary_from_angles(const torch::Tensor& angles, torch::Device device) {
  return {torch::complex(angles.cos().to(torch::kFloat32), angles.sin().to(torch::kFloat32)).to(device)};
}

torch::Tensor apply_rotary(const torch::Tensor& x, const RotaryTable& table) {
  const torch::Tensor wide = x.to(at::promote_types(x.scalar_type(), torch::kFloat32)).contiguous();
  const torch::Tensor pairs = torch::view_as_complex(wide.unflatten(-1, {-1, 2}));
  const torch::Tensor rotation = table.rotation.unsqueeze(-2);  // [tokens, 1, head_dim / 2]
  if (may_write_in_place()) {
    pairs.mul_(rotation);
    return wide.to(x.scalar_type());
  }
  return torch::view_as_real(pairs * rotation).flatten(-2).to(x.scalar_type());
}

}  // namespace fw::nn
