import { CONSTANT_NAMES } from '../platform/index.ts';
import { EDITOR_VIEWS, RESULT_VIEWS } from '../session/view-names.ts';
import type { Deed } from './pieces.ts';

/** Valid action links, for authors' errors. */
export const DEEDS =
  'do:tune, do:tune/size=8, do:verify, do:reset, do:show/VIEW, do:set/GMT=8, do:trace/WG=4,TS=2 and do:line/WORDS';

const isIn = (list: readonly string[], name: string): boolean => list.includes(name);

/** `WG=4,TS=2` by name. */
function pairs(text: string): Record<string, string> | undefined {
  const all = text.split(',').map((each) => /^(\w{1,40})=(\d{1,9})$/.exec(each.trim()));
  const found = all.flatMap((match) =>
    match?.[1] !== undefined && match[2] !== undefined ? [[match[1], match[2]] as const] : [],
  );
  return found.length === all.length ? Object.fromEntries(found) : undefined;
}

/** `size=8,GMT=2`, if all are platform constants. */
function constantsIn(text: string): Record<string, string> | undefined {
  const all = pairs(text);
  return all && Object.keys(all).every((each) => isIn(CONSTANT_NAMES, each)) ? all : undefined;
}

/** Reads an action link, `do:trace/WG=4,TS=2`; undefined if unknown. */
export function readDeed(url: string): Deed | undefined {
  const [, name = '', , rest = ''] = /^do:([a-z]+)(\/(.*))?$/s.exec(url) ?? [];
  switch (name) {
    case 'tune': {
      const constants = rest === '' ? {} : constantsIn(rest);
      return constants && { do: name, constants };
    }
    case 'verify':
    case 'reset':
      return rest === '' ? { do: name } : undefined;
    case 'show':
      return isIn([...EDITOR_VIEWS, ...RESULT_VIEWS], rest) ? { do: name, view: rest } : undefined;
    case 'set': {
      const constants = constantsIn(rest);
      return constants && { do: name, constants };
    }
    case 'trace': {
      const all = Object.entries(pairs(rest) ?? {});
      const isConstant = ([each]: (typeof all)[number]): boolean => isIn(CONSTANT_NAMES, each);
      const values = all.filter((each) => !isConstant(each));
      if (values.length === 0) return undefined;
      return {
        do: name,
        values: Object.fromEntries(values.map(([key, one]) => [key, Number(one)])),
        constants: Object.fromEntries(all.filter(isConstant)),
      };
    }
    case 'line': {
      const words = decoded(rest);
      return words === undefined || words.trim() === '' ? undefined : { do: name, words };
    }
    default:
      return undefined;
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
