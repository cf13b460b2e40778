// Where the page begins.
import { render } from 'preact';
import EngineWorker from './engine/worker.ts?worker&inline';

const worker = new EngineWorker();
worker.onmessage = ({ data }) => {
  document.title = data;
};
render(<p>Hello</p>, document.getElementById('page') as HTMLElement);
