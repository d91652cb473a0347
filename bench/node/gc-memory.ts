/** Loaded into a node before the server: answers each message with the memory it holds once everything unreachable is gone. */
process.on("message", () => {
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
// The server's end does not wait for another message.
process.channel?.unref();
