import type { PageOf, Task } from './format.ts';

/** What the page is set to for a task: what the task says over what the lesson says. */
export function pageOf(page: PageOf, task?: Pick<Task, 'page'>): PageOf {
  const own = task?.page;
  if (!own) return page;
  // A kernel of its own takes the place of the example, and the other way round.
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
