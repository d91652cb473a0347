import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import type { GoesOn } from "#contract/care/merges.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";

/** Links two records of one person, as somebody who checks identities does; the pair's id. */
export async function linked(
  { services: { db, clock } }: TestServer,
  [one, other]: readonly [{ readonly id: string }, { readonly id: string }],
  verdict: "same" | "not_same" | null = "same",
): Promise<string> {
  const id = newId();
  const [earlier_id, later_id] = [one.id, other.id].toSorted() as [string, string];
  await db
    .insertInto("person_pair")
    .values({
      ...{ id, earlier_id, later_id, agrees: ["birthday", "number", "first_name"], found_at: clock.now() },
      ...{ verdict, version: verdict === null ? 0 : 1 },
    })
    .execute();
  return id;
}

/** Asks for it. Of each subscription that ends by it, the same medicine of the other account goes on where there is one, unless it's said otherwise. */
export async function ask(
  server: TestServer,
  id: string,
  { id: survivingid }: { readonly id: string },
  goeson: GoesOn = "surviving",
) {
  const { choices } = (await server.call(care.pairMerge, { params: { id } }, { apiKey })).ok;
  const subscriptions = (choices.find((choice) => choice.survivingid === survivingid)?.subscriptions ?? []).map(
    ({ subscriptionid, surviving }) => ({ subscriptionid, goeson: surviving === null ? ("retired" as const) : goeson }),
  );
  return server.call(care.askMerge, { params: { id }, body: { survivingid, subscriptions } }, { apiKey });
}

/** The code of the newest link that asks whether two accounts are one person's, mailed to this address. */
export async function mergeCode(server: TestServer, email: string): Promise<string> {
  await server.jobs.drain();
  const codes = (await server.mailbox.list(email)).flatMap(
    ({ text }) => /\/one-account#([\w-]{43})/.exec(text)?.[1] ?? [],
  );
  return codes.at(-1) ?? "";
}

interface TwoAccounts {
  readonly surviving: TestPatient;
  readonly retired: TestPatient;
  readonly pair: string;
}

/** Asked, and agreed in both mailboxes: the surviving one first, which leaves the choice to the other. */
export async function mergeAccounts(
  server: TestServer,
  { surviving, retired, pair }: TwoAccounts,
  keeps: "surviving" | "retired" = "surviving",
  goeson: GoesOn = "surviving",
): Promise<void> {
  const asked = await ask(server, pair, surviving, goeson);
  if (asked.status !== 200) throw new Error(`Not asked: ${asked.raw.body}`);
  for (const { email } of [surviving, retired]) {
    const signin = (email === surviving.email) === (keeps === "surviving") ? ("this" as const) : ("other" as const);
    const body = { code: await mergeCode(server, email), signin };
    const { status, ok, raw } = await server.call(account.confirmMerge, { body });
    if (status !== 200 || ok.merged !== (email === retired.email)) throw new Error(`Not merged: ${raw.body}`);
  }
}
