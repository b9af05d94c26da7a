import type { Row } from './report-proof.ts';

interface RowsProps {
  readonly rows: readonly Row[];
  readonly label: string;
  readonly heads?: readonly [string, string];
}

/** Names with what they are, as a table. */
export function Rows({ rows, label, heads }: RowsProps) {
  const isExplained = rows.some(({ meaning }) => meaning !== undefined);
  return (
    <table aria-label={label}>
      {heads && (
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ name, value, meaning }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
            {isExplained && <td className="report-soft">{meaning ?? ''}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
