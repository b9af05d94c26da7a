export {
  type PrintedValues,
  valueModel,
  type ValueLevel,
  type ValueModel,
  type ValueModelOptions,
} from './model.ts';
export { scalarsOf } from './layout.ts';
export { hasOrders } from './liveness.ts';
