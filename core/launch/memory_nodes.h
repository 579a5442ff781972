// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>

/// Machines with several sockets have one memory node per socket. Copying page-locked memory from the far
/// node to a GPU is a fifth to a third slower, and memory is allocated on the node of the CPU that touches it
/// first.
namespace fw::launch {

/// The CPUs on a PCI device's memory node; empty if the machine has only one node, or the node is unknown.
/// @param bus_id  "0000:C1:00.0", in CUDA's notation
/// @param sysfs   where the kernel exposes its devices
/// Source: Linux, Documentation/ABI/stable/sysfs-devices-node and testing/sysfs-bus-pci.
std::set<int> near_cpus(const std::string& bus_id, const std::filesystem::path& sysfs = "/sys");

/// Binds the calling thread, and threads that it starts, to those of `cpus` that it may use. Does nothing if
/// it may use none of them.
void stay_on(const std::set<int>& cpus);

}  // namespace fw::launch
