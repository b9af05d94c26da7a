import { pathToFileURL } from 'node:url';
import { isAbsolute } from 'node:path';
import { FINDING_KINDS, type FindingKind } from '../src/values/index.ts';
import type { CheckReport, KernelAnswer } from './check-answer.ts';
import { type Place } from './places.ts';

const MEANING: Readonly<Record<FindingKind, string>> = {
  'race-local': 'Work-items of a work-group (threads of a block) race in its memory.',
  'race-global': 'Work-items of a work-group (threads of a block) race in global memory.',
  'race-between-groups': 'Work-groups (blocks) race in global memory.',
  bounds: 'An access is outside of its array.',
  uninitialised: 'Memory is read that nobody has written.',
  'non-termination': 'A work-item (thread) never ends.',
  divergence: 'Not all work-items of a work-group (threads of a block) reach a barrier.',
  result: 'What should hold in the end does not.',
};

/** Rules beside those of findings: what kept a kernel from being called right. */
const VERDICT_RULES = {
  'not-right': 'A kernel is not shown to be right.',
  refused: 'A text cannot be checked.',
} as const;

/** A report as SARIF 2.1.0 has it: findings, and one result for each kernel that is not accepted
 * though nothing was found. */
export const sarifOf = ({ kernels, overtime }: CheckReport): object => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'Overtime',
          version: overtime,
          rules: [
            ...FINDING_KINDS.map((id) => ({ id, shortDescription: { text: MEANING[id] } })),
            ...Object.entries(VERDICT_RULES).map(([id, text]) => ({
              id,
              shortDescription: { text },
            })),
          ],
        },
      },
      columnKind: 'utf16CodeUnits',
      results: kernels.flatMap(resultsOf),
    },
  ],
});

function resultsOf(answer: KernelAnswer): readonly object[] {
  const { file, kernel, options, line, verdict, accepted, findings, diagnostics, reason } = answer;
  const found = findings.map((one) => ({
    ruleId: one.kind,
    level: one.assumed ? 'warning' : 'error',
    message: { text: one.assumed ? `If ${one.assumed.words}: ${one.message}` : one.message },
    locations: [locationOf(file, one, kernel)],
    ...(one.related && {
      relatedLocations: one.related.map((other) => ({
        ...locationOf(file, other),
        message: { text: other.message },
      })),
    }),
    properties: { configuration: one.configuration, ...(options !== undefined && { options }) },
  }));
  if (accepted || found.length > 0) return found;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (verdict === 'refused' && errors.length > 0)
    return errors.map((one) => ({
      ruleId: 'refused',
      level: 'error',
      message: { text: [one.message, one.hint].filter(Boolean).join(' ') },
      locations: [locationOf(file, one)],
    }));
  return [
    {
      ruleId: verdict === 'refused' ? 'refused' : 'not-right',
      level: verdict === 'refused' ? 'error' : 'warning',
      message: { text: reason ?? whyNot(answer) },
      locations: [locationOf(file, { line, column: 1 }, kernel)],
    },
  ];
}

function whyNot({ verdict, conditions, notChecked }: KernelAnswer): string {
  if (verdict === 'right') return `Right only if ${conditions.join(', ')}.`;
  const open = notChecked.filter(({ weakens }) => weakens);
  return `Not checked: ${open.map(({ what, why }) => `${what}: ${why}`).join(' ')}`;
}

const locationOf = (own: string, { file = own, line, column }: Place, kernel?: string): object => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(file) },
    region: { startLine: line, startColumn: column },
  },
  ...(kernel !== undefined && { logicalLocations: [{ name: kernel, kind: 'function' }] }),
});

/** Relative ones stay so: the reader knows the checkout. */
const uriOf = (file: string): string =>
  isAbsolute(file)
    ? pathToFileURL(file).href
    : encodeURI(file === '-' ? 'stdin' : file.replaceAll('\\', '/').replace(/^\.\//, ''));
