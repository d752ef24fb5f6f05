#!/bin/sh
# Compiles std_shuffle.cpp with the system's C++ compiler, then runs it.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
c++ -O2 -std=c++17 -o "$folder/std_shuffle" "$(dirname "$0")/std_shuffle.cpp"
"$folder/std_shuffle"
