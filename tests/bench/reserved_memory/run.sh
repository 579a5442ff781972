#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD [NAME]: bench_reserved_memory over the simulated CUDA of a build with FW_CUDA.
build=$1 && shift
libraries=$build/made-up-cuda
LD_PRELOAD=$(echo "$libraries"/lib{cuda,nvidia-ml}.so.1 "$libraries"/lib{cudart,cublasLt,cublas}.so.13 "$libraries"/libcudnn.so.9 \
  "$libraries"/libnccl.so.2) LD_LIBRARY_PATH=$libraries MADE_UP_GIB=${MADE_UP_GIB:-80} exec "$build/bin/bench_reserved_memory" "$@"
