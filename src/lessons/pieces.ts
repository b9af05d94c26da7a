/** Text as a lesson may have it: whatever else Markdown knows (HTML, images) is told as text or left out, so that
 * nothing of a lesson is ever run or fetched. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly parts: readonly Inline[] }
  /** Something that is done to the page when it is pressed. */
  | { readonly kind: 'do'; readonly deed: Deed; readonly parts: readonly Inline[] }
  /** A page elsewhere, opened only when it is pressed; its host is said. */
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

/** What a link of a lesson does to the page. */
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
