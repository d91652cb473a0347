import * as z from "zod/mini";
import { everyCall } from "#contract/api.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";
import { testApiKey, type TestServer } from "#server/testing/harness.ts";

/*
 * Where something is listed while it waits, may be used or is under way, and no longer when it ended: the calls that read without naming an object, once
 * for each list that their query chooses.
 */

/** Reads that aren't such lists: by why. */
export const otherReads: Readonly<Record<string, readonly string[]>> = {
  "shows what was, with its state": [
    ...[
      "notifications.list",
      "notifications.changes",
      "messages.conversations",
      "documents.list",
      "documents.visitNotes",
      "documents.recordCodes",
    ],
    ...["care.patients", "care.closings", "care.audit", "care.auditActors", "care.disputes", "care.followups"],
    ...["care.lotRecipients", "integrations.keys", "integrations.events", "staff.members", "payment.sources"],
  ],
  "shows the account or the visit itself": [
    ...[
      "account.user",
      "account.identity",
      "account.billingAddress",
      "account.healthAnswers",
      "account.shippingEffects",
    ],
    ...["store.shippingAddresses", "store.defaultShippingAddress", "notifications.preferences", "growth.measurement"],
    ...["onboarding.record", "onboarding.recordV2", "onboarding.productReveal"],
  ],
  "a helper's, whose own tests end what they may do": [
    "account.helpers",
    "account.helperSession",
    "account.helperOrders",
    "account.helperReminders",
  ],
  "names nothing that anybody opened": [
    "care.accounting",
    "care.periodPayouts",
    ...["care.undecidable", "care.followupCodes", "integrations.outsideSystems", "documents.available"],
  ],
};

/** What of an answer is such a list, where the rest shows what was. */
const openParts: Readonly<Record<string, readonly string[]>> = {
  "treatment.overview": ["nextstep", "charges", "upsellrequests", "changes", "suggestions", "actionitems"],
};

interface OpenList {
  readonly title: string;
  readonly name: string;
  readonly call: Endpoint;
  readonly query: Readonly<Record<string, string>>;
}

/** The reads of patients and of the practice that name no object, by title. */
export const readsWithoutObject = [...everyCall()]
  .filter(({ call: { method, path, ok } }) => method === "GET" && !path.includes("{") && typeof ok !== "string")
  .filter(({ call: { access } }) => access.caller === "patient" || access.caller === "clinic")
  .map(({ feature, name, call }) => ({ title: `${feature}.${name}`, call }));

const others = new Set(Object.values(otherReads).flat());
export const openLists: readonly OpenList[] = readsWithoutObject
  .filter(({ title }) => !others.has(title))
  .flatMap(({ title, call }) => {
    const chosen = chosenLists(call);
    if (!chosen) return [{ title, name: title, call, query: {} }];
    return chosen.values.map((value) => ({ title, name: `${title}:${value}`, call, query: { [chosen.name]: value } }));
  });

/** The parameter of a query that says which list is asked for, with its values; undefined where there is one list. */
function chosenLists({ query }: Endpoint): { readonly name: string; readonly values: readonly string[] } | undefined {
  if (!query) return undefined;
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: "input", unrepresentable: "any" });
  for (const name of required) {
    const { enum: values } = properties[name] as { readonly enum?: readonly string[] };
    if (values) return { name, values };
  }
  return undefined;
}

/** Whose lists are looked at, and for which ids; without a token the practice's only. */
export interface Looker {
  readonly ids: readonly string[];
  readonly token: string | null;
}

/** For each of them the names of the open lists that have one of the ids: the practice's, each read once for all, and the patient's. */
export async function listsWith(server: TestServer, lookers: readonly Looker[]): Promise<readonly string[][]> {
  const found = lookers.map(() => new Set<string>());
  for (const list of openLists) {
    const isPatients = list.call.access.caller === "patient";
    const ofPractice = isPatients ? [] : await readPages(server, list, { apiKey: testApiKey });
    for (const [index, { ids, token }] of lookers.entries()) {
      const answers = isPatients && token !== null ? await readPages(server, list, { token }) : ofPractice;
      for (const answer of answers) for (const name of namesOfLists(list, answer, ids)) found[index]?.add(name);
    }
  }
  return found.map((names) => [...names]);
}

/** The lists of an answer that have one of these ids: itself, or those of its parts, which say how it stands there. */
function namesOfLists(
  { title, name }: Pick<OpenList, "title" | "name">,
  { text, answer }: Page,
  ids: readonly string[],
): string[] {
  const isIn = (written: string) => ids.some((id) => written.includes(id));
  const has = (value: unknown) => isIn(JSON.stringify(value));
  if (!isIn(text)) return [];
  const parts = openParts[title];
  if (!parts) return [name];
  return parts.flatMap((part) =>
    [answer[part]]
      .flat()
      .filter((each) => each !== null && has(each))
      .map((each) => {
        const { kind, status } = each as { readonly kind?: string; readonly status?: string };
        return ["home", part, kind ?? status ?? []].flat().join(":");
      }),
  );
}

type Answer = Readonly<Record<string, unknown>>;
interface Page {
  readonly text: string;
  readonly answer: Answer;
}

async function readPages(
  server: TestServer,
  { title, call, query }: Pick<OpenList, "title" | "call" | "query">,
  options: { readonly token: string } | { readonly apiKey: string },
): Promise<Page[]> {
  const answers: Page[] = [];
  let page: Record<string, string> = {};
  for (;;) {
    const { ok, raw, status } = await server.call<Endpoint>(call, { query: { ...query, ...page } } as never, options);
    if (status !== 200) throw new Error(`${title} answered ${raw.payload}`);
    const answer = ok as unknown as Answer;
    answers.push({ text: raw.payload, answer });
    if (typeof answer["nextpage"] !== "string") return answers;
    page = { nextpage: answer["nextpage"] };
  }
}
