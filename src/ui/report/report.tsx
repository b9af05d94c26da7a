import { printable } from '../../base/printable.ts';
import { type ReactNode, useId } from 'react';
import type { ReportExtract, ReportPicture } from './report-pictures.ts';
import { ReportProof } from './proof-section.tsx';
import { Rows } from './rows.tsx';
import type { ReportContent } from './report-state.ts';

/** The whole answer on paper or in a file, without scripts. */
export function Report({ report }: { readonly report: ReportContent }) {
  const { answer, caveats, map, fastest, split, trace } = report;
  return (
    <article className="report">
      <header>
        <p className="report-brand">Overtime</p>
        <h1>{report.kernel}</h1>
        <p className="report-soft">{`Report of ${report.date} UTC`}</p>
      </header>
      <Section title="Answer">
        {answer ? (
          <>
            <p className="report-answer">
              <span className={`report-status tone-${answer.status.tone}`}>
                {answer.status.word}
              </span>
              {answer.best && <strong>{`${answer.best.words} ${answer.best.unit}`}</strong>}
              <span>{answer.where}</span>
            </p>
            {answer.onMachine !== '' && <p>{answer.onMachine}</p>}
            <p>{answer.conclusion}</p>
            <p className="report-soft">{answer.status.meaning}</p>
          </>
        ) : (
          <p>{report.instead}</p>
        )}
        <p>
          <b>Is it right?</b> {report.verdict}
        </p>
        {caveats.length > 0 && (
          <ul>
            {caveats.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
      </Section>
      {report.why !== '' && (
        <Section title="Why this one is best">
          <p>{report.why}</p>
        </Section>
      )}
      <Section title="Kernel, platform and how it was tuned">
        <Rows rows={report.settings} label="Settings" />
      </Section>
      {map && (
        <Section title="All configurations">
          <Figure picture={map} />
          {fastest.length > 0 && (
            <Rows rows={fastest} label="The fastest" heads={['Configuration', 'Ticks']} />
          )}
        </Section>
      )}
      {split && (
        <Section title="Where the time goes">
          <Figure picture={split.picture} />
          <Rows rows={split.rows} label="Ticks by part" heads={['Elements', 'Ticks']} />
        </Section>
      )}
      {trace && (
        <Section title={`The run: ${trace.title}`}>
          <Figure picture={trace.gantt} />
          {trace.extracts.map((extract) => (
            <Extract key={extract.title} extract={extract} />
          ))}
        </Section>
      )}
      <Section title="Where this comes from">
        <Rows rows={report.provenance} label="Provenance" />
        <p>To have it computed again, in a copy of Overtime:</p>
        {report.before !== undefined && <p>{report.before}</p>}
        <pre className="report-command">{report.command}</pre>
      </Section>
      {report.proof && (
        <Section title="How to check this again">
          <ReportProof proof={report.proof} files={report.files} />
        </Section>
      )}
      <Section title="The kernel's text">
        <Listing text={report.text} />
      </Section>
    </article>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A picture whose internal ids are made unique. */
function Figure({ picture: { title, svg } }: { readonly picture: ReportPicture }) {
  const own = useId().replaceAll(/\W/g, '');
  const named = svg.replaceAll(' id="', ` id="${own}`).replaceAll('url(#', `url(#${own}`);
  return (
    <figure>
      <div
        role="img"
        aria-label={title}
        // oxlint-disable-next-line react/no-danger -- made by our own brush, which escapes all texts
        dangerouslySetInnerHTML={{ __html: named }}
      />
      <figcaption>{title}</figcaption>
    </figure>
  );
}

function Extract({ extract: { title, picture, steps } }: { readonly extract: ReportExtract }) {
  return (
    <>
      <h3>{title}</h3>
      <Figure picture={picture} />
      <table aria-label={`${title}, in words`}>
        <thead>
          <tr>
            <th scope="col">Tick</th>
            <th scope="col">What happens</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ tick, words }, index) => (
            <tr key={index}>
              <td className="report-number">{tick}</td>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** A text with the numbers of its lines. */
function Listing({ text }: { readonly text: string }) {
  const lines = printable(text).split(/\r?\n/);
  const width = String(lines.length).length;
  return (
    <pre className="report-kernel">
      {lines.map((line, index) => `${String(index + 1).padStart(width)}  ${line}`).join('\n')}
    </pre>
  );
}
