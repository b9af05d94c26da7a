import { type Cells, CHANGED, LOST, UNSET, type Place, type Value } from './cells.ts';

/** Contents of the host's memory, by place. */

/** The value of a struct or of its member. */
export function memberOf(value: Value, path: readonly string[]): Value {
  let at = value;
  for (const name of path) {
    if (at.kind !== 'struct')
      return at.kind === 'open' || at.kind === 'unset' ? at : unfollowed(at);
    at = at.members.get(name) ?? LOST;
  }
  return at;
}

function withMember(whole: Value, [name, ...path]: readonly string[], value: Value): Value {
  if (name === undefined) return value;
  if (whole.kind !== 'struct') return unfollowed(whole, value);
  const inner = withMember(whole.members.get(name) ?? UNSET, path, value);
  return { ...whole, members: new Map([...whole.members, [name, inner]]) };
}

export function read(place: Place): Value {
  if (place.kind === 'variable') return memberOf(place.variable.value, place.path);
  const { cells, at, path } = place;
  return memberOf(cells.values.get(at) ?? cells.rest, path);
}

/** A variable that is an array. */
export const isArray = (place: Place): boolean =>
  place.kind === 'variable' && place.variable.type.name.endsWith('[]');

/** No statement of the text tells it any more. */
export const isChanged = (value: Value): boolean =>
  (value.kind === 'open' || value.kind === 'lost') && value.isChanged === true;

/** A part of what is not followed, or what is made of it. */
export const unfollowed = (...values: readonly Value[]): Value =>
  values.some(isChanged) ? CHANGED : LOST;

export function write(place: Place, value: Value): void {
  if (place.kind === 'variable') {
    place.variable.value = withMember(place.variable.value, place.path, value);
    return;
  }
  const { cells, at, path } = place;
  cells.put(at, withMember(cells.values.get(at) ?? cells.rest, path, value));
}

/** Arrays that are told of by a value, also through others. */
export function reached(value: Value, found = new Set<Cells>()): ReadonlySet<Cells> {
  switch (value.kind) {
    case 'pointer':
    case 'bytes':
    case 'vector': {
      const cells = value.kind === 'vector' ? value.cells : value.to;
      if (cells === undefined || found.has(cells)) return found;
      found.add(cells);
      for (const each of [...cells.values.values(), cells.rest]) reached(each, found);
      return found;
    }
    case 'struct':
      for (const each of value.members.values()) reached(each, found);
      return found;
    case 'address':
      return reached(read(value.of), found);
    case 'whole':
    case 'real':
    case 'function':
    case 'open':
    case 'lost':
    case 'unset':
      return found;
  }
}
