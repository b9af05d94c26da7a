"""Run by `python3 -m unittest` with OVERTIME_COMMAND naming the command."""

import os
import sys
import tempfile
import unittest

import overtime

PARAMETERS = "(__global int *a, __global int *o)"
REFERENCE = f"""#pragma tuner array a = 4
#pragma tuner array o = 4
#pragma tuner input a[i] = any(0, 1)
void plain{PARAMETERS} {{ for (int i = 0; i < 4; i++) o[i] = 2 * a[i]; }}
"""


def kernel(body: str) -> str:
    return f"__kernel void k{PARAMETERS} {{ int i = get_global_id(0); {body} }}"


SMALL = {"constants": {"size": 4}, "parameters": {"WG": 4}, "quick": True}


class Check(unittest.TestCase):
    def test_says_of_a_text_what_it_is(self) -> None:
        text = kernel("o[i] = i == 3 ? 2 : a[i] * 2;")
        report = overtime.check(text, reference=REFERENCE, reference_name="plain", **SMALL)
        self.assertFalse(report.accepted)
        [one] = report.kernels
        self.assertEqual((one.file, one.name, one.verdict), ("-", "k", "wrong"))
        [finding] = one.findings
        self.assertEqual((finding.kind, finding.line, finding.configuration), ("result", 1, {"WG": 4}))
        self.assertIn("o[3] = 2", finding.message)
        with self.assertRaisesRegex(overtime.NotAccepted, "k is wrong\n.*o\\[3\\] = 2"):
            report.require()

    def test_reads_files_and_lets_pass_what_is_allowed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "k.cl"), "w", encoding="utf-8") as file:
                file.write(kernel("o[i] = a[i] * FACTOR;"))
            report = overtime.check(files=[folder], defines={"FACTOR": 2}, reference=REFERENCE, **SMALL)
            self.assertTrue(report.require().accepted)
            self.assertEqual(report.raw["summary"]["right"], 1)
            [open_one] = overtime.check(files=[folder], **SMALL).kernels
            self.assertEqual(open_one.verdict, "not-checked")
            self.assertIn("FACTOR", open_one.not_checked[0].why)
            passed = overtime.check(files=[folder], allow=["not-checked"], **SMALL)
            self.assertTrue(passed.accepted)
            [refused] = overtime.check("__kernel void k(", quick=True).kernels
            self.assertEqual((refused.verdict, refused.name), ("refused", None))
            self.assertIn("-:1:", refused.reason or "")

    def test_errors_say_what_is_wrong(self) -> None:
        with self.assertRaisesRegex(overtime.BadInput, "not both"):
            overtime.check()
        with self.assertRaisesRegex(overtime.BadInput, "there is no file nowhere.cl"):
            overtime.check(files=["nowhere.cl"])
        with self.assertRaisesRegex(overtime.BadInput, "--allow takes some of"):
            overtime.check(kernel(""), allow=["wrong"])
        with self.assertRaisesRegex(overtime.NotFound, "cannot be started"):
            overtime.check(kernel(""), command=["no-such-command"])
        with self.assertRaisesRegex(overtime.Failed, "status 0"):
            overtime.check(kernel(""), command=[sys.executable, "-c", "pass"])
        other = "print('{\"version\": 2}')"
        with self.assertRaisesRegex(overtime.Failed, "reports of form 1, not 2"):
            overtime.check(kernel(""), command=[sys.executable, "-c", other])
        with self.assertRaisesRegex(overtime.Failed, "did not end within"):
            overtime.check(kernel(""), command=[sys.executable, "-c", "import time; time.sleep(9)"], timeout=0.2)


if __name__ == "__main__":
    unittest.main()
