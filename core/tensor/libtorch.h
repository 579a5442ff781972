// SPDX-License-Identifier: Apache-2.0
#pragma once

// What <torch/torch.h> has of tensors and autograd. The whole of it, with modules, optimizers, data loaders
// and serialisation that nothing here uses, costs a compiler 3 s and 0.4 GB more.
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/generated/variable_factories.h>
#include <torch/types.h>
#include <torch/utils.h>
