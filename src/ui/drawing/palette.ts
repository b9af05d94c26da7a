import { useMemo } from 'react';
import type { ElementState } from '../../trace/index.ts';
import { useMedia } from '../shared/hooks.ts';
import { useIsDark } from '../theme/theme.ts';
import type { Texture } from './brush.ts';

const TOKENS = {
  surface: '--surface',
  sunken: '--surface-sunken',
  line: '--line',
  lineStrong: '--line-strong',
  text: '--text',
  soft: '--text-soft',
  faint: '--text-faint',
  accent: '--accent',
  accentSoft: '--accent-soft',
  glow: '--glow',
  glowEdge: '--glow-edge',
  proved: '--proved',
  failed: '--failed',
  global: '--space-global',
  local: '--space-local',
  private: '--space-private',
  masked: '--state-masked',
  barrier: '--wait-barrier',
  dispatch: '--wait-dispatch',
  repeat: '--state-repeat',
  busy: '--state-busy',
  queue: '--state-queue',
  hidden: '--state-hidden',
  exposed: '--state-exposed',
  idle: '--state-idle',
  hatch: '--hatch',
  go: '--message-go',
  done: '--message-done',
  stop: '--message-stop',
  tick: '--message-tick',
  wait: '--message-wait',
} as const;

/** Textures tell states apart without colour. */
export const STATE_TEXTURES: Readonly<Partial<Record<ElementState, Texture>>> = {
  global: 'stripes',
  local: 'dots',
  masked: 'waves',
  barrier: 'cross',
  repeat: 'waves',
  hidden: 'stripes',
};

/** The page's colours as a canvas and a file need them: without variables. */
export type Palette = Readonly<Record<keyof typeof TOKENS, string>>;

interface Looks {
  readonly dark: boolean;
  /** The system's own colours, of high contrast. */
  readonly forced: boolean;
  readonly strong: boolean;
}

function read({ dark }: Looks): Palette {
  const probe = document.createElement('span');
  // Which of two colours `light-dark` means is decided where the colour is used.
  probe.style.colorScheme = dark ? 'dark' : 'light';
  // Forced colours are among the tokens already.
  probe.style.setProperty('forced-color-adjust', 'none');
  // With reduced motion every change takes a moment, in which the old colour still counts.
  probe.style.setProperty('transition', 'none', 'important');
  document.body.append(probe);
  const entries = Object.entries(TOKENS).map(([name, token]) => {
    probe.style.color = `var(${token})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(entries) as Palette;
}

/** The palette of the theme that is shown. */
export function usePalette(): Palette {
  const dark = useIsDark();
  const forced = useMedia('(forced-colors: active)');
  const strong = useMedia('(prefers-contrast: more)');
  return useMemo(() => read({ dark, forced, strong }), [dark, forced, strong]);
}

/** The light palette, for print. Builds without `light-dark` decide at the root, which turns light for a moment. */
export function printedPalette(): Palette {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset['theme'] = 'light';
  try {
    return read({ dark: false, forced: false, strong: false });
  } finally {
    if (theme === undefined) delete dataset['theme'];
    else dataset['theme'] = theme;
  }
}
