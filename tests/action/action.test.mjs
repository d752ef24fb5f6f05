// Tests of the scripts of action.yml: SHUFFLE_AUDIT=/path/to/shuffle-audit node --test action.test.mjs
// `cargo test` runs them with the binary that it has built. They need bash, curl, git and jq.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const scripts = join(root, ".github/action");
const binary = process.env.SHUFFLE_AUDIT ?? join(root, "target/release/shuffle-audit");

const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A repository and a runner, as the scripts find them; `program` is a shell script in the place of the binary. */
function runner(files, program) {
  const home = mkdtempSync(join(tmpdir(), "shuffle-action-"));
  folders.push(home);
  const [workspace, temp, bin] = ["workspace", "temp", "bin"].map((name) => join(home, name));
  [workspace, temp, bin].forEach((folder) => mkdirSync(folder));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), text);
  }
  writeFileSync(join(bin, "shuffle-audit"), program ?? `#!/bin/sh\nexec '${binary}' "$@"\n`, { mode: 0o755 });
  const env = {
    ...process.env,
    PATH: bin + delimiter + process.env.PATH,
    GITHUB_ACTION_PATH: root,
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: temp,
    GITHUB_STEP_SUMMARY: join(home, "summary"),
    GITHUB_PATH: join(home, "path"),
    SHUFFLE_AUDIT_RELEASES: pathToFileURL(join(home, "releases")).href,
    VERSION: "",
    REF: "",
    REPOSITORY: "",
  };
  let outputs = 0;
  /** Runs a script with these variables; it must end with this code. */
  const run = (script, variables, code = 0) => {
    const file = join(home, `output-${(outputs += 1)}`);
    const options = { cwd: workspace, encoding: "utf8", env: { ...env, GITHUB_OUTPUT: file, ...variables } };
    const { status, stdout, stderr } = spawnSync(join(scripts, script), options);
    assert.equal(status, code, `${script}: ${stdout}${stderr}`);
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
    return { stdout, stderr, outputs: Object.fromEntries(lines.map((line) => line.match(/^([a-z]+)=(.*)$/).slice(1))) };
  };
  /** Runs the steps that follow the installation, as action.yml does. */
  const act = (inputs) => {
    const said = run("audit", { PLAN: "", SEED: "", BASELINE: "", OUT: "reports", ...inputs });
    const { work, code, verdict, report } = said.outputs;
    assert.deepEqual(Object.keys(said.outputs).sort(), ["code", "report", "verdict", "work"]);
    run("summary", { WORK: work });
    const annotations = run("annotate", { WORK: work }).stdout.split("\n").filter(Boolean);
    const summary = existsSync(env.GITHUB_STEP_SUMMARY) ? readFileSync(env.GITHUB_STEP_SUMMARY, "utf8") : "";
    return { said: said.stdout, work, code, verdict, report, annotations, summary, upload: readdirSync(join(work, "upload")).sort() };
  };
  return { home, workspace, run, act };
}

/** What a runner makes of a line: its command, properties and message. */
function command(line) {
  const [, name, properties, message] = line.match(/^::([a-z-]+)(?: ([^:]*))?::(.*)$/);
  const read = (text) => text.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%25", "%");
  const pairs = properties.split(",").map((pair) => pair.split("="));
  return { name, message: read(message), ...Object.fromEntries(pairs.map(([key, ...value]) => [key, read(value.join("="))])) };
}

/** The commands that a runner would obey in a log: none between `stop-commands` and its token. */
function obeyed(log) {
  const commands = [];
  let token = null;
  for (const line of log.split("\n").map((line) => line.trimStart())) {
    if (token === null && line.startsWith("::stop-commands::")) token = line.slice("::stop-commands::".length);
    else if (token !== null && line === `::${token}::`) token = null;
    else if (token === null && (line.startsWith("::") || line.includes("##["))) commands.push(line);
  }
  assert.equal(token, null, "commands are obeyed again at the end");
  return commands;
}

const CASE = (id, algorithm, more = "") => `
[[case]]
id = "${id}"
algorithm = "${algorithm}"
cards = 5
trials = 20_000
metrics = ["position"]
${more}`;
const SOUND = CASE("sound", "fisher-yates");

/** The line, from 1, on which a text stands first. */
const lineOf = (plan, text) => String(plan.split("\n").findIndex((line) => line.includes(text)) + 1);

test("all as expected: a summary, a page and test results, and nothing to annotate", () => {
  const { act, workspace } = runner({ "ours.toml": SOUND });
  const { code, verdict, report, annotations, summary, upload, work, said } = act({ PLAN: "ours.toml\n" });
  assert.deepEqual([code, verdict, report, annotations], ["0", "as-expected", "reports/ours", []]);
  assert.match(summary, /^## As expected/i);
  assert.deepEqual(upload, ["ours", "ours.xml"]);
  assert.equal(
    readFileSync(join(work, "upload/ours/index.html"), "utf8"),
    readFileSync(join(workspace, report, "index.html"), "utf8"),
  );
  assert.match(said, /1 of 1 cases as expected/);
});

test("cases that are not as expected are annotated where their ids stand in the plan", () => {
  const sweep = `
[[sweep]]
id = "swept"
algorithm = "gsr-riffle"
vary = "passes"
values = [1, 2]
cards = 5
trials = 20_000
show = ["log10-p"]
metrics = ["position"]
`;
  const missed = 'expect = "fail"\ncaught_by = ["degree", "position"]\n';
  const odd = '[[case]]\ncards = 5\n"id" = \'odd\' # quoted\nalgorithm = "naive"\ntrials = 20_000\nmetrics = ["position"]\n';
  const plan = [
    '# id = "wrong" stands below',
    SOUND,
    CASE("wrong", "naive"),
    CASE("swept", "naive"),
    CASE("unseen", "fisher-yates", 'expect = "fail"'),
    CASE("half", "sattolo", missed).replace('["position"]', '["degree", "position"]'),
    CASE("open", "fisher-yates").replace("20_000", "99"),
    odd,
    sweep,
  ].join("\n");
  const lines = plan.split("\n");
  const { code, verdict, annotations, summary } = runner({ "audits/ours.toml": plan }).act({ PLAN: "./audits/ours.toml" });
  assert.deepEqual([code, verdict], ["1", "not-as-expected"]);
  const told = annotations.map(command);
  assert.deepEqual(
    told.map(({ line, title }) => [title, lines[line - 1], Number(line)]),
    [
      ["wrong: fail", 'id = "wrong"'],
      ["swept: fail", 'id = "swept"'],
      ["unseen: pass", 'id = "unseen"'],
      ["half: fail", 'id = "half"'],
      ["open: inconclusive", 'id = "open"'],
      ["odd: fail", "\"id\" = 'odd' # quoted"],
      ["swept-1: fail", 'id = "swept"'],
      ["swept-2: fail", 'id = "swept"'],
    ].map(([title, line]) => [title, line, 1 + (/-[12]:/.test(title) ? lines.lastIndexOf(line) : lines.indexOf(line))]),
  );
  assert.ok(told.every(({ name, file }) => name === "error" && file === "audits/ours.toml"));
  assert.match(told[0].message, /^expected to pass\. FAIL: naive on 5 cards: .* too often/s);
  assert.match(told[2].message, /^a planted defect, expected to fail, but no test caught it/);
  assert.match(told[3].message, /^a planted defect, which the tests of caught_by did not all catch/);
  assert.match(summary, /^## NOT as expected/);
});

test("ten annotations are all that a step shows: the last says how many more there are", () => {
  const plan = Array.from({ length: 12 }, (_, index) => CASE(`wrong-${index}`, "naive")).join("");
  const { annotations } = runner({ "ours.toml": plan }).act({ PLAN: "ours.toml" });
  assert.equal(annotations.length, 10);
  assert.equal(command(annotations[9]).message, "3 more cases are not as expected: see the summary");
  const all = runner({ "ours.toml": plan.split("\n[[case]]").slice(0, 11).join("\n[[case]]") }).act({ PLAN: "ours.toml" });
  assert.equal(all.annotations.map(command)[9].title, "wrong-9: fail");
});

test("nothing that a program says is obeyed by the runner or can leave its annotation", () => {
  const hostile = "::error::boo\\n%0A::set-output name=verdict::x\\n##[add-mask]a\\n\\rverdict=as-expected,line=7::100%";
  const plan = `${SOUND}
[[case]]
id = "dies"
exec = ["sh", "-c", "printf '%b' \\"$0\\" >&2; exit 3", "${hostile.replaceAll("\\", "\\\\")}"]
cards = 5
trials = 2_000

[[case]]
id = "absent"
exec = ["::warning file=x::no\\nsuch"]
cards = 5
trials = 2_000
`;
  const { code, verdict, report, annotations, said, summary } = runner({ "ours.toml": plan }).act({ PLAN: "ours.toml" });
  assert.deepEqual([code, verdict, report], ["4", "subject-at-fault", "reports/ours"]);
  assert.match(said, /::error::boo/);
  assert.deepEqual(obeyed(said), []);
  const told = annotations.map(command);
  assert.deepEqual(
    told.map(({ name, file, line, title }) => [name, file, line, title]),
    [
      ["error", "ours.toml", lineOf(plan, '"dies"'), "dies: at fault"],
      ["error", "ours.toml", lineOf(plan, '"absent"'), "absent: absent"],
    ],
  );
  assert.match(told[0].message, /not judged: .*exit status: 3/s);
  assert.match(told[0].message, /\n\s*::error::boo\n\s*%0A::set-output/);
  assert.match(summary, /NOT as expected/);
});

test("a mistake in a plan is one annotation of its line, and hides no other plan", () => {
  const plan = SOUND.replace("fisher-yates", "fisher-yate");
  const { act } = runner({ "wrong.toml": plan, "a,b:c%0A d.toml": SOUND });
  const { code, verdict, report, annotations, summary, upload } = act({ PLAN: "wrong.toml\r\n\na,b:c%0A d.toml" });
  assert.deepEqual([code, verdict, report], ["2", "error", "reports"]);
  assert.deepEqual(annotations.map(command), [
    {
      name: "error",
      file: "wrong.toml",
      line: lineOf(plan, "fisher-yate"),
      title: "shuffle-audit",
      message: "unknown algorithm `fisher-yate`; did you mean `fisher-yates`?",
    },
  ]);
  assert.match(summary, /## Not run\n\n {4}shuffle-audit: wrong\.toml:4: unknown/);
  assert.match(summary, /## As expected/i);
  assert.deepEqual(upload, ["a_b_c_0A_d", "a_b_c_0A_d.xml"], "an artifact takes these names");
});

test("hostile plan names, ids and words of a plan stay in their annotation", () => {
  const files = {
    "a,line=9:%0A::error::.toml": SOUND.replace('"sound"', '"::error::\\n%0A"'),
    "naive.toml": CASE("x,y::z\\n::error::boo", "naive"),
    "words.toml": CASE("words", "naive\\n::error::boo").replace('id = "words"\nalgorithm', "algorithm").concat('id = "words"\n'),
    "absolute.toml": CASE("wrong", "naive"),
  };
  for (const [name, text] of Object.entries(files)) {
    const { act, workspace } = runner({ [name]: text });
    const { annotations, said } = act({ PLAN: join(workspace, name) });
    assert.equal(annotations.length, 1, annotations.join("\n"));
    const told = command(annotations[0]);
    assert.deepEqual([told.name, told.file, told.line], ["error", name, "3"]);
    assert.ok(!told.message.includes(`${name}:3:`), "the place is said once");
    assert.deepEqual(obeyed(said), []);
  }
});

test("an input that is wrong is an error, and nothing runs", () => {
  const none = '#!/bin/sh\necho "it ran" >&2\nexit 70\n';
  for (const [inputs, why] of [
    [{ PLAN: " \n" }, /"plan" is empty/],
    [{ PLAN: "a.toml", OUT: "x\nverdict=as-expected" }, /several lines/],
    [{ PLAN: "a.toml", SEED: "1\r2" }, /several lines/],
    [{ PLAN: "a.toml\nb.toml", BASELINE: "reports/a" }, /baseline/],
    [{ PLAN: "x/a.toml\ny/a.toml" }, /one name/],
  ]) {
    const { code, verdict, report, annotations } = runner({}, none).act(inputs);
    assert.deepEqual([code, verdict, report], ["2", "error", ""]);
    assert.equal(annotations.length, 1);
    assert.match(command(annotations[0]).message, why);
  }
  const { code, annotations } = runner({ "a.toml": SOUND }).act({ PLAN: "a.toml", SEED: "--json" });
  assert.equal(code, "2");
  assert.equal(annotations.length, 1);
  const missing = runner({}).act({ PLAN: "-x.toml" });
  assert.deepEqual(command(missing.annotations[0]).message, "cannot read the plan `-x.toml`: file not found; `shuffle-audit init` writes a starter plan");
});

/** A program that writes its arguments, a word a line, and ends with this code. */
const recorder = (code) => `#!/bin/sh\nprintf '%s\\n' "$@" >>"$GITHUB_WORKSPACE/arguments"\nexit ${code}\n`;

test("seed, baseline and folder reach the program as single words", () => {
  const { act, workspace } = runner({ "a b.toml": "" }, recorder(1));
  const { code, verdict, report, annotations } = act({
    PLAN: "a b.toml",
    SEED: "fresh",
    BASELINE: "reports/$(exit 9) 'ours'",
    OUT: "my reports",
  });
  const words = readFileSync(join(workspace, "arguments"), "utf8").trimEnd().split("\n");
  assert.deepEqual(
    words.filter((word) => !word.startsWith("--export")),
    ["run", "--quiet", "--out=my reports", "--seed=fresh", "--baseline=reports/$(exit 9) 'ours'", "--", "a b.toml"],
  );
  assert.deepEqual(
    words.filter((word) => word.startsWith("--export=")).map((word) => word.replace(/.*\//, "")),
    ["summary.md", "report.json", "a_b.xml"],
  );
  assert.deepEqual(
    words.filter((word) => word.startsWith("--export-diff=")).map((word) => word.replace(/.*\//, "")),
    ["difference.md", "difference.json", "a_b-difference.html"],
  );
  // No case is named, such as when a result is worse than in the baseline: the plan is.
  assert.deepEqual([code, verdict, report], ["1", "not-as-expected", ""]);
  assert.deepEqual(annotations.map(command), [
    { name: "error", file: "a b.toml", line: "1", title: "shuffle-audit", message: "the audit ended with exit code 1: see the summary" },
  ]);
});

test("a regression fails though all is as expected, and is reported first", () => {
  const { act, workspace } = runner({ "plan.toml": CASE("one", "fisher-yates") });
  assert.equal(act({ PLAN: "plan.toml", OUT: "baseline", SEED: "1" }).code, "0");
  const same = act({ PLAN: "plan.toml", BASELINE: "baseline", SEED: "2" });
  assert.deepEqual([same.code, same.annotations], ["0", []]);
  writeFileSync(join(workspace, "plan.toml"), CASE("one", "naive", 'expect = "fail"'));
  rmSync(join(dirname(workspace), "summary"));
  const { code, verdict, summary, annotations, upload } = act({ PLAN: "plan.toml", BASELINE: "baseline", SEED: "3" });
  assert.deepEqual([code, verdict], ["1", "not-as-expected"]);
  assert.match(summary, /^## .* against baseline/);
  assert.match(summary, /REGRESSION: of 1 case, 1 has a worse verdict/);
  assert.match(command(annotations[0]).message, /^REGRESSION: of 1 case/);
  assert.ok(upload.includes("plan-difference.html"));
});

test("of several plans the gravest exit code counts, in the order of the book", () => {
  const book = readFileSync(join(root, "docs/src/reading-the-report.md"), "utf8");
  const order = book.match(/the first in the order ([0-9, ]+) counts/)[1].split(", ");
  assert.equal(order.length, 7);
  const words = { 0: "as-expected", 1: "not-as-expected", 2: "error", 3: "inconclusive", 4: "subject-at-fault", 70: "fault", 130: "interrupted" };
  const program = '#!/bin/sh\nfor plan; do :; done\nplan=${plan##*/}\nexit "${plan%.toml}"\n';
  for (let index = 0; index + 1 < order.length; index += 1) {
    for (const pair of [order.slice(index, index + 2), order.slice(index, index + 2).reverse()]) {
      const { act } = runner({}, program);
      const { code, verdict } = act({ PLAN: pair.map((code) => `${code}.toml`).join("\n") });
      assert.deepEqual([code, verdict], [order[index], words[order[index]]]);
    }
  }
});

test("an earlier report is not taken for one of this run", () => {
  const { act } = runner({ "ours.toml": "oops", "reports/ours/index.html": "earlier" });
  const { report, upload } = act({ PLAN: "ours.toml" });
  assert.deepEqual([report, upload], ["", []]);
});

test("a report that cannot be written is reported with the cases", () => {
  const full = `#!/bin/sh\n'${binary}' "$@" | grep -v ^Report:\necho 'shuffle-audit: cannot write the report: no room' >&2\nexit 2\n`;
  const { code, verdict, report, annotations, summary, upload } = runner({ "ours.toml": CASE("wrong", "naive") }, full).act({ PLAN: "ours.toml" });
  assert.deepEqual([code, verdict, report, upload], ["2", "error", "", ["ours.xml"]]);
  const told = annotations.map(command).map(({ line, title, message }) => [line, title, message.split(".")[0]]);
  assert.deepEqual(told, [
    ["3", "wrong: fail", "expected to pass"],
    ["1", "shuffle-audit", "cannot write the report: no room"],
  ]);
  assert.match(summary, /^## NOT as expected/);
});

test("a summary never grows beyond what a step may have", () => {
  const large = `#!/bin/sh
for word; do case $word in --export=*.md) head -c 900000 /dev/zero | tr '\\0' x >"\${word#--export=}" ;; esac; done
`;
  const { summary } = runner({}, large).act({ PLAN: "a.toml\nb.toml\nc.toml" });
  assert.ok(summary.length > 900_000 && summary.length < 1 << 20);
  assert.equal(summary.match(/has no room here/g).length, 2);
});

/** Puts a `cargo` on the path that writes down its arguments and installs the program. */
function stubCargo(home) {
  writeFileSync(
    join(home, "bin/cargo"),
    `#!/bin/sh
printf '%s\\n' "$@" >>'${home}/cargo'
while [ "$1" != --root ]; do shift; done
mkdir -p "$2/bin" && cp '${home}/bin/shuffle-audit' "$2/bin/"
`,
    { mode: 0o755 },
  );
}

test("the program is built once, from these sources", () => {
  const { run, home } = runner({});
  stubCargo(home);
  const { hash, folder, release } = run("source").outputs;
  assert.match(hash, /^[0-9a-f]{40,64}$/);
  assert.equal(run("source").outputs.hash, hash);
  run("install", { FOLDER: folder, RELEASE: release });
  run("install", { FOLDER: folder, RELEASE: release });
  const words = readFileSync(join(home, "cargo"), "utf8").trimEnd().split("\n");
  assert.equal(words.filter((word) => word === "install").length, 1);
  assert.ok(words.includes("--locked") && words.includes(join(root, "crates/cli")));
  assert.ok(existsSync(join(root, "crates/cli/Cargo.toml")));
  assert.equal(readFileSync(join(home, "path"), "utf8"), `${join(folder, "bin")}\n`.repeat(2));
});

const VERSION = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^version = "(.*)"$/m)[1];

/** Releases a program that prints its name: the archive for this system, with its checksum or the one that is given. */
function release(home, version, checksum) {
  const targets = {
    "linux x64": "x86_64-unknown-linux-musl",
    "linux arm64": "aarch64-unknown-linux-musl",
    "darwin arm64": "aarch64-apple-darwin",
    "darwin x64": "x86_64-apple-darwin",
  };
  const name = `shuffle-audit-${version}-${targets[`${process.platform} ${process.arch}`]}`;
  const folder = join(home, "releases", `v${version}`);
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "README.md"), "");
  writeFileSync(join(folder, name, "shuffle-audit"), `#!/bin/sh\necho '${name}'\n`, { mode: 0o755 });
  execFileSync("tar", ["-czf", `${name}.tar.gz`, name], { cwd: folder });
  checksum ??= createHash("sha256").update(readFileSync(join(folder, `${name}.tar.gz`))).digest("hex");
  writeFileSync(join(folder, `${name}.tar.gz.sha256`), `${checksum}  ${name}.tar.gz\n`);
  return { name, checksum };
}

test("a released program is installed by its checksum, once, and nothing is built", () => {
  for (const [variables, version] of [[{ REF: `v${VERSION}` }, VERSION], [{ REF: `v${VERSION.split(".")[0]}` }, VERSION], [{ VERSION: "9.8.7" }, "9.8.7"]]) {
    const { run, home } = runner({});
    stubCargo(home);
    const { name, checksum } = release(home, version);
    const { outputs } = run("source", variables);
    assert.equal(outputs.hash, checksum);
    const install = { FOLDER: outputs.folder, RELEASE: outputs.release, HASH: outputs.hash };
    assert.equal(run("install", install).stdout, `${name}\n`);
    rmSync(join(home, "releases"), { recursive: true });
    assert.equal(run("install", install).stdout, `${name}\n`);
    assert.deepEqual(readdirSync(join(outputs.folder, "bin")), ["shuffle-audit"]);
    assert.equal(readFileSync(join(home, "path"), "utf8"), `${join(outputs.folder, "bin")}\n`.repeat(2));
    assert.ok(!existsSync(join(home, "cargo")));
  }
});

test("an archive with another checksum is refused before it is unpacked", () => {
  const { run, home } = runner({});
  stubCargo(home);
  release(home, VERSION, "0".repeat(64));
  const { hash, folder, release: address } = run("source", { REF: `v${VERSION}` }).outputs;
  const { stdout } = run("install", { FOLDER: folder, RELEASE: address, HASH: hash }, 1);
  assert.match(command(stdout.trimEnd()).message, /^the checksum of .* is not 0{64}; nothing is installed$/);
  assert.ok(!existsSync(folder) && !existsSync(join(home, "path")) && !existsSync(join(home, "cargo")));
});

test("without a release of its own tag the action builds; a version that was never released is an error", () => {
  const { run, home } = runner({});
  stubCargo(home);
  assert.equal(run("source", { REF: `v${VERSION}` }).outputs.release, "", "the release is missing");
  release(home, VERSION);
  for (const variables of [{ REF: "main" }, { REF: "" }, { REF: `v${VERSION}`, VERSION: "source" }]) {
    assert.equal(run("source", variables).outputs.release, "", JSON.stringify(variables));
  }
  assert.match(run("source", { VERSION: "9.8.7" }, 1).stdout, /^::error .*there is no release at file:.*9\.8\.7/);
  for (const hostile of ["1\nrelease=x", "../v1", "$(exit 9)"]) {
    assert.match(run("source", { VERSION: hostile }, 1).stdout, /^::error .*"version" is a number/);
  }
});

test("action.yml names scripts that are there, and all inputs and outputs are used and described", () => {
  const text = readFileSync(join(root, "action.yml"), "utf8");
  const book = readFileSync(join(root, "docs/src/auditing/ci.md"), "utf8").split("\n## GitHub\n")[1].split("\n## ")[0];
  const [inputs, outputs, runs] = text.split(/^inputs:$|^outputs:$|^runs:$/m).slice(1);
  const named = (section) => [...section.matchAll(/^ {2}([a-z]+):\n {4}description: \S/gm)].map(([, name]) => name);
  const keys = (section) => [...section.matchAll(/^ {2}([^ ].*):$/gm)].map(([, name]) => name);
  assert.deepEqual(named(inputs), keys(inputs), "every input is described");
  assert.deepEqual(named(outputs), keys(outputs));
  for (const name of named(inputs)) assert.ok(runs.includes(`\${{ inputs.${name} }}`), `${name} is used`);
  for (const name of [...named(inputs), ...named(outputs)]) assert.ok(book.includes(`| \`${name}\` |`), `the book describes ${name}`);
  for (const word of outputs.match(/description: (as-expected.*);/)[1].split(/, | or /)) assert.ok(book.includes(`\`${word}\``), word);

  const used = [...runs.matchAll(/\$GITHUB_ACTION_PATH\/\.github\/action\/([a-z]+)"/g)].map(([, name]) => name);
  assert.deepEqual([...used].sort(), readdirSync(scripts).filter((name) => !name.endsWith(".jq")).sort());
  for (const name of used) {
    accessSync(join(scripts, name), constants.X_OK);
    assert.match(readFileSync(join(scripts, name), "utf8"), /^#!\/usr\/bin\/env bash\n# [^]*\nset -euo pipefail\n/);
  }
  // An expression in a script would let callers write a part of it.
  for (const [, script] of runs.matchAll(/^ +(?:- )?run: (.*)$/gm)) assert.ok(!script.includes("${{") && script !== "|", script);
  assert.ok([...runs.matchAll(/uses: (.*)/g)].every(([, used]) => /^actions\/[a-z/-]+@v\d+$/.test(used)));
  // What a script reads is given to it, by the step or by the runner.
  const given = [...runs.matchAll(/^ {8}([A-Z]+):/gm)].map(([, name]) => name);
  for (const name of ["VERSION", "REF", "REPOSITORY", "RELEASE", "HASH", "PLAN", "SEED", "BASELINE", "OUT", "WORK", "FOLDER", "CODE"]) assert.ok(given.includes(name), name);
});
