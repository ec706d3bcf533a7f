/** As much of `node:timers` as the mock uses. */
export function setImmediate(run: () => void): void {
  const { port1, port2 } = new MessageChannel(); // timers of a page wait for 4 ms and more
  const arrived = () => {
    port1.close();
    run();
  };
  port1.addEventListener("message", arrived, { once: true });
  port1.start();
  port2.postMessage(undefined);
}
