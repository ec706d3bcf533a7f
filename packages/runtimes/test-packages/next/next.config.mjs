// The root is the repository, so that the test's project resolves Next and React.
export default { turbopack: { root: process.env.TURBOPACK_ROOT } };
