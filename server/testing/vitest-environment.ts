import { builtinEnvironments, type Environment } from "vitest/runtime";

const { node } = builtinEnvironments;

/** Node's environment with a teardown: a worker keeps it for all its files, so what they share is closed with it. */
const environment: Environment = {
  ...node,
  name: "node-sharing",
  async setup(global, options) {
    const { teardown } = await node.setup(global, options);
    return {
      async teardown(ended) {
        const sharedServer = globalThis.sharedTestServer;
        globalThis.sharedTestServer = undefined;
        await (await sharedServer?.server.catch(() => undefined))?.close();
        await teardown(ended);
      },
    };
  },
};

export default environment;
