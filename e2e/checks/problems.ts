import type { BrowserContext, ConsoleMessage } from "@playwright/test";

/** An answer of the API that a test provokes; Chromium writes it into the console. */
export interface ExpectedApiError {
  readonly path: string;
  readonly status: number;
}

/**
 * Notes everything a visitor must never cause: messages of the console, uncaught errors, requests to hosts that are not ours.
 * `refusals` are expected answers, by path and status; `expected` matches other troubles a test provokes.
 */
export function recordProblems(
  context: BrowserContext,
  {
    origins,
    refusals: expectedApiErrors,
    expected: expectedProblems,
    troubles: problems,
  }: {
    origins: readonly string[];
    refusals: readonly ExpectedApiError[];
    expected: readonly RegExp[];
    troubles: string[];
  },
): void {
  const record = (problem: string) => {
    if (!expectedProblems.some((each) => each.test(problem))) problems.push(problem);
  };
  context.on("console", (message) => {
    if (
      ["error", "warning"].includes(message.type()) &&
      !isExpected(message, expectedApiErrors) &&
      !leftWhileConnecting(message)
    )
      record(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => record(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !origins.includes(origin)) record(`foreign request: ${request.url()}`);
  });
}

/** A page was left, or the line cut, while the live connection was being made: Chromium says so, and no page can help it. */
function leftWhileConnecting(message: ConsoleMessage): boolean {
  return (
    message.location().url.includes("/assets/live-socket-") &&
    message.text().endsWith("WebSocket is closed before the connection is established.")
  );
}

function isExpected(message: ConsoleMessage, expectedApiErrors: readonly ExpectedApiError[]): boolean {
  const [, status] = /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text()) ?? [];
  const url = URL.parse(message.location().url);
  return expectedApiErrors.some((apiError) => String(apiError.status) === status && apiError.path === url?.pathname);
}
