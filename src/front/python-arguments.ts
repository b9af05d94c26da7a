/** A call's arguments in Python: those with names, and the others. */
export function argumentsIn(all: readonly string[]): {
  readonly named: ReadonlyMap<string, string>;
  readonly plain: readonly string[];
} {
  const named = new Map<string, string>();
  const plain: string[] = [];
  for (const each of all) {
    const [, name, value] = /^(\w+)\s*=(?!=)\s*([^]*)$/.exec(each) ?? [];
    if (name === undefined) plain.push(each);
    else if (value) named.set(name, value);
  }
  return { named, plain };
}
