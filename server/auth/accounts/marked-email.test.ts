import { beforeAll, expect, test } from "vitest";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { markRefusedEmail } from "./refused-email.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});
const day = (number: number) => new Date(Date.UTC(2090, 0, number));

test("an address is marked since it was refused first, until it takes a mail or was refused by mistake; another one isn't", async () => {
  const { db } = server.services;
  const [rosa, other, third] = [await server.newPatient(), await server.newPatient(), await server.newPatient()];
  const marks = async () => {
    const ids = [rosa.id, other.id, third.id];
    const rows = await db.selectFrom("patient").select(["id", "email_refused_at"]).where("id", "in", ids).execute();
    return ids.map((id) => rows.find((row) => row.id === id)?.email_refused_at ?? null);
  };
  await markRefusedEmail.refused(db, rosa.email, day(2));
  await markRefusedEmail.refused(db, rosa.email, day(3));
  expect(await marks()).toEqual([day(2), null, null]);
  await markRefusedEmail.refused(db, other.email, day(4));
  await markRefusedEmail.refused(db, third.email, day(5));
  await markRefusedEmail.accepted(db, rosa.email);
  expect(await marks()).toEqual([null, day(4), day(5)]);
  await markRefusedEmail.refusedByMistake(db, day(4));
  expect(await marks()).toEqual([null, day(4), null]);
});
