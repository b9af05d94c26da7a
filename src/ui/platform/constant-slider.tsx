import { useLayoutEffect, useRef } from 'react';
import { type ConstantName, CONSTANTS, usualConstants } from '../../platform/index.ts';
import type { Commands } from '../../session/core.ts';

type Constant = (typeof CONSTANTS)[number];

interface Props extends Pick<Commands, 'dragConstant' | 'letGo'> {
  readonly name: ConstantName;
  readonly value: string;
}

/** Where it stops: ticks one by one, counts from power to power of two, with their middles where any number will do. */
function stopsOf({ name, unit, swept: [from, to] }: Constant): readonly number[] {
  if (unit === 'ticks') return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const powers = Array.from({ length: 1 + Math.log2(to / from) }, (_, at) => from * 2 ** at);
  if (name === 'size' || name === 'WR') return powers;
  return powers.flatMap((power) => (power < 2 || power === to ? [power] : [power, power * 1.5]));
}

const USUAL = usualConstants();

/** Drags a constant; the answer follows the hand, and a mark stays where it stands as a rule. */
export function ConstantSlider({ name, value, dragConstant, letGo }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isHeld = useRef(false);
  const constant = CONSTANTS.find((one) => one.name === name);
  const stops = constant ? stopsOf(constant) : [];
  const last = stops.length - 1;
  const after = stops.findIndex((stop) => stop >= Number(value));
  const at = after < 0 ? last : after;
  const place = (to: number): void => {
    const node = input.current;
    if (!node) return;
    if (node.valueAsNumber !== to) node.value = String(to);
    node.style.setProperty('--way', `${(100 * to) / last}%`);
  };
  const usual = stops.indexOf(USUAL[name]);
  // The hand is ahead of its answer.
  useLayoutEffect(() => {
    if (!isHeld.current) place(at);
    input.current?.style.setProperty('--usual', String(usual / last));
  });
  const release = (): void => {
    if (!isHeld.current) return;
    isHeld.current = false;
    letGo();
  };
  return (
    <input
      ref={input}
      className="slider constant-slider"
      type="range"
      aria-label={`Drag ${name}: ${constant?.meaning ?? ''}`}
      aria-valuetext={`${stops[at] ?? value} ${constant?.unit ?? ''}`}
      min={0}
      max={last}
      step={1}
      defaultValue={at}
      onInput={({ currentTarget }) => {
        isHeld.current = true;
        const to = currentTarget.valueAsNumber;
        place(to);
        dragConstant(name, String(stops[to] ?? value));
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyUp={release}
      onBlur={release}
    />
  );
}

/** The state of dragging. Where an answer takes long, it says how long. */
export function paceInWords(pace: number | undefined): string {
  const drag = 'Drag a constant: each position is proved';
  return pace === undefined || pace < 0.3 ? `${drag}.` : `${drag}, in ${pace.toFixed(1)} s here.`;
}
