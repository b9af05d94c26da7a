import { describe, expect, it } from 'vitest';
import { layOutPlatform } from './picture-layout.ts';

describe('layOutPlatform', () => {
  it('draws every device, unit and element of a small platform', () => {
    const picture = layOutPlatform({ devices: 1, units: 2, elements: 4 }, 140, 200);
    expect(picture.devices).toHaveLength(1);
    expect(picture.units).toHaveLength(2);
    expect(picture.elements).toHaveLength(8);
  });

  it.each([
    [1, 2, 4],
    [1, 16, 32],
    [4, 108, 64],
    [3, 7, 5],
  ])('keeps %i devices of %i units of %i elements inside the frame', (devices, units, elements) => {
    const picture = layOutPlatform({ devices, units, elements }, 140, 200);
    expect(picture.devices).toHaveLength(devices);
    for (const box of [...picture.devices, ...picture.units, ...picture.elements]) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(140);
      expect(box.y + box.height).toBeLessThanOrEqual(200);
    }
  });

  it('lets units stand for elements that are too small to see', () => {
    const picture = layOutPlatform({ devices: 4, units: 108, elements: 128 }, 140, 200);
    expect(picture.units).toHaveLength(432);
    expect(picture.elements).toHaveLength(0);
  });
});
