import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// `npm run dev` is for work on the page; `node --watch server/main.ts` answers it.
export default defineConfig({
  plugins: [react()],
  // React, Markdown and the chat are one chunk of about 600 kB; all of it is needed for the first page.
  build: { chunkSizeWarningLimit: 1000 },
  server: { proxy: { "/api": "http://127.0.0.1:3000" } },
});
