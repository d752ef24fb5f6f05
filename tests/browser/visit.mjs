// Visits HTML pages in a headless Chromium, at the width of a desk in light and of a phone in dark, and fails where one
// of them
//
// - writes an error to the console, or throws one;
// - asks any other host for anything, or its own for something that is not there;
// - scrolls sideways, as a page with a wide table in it would;
// - shows no picture where one should be, or is light where the reader asks for dark;
// - links to a page or a heading that is not there.
//
//     node visit.mjs [--shots FOLDER] [--share N] PATH...
//
// A PATH is a page, or a folder with all of its pages; what lies beside a page is served with it. `--shots` leaves
// pictures of the pages. `--share N` visits only every Nth of the generated pages of a book, since a few templates make
// all of them. CHROMIUM names the browser if it is not /usr/bin/chromium.

import { createServer } from "node:http";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { chromium } from "playwright-core";

/** What is wrong at a width is so in both schemes, and the other way round, so that two looks are enough. */
const LOOKS = [
  { width: 1280, scheme: "light" },
  { width: 390, scheme: "dark" },
];

/** Pages that are looked at side by side. */
const AT_ONCE = 3;

const TYPES = {
  ".css": "text/css",
  ".csv": "text/csv",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Folders of generated pages. */
const GENERATED = ["pictures/", "shuffles/", "tests/"];

/** Frames of mdBook, which are no pages: its list of chapters, and what a missing page shows. */
const NO_PAGES = ["toc.html", "404.html"];

function usage(message) {
  console.error(`visit: ${message}`);
  process.exit(2);
}

function parse(words) {
  const paths = [];
  let shots = null;
  let share = 1;
  while (words.length > 0) {
    const word = words.shift();
    if (word === "--shots") shots = words.shift() ?? usage("--shots needs a folder");
    else if (word === "--share") share = Number(words.shift());
    else if (word.startsWith("-")) usage(`there is no flag ${word}`);
    else paths.push(resolve(word));
  }
  if (paths.length === 0) usage("name a page or a folder");
  if (!(Number.isInteger(share) && share > 0)) usage("--share needs a whole number from 1 on");
  return { paths, shots, share };
}

/** The folder that is served, and its pages, relative to it. */
function site(path) {
  const stat = statSync(path, { throwIfNoEntry: false }) ?? usage(`there is no ${path}`);
  if (!stat.isDirectory()) return { root: dirname(path), pages: [basename(path)] };
  const pages = readdirSync(path, { recursive: true })
    .filter((file) => file.endsWith(".html") && !NO_PAGES.includes(basename(file)))
    .map((file) => file.split(sep).join("/"))
    .sort();
  if (pages.length === 0) usage(`there is no page in ${path}`);
  return { root: path, pages };
}

/** A server of a folder, on a port that is free. */
async function serve(root) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = resolve(root, `.${path}`);
    const isInside = !relative(root, file).startsWith("..");
    if (!isInside || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain", "cache-control": "max-age=3600" });
    response.end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** What is wrong with a page as it is seen now; runs in the browser. */
function look() {
  const root = document.documentElement;
  const sideways = root.scrollWidth > root.clientWidth + 1;
  const wide = [...(sideways ? document.body.querySelectorAll("*") : [])].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.right > root.clientWidth + 1;
  });
  return {
    sideways,
    widest: wide.slice(0, 3).map((element) => `${element.tagName.toLowerCase()}.${element.className}`),
    missing: [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src),
  };
}

/** The anchors and links of a page; runs in the browser. */
function named() {
  return {
    ids: [...document.querySelectorAll("[id]")].map((element) => element.id),
    links: [...document.querySelectorAll("a[href]")].map((link) => link.href),
  };
}

/** Whether a page is light or dark, as the reader asks; runs in the browser. */
function follows(scheme) {
  const colors = [document.body, document.documentElement].map((element) => getComputedStyle(element).backgroundColor);
  const opaque = colors.map((color) => color.match(/[\d.]+/g).map(Number)).find(([, , , alpha = 1]) => alpha > 0);
  const [red, green, blue] = opaque ?? [255, 255, 255];
  const isLight = 0.299 * red + 0.587 * green + 0.114 * blue > 127;
  return isLight === (scheme === "light");
}

/** Opens one page, and looks at it in each way; gives its faults, anchors and links. */
async function visit(context, { origin, path, shots }) {
  const faults = [];
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    const isOurs = [`${origin}/`, "data:", "blob:"].some((start) => request.url().startsWith(start));
    if (!isOurs) faults.push(`asks another host: ${request.url()}`);
  });
  // Loading takes longest, so the window is resized instead.
  await page.setViewportSize({ width: LOOKS[0].width, height: 900 });
  await page.goto(`${origin}/${path}`, { waitUntil: "load" });
  for (const { width, scheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    // A page that follows the reader's scheme may take a moment to.
    await page.waitForFunction(follows, scheme, { timeout: 2_000 }).catch(() => faults.push(`is not ${scheme}`));
    const seen = await page.evaluate(look);
    if (seen.sideways) faults.push(`scrolls sideways at ${width} px, as far as ${seen.widest.join(", ")}`);
    for (const image of seen.missing) faults.push(`shows no picture: ${image}`);
    if (shots) {
      const name = `${path.replaceAll("/", "-").replace(/\.html$/, "")}-${width}-${scheme}.png`;
      await page.screenshot({ path: join(shots, name), fullPage: true });
    }
  }
  const { ids, links } = await page.evaluate(named);
  await page.close();
  return { faults: [...new Set(faults)].map((fault) => `${path}: ${fault}`), ids, links };
}

/** The links of a site that lead nowhere. */
function broken(root, origin, seen) {
  const faults = [];
  for (const [path, { links }] of seen) {
    for (const link of links.filter((link) => link.startsWith(`${origin}/`))) {
      const url = new URL(link);
      const target = decodeURIComponent(url.pathname.slice(1)) || "index.html";
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (!statSync(join(root, target), { throwIfNoEntry: false })?.isFile()) {
        faults.push(`${path}: links to ${target}, which is not there`);
      } else if (anchor && seen.has(target) && !seen.get(target).ids.includes(anchor)) {
        faults.push(`${path}: links to ${target}#${anchor}, which is not there`);
      }
    }
  }
  return [...new Set(faults)];
}

/** Visits a page, or all of a folder. */
async function visitSite(browser, path, { shots, share }) {
  const { root, pages: all } = site(path);
  const isGenerated = (page) => GENERATED.some((folder) => page.startsWith(folder));
  const pages = all.filter((page, index) => index % share === 0 || !isGenerated(page));
  const { origin, close } = await serve(root);
  const context = await browser.newContext();
  const visits = pages.map((path) => ({ origin, path, shots }));
  const faults = [];
  const seen = new Map();
  const work = async () => {
    for (let next = visits.shift(); next; next = visits.shift()) {
      const found = await visit(context, next);
      faults.push(...found.faults);
      seen.set(next.path, found);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await context.close();
  close();
  return { faults: [...faults.sort(), ...broken(root, origin, seen)], pages: pages.length };
}

const { paths, ...how } = parse(process.argv.slice(2));
if (how.shots) mkdirSync(how.shots, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    // A request to another host is a fault, and goes nowhere.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
let pages = 0;
const faults = [];
for (const path of paths) {
  const found = await visitSite(browser, path, how);
  pages += found.pages;
  faults.push(...found.faults);
}
await browser.close();
faults.forEach((fault) => console.error(fault));
console.log(`${pages} pages, each looked at ${LOOKS.length} times: ${faults.length === 0 ? "no fault" : `${faults.length} faults`}`);
process.exit(faults.length === 0 ? 0 : 1);
