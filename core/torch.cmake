# SPDX-License-Identifier: Apache-2.0
#
# LibTorch out of the PyPI wheels that installers/run.sh unpacks: a folder with torch/ and nvidia/ side by side.
# find_package(Torch) is not used: it insists on a CUDA toolkit even for the CPU part of this wheel.
if(FW_CUDA)
  set(fw_torch_flavour cuda)
else()
  set(fw_torch_flavour cpu)
endif()
if(DEFINED ENV{XDG_CACHE_HOME})
  set(fw_cache_home $ENV{XDG_CACHE_HOME})
else()
  set(fw_cache_home $ENV{HOME}/.cache)
endif()
set(FW_LIBTORCH ${fw_cache_home}/framewright/libtorch-2.11.0-${fw_torch_flavour} CACHE PATH
    "Folder that holds torch/ and nvidia/ (site-packages of a torch 2.11.0 wheel does too)")
set(torch_dir ${FW_LIBTORCH}/torch)
if(NOT EXISTS ${torch_dir}/lib/libtorch_cpu.so)
  message(FATAL_ERROR "No LibTorch in ${FW_LIBTORCH}. Run installers/run.sh, which fetches it, "
                      "or pass -DFW_LIBTORCH=<site-packages with torch 2.11.0>, or -DFW_ENGINE=OFF.")
endif()

add_library(fw_torch INTERFACE)
target_include_directories(fw_torch SYSTEM INTERFACE ${torch_dir}/include ${torch_dir}/include/torch/csrc/api/include)
target_link_libraries(fw_torch INTERFACE ${torch_dir}/lib/libtorch_cpu.so ${torch_dir}/lib/libc10.so)
# Only what is compiled with -fopenmp asks for it; by its path, so that there is one pool of threads in the process.
file(GLOB openmp ${torch_dir}/lib/libgomp*.so*)
target_link_libraries(fw_torch INTERFACE ${openmp})
set(fw_torch_rpath ${torch_dir}/lib)
if(FW_CUDA)
  target_compile_definitions(fw_torch INTERFACE FW_CUDA=1)
  set(cuda_dir ${FW_LIBTORCH}/nvidia/cu13)
  if(NOT EXISTS ${cuda_dir}/include/cuda_runtime_api.h)
    set(cuda_dir /usr/local/cuda)
  endif()
  target_include_directories(fw_torch SYSTEM INTERFACE ${cuda_dir}/include ${cuda_dir}/include/cccl)
  # libtorch_cuda registers its kernels in static initialisers: nothing refers to it, so the linker must be told to keep it.
  target_link_libraries(fw_torch INTERFACE
    -Wl,--no-as-needed ${torch_dir}/lib/libtorch_cuda.so -Wl,--as-needed
    ${torch_dir}/lib/libc10_cuda.so ${FW_LIBTORCH}/nvidia/cu13/lib/libcudart.so.13)
  list(APPEND fw_torch_rpath ${FW_LIBTORCH}/nvidia/cu13/lib)
endif()
target_link_options(fw_torch INTERFACE -Wl,-rpath-link,${FW_LIBTORCH}/nvidia/cu13/lib)

if(FW_CUDA)
  # CMAKE_CUDA_ARCHITECTURES comes from the preset. The run-time library is LibTorch's, for host and device code alike.
  set(CMAKE_CUDA_RUNTIME_LIBRARY None)
  enable_language(CUDA)
  set(CMAKE_CUDA_STANDARD 17)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)
endif()

# LibTorch's headers cost 12 s a file; precompiled once they cost 7 s less.
file(WRITE ${CMAKE_BINARY_DIR}/torch_pch.cpp "// Holds the precompiled LibTorch headers.\n")
add_library(fw_torch_pch OBJECT ${CMAKE_BINARY_DIR}/torch_pch.cpp)
target_link_libraries(fw_torch_pch PUBLIC fw_torch)
target_precompile_headers(fw_torch_pch PRIVATE <torch/torch.h>)
