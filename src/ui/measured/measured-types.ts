/** Files of measured times that are offered first. */
export const MEASURED_TYPES = ['.json', '.gz', '.csv', '.tsv', '.txt'];
