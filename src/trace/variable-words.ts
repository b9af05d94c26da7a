import { type Language, type LanguageWords, WORDS_OF } from '../front/language.ts';
import type { ProcessName } from '../promela/index.ts';

export interface Meaning {
  /** In plain words, behind the name. */
  readonly words: string;
  /** Its values number processes, elements or units, which are shown by label. */
  readonly of?: 'process' | 'element';
  /** Keeps the model going and says nothing of the machine: shown with the Promela alone. */
  readonly aside?: true;
}

const counts = (words: string): Meaning => ({ words });
const aside = (words: string, of?: Meaning['of']): Meaning => ({
  words,
  aside: true,
  ...(of && { of }),
});

const LOOP = aside('counts through a loop of the model');
const OWN_NUMBER = aside('its number among its like');
const WAKE = counts('goes on at this tick; -1: waits for no tick');
const LANES = counts('of a warp: how lanes are told apart');

/** Globals. Others are tuning parameters of the kernel. */
const globalsIn = ({ item, group }: LanguageWords): Readonly<Record<string, Meaning>> => ({
  time: counts('model time, in ticks'),
  FIN: counts('the program has finished'),
  groups: counts(`${group}s that are run`),
  rounds: counts(`${group}s of the unit, all like the first`),
  workers: counts(`units that get a ${group}`),
  devices: counts('devices that work'),
  units: counts('units that work'),
  NWE: counts('elements of a unit that work'),
  passes: counts(`${item}s of an element in a ${group}`),
  warps: counts(`warps of a scheduler in a ${group}`),
  running: counts('processes with something to do at this tick'),
  NRP: counts('elements at work'),
  NRP_work: counts('elements that have counted this tick'),
  asleep: aside('how often a warp has fallen asleep'),
  first_unit: aside('the first unit', 'process'),
});

const SERVER: Readonly<Record<string, Meaning>> = {
  me: OWN_NUMBER,
  base: aside('its unit', 'process'),
  who: counts('the warp that it serves'),
  cost: counts('ticks that this takes'),
  step: aside('step of the warp’s program'),
  began: counts('began with the last at this tick'),
  free_at: counts('is free from this tick on'),
};

/** By kind of process. Others of an element count the kernel's loops. */
const localsIn = ({
  item,
  group,
  local,
}: LanguageWords): Readonly<Record<ProcessName, Readonly<Record<string, Meaning>>>> => {
  const kindOfGroup = aside(`tells ${group}s apart by how long they take`);
  return {
    main: { rest: aside('for a logarithm') },
    host: {
      i: LOOP,
      who: aside('who has told it something'),
      busy: counts('units at work'),
      group: counts(`the next ${group}`),
      more: counts(`${group}s still to be given`),
      stage: kindOfGroup,
      kinds: counts(`kinds of ${group}s so far`),
      kind: kindOfGroup,
      tried: kindOfGroup,
      strange: kindOfGroup,
      differs: kindOfGroup,
      one: kindOfGroup,
      other: kindOfGroup,
      k: kindOfGroup,
      slowest: kindOfGroup,
      low: kindOfGroup,
      high: kindOfGroup,
      many: kindOfGroup,
      item: kindOfGroup,
    },
    device: {
      me: OWN_NUMBER,
      started: counts('units that it has started'),
      who: aside('which unit has told it something'),
      group: counts(`the last ${group} that it gave`),
    },
    unit: {
      me: OWN_NUMBER,
      i: LOOP,
      who: { words: 'the element that was done last', of: 'element' },
      busy: counts('elements (or warps) at work'),
      more: counts('passes over the kernel that nobody has begun'),
      group: counts(`its ${group}`),
      wake: WAKE,
      began: counts(`began its ${group} at this tick`),
      waiting: counts('waits out what is like the first'),
      left: counts('waves that have not begun'),
    },
    barrier: {
      me: OWN_NUMBER,
      i: LOOP,
      k: LOOP,
      base: aside('the unit that it releases', 'process'),
      n: counts('have arrived'),
      who: aside('who arrived last'),
      last: { words: 'arrived last', of: 'element', aside: true },
      at: counts('which barrier of the kernel they wait at'),
      wake: WAKE,
    },
    pex: {
      me: OWN_NUMBER,
      wake: WAKE,
      start_time: counts('began this phase at this tick'),
      cur_time: counts('the tick that it counts'),
      group: counts(`its ${group}`),
      items: counts(`its ${item}s in a ${group}`),
      item: counts(`the ${item} that is looked at`),
      warps: counts(`its warps in a ${group}`),
      warp: counts('the warp that is looked at'),
      lanes: LANES,
      lane_ticks: LANES,
      dearest: LANES,
      together: LANES,
      meets: counts('the barrier of the kernel that it waits at'),
      agreed: counts(`what all its ${item}s agree on`),
      global_ticks: counts('ticks in global memory, added up'),
      local_ticks: counts(`ticks in ${local}, added up`),
      private_ticks: counts('ticks of computing, added up'),
      global_lanes: LANES,
      local_lanes: LANES,
      private_lanes: LANES,
    },
    clock: {
      i: aside('the process that is looked at', 'process'),
      k: LOOP,
      base: aside('the unit that is looked at', 'process'),
      who: { words: 'goes on next', of: 'process' },
      next: counts('the next tick at which somebody goes on'),
      first: aside('when the one that goes on fell asleep'),
    },
    port: SERVER,
    l2: SERVER,
    scheduler: { ...SERVER, i: LOOP, j: counts(`warps that it has run in this ${group}`) },
    warp: {
      me: OWN_NUMBER,
      base: aside('its unit', 'process'),
      at: counts('the step of its program'),
      left: counts('times that it still goes this step'),
      fetched: counts('has touched memory and computes next'),
      ready: counts('its memory is ready at this tick'),
      wake: WAKE,
      slept: aside('how many had fallen asleep before it'),
    },
  };
};

const TABLES = {
  opencl: { globals: globalsIn(WORDS_OF.opencl), locals: localsIn(WORDS_OF.opencl) },
  cuda: { globals: globalsIn(WORDS_OF.cuda), locals: localsIn(WORDS_OF.cuda) },
} as const satisfies Record<Language, unknown>;

/** Variables whose names are made of others'. */
const FORMS: readonly (readonly [RegExp, Meaning])[] = [
  [/^lanes_\d+$/, LANES],
  [/_(mark|phase)$/, aside('to skip what repeats itself')],
  [/^at_/, counts('the iteration that they wait in')],
  [/^log2_\d+$/, aside('a logarithm of a parameter')],
];

/** Words of a model's variable; undefined for the kernel's own. */
export function meaningOf(
  name: string,
  process?: string,
  language: Language = 'opencl',
): Meaning | undefined {
  const { globals, locals } = TABLES[language];
  const table: Readonly<Record<string, Meaning | undefined>> =
    process === undefined ? globals : isProcess(process) ? locals[process] : {};
  return table[name] ?? FORMS.find(([form]) => form.test(name))?.[1];
}

const isProcess = (name: string): name is ProcessName => Object.hasOwn(TABLES.opencl.locals, name);
