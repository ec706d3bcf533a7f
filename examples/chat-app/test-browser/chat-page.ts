import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { expect, test as mockTest } from "@model-access/mock/playwright";
import { ModelAccess } from "@model-access/sdk";
import type { Locator, Page } from "@playwright/test";
import { createApp } from "../server/app.ts";

/** The app on a server of its own, which gets the mock's session by its base URL and its key. */
export interface ChatPage {
  page: Page;
  /** Sends a question. */
  ask(question: string): Promise<void>;
  /** The last answer. */
  answer: Locator;
  banner: Locator;
  points(): Promise<number>;
}

export const test = mockTest.extend<{ chat: ChatPage }, { tab: Page }>({
  // The tests of a worker share a page: a context for each costs more than the chat that it opens.
  tab: [
    async ({ browser }, use) => {
      const tab = await browser.newPage();
      await use(tab);
      await tab.close();
    },
    { scope: "worker" },
  ],
  page: async ({ tab }, use) => {
    await tab.setViewportSize({ width: 1280, height: 720 });
    await tab.emulateMedia({ colorScheme: null });
    await use(tab);
    await tab.removeAllListeners("response");
  },
  chat: async ({ mock, page }, use) => {
    const client = new ModelAccess({ baseURL: mock.baseURL, apiKey: mock.apiKey, maxRetries: 0 });
    const { fetch } = createApp(client, { maxRetries: 0 });
    const serverOptions = { keepAliveTimeout: 75_000 };
    const server = serve({ fetch, hostname: "127.0.0.1", port: 0, serverOptions }) as Server; // node:http's by default
    if (!server.listening) await once(server, "listening");
    const { port } = server.address() as AddressInfo; // a TCP server has an object as its address
    await page.goto(`http://127.0.0.1:${port}`);
    const balance = page.getByText(/^[\d,]+ points$/);
    await use({
      page,
      answer: page.getByRole("article", { name: "Assistant" }).last(),
      banner: page.getByRole("alert"),
      async ask(question) {
        await page.getByLabel("Question").fill(question);
        await page.getByRole("button", { name: "Send" }).click();
      },
      points: async () => Number((await balance.textContent())?.replace(/\D/g, "")),
    });
    await page.goto("about:blank");
    server.close();
    server.closeAllConnections(); // browsers open some in advance
  },
});

export { expect };
