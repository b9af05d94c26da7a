import { fetched } from '../shared/fetched.tsx';

/** Panes that are fetched when they are first shown. */

export const TracePane = fetched(
  () => import('../trace/trace-pane.tsx'),
  (pane) => pane.TracePane,
);
export const ValueTracePane = fetched(
  () => import('../values/value-trace-pane.tsx'),
  (pane) => pane.ValueTracePane,
);
export const PlatformPane = fetched(
  () => import('../platform/platform-pane.tsx'),
  (pane) => pane.PlatformPane,
);
export const MissingPane = fetched(
  () => import('../missing/missing-pane.tsx'),
  (pane) => pane.MissingPane,
);
export const SealedPane = fetched(
  () => import('../lessons/sealed-pane.tsx'),
  (pane) => pane.SealedPane,
);

const model = () => import('../promela/model-panes.ts');
export const ModelAnswerPane = fetched(model, (panes) => panes.ModelAnswerPane);
export const ModelResultsPane = fetched(model, (panes) => panes.ModelResultsPane);
export const ModelTracePane = fetched(model, (panes) => panes.ModelTracePane);
export const QuestionsPane = fetched(model, (panes) => panes.QuestionsPane);
