// Bundles the package for Node (both kinds of modules) and for browsers, into dist/.

import { copyFile } from "node:fs/promises";
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
