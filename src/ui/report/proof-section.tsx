import { Rows } from './rows.tsx';
import type { CarriedFile } from './carried-file.ts';
import type { ReportProof as Proof } from './report-proof.ts';

interface Props {
  readonly proof: Proof;
  readonly files: readonly CarriedFile[] | undefined;
}

/** The evidence, and how native SPIN reproduces it. */
export function ReportProof({ proof: { rows, spin, commands, instead }, files }: Props) {
  return (
    <>
      {instead !== undefined && <p>{instead}</p>}
      <Rows rows={rows} label="Evidence" />
      {commands.length > 0 && (
        <>
          <p>
            {`With SPIN ${spin} and a C compiler of your own, in an empty folder with `}
            {files
              ? 'these files'
              : 'the files that this report carries when it is saved as a page'}
            :
          </p>
          {files && (
            <ul className="report-files">
              {files.map(({ name, bytes, href }) => (
                <li key={name}>
                  {href === undefined ? (
                    `${name}: ${kilobytes(bytes)}, too long to be carried here. It is in the archive of the run: Save, SPIN's trail with its model.`
                  ) : (
                    <>
                      <a href={href} download={name}>
                        {name}
                      </a>{' '}
                      <span className="report-soft">{kilobytes(bytes)}</span>
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
          <pre className="report-command" aria-label="Commands for native SPIN">
            {commands
              .map(({ command, shows }) =>
                shows === undefined ? command : `${command}\n# shows ${shows}`,
              )
              .join('\n')}
          </pre>
        </>
      )}
    </>
  );
}

const kilobytes = (bytes: number): string =>
  bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`;
