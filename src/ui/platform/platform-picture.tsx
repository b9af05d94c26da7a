import { type ReactNode, useMemo, useRef } from 'react';
import { count, whole } from '../../base/words.ts';
import { useSize } from '../shared/hooks.ts';
import type { Box } from '../drawing/brush.ts';
import { layOutPlatform, type Platform } from './picture-layout.ts';

interface Props extends Platform {
  /** Replaces it while a run plays. */
  readonly children?: ReactNode;
}

/** The machine, drawn: devices hold units hold processing elements. */
export function PlatformPicture({ devices, units, elements, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const picture = useMemo(
    () =>
      width > 8 && height > 8 ? layOutPlatform({ devices, units, elements }, width, height) : null,
    [devices, units, elements, width, height],
  );
  const total = devices * units * elements;
  const words = `${count(devices, 'device')} of ${count(units, 'unit')} of ${count(elements, 'element')}: ${whole(total)} in all`;
  return (
    <figure className="picture">
      <div ref={frame} className="picture-frame">
        {children ??
          (picture && (
            <svg width={width} height={height} role="img" aria-label={words}>
              <path className="picture-device" d={outline(picture.devices)} />
              <path
                className={picture.elements.length > 0 ? 'picture-unit' : 'picture-unit full'}
                d={outline(picture.units)}
              />
              <path className="picture-element" d={outline(picture.elements)} />
            </svg>
          ))}
      </div>
      <figcaption>
        {count(devices, 'device')} × {count(units, 'unit')} × {count(elements, 'element')}: <br />
        <strong>{whole(total)}</strong> processing elements
      </figcaption>
    </figure>
  );
}

/** All boxes as one path: thousands of them cost one element. */
const outline = (boxes: readonly Box[]): string =>
  boxes
    .map(
      ({ x, y, width, height }) =>
        `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`,
    )
    .join('');

const round = (value: number): number => Math.round(value * 100) / 100;
