// The root is the repository, in which the test's project finds Next and React.
export default { turbopack: { root: process.env.TURBOPACK_ROOT } };
