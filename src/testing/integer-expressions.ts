import fc from 'fast-check';

/** Random integer expressions with names, suffixes, operators and casts; odd divisors and small
 * shifts keep them defined. */
export function integerExpression(names: readonly string[], depth = 3): fc.Arbitrary<string> {
  const literal = fc.oneof(
    fc.integer({ min: 0, max: 40 }).map(String),
    fc.constantFrom(
      '1u',
      '0u',
      '7u',
      '3L',
      '5UL',
      '0xFF',
      '0xFFu',
      '128',
      '255',
      '65535',
      '100000',
    ),
    fc.constantFrom('0x7fffffff', '0x80000000', '0xFFFFFFFF', '2147483648', '4294967295u'),
  );
  const leaf = fc.oneof(literal, fc.constantFrom(...names), fc.constantFrom(...names));
  const { expression } = fc.letrec<{ expression: string }>((tie) => {
    const part = tie('expression');
    const binary = fc
      .tuple(part, fc.constantFrom(...'+ - * & | ^ < <= > >= == !='.split(' ')), part)
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`);
    const safe = fc
      .tuple(part, fc.constantFrom('/', '%', '<<', '>>'), fc.integer({ min: 1, max: 7 }))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`);
    const unary = fc
      .tuple(fc.constantFrom('-', '~', '!'), part)
      .map(([operator, operand]) => `(${operator} ${operand})`);
    const cast = fc
      .tuple(fc.constantFrom(...'char uchar short ushort int uint long ulong'.split(' ')), part)
      .map(([type, operand]) => `(${type})(${operand})`);
    const choice = fc
      .tuple(part, part, part)
      .map(([condition, then, otherwise]) => `(${condition} ? ${then} : ${otherwise})`);
    return {
      expression: fc.oneof(
        { maxDepth: depth, withCrossShrink: true },
        leaf,
        binary,
        binary,
        safe,
        unary,
        cast,
        choice,
      ),
    };
  });
  return expression;
}
