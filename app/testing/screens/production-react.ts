/**
 * For tests in a document: React as people get it. The one for development costs these tests a third more, for warnings that none of them reads. It lacks
 * `act`, in which testing-library renders, dispatches and waits: here it makes at once what follows from a press, and leaves the rest to come as it does in a browser.
 */
process.env["NODE_ENV"] = "production";

const { default: react } = (await import("react")) as unknown as {
  default: { act?: unknown; captureOwnerStack?: unknown };
};
const { flushSync } = await import("react-dom");
if (react.captureOwnerStack !== undefined) throw new Error("React for development was loaded before");

react.act = (run: () => unknown) => {
  let result: unknown;
  flushSync(() => void (result = run()));
  async function settled(): Promise<unknown> {
    const value = await result;
    await new Promise((resolve) => setTimeout(resolve));
    return value;
  }
  // oxlint-disable-next-line unicorn/no-thenable -- what follows is waited for only where somebody awaits it
  return { then: (...next: Parameters<Promise<unknown>["then"]>) => settled().then(...next) };
};

export {};
