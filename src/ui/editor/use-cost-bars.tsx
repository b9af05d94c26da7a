import { type ReactNode, useEffect, useState } from 'react';
import { whole } from '../../base/words.ts';
import type { CostLine } from '../../language/index.ts';
import './cost-bars.css';
import type { OpenEditor } from './use-editor.ts';

/** Ticks of a work-item, line by line. */
export type CostBars = readonly CostLine[];

interface Placed {
  readonly line: CostLine;
  readonly top: number;
  /** Pixels right of the line's text. */
  readonly room: number;
}

/** Pixels of the longest bar, of a digit, and of what is around a number, the edge included. */
const LONGEST = 64;
const DIGIT = 8;
const AROUND = 26;
const LEAST = 2;

/** A column of bars that scrolls with the text. */
export function useCostBars(open: OpenEditor | undefined, costs: CostBars | undefined): ReactNode {
  const placed = usePlaces(open, costs);
  if (!costs || placed.length === 0) return null;
  const most = Math.max(...costs.map(({ ticks }) => ticks.most), 1);
  return (
    <ul className="cost-bars" aria-label="Ticks of a work-item">
      {placed.map((one) => (
        <Bar key={one.line.line} {...one} most={most} />
      ))}
    </ul>
  );
}

function Bar({ line, top, room, most }: Placed & { readonly most: number }) {
  const { ticks, global, local, barriers } = line;
  const isBarrier = ticks.most === 0;
  const space = isBarrier ? 'barrier' : global.most >= local.most ? 'global' : 'local';
  const number = whole(isBarrier ? barriers.most : ticks.most);
  const free = room - AROUND - (isBarrier ? 0 : DIGIT * number.length);
  // A long line is not written over: the mark alone stays.
  const isTight = free < LEAST;
  const full = (LONGEST * ticks.most) / most;
  const width = isBarrier ? LEAST : Math.max(LEAST, Math.min(free, full));
  const unit = isBarrier ? 'barriers' : `ticks, ${space}`;
  return (
    <li className={isTight ? 'cost-bar tight' : 'cost-bar'} style={{ top }}>
      <i className={`cost-bar-ink ${space}`} style={{ width }} />
      <span className="visually-hidden">line {line.line}: </span>
      {!isBarrier && !isTight && number}
      <span className="visually-hidden">
        {isBarrier || isTight ? number : ''} {unit}
      </span>
    </li>
  );
}

function usePlaces(open: OpenEditor | undefined, costs: CostBars | undefined): readonly Placed[] {
  const [placed, setPlaced] = useState<readonly Placed[]>([]);
  useEffect(() => {
    if (!open || !costs) return undefined;
    const { editor, model } = open;
    const place = (): void => {
      const scrolled = editor.getScrollTop();
      const { height, width } = editor.getLayoutInfo();
      setPlaced(
        costs.flatMap((line) => {
          if (line.line > model.getLineCount()) return [];
          const top = editor.getTopForLineNumber(line.line) - scrolled;
          const column = model.getLineMaxColumn(line.line);
          const end = editor.getScrolledVisiblePosition({ lineNumber: line.line, column });
          const room = width - (end?.left ?? 0);
          // A line that the editor's edge cuts has none.
          const bottom = editor.getTopForLineNumber(line.line + 1) - scrolled;
          return top < 0 || bottom > height ? [] : [{ line, top, room }];
        }),
      );
    };
    const listening = [
      editor.onDidScrollChange(place),
      editor.onDidLayoutChange(place),
      editor.onDidContentSizeChange(place),
    ];
    // Lines are hidden and laid out first.
    const frame = requestAnimationFrame(place);
    return () => {
      cancelAnimationFrame(frame);
      for (const each of listening) each.dispose();
    };
  }, [open, costs]);
  return placed;
}
