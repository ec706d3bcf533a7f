import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of the files that tests write; `temporary-folder.ts` removes it. */
export const folder = mkdtempSync(join(tmpdir(), "files-"));

/** Writes a file, such as a data file, and returns its path. */
export function dataFile(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** A team's world. */
export const team = `
models:
  - id: acme-large
    name: Acme-Large
    points: { prompt: 0.3, completion: 1.5 }
    supported_endpoints: [/v1/messages, /v1/chat/completions]
bots:
  - name: Shop-Helper
    points: { request: 12 }
    controls:
      api_version: "2"
      sections:
        - controls:
            - { control: text_field, label: Size, parameter_name: size }
  - name: Secret-Bot
    access: private
keys:
  sk-team: { name: team, points: 100 }
  sk-gone: { name: gone, isRevoked: true }
  sk-read: { name: read, hasPermission: false }
  sk-slow: { name: slow, requestsPerMinute: 1 }
faults:
  - { fault: status-503, model: Shop-Helper, times: 1 }
worlds:
  poor:
    keys:
      sk-team: { name: team, points: 0 }
`;
