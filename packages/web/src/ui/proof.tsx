// The proof: a file that anyone can check without us.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { EngineError } from '../engine/client.ts';
import type { Reason } from '../engine/messages.ts';
import { quick } from '../state/clients.ts';
import { downloadText } from '../state/download.ts';
import type { Decided } from '../state/state.ts';

export function Proof({ answer: { reason }, question: { values } }: Decided): JSX.Element {
  // What was said holds for the explanation it was said of.
  const said = useSignal<{ readonly of: Reason; readonly text: string } | undefined>(undefined);
  const say = (text: string): void => {
    said.value = { of: reason, text };
  };
  const save = async (): Promise<void> => {
    try {
      const { certificate, text } = await quick.ask('certify', { values, features: reason.features });
      downloadText('certificate.json', certificate, 'application/json');
      say(text);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      say(error.message);
    }
  };
  return (
    <section class="section" aria-labelledby="proof-title">
      <h2 id="proof-title">Proof</h2>
      <p class="hint">
        A certificate holds the numbers that prove the explanation. <code>xpxlc verify certificate.json</code>{' '}
        checks it; so can anyone with integer arithmetic.
      </p>
      <p class="row-of-buttons">
        <button type="button" onClick={() => void save()}>
          Check and save the certificate
        </button>
      </p>
      {said.value?.of === reason ? <p role="status">{said.value.text}</p> : null}
    </section>
  );
}
