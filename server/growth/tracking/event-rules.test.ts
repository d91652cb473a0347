import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { allowedEventFields, forwardedFields, isBrowserEvent, fieldShapes } from "./event-rules.ts";
import { toErrorReport } from "./redact-error-report.ts";

const { events } = await shippedContent();

describe("decisions §13 events", () => {
  test("an event keeps only allowed fields with opaque values", () => {
    const body = {
      orderId: "01890000-0000-7000-8000-000000000001",
      amount: 59,
      email: "a@b.example",
      gclid: "has space",
      symptom: "hot flashes",
      clickid: "a@b.example",
      irclickid: "menopause-1",
      step: Number.NaN,
      variant: { $gt: "" },
      taboolaclickid: "x".repeat(100_000),
    };
    expect(allowedEventFields(events, body, false)).toEqual({ orderid: body.orderId, amount: 59 });
    expect(allowedEventFields(events, null, false)).toEqual({});
  });
  test.each([
    [{ amount: 5_551_234_567 }, {}],
    [{ amount: 19.999 }, {}],
    [{ amount: -1 }, {}],
    [{ amount: "5551234567" }, {}],
    [{ amount: 100_000 }, { amount: 100_000 }],
    [{ amount: 100_000.01 }, {}],
    [{ amount: 0 }, { amount: 0 }],
    [{ step: "jane.doe" }, {}],
    [{ step: 19_700_517 }, {}],
    [{ step: "2.3" }, { step: "2.3" }],
    [{ step: 2.3 }, { step: 2.3 }],
    [{ orderid: "jane" }, {}],
    [{ orderid: 5_551_234_567 }, {}],
    [{ currency: "usd5" }, {}],
    [{ productid: "estradiol_patch_0_025" }, {}],
    [{ productid: "4158675309" }, {}],
    [{ flow_variant: "jane doe" }, {}],
    [
      { experiment: "visit_lead", variant: "what_for" },
      { experiment: "visit_lead", variant: "what_for" },
    ],
    [{ experiment: "4158675309", variant: "hot_flashes" }, {}],
    [{ gclid: 4_158_675_309 }, {}],
  ])("§13 each field has its own shape: %j", (body, expectedFields) =>
    expect(allowedEventFields(events, body, false)).toEqual(expectedFields),
  );
  test("every field of the content has a shape", () => {
    for (const name of events.fields) expect([name, fieldShapes.has(name)]).toEqual([name, true]);
  });
  test("a browser that asks for privacy leaves no click ids", () => {
    const body = { gclid: "g1", fbp: "p1", deduplicationid: "d1", shareasaleclickid: "s1", flow_variant: "H" };
    expect(allowedEventFields(events, body, true)).toEqual({ flow_variant: "H" });
  });
  test.each([
    ["OnboardingIdentify", true],
    ["StepCompleted", true],
    ["order_completed", false],
    ["Unknown", false],
    ["a b", false],
    ["x@y", false],
    ["__proto__", false],
  ])("%s may come from a browser: %s", (name, is) => expect(isBrowserEvent(events, name)).toBe(is));
  test("a partner receives only the order, its amount and click ids", () => {
    const fields = { orderid: "o", amount: 1, gclid: "g", productid: "estradiol_patch", flow_variant: "H", step: 2 };
    expect(forwardedFields(events, fields)).toEqual({ orderid: "o", amount: 1, gclid: "g" });
  });
});

describe("§3 §8 the error log", () => {
  const request = "3d2c0f4e-1a55-4a7e-8a52-7b1f5c0e6c44";
  const patient = "01890000-0000-7000-8000-000000000001";

  test("§8 a 400 is not kept", () => {
    expect(toErrorReport({ status: 400, message: "Bad Request" })).toBeNull();
    expect(toErrorReport(null)).toBeNull();
  });
  test("§8 a 500 keeps the id of the server's log line", () => {
    expect(toErrorReport({ error_log: `Server error -- Log ID: ${request}, and on` })).toEqual({
      error_log: `Server error -- Log ID: ${request}, and on`,
    });
    expect(toErrorReport({ error_log: `Server error -- Log ID: ${patient}` })?.["error_log"]).toBe(
      "Server error -- Log ID: [id]",
    );
  });
  test("§3 the record's customer and email are not kept in plain text; a valid time is kept", () => {
    const record = {
      event: "PUT /transact/checkout",
      created_at: "2026-01-02T03:04:05.000Z",
      referring_step: "/order/01890000-0000-7000-8000-000000000001?x=1",
      customerid: patient,
      email: "rosa@example.com",
      error_log: "409 wrong_state",
      environment: "production",
    };
    const { customerid: _c, email: _e, ...kept } = record;
    expect(toErrorReport(record)).toEqual({ ...kept, referring_step: "/order/[id]" });
    expect(toErrorReport({ event: "x", created_at: "Rosa Winter" })).toEqual({ event: "x" });
  });
  test("a report identifies no person", () => {
    const report = toErrorReport({
      status: 500,
      path: "/api/user?email=rosa@example.com",
      message: `Server error at ${patient}, rosa@example.com, 536-22-8726, "my words", eyJhbGciOi.a.b`,
      email: "rosa@example.com",
      answers: { liver: "active" },
    });
    expect(report).toEqual({
      status: "500",
      path: "/api/user",
      message: "Server error at [id], [address] [number], [text], [token]",
    });
  });
  test.each([
    ["GET /api/user?email=rosa%40example.com failed", "GET /api/user failed"],
    ["at https://x.example/enter#token=abc then", "at https://x.example/enter then"],
    ["no account rosa%40example.com here", "no account [address] here"],
    ["no account rosa%252540example.com here", "no account [address] here"],
    ["bad code=s3cret for her", "bad code=[token] for her"],
    ["reset 9fK2mQx7Lr4TvB8nYc3Zp1 failed", "reset [token] failed"],
    ["key sk_live_51H8abcdefGHIJKLmnop was refused", "key [token] was refused"],
    ["ChunkLoadError: /assets/index-BxYz1z.js", "ChunkLoadError: /assets/index-BxYz1z.js"],
    ["Cannot read properties of undefined at FriendWelcomeComponentWithLongName", null],
  ])("§3 no text of a report keeps a token or an e-mail: %s", (message, expectedText) => {
    for (const name of ["message", "error_log"])
      expect(toErrorReport({ [name]: message })).toEqual({ [name]: expectedText ?? message });
  });
  test.each([`${"x".repeat(299)}💊`, "half \ud83d a letter"])("a lone surrogate is replaced: %.10s", (message) => {
    expect(toErrorReport({ message })?.["message"]?.isWellFormed()).toBe(true);
  });
  test("a report is truncated", () => {
    expect(toErrorReport("x".repeat(100_000))?.["message"]?.length).toBe(300);
  });
});
