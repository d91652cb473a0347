import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import { listedWords } from "./testing/listed-words.ts";

/*
 * A rule or query that asks for several values of a closed list asks for a set of `states.ts`, which names the values it leaves out as well, so that a
 * value nobody has decided about doesn't compile. Here is who lists values by himself, and why.
 */

const root = join(import.meta.dirname, "../..");
const sets = "server/platform/database/states.ts";
const sources = globSync("server/**/*.ts", { cwd: root }).filter(
  (file) =>
    file !== sets && !/\.test\.ts$|\/testing\/|^server\/(?:demo|contract-tests|crash-tests)\/|\/emulator\//.test(file),
);

type Node = Readonly<Record<string, unknown>> & { readonly type: string };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const isLiteral = (node: unknown): node is Node & { readonly value: string } =>
  isNode(node) && node.type === "Literal" && typeof node["value"] === "string";

/** The words of a list that a place names, several and not all. */
interface Place {
  readonly where: string;
  readonly words: readonly string[];
}

/** Several words of one list, but not all of it. */
const isPart = (words: readonly string[]): boolean =>
  new Set(words).size > 1 &&
  [...listedWords.values()].some(
    (list) => list.length > 2 && words.every((word) => list.includes(word)) && new Set(words).size < list.length,
  );

/** The comparisons of a chain of `||` or `&&`, by what they compare. */
function comparisons(node: Node, operator: unknown): readonly (readonly [of: string, word: string])[] {
  if (node.type === "LogicalExpression" && node["operator"] === operator)
    return [node["left"], node["right"]].flatMap((side) => (isNode(side) ? comparisons(side, operator) : []));
  if (node.type !== "BinaryExpression" || !/^[!=]==$/.test(String(node["operator"])) || !isLiteral(node["right"]))
    return [];
  return [[lastName(node["left"]), node["right"].value]];
}

const lastName = (node: unknown): string =>
  !isNode(node)
    ? ""
    : node.type === "Identifier"
      ? String(node["name"])
      : lastName(node["property"] ?? node["expression"] ?? node["object"]);

function listsIn(node: Node): (readonly string[])[] {
  if (node.type === "ArrayExpression") {
    const elements = node["elements"] as readonly unknown[];
    return elements.every(isLiteral) ? [elements.map(({ value }) => value)] : [];
  }
  if (node.type === "TemplateElement") {
    const { raw } = node["value"] as { readonly raw: string };
    return [...raw.matchAll(/\bin \(((?:'\w+'(?:,\s*)?)+)\)/gu)].map(([, list = ""]) =>
      [...list.matchAll(/'(\w+)'/gu)].map(([, word = ""]) => word),
    );
  }
  if (node.type !== "LogicalExpression") return [];
  return [...Map.groupBy(comparisons(node, node["operator"]), ([of]) => of).values()].map((each) =>
    each.map(([, word]) => word),
  );
}

function placesOf(file: string, source: string): Place[] {
  const { program } = parseSync(file, source);
  const places: Place[] = [];
  const visit = (value: unknown, where: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, where);
    if (!isNode(value)) return;
    places.push(
      ...listsIn(value)
        .filter(isPart)
        .map((words) => ({ where, words })),
    );
    for (const each of Object.values(value)) visit(each, where);
  };
  for (const statement of program.body as unknown as readonly Node[]) {
    const declared = isNode(statement["declaration"]) ? statement["declaration"] : statement;
    const [first] = (declared["declarations"] as readonly Node[] | undefined) ?? [];
    visit(statement, `${file}#${lastName(declared["id"] ?? first?.["id"])}`);
  }
  return places;
}

const places = sources.flatMap((file) => placesOf(file, readFileSync(join(root, file), "utf8")));

/** Who lists values without a set, each with the reason. */
const byThemselves: Readonly<Record<string, string>> = {
  "server/account/requests.ts#subjectOf": "two states of a subscription, of four, in which nothing is used",
  "server/auth/accounts/close-account.ts#closeAccount": "ends two kinds of links, each by its name",
  "server/auth/single-use-links.ts#mailedLinks": "ends each kind of link, each by its name",
  "server/auth/accounts/email-change-by-practice.ts#stopEmailChange": "ends two kinds of links, each by its name",
  "server/auth/accounts/set-password.ts#setPassword": "ends two kinds of links, each by its name",
  "server/auth/helpers/end-helper.ts#helperLinks": "both links of a helper, each by its name",
  "server/auth/helpers/helper-links.ts#purposes": "both links of a helper, each by its name",
  "server/auth/accounts/email-change.ts#confirmEmailChange": "ends two kinds of links, each by its name",
  "server/care/decisions/upsells/upsell-list.ts#presentAll": "the list shows what the compiler narrows it to",
  "server/care/decisions/warning-overrides.ts#keepOverride": "the row names what was decided",
  "server/messages/message-queries.ts#lastFromPractice": "who writes, not a state",
  "server/messages/post-message.ts#writerColumns": "who writes, not a state",
  "server/orders/order-status.ts#decideTransition": "the gateway's statuses, each with its transition in the tests",
  "server/orders/order-status.ts#isReopening": "two transitions",
  "server/orders/order-status.ts#transitions": "has every status, and the database has the same list",
  "server/orders/payments/apply-intent.ts#applyTransitionEffects": "the events that the compiler narrows it to",
  "server/orders/views/order-timeline.ts#stepsOf": "the steps that the compiler narrows it to",
  "server/overview/leading-order.ts#latestPrescriptionOrder":
    "those with an order: the others have none, by a check of the table",
  "server/overview/next-step.ts#nextStepOfPlan": "a step for each status",
  "server/payment/charges/payment-intents.ts#previousStatuses": "has every status",
  "server/payment/refunds/refund-records.ts#recordRefund": "two transitions",
  "server/platform/gateway/port.ts#isLive": "the gateway's statuses",
  "server/platform/identity/vendor-answers.ts#Body": "the vendor's answers",
  "server/payment/refunds/disputes.ts#isAskedAnew":
    "a bank that demands the money after it had asked, or that answered before",
  "server/payment/refunds/dispute-answers.ts#canAnswerDispute": "the two states in which a bank waits for an answer",
  "server/payment/refunds/dispute-answers.ts#askAnswer": "an answer that is under way or sent, which a repeat leaves",
  "server/staff/members/invitations.ts#findInvitation": "two kinds of links, each by its name",
  "server/staff/sessions/session.ts#endInvitations": "two kinds of links, each by its name",
  "server/staff/sessions/session.ts#openStaffSession": "two steps of signing in",
  "server/treatment/snapshot/prescription-order-actions.ts#rules":
    "where a prescription order is, which the contract lists",
  "server/treatment/subscriptions/present-subscriptions.ts#hasLeft":
    "where a prescription order is, which the contract lists",
  "server/dispensing/ship-order.ts#requireNoLinkedSupply":
    "the kinds of order that a doctor decides, as in the query of those",
  "server/prescriptions/load-fill-facts.ts#undecidedOrders": "the kinds of order that a doctor decides",
  "server/treatment/subscriptions/subscription-state.ts#withRest": "two of five: nothing is used yet, or any more",
  "server/treatment/subscriptions/subscription-state.ts#refills": "two of five, the other three each with a sentence",
  "server/upsell-requests/upsell-requests.ts#upsellWithdrawalObstacle": "the refusals that the compiler narrows it to",
};

describe("who asks for several values of a closed list asks for a set of them", () => {
  test("or says here why not", () => {
    expect([...new Set(places.map(({ where }) => where))].toSorted()).toEqual(Object.keys(byThemselves).toSorted());
    expect(Object.keys(byThemselves)).toHaveLength(36);
  });

  test.each([
    ['const a = ["paid", "shipped"];', 1],
    ["const a = sql`status in ('paid', 'shipped')`;", 1],
    ['const a = order.status === "paid" || order.status === "shipped";', 1],
    ['const a = (s: string) => x.status !== "paid" && x.status !== "shipped";', 1],
    ['const a = x.status === "paid" || y.kind === "shipped";', 0],
    ['const a = "paid";', 0],
  ])("what lists several is seen: %s", (source, found) => {
    expect(placesOf("a.ts", source)).toHaveLength(found);
  });

  test("each set of states.ts is asked for by somebody", () => {
    const text = readFileSync(join(root, sets), "utf8");
    const named = [...text.matchAll(/^export const (\w+States) = \{\n(.*?)^\};/gmsu)].flatMap(
      ([, group = "", body = ""]) => [...body.matchAll(/^ {2}(\w+): of/gmu)].map(([, set]) => `${group}.${set}`),
    );
    const asked = sources.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
    expect(named.length).toBeGreaterThan(40);
    expect(
      named.filter((set) => !asked.includes(`${set}.`) && !asked.includes(`${set},`) && !asked.includes(`${set})`)),
    ).toEqual([]);
  });
});
