import type { Configuration } from '../tuning/index.ts';
import type { VerifiedConfiguration } from './verify.ts';

/** A configuration that is not right, and the first reason. */
export interface LeftOut {
  readonly values: Configuration;
  readonly why: string;
}

/** Configurations that are not right, whatever they are instead. */
export const leftOutOf = (all: readonly VerifiedConfiguration[]): readonly LeftOut[] =>
  all
    .filter(({ status }) => status !== 'right')
    .map(({ values, status, findings, notChecked }) => {
      const [finding] = findings;
      const open = notChecked.find(({ weakens }) => weakens);
      const why = finding === undefined ? open?.why : `${finding.kind}: ${finding.message}`;
      return { values, why: `${status.replace('-', ' ')}: ${why ?? 'it was not decided'}` };
    });

/** The text with a constraint against each; the lines stay where they are. */
export const withoutThese = (text: string, leftOut: readonly LeftOut[]): string =>
  [
    text.trimEnd(),
    ...leftOut.map(({ values, why }) => {
      const is = Object.entries(values).map(([name, value]) => `${name} == ${value}`);
      return `#pragma tuner require !(${is.join(' && ')}) // ${why.replaceAll(/\s+/g, ' ')}`;
    }),
    '',
  ].join('\n');
