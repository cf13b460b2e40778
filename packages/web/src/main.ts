// Where both begin: the page, and its workers, which run the same script (see start-worker.ts). Each sets up only what it needs.
if (typeof document === 'undefined') void import('./engine/worker.ts');
else void import('./page.tsx');
