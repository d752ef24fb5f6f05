// A static server of the playground under a subfolder, as on GitHub Pages, and a browser with a page on it.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { chromium } from "playwright-core";

const TYPES = { ".html": "text/html", ".css": "text/css", ".json": "application/json", ".mjs": "text/javascript", ".js": "text/javascript" };
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** The playground as `web/build-playground` leaves it. */
export const BUILT = new URL("../../target/book/playground/", import.meta.url);

/** Serves the playground; `base` is its address. */
export async function serve() {
  const server = createServer(async ({ url }, response) => {
    const path = new URL(url, "http://localhost").pathname.replace(/^\/book\/playground\//, "").replace(/^$/, "index.html");
    try {
      const body = await readFile(new URL(path, BUILT));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { base: `http://127.0.0.1:${server.address().port}/book/playground/`, close: () => server.close() };
}

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGS });
