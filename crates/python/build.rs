//! Symbols of Python are found when it loads the module: macOS must be told so, even where maturin does not build it.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
