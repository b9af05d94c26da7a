/** The text does not allow the running input. */
export class AssumptionFailed extends Error {}
