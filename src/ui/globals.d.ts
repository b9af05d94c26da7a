/** The version in package.json, put in by the build. */
declare const __APP_VERSION__: string;

/** Options of file pickers, which not every browser has. */
interface FilePickerOptions {
  readonly suggestedName?: string;
  readonly types?: readonly {
    readonly description: string;
    readonly accept: Readonly<Record<string, readonly string[]>>;
  }[];
}

interface Window {
  readonly showOpenFilePicker?: (
    options: FilePickerOptions,
  ) => Promise<readonly FileSystemFileHandle[]>;
  readonly showSaveFilePicker?: (options: FilePickerOptions) => Promise<FileSystemFileHandle>;
}

/** Third-party notices (`scripts/notices.ts`). */
declare module 'virtual:third-party-notices' {
  const notices: readonly {
    readonly name: string;
    readonly version: string;
    readonly licence: string;
    readonly use?: string;
    readonly text: string;
  }[];
  export default notices;
}
