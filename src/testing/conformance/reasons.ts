/** Accepted reasons for differences, with explanations. */
export const REASONS = {
  words:
    'A verifier made by a 32-bit SPIN has other words: the lines `WS` and `G_long` of pan.h, and the size of a state where it holds pointers or longs.',
  hash: 'A state of a 64-bit verifier is laid out otherwise, so that its hash is another one: the number of hash conflicts differs, which says nothing of the states.',
  exclusive:
    'SPIN does not take `xr` and `xs` of rendezvous channels; here they are left out, and the native side is given the text without them.',
  bits: 'A bitstate search keeps what its hash function tells apart, so that other states are missed.',
  compact:
    'For tables of up to 2^32 entries pan hashes to 32 bits (`d_sfh`), natively as well, and hash compaction keeps nothing else of a state: which states fall together depends on how a state is laid out.',
  preprocessor:
    "The preprocessor here is clang's: it rejects the same line, in words of its own, and goes on to the next one as it likes.",
  large:
    'WebAssembly allows 50,000 variables in a function, and the verifier of formulas with 10,000 states between them has more. The page says so; native pan makes the search.',
  stepless:
    'The error stands before the first step. Where native SPIN prints an empty run, the page says so.',
  crash:
    'SPIN crashes natively. Here it ends with a message or goes on, for memory is laid out otherwise.',
  embedded: "SPIN's simulator prints embedded C and does not run it, natively and here.",
} as const;
export type Reason = keyof typeof REASONS;
