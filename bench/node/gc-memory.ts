/** Preloaded into a node before the server: replies to each message with the memory in use after a garbage collection. */
process.on("message", () => {
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
// The open channel must not keep the server alive.
process.channel?.unref();
