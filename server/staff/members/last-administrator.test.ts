import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "#contract/policy/roles.ts";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { addMember } from "../testing/member-rows.ts";
import { hasOtherAdministrator, rolesByProvider } from "./last-administrator.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});
const at = new Date(Date.UTC(2020, 0, 1));

/** In a practice of these people alone; nothing of it stays. */
async function alone<T>(ids: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T> {
  const undone = new Error("undone");
  let result: T | undefined;
  await inTransaction(server.services, async ({ db }) => {
    await db.updateTable("staff_member").set({ disabled_at: at }).where("id", "not in", ids).execute();
    result = await work(db);
    throw undone;
  }).catch((error: unknown) => (error === undone ? null : Promise.reject(error as Error)));
  return result as T;
}
const withProvider = (db: Tx, provider: boolean) =>
  ({ db, config: { ...server.services.config, staffOidc: provider ? {} : null } }) as never;

type Factor = "none" | "passkey" | "app" | "unconfirmed app";
interface Other {
  readonly roles?: Role[];
  readonly factor?: Factor;
  readonly password?: boolean;
  readonly byProvider?: boolean;
  readonly left?: boolean;
}
async function addOther({
  roles = ["nurse", "administrator"],
  factor = "app",
  password = true,
  byProvider = false,
  left = false,
}: Other) {
  const { id } = await addMember(server, {
    ...{ roles, password_hash: password ? "a hash" : null, disabled_at: left ? at : null },
    ...(byProvider && { oidc_subject: newId(), oidc_issuer: "https://id.example" }),
  });
  const { db } = server.services;
  if (factor === "passkey")
    await db
      .insertInto("staff_passkey")
      .values({
        ...{ id: newId(), member_id: id, credential_id: newId(), public_key: "k", counter: 0, transports: [] },
        ...{ name: "Key", created_at: at },
      })
      .execute();
  if (factor === "app" || factor === "unconfirmed app")
    await db
      .insertInto("staff_authenticator")
      .values({
        ...{ id: newId(), member_id: id, secret_sealed: Buffer.from("s"), created_at: at },
        confirmed_at: factor === "app" ? at : null,
      })
      .execute();
  return id;
}

test.each<[string, Other, boolean, boolean]>([
  ["with an app", {}, true, true],
  ["with a passkey", { factor: "passkey" }, true, true],
  ["whose app was never confirmed", { factor: "unconfirmed app" }, false, false],
  ["who has nothing to prove it with", { factor: "none" }, false, false],
  ["who has no password yet", { password: false }, false, false],
  ["who comes by the provider alone", { password: false, factor: "none", byProvider: true }, false, true],
  ["who left", { left: true }, false, false],
  ["who is none", { roles: ["nurse", "physician"] }, false, false],
])("another administrator %s: could give roles: %j", async (_, other, isOther, isOtherWithProvider) => {
  const [self, id] = [await addOther({}), await addOther(other)];
  const ids = other.left ? [self] : [self, id];
  for (const [provider, expected] of [
    [false, isOther],
    [true, isOtherWithProvider],
  ] as const)
    expect(await alone(ids, (db) => hasOtherAdministrator(withProvider(db, provider), self))).toBe(expected);
});

describe("the roles by the identity provider", () => {
  const roles = (known: readonly Role[], provided: readonly Role[], { emergency = false, others = false }) =>
    addOther({ roles: [...known] }).then(async (id) => {
      const ids = others ? [id, await addOther({})] : [id];
      return alone(ids, (db) => rolesByProvider(withProvider(db, true), { id, roles: known, emergency }, provided));
    });
  const kept = (...all: Role[]) => ({ roles: all, keptAdministrator: false });

  test.each<[string, readonly Role[], readonly Role[], object, object]>([
    ["are those it says", ["nurse"], ["physician"], {}, kept("physician")],
    ["may make an administrator", ["nurse"], ["administrator"], {}, kept("administrator")],
    ["take one away while another is there", ["administrator", "nurse"], ["nurse"], { others: true }, kept("nurse")],
    [
      ...(["leave the last one what they are", ["administrator", "nurse"], ["nurse"], {}] as const),
      { roles: ["administrator", "nurse"], keptAdministrator: true },
    ],
    ["leave an administrator one", ["administrator"], ["administrator", "nurse"], {}, kept("administrator", "nurse")],
    [
      ...(["add to an emergency account's, once each", ["administrator", "nurse"], ["nurse", "finance"]] as const),
      ...([{ emergency: true }, kept("administrator", "nurse", "finance")] as const),
    ],
  ])("%s", async (_, known, provided, given, expected) => {
    expect(await roles(known, provided, given)).toEqual(expected);
  });
});
