import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runContractTests } from "../src/index.js";

test("says of a certificate that its own server signed how to make it trusted, and exits 3", async () => {
  const server = createServer(selfSigned(), (_request, response) => response.end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // a server on a port has no other kind of address

  const report = await runContractTests({ baseURL: `https://127.0.0.1:${port}`, apiKey: "sk-mock-full" });

  expect(report.exitCode).toBe(3);
  expect(report.problem?.message).toContain("DEPTH_ZERO_SELF_SIGNED_CERT");
  expect(report.problem?.message).toContain("NODE_EXTRA_CA_CERTS");
});

function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "contract-tests-certificate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert];
  execFileSync("openssl", [...args, "-days", "2", "-subj", "/CN=localhost"], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
