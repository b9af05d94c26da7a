import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { ElementState } from '../../trace/index.ts';
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

/** `scheme` decides for builds of the browser that resolve `light-dark` where a colour is used. */
function read(scheme = ''): Palette {
  const probe = document.createElement('span');
  probe.style.colorScheme = scheme;
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

/** Colours that no theme, contrast or system changes without changing one of them. */
const WATCHED = {
  color: TOKENS.text,
  'background-color': TOKENS.surface,
  'border-top-color': TOKENS.line,
  'outline-color': TOKENS.accent,
};

/** Made when it is first drawn with: there is a page then. */
let kept: UseBoundStore<StoreApi<{ readonly palette: Palette }>> | undefined;

function paletteStore(): NonNullable<typeof kept> {
  if (kept) return kept;
  const made = create<{ readonly palette: Palette }>(() => ({ palette: read() }));
  watch(() => made.setState({ palette: read() }));
  kept = made;
  return made;
}

/** The system's colours change without a media query's event: a transition starts whenever one does. */
function watch(onChange: () => void): void {
  const watcher = document.createElement('span');
  watcher.ariaHidden = 'true';
  const { style } = watcher;
  style.cssText = 'position: fixed; visibility: hidden; forced-color-adjust: none';
  for (const [property, token] of Object.entries(WATCHED))
    style.setProperty(property, `var(${token})`);
  const times = Object.keys(WATCHED).map((property) => `${property} 1ms`);
  style.setProperty('transition', times.join(), 'important');
  watcher.addEventListener('transitionrun', onChange);
  document.body.append(watcher);
  // A style to begin from.
  getComputedStyle(watcher).getPropertyValue('color');
}

/** The palette of the theme that is shown. */
export const usePalette = (): Palette => paletteStore()(({ palette }) => palette);

/** The light palette, for print. Builds without `light-dark` decide at the root, which turns light for a moment. */
export function printedPalette(): Palette {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset['theme'] = 'light';
  try {
    return read('light');
  } finally {
    if (theme === undefined) delete dataset['theme'];
    else dataset['theme'] = theme;
  }
}
