import type { Socket } from "node:net";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { coverEveryRow } from "#server/testing/outside-rows.ts";
import { httpAnswer, openRawServer, type RawServer } from "#server/testing/raw-server.ts";
import { systemClock } from "../clock/clock.ts";
import { createOutside } from "../outside/outside.ts";
import { demoIdentityCheck } from "./demo-identity-check.ts";
import { probeVendor } from "./probe-vendor.ts";
import { type VendorAnswer, vendorTable } from "./vendor-answers.ts";
import { vendorIdentityCheck, type VendorTimes } from "./vendor-identity-check.ts";

const details = { ssn: "123-45-6789", firstname: "Ana", lastname: "Diaz", birthday: "1974-05-06" };

describe("demo identity check", () => {
  test.each([
    ["123456789", "matched"],
    ["123-45-6789", "matched"],
    ["000-12-3456", "no_match"],
    ["666-12-3456", "review"],
    ["12345678", "no_match"],
    ["12345678a", "no_match"],
  ] as const)("%s is %s", async (ssn, result) => {
    expect(await demoIdentityCheck().match({ ...details, ssn })).toBe(result);
  });
});

/** For a vendor that says nothing. Any other has time: on a busy machine a good answer takes longer. */
const hasty: VendorTimes = { answerMs: 150, waitMs: 1000, pausesMs: [1, 1] };
const patient: VendorTimes = { answerMs: 20_000, waitMs: 60_000, pausesMs: [1, 1] };

describe("vendor identity check", () => {
  let vendor: RawServer;
  let requests: string[] = [];
  let reported: string[] = [];
  beforeAll(async () => {
    vendor = await openRawServer();
  });
  afterAll(() => vendor.close());
  beforeEach(() => {
    requests = [];
    reported = [];
  });
  const check = (times = patient, url = vendor.url) =>
    vendorIdentityCheck(
      { url, token: "secret" },
      {
        failed: (answer, code) => {
          reported.push(`${answer} ${code ?? ""}`.replace(/ E?[A-Z_]+$/, ""));
          return vendorTable.rows[answer];
        },
        worked: () => void reported.push("worked"),
      },
      times,
    );
  /** The answers one after the other; the last one for all that follow. */
  const answers = (...all: readonly (string | ((socket: Socket) => void))[]) => {
    const rest = [...all];
    vendor.answer((socket, request) => {
      requests.push(request);
      const next = rest.length > 1 ? rest.shift() : rest[0];
      if (typeof next === "string") socket.write(next);
      else next?.(socket);
    });
  };
  const result = (name: string) => httpAnswer(200, JSON.stringify({ result: name }));

  test.each([
    [400, "{}", true, "worked"],
    [422, "{}", true, "worked"],
    [200, '{"result":"no_match"}', true, "worked"],
    [503, "", false, "failing 503"],
    [401, "", false, "refused_token 401"],
    [200, "{}", false, "unknown 200"],
  ])("whether it works is asked about nobody: %i %s is %s", async (status, body, works, answer) => {
    answers(httpAnswer(status, body));
    expect([await check().works(), reported]).toEqual([works, [answer]]);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.endsWith("\r\n\r\n{}")).toBe(true);
  });

  test.each(["matched", "no_match", "review"])("%s is final, of one request with token and number", async (name) => {
    answers(httpAnswer(200, JSON.stringify({ result: name, reference: 7 })));
    expect(await check().match(details)).toBe(name);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toContain("authorization: Bearer secret");
    expect(requests[0]?.endsWith(JSON.stringify({ ...details, ssn: "123456789" }))).toBe(true);
    expect(reported).toEqual(["worked"]);
  });

  const means = async (row: VendorAnswer, times: number, ...all: (string | ((socket: Socket) => void))[]) => {
    for (const answer of all) {
      reported = [];
      answers(answer);
      expect([
        answer,
        await check(answer === "" ? hasty : patient).match(details),
        reported.map((each) => each.split(" ")[0]),
      ]).toEqual([answer, "unavailable", Array(times).fill(row)]);
    }
  };
  coverEveryRow(vendorTable, {
    no_answer: () =>
      means(
        "no_answer",
        3,
        "",
        (socket) => socket.resetAndDestroy(),
        (socket) => socket.end(`${result("matched").slice(0, -5)}`),
        "220 mail.example ESMTP\r\n",
      ),
    failing: () => means("failing", 3, ...[408, 425, 429, 500, 502, 503, 504, 599].map((status) => httpAnswer(status))),
    refused_token: () =>
      means("refused_token", 1, ...[401, 403, 407].map((status) => httpAnswer(status, '{"result":"matched"}'))),
    wrong_address: () =>
      means(
        "wrong_address",
        1,
        "HTTP/1.1 101 X\r\nupgrade: websocket\r\n\r\n",
        httpAnswer(307, "", { location: "http://127.0.0.1:1/" }),
        ...[404, 405, 410].map((status) => httpAnswer(status)),
      ),
    refused_request: () => means("refused_request", 1, ...[400, 413, 415, 422].map((status) => httpAnswer(status))),
    unknown: () =>
      means(
        "unknown",
        3,
        httpAnswer(200),
        httpAnswer(200, "<!doctype html><title>Maintenance</title>"),
        httpAnswer(200, '{"result":"probably"}'),
        httpAnswer(200, '{"result":"MATCHED"}'),
        httpAnswer(200, '{"result":true}'),
        httpAnswer(200, '"matched"'),
        httpAnswer(200, '[{"result":"matched"}]'),
        httpAnswer(200, `{"result":"matched","log":"${"x".repeat(20_000)}"}`),
        httpAnswer(202, '{"result":"matched"}'),
        httpAnswer(204),
        httpAnswer(418),
        httpAnswer(600),
      ),
  });

  test("what passes while the patient waits is not noticed", async () => {
    answers(httpAnswer(503), (socket) => socket.resetAndDestroy(), result("matched"));
    expect(await check().match(details)).toBe("matched");
    expect(reported).toEqual(["failing 503", "no_answer", "worked"]);
  });

  test("the wait is bounded, however often and slowly it answers", async () => {
    const from = performance.now();
    answers("");
    expect(await check({ answerMs: 10_000, waitMs: 200, pausesMs: Array(100).fill(1) }).match(details)).toBe(
      "unavailable",
    );
    expect(performance.now() - from).toBeLessThan(2000);
    expect(requests.length).toBeLessThanOrEqual(2);
  });

  test("a vendor that repeats what it was sent puts nothing of it into the log", async () => {
    const lines: string[] = [];
    const outside = createOutside({
      db: {} as never,
      clock: systemClock,
      log: pino({}, { write: (line: string) => void lines.push(line) }),
      metrics: new Registry(),
    });
    for (const status of [200, 400, 500]) {
      answers(httpAnswer(status, '{"error":"bad ssn 123456789 of Ana Diaz"}'));
      await vendorIdentityCheck({ url: vendor.url, token: "secret" }, outside.of(vendorTable), patient).match(details);
    }
    expect(lines.join("")).toContain('"answer":"refused_request"');
    expect(lines.join("")).not.toMatch(/6789|Ana|Diaz|secret/);
  });

  test("a malformed number is never sent", async () => {
    answers(result("matched"));
    expect(await check().match({ ...details, ssn: "12-3" })).toBe("no_match");
    expect(requests).toEqual([]);
  });

  test("the number is never sent unencrypted", () => {
    expect(() => check(patient, "http://vendor.example/match")).toThrow("https");
  });

  test.each<[string, VendorAnswer | null]>([
    [result("review"), null],
    [httpAnswer(400), null],
    [httpAnswer(422), null],
    [httpAnswer(401), "refused_token"],
    [httpAnswer(404), "wrong_address"],
    [httpAnswer(503), "failing"],
    [httpAnswer(200, "<html>"), "unknown"],
  ])("a probe about nobody: %j is %s", async (answer, row) => {
    answers(answer);
    const [probed] = await probeVendor({ url: vendor.url, token: "secret" });
    expect(probed?.problem?.answer ?? null).toBe(row);
    expect(requests[0]?.endsWith("\r\n\r\n{}")).toBe(true);
  });
});
