// Writes a plan whose names, labels and last words hold whatever could hurt a page, with all that it needs, into a folder.
//
//     node hostile.mjs FOLDER

import { writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const hostile = `</script><img src=x onerror=alert(1)>"'\`\u202e${"x".repeat(10_000)}`;
const labels = [0, 1, 2, 3].map((card) => `${card}${hostile}`);
const row = labels.map((label) => `"${label.replaceAll('"', '""')}"`).join(",");
const write = (name, text) => writeFileSync(join(folder, name), text);
write("labels.txt", labels.map((label) => `${label}\n`).join(""));
write("decks.csv", `${row}\n`.repeat(200));
write("dies.sh", "printf '%s' '</script><script>alert(1)</script>' >&2\nexit 3\n");
write(
  "hostile.toml",
  `title = "</title><script>alert(3)</script>"

[[case]]
id = "file"
file = "decks.csv"
labels = "labels.txt"
cards = 4
format = "csv"

[[case]]
id = "program"
exec = ["sh", "dies.sh", "</title><script>alert(2)</script>"]
cards = 4
trials = 2_000
`,
);
