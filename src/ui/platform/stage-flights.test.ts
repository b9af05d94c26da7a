import { expect, it } from 'vitest';
import { Flights } from './stage-flights.ts';

const step = { jumped: false, still: false };

it('has a message travel to its end and stay there', () => {
  const flights = new Flights();
  flights.arrive({ ...step, event: 3, passed: [3] }, 1000);
  expect(flights.at(1000)).toEqual([{ event: 3, way: 0, shown: 1 }]);
  expect(flights.at(1210)[0]?.way).toBeCloseTo(0.5);
  expect(flights.isMoving(1400)).toBe(true);
  expect(flights.at(9000)).toEqual([{ event: 3, way: 1, shown: 1 }]);
  expect(flights.isMoving(9000)).toBe(false);
});

it('lets several be under way, and forgets those that are over', () => {
  const flights = new Flights();
  flights.arrive({ ...step, event: 3, passed: [3] }, 1000);
  flights.arrive({ ...step, event: 5, passed: [5] }, 1100);
  // Work is no message: what was sent before it goes on.
  flights.arrive({ ...step, event: 6, passed: [] }, 1200);
  expect(flights.at(1300).map(({ event }) => event)).toEqual([3, 5]);
  expect(flights.at(1600).find(({ event }) => event === 3)?.shown).toBeLessThan(1);
  expect(flights.at(1900)).toEqual([]);
});

it('shows a message at once after a jump without motion, and only that', () => {
  const flights = new Flights();
  flights.arrive({ ...step, event: 3, passed: [3] }, 1000);
  flights.arrive({ event: 90, passed: [], jumped: true, still: true }, 1010);
  expect(flights.at(1011)).toEqual([{ event: 90, way: 1, shown: 1 }]);
  expect(flights.isMoving(1011)).toBe(false);
});

it('follows no more messages than anybody could', () => {
  const flights = new Flights();
  const passed = Array.from({ length: 900 }, (_, index) => index);
  flights.arrive({ ...step, event: 899, passed }, 0);
  expect(flights.at(1).length).toBeLessThan(30);
  expect(flights.at(1).at(-1)?.event).toBe(899);
});
