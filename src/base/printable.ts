/** A text without the control characters that HTML and XML have no place for. */
export const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd');
