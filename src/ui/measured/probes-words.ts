import { count } from '../../base/words.ts';
import type { ProbeId } from '../../gpu/probes.ts';
import type { BesideSheet } from '../../session/kept/probed-machine.ts';
import type { ProbingView } from '../../session/jobs/probing.ts';

/** Each probe's subject and unit. */
export const PROBES = {
  lanes: ['Lanes of a subgroup', 'lanes'],
  dependent: ['Arithmetic, until its result can be used', 'ns'],
  localLatency: ['Latency of local memory', 'ns'],
  barrier: ['A barrier of 256 work-items', 'ns'],
  l1Latency: ['Latency of the first level', 'ns'],
  l2Latency: ['Latency of the second level', 'ns'],
  memoryLatency: ['Latency of memory', 'ns'],
  l2Bandwidth: ['The second level, read by all', 'GB/s'],
  bandwidth: ['Memory, read by all', 'GB/s'],
  banks: ['Banks of local memory', 'banks'],
  groups: ['Small groups at once', 'groups'],
  groupsOfMostItems: ['Largest groups at once', 'groups'],
} as const satisfies Record<ProbeId, readonly [meaning: string, unit: string]>;

const figure = (value: number): string =>
  value >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));

type Found = BesideSheet['found'];

export const valueInWords = (found: Found, unit: string): string =>
  'none' in found ? 'no signal' : `${figure(found.middle)} ${unit}`;

export const rangeInWords = (found: Found): string =>
  'none' in found ? '' : `${figure(found.low)} to ${figure(found.high)}`;

/** The value beside the sheet's, or why there is none. */
export function besideInWords({ found, constant }: BesideSheet): string {
  if ('none' in found) return found.none;
  if (!constant) return '';
  const { name, probed, sheet } = constant;
  return `${name} ${probed}${probed === sheet ? ', as on the sheet' : `, on the sheet ${sheet}`}`;
}

export function bytesInWords(bytes: number): string {
  const [unit, each] =
    bytes >= 2 ** 30 ? ['GiB', 2 ** 30] : bytes >= 2 ** 20 ? ['MiB', 2 ** 20] : ['KiB', 2 ** 10];
  return `${bytes / each} ${unit}`;
}

const ALL = Object.keys(PROBES).length;

export function probingInWords({ phase, probed = [], now, none }: ProbingView): string {
  if (phase === 'none' || none !== undefined) return '';
  if (phase === 'running') return now ? PROBES[now][0] : 'Asking for the GPU';
  const known = probed.filter((one) => !('none' in one)).length;
  return `${known} of ${count(ALL, 'constant')} found`;
}

/** The machine that was probed, and what its constants are good for. */
export function probedInWords({ facts, at, phase }: ProbingView): string {
  if (facts === undefined) return '';
  const parts = [
    facts.isSoftware
      ? `${facts.name}: a software adapter, not your GPU. Its constants are no machine’s.`
      : `${facts.name}.`,
    facts.hasTimestamps ? '' : 'It has no timestamps: these are times of the host.',
    phase === 'cancelled' ? 'It was stopped before its end: what was found stays.' : '',
    at === undefined ? '' : `Begun ${new Date(at).toLocaleString('en-GB')}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
