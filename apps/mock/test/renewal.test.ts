import { expect, test } from "vitest";
import { createRenewal } from "../scripts/renewal.mjs";

/** A renewal whose builds end when they are told to. */
function createSteps() {
  const did: string[] = [];
  const builds: ((isGood: boolean) => void)[] = [];
  const renew: () => Promise<void> = createRenewal({
    build: () => {
      did.push("build");
      return new Promise<boolean>((resolve) => builds.push(resolve));
    },
    restart: async () => void did.push("restart"),
  });
  return { did, renew, endBuild: (isGood: boolean) => builds.shift()?.(isGood) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a change builds, then restarts", async () => {
  const { did, renew, endBuild } = createSteps();

  const done = renew();
  endBuild(true);
  await done;

  expect(did).toEqual(["build", "restart"]);
});

test("changes during a build lead to one more build", async () => {
  const { did, renew, endBuild } = createSteps();
  renew();

  renew();
  const done = renew();
  endBuild(true);
  await turn();
  endBuild(true);
  await done;

  expect(did).toEqual(["build", "restart", "build", "restart"]);
});

test("a build that fails restarts nothing, and the next change builds again", async () => {
  const { did, renew, endBuild } = createSteps();

  const failed = renew();
  endBuild(false);
  await failed;
  const done = renew();
  endBuild(true);
  await done;

  expect(did).toEqual(["build", "build", "restart"]);
});
