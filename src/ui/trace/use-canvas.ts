import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Brush, canvasBrush } from './brush.ts';

/** Draws on a canvas once a frame at most, whenever one of `inputs` has changed. The canvas has as many
 * pixels as the screen has. */
export function useCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  width: number,
  height: number,
  inputs: readonly unknown[],
  draw: (brush: Brush) => void,
): void {
  const latest = useRef(draw);
  const frame = useRef(0);
  const drawn = useRef<readonly unknown[]>([]);
  useLayoutEffect(() => {
    const now = [width, height, ...inputs];
    if (now.every((value, index) => Object.is(value, drawn.current[index]))) return;
    drawn.current = now;
    latest.current = draw;
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      const node = canvas.current;
      const context = node?.getContext('2d');
      if (!node || !context || width <= 0 || height <= 0) return;
      const scale = window.devicePixelRatio;
      const size = [Math.round(width * scale), Math.round(height * scale)] as const;
      if (node.width !== size[0] || node.height !== size[1]) [node.width, node.height] = size;
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.clearRect(0, 0, width, height);
      latest.current(canvasBrush(context));
    });
  });
  useLayoutEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      frame.current = 0;
      drawn.current = [];
    },
    [],
  );
}
