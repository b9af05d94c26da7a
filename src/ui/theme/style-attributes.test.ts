import { expect, test } from 'vitest';
import { withoutStyles } from './style-attributes.ts';

test('style attributes in markup get another name', () => {
  expect(withoutStyles('<div style="top:3px" class="a > b">x</div>')).toBe(
    '<div data-as-style="top:3px" class="a > b">x</div>',
  );
  expect(withoutStyles(`<svg style='top:3px'><a\nstyle="left:0">`)).toBe(
    `<svg data-as-style='top:3px'><a data-as-style="left:0">`,
  );
});

test('text about styles stays as it is', () => {
  const text = '<span class="mtk1">a &lt;b style="c"&gt; style="d"</span> if (x < y) style="e"';
  expect(withoutStyles(text)).toBe(text);
});
