import { type Builtin, BUILTINS, type BuiltinSort } from './builtin-table.ts';

const BY_NAME: ReadonlyMap<string, Builtin> = new Map(
  BUILTINS.map((builtin) => [builtin.name, builtin]),
);

/** Functions that have a name for each type, or for each size and rounding. */
const FAMILIES: readonly (readonly [RegExp, BuiltinSort])[] = [
  [/^(convert|as)_\w+$/, 'free'],
  [/^vloada?_half(2|3|4|8|16)?$/, 'vector-load'],
  [/^vstorea?_half(2|3|4|8|16)?(_rt[ezpn])?$/, 'vector-store'],
];

/** A built-in function; undefined for names OpenCL does not define. */
export function builtinOf(name: string): Builtin | undefined {
  const known = BY_NAME.get(name);
  if (known) return known;
  const [, sort] = FAMILIES.find(([pattern]) => pattern.test(name)) ?? [];
  if (!sort) return undefined;
  return { name, sort, signature: `${name}(...)`, about: 'A built-in function of OpenCL C.' };
}

/** Objects that OpenCL C defines and that are worth nothing to us. */
export const isBuiltinConstant = (name: string): boolean =>
  /^(CLK_\w+|memory_(order|scope)_\w+|(FLT|DBL|HALF)_\w+|M_\w+|(CHAR|SCHAR|UCHAR|SHRT|USHRT|INT|UINT|LONG|ULONG)_(MAX|MIN|BIT)|CHAR_BIT|INFINITY|NAN|HUGE_VALF?|MAXFLOAT|NULL|ATOMIC_VAR_INIT|true|false)$/.test(
    name,
  );
