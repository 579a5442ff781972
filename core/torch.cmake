# SPDX-License-Identifier: Apache-2.0
#
# What modules with TORCH are compiled with: LibTorch as installers/run.sh unpacks it, and its precompiled headers. And CUDA, for
# libframewright-cuda alone (cuda/part.h).
set(flavour cpu)
if(FW_CUDA)
  set(flavour cuda)
endif()
set(cache_home $ENV{HOME}/.cache)
if(DEFINED ENV{XDG_CACHE_HOME})
  set(cache_home $ENV{XDG_CACHE_HOME})
endif()
set(FW_LIBTORCH ${cache_home}/framewright/libtorch-2.11.0-${flavour} CACHE PATH
    "Folder that holds torch/ and nvidia/ (site-packages of a torch 2.11.0 wheel does too)")

list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/cmake)
add_library(fw_torch INTERFACE)
if(FW_CUDA)
  find_package(LibTorch 2.11.0 EXACT REQUIRED COMPONENTS CUDA)
  # CMAKE_CUDA_ARCHITECTURES comes from the preset. The run-time library is LibTorch's, for host and device code alike.
  set(CMAKE_CUDA_RUNTIME_LIBRARY None)
  enable_language(CUDA)
  set(CMAKE_CUDA_STANDARD 17)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)
else()
  find_package(LibTorch 2.11.0 EXACT REQUIRED)
endif()
target_link_libraries(fw_torch INTERFACE fw_options LibTorch::LibTorch)
# at::parallel_for is a template that runs on one thread where it is compiled without OpenMP.
target_compile_options(fw_torch INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fopenmp>)
# LibTorch's headers cost 9 s a file; they are precompiled once.
file(WRITE ${CMAKE_BINARY_DIR}/torch_pch.cpp "// Holds the precompiled LibTorch headers.\n")
add_library(fw_torch_pch OBJECT ${CMAKE_BINARY_DIR}/torch_pch.cpp)
target_link_libraries(fw_torch_pch PUBLIC fw_torch)
target_precompile_headers(fw_torch_pch PRIVATE ${CMAKE_CURRENT_LIST_DIR}/tensor/libtorch.h)
