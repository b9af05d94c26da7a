import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { type Brush, magnificationOf } from './brush.ts';
import { THICKER, usePresentation } from '../theme/presentation.ts';
import { canvasBrush } from './canvas-brush.ts';
import { offerSvg } from './page-svg.ts';

/** Draws on a canvas once a frame at most: when `inputs` change, when called, and again while `draw` returns true. */
export function useCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  width: number,
  height: number,
  inputs: readonly unknown[],
  draw: (brush: Brush) => boolean,
): () => void {
  const thicker = usePresentation(({ isOn }) => isOn) ? THICKER : 1;
  const latest = useRef({ width, height, draw, thicker });
  const frame = useRef(0);
  const drawn = useRef<readonly unknown[]>([]);
  const redraw = useCallback(() => {
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(function next() {
      frame.current = 0;
      const { width, height, draw, thicker } = latest.current;
      const node = canvas.current;
      const context = node?.getContext('2d');
      if (!node || !context || width <= 0 || height <= 0) return;
      const scale = window.devicePixelRatio * magnificationOf(node);
      const size = [Math.round(width * scale), Math.round(height * scale)] as const;
      if (node.width !== size[0] || node.height !== size[1]) [node.width, node.height] = size;
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.clearRect(0, 0, width, height);
      if (draw(canvasBrush(context, thicker))) frame.current = requestAnimationFrame(next);
    });
  }, [canvas]);
  useLayoutEffect(() => {
    latest.current = { width, height, draw, thicker };
    const now = [width, height, thicker, ...inputs];
    if (now.every((value, index) => Object.is(value, drawn.current[index]))) return;
    drawn.current = now;
    redraw();
  });
  useLayoutEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      frame.current = 0;
      drawn.current = [];
    },
    [],
  );
  return redraw;
}

/** One picture, which can be exported too. */
export function usePicture<Drawing>(
  canvas: RefObject<HTMLCanvasElement | null>,
  width: number,
  height: number,
  drawing: Drawing,
  draw: (brush: Brush, drawing: Drawing) => void,
): void {
  useCanvas(canvas, width, height, [drawing], (brush) => {
    draw(brush, drawing);
    return false;
  });
  useEffect(() => {
    if (canvas.current) offerSvg(canvas.current, (brush) => draw(brush, drawing));
  }, [canvas, draw, drawing]);
}
