import type { Action } from '../shared/action.ts';
import { open } from '../shared/opened.ts';

/** A link to the view, or HTML that embeds it. */
export const SHARE = {
  id: 'share',
  label: 'Share',
  keys: ['L'],
  help: 'Share what you see: a link, or a picture that runs in another page',
  run: () => open({ dialog: 'share' }),
} satisfies Action;
