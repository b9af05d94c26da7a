import * as v from 'valibot';
import { create } from 'zustand';
import { keptStore } from './kept-store.ts';

interface Opened {
  /** Tabs by their id in the table of their pane. */
  readonly editor: string;
  readonly results: string;
  /** The machine stands in the text's place. */
  readonly machine: boolean;
  /** The form for what the text leaves open stands in the answer's place. */
  readonly missing: boolean;
  /** The same of a model of its own. */
  readonly modelView: string;
  /** The search's settings stand below the model. */
  readonly questions: boolean;
  /** The question in the Sensitivity view. */
  readonly sensitive: 'constants' | 'platforms';
  readonly dialog:
    | 'palette'
    | 'columns'
    | 'kernels'
    | 'kernels-compared'
    | 'guide'
    | 'share'
    | 'shards'
    | 'another-gpu'
    | null;
  /** The wanted caret; a new object sets it again. */
  readonly jump?: { readonly offset: number; readonly length?: number };
  /** The same of a model of its own. */
  readonly modelJump?: { readonly offset: number };
}

/** Which tabs and dialog are open: actions open them from anywhere. */
const AT_FIRST: Opened = {
  editor: 'kernel',
  results: 'map',
  machine: false,
  missing: false,
  modelView: 'checks',
  questions: false,
  sensitive: 'constants',
  dialog: null,
};
export const useOpened = create<Opened>()(() => AT_FIRST);

/** Asked of a model of its own. */
interface ModelAsking {
  readonly kind: 'check' | 'tune';
}
/** Kept, since its answer comes back as well. */
export const useModelAsking = keptStore<ModelAsking>(
  'overtime-model-asking',
  v.object({ kind: v.picklist(['check', 'tune']) }),
  { kind: 'check' },
);

/** Shows a place in the kernel's text. */
export const showPlace = (offset: number): void =>
  open({ editor: 'kernel', machine: false, jump: { offset } });

/** Shows a place in the text of a model of its own. */
export const showModelPlace = (offset: number): void =>
  open({ editor: 'promela', modelJump: { offset } });

/** Shows a stretch of the kernel's text, selected to be written over. */
export const selectPlace = (offset: number, length: number): void =>
  open({ editor: 'kernel', machine: false, jump: { offset, length } });

export const open = (changes: Partial<Opened>): void => useOpened.setState(changes);

export type OpenedDialogId = Exclude<Opened['dialog'], null>;

export const closeDialog = (): void => open({ dialog: null });
