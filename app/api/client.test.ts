import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";
import { type ApiError, isApiError } from "./api-error.ts";
import { checkResponse } from "./check-response.ts";
import { type ClientServices, createClient } from "./client.ts";
import { memoryCookies } from "./session/cookies.ts";
import { createSession } from "./session/session.ts";

type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | "no answer";
interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}

/** A client whose server gives these responses one after another. */
function clientWith(answers: readonly Answer[], services: Partial<ClientServices> & { token?: string } = {}) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const reports: ApiError[] = [];
  const visited: string[] = [];
  const session = createSession(memoryCookies(services.token ? { accessToken: services.token } : {}));
  let keys = 0;
  const call = createClient({
    send: (url, init) => {
      const answer = answers[sent.length];
      sent.push({ url, init, headers: new Headers(init.headers) });
      if (!answer || answer === "no answer") return Promise.reject(new TypeError("Failed to fetch"));
      const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? {});
      return Promise.resolve(new Response(body, { status: answer.status, headers: answer.headers ?? {} }));
    },
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    session,
    refresh: () => Promise.resolve("renewed"),
    headers: () => ({ "x-cookie-id": "browser-1" }),
    newKey: () => `key-${++keys}`,
    report: (error) => reports.push(error),
    goTo: (path) => visited.push(path),
    checkResponse: (endpoint, response) => Promise.resolve().then(() => checkResponse(endpoint, response)),
    ...services,
  });
  return { call, sent, waits, reports, visited, session };
}

const failed = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error("did not fail")),
    (error: unknown) => (isApiError(error) ? error : Promise.reject(error as Error)),
  );

const done = { status: 200, body: { message: "Done" } } as const;
const problem = (status: number, message: string, code: string): Answer => ({ status, body: { message, code } });
const patientCall = auth.globalSignOut;
const saveStep = { params: { n: 2.1 }, body: { answers: [{ questionid: "q", answer: "yes" }] } };
const forget = { body: { email: "eve@example.com" } };

describe("§7 what a request carries", () => {
  test("§7 path, query, body and method come from the contract", async () => {
    const { call, sent } = clientWith([done, done]);
    await call(auth.forgotPassword, forget);
    expect(sent[0]).toMatchObject({
      url: "/api/password/forgot",
      init: { method: "POST", body: '{"email":"eve@example.com"}' },
    });
    await call(onboarding.event, { params: { eventName: "a/b c" }, body: { x: 1 } });
    expect(sent[1]?.url).toBe("/api/integromat/events/a%2Fb%20c");
  });

  test("§7 empty values are left out of the query", async () => {
    const { call, sent } = clientWith([problem(404, "Not found", "not_found")]);
    await failed(call(account.healthAnswers, { query: { version: undefined } as object }));
    expect(sent[0]?.url).toBe("/api/patient/healthquestion");
    expect(sent[0]?.init.body).toBeUndefined();
  });

  test("§7 only calls that need a patient carry the bearer token", async () => {
    const { call, sent } = clientWith([done, done], { token: "t1" });
    await call(patientCall, {});
    await call(auth.forgotPassword, forget);
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer t1");
    expect(sent[1]?.headers.get("authorization")).toBeNull();
    expect(sent[1]?.headers.get("x-cookie-id")).toBe("browser-1");
  });

  test("§7 without a session such a call carries no bearer token", async () => {
    const { call, sent } = clientWith([problem(401, "Need auth", "need_auth")]);
    expect((await failed(call(patientCall, {}))).message).toBe("Need auth");
    expect(sent[0]?.headers.get("authorization")).toBeNull();
  });

  test("idempotency: one key per intent, the caller's or a fresh one, and none where the call takes none", async () => {
    const { call, sent } = clientWith(["no answer", "no answer", "no answer", "no answer", done], { token: "t1" });
    await failed(call(onboarding.saveStep, saveStep));
    await failed(call(onboarding.saveStep, saveStep, { key: "mine" }));
    await call(patientCall, {});
    expect(sent.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["key-1", "key-1", "mine", "mine", null]);
  });

  test("§5 an upload is multipart with its other fields", async () => {
    const { call, sent } = clientWith([problem(415, "Please upload a JPEG.", "unsupported_type")], { token: "t1" });
    await failed(call(onboarding.uploadPhoto, { body: { kind: "selfie" }, file: new File(["x"], "me.jpg") }));
    const body = sent[0]?.init.body as FormData;
    expect(body.get("kind")).toBe("selfie");
    expect((body.get("file") as File).name).toBe("me.jpg");
    expect(sent[0]?.headers.get("content-type")).toBeNull();
  });
});

describe("§7, §9 retry", () => {
  test("§9 once, after 3000 ms, when there was no response", async () => {
    const { call, sent, waits } = clientWith(["no answer", done]);
    await expect(call(auth.forgotPassword, forget)).resolves.toEqual({ message: "Done" });
    expect(waits).toEqual([3000]);
    expect(sent).toHaveLength(2);
  });

  test.each([500, 502, 503, 504])("§7 status %i is retried", async (status) => {
    const { call, waits } = clientWith([{ status }, done]);
    await call(auth.forgotPassword, forget);
    expect(waits).toEqual([3000]);
  });

  test.each([400, 401, 403, 404, 409, 413, 415, 422, 429])("§7 status %i is not", async (status) => {
    const { call, sent, waits } = clientWith([{ status }, done]);
    expect((await failed(call(auth.forgotPassword, forget))).status).toBe(status);
    expect(sent).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  test("§7 never more than one retry", async () => {
    const { call, sent } = clientWith([{ status: 503 }, { status: 503 }, done]);
    expect((await failed(call(auth.forgotPassword, forget))).status).toBe(503);
    expect(sent).toHaveLength(2);
  });

  test("§9 sign-in has no retries", async () => {
    const { call, sent } = clientWith(["no answer", done]);
    await failed(call(auth.signIn, { body: { email: "eve@example.com", password: "secret" } }));
    expect(sent).toHaveLength(1);
  });

  test("§4 a caller may switch it off", async () => {
    const { call, sent } = clientWith(["no answer", done], { token: "t1" });
    await failed(call(onboarding.saveStep, saveStep, { retry: false }));
    expect(sent).toHaveLength(1);
  });

  test("a call aborted by its signal is neither retried nor reported", async () => {
    const controller = new AbortController();
    const { call, reports } = clientWith([], {
      send: () => {
        controller.abort();
        return Promise.reject(new DOMException("Aborted", "AbortError"));
      },
    });
    await expect(call(auth.forgotPassword, forget, { signal: controller.signal })).rejects.toThrow("aborted");
    expect(reports).toEqual([]);
  });
});

describe("§8 precedence of error texts", () => {
  test("§8 the server's message first", async () => {
    const { call } = clientWith([problem(409, "A price has changed.", "price_changed")]);
    expect(await failed(call(auth.forgotPassword, forget))).toMatchObject({
      message: "A price has changed.",
      code: "price_changed",
    });
  });

  test.each([
    [400, "Bad Request"],
    [401, "Need auth"],
    [404, "Not found"],
    [503, "Service unavailable. Try again later"],
    [418, "Something wrong. Client default error message"],
  ])("§8 else the text of status %i", async (status, text) => {
    const { call } = clientWith([
      { status, body: "<html>" },
      { status, body: "{}" },
    ]);
    expect((await failed(call(auth.forgotPassword, forget))).message).toBe(text);
  });

  test("§8 else, without a response, the network text", async () => {
    const { call } = clientWith(["no answer", "no answer"]);
    const error = await failed(call(auth.forgotPassword, forget));
    expect(error).toMatchObject({ message: "Oops! Network Error. Try again later", code: "network", status: 0 });
  });

  test("field issues, the log id and the retry delay come along", async () => {
    const fields = [{ path: "email", message: "Please enter your email." }];
    const { call } = clientWith([
      {
        status: 400,
        body: { message: "m", code: "bad_request", details: { fields } },
        headers: { "x-request-id": "r1", "retry-after": "30" },
      },
    ]);
    expect(await failed(call(auth.forgotPassword, forget))).toMatchObject({ fields, requestId: "r1", retryAfter: 30 });
  });

  test.each(["not json", "{}", '{"message":7}'])(
    "a response that breaks the contract (%s) is an error",
    async (body) => {
      const { call } = clientWith([{ status: 200, body }]);
      expect((await failed(call(auth.forgotPassword, forget))).code).toBe("unexpected_reply");
    },
  );

  test("every failed call is reported once, unless it is silent", async () => {
    const { call, reports } = clientWith(["no answer", "no answer", "no answer", "no answer"]);
    const error = await failed(call(auth.forgotPassword, forget));
    await failed(call(auth.forgotPassword, forget, { silent: true }));
    expect(reports).toEqual([error]);
  });
});

describe("§4, §8 an expired or invalid session", () => {
  test.each(["The incoming token has expired", "Expired token", "Words of another version."])(
    "§8 401 “%s”: one refresh, one retry",
    async (message) => {
      const requests: string[] = [];
      const { call, sent } = clientWith([problem(401, message, "token_expired"), done], {
        token: "old",
        refresh: (expired) => {
          requests.push(expired);
          return Promise.resolve("new");
        },
      });
      await call(patientCall, {});
      expect(requests).toEqual(["old"]);
      expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer old", "Bearer new"]);
    },
  );

  test("§8 the retry after a refresh keeps the idempotency key", async () => {
    const { call, sent } = clientWith([problem(401, "Expired token", "token_expired"), { status: 409 }], {
      token: "old",
    });
    await failed(call(onboarding.saveStep, saveStep));
    expect(sent.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["key-1", "key-1"]);
  });

  test("§4 a token that expires again right after the refresh is an error, not a loop", async () => {
    const expired = problem(401, "Expired token", "token_expired");
    const { call, sent } = clientWith([expired, expired, done], { token: "old" });
    expect((await failed(call(patientCall, {}))).code).toBe("token_expired");
    expect(sent).toHaveLength(2);
  });

  test("§4 a refresh that the server refuses ends the call", async () => {
    const { call, sent } = clientWith([problem(401, "Expired token", "token_expired")], {
      token: "old",
      refresh: () => Promise.resolve(null),
    });
    expect((await failed(call(patientCall, {}))).status).toBe(401);
    expect(sent).toHaveLength(1);
  });

  test.each([
    ["Invalid token", "invalid_token"],
    ["Your session has expired. Please log in again.", "session_ended"],
    ["Words of another version.", "session_ended"],
  ])("§8 “%s” clears the tokens and goes to /login?expired=true", async (message, code) => {
    const { call, session, visited } = clientWith([problem(401, message, code)], { token: "bad" });
    await failed(call(patientCall, {}));
    expect(session.get().token).toBeNull();
    expect(visited).toEqual(["/login?expired=true"]);
  });

  test("§2.2 at /redirect/ an invalid token goes to /login", async () => {
    const { call, visited } = clientWith([problem(401, "Invalid token", "invalid_token")], { token: "bad" });
    await failed(call(patientCall, {}, { signInAt: "/login" }));
    expect(visited).toEqual(["/login"]);
  });

  test("§5 “Unauthorized request” clears the tokens", async () => {
    const { call, session, visited } = clientWith([problem(401, "Unauthorized request", "api_key_required")], {
      token: "bad",
    });
    await failed(call(patientCall, {}));
    expect(session.get().token).toBeNull();
    expect(visited).toEqual([]);
  });

  test("§8 “Invalid token” on a call without a bearer token does not end the session", async () => {
    const { call, session, visited } = clientWith([problem(401, "Invalid token", "invalid_token")], { token: "good" });
    await failed(call(auth.getToken, { body: { onetimetoken: "used" } }));
    expect(session.get().token).toBe("good");
    expect(visited).toEqual([]);
  });

  test("§4 a wrong password does not end the session", async () => {
    const { call, visited } = clientWith([problem(401, "That email and password don't match.", "wrong_credentials")]);
    await failed(call(auth.signIn, { body: { email: "eve@example.com", password: "x" } }));
    expect(visited).toEqual([]);
  });
});

test("every call of the contract has a URL without unfilled placeholders", async () => {
  const { everyCall } = await import("#contract/api.ts");
  const { requestUrl: addressOf } = await import("./request.ts");
  for (const { call } of everyCall()) {
    const params = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "x y"]));
    expect(addressOf(call as Endpoint, { params })).toMatch(/^\/api\/[\w/%.-]+$/);
  }
});
