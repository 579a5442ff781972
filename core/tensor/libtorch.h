// SPDX-License-Identifier: Apache-2.0
#pragma once

// The tensor and autograd parts of <torch/torch.h>. The whole header also has modules, optimizers, data
// loaders and serialisation, which are unused here and cost a compiler 3 s and 0.4 GB more.
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/generated/variable_factories.h>
#include <torch/types.h>
#include <torch/utils.h>
