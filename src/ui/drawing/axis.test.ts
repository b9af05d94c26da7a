import { describe, expect, it } from 'vitest';
import { marksAround, marksBetween } from './axis.ts';

describe('marks of an axis', () => {
  it('are round numbers between the ends', () => {
    expect(marksBetween(0, 608, 5)).toEqual([0, 200, 400, 600]);
    expect(marksBetween(13, 61, 5)).toEqual([20, 30, 40, 50, 60]);
  });

  it('are whole where little is between the ends', () => {
    expect(marksBetween(0, 2, 10)).toEqual([0, 1, 2]);
    expect(marksBetween(44, 44, 4)).toEqual([44]);
  });

  it('reach beyond both ends where they must', () => {
    expect(marksAround(555, 912, 4)).toEqual([500, 600, 700, 800, 900, 1000]);
    expect(marksAround(600, 800, 2)).toEqual([600, 700, 800]);
  });
});
