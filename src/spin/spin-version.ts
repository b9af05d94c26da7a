/** The version of SPIN that is built for the page, and whose verifiers' reports are read. */
export const SPIN_VERSION = '6.5.2';
