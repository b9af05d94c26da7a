import { fetched } from '../shared/fetched.tsx';

/** Panes that are fetched when they are first shown. */

export const TracePane = fetched(() => import('../trace/trace-pane.tsx'), 'TracePane');
export const ValueTracePane = fetched(
  () => import('../values/value-trace-pane.tsx'),
  'ValueTracePane',
);
export const PlatformPane = fetched(() => import('../platform/platform-pane.tsx'), 'PlatformPane');
export const MissingPane = fetched(() => import('../missing/missing-pane.tsx'), 'MissingPane');
export const SealedPane = fetched(() => import('../lessons/sealed-pane.tsx'), 'SealedPane');

const model = () => import('../promela/model-panes.ts');
export const ModelAnswerPane = fetched(model, 'ModelAnswerPane');
export const ModelResultsPane = fetched(model, 'ModelResultsPane');
export const ModelTracePane = fetched(model, 'ModelTracePane');
export const QuestionsPane = fetched(model, 'QuestionsPane');
