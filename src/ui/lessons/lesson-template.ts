/** A lesson to begin with: a puzzle with a gap, a wrong answer and a right one. */
export const TEMPLATE = `---
overtime-lesson: 1
id: my-first
title: Twice
language: en
summary: Every work-item doubles an element.
chapter: indices
page:
  kernel: |
    #pragma tuner param WG = {4}
    #pragma tuner input a[i] = any(0, 3)
    #pragma tuner ensures forall i < size: out[i] == 2 * a[i]

    __kernel void twice(__global const int *a, __global int *out) {
      int i = get_global_id(0);
      /*?*/ /*!*/
    }
  constants: { size: 4 }
  verifiedSize: 4
tasks:
  - id: solve
    kind: fill
    question: Write what is missing.
    solution: ['out[i] = 2 * a[i];']
    hints: ['Each work-item has an element of its own.']
    wrong:
      - shows: bounds
        fill: ['out[i + 1] = 2 * a[i];']
    right:
      - fill: ['out[i] = a[i] + a[i];']
---

Every work-item writes twice **its own** element of \`a\`.

{task: solve}

Nobody has to wait for anybody here.
`;
