import { create } from 'zustand';
import type { Action } from '../shared/action.ts';
import { open } from '../shared/opened.ts';

interface OpenedGuide {
  /** The path of a page; undefined for the first. */
  readonly path: string | undefined;
  /** The heading to show; a new object shows it again. */
  readonly heading: { readonly id: string } | undefined;
}

/** Keeps its page while closed. */
export const useOpenedGuide = create<OpenedGuide>()(() => ({
  path: undefined,
  heading: undefined,
}));

/** Opens the documentation, at a heading if one is named. */
export function openGuide(path?: string, heading?: string): void {
  if (path !== undefined)
    useOpenedGuide.setState({ path, heading: heading === undefined ? undefined : { id: heading } });
  open({ dialog: 'guide' });
}

export const GUIDE = {
  id: 'guide',
  label: 'Guide',
  help: 'The guide, the language, the semantics, proofs, licences',
  run: () => openGuide(),
} satisfies Action;
