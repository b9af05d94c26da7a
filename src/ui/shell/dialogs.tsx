import { fetched } from '../shared/fetched.tsx';
import { dialogOf } from '../shared/once-wanted.tsx';

const DIALOGS = [
  dialogOf(
    'guide',
    'the guide',
    fetched(() => import('../guide/guide-dialog.tsx'), 'GuideDialog'),
  ),
  dialogOf(
    'kernels',
    'your kernels',
    fetched(() => import('../workspace/kernels-pane.tsx'), 'KernelsDialog'),
  ),
  dialogOf(
    'kernels-compared',
    'the two kernels',
    fetched(() => import('../workspace/compare-pane.tsx'), 'CompareDialog'),
  ),
  dialogOf(
    'share',
    'what you can share',
    fetched(() => import('../share/share-pane.tsx'), 'ShareDialog'),
  ),
  dialogOf(
    'shards',
    'the export',
    fetched(() => import('../cluster/shards-pane.tsx'), 'ShardsDialog'),
  ),
  dialogOf(
    'another-gpu',
    'the form for another GPU',
    fetched(() => import('../platform/another-gpu-pane.tsx'), 'AnotherGpuDialog'),
  ),
];

/** Dialogs that are fetched when they are first opened. */
export const Dialogs = () => DIALOGS.map((Dialog, at) => <Dialog key={at} />);
