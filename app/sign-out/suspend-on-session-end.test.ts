import { beforeEach, describe, expect, test, vi } from "vitest";
import { memoryStorage } from "#app/forms/testing.ts";

const [rosa, ada] = ["01990000-0000-7000-8000-00000000000a", "01990000-0000-7000-8000-00000000000b"];
const tokenOf = (sub: string, more: object = {}) =>
  `e30.${Buffer.from(JSON.stringify({ sub, ...more })).toString("base64url")}.s`;

const devices = ["sessionStorage", "localStorage"] as const;
beforeEach(() => {
  for (const name of devices) vi.stubGlobal(name, memoryStorage());
});

/** A page of the app opened with `token`: which drafts the device keeps, and which the page still has. */
async function open(token: string | null) {
  vi.resetModules();
  const { session } = await import("#app/api/session/session.ts");
  if (token !== null) session.signedIn(token);
  const { drafts } = await import("#app/forms/drafts.ts");
  const { messageDrafts } = await import("#app/messages/outbox/message-drafts.ts");
  const { suspendDataOnSessionEnd: followSessionEnd } = await import("./suspend-on-session-end.ts");
  followSessionEnd();
  return {
    session,
    typed: (patient: string) => {
      drafts.save(`${patient}:address`, { city: "Ames" });
      messageDrafts.save(`messages/${patient}/doctor`, { text: "Hello" });
    },
    known: (patient: string) => [drafts.get(`${patient}:address`), messageDrafts.get(`messages/${patient}/doctor`)],
  };
}
const stored = (): string[] => devices.flatMap((name) => Object.keys(globalThis[name])).toSorted();
const draftsOf = (patient: string) => [`draft:${patient}:address`, `draft:messages/${patient}/doctor`];
const all = [{ city: "Ames" }, { text: "Hello" }];
const nothing = [null, null];

describe("drafts when a session ends", () => {
  test("leave the device at once, except a visitor's e-mail, and come back with the same patient in the same page", async () => {
    const { session, typed, known } = await open(tokenOf(rosa));
    sessionStorage.setItem("draft:login", "{}");
    sessionStorage.setItem("inside", rosa);
    typed(rosa);
    session.clear();
    await expect.poll(stored).toEqual(["draft:login"]);
    expect(known(rosa)).toEqual(all);
    session.signedIn(tokenOf(rosa));
    await expect.poll(stored).toEqual(["draft:login", ...draftsOf(rosa)].toSorted());
  });

  test("are gone once another patient is here, also for the first one who comes back", async () => {
    const { session, typed, known } = await open(tokenOf(rosa));
    typed(rosa);
    session.clear();
    await expect.poll(stored).toEqual([]);
    session.signedIn(tokenOf(ada));
    typed(ada);
    await expect.poll(() => [known(rosa), stored()]).toEqual([nothing, draftsOf(ada)]);
    session.signedIn(tokenOf(rosa));
    await expect.poll(stored).toEqual([]);
    expect(known(rosa)).toEqual(nothing);
  });

  test("leave the device too when another tab signs in another patient", async () => {
    const { session, typed, known } = await open(tokenOf(rosa));
    typed(rosa);
    typed(ada);
    session.signedIn(tokenOf(ada));
    await expect.poll(() => [known(rosa), stored()]).toEqual([nothing, draftsOf(ada)]);
  });

  test("are removed from the device when the app is opened after the session ended", async () => {
    (await open(tokenOf(rosa))).typed(rosa);
    sessionStorage.setItem("draft:login", "{}");
    const { known } = await open(null);
    await expect.poll(() => [known(rosa), stored()]).toEqual([nothing, ["draft:login"]]);
  });

  test("stay when a token is renewed", async () => {
    const { session, typed } = await open(tokenOf(rosa));
    sessionStorage.setItem("inside", rosa);
    typed(rosa);
    session.renewed(tokenOf(rosa, { iat: 1 }));
    expect(stored()).toEqual([...draftsOf(rosa), "inside"]);
  });
});

test("signing out takes what was written to the practice off the device and out of the page", async () => {
  const { typed, known } = await open(tokenOf(rosa));
  typed(rosa);
  const { clearMessages } = await import("#app/messages/outbox/clear-messages.ts");
  await clearMessages();
  expect([known(rosa)[1], stored().filter((name) => name.includes("messages"))]).toEqual([null, []]);
});
