import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { help } from "../src/command/serve.js";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const { services, configs } = parse(read("../deploy/compose.shared.yaml"));
const manifests = parseAllDocuments(read("../deploy/kubernetes.yaml")).map((document) => document.toJS());
const manifest = (kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);

test("three mocks share a store behind a load balancer, which alone has a port of this machine", () => {
  expect(services.mock.deploy.replicas).toBe(3);
  expect(services.mock.environment.MODEL_ACCESS_MOCK_STORE).toMatch(/^redis:.*@store:6379\/0$/);
  expect(services.mock.ports ?? services.store.ports).toBeUndefined();
  expect(services.balancer.ports).toEqual(["127.0.0.1:4010:4010"]);
  expect(configs.haproxy.content).toContain("option httpchk GET /readyz");
  expect(JSON.stringify(services.mock.command)).not.toContain("--store");
});

test("every container has a limit, and none may do more than it has to", () => {
  for (const service of Object.values<Record<string, unknown>>(services)) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], mem_limit: expect.stringMatching(/^\d+m$/) });
  }
  for (const { spec } of manifests.filter(({ kind }) => kind !== "Service")) {
    const [container] = spec.template.spec.containers;
    expect(container.resources.limits.memory).toMatch(/^\d+Mi$/);
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
  }
});

test("a pod without its store gets no traffic and is not restarted", () => {
  const [mock] = manifest("Deployment", "model-access-mock").spec.template.spec.containers;

  expect(mock.readinessProbe.httpGet).toEqual({ path: "/readyz", port: "http" });
  expect(mock.livenessProbe.httpGet).toEqual({ path: "/healthz", port: "http" });
  expect(mock.env.at(-1).value).toBe("redis://:$(STORE_PASSWORD)@model-access-store:6379/0");
});

test("the deploy files use options that the command has", () => {
  const [mock] = manifest("Deployment", "model-access-mock").spec.template.spec.containers;
  for (const flag of [...mock.args, ...services.mock.command].filter((word: string) => word.startsWith("--"))) {
    expect(help).toContain(flag);
  }
});
