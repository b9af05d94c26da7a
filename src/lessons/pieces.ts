/** Text of a lesson. Other Markdown (HTML, images) becomes text or is dropped: nothing is run or
 * fetched. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly parts: readonly Inline[] }
  /** A button that acts on the page. */
  | { readonly kind: 'do'; readonly deed: Deed; readonly parts: readonly Inline[] }
  /** An external link, with its host shown. */
  | {
      readonly kind: 'link';
      readonly url: string;
      readonly host: string;
      readonly parts: readonly Inline[];
    }
  | { readonly kind: 'break' };

export type Block =
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'heading'; readonly depth: number; readonly parts: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'rule' }
  /** The place of a task. */
  | { readonly kind: 'task'; readonly id: string };

/** An action on the page. */
export type Deed =
  | { readonly do: 'verify' | 'reset' }
  | { readonly do: 'tune'; readonly constants: Readonly<Record<string, string>> }
  | { readonly do: 'show'; readonly view: string }
  | { readonly do: 'set'; readonly constants: Readonly<Record<string, string>> }
  | {
      readonly do: 'trace';
      readonly values: Readonly<Record<string, number>>;
      /** Set before it. */
      readonly constants: Readonly<Record<string, string>>;
    }
  | { readonly do: 'line'; readonly words: string };
