import type { editor as Editor } from 'monaco-editor/editor';
import { useEffect, useRef, useState } from 'react';
import { useTextScale } from '../theme/text-size.ts';
import { useIsDark } from '../theme/theme.ts';
import './diff-editor.css';
import { THEME_DARK, THEME_LIGHT } from './themes.ts';
import { OPTIONS, sized } from './use-editor.ts';
import { type Monaco, useMonaco } from './use-monaco.tsx';

interface Text {
  readonly name: string;
  readonly text: string;
}

interface Props {
  readonly language: string;
  readonly left: Text;
  readonly right: Text;
}

interface OpenDiff {
  readonly monaco: Monaco;
  readonly editor: Editor.IStandaloneDiffEditor;
}

/** Two read-only texts side by side, with differences marked. */
export function DiffEditor({ language, left, right }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const { monaco, failed } = useMonaco();
  const [diff, setDiff] = useState<OpenDiff>();
  const [places, setPlaces] = useState<number>();
  const dark = useIsDark();
  const scale = useTextScale();

  useEffect(() => {
    diff?.monaco.editor.setTheme(dark ? THEME_DARK : THEME_LIGHT);
  }, [diff, dark]);
  useEffect(() => diff?.editor.updateOptions(sized(scale)), [diff, scale]);
  useEffect(() => {
    if (!diff) return undefined;
    const { monaco, editor } = diff;
    const original = monaco.editor.createModel(left.text, language);
    const modified = monaco.editor.createModel(right.text, language);
    editor.getOriginalEditor().updateOptions({ ariaLabel: `Left: ${left.name}` });
    editor.getModifiedEditor().updateOptions({ ariaLabel: `Right: ${right.name}` });
    editor.setModel({ original, modified });
    return () => {
      editor.setModel(null);
      original.dispose();
      modified.dispose();
    };
  }, [diff, language, left.text, left.name, right.text, right.name]);

  // The last effect, so that its cleanup runs after the texts'.
  useEffect(() => {
    if (!monaco || !host.current) return undefined;
    const editor = monaco.editor.createDiffEditor(host.current, {
      ...OPTIONS,
      readOnly: true,
      domReadOnly: true,
      originalEditable: false,
      inlayHints: { enabled: 'off' },
      renderSideBySide: true,
      renderOverviewRuler: false,
      diffAlgorithm: 'advanced',
    });
    editor.onDidUpdateDiff(() => setPlaces(editor.getLineChanges()?.length));
    setDiff({ monaco, editor });
    return () => editor.dispose();
  }, [monaco]);

  return (
    <div className="diff-editor column">
      <p className="diff-words note" role="status" data-testid="diff">
        {failed ?? placesInWords(places)}
      </p>
      <div ref={host} className="fills" />
    </div>
  );
}

function placesInWords(places: number | undefined): string {
  if (places === undefined) return 'The texts are being compared.';
  if (places === 0) return 'The texts are the same.';
  return places === 1 ? 'The texts differ in one place.' : `The texts differ in ${places} places.`;
}
