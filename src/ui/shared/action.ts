import type { Commands, SessionState } from '../../session/index.ts';

/** What the page's actions are done to. */
export interface Page {
  readonly state: SessionState;
  readonly commands: Commands;
}

/** Something that can be done. Palette, help, keys, tooltips and menus all read this one object; `On` is
 * what it is done to. */
export interface Action<On = unknown> {
  readonly id: string;
  /** As a button says it: `Next barrier`. */
  readonly label: string;
  /** The label where it depends on what is there. */
  readonly labelOn?: (on: On) => string;
  /** What it belongs to, named before its label in the palette: `Method`. */
  readonly group?: string;
  /** Keys that do the same, as ARIA writes them: `Shift+ArrowLeft`. Control is Cmd on a Mac as well. */
  readonly keys?: readonly string[];
  /** Where its keys count. `everywhere`: what has the focus does not see them. `unused`: once what has the
   * focus made nothing of them. `beside-texts`: except where a text is written, which has its own. Absent: while the focus is on nothing that has a use for keys. */
  readonly scope?: 'everywhere' | 'unused' | 'beside-texts';
  /** Its line in the list of keys; actions with the same line share it. */
  readonly help?: string;
  /** Absent: always. */
  readonly isEnabled?: (on: On) => boolean;
  readonly run: (on: On) => void;
}

/** A key that the help lists: of an action, or of a part that has its own. */
export type KeyHelp = Pick<Action, 'keys' | 'help'>;

const NAMES: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** What is printed on the keys to press together: `Shift`, `←`. */
export const keyCaps = (key: string | undefined): string[] =>
  key?.split('+').map((part) => NAMES[part] ?? part) ?? [];

/** A tooltip: `Next message (Shift+→)`. */
export const withKey = (words: string, [key]: readonly string[] = []): string =>
  key === undefined ? words : `${words} (${keyCaps(key).join('+')})`;

/** For `aria-keyshortcuts`. */
export const ariaKeys = (keys: readonly string[] = []): string =>
  keys
    .flatMap((key) => (key.includes('Control') ? [key, key.replace('Control', 'Meta')] : [key]))
    .join(' ');

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether a key of an action was pressed. */
export const isPressed = ({ keys = [] }: Pick<Action, 'keys'>, event: Pressed): boolean =>
  keys.some((key) => {
    const parts = key.split('+');
    const last = parts.at(-1)?.toLowerCase();
    const name = last === 'space' ? ' ' : last === 'plus' ? '+' : last;
    // What a layout puts on the shifted half of a key is a key of its own: `?`.
    const shiftCounts = name !== undefined && /^([a-z ]|..+)$/.test(name);
    return (
      event.key.toLowerCase() === name &&
      (event.ctrlKey || event.metaKey) === parts.includes('Control') &&
      (!shiftCounts || event.shiftKey === parts.includes('Shift')) &&
      !event.altKey
    );
  });

/** The lines of a list of keys: `←` `→` for "Step back, step forward". A second way to do the same stands
 * behind the words. */
export function keyHelp(
  list: readonly KeyHelp[],
): { readonly caps: readonly string[]; readonly words: string }[] {
  const lines = new Set(
    list.flatMap(({ help, keys }) => (help === undefined || keys === undefined ? [] : [help])),
  );
  return [...lines].map((help) => {
    const sharing = list.filter((each) => each.help === help);
    const caps = sharing.flatMap(({ keys }) => keyCaps(keys?.[0]));
    const also = sharing.length === 1 ? sharing[0]?.keys?.[1] : undefined;
    const words = also === undefined ? help : `${help} (or ${keyCaps(also).join(' ')})`;
    return { caps: [...new Set(caps)], words };
  });
}
