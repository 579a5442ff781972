// SPDX-License-Identifier: Apache-2.0
#include "support/pretend_gpu/launch.h"

#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <memory>
#include <optional>
#include <thread>

#include "support/pretend_gpu/backend.h"
#include "support/pretend_gpu/timeline.h"

namespace fw::pretend_gpu {

namespace {

using c10::IValue;
using torch::Tensor;
using torch::jit::Stack;

/// Replaces every tensor of the values.
template <typename F>
IValue map_tensors(const IValue& value, const F& f) {
  if (value.isTensor()) return f(value.toTensor());
  if (value.isTensorList()) {
    c10::List<Tensor> list;
    for (const Tensor& each : value.toTensorVector()) list.push_back(f(each));
    return list;
  }
  if (value.isList() && value.toListRef().size() > 0) {
    c10::List<std::optional<Tensor>> optional;
    for (const IValue& each : value.toListRef()) {
      if (!each.isTensor() && !each.isNone()) return value;
      optional.push_back(each.isNone() ? std::optional<Tensor>() : f(each.toTensor()));
    }
    return optional;
  }
  return value;
}

template <typename F>
void for_tensors(const IValue& value, const F& f) {
  map_tensors(value, [&](const Tensor& tensor) {
    f(tensor);
    return tensor;
  });
}

Tensor on_meta(const Tensor& tensor) {
  if (!tensor.defined()) return tensor;
  return torch::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(torch::kMeta));
}

/// The state of a new thread.
const at::ThreadLocalState& clean_state() {
  static const at::ThreadLocalState state = [] {
    at::ThreadLocalState found;
    std::thread([&] { found = at::ThreadLocalState(); }).join();
    return found;
  }();
  return state;
}

bool writes(const c10::Argument& argument) {
  return argument.alias_info() && argument.alias_info()->isWrite();
}

/// An operator with its arguments on the stack, being launched on the device.
class Launch {
 public:
  Launch(const c10::OperatorHandle& op, Stack& stack)
      : op_(op), stack_(stack), name_(op.operator_name().name), arguments_(op.schema().arguments()) {
    const size_t count = arguments_.size();
    inputs_.assign(std::make_move_iterator(stack.end() - static_cast<ptrdiff_t>(count)),
                   std::make_move_iterator(stack.end()));
    torch::jit::drop(stack, count);
    check_devices();
  }

  void run() {
    std::vector<IValue> outputs;
    const c10::Stream stream = stream_of(*device_);
    if (infer(outputs))
      Timeline::get().launch(stream, task());
    else
      outputs = run_at_once(stream);
    for (IValue& each : outputs) stack_.push_back(std::move(each));
  }

 private:
  void check_devices() {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      for_tensors(inputs_[i], [&](const Tensor& tensor) {
        if (!on_device(tensor)) return;
        if (!device_) device_ = tensor.device();
        TORCH_CHECK(tensor.device() == *device_, name_, ": operands on ", *device_, " and ", tensor.device());
      });
    }
    TORCH_CHECK(device_, name_, ": no operand is on a device");
    for (IValue& input : inputs_) {
      input = map_tensors(input, [&](const Tensor& tensor) {
        if (!tensor.defined() || on_device(tensor)) return tensor;
        // A number may be a tensor; it is read at launch.
        TORCH_CHECK(tensor.dim() == 0, name_, ": operands on ", *device_, " and ", tensor.device());
        return tensor.clone();
      });
    }
    if (op_.hasTag(at::Tag::nondeterministic_seeded)) {
      const at::Generator* generator = nullptr;
      for (IValue& input : inputs_) {
        if (!input.isGenerator()) continue;
        held_ = input.toGenerator();
        generator = &held_;
        input = IValue();
      }
      seed_ = draw_seed(generator ? *generator
                                  : at::detail::getPrivateUse1Hooks().getDefaultGenerator(device_->index()));
    }
  }

  /// Creates the outputs without values. @return false if their shapes depend on values
  bool infer(std::vector<IValue>& outputs) {
    for (const c10::Argument& each : op_.schema().returns()) {
      const auto kind = each.type()->kind();
      const bool list =
          kind == c10::TypeKind::ListType &&
          each.type()->castRaw<c10::ListType>()->getElementType()->kind() == c10::TypeKind::TensorType;
      if (kind != c10::TypeKind::TensorType && !list) return false;
    }
    Stack metas;
    for (const IValue& input : inputs_)
      metas.push_back(map_tensors(
          input, [](const Tensor& tensor) { return on_device(tensor) ? on_meta(tensor) : tensor; }));
    const Stack arguments = metas;
    try {
      const at::AutoDispatchBelowADInplaceOrView below;
      op_.callBoxed(&metas);
    } catch (const c10::NotImplementedError&) {
      return false;
    } catch (const c10::IndexError&) {
      return false;  // index_add's meta kernel reads the first row even if there are none; the CPU's reports
                     // errors
    }
    for (size_t i = 0; i < arguments_.size(); ++i)
      if (writes(arguments_[i])) adopt_size(inputs_[i], arguments[i]);
    for (size_t i = 0; i < metas.size(); ++i) outputs.push_back(output(i, metas[i]));
    return true;
  }

  /// An argument that the operator resizes.
  static void adopt_size(const IValue& argument, const IValue& meta) {
    if (!argument.isTensor() || !argument.toTensor().defined()) return;
    if (argument.toTensor().sizes() != meta.toTensor().sizes())
      argument.toTensor().resize_(meta.toTensor().sizes());
  }

  /// Arguments written in place are returned themselves; other outputs are new memory.
  IValue output(size_t index, const IValue& meta) {
    const c10::AliasInfo* const alias = op_.schema().returns()[index].alias_info();
    if (!alias) {
      return map_tensors(meta, [&](const Tensor& tensor) {
        if (!tensor.defined()) return tensor;
        const Tensor made =
            torch::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(*device_));
        new_.push_back(made);
        return made;
      });
    }
    TORCH_CHECK(alias->isWrite(), name_, ": views are made by kernels of their own");
    for (size_t i = 0; i < arguments_.size(); ++i)
      if (arguments_[i].alias_info() && *arguments_[i].alias_info() == *alias) return inputs_[i];
    TORCH_CHECK(false, name_, ": no argument is what it returns");
  }

  /// The arguments as seen by the CPU when the operator runs.
  struct Argument {
    IValue value;  // for arguments without tensors on the device
    std::vector<std::optional<View>> views;
  };

  using Arguments = std::shared_ptr<const std::vector<Argument>>;

  Arguments arguments() const {
    auto all = std::make_shared<std::vector<Argument>>();
    for (const IValue& input : inputs_) {
      Argument argument{
          map_tensors(input, [](const Tensor& tensor) { return on_device(tensor) ? Tensor() : tensor; }), {}};
      for_tensors(input, [&](const Tensor& tensor) {
        argument.views.push_back(on_device(tensor) ? std::optional<View>(tensor) : std::nullopt);
      });
      all->push_back(std::move(argument));
    }
    return all;
  }

  std::vector<Use> uses(const std::vector<Argument>& arguments) const {
    std::vector<Use> all;
    for (const Tensor& each : new_) all.push_back(View(each).use(true));
    for (size_t i = 0; i < arguments.size(); ++i)
      for (const std::optional<View>& view : arguments[i].views)
        if (view) all.push_back(view->use(writes(arguments_[i])));
    return all;
  }

  Task task() const {
    const Arguments given = arguments();
    const std::vector<View> made(new_.begin(), new_.end());
    return {name_, uses(*given), [op = op_, seed = seed_, given, made] {
              const OnTheDevice guard;
              Stack stack = on_cpu(*given);
              call(op, stack, seed);
              store(op, stack, made);
            }};
  }

  static Stack on_cpu(const std::vector<Argument>& arguments) {
    Stack stack;
    for (const Argument& each : arguments) {
      auto view = each.views.begin();
      stack.push_back(map_tensors(each.value, [&](const Tensor& tensor) {
        const std::optional<View>& here = *view++;
        return here ? here->on_cpu() : tensor;
      }));
    }
    return stack;
  }

  static void call(const c10::OperatorHandle& op, Stack& stack, std::optional<uint64_t> seed) {
    if (!seed) {
      op.callBoxed(&stack);
      return;
    }
    at::Generator cpu = at::detail::getDefaultCPUGenerator();
    const Tensor before = cpu.get_state();
    cpu.set_current_seed(*seed);
    op.callBoxed(&stack);
    cpu.set_state(before);
  }

  static void store(const c10::OperatorHandle& op, const Stack& results, const std::vector<View>& made) {
    auto to = made.begin();
    for (size_t i = 0; i < results.size(); ++i) {
      if (op.schema().returns()[i].alias_info()) continue;  // written in place
      for_tensors(results[i], [&](const Tensor& tensor) {
        if (tensor.defined()) (to++)->on_cpu().copy_(tensor);
      });
    }
  }

  /// For operators whose output shapes depend on values: the host waits.
  std::vector<IValue> run_at_once(const c10::Stream& stream) {
    const Arguments given = arguments();
    Stack results;
    std::exception_ptr failure;
    const auto run = [&] {
      const OnTheDevice guard;
      results = on_cpu(*given);
      try {
        call(op_, results, seed_);
        for (IValue& each : results)
          each = map_tensors(each,
                             [](const Tensor& tensor) { return tensor.defined() ? tensor.clone() : tensor; });
      } catch (...) {
        failure = std::current_exception();
      }
    };
    Timeline& timeline = Timeline::get();
    timeline.launch(stream, {name_, uses(*given), run});
    timeline.wait(timeline.point(stream));
    if (failure) std::rethrow_exception(failure);
    std::vector<IValue> outputs;
    for (size_t i = 0; i < results.size(); ++i) {
      const auto back = [&](const Tensor& tensor) { return tensor.defined() ? tensor.to(*device_) : tensor; };
      const bool in_place = op_.schema().returns()[i].alias_info();
      outputs.push_back(in_place ? output(i, results[i]) : map_tensors(results[i], back));
      if (in_place) adopt(outputs.back(), results[i]);
    }
    return outputs;
  }

  /// An argument that the operator has resized has its values elsewhere.
  static void adopt(const IValue& argument, const IValue& result) {
    if (!argument.isTensor() || argument.toTensor().sizes() == result.toTensor().sizes()) return;
    adopt_size(argument, result);
    argument.toTensor().copy_(result.toTensor());
  }

  c10::OperatorHandle op_;
  Stack& stack_;
  std::string name_;
  const std::vector<c10::Argument>& arguments_;
  std::vector<IValue> inputs_;
  std::vector<Tensor> new_;
  std::optional<c10::Device> device_;
  at::Generator held_;
  std::optional<uint64_t> seed_;
};

}  // namespace

bool on_device(const Tensor& tensor) {
  return tensor.defined() && tensor.device().type() == c10::DeviceType::PrivateUse1;
}

c10::Stream stream_of(c10::Device device) {
  return c10::impl::VirtualGuardImpl(c10::DeviceType::PrivateUse1).getStream(device);
}

View::View(const Tensor& tensor)
    : data(static_cast<std::byte*>(tensor.storage().mutable_data()) +
           tensor.storage_offset() * static_cast<int64_t>(tensor.element_size())),
      sizes(tensor.sizes().vec()),
      strides(tensor.strides().vec()),
      dtype(tensor.scalar_type()),
      conjugated(tensor.is_conj()),
      negated(tensor.is_neg()) {
  bytes = tensor.numel() == 0 ? 0 : at::detail::computeStorageNbytes(sizes, strides, tensor.element_size());
}

Tensor View::on_cpu() const {
  if (!data) return torch::empty_strided(sizes, strides, torch::TensorOptions(dtype));
  const Tensor tensor = torch::from_blob(data, sizes, strides, torch::TensorOptions(dtype));
  tensor._set_conj(conjugated);
  tensor._set_neg(negated);
  return tensor;
}

OnTheDevice::OnTheDevice() : state(clean_state()) {}

void launch(const c10::OperatorHandle& op, Stack& stack) {
  Launch(op, stack).run();
}

}  // namespace fw::pretend_gpu
