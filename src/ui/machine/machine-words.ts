import type { MachineView } from '../../session/views/machine-view.ts';
import { count, whole } from '../../base/words.ts';

type Limit = MachineView['program']['limit'];
type Bound = MachineView['bound']['by'];

export const LIMIT_WORDS: Readonly<Record<Limit, string>> = {
  groups: 'groups',
  warps: 'warps',
  items: 'work-items',
  registers: 'registers',
  'local memory': 'local memory',
};

export const BOUND_WORDS: Readonly<Record<Bound, string>> = {
  port: 'memory port',
  l2: 'L2 and memory',
  issue: 'schedulers',
  latency: 'latency of one warp',
};

const REASONS: Readonly<Record<Limit, (view: MachineView) => string>> = {
  groups: ({ machine }) => `A unit holds ${count(machine.residentGroups, 'group')} at most`,
  warps: ({ machine }) => `A unit holds ${count(machine.residentWarps, 'warp')} at most`,
  items: ({ machine }) => `A unit holds ${count(machine.residentItems, 'work-item')} at most`,
  registers: ({ program, machine }) =>
    `A work-item has ${count(program.registers, 'register')} of the ${whole(machine.registers)} of a unit`,
  'local memory': ({ program, machine }) =>
    `A group takes ${whole(program.localBytes)} of the ${whole(machine.localBytes)} bytes of local memory`,
};

/** `4 groups of 8 warps are resident on a unit at once: 32 of its 64 warps, 50 %. ...` */
export function occupancySentence(view: MachineView): string {
  const { machine, program } = view;
  const { resident, warps, groups, limit, spilled } = program;
  const all = resident * warps;
  const share = Math.round((100 * all) / machine.residentWarps);
  const waves = Math.ceil(groups / Math.min(resident, groups));
  const verb = resident === 1 ? 'is' : 'are';
  const fewer =
    groups < resident
      ? ` It has ${count(groups, 'group')} to run in all.`
      : ` It runs ${whole(groups)} in ${count(waves, 'wave')}.`;
  const spills =
    spilled > 0 ? ` ${count(spilled, 'register')} of an item do not fit, and are in memory.` : '';
  return `${count(resident, 'group')} of ${count(warps, 'warp')} ${verb} resident on a unit at once: ${whole(all)} of its ${whole(machine.residentWarps)} warps, ${share} %. ${REASONS[limit](view)}: that keeps more of them away.${fewer}${spills}`;
}

/** Shares of the time, or of the largest if that is unknown. */
export function boundRows({ bound }: MachineView, time: number | undefined) {
  const whole = time ?? bound.least;
  const ids = ['port', 'l2', 'issue', 'latency'] as const satisfies readonly Bound[];
  return ids.map((id) => {
    const cycles = bound.cycles[id];
    return { id, words: BOUND_WORDS[id], cycles, share: whole > 0 ? cycles / whole : 0 };
  });
}

/** `Bound by the memory port: it is busy 64 % of the time.` */
export function boundSentence(
  { bound }: Pick<MachineView, 'bound'>,
  time: number | undefined,
): string {
  const { by, least } = bound;
  const what = by === 'latency' ? 'latency' : `the ${BOUND_WORDS[by]}`;
  if (time === undefined || time <= 0)
    return `Bound by ${what}: it takes ${whole(least)} cycles at least.`;
  const share = Math.round((100 * least) / time);
  return by === 'latency'
    ? `Bound by latency: one warp waits and works ${share} % of the time by itself; there are too few warps to hide it.`
    : `Bound by ${what}: busy ${share} % of the time. The rest is waiting that no other warp hides.`;
}
