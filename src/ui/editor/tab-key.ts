import * as v from 'valibot';
import type { Action } from '../shared/action.ts';
import { keptStore } from '../shared/kept-store.ts';

/** Whether Tab indents in the kernel; by default it leaves the editor. */
export const useTabKey = keptStore<{ readonly indents: boolean }>(
  'overtime-tab-key',
  v.object({ indents: v.boolean() }),
  { indents: false },
);

export function letTabIndent(indents: boolean): void {
  useTabKey.setState({ indents });
}

export const TAB_KEY = {
  id: 'tab-key',
  label: 'Let Tab leave the editor, or indent in it',
  keys: ['Control+M'],
  scope: 'everywhere',
  help: 'Let Tab leave the editor, or indent in it',
  run: () => letTabIndent(!useTabKey.getState().indents),
} satisfies Action;
