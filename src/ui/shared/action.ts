import type { Commands } from '../../session/core.ts';
import type { SessionState } from '../../session/state.ts';
import type { LanguageServices } from '../../session/views/language.ts';

export interface Page {
  readonly state: SessionState;
  readonly commands: Commands;
  readonly language: LanguageServices;
}

/** Something that can be done, for palette, help, keys and menus. `On` is its subject. */
export interface Action<On = unknown> {
  readonly id: string;
  /** As a button says it: `Next barrier`. */
  readonly label: string;
  /** The label where it depends on what is there. */
  readonly labelOn?: (on: On) => string;
  /** Its group in the palette: `Method`. */
  readonly group?: string;
  /** ARIA key names, such as `Shift+ArrowLeft`. Control is also Cmd on a Mac. */
  readonly keys?: readonly string[];
  /** `everywhere` comes before the focus, `unused` after it, `beside-texts` outside of text fields. Absent:
   * where the focus has no use for keys. */
  readonly scope?: 'everywhere' | 'unused' | 'beside-texts';
  /** Its line in the key list; actions may share one. */
  readonly help?: string;
  /** Absent: always. */
  readonly isEnabled?: (on: On) => boolean;
  readonly run: (on: On) => void;
}

/** A key in the help: of an action or a part. */
export type KeyHelp = Pick<Action, 'keys' | 'help'>;

const NAMES: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** Key caps: `Shift`, `←`. */
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

export const isPressed = ({ keys = [] }: Pick<Action, 'keys'>, event: Pressed): boolean =>
  keys.some((key) => {
    const parts = key.split('+');
    const last = parts.at(-1)?.toLowerCase();
    const name = last === 'space' ? ' ' : last === 'plus' ? '+' : last;
    // The shifted half of a key is its own key: `?`.
    const shiftCounts = name !== undefined && /^([a-z ]|..+)$/.test(name);
    return (
      event.key.toLowerCase() === name &&
      (event.ctrlKey || event.metaKey) === parts.includes('Control') &&
      (!shiftCounts || event.shiftKey === parts.includes('Shift')) &&
      !event.altKey
    );
  });

/** `←` `→` for "Step back, step forward"; a second way follows the words. */
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
