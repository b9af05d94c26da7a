"""Whether GPU kernels are right, for every schedule and input: starts the command `overtime check`.

    import overtime
    report = overtime.check(text, reference=plain, state=["value n = 16"])
    report.require()                      # raises NotAccepted, with what is wrong and where
    for kernel in report.kernels:
        print(kernel.name, kernel.verdict, [finding.message for finding in kernel.findings])

The command comes with the npm package `overtime` and needs Node. It is found on PATH, or named by the
variable OVERTIME_COMMAND or the argument `command`. Nothing leaves this machine.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence, Union

__all__ = [
    "BadInput",
    "Failed",
    "Finding",
    "Kernel",
    "NotAccepted",
    "NotChecked",
    "NotFound",
    "OvertimeError",
    "Place",
    "Report",
    "check",
]

#: The form of a report that this module reads.
REPORT_VERSION = 1


class OvertimeError(Exception):
    """Something kept the command from an answer."""


class NotFound(OvertimeError):
    """There is no such command on this machine."""


class BadInput(OvertimeError):
    """An argument or a file is wrong; the message says which, and what to do."""


class Failed(OvertimeError):
    """The command failed, or its answer cannot be read."""


class NotAccepted(OvertimeError):
    """A kernel is not right, nor what was allowed."""

    def __init__(self, report: "Report") -> None:
        self.report = report
        bad = [kernel for kernel in report.kernels if not kernel.accepted]
        super().__init__("\n".join(map(str, bad)) or "there is no kernel")


@dataclass(frozen=True)
class Place:
    """Where something is: line and column from 1, columns in UTF-16 units."""

    line: int
    column: int
    #: Another file than the kernel's own: the reference.
    file: Optional[str]
    message: str


@dataclass(frozen=True)
class Finding(Place):
    """Something that was seen to go wrong, or a remark."""

    kind: str
    #: Values of the tuning parameters.
    configuration: Mapping[str, float]
    hint: Optional[str]
    related: Sequence[Place]
    #: What nobody states and it rests on: None where it goes wrong by what is stated.
    assumed: Optional[str]
    #: Lines that would state that it is so, and that it is not.
    so: Sequence[str]
    otherwise: Sequence[str]


@dataclass(frozen=True)
class NotChecked:
    """Something that stayed open, and why."""

    what: str
    why: str
    hint: Optional[str]
    #: Then nothing is called right.
    weakens: bool


@dataclass(frozen=True)
class Kernel:
    """The answer about one kernel."""

    file: str
    #: None where the text has none.
    name: Optional[str]
    line: int
    #: right, wrong, depends, not-checked, refused or limit
    verdict: str
    accepted: bool
    #: Why it was refused, or which limit was reached.
    reason: Optional[str]
    #: What nobody states and the verdict rests on.
    conditions: Sequence[str]
    #: What the text states of itself, and was believed.
    stated: Sequence[str]
    findings: Sequence[Finding]
    remarks: Sequence[Finding]
    checked: Sequence[str]
    not_checked: Sequence[NotChecked]
    seconds: float

    def __str__(self) -> str:
        holds_if = f" if {', '.join(self.conditions)}" if self.conditions else ""
        reason = f": {self.reason}" if self.reason else ""
        lines = [f"{self.file}:{self.line}: {self.name or 'the text'} is {self.verdict}{holds_if}{reason}"]
        lines += [
            f"{finding.file or self.file}:{finding.line}:{finding.column}: {finding.kind}: {finding.message}"
            for finding in self.findings
        ]
        lines += [f"not checked: {one.what}: {one.why}" for one in self.not_checked if one.weakens]
        return "\n".join(lines)


@dataclass(frozen=True)
class Report:
    """All that was asked at once."""

    kernels: Sequence[Kernel]
    #: All of them; of no kernel it is false.
    accepted: bool
    #: Of the command.
    version: str
    seconds: float
    #: The object of `--json` as it came.
    raw: Mapping[str, Any]

    def require(self) -> "Report":
        """The report itself. Raises NotAccepted where a kernel is not accepted."""
        if not self.accepted:
            raise NotAccepted(self)
        return self


def check(
    text: Optional[str] = None,
    *,
    files: Sequence[Union[str, "os.PathLike[str]"]] = (),
    kernel: Optional[str] = None,
    defines: Optional[Mapping[str, object]] = None,
    folders: Sequence[Union[str, "os.PathLike[str]"]] = (),
    constants: Optional[Mapping[str, int]] = None,
    parameters: Optional[Mapping[str, int]] = None,
    reference: Optional[str] = None,
    reference_name: Optional[str] = None,
    tolerance: Optional[float] = None,
    launch: Optional[str] = None,
    state: Sequence[str] = (),
    distrust: bool = False,
    quick: bool = False,
    strict: bool = False,
    allow: Sequence[str] = (),
    jobs: Optional[int] = None,
    seconds: Optional[float] = None,
    memory: Optional[float] = None,
    timeout: Optional[float] = None,
    command: Optional[Sequence[str]] = None,
) -> Report:
    """Says of every kernel of a text, or of files and folders, whether it is right.

    reference: the text of a plain kernel or function that each must equal.
    launch: of texts that have none, as between <<< and >>>.
    state: what you state, as behind `#pragma tuner`; it wins over what the text says.
    constants: `size` and the other constants of the platform.
    seconds, memory: limits for each kernel, in seconds and MB.
    timeout: seconds for all of it, after which the command is ended and Failed raised.

    Raises BadInput, NotFound or Failed where there is no report.
    """
    if (text is None) == (not files):
        raise BadInput("give a text or files, and not both")
    words = [*_command(command), "check", "--json"]
    for option, value in {
        "--kernel-name": kernel,
        "--tolerance": tolerance,
        "--launch": launch,
        "--jobs": jobs,
        "--timeout": seconds,
        "--memory": memory,
        "--allow": ",".join(allow) or None,
    }.items():
        if value is not None:
            words.append(f"{option}={value}")
    for option, is_given in {"--distrust": distrust, "--quick": quick, "--strict": strict}.items():
        if is_given:
            words.append(option)
    words += [f"-D{name}={value}" for name, value in (defines or {}).items()]
    words += [f"-I{os.fspath(folder)}" for folder in folders]
    words += [f"--state={line}" for line in state]
    words += [f"--{name.lower()}={value}" for name, value in (constants or {}).items()]
    words += [f"--{name}={value}" for name, value in (parameters or {}).items()]
    paths = ["-"] if text is not None else [os.fspath(path) for path in files]
    with tempfile.TemporaryDirectory(prefix="overtime-") as folder:
        if reference is not None:
            path = os.path.join(folder, "reference.c")
            with open(path, "w", encoding="utf-8") as file:
                file.write(reference)
            words.append(f"--reference={path}" + (f":{reference_name}" if reference_name else ""))
        return _report(_run([*words, "--", *paths], text, timeout))


def _command(given: Optional[Sequence[str]]) -> list[str]:
    if given is not None:
        return list(given)
    named = os.environ.get("OVERTIME_COMMAND")
    if named:
        return shlex.split(named)
    found = shutil.which("overtime")
    if found is None:
        raise NotFound("there is no command overtime: npm install --global overtime, or set OVERTIME_COMMAND")
    return [found]


def _run(words: Sequence[str], text: Optional[str], timeout: Optional[float]) -> str:
    try:
        ran = subprocess.run(
            words,
            input=(text or "").encode("utf-8"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=timeout,
            check=False,
        )
    except FileNotFoundError as error:
        raise NotFound(f"{words[0]} cannot be started: {error}") from error
    except subprocess.TimeoutExpired as error:
        raise Failed(f"the command did not end within {timeout} s") from error
    said = ran.stderr.decode("utf-8", "replace").strip()
    if ran.returncode == 2:
        raise BadInput(said[7:] if said.startswith("check: ") else said)
    # An answer has one of these; so has a command that failed, but without a report.
    if ran.returncode not in (0, 1, 3) or not ran.stdout.strip():
        raise Failed(f"the command ended with status {ran.returncode}: {said}")
    return ran.stdout.decode("utf-8")


def _report(text: str) -> Report:
    try:
        raw = json.loads(text)
        if raw["version"] != REPORT_VERSION:
            raise Failed(f"this module reads reports of form {REPORT_VERSION}, not {raw['version']}: update it")
        return Report(
            kernels=[_kernel(each) for each in raw["kernels"]],
            accepted=raw["accepted"],
            version=raw["overtime"],
            seconds=raw["seconds"],
            raw=raw,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise Failed(f"the answer cannot be read: {error!r}") from error


def _kernel(raw: Mapping[str, Any]) -> Kernel:
    return Kernel(
        file=raw["file"],
        name=raw.get("kernel"),
        line=raw["line"],
        verdict=raw["verdict"],
        accepted=raw["accepted"],
        reason=raw.get("reason"),
        conditions=raw["conditions"],
        stated=raw["stated"],
        findings=[_finding(one) for one in raw["findings"]],
        remarks=[_finding(one) for one in raw["remarks"]],
        checked=raw["checked"],
        not_checked=[
            NotChecked(one["what"], one["why"], one.get("hint"), one["weakens"]) for one in raw["notChecked"]
        ],
        seconds=raw["seconds"],
    )


def _finding(raw: Mapping[str, Any]) -> Finding:
    assumed = raw.get("assumed") or {}
    return Finding(
        line=raw["line"],
        column=raw["column"],
        file=raw.get("file"),
        message=raw["message"],
        kind=raw["kind"],
        configuration=raw["configuration"],
        hint=raw.get("hint"),
        related=[
            Place(one["line"], one["column"], one.get("file"), one["message"]) for one in raw.get("related", [])
        ],
        assumed=assumed.get("words"),
        so=assumed.get("so", []),
        otherwise=assumed.get("otherwise", []),
    )
