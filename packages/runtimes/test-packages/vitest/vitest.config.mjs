// In the test's project, not in this folder.
export default { test: { pool: "vmThreads", include: ["behaves.mjs"] } };
