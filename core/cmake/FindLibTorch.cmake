# SPDX-License-Identifier: Apache-2.0
#
# find_package(LibTorch <version> [COMPONENTS CUDA]): LibTorch out of PyPI wheels. FW_LIBTORCH is the folder that holds torch/ and
# nvidia/ side by side. Makes LibTorch::LibTorch, which knows no CUDA, and LibTorch::Cuda, which has its run-time library and headers
# besides, if that component is asked for, of one imported target for each library.
#
# The package that comes with torch is not used: it insists on a CUDA toolkit even for the CPU part of the wheel.
set(LibTorch_INCLUDE_DIR ${FW_LIBTORCH}/torch/include)
set(cuda_runtime ${FW_LIBTORCH}/nvidia/cu13/lib/libcudart.so.13)
set(LibTorch_CUDA_FOUND FALSE)
if(EXISTS ${FW_LIBTORCH}/torch/lib/libtorch_cpu.so)
  set(LibTorch_LIBRARY ${FW_LIBTORCH}/torch/lib/libtorch_cpu.so)
  file(STRINGS ${LibTorch_INCLUDE_DIR}/torch/headeronly/version.h version REGEX "^ *\"[0-9.]+")
  string(REGEX MATCH "[0-9.]+" LibTorch_VERSION "${version}")
endif()
if(EXISTS ${FW_LIBTORCH}/torch/lib/libtorch_cuda.so AND EXISTS ${cuda_runtime})
  set(LibTorch_CUDA_FOUND TRUE)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch REQUIRED_VARS LibTorch_LIBRARY VERSION_VAR LibTorch_VERSION HANDLE_COMPONENTS
  REASON_FAILURE_MESSAGE "It was looked for in ${FW_LIBTORCH}. Run installers/run.sh, which fetches it, or pass \
-DFW_LIBTORCH=<site-packages with that torch>, or -DFW_ENGINE=OFF.")
if(NOT LibTorch_FOUND OR TARGET LibTorch::LibTorch)
  return()
endif()

function(add_libtorch_library name file)
  add_library(LibTorch::${name} SHARED IMPORTED GLOBAL)
  set_target_properties(LibTorch::${name} PROPERTIES IMPORTED_LOCATION ${file})
endfunction()

foreach(name torch_cpu c10)
  add_libtorch_library(${name} ${FW_LIBTORCH}/torch/lib/lib${name}.so)
endforeach()
# Only what is compiled with -fopenmp asks for it; by its path, so that there is one pool of threads in the process.
file(GLOB openmp ${FW_LIBTORCH}/torch/lib/libgomp*.so*)
add_libtorch_library(openmp ${openmp})

add_library(LibTorch::LibTorch INTERFACE IMPORTED GLOBAL)
target_include_directories(LibTorch::LibTorch INTERFACE ${LibTorch_INCLUDE_DIR} ${LibTorch_INCLUDE_DIR}/torch/csrc/api/include)
target_link_libraries(LibTorch::LibTorch INTERFACE LibTorch::torch_cpu LibTorch::c10 LibTorch::openmp)
# The CPU part needs CUDA's libraries too where the wheel is one for CUDA.
target_link_options(LibTorch::LibTorch INTERFACE -Wl,-rpath-link,${FW_LIBTORCH}/nvidia/cu13/lib)
if("CUDA" IN_LIST LibTorch_FIND_COMPONENTS)
  foreach(name torch_cuda c10_cuda)
    add_libtorch_library(${name} ${FW_LIBTORCH}/torch/lib/lib${name}.so)
  endforeach()
  add_libtorch_library(cudart ${cuda_runtime})
  set(cuda_folder ${FW_LIBTORCH}/nvidia/cu13)
  if(NOT EXISTS ${cuda_folder}/include/cuda_runtime_api.h)
    set(cuda_folder /usr/local/cuda)
  endif()
  add_library(LibTorch::Cuda INTERFACE IMPORTED GLOBAL)
  target_include_directories(LibTorch::Cuda INTERFACE ${cuda_folder}/include ${cuda_folder}/include/cccl)
  target_link_libraries(LibTorch::Cuda INTERFACE LibTorch::LibTorch LibTorch::torch_cuda LibTorch::c10_cuda LibTorch::cudart)
endif()
