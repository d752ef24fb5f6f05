// Bundles the package for Node (both kinds of modules) and for browsers, into dist/.

import { copyFile, readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const common = { bundle: true, outdir: "dist", target: "es2022", legalComments: "none", logLevel: "warning" };
const node = { ...common, platform: "node", target: "node18" };
const browser = { ...common, platform: "browser", format: "esm", conditions: ["browser"], outExtension: { ".js": ".mjs" } };

await build({ ...node, entryPoints: ["src/index.mjs", "src/worker-node.mjs"], format: "esm", outExtension: { ".js": ".mjs" } });
await build({
  ...node,
  entryPoints: ["src/index.mjs"],
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  define: { "import.meta.url": "thisFile" },
  banner: { js: 'const thisFile = require("node:url").pathToFileURL(__filename).href;' },
});
await build({ ...browser, entryPoints: { browser: "src/index.mjs", "worker-browser": "src/worker-browser.mjs" } });
for (const kind of ["ts", "cts"]) await copyFile("index.d.ts", `dist/index.d.${kind}`);
// The charts' font measures the texts of the pictures.
for (const license of ["LICENSE-MIT", "LICENSE-APACHE", "crates/charts/fonts/OpenSans-LICENSE.txt"]) {
  await copyFile(`../${license}`, `dist/${license.split("/").at(-1)}`);
}

/** The module without its custom sections: a drawing library leaves 370 kB there for a tool that is not used here. */
function withoutCustomSections(module) {
  const kept = [module.subarray(0, 8)];
  for (let at = 8, end; at < module.length; at = end) {
    let [size, body, shift] = [0, at + 1, 0];
    do {
      size |= (module[body] & 127) << shift;
      shift += 7;
    } while (module[body++] & 128);
    end = body + size;
    if (module[at] !== 0) kept.push(module.subarray(at, end));
  }
  return Buffer.concat(kept);
}

await writeFile("dist/shuffle_audit.wasm", withoutCustomSections(await readFile("../target/web/small.wasm")));
