/** The version in package.json, put in by the build. */
declare const __APP_VERSION__: string;

/** What a file picker of the browser is told. Not every browser has them. */
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
