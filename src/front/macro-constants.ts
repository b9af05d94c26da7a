import { CONSTANT_NAMES } from '../base/constants.ts';
import { substitute } from './algebra.ts';
import type { Expr } from './expr.ts';
import { parseExpr, Reader } from './expr-parser.ts';
import type { Language } from './language.ts';
import { type Definitions, expand, loose } from './macro.ts';
import { ReadError } from './token-reader.ts';

/** A whole number that C++ declares at the beginning of a line, which pragmas may mention. */
const CONSTANT =
  /^(?:static\s+)?(?:constexpr|const)\s+(?:(?:unsigned|int|long|short|size_t|u?int\d+_t|auto)\s+)+(\w+)\s*=\s*([^;{}]+);/gm;

/** Mean the platform in pragmas, whatever the code defines. */
const PLATFORM: ReadonlySet<string> = new Set(CONSTANT_NAMES);

/** Names that a text gives whole numbers to: object-like macros, and in CUDA constants. */
export function macroConstants(
  definitions: Definitions,
  clean: string,
  language: Language,
  /** Which no constant gives a value. */
  tuned: ReadonlySet<string>,
): ReadonlyMap<string, Expr> {
  const constants = new Map<string, Expr>();
  for (const macro of definitions.macros.values()) {
    if (macro.parameters !== undefined || macro.body.length === 0) continue;
    if (PLATFORM.has(macro.name)) continue;
    const tokens = expand(macro.body.map(loose), definitions);
    try {
      constants.set(macro.name, new Reader((tokens ?? []).slice(0, 200)).whole());
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
    }
  }
  if (language === 'cuda')
    for (const [, text = '', value = ''] of clean.matchAll(CONSTANT)) {
      const expr = parseExpr(value);
      if (expr !== undefined && !PLATFORM.has(text) && !tuned.has(text))
        constants.set(text, substitute(expr, constants));
    }
  return constants;
}
