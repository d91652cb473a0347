import type { EventEmitter } from "node:events";
import { processTable } from "#server/platform/outside/process-table.ts";
import type { Services } from "#server/platform/services.ts";

/** How long a node that ends itself may take to finish its requests. */
const drainMs = 25_000;
/** After so long without another such error, the practice is told that it's over. */
const calmMs = 10 * 60_000;

interface Watched {
  readonly services: Pick<Services, "outside" | "log">;
  readonly stop: () => Promise<void>;
}

/**
 * No promise of a library ends a node: a rejection that nobody handled is logged, counted and alarmed, and what it belonged to fails alone. After an error
 * that nobody caught, state may be torn: the node drains and ends with 1, and its supervisor starts it again. Returns what ends the watch.
 */
export function watchProcess(
  { services, stop }: Watched,
  {
    events = process,
    exit = (code: number) => void process.exit(code),
    timeouts = { drainMs, calmMs },
  }: {
    readonly events?: Pick<EventEmitter, "on" | "off">;
    readonly exit?: (code: number) => void;
    readonly timeouts?: { readonly drainMs: number; readonly calmMs: number };
  } = {},
): () => void {
  const reports = services.outside.of(processTable);
  let isEnding = false;
  const whenCalm = () => {
    const timer = setTimeout(reports.worked, timeouts.calmMs);
    timer.unref();
    return timer;
  };
  // Also after a start: the node before this one may have ended itself.
  let calm = whenCalm();
  const log = (error: unknown, what: string) => services.log.error({ err: shownError(error) }, what);

  const onRejection = (reason: unknown) => {
    log(reason, "a promise was rejected and nobody handled it");
    reports.failed("rejected_promise", shownError(reason).code);
    clearTimeout(calm);
    calm = whenCalm();
  };
  const onException = (error: unknown) => {
    log(error, "an error was thrown and nobody caught it");
    clearTimeout(calm);
    if (isEnding) return;
    isEnding = true;
    reports.failed("uncaught_error", shownError(error).code);
    setTimeout(() => exit(1), timeouts.drainMs);
    const written = services.outside.write().catch(() => undefined);
    void Promise.all([written, stop()]).then(
      () => exit(1),
      () => exit(1),
    );
  };
  events.on("unhandledRejection", onRejection);
  events.on("uncaughtException", onException);
  return () => {
    clearTimeout(calm);
    events.off("unhandledRejection", onRejection);
    events.off("uncaughtException", onException);
  };
}

/** Where it happened, by name, code and lines of the stack: a message may quote what a person typed. */
function shownError(error: unknown): { readonly name: string; readonly code?: string; readonly stack: string[] } {
  if (!(error instanceof Error)) return { name: `thrown ${typeof error}`, stack: [] };
  const { name, stack = "", code } = error as NodeJS.ErrnoException;
  const frames = stack.split("\n").filter((line) => /^ {4}at /.test(line));
  return { name, ...(typeof code === "string" && /^\w{1,60}$/.test(code) && { code }), stack: frames.slice(0, 12) };
}
