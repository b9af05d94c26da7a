import { addTicks } from '../../base/ticks.ts';
import { count, whole } from '../../base/words.ts';
import type { Judgement } from '../../lessons/index.ts';
import './strokes.css';

export type Timed = NonNullable<Judgement['timed']>;

const over = ({ time, par }: Timed): number => Number(addTicks(time, -BigInt(par)));

/** Tries against par: a stem for each, above the ground below which nothing is. */
export function Strokes({ tries }: { readonly tries: readonly Timed[] }) {
  const [first] = tries;
  const last = tries.at(-1);
  if (!first || !last) return null;
  const most = Math.max(1, ...tries.map((each) => Math.abs(over(each))));
  const isBeaten = tries.some((each) => over(each) < 0);
  // Twice as far from par is one step higher.
  const height = (strokes: number): number =>
    (100 * Math.log2(1 + Math.abs(strokes))) / Math.log2(1 + most);
  return (
    <section className="strokes" aria-label="Your tries">
      <p className="strokes-head">
        <strong>
          {over(last) > 0
            ? `${count(over(last), 'stroke', 'strokes')} above par`
            : over(last) === 0
              ? 'At par'
              : `${count(-over(last), 'stroke', 'strokes')} better than par`}
        </strong>
        <span className="soft-text">
          yours {whole(Number(last.time))}, par {whole(Number(last.par))} ticks
        </span>
      </p>
      <ol>
        {tries.map((each, at) => (
          <li key={at}>
            <span>{over(each) > 0 ? `+${whole(over(each))}` : whole(over(each))}</span>
            <i
              aria-hidden
              className={over(each) < 0 ? 'beaten' : ''}
              style={{ height: `${height(over(each))}%` }}
            />
          </li>
        ))}
      </ol>
      <p className="strokes-ground">
        {isBeaten
          ? 'You are faster than the author: that is proved.'
          : `Par, ${whole(Number(last.par))} ticks: the author’s solution is never faster, which is proved.`}
      </p>
    </section>
  );
}
