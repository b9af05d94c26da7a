import type { Action, Page } from '../shared/action.ts';

const CANCEL_READING: Action<Page> = {
  id: 'cancel-reading',
  label: 'Cancel reading the kernel',
  isEnabled: ({ state }) => state.derived.isReading === true,
  run: ({ commands }) => commands.cancelReading(),
};

const READ_KERNEL: Action<Page> = {
  id: 'read-kernel',
  label: 'Read the kernel',
  isEnabled: ({ state }) => state.derived.isUnread === true,
  run: ({ commands }) => commands.readKernel(),
};

export const READING_ACTIONS: readonly Action<Page>[] = [CANCEL_READING, READ_KERNEL];
