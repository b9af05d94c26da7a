export { MeasuredView } from '../measured/measured-view.tsx';
export { NextView } from '../measured/next-view.tsx';
export { ShortlistView } from '../measured/shortlist-view.tsx';
export { OfProposed, OnGpu } from './on-gpu-pane.tsx';
