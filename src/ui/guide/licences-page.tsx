import notices from 'virtual:third-party-notices';

export function LicencesPage() {
  return (
    <>
      <h2 tabIndex={-1}>Licences of what is built in</h2>
      <p>
        Overtime is under the BSD 3-Clause License. It contains these works of others, each under
        its own terms.
      </p>
      <div className="guide-notices">
        {notices.map(({ name, version, licence, use, text }) => (
          <details key={name}>
            <summary>
              <strong>{name}</strong> {version}{' '}
              <span className="guide-licence note">{licence}</span>
              {use !== undefined && <span className="guide-use note">{use}</span>}
            </summary>
            <pre tabIndex={0}>{text}</pre>
          </details>
        ))}
      </div>
    </>
  );
}
