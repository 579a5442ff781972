// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fw::nn {

/// A part of a network: a tree of named children and named tensor slots. The names, joined by dots, are the
/// keys of the published checkpoint. A slot is an ordinary torch::Tensor member that the module registers;
/// loading and block streaming assign it, and never copy into it. Modules are built with TensorOptions.
/// Building on the meta device costs no memory; such a module can compute once its slots are assigned. Unlike
/// torch::nn::Module it has no mode, clone() or to(): the code that assigns the weights decides where they
/// live. Thread: one at a time; forward() of an unchanging module may run on several.
class Module {
 public:
  /// Parameters are trained, buffers are not; a checkpoint holds both.
  enum class SlotKind { parameter, buffer };
  using SlotVisitor = std::function<void(const std::string& name, torch::Tensor& slot)>;
  using ModuleVisitor = std::function<void(const std::string& path, Module& module)>;

  Module() = default;
  Module(const Module&) = delete;  // children and slots are identified by their addresses
  Module& operator=(const Module&) = delete;
  virtual ~Module() = default;

  /// Depth first, in order of registration.
  void for_each_parameter(const SlotVisitor& visit);
  /// Parameters and buffers, as in a checkpoint.
  void for_each_slot(const SlotVisitor& visit);
  /// This module (path "") and all its descendants.
  void for_each_module(const ModuleVisitor& visit);
  /// The module at `path`, or nullptr if it does not exist or has another type.
  template <class M>
  M* find(std::string_view path) {
    return dynamic_cast<M*>(find_module(path));
  }
  Module* find_module(std::string_view path);
  /// Elements of all parameters.
  int64_t parameter_count();
  /// Other names that a checkpoint may use for a slot, in addition to or instead of its own: alias -> slot.
  const std::map<std::string, std::string>& aliases() const { return aliases_; }
  /// True for a checkpoint's tensor that belongs to a part which this model does without.
  bool skips(std::string_view name) const { return skipped_ && skipped_(name); }

 protected:
  /// Registers `slot` under `name` and gives it an uninitialised tensor of `shape`.
  void add_parameter(std::string name, torch::Tensor& slot, torch::IntArrayRef shape,
                     const torch::TensorOptions& options);
  void add_buffer(std::string name, torch::Tensor& slot, torch::IntArrayRef shape,
                  const torch::TensorOptions& options);
  /// Unregisters a slot; its tensor is unchanged. @pre there is a slot `name`
  void remove_slot(std::string_view name);
  /// `module` must live as long as this one: a member or an element of a ModuleList. A name may contain dots;
  /// with an empty name, the child's names become this module's own.
  void add_child(std::string name, Module& module);
  /// For a whole model: full names relative to this module.
  void add_alias(std::string alias, std::string name) { aliases_.emplace(std::move(alias), std::move(name)); }
  /// For a whole model. @param names  see skips()
  void skip(std::function<bool(std::string_view name)> names) { skipped_ = std::move(names); }

 private:
  struct Slot {
    std::string name;
    torch::Tensor* tensor;
    SlotKind kind;
  };
  struct Child {
    std::string name;
    Module* module;
  };
  void visit_slots(const std::string& prefix, bool buffers_too, const SlotVisitor& visit);
  void visit_modules(const std::string& path, const ModuleVisitor& visit);

  std::vector<Slot> slots_;
  std::vector<Child> children_;
  std::map<std::string, std::string> aliases_;
  std::function<bool(std::string_view)> skipped_;
};

/// Children named "0", "1", and so on.
template <class M>
class ModuleList : public Module {
 public:
  /// Appends M(arguments...).
  template <class... Arguments>
  M& emplace_back(Arguments&&... arguments) {
    items_.push_back(std::make_unique<M>(std::forward<Arguments>(arguments)...));
    add_child(std::to_string(items_.size() - 1), *items_.back());
    return *items_.back();
  }
  size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  M& operator[](size_t i) { return *items_[i]; }
  const M& operator[](size_t i) const { return *items_[i]; }

 private:
  std::vector<std::unique_ptr<M>> items_;
};

/// True while autograd does not record: modules may then overwrite tensors that they have created.
inline bool may_write_in_place() {
  return !torch::GradMode::is_enabled();
}

}  // namespace fw::nn
