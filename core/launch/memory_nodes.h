// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>

/// Machines with several sockets have a memory node each. Page-locked memory of the far one is copied to a
/// GPU a fifth to a third more slowly, and memory is taken from the node of the CPU that touches it first.
namespace fw::launch {

/// The CPUs on a PCI device's memory node; empty where the machine has one node, or does not say which.
/// @param bus_id  "0000:C1:00.0", as CUDA writes it
/// @param sysfs   where the kernel shows its devices
/// Source: Linux, Documentation/ABI/stable/sysfs-devices-node and testing/sysfs-bus-pci.
std::set<int> near_cpus(const std::string& bus_id, const std::filesystem::path& sysfs = "/sys");

/// Binds the calling thread, and those that it starts, to `cpus` as far as it may use them. Does nothing
/// where it may use none of them.
void stay_on(const std::set<int>& cpus);

}  // namespace fw::launch
