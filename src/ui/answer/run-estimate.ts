import { approximately, type Run } from '../../session/index.ts';
import { count } from '../shared/format.ts';

/** How much of a run is left, where that is known; nothing where it is not. Bisection, once
 * its interval has a lower end, knows how many searches are left at most, not how long they take; a sweep knows how many configurations are. `now`:
 * seconds since the run began. */
export function estimateInWords(run: Run, now: number): string {
  const { interval, counted, best } = run;
  if (interval && interval.low >= 0 && best) {
    const width = approximately(interval.high) - approximately(interval.low);
    const left = Math.ceil(Math.log2(Math.max(1, width)));
    return left === 0 ? '' : `at most ${count(left, 'more search', 'more searches')}`;
  }
  // A few configurations say little about the others.
  if (counted && counted.done >= 20 && counted.done * 10 >= counted.total && !best) {
    const left = Math.ceil((now / counted.done) * (counted.total - counted.done));
    return left === 0 ? '' : `about ${count(left, 'second')} left`;
  }
  return '';
}
