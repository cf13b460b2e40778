// A worker of the script that the page itself runs. Browsers refuse workers from files that are opened from a file share, but not one
// made of text that the page has; and so everything is there only once.

/** The whole script as a function; tools/bundle-web.mjs puts it round the bundle. */
declare const xpxlcScript: () => void;

let address: string | undefined;

export function startWorker(name: string): Worker {
  address ??= URL.createObjectURL(new Blob([`(${xpxlcScript})()`], { type: 'text/javascript' }));
  return new Worker(address, { name });
}
