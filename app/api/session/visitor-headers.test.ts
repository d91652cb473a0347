import { describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { account } from "#contract/account/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { memoryCookies } from "./cookies.ts";
import { visitorHeaders } from "./visitor-headers.ts";
import { parseSettings } from "#app/settings.ts";
import { throttled } from "#app/browser/throttled.ts";
import { sendWithProgress } from "../upload.ts";

const everything = {
  cookieId: "c1",
  utm: '{"source":"é"}',
  firstTouchUtm: '{"medium":"f"}',
  gclid: "g",
  tbclid: "t",
  deduplicationId: "d",
  _fbp: "p",
  _fbc: "b",
};

describe("§7 headers of the visitor", () => {
  test.each([auth.signUp, auth.signUpNonRx, onboarding.collectEmail, onboarding.event])(
    "§7 $path carries the visitor's attribution",
    (endpoint) => {
      expect(visitorHeaders(endpoint, memoryCookies(everything))).toEqual({
        "x-cookie-id": "c1",
        "x-fbp": "p",
        "x-fbc": "b",
        "x-utm": "%7B%22source%22%3A%22%C3%A9%22%7D",
        "x-first-touch-utm": "%7B%22medium%22%3A%22f%22%7D",
        "x-gclid": "g",
        "x-tbclid": "t",
        "x-deduplication-id": "d",
      });
    },
  );

  test("§7 other calls carry only the cookie id and the Facebook cookies", () => {
    expect(visitorHeaders(account.user, memoryCookies(everything))).toEqual({
      "x-cookie-id": "c1",
      "x-fbp": "p",
      "x-fbc": "b",
    });
  });

  test.each(["x".repeat(100_000), "é".repeat(400), ""])(
    "§7 headers stay small and plain: a cookie of %.30j gives none",
    (value) => {
      const cookies = Object.fromEntries(Object.keys(everything).map((name) => [name, value]));
      expect(visitorHeaders(auth.signUp, memoryCookies({ ...cookies, cookieId: "c1" }))).toEqual({
        "x-cookie-id": "c1",
      });
    },
  );

  test("§7 the cookie id is created once and kept", () => {
    const cookies = memoryCookies();
    const first = visitorHeaders(account.user, cookies)["x-cookie-id"];
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(visitorHeaders(account.user, cookies)).toEqual({ "x-cookie-id": first });
  });
});

describe("§9 throttle", () => {
  const pressesAt = (times: readonly number[], what: (at: number) => string) => {
    let time = 0;
    const presses: number[] = [];
    const press = throttled(
      (..._what: readonly string[]) => presses.push(time),
      () => time,
    );
    for (const at of times) {
      time = at;
      press(what(at));
    }
    return presses;
  };
  test("§9 the same press counts once in 800 ms", () => {
    expect(pressesAt([0, 10, 799, 800, 1500, 1600], () => "same")).toEqual([0, 800, 1600]);
  });
  test("§9 one with other arguments counts at once", () => expect(pressesAt([0, 10], String)).toEqual([0, 10]));
});

describe("page settings", () => {
  test("what the server wrote is merged over the defaults", () => {
    const settings = parseSettings('{"brand":{"name":"Rose"},"demo":false}');
    expect(settings).toMatchObject({
      demo: false,
      brand: { name: "Rose", logo: null },
      adminchat: ["IA", "MI", "NH", "NC"],
    });
  });
  test.each([null, "", "{", "undefined"])("%j gives the defaults, without a name", (json) => {
    expect(parseSettings(json).brand.name).toBe("");
  });
});

describe("§5 upload with progress", () => {
  class FakeRequest extends EventTarget {
    upload = new EventTarget();
    status = 0;
    response: Blob | null = null;
    sent: unknown[] = [];
    open(...given: unknown[]) {
      this.sent.push(given);
    }
    setRequestHeader(...given: unknown[]) {
      this.sent.push(given);
    }
    send(body: unknown) {
      this.sent.push(body);
    }
    abort() {
      this.dispatchEvent(new Event("abort"));
    }
    getResponseHeader(name: string) {
      return name === "x-request-id" ? "r1" : null;
    }
  }
  const start = (signal?: AbortSignal) => {
    const request = new FakeRequest();
    const fractions: number[] = [];
    const send = sendWithProgress(
      (part) => fractions.push(part),
      () => request as unknown as XMLHttpRequest,
    );
    const answer = send("/api/user/avatar", {
      method: "POST",
      headers: { authorization: "Bearer t" },
      body: "x",
      ...(signal && { signal }),
    });
    return { request, parts: fractions, answer };
  };

  test("one that was stopped while the photo was being made smaller isn't sent", async () => {
    const { request, answer } = start(AbortSignal.abort());
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
    expect(request.sent).toEqual([]);
  });

  test("§5 reports how much has been sent, and passes the response on", async () => {
    const { request, parts: fractions, answer } = start();
    request.upload.dispatchEvent(Object.assign(new Event("progress"), { lengthComputable: true, loaded: 1, total: 4 }));
    request.status = 415;
    request.response = new Blob(['{"message":"m"}']);
    request.dispatchEvent(new Event("load"));
    const response = await answer;
    expect(fractions).toEqual([0.25]);
    expect(request.sent).toEqual([["POST", "/api/user/avatar"], ["authorization", "Bearer t"], "x"]);
    expect(response.status).toBe(415);
    expect(response.headers.get("x-request-id")).toBe("r1");
    await expect(response.json()).resolves.toEqual({ message: "m" });
  });

  test("§8 a broken connection is reported as one", async () => {
    const { request, answer } = start();
    request.dispatchEvent(new Event("error"));
    await expect(answer).rejects.toThrow("Network error");
  });

  test("§5 can be aborted", async () => {
    const controller = new AbortController();
    const { answer } = start(controller.signal);
    controller.abort();
    await expect(answer).rejects.toThrow("Aborted");
  });
});
