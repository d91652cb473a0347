import { describe, expect, test } from "vitest";
import { ApiError, networkError } from "../api-error.ts";
import type { Call } from "../request.ts";
import { sendErrorLogEntry } from "./send-error-log.ts";
import { createErrorReporter, errorLogEntry, type ErrorLogEntry } from "./error-log.ts";

const context = {
  call: "PUT /patient/onboardingv2/step/{n}",
  path: "/checkout",
  onboarding: true,
  at: "2026-01-01T00:00:00Z",
};
const failure = (status: number, requestId: string | null = null) =>
  new ApiError("private words", { status, code: "wrong_state", requestId });

describe("§7, §8 what is reported", () => {
  test("§8 network errors, anywhere", () => {
    expect(errorLogEntry(networkError(), context)?.log).toBe("network");
    expect(errorLogEntry(networkError(), { ...context, onboarding: false })?.log).toBe("network");
  });
  test("§8 status 400 is skipped", () => expect(errorLogEntry(failure(400), context)).toBeNull());
  test("§8 a 500 names the server's log line", () => {
    expect(errorLogEntry(failure(500, "r-7"), context)).toMatchObject({
      log: "onboarding",
      error_log: "Server error -- Log ID: r-7",
    });
  });
  test("§8 a server failure is reported from any page", () => {
    const elsewhere = { ...context, onboarding: false };
    expect(errorLogEntry(failure(500, "r-7"), elsewhere)).toMatchObject({
      log: "client",
      error_log: "Server error -- Log ID: r-7",
    });
    expect(errorLogEntry(failure(503), elsewhere)).toMatchObject({ log: "client", error_log: "503 wrong_state" });
  });
  test("§7 other errors of the onboarding, without the text shown", () => {
    const entry = errorLogEntry(failure(409), context);
    expect(entry).toMatchObject({ log: "onboarding", error_log: "409 wrong_state", referring_step: "/checkout" });
    expect(JSON.stringify(entry)).not.toContain("private");
  });
  test("§7 other errors elsewhere are not reported", () =>
    expect(errorLogEntry(failure(409), { ...context, onboarding: false })).toBeNull());
});

const entry = (event: string): ErrorLogEntry => ({
  log: "network",
  event,
  error_log: "",
  referring_step: "/",
  created_at: "",
});

describe("§8 reports wait for a connection", () => {
  test("§8 an entry that could not be delivered is sent with the next", async () => {
    const delivered: string[] = [];
    let online = false;
    const reporter = createErrorReporter((each) => {
      if (!online) return Promise.reject(new Error("offline"));
      delivered.push(each.event);
      return Promise.resolve();
    });
    await reporter.add(entry("one"));
    expect(delivered).toEqual([]);
    online = true;
    await reporter.add(entry("two"));
    expect(delivered).toEqual(["one", "two"]);
  });

  test("§8 the oldest entries are dropped when the queue is full", async () => {
    const delivered: string[] = [];
    let online = false;
    const reporter = createErrorReporter((each) => {
      if (!online) return Promise.reject(new Error("offline"));
      delivered.push(each.event);
      return Promise.resolve();
    }, 2);
    for (const event of ["one", "two", "three"]) await reporter.add(entry(event));
    online = true;
    await reporter.flush();
    expect(delivered).toEqual(["two", "three"]);
  });
});

describe("§7 where reports go", () => {
  const paths: string[] = [];
  const callWith = (answer: () => Promise<unknown>) =>
    ((endpoint: { path: string }) => {
      paths.push(endpoint.path);
      return answer();
    }) as unknown as Call;

  test.each([
    ["network", "/integromat/network/log"],
    ["onboarding", "/integromat/onboarding/log"],
    ["client", "/onboarding/errorlog"],
  ] as const)("§7 %s to %s", async (log, path) => {
    await sendErrorLogEntry(
      callWith(() => Promise.resolve({})),
      { ...entry("e"), log },
    );
    expect(paths.at(-1)).toBe(path);
  });

  test("§8 no response is retried, a refusal is final", async () => {
    await expect(
      sendErrorLogEntry(
        callWith(() => Promise.reject(networkError())),
        entry("e"),
      ),
    ).rejects.toThrow();
    await expect(
      sendErrorLogEntry(
        callWith(() => Promise.reject(failure(429))),
        entry("e"),
      ),
    ).resolves.toBeUndefined();
  });
});
