import { LEVEL_TABLE } from '../../promela/index.ts';
import { CONSTANTS, semanticsOf } from '../../platform/index.ts';
import { METHODS } from '../../tuning/index.ts';
import {
  type MachineSettings,
  labelIn,
  presetIn,
  USUAL_MACHINE_SETTINGS,
} from '../kept/machine-settings.ts';
import type { Settings } from '../kept/settings.ts';

/** A change of settings, as a menu says it. */
export interface Change {
  /** The fields of the settings that are others. */
  readonly fields: ReadonlySet<string>;
  /** `GMT 4 → 8`; empty where nothing is worth undoing. */
  readonly words: string;
  /** The only typed field: further letters join its step. */
  readonly typed?: string;
}

const from = (name: string, before: string, after: string): string =>
  `${name} ${before === '' ? 'nothing' : before} → ${after === '' ? 'nothing' : after}`;

const levelName = (level: Settings['level']): string =>
  LEVEL_TABLE.find(({ id }) => id === level)?.label ?? 'by itself';

const methodName = (method: Settings['method']): string =>
  METHODS.find(({ id }) => id === method)?.label ?? method;

/** The change between settings, except their text. */
export function changeOf(before: Settings, after: Settings): Change {
  const fields = new Set<string>();
  const parts: string[] = [];
  let typed: string | undefined;
  const differs = <Name extends keyof Settings>(name: Name): boolean => {
    const isOther = JSON.stringify(before[name]) !== JSON.stringify(after[name]);
    if (isOther) fields.add(name);
    return isOther;
  };
  if (differs('constants')) {
    const changed = CONSTANTS.filter(
      ({ name }) => before.constants[name] !== after.constants[name],
    ).map(({ name }) => name);
    const [only] = changed;
    if (changed.length === 1 && only !== undefined) {
      typed = only;
      parts.push(from(only, before.constants[only].trim(), after.constants[only].trim()));
    } else parts.push('constants of the platform');
  }
  if (differs('machine')) {
    const { words, name } = machineChange(before.machine, after.machine);
    typed = name;
    parts.push(words);
  }
  if (differs('semantics'))
    parts.push(
      from('semantics', semanticsOf(before.semantics).label, semanticsOf(after.semantics).label),
    );
  if (differs('level')) parts.push(from('level', levelName(before.level), levelName(after.level)));
  if (differs('method'))
    parts.push(from('method', methodName(before.method), methodName(after.method)));
  if (differs('limits')) parts.push('limits');
  if (differs('kernelName'))
    parts.push(from('kernel', before.kernelName ?? 'the first', after.kernelName ?? 'the first'));
  if (differs('verifiedSize')) parts.push('size to verify');
  if (differs('launch')) parts.push('launch');
  return {
    fields,
    words: parts.join(', '),
    ...(parts.length === 1 && typed !== undefined && { typed }),
  };
}

function machineChange(
  before: MachineSettings = USUAL_MACHINE_SETTINGS,
  after: MachineSettings = USUAL_MACHINE_SETTINGS,
): { words: string; name?: string } {
  if (before.preset !== after.preset || before.name !== after.name)
    return { words: from('machine', labelIn(before), labelIn(after)) };
  const names = new Set([...Object.keys(before.changed), ...Object.keys(after.changed)]);
  const changed = [...names].filter((name) => before.changed[name] !== after.changed[name]);
  const [only] = changed;
  if (changed.length !== 1 || only === undefined) return { words: 'constants of the machine' };
  const own = new Map<string, unknown>(Object.entries(presetIn(after).machine));
  const value = ({ changed: typed }: MachineSettings): string =>
    (typed[only] ?? String(own.get(only) ?? '')).trim();
  return { words: from(only, value(before), value(after)), name: only };
}
