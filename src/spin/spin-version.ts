/** Our SPIN build, whose reports we parse. */
export const SPIN_VERSION = '6.5.2';
