import type { PageOf, Task } from './format.ts';

/** A task's page settings over its lesson's. */
export function pageOf(page: PageOf, task?: Pick<Task, 'page'>): PageOf {
  const own = task?.page;
  if (!own) return page;
  // A kernel replaces the example, and vice versa.
  const { example, kernel, kernelName, ...rest } = page;
  const text =
    own.example !== undefined || own.kernel !== undefined
      ? {}
      : {
          ...(example !== undefined && { example }),
          ...(kernel !== undefined && { kernel }),
          ...(kernelName !== undefined && { kernelName }),
        };
  return {
    ...rest,
    ...text,
    ...own,
    ...((page.constants || own.constants) && {
      constants: { ...page.constants, ...own.constants },
    }),
    ...((page.show || own.show) && { show: { ...page.show, ...own.show } }),
  };
}
