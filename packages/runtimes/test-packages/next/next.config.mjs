export default {
  // The root is the repository, so that the test's project resolves Next and React.
  turbopack: { root: process.env.TURBOPACK_ROOT },
  // Nobody builds it again, and writing the cache takes a third of the build.
  experimental: { turbopackFileSystemCacheForBuild: false },
};
