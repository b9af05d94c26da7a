import { BINARY, isBinary } from '../../kernel/operators.ts';

/** Reads expressions as the processes write them and prints them in C, with 64-bit arithmetic that
 * checks itself (see `library.ts`). */

/** What a name in an expression stands for. */
export interface Variable {
  /** Its text in C, such as `now.WG`. */
  readonly c: string;
  /** `long`: a value of 64 bits, which Promela does not know. `small`: a value that no sum or product of
   * a few can take beyond 32 bits. */
  readonly kind: 'long' | 'int' | 'small' | 'chan';
}

/** What the names of an expression stand for, and the variables of other processes. */
export interface Scope {
  variable(name: string): Variable;
  /** `field` of the process of type `proctype` whose number the C text `pid` gives. */
  remote(proctype: string, pid: string, field: string): Variable;
}

type Tree =
  | { readonly kind: 'atom'; readonly variable: Variable }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Tree }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Tree;
      readonly right: Tree;
    }
  | {
      readonly kind: 'choice';
      readonly condition: Tree;
      readonly then: Tree;
      readonly other: Tree;
    };

const TOKEN = /\s*(->|<<|>>|<=|>=|==|!=|&&|\|\||\w+|[-+*/%<>!~&|^()[\]:])/y;

/** As in C; what is nested is in parentheses anyway. */
const precedenceOf = (token: string): number | undefined =>
  isBinary(token) ? BINARY[token].precedence : undefined;

/** Operators that may go wrong, by the function that looks. */
const CHECKED: Readonly<Record<string, string>> = {
  '+': 't_add',
  '-': 't_sub',
  '*': 't_mul',
  '/': 't_div',
  '%': 't_mod',
  '<<': 't_shl',
};

class Reader {
  readonly #tokens: string[] = [];
  readonly #scope: Scope;
  #at = 0;

  constructor(text: string, scope: Scope) {
    this.#scope = scope;
    TOKEN.lastIndex = 0;
    const end = text.trimEnd();
    while (TOKEN.lastIndex < end.length) {
      const from = TOKEN.lastIndex;
      const token = TOKEN.exec(end)?.[1];
      if (token === undefined) throw new Error(`cannot read ${text} from ${text.slice(from)} on`);
      this.#tokens.push(token);
    }
  }

  whole(): Tree {
    const tree = this.#binary(1);
    if (this.#at < this.#tokens.length) {
      throw new Error(`unexpected ${this.#tokens[this.#at]} in ${this.#tokens.join(' ')}`);
    }
    return tree;
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new Error(`${this.#tokens.join(' ')} ends early`);
    this.#at += 1;
    return token;
  }

  #take(wanted: string): boolean {
    if (this.#tokens[this.#at] !== wanted) return false;
    this.#at += 1;
    return true;
  }

  #expect(wanted: string): void {
    const token = this.#next();
    if (token !== wanted) throw new Error(`${wanted} expected, not ${token}`);
  }

  #binary(least: number): Tree {
    let left = this.#unary();
    for (;;) {
      const operator = this.#tokens[this.#at] ?? '';
      const precedence = precedenceOf(operator);
      if (precedence === undefined || precedence < least) return left;
      this.#at += 1;
      left = { kind: 'binary', operator, left, right: this.#binary(precedence + 1) };
    }
  }

  #unary(): Tree {
    const token = this.#next();
    if (token === '-' || token === '!' || token === '~') {
      return { kind: 'unary', operator: token, operand: this.#unary() };
    }
    if (token === '(') {
      const first = this.#binary(1);
      if (!this.#take('->')) {
        this.#expect(')');
        return first;
      }
      const then = this.#binary(1);
      this.#expect(':');
      const other = this.#binary(1);
      this.#expect(')');
      return { kind: 'choice', condition: first, then, other };
    }
    if (this.#take('[')) {
      const pid = this.#binary(1);
      this.#expect(']');
      this.#expect(':');
      return { kind: 'atom', variable: this.#scope.remote(token, print(pid), this.#next()) };
    }
    if (token === 'log2') {
      this.#expect('(');
      const operand = this.#binary(1);
      this.#expect(')');
      return { kind: 'atom', variable: { c: `t_log (${print(operand)})`, kind: 'long' } };
    }
    if (token === 'true' || token === 'false') {
      return { kind: 'atom', variable: { c: token === 'true' ? '1' : '0', kind: 'small' } };
    }
    if (/^\d/.test(token)) {
      const variable: Variable = { c: token, kind: Number(token) < 2 ** 16 ? 'small' : 'int' };
      return { kind: 'atom', variable };
    }
    return { kind: 'atom', variable: this.#scope.variable(token) };
  }
}

/** Whether Promela's 32 bits might not do for an expression, or it divides: it is then computed in C. */
function needsLong(tree: Tree): boolean {
  switch (tree.kind) {
    case 'atom':
      return tree.variable.kind === 'long';
    case 'unary':
      return needsLong(tree.operand);
    case 'choice':
      return [tree.condition, tree.then, tree.other].some(needsLong);
    case 'binary': {
      if (needsLong(tree.left) || needsLong(tree.right)) return true;
      return tree.operator in CHECKED && !(isSmall(tree.left) && isSmall(tree.right));
    }
  }
}

function isSmall(tree: Tree): boolean {
  switch (tree.kind) {
    case 'atom':
      return tree.variable.kind === 'small';
    case 'unary':
      return isSmall(tree.operand);
    case 'choice':
      return isSmall(tree.then) && isSmall(tree.other);
    case 'binary':
      return isSmall(tree.left) && isSmall(tree.right);
  }
}

function print(tree: Tree): string {
  switch (tree.kind) {
    case 'atom':
      return tree.variable.c;
    case 'unary':
      return tree.operator === '-'
        ? `t_sub (0, ${print(tree.operand)})`
        : `${tree.operator}${nested(tree.operand)}`;
    case 'choice':
      return `(${print(tree.condition)} ? ${print(tree.then)} : ${print(tree.other)})`;
    case 'binary': {
      const checked = CHECKED[tree.operator];
      // SPIN takes a name with a parenthesis right behind it for something of its own.
      return checked === undefined
        ? `${nested(tree.left)} ${tree.operator} ${nested(tree.right)}`
        : `${checked} (${print(tree.left)}, ${print(tree.right)})`;
    }
  }
}

const nested = (tree: Tree): string =>
  tree.kind === 'binary' && !(tree.operator in CHECKED) ? `(${print(tree)})` : print(tree);

/** An expression in C, and whether it must be computed there. */
export interface Translated {
  readonly c: string;
  readonly long: boolean;
}

/** Translates one Promela expression.
 * @throws where it is none: the processes write nothing else. */
export function translate(text: string, scope: Scope): Translated {
  const tree = new Reader(text, scope).whole();
  return { c: print(tree), long: needsLong(tree) };
}
