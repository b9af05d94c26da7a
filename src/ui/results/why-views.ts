export { MachinePane } from '../machine/machine-pane.tsx';
export { MachineSensitivity } from './machine-sensitivity.tsx';
export { RobustView } from './robust-view.tsx';
export { SensitivityView } from './sensitivity-view.tsx';
export { TimeView } from './time-view.tsx';
