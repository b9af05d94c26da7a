import { useState } from 'react';
import { Button } from 'react-aria-components';
import { positionAt } from '../../base/span.ts';
import type { WarpAccess } from '../../device/index.ts';
import { lanesInWords } from '../../language/index.ts';
import type { MachineView } from '../../session/views/machine-view.ts';
import { LanesPicture } from './lanes-picture.tsx';
import './machine-view.css';

interface Props {
  readonly view: MachineView;
  readonly text: string;
  /** Goes to a place of the kernel. */
  readonly onJump: (offset: number) => void;
}

/** The dearest access first: it is the one to look at. */
const dearest = (accesses: readonly WarpAccess[]): number =>
  accesses.reduce(
    (most, { cycles }, at) => (cycles > (accesses[most]?.cycles ?? 0) ? at : most),
    0,
  );

/** Memory accesses of the lanes of a warp. */
export function Accesses({ view: { accesses, machine }, text, onJump }: Props) {
  const [chosen, setChosen] = useState<number>();
  const at = chosen !== undefined && chosen < accesses.length ? chosen : dearest(accesses);
  const access = accesses[at];
  return (
    <section className="machine-part-view accesses column" aria-label="Accesses of a warp">
      <h3>Accesses of a warp</h3>
      {access && <LanesPicture access={access} machine={machine} />}
      <ul className="access-list column">
        {accesses.map((one, place) => {
          const { line } = positionAt(text, one.span.start);
          return (
            <li key={[one.span.start, one.kind, one.name, place].join(' ')}>
              <Button
                className={place === at ? 'access ring-inside chosen' : 'access ring-inside'}
                aria-pressed={place === at}
                onPress={() => {
                  setChosen(place);
                  onJump(one.span.start);
                }}
              >
                <span className="access-line">{line}</span>
                <span className="access-what clipped">
                  {one.kind} {one.name}
                </span>
                <span className={isCostly(one) ? 'access-cost dear' : 'access-cost'}>
                  {lanesInWords(one)}
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const isCostly = ({ degree = 1, lines = 1, lanes }: WarpAccess): boolean =>
  lanes !== undefined && (degree > 1 || lines > 4);
