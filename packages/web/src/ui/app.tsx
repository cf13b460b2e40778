// The page as a whole: what is open, what went wrong, and the view of it.

import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { close } from '../state/open.ts';
import { model, notice, progress, tab, table, theme } from '../state/state.ts';
import { FilePicker, openAndLook } from './file-picker.tsx';
import { LinkButton } from './link-button.tsx';
import { OneDecision } from './one-decision.tsx';
import { Overview } from './overview.tsx';
import { Rows } from './rows.tsx';
import { Start } from './start.tsx';
import { Tabs } from './tabs.tsx';

export function App(): JSX.Element {
  useDropping();
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <Progress />
      <NoticeBar />
      <main id="main">{model.value === undefined ? <Start /> : <Work />}</main>
    </>
  );
}

function Header(): JSX.Element {
  const info = model.value;
  return (
    <header class="top">
      <button type="button" class="brand" onClick={close} aria-label="xpxlc: back to the start">
        xpxlc
      </button>
      {info === undefined ? (
        <span class="what">exact reasons for decisions of models</span>
      ) : (
        <span class="what">
          <strong>{info.title ?? info.name}</strong>
          {table.value === undefined ? null : <span> · {table.value.name}</span>}
        </span>
      )}
      <span class="tools">
        {info === undefined ? null : (
          <>
            <FilePicker label="Open files" />
            <LinkButton />
          </>
        )}
        <ThemeSwitch />
      </span>
    </header>
  );
}

const THEMES = { auto: 'Theme: auto', light: 'Theme: light', dark: 'Theme: dark' } as const;

function ThemeSwitch(): JSX.Element {
  return (
    <select
      aria-label="Light or dark"
      value={theme.value}
      onChange={({ currentTarget }) => {
        theme.value = currentTarget.value as keyof typeof THEMES;
      }}
    >
      {Object.entries(THEMES).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}

function Progress(): JSX.Element | null {
  const now = progress.value;
  if (now === undefined) return null;
  return (
    <div class="progress" role="status">
      <span>{now.doing} …</span>
      <progress max={1} value={now.share} aria-label={now.doing} />
    </div>
  );
}

function NoticeBar(): JSX.Element | null {
  const now = notice.value;
  if (now === undefined) return null;
  return (
    <div class={`notice ${now.kind}`} role={now.kind === 'error' ? 'alert' : 'status'}>
      <div>
        <strong>{now.title}</strong>
        <p>{now.text}</p>
        {now.action === undefined ? null : (
          <button
            type="button"
            onClick={() => {
              const run = now.action?.run;
              notice.value = undefined;
              run?.();
            }}
          >
            {now.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          notice.value = undefined;
        }}
      >
        Close
      </button>
    </div>
  );
}

function Work(): JSX.Element {
  return (
    <>
      <Tabs />
      <div role="tabpanel" id={`panel-${tab.value}`} aria-labelledby={`tab-${tab.value}`} class="panel">
        {tab.value === 'decision' ? <OneDecision /> : tab.value === 'rows' ? <Rows /> : <Overview />}
      </div>
    </>
  );
}

/** Files may be dropped anywhere. */
function useDropping(): void {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      document.documentElement.classList.add('dropping');
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) document.documentElement.classList.remove('dropping');
    };
    const drop = (event: DragEvent): void => {
      document.documentElement.classList.remove('dropping');
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      openAndLook(event.dataTransfer.files);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
}
