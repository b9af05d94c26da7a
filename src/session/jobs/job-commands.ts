import type { SessionTools } from '../tools.ts';
import { trust } from '../workspace/open-document.ts';
import type { Question } from '../question.ts';
import type { Job, JobView } from './job.ts';
import { recallOnGpu } from './on-gpu.ts';
import { recallProbing } from './probing.ts';
import type { SideQuestion } from './side-question.ts';

/** Asks, stops and closes any job. */
export const jobCommands = (tools: SessionTools) => ({
  ask<View extends JobView & { readonly question?: Question }, Args extends readonly unknown[]>(
    question: SideQuestion<View, Args>,
    ...args: Args
  ): void {
    trust(tools.store);
    const asked = question.ask(tools, ...args);
    if (asked) void tools.jobs.start(question, asked.begun, asked.steps);
  },
  cancelJob: (job: { readonly id: string }) => tools.jobs.cancel(job),
  recallOnGpu: () => void recallOnGpu(tools),
  recallProbing: () => void recallProbing(tools),
  closeJob: (job: Job<JobView>) => tools.jobs.forget(job),
});
