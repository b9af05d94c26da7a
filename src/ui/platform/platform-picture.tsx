import { useMemo, useRef } from 'react';
import { count, whole } from '../shared/format.ts';
import { useSize } from '../shared/use-size.ts';
import type { Box } from '../drawing/brush.ts';
import { layOutPlatform, type Platform } from './picture-layout.ts';
import { useActivity } from './use-activity.ts';

interface Props extends Platform {
  /** Whether the trace is one of this machine. */
  readonly isRunning: boolean;
}

const STATES = ['works', 'waits', 'idle'] as const;

/** The machine, drawn: devices hold units hold processing elements, coloured by what they do at the
 * cursor of the run. */
export function PlatformPicture({ devices, units, elements, isRunning }: Props) {
  const activity = useActivity();
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
        {picture && (
          <svg width={width} height={height} role="img" aria-label={words}>
            <path className="picture-device" d={outline(picture.devices)} />
            <path
              className={picture.elements.length > 0 ? 'picture-unit' : 'picture-unit full'}
              d={outline(picture.units)}
            />
            {activity && isRunning ? (
              STATES.map((state) => (
                <path
                  key={state}
                  className={`picture-element ${state}`}
                  d={outline(
                    picture.elements.filter(
                      (_, at) => activity(Math.floor(at / elements), at % elements) === state,
                    ),
                  )}
                />
              ))
            ) : (
              <path className="picture-element" d={outline(picture.elements)} />
            )}
          </svg>
        )}
      </div>
      <figcaption>
        {count(devices, 'device')} × {count(units, 'unit')} × {count(elements, 'element')}
        <br />
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
