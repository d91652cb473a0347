import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { unreadCountQuery } from "./top-navigation.tsx";

afterEach(() => vi.unstubAllGlobals());

const tokenWith = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.y`;

/** The paths requested while a page counts unread messages. */
async function queryInput(token: string | null): Promise<string[]> {
  const paths: string[] = [];
  vi.stubGlobal("location", new URL("https://x.example/home"));
  vi.stubGlobal("fetch", (path: string) => {
    paths.push(path);
    return Promise.resolve(Response.json({ unreadcount: 1 }));
  });
  const client = new QueryClient();
  const observer = new QueryObserver(client, unreadCountQuery(token));
  const stop = observer.subscribe(() => {});
  // As when a message arrives.
  await client.invalidateQueries();
  stop();
  return [...new Set(paths)];
}

test.each([null, "", "undefined", "half.a.token", tokenWith({}), tokenWith({ sub: 7 })])(
  "§7 unreadmessagecount: with the token %j nothing is requested, with `undefined` or any other id",
  async (token) => expect(await queryInput(token)).toEqual([]),
);

test("§7 unreadmessagecount: requested for the patient of the token", async () =>
  expect(await queryInput(tokenWith({ sub: "anna" }))).toEqual([
    "/api/process/conversation/all/unreadmessagecount/anna",
  ]));
