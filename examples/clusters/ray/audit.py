#!/usr/bin/env python3
"""An audit on Ray: each shard is a task, which is tried again when its worker dies; then all are merged.

    python3 examples/clusters/ray/audit.py PLAN --shards 100 [--out reports]

Needs: Ray (`pip install ray`), and `shuffle-audit` on the PATH of all nodes. No disk is shared: the plan travels to the tasks,
and tallies back. So a plan may name no files or programs. With `--checkpoints DIR`, on a disk that all nodes share, a shard goes on
where its worker died. It ends as `shuffle-audit run` does.
"""

import argparse, os, pathlib, shutil, subprocess, sys, tempfile

import ray


@ray.remote(num_cpus=1, max_retries=20)
def count(plan, name, shard, checkpoints):
    """The exit code, the messages and the files of tallies of one shard."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / name).write_bytes(plan)
        command = ["shuffle-audit", "run", name, "--shard", shard, "--threads", "1", "--out", "tallies"]
        if checkpoints:
            command += ["--checkpoint", checkpoints]
        # A shard whose worker dies gets SIGTERM, and writes its checkpoint; in the group of its worker it would be killed, too.
        own_session = shutil.which("setpriv") is not None
        if own_session:
            command = ["setpriv", "--pdeathsig", "TERM", *command]
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, start_new_session=own_session)
        if ended.returncode < 0:  # killed from outside: as when its worker is
            os._exit(1)
        return ended.returncode, ended.stderr, {file.name: file.read_bytes() for file in folder.glob("tallies/*")}


def look(plan, args, tallies):
    """Counts all shards of a plan; their tallies are written as they come."""
    name = plan.name
    sent = ray.put(plan.read_bytes())
    waiting = [count.remote(sent, name, f"{shard}/{args.shards}", args.checkpoints) for shard in range(1, args.shards + 1)]
    while waiting:
        [done], waiting = ray.wait(waiting)
        code, said, files = ray.get(done)
        print(said, end="", file=sys.stderr)
        # 4: a subject is at fault. Its tallies say so, and the merge ends with 4.
        if code not in (0, 4):
            sys.exit(code)
        for file, content in files.items():
            (tallies / file).write_bytes(content)
            print(f"{file}: {len(waiting)} shards to come", file=sys.stderr)


def merge(args, tallies):
    files = sorted(tallies.glob("*.tallies"))
    return subprocess.run(["shuffle-audit", "merge", *files, "--out", args.out]).returncode


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("plan", type=pathlib.Path)
parser.add_argument("--shards", type=int, required=True)
parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("reports"))
parser.add_argument("--checkpoints", type=lambda folder: pathlib.Path(folder).resolve())
args = parser.parse_args()
ray.init()
with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    look(args.plan, args, folder)
    code = merge(args, folder)
    if code == 3 and (args.out / "next.toml").exists():
        look(args.out / "next.toml", args, folder)
        code = merge(args, folder)
sys.exit(code)
