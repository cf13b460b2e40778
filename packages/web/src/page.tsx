// The page: what the address asks for, else the start.
import { effect } from '@preact/signals';
import { render } from 'preact';
import './state/deep.ts';
import { openGiven } from './state/files.ts';
import { followLink, keepAddress } from './state/link.ts';
import { theme } from './state/state.ts';
import './style/page.css';
import { App } from './ui/app.tsx';

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});

render(<App />, document.getElementById('page') as HTMLElement);

const given = new URLSearchParams(location.search).has('given');
void (given ? openGiven() : Promise.resolve()).then(followLink).then(keepAddress);
