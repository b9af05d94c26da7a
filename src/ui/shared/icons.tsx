/** On a 16 px grid with one stroke width. Decorative: labels carry the meaning. */
const PATHS = {
  play: 'M5 3.5v9l7.5-4.5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  first: 'M4 3.5v9M12.5 3.5 6.5 8l6 4.5z',
  last: 'M12 3.5v9M3.5 3.5l6 4.5-6 4.5z',
  back: 'M10.5 3.5 4.5 8l6 4.5z',
  forward: 'M5.5 3.5l6 4.5-6 4.5z',
  schedules: 'M2.5 8h3l3-4.5h5M5.5 8h8M5.5 8l3 4.5h5',
  barrier: 'M11.5 3v10M3 5.5h5M3 10.5h5M6 3.5l2.2 2L6 7.5M6 8.5l2.2 2L6 12.5',
  barrierBack: 'M4.5 3v10M13 5.5H8M13 10.5H8M10 3.5l-2.2 2 2.2 2M10 8.5l-2.2 2 2.2 2',
  tick: 'M6.5 3.5a4.5 4.5 0 1 1-3 8.5M6.5 5.5V8h2.3M12 2.5l2 1.8-2 1.8',
  tickBack: 'M9.5 3.5a4.5 4.5 0 1 0 3 8.5M9.5 5.5V8H7.2M4 2.5 2 4.3l2 1.8',
  message: 'M3 3v10M3 8h9M9 5l3.2 3L9 11',
  messageBack: 'M13 3v10M13 8H4M7 5 3.8 8 7 11',
  fill: 'M9.5 2.5h4v4M13.5 2.5 9 7M6.5 13.5h-4v-4M2.5 13.5 7 9',
  shrink: 'M13 7H9V3M9 7l4.5-4.5M3 9h4v4M7 9l-4.5 4.5',
  filter: 'M2.5 3.5h11L9.5 8.5v4.5l-3-1.8V8.5z',
  zoomIn: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.3 10.3 14 14M7 5v4M5 7h4',
  zoomOut: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.3 10.3 14 14M5 7h4',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.3 10.3 14 14',
  save: 'M8 2v7.5M4.8 6.8 8 10l3.2-3.2M2.5 11v2.5h11V11',
  share:
    'M11.5 2.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6M4.5 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6M11.5 10.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6M6.1 7.1l3.8-2.2M6.1 8.9l3.8 2.2',
  pin: 'M5.5 2.5h5M6.5 2.5v4L4.5 9h7l-2-2.5v-4M8 9v5',
  list: 'M6 4h8M6 8h8M6 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  sliders: 'M2.5 4.5h6M12 4.5h1.5M2.5 11.5H4M7.5 11.5h6M10.2 2.8v3.4M5.8 9.8v3.4',
  check: 'M3 8.5 6.5 12 13 4.5',
  shield: 'M8 1.8 13 3.7v4c0 3.2-2.2 5.3-5 6.5-2.8-1.2-5-3.3-5-6.5v-4zM5.6 8l1.8 1.8L10.6 6.4',
  hourglass: 'M4 2h8M4 14h8M5 2c0 4 6 4 6 6s-6 2-6 6M11 2c0 4-6 4-6 6s6 2 6 6',
  dice: 'M3 3h10v10H3zM6 6h.01M10 10h.01M10 6h.01M6 10h.01',
  ban: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M3.8 3.8l8.4 8.4',
  lock: 'M4 7h8v6.5H4zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  square: 'M4 4h8v8H4z',
  chip: 'M4.5 4.5h7v7h-7zM6.5 1.5v3M9.5 1.5v3M6.5 11.5v3M9.5 11.5v3M1.5 6.5h3M1.5 9.5h3M11.5 6.5h3M11.5 9.5h3',
  warning: 'M8 2.2 14.5 13.5h-13zM8 6.5v3.2M8 11.7v.01',
  error: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M8 5v3.8M8 11v.01',
  info: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M8 7.4V11M8 5v.01',
  close: 'M4 4l8 8M12 4l-8 8',
  chevron: 'M4.5 6.5 8 10l3.5-3.5',
  sun: 'M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6M8 1.2v1.6M8 13.2v1.6M1.2 8h1.6M13.2 8h1.6M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M12.8 3.2l-1.1 1.1M4.3 11.7l-1.1 1.1',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6z',
  screen: 'M2 3h12v8H2zM6 14h4M8 11v3',
  help: 'M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.8-1.1 1.6M8 12v.01',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6L13 6M13 2.5V6H9.5',
  undo: 'M3.8 6.5h5.7a3.2 3.2 0 0 1 0 6.5H6M6.8 3.5l-3 3 3 3',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5M9 3 7 13',
  book: 'M8 4.2C6.5 3 4.5 2.8 2.5 3.5v9c2-.7 4-.5 5.5.7 1.5-1.2 3.5-1.4 5.5-.7v-9c-2-.7-4-.5-5.5.7zM8 4.2v9',
  lines: 'M2.5 2.5v11h11M5 10.5 8 6.5l2.5 2L14 4',
  cloud: 'M8 2v8M4.8 7 8 10.2 11.2 7M3 13.5h10',
} as const;

export type IconName = keyof typeof PATHS;

/** Lines of another width. */
const WIDTHS: Readonly<Partial<Record<IconName, number>>> = {
  pause: 2.2,
  check: 2,
  hourglass: 1.3,
  dice: 1.6,
  help: 1.6,
};

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className="icon"
      // CSS sizes grow with the words.
      style={{
        width: `calc(${size}px * var(--text-scale))`,
        height: `calc(${size}px * var(--text-scale))`,
      }}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={WIDTHS[name] ?? 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} {...(name === 'play' && { fill: 'currentColor', stroke: 'none' })} />
    </svg>
  );
}
