export { ModelAnswerPane } from './model-answer-pane.tsx';
export { ModelResultsPane } from './model-results-pane.tsx';
export { ModelTracePane } from './model-trace-pane.tsx';
export { QuestionsPane } from './questions-pane.tsx';
