// Let the worker hear other messages before it goes on.

/** Resolves after what has come in meanwhile; unlike a timer it does not wait for milliseconds. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
