"""Hostile input, as a subject of the long runs."""

from collections.abc import Mapping

from host_tools.jobs.budgets import thousands
from host_tools.lab.reliability.hostile import page, plan, trying
from host_tools.lab.reliability.hostile.counts import Counts
from host_tools.lab.reliability.hostile.trying import Condition
from host_tools.lab.reliability.subject import Stated, Subject

# Files and folders that counts depend on; a test compares them with what is imported.
SOURCES = (
    "constraints.txt",
    "firmware",
    "host_tools/build",
    "host_tools/board/device/advice.py",
    "host_tools/board/device/faults.py",
    "host_tools/board/device/found.py",
    "host_tools/board/device/heard.py",
    "host_tools/board/device/hello.py",
    "host_tools/board/device/knock.py",
    "host_tools/board/device/listen.py",
    "host_tools/board/device/messages.py",
    "host_tools/board/device/mirror.py",
    "host_tools/board/device/plan.py",
    "host_tools/board/device/room.py",
    "host_tools/board/emulator/filesystem.py",
    "host_tools/games/contract.py",
    "host_tools/games/engine.py",
    "host_tools/games/flip/tables/asking.py",
    "host_tools/games/loader.py",
    "host_tools/games/table_files.py",
    "host_tools/games/xtic/tables/asking.py",
    "host_tools/jobs/messages.py",
    "host_tools/lab/reliability/hostile/blobs.py",
    "host_tools/lab/reliability/hostile/books.py",
    "host_tools/lab/reliability/hostile/counts.py",
    "host_tools/lab/reliability/hostile/disk.py",
    "host_tools/lab/reliability/hostile/images.py",
    "host_tools/lab/reliability/hostile/kinds.py",
    "host_tools/lab/reliability/hostile/manifests.py",
    "host_tools/lab/reliability/hostile/mutations.py",
    "host_tools/lab/reliability/hostile/packs.py",
    "host_tools/lab/reliability/hostile/serial.py",
    "host_tools/lab/reliability/hostile/starting.py",
    "host_tools/lab/reliability/hostile/still.py",
    "host_tools/lab/reliability/hostile/talk.py",
    "host_tools/lab/reliability/hostile/trying.py",
    "host_tools/board/simulator",
)


def said(_: Condition, counts: Counts) -> str:
    """What became of them."""
    return f"{counts.valid} valid, {counts.refused} refused, {counts.wrong} wrong"


def faults(_: Condition, counts: Counts) -> list[str]:
    """What was neither refused with a reason nor valid."""
    return counts.faults


def stated(results: Mapping[Condition, Counts]) -> Stated:
    """How many inputs were wrong, of all and of the images."""
    whole = Counts()
    for counts in results.values():
        whole.add(counts)
    images = results.get(Condition("file-system"), Counts())
    return {
        "hostile": (
            "damaged inputs neither refused with a reason nor valid",
            f"{thousands(whole.wrong)} of {thousands(whole.inputs)}",
        ),
        "hostile-images": (
            "file systems with flipped bits of which something wrong was used",
            f"{thousands(images.wrong)} of {thousands(images.inputs)}",
        ),
    }


SUBJECT = Subject(
    "hostile",
    "inputs",
    SOURCES,
    Counts,
    trying.IN_BATCH,
    plan.plan,
    trying.try_batch,
    said,
    faults,
    page.write,
    stated,
)
