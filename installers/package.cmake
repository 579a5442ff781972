# SPDX-License-Identifier: Apache-2.0
# What CPack makes of a tree that is laid out already; steps/package.sh calls it.
set(CPACK_PACKAGE_NAME framewright)
set(CPACK_PACKAGE_VERSION $ENV{FW_VERSION})
set(CPACK_PACKAGE_VENDOR "The Framewright authors")
set(CPACK_PACKAGE_CONTACT "The Framewright authors <framewright@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "train video diffusion models on your own graphics card")
set(CPACK_PACKAGE_DESCRIPTION "Framewright turns a folder of videos into a captioned dataset, trains a LoRA or a full
fine-tune of a video diffusion model on it, and previews the generated clips, all
in one window. It fetches LibTorch, which trains and generates, when it is asked to.")
set(CPACK_PACKAGE_DIRECTORY $ENV{FW_FOLDER})
set(CPACK_INSTALLED_DIRECTORIES "$ENV{FW_TREE};/")
set(CPACK_PACKAGE_FILE_NAME framewright-${CPACK_PACKAGE_VERSION}-linux-x86_64)
set(CPACK_INCLUDE_TOPLEVEL_DIRECTORY OFF)
set(CPACK_PACKAGING_INSTALL_PREFIX /)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION video)
# LibTorch's libraries belong to no package: they are found, and left out.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS
    $ENV{FW_TREE}/usr/lib/framewright/lib $ENV{FW_LIBTORCH}/torch/lib $ENV{FW_LIBTORCH}/nvidia/cu13/lib)
# Authorities for encrypted addresses; the plug-in that draws SVG icons; whom to ask for the package index.
set(CPACK_DEBIAN_PACKAGE_DEPENDS ca-certificates)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, python3-pip, fonts-noto-core | fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS nvidia-driver)
set(CPACK_STRIP_FILES OFF)
