import type { CheckedSource } from './check-source.ts';
import { saidFinding } from './findings.ts';
import { placeIn } from './places.ts';

/** What was found, line by line: findings, remarks, what stayed open, what was decided. */
export const linesOf = (
  name: string,
  {
    findings,
    remarks,
    notChecked,
    checked,
  }: Pick<CheckedSource, 'findings' | 'remarks' | 'notChecked' | 'checked'>,
): readonly string[] => [
  ...findings.map((one) => saidFinding(name, one)),
  ...remarks.map((one) => `${placeIn(name, one)}: remark: ${one.kind}: ${one.message}`),
  ...notChecked.map(({ what, why, hint }) =>
    [`not checked: ${what}: ${why}`, hint].filter(Boolean).join(' '),
  ),
  ...(checked.length > 0 ? [`checked: ${checked.join('; ')}`] : []),
];
