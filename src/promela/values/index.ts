export { valueModel, type ValueLevel, type ValueModel } from './model.ts';
export { hasOrders } from './liveness.ts';
