import { expect, test, vi } from "vitest";
import type { Call } from "../request.ts";
import { memoryCookies } from "./cookies.ts";
import { requestToken } from "./request-token.ts";
import { createSession } from "./session.ts";

const refusing = { get: () => null, set() {}, drop() {} };

function server() {
  const made: string[] = [];
  const call = vi.fn(async (endpoint: { path: string }, _input: unknown, options?: { token?: string }) => {
    made.push(options?.token ? `${endpoint.path} by ${options.token}` : endpoint.path);
    return { onetimetoken: "once", idToken: "fresh" };
  });
  return { made, call: call as unknown as Call };
}

test("§4 with cookies the refresh cookie renews", async () => {
  const session = createSession(memoryCookies());
  session.signedIn("old");
  const { made, call } = server();
  expect(await requestToken(call, session)).toMatchObject({ idToken: "fresh" });
  expect(made).toEqual(["/refreshtoken"]);
});

test("§4 in another site's frame a one-time token renews", async () => {
  const session = createSession(refusing);
  session.signedIn("old");
  const { made, call } = server();
  expect(await requestToken(call, session)).toMatchObject({ idToken: "fresh" });
  expect(made).toEqual(["/getonetimetoken by old", "/gettoken"]);
});
