import { describe, expect, it } from 'vitest';
import { searchValuesNatively } from '../../testing/native-values.ts';
import { verdictOf } from '../../testing/verdict-of.ts';

const CONSTANTS = {
  size: 8,
  ND: 1,
  NU: 1,
  NP: 4,
  GMT: 4,
  LMT: 1,
  BT: 1,
  DT: 1,
  LM: 8192,
  AT: 1,
  NS: 1,
  WR: 8,
};
