/**
 * Builds and restarts for each change, one at a time: changes during a build lead to one more build after it. A build
 * that fails restarts nothing.
 * @param {{ build: () => Promise<boolean>, restart: () => Promise<void> }} steps
 * @returns {() => Promise<void>} to be called at each change; resolves when nothing is left to do
 */
export function createRenewal({ build, restart }) {
  let isStale = false;
  let renewing;

  return () => {
    isStale = true;
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  async function renew() {
    while (isStale) {
      isStale = false;
      if (await build()) await restart();
    }
  }
}
