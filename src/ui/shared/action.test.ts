import { describe, expect, it } from 'vitest';
import { ariaKeys, isPressed, keyHelp, withKey } from './action.ts';

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

describe('isPressed', () => {
  it('takes Control for Cmd as well, and no other modifier than those of the key', () => {
    const tune = { keys: ['Control+Enter'] };
    expect(isPressed(tune, press('Enter', { ctrlKey: true }))).toBe(true);
    expect(isPressed(tune, press('Enter', { metaKey: true }))).toBe(true);
    expect(isPressed(tune, press('Enter'))).toBe(false);
    expect(isPressed(tune, press('Enter', { ctrlKey: true, altKey: true }))).toBe(false);
  });

  it('tells an arrow from the arrow with Shift', () => {
    const [back, message] = [{ keys: ['ArrowLeft'] }, { keys: ['Shift+ArrowLeft'] }];
    const event = press('ArrowLeft', { shiftKey: true });
    expect([isPressed(back, event), isPressed(message, event)]).toEqual([false, true]);
  });

  it('takes a sign wherever the layout has put it, and any of several keys', () => {
    expect(isPressed({ keys: ['?'] }, press('?', { shiftKey: true }))).toBe(true);
    const palette = { keys: ['F1', 'Control+Shift+P'] };
    expect(isPressed(palette, press('P', { ctrlKey: true, shiftKey: true }))).toBe(true);
    expect(isPressed(palette, press('F1'))).toBe(true);
    expect(isPressed({ keys: ['Space'] }, press(' '))).toBe(true);
    expect(isPressed({}, press('a'))).toBe(false);
  });
});

it('lists actions with the same words in one line', () => {
  expect(
    keyHelp([
      { keys: ['Shift+ArrowLeft'], help: 'Back, on' },
      { keys: ['F1', 'Control+Shift+P'], help: 'All' },
      { keys: ['Shift+ArrowRight'], help: 'Back, on' },
      { keys: ['x'] },
    ]),
  ).toEqual([
    { caps: ['Shift', '←', '→'], words: 'Back, on' },
    { caps: ['F1'], words: 'All (or Ctrl Shift P)' },
  ]);
});

it('names keys as tooltips and assistive technology want them', () => {
  expect(withKey('Tune', ['Control+Enter'])).toBe('Tune (Ctrl+Enter)');
  expect(withKey('Tune')).toBe('Tune');
  expect(ariaKeys(['Control+Enter', 'F1'])).toBe('Control+Enter Meta+Enter F1');
});
