/** Why an output may differ, in a word that the table has, and what it means. */
export const REASONS = {
  words:
    'A verifier made by a 32-bit SPIN has other words: the lines `WS` and `G_long` of pan.h, and the size of a state where it holds pointers or longs.',
  hash: 'The hash function of a 64-bit verifier is another one: the number of hash conflicts differs, which says nothing of the states.',
  exclusive:
    'SPIN does not take `xr` and `xs` of rendezvous channels; here they are left out, and the native side is given the text without them.',
  bits: 'A bitstate search keeps what its hash function tells apart, so that other states are missed.',
  crash:
    'SPIN crashes natively. Here it ends with a message or goes on, for memory is laid out otherwise.',
  embedded: "SPIN's simulator prints embedded C and does not run it, natively and here.",
} as const;
export type Reason = keyof typeof REASONS;
