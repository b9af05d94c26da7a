import { useEffect } from 'react';
import { create } from 'zustand';
import type { Action, KeyHelp } from '../shared/action.ts';
import { useMaximised } from '../shared/maximised.ts';

interface Presentation {
  readonly isOn: boolean;
  readonly hasTexts: boolean;
}

/** For projectors: larger text, map and trace in front. Not kept. */
export const usePresentation = create<Presentation>()(() => ({ isOn: false, hasTexts: false }));

export const present = (isOn: boolean): void => usePresentation.setState({ isOn });
export const showTexts = (hasTexts: boolean): void => usePresentation.setState({ hasTexts });

/** The factor of the text while presenting. */
export const PRESENTED = 1.35;
/** Lines beyond what grows with the text. */
export const THICKER = 1.5;

export const PRESENT = {
  id: 'present',
  group: 'Window',
  label: 'Presentation, on and off',
  keys: ['Shift+F9'],
  scope: 'everywhere',
  help: 'Presentation for a projector, on and off',
  run: () => present(!usePresentation.getState().isOn),
} satisfies Action;

export const LEAVE_PRESENTATION: KeyHelp = { keys: ['Escape'], help: 'End the presentation' };

/** Closed before the presentation. */
const OVERLAYS = '.popover, [role=dialog], [role=alertdialog]';

/** Marks the document while it is presented, and ends that with Escape. */
export function usePresentationOnDocument(isRunning: boolean): void {
  const { isOn, hasTexts } = usePresentation();
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (isOn) dataset['presentation'] = hasTexts ? 'texts' : 'charts';
    else delete dataset['presentation'];
  }, [isOn, hasTexts]);
  useEffect(() => {
    // While a run goes on Escape cancels it.
    if (!isOn || isRunning) return undefined;
    const leave = (event: KeyboardEvent): void => {
      const isTaken = useMaximised.getState().pane !== null || document.querySelector(OVERLAYS);
      if (event.key !== 'Escape' || event.defaultPrevented || isTaken) return;
      event.preventDefault();
      present(false);
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [isOn, isRunning]);
}
