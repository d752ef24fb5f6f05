//! The script of a page: modules that are put together, and the policy that allows nothing else to run.

use data_encoding::BASE64;
use sha2::{Digest as _, Sha256};

/// Puts modules into one: without the lines that import, and without the word that exports. The modules hold no name
/// twice, and each import is a line, so that nothing else has to be read.
pub(crate) fn together(modules: &[&str]) -> String {
    let kept = |line: &&str| !line.starts_with("import ");
    let lines = modules.iter().flat_map(|module| module.lines().filter(kept));
    let mut script = String::new();
    for line in lines {
        script.push_str(line.strip_prefix("export ").unwrap_or(line));
        script.push('\n');
    }
    script
}

/// A content security policy that allows these styles and this script, and no request at all.
pub(super) fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| format!("'sha256-{}'", BASE64.encode(&Sha256::digest(text)));
    format!(
        "default-src 'none'; img-src data:; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        hash(style),
        hash(script)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_one_without_imports_and_exports() {
        let modules =
            ["export function one() {}\n", "import { one } from \"./one.js\";\n\none();\n"];
        assert_eq!(together(&modules), "function one() {}\n\none();\n");
    }

    #[test]
    fn the_policy_has_the_hash_of_each() {
        // printf '' | openssl dgst -sha256 -binary | base64
        let policy = policy("", "");
        let empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        assert_eq!(policy.matches(empty).count(), 2, "{policy}");
    }
}
