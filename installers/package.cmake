# SPDX-License-Identifier: Apache-2.0
# Packages a prepared tree with CPack; called by steps/package.sh.
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
# LibTorch's libraries are in no Debian package: shlibdeps finds them here and adds no dependency.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS
    $ENV{FW_TREE}/usr/lib/framewright/lib $ENV{FW_LIBTORCH}/torch/lib $ENV{FW_LIBTORCH}/nvidia/cu13/lib)
# Depends: certificates for HTTPS. Recommends: Wayland, pip (names the package index), fonts.
set(CPACK_DEBIAN_PACKAGE_DEPENDS ca-certificates)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, python3-pip, fonts-noto-core | fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS nvidia-driver)
set(CPACK_STRIP_FILES OFF)
