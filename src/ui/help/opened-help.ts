import { create } from 'zustand';
import type { Action } from '../shared/action.ts';
import { caretWord } from '../editor/kernel-caret.ts';

interface OpenedHelp {
  readonly isOpen: boolean;
  readonly search: string;
  /** The topic to show; a new object shows it again. */
  readonly topic: { readonly id: string } | null;
  /** The word at the kernel's caret when the commands opened. */
  readonly word: string | undefined;
}

/** Keeps its place while closed. */
export const useOpenedHelp = create<OpenedHelp>()(() => ({
  isOpen: false,
  search: '',
  topic: null,
  word: undefined,
}));

/** Opens the help at a topic, such as `pragma-param`, or where it was left. */
export const openHelp = (topic?: string): void =>
  useOpenedHelp.setState({
    isOpen: true,
    ...(topic !== undefined && { topic: { id: topic }, search: '' }),
  });

/** The commands take the focus, so the caret is noted before. */
export function noteWord(): void {
  useOpenedHelp.setState({ word: caretWord() });
}

export const closeHelp = (): void => useOpenedHelp.setState({ isOpen: false });

/** Outside of fields and editors. */
export const HELP = {
  id: 'help',
  label: 'Help and keys',
  keys: ['?'],
  help: 'Help: every word of the page, the pragmas, and these keys',
  run: () => (useOpenedHelp.getState().isOpen ? closeHelp() : openHelp()),
} satisfies Action;

/** In the kernel it explains the word at the caret. */
export const HELP_HERE = {
  id: 'help-here',
  label: 'Help for the word at the caret',
  // Among the commands only where there is one.
  labelOn: () => {
    const { word } = useOpenedHelp.getState();
    return word === undefined ? '' : `Help for ${word}`;
  },
  keys: ['Shift+F1'],
  scope: 'everywhere',
  help: 'Help, in the kernel for the word at the caret',
  run() {
    const word = caretWord() ?? useOpenedHelp.getState().word;
    if (word === undefined) openHelp();
    else useOpenedHelp.setState({ isOpen: true, search: word, topic: { id: word } });
  },
} satisfies Action;
