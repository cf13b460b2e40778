// The end of a report: how reasons are chosen, what the words mean, proofs, and what the report was made of.
import type { JSX } from 'preact';
import { listed } from '../components/words.ts';
import { isFailed, type ReportData, rowTitle } from './report-data.ts';
import type { CertifiedRow } from './row-report.ts';

export function Appendix({ data }: { data: ReportData }): JSX.Element {
  return (
    <section class="appendix">
      <h2>Appendix</h2>
      {data.rows === undefined ? null : <ReasonsRule data={data} />}
      <Terms data={data} />
      {data.rows === undefined ? null : <Certificates data={data} />}
      <Origin data={data} />
    </section>
  );
}

function ReasonsRule({ data: { settings, model } }: { data: ReportData }): JSX.Element {
  const { reasons, adverse, phrases, within } = settings;
  const rival =
    settings.target ??
    (model.classes.length === 2 ? 'the other class' : 'the class that comes closest to winning');
  return (
    <>
      <h3>How the principal reasons are chosen</h3>
      <ol>
        <li>
          {adverse === undefined
            ? 'Reasons are given for every decision.'
            : `Reasons are given for rows that are decided ${adverse}.`}
        </li>
        <li>
          They are the features of a smallest explanation: the fewest values of the case that together fix the
          decision, whatever the other values are. All of them are factors that the model itself scores.
        </li>
        <li>
          They are ordered by worth, the largest first: how far the lead of the decision over {rival} would
          fall at most if only this value changed. Of equal worth the feature that the model lists first comes
          first.
          {model.classes.length === 2
            ? ' No feature that is left out is worth more than one that is given.'
            : ''}
        </li>
        <li>
          At most {reasons} are given. Where the explanation has more features, the rest is named below them.
        </li>
        {adverse !== undefined && within.length > 0 ? (
          <li>
            For them all features may have any value of the model, also those that are held fixed elsewhere in
            this report: a factor counts whether it can be changed or not.
          </li>
        ) : null}
        {phrases ? (
          <li>
            The wording comes from a dictionary of phrases. A phrase for a number that is too high is used
            only where lower numbers would help the case and no higher number would; for one that is too low
            likewise.
          </li>
        ) : null}
      </ol>
    </>
  );
}

function Terms({ data: { unit } }: { data: ReportData }): JSX.Element {
  return (
    <>
      <h3>Words</h3>
      <dl class="facts">
        <dt>Explanation</dt>
        <dd>
          A set of values of the case that fixes the decision, whatever the other values are, and of which
          none can be left out. A statement about the model, proved exactly; not an estimate.
        </dd>
        <dt>Worth</dt>
        <dd>
          Of a value: how far the lead of the decision over a rival class would fall at most if only this
          value changed
          {unit === '' ? '' : `, in ${unit}`}.
        </dd>
        <dt>Lead</dt>
        <dd>How far the score of the decided class is ahead of that of its strongest rival.</dd>
        <dt>Given that</dt>
        <dd>What was asked to stay as it is, or within bounds. What follows holds for such cases only.</dd>
      </dl>
    </>
  );
}

function Certificates({ data: { rows = [], settings, files } }: { data: ReportData }): JSX.Element | null {
  const answered = rows.flatMap((row) => (isFailed(row) ? [] : [row]));
  if (answered.length === 0) return null;
  const model = files.find(({ role }) => role === 'Model')?.name ?? 'MODEL';
  return (
    <>
      <h3>Certificates</h3>
      <p>
        Each proves the smallest explanation of its row by whole numbers: the lead, and what each value is
        worth; also the one that the reasons rest on, where that is another. To check them all against the
        model, with code apart from the search: <code>xpxlc verify REPORT.html --model {model}</code>. The
        text of one of them, copied into a file, is checked likewise. They count rows from 0, as the command
        line does.
      </p>
      {answered.map((row) => (
        <div key={row.name.row}>
          <p class="note">{rowTitle(row, settings.key)}</p>
          <pre class="certificate">{lineOf(row.record)}</pre>
        </div>
      ))}
    </>
  );
}

function Origin({ data: { files, version, command, settings } }: { data: ReportData }): JSX.Element {
  const { within } = settings;
  return (
    <>
      <h3>How this report was made</h3>
      <dl class="facts">
        <dt>Program</dt>
        <dd>xpxlc {version}</dd>
        <dt>Command</dt>
        <dd>
          <code>{command}</code>
        </dd>
        {within.length === 0 ? null : (
          <>
            <dt>What may move</dt>
            <dd>{listed(within)}</dd>
          </>
        )}
      </dl>
      <p class="note">The same command on the same files gives the same report, byte for byte.</p>
      <table class="file">
        <caption>Files and their fingerprints (SHA-256)</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">File and fingerprint</th>
          </tr>
        </thead>
        <tbody>
          {files.map(({ role, name, sha256 }) => (
            <tr key={`${role} ${name}`}>
              <th scope="row">{role}</th>
              <td>
                {name}
                <br />
                <code>{sha256 ?? 'not a file: no fingerprint'}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** JSON on one line, also for readers that end lines at the separators of Unicode. */
function lineOf(record: CertifiedRow): string {
  return JSON.stringify(record).replace(
    /[\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16)}`,
  );
}
