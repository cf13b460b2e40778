// Where one begins: own files, or an example.
import type { JSX } from 'preact';
import { examples } from '../examples/index.ts';
import { openExample } from '../state/open.ts';
import { FilePicker } from './file-picker.tsx';
import { attend } from './use-attention.ts';

export function Start(): JSX.Element {
  return (
    <div class="start">
      <section class="hero">
        <h1>Why did the model decide so?</h1>
        <p class="lead">
          See which values of a case fix the decision, whatever the others are, and what would change it. For
          scorecards, logistic regression, naive Bayes and other linear models the answers are exact, not
          estimates.
        </p>
      </section>
      <section aria-labelledby="examples-title">
        <h2 id="examples-title">Try an example</h2>
        <ul class="cards">
          {examples.map(({ id, title, about }) => (
            <li key={id}>
              <button
                type="button"
                class="card"
                onClick={() =>
                  void attend(
                    () => openExample(id),
                    () => 'decision',
                  )
                }
              >
                <strong>{title}</strong>
                <span>{about}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section class="own" aria-labelledby="own-title">
        <h2 id="own-title">Or bring your own</h2>
        <div class="drop-hint">
          <p>Drop a model here, and a table of cases with it if you like.</p>
          <FilePicker label="Choose files" primary />
        </div>
        <dl class="formats">
          <dt>Models</dt>
          <dd>
            xpxlc model files, scorecards and coefficients in CSV, PMML, ONNX, explainable boosting machines
            (JSON), and XLC, CNBC, BLC of the paper’s authors. From scikit-learn:{' '}
            <code>python -m xpxlc export</code>.
          </dd>
          <dt>Tables</dt>
          <dd>CSV, TSV, NDJSON, JSON, Parquet; also gzipped.</dd>
        </dl>
        <p class="privacy">
          Your files stay on this computer: the page computes in your browser and sends nothing.
        </p>
      </section>
    </div>
  );
}
