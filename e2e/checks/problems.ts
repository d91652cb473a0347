import type { BrowserContext, ConsoleMessage } from "@playwright/test";

/** An API error that a test provokes; Chromium writes it to the console. */
export interface ExpectedApiError {
  readonly path: string;
  readonly status: number;
}

/**
 * Records everything a visitor must never cause: console errors and warnings, uncaught errors, requests to hosts other than `origins`.
 * `refusals` are expected responses, by path and status. `expected` matches other problems a test provokes. Problems go to `troubles`.
 */
export function recordProblems(
  context: BrowserContext,
  {
    origins,
    expectedApiErrors,
    expectedProblems,
    problems,
  }: {
    origins: readonly string[];
    expectedApiErrors: readonly ExpectedApiError[];
    expectedProblems: readonly RegExp[];
    problems: string[];
  },
): void {
  const record = (problem: string) => {
    if (!expectedProblems.some((each) => each.test(problem))) problems.push(problem);
  };
  context.on("console", (message) => {
    if (
      ["error", "warning"].includes(message.type()) &&
      !isExpected(message, expectedApiErrors) &&
      !leftWhileConnecting(message) &&
      !fontUsedLate(message)
    )
      record(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => record(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !origins.includes(origin)) record(`foreign request: ${request.url()}`);
  });
}

/** The page was left, or the connection cut, while the WebSocket was opening: Chromium logs this, and the page cannot prevent it. */
function leftWhileConnecting(message: ConsoleMessage): boolean {
  return (
    message.location().url.includes("/assets/socket-") &&
    message.text().endsWith("WebSocket is closed before the connection is established.")
  );
}

/** On a slow machine the first heading comes some seconds after the page has loaded. That both fonts are used is checked once, on sign-in. */
const fontUsedLate = (message: ConsoleMessage): boolean =>
  /\/fonts\/\S+ was preloaded using link preload but not used within a few seconds/.test(message.text());

/** The session ended while the page was asking what has changed. */
const sessionEndedMeanwhile: ExpectedApiError = { path: "/api/changes", status: 401 };

function isExpected(message: ConsoleMessage, expectedApiErrors: readonly ExpectedApiError[]): boolean {
  const [, status] = /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text()) ?? [];
  const url = URL.parse(message.location().url);
  return [sessionEndedMeanwhile, ...expectedApiErrors].some(
    (apiError) => String(apiError.status) === status && apiError.path === url?.pathname,
  );
}
