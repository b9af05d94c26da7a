import { WARP_SIZE, type Wavefronts } from '../warp.ts';
import { lazy } from '../../base/lazy.ts';
import type { TreeNode } from '../tree-node.ts';
import type { Environment, Expr } from '../expr.ts';
import { named } from '../parsed.ts';
import type { MappedText } from '../source-map.ts';
import {
  type Declarator,
  type Expression,
  type FunctionDeclaration,
  type Type,
  unsupported,
} from '../syntax.ts';
import { INT } from '../types.ts';
import {
  type CallPath,
  callsAlong,
  callsAround,
  isValue,
  packPassed,
  typeNodeOf,
  UNCALLED,
} from './argument-types.ts';
import { levelsOf } from './declarators.ts';
import { wholeOf } from './constants.ts';
import { contains, declarationOf, functionAround } from './host-text.ts';
import { parameterNodes } from './instances.ts';
import {
  atLevel,
  inGlobal,
  isOpenType,
  OPEN_TYPE,
  openTypesIn,
  openTypesOf,
} from './open-types.ts';
import { openLaunchOf } from './launched-kernels.ts';
import { askedIn, type HostText, launchesOfKernel } from './kernel-launches.ts';
import type { Launch } from './launch.ts';
import type { AboutLaunch, LaunchAs } from './launches.ts';
import { type Pragma, standingFor } from '../pragma.ts';
import type { Candidate } from './structs.ts';
import { countName, countOf, elementName, isOfPack, isPack } from './packs.ts';
import { nameOfCallee } from './callee.ts';
import { CudaStatements } from './statements.ts';
import { type Bindings, shown, type TemplateParameter } from './templates.ts';

/** Facts of pragmas that the tree rests on. */
export interface Told {
  /** Functions that a kernel is compared with, of the host or not. */
  readonly references: ReadonlySet<string>;
  /** Values of a kernel's arguments, by their names. */
  readonly stated: ReadonlyMap<string, Expr>;
  /** The greatest value of each tuning parameter that has one on any platform. */
  readonly greatest: Environment;
  /** The host is followed from launch to launch. */
  readonly isFollowed?: boolean;
  readonly launchAs?: LaunchAs | undefined;
  /** HIP's lanes. */
  readonly wavefronts?: Wavefronts | undefined;
}

/** A template's arguments where a kernel is launched or instantiated. */
interface Asked {
  readonly name: string;
  readonly explicit: readonly TreeNode[];
  /** Where a launch begins. */
  readonly at?: number;
}

/** Pointers that the host passes lead to global memory. */
export const inGlobalMemory = (parameter: Declarator): Declarator => ({
  ...parameter,
  type: inGlobal(parameter.type),
  ...(parameter.type.kind === 'pointer' && { space: 'global' }),
});

/** Calls by which the host comes to each launch, by its place. */
type Paths = Map<number, readonly CallPath[]>;

/** Kernels, with what their launches in the host's text make of them. */
export class CudaKernels extends CudaStatements {
  protected readonly known: ReadonlySet<string>;
  protected readonly told: Told;
  protected host: HostText | undefined;
  protected readonly asked: Asked[] = [];

  constructor(
    text: string,
    code: MappedText,
    known: Iterable<string>,
    told: Told,
    watch: (share: number) => void,
  ) {
    const names = [...known];
    super(text, code, names, watch);
    this.known = new Set(names);
    this.told = told;
    this.lanes = told.wavefronts?.lanes ?? WARP_SIZE;
  }
  /** A kernel, or one for each arguments that its template is given. */
  protected kernels(candidate: Candidate): (() => FunctionDeclaration)[] {
    const { template, name, scope } = candidate;
    const own = this.#launchesOf(candidate);
    if (own === 'open') return [this.#unknown(candidate)];
    if (template.length === 0) return [this.#kernel(candidate, new Map(), name, own)];
    const sets = new Map<string, { readonly bound: Bindings; readonly launches: Paths }>();
    const asked = this.asked
      .filter(
        (each) =>
          each.name === name &&
          !each.explicit.some(({ hasError }) => hasError) &&
          (each.at === undefined || own?.has(each.at) !== false),
      )
      .flatMap((each) => this.#waysTo(each));
    for (const { args, around, launch, path } of asked) {
      const told = this.#asTold(template, args, scope);
      this.#deduce(candidate, told, launch, path, around);
      const bound = this.#complete(candidate, told);
      const key = [...bound.values()].map(shown).join();
      const known = sets.get(key) ?? { bound, launches: new Map<number, readonly CallPath[]>() };
      sets.set(key, openTypesIn(bound).length > 0 ? { ...known, bound } : known);
      const paths = (launch && known.launches.get(launch.start)) ?? [];
      if (launch) known.launches.set(launch.start, path === UNCALLED ? paths : [...paths, path]);
    }
    const [only, another] = sets.values();
    if (only === undefined || another === undefined) {
      const bound = only?.bound ?? this.#complete(candidate, this.bound(template, [], scope));
      return [this.#kernel(candidate, bound, name, own)];
    }
    const all = [...sets.values()];
    return all.map(({ bound, launches: own }) => {
      const launches = new Map(
        [...own].map(([start, paths]) => {
          const others = all.flatMap((each) =>
            each.launches === own ? [] : (each.launches.get(start) ?? []),
          );
          const isShared = all.some((each) => each.launches !== own && each.launches.has(start));
          // Nobody tells which of two is meant by the same calls.
          const isOwn = (path: CallPath): boolean =>
            others.every((each) => each.join() !== path.join());
          return [start, isShared ? paths.filter(isOwn) : [[]]] as const;
        }),
      );
      const args = [...bound.values()].map(shown).join(', ');
      return this.#kernel(candidate, bound, `${name}<${args}>`, launches);
    });
  }

  /** Calls that lead to a launch, with the arguments that they give its template. */
  #waysTo({ explicit, at }: Asked) {
    const launch = this.host?.launches.find(({ start }) => start === at);
    const given = this.host?.host.givenAs(explicit, launch?.node ?? explicit[0]) ?? [];
    const ways = given.flatMap((each) =>
      callsAround(launch?.node, each.uses).map((path) => ({ ...each, launch, path })),
    );
    const known = new Set(ways.map(({ path }) => path.join()));
    // They leave the arguments to be deduced.
    const others = callsAround(launch?.node, []).filter((path) => !known.has(path.join()));
    const open = this.host?.host.givenByDefault(explicit, launch?.node ?? explicit[0]);
    const deduced = open ?? { args: explicit, around: new Map<string, TreeNode>() };
    return [...ways, ...others.map((path) => ({ ...deduced, launch, path }))];
  }

  /** Where one of several kernels of a name is launched; undefined for the only one. */
  #launchesOf(candidate: Candidate): ReadonlySet<number> | 'open' | undefined {
    const { name } = candidate;
    const all = this.candidates.get(name) ?? [];
    if (all.length < 2 || this.host === undefined) return undefined;
    const launches = this.host.launches.filter(({ kernel }) => kernel === name);
    const meant = launches.map(({ node, args, start, packed }) => {
      const callee = node.childForFieldName('function');
      const [called, explicit] = callee ? nameOfCallee(callee) : ['', []];
      const given = args.map((arg) => this.#asTyped(arg));
      const best =
        packed === undefined && called === name ? this.best(name, given, node, explicit) : 'open';
      return { start, best };
    });
    if (meant.some(({ best }) => typeof best === 'string')) return 'open';
    return new Set(
      meant.flatMap(({ start, best }) =>
        typeof best !== 'string' && best.candidate === candidate ? [start] : [],
      ),
    );
  }

  /** An argument in the host's text, whose variables have the types that they are declared with. */
  #asTyped(arg: TreeNode): Expression {
    return this.inScope(() => {
      this.#declareHosts(arg);
      return this.typed(this.expression(arg));
    });
  }

  #unknown(candidate: Candidate): () => FunctionDeclaration {
    const make = this.#kernel(candidate, this.#complete(candidate, new Map()), candidate.name);
    const span = this.span(candidate.declarator);
    const what = `which ${candidate.name} is launched`;
    return () => ({ ...make(), body: unsupported(what, span) });
  }

  /** A template's arguments; numbers may be constants of the host's function. */
  #asTold(
    template: readonly TemplateParameter[],
    explicit: readonly TreeNode[],
    scope: Candidate['scope'],
  ): Map<string, Type | Expression> {
    const bound = this.bound(template, explicit, scope);
    template.forEach(({ name, isType }, i) => {
      const node = explicit[i];
      if (isType || node === undefined || this.host === undefined) return;
      const { host } = this.host;
      const inner = node.type === 'type_descriptor' ? named(node)[0] : node;
      const told = host.value(inner, host.frameAt(node));
      if (told?.kind === 'number') bound.set(name, this.maker(node).number(told.value));
    });
    return bound;
  }

  /** Types that only the arguments of the launch tell. */
  #deduce(
    { template, declarator, scope }: Candidate,
    bound: Map<string, Type | Expression>,
    launch: Launch | undefined,
    path: CallPath,
    around: ReadonlyMap<string, TreeNode>,
  ): void {
    const args = launch?.args ?? [];
    for (const [i, parameter] of parameterNodes(declarator).entries()) {
      const name = parameter.childForFieldName('type')?.text ?? '';
      if (isPack(parameter)) {
        const rest = launch?.packed ? packPassed(launch.packed, path) : [];
        const types = [...args.slice(i), ...rest].map((arg) => this.#typeOfHost(arg));
        bound.set(countName(name), countOf(types.length, this.span(parameter)));
        types.forEach((type, place) => bound.set(elementName(name, place), type));
        return;
      }
      const isOpen =
        isOpenType(bound.get(name)) && template.some((each) => each.isType && each.name === name);
      const own = isOpen ? typeNodeOf(args[i], path) : undefined;
      const type =
        own &&
        this.inBindings(bound, scope, () => this.#typeAt(around.get(own.node.text) ?? own.node));
      const levels = (own?.levels ?? 0) - levelsOf(parameter.childForFieldName('declarator'));
      const told = type && type.kind !== 'other' ? atLevel(type, levels) : undefined;
      if (told !== undefined) bound.set(name, told);
    }
  }

  /** The type that a node of the host's text tells. */
  #typeAt(node: TreeNode): Type | undefined {
    if (node.type === 'lambda_expression') return this.#closure(node);
    return isValue(node) ? this.#asTyped(node).type : this.type(node);
  }

  /** The type of an argument in the host's text: a number's, or what a variable is declared as. */
  #typeOfHost(arg: TreeNode): Type {
    return inGlobal((this.#hostVariable(arg.text, arg) ?? this.expression(arg)).type ?? INT);
  }

  /** A variable that the host's function around a place declares. */
  #hostVariable(name: string, place: TreeNode): Declarator | undefined {
    const inside = functionAround(place);
    const own = inside && declarationOf(name, inside, inside);
    if (own === undefined || contains(place, own.declarator)) return undefined;
    const owner = own.declarator.parent ?? place;
    const type = this.type(owner.childForFieldName('type'));
    return this.declarator(own.declarator, type, undefined, owner);
  }

  /** The type of a host's lambda, which captures variables of the host. */
  #closure(lambda: TreeNode): Type | undefined {
    return this.inScope(() => {
      this.#declareHosts(lambda);
      return this.expression(lambda).type;
    });
  }

  #declareHosts(node: TreeNode): void {
    const inner = node.type === 'identifier' ? [node] : node.descendantsOfType('identifier');
    for (const name of new Set(inner.map((each) => each.text))) {
      const known = this.scope.find(name) ?? this.candidates.get(name);
      const own = known ? undefined : this.#hostVariable(name, node);
      if (own !== undefined) this.declare(own);
    }
  }

  /** Types that nobody gives, or a template of the host's, are `float`; numbers stay names, for pragmas to give. */
  #complete(
    { template, node }: Candidate,
    bound: ReadonlyMap<string, Type | Expression>,
  ): Bindings {
    return new Map(
      template.flatMap(({ name, isType, isPack: isOpenPack }) => {
        if (isOpenPack) return [...bound].filter(([key]) => isOfPack(name, key));
        if (!isType && this.known.has(name)) return [];
        const given = bound.get(name);
        if (given !== undefined && !isOpenType(given)) return [[name, given] as const];
        const open: Expression = { kind: 'name', name, span: this.span(node) };
        return [[name, isType ? OPEN_TYPE : open] as const];
      }),
    );
  }

  #kernel(
    candidate: Candidate,
    bound: Bindings,
    name: string,
    launches?: ReadonlySet<number> | Paths,
  ): () => FunctionDeclaration {
    const special = this.specialised(candidate, bound);
    const made = this.instance(special ?? candidate, bound);
    const isOneOf = (this.candidates.get(candidate.name) ?? []).length > 1;
    const instance = isOneOf ? made : { ...made, name };
    const given = instance.parameters.map(inGlobalMemory);
    const hidden = this.hiddenIn(candidate.node, instance.scope);
    this.heads.set(instance.name, {
      returns: instance.returns,
      takes: [...given, ...hidden].map(({ type }) => type),
    });
    const launched = this.#launched(candidate, bound, [given, hidden], launches);
    // A tuning parameter stands for itself.
    const instantiates = candidate.template.map(({ name: of }) => {
      const value = bound.get(of);
      return { name: of, value: value === undefined ? of : shown(value) };
    });
    const span = this.span(candidate.declarator);
    const unknown = special === undefined ? `which ${name} is meant` : sharedBy(hidden);
    return () => ({
      ...this.define(special ?? candidate, instance, [...given, ...hidden], true),
      ...(unknown !== undefined && { body: unsupported(unknown, span) }),
      ...launched,
      ...(instantiates.length > 0 && { instantiates }),
    });
  }

  #launched(
    { name, node }: Candidate,
    bound: Bindings,
    [given, hidden]: readonly [readonly Declarator[], readonly Declarator[]],
    at: ReadonlySet<number> | Paths | undefined,
  ): Pick<FunctionDeclaration, 'launch' | 'launched'> {
    if (this.host === undefined) return {};
    const { host, launches } = this.host;
    const about = lazy((): AboutLaunch => ({
      ...askedIn(node, given, host.root),
      parameters: [...given, ...hidden],
      variables: this.variables,
      dynamic: hidden.find(({ space }) => space === 'local'),
      given: this.told.stated,
      launchAs: this.told.launchAs,
      kernel: node,
      open: openLaunchOf(host.root, launches, name),
      spanOf: (each: TreeNode) => this.span(each),
    }));
    return launchesOfKernel(this.host, {
      launches: launches.filter(({ kernel, start }) => kernel === name && at?.has(start) !== false),
      isThrough({ launch: { node, start }, calls }) {
        const paths = at instanceof Map ? at.get(start) : undefined;
        const isIn = (call: TreeNode): boolean => calls?.some(({ id }) => id === call.id) === true;
        return !paths || paths.some((path) => callsAlong(node, path).every(isIn));
      },
      openTypes: openTypesOf(bound, node, (each) => this.candidates.get(each) ?? []),
      about,
      lengths: () => hidden.flatMap((each) => this.#lengthOf(each)),
    });
  }

  /** The declared length of a constant array. */
  #lengthOf({ name, space, nameSpan }: Declarator): readonly Pragma[] {
    const type = this.hidden.get(name)?.type;
    const length = type?.kind === 'array' ? type.length : undefined;
    const whole = typeof length === 'object' ? wholeOf(length) : length;
    return space === 'constant' && whole !== undefined
      ? standingFor(`array ${name} = ${whole}`, nameSpan)
      : [];
  }
}

/** Arrays of one dynamic memory have the same bytes. */
function sharedBy(hidden: readonly Declarator[]): string | undefined {
  const dynamic = hidden.filter(({ space }) => space === 'local');
  return dynamic.length < 2
    ? undefined
    : `dynamic shared memory of several names (${dynamic.map(({ name }) => name).join(', ')})`;
}
