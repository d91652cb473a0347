import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { care } from "#contract/care/calls.ts";
import { type ListFilter, listFilterNeeds, type ListFilters } from "#contract/care/lists.ts";
import { clinicAccessOf, emergencySeenHeader, type Endpoint } from "#contract/http/endpoint.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { classesOfFields, classOfField, opensClass } from "#contract/policy/field-classes.ts";
import {
  type Permission,
  permissionsOfGrant,
  permissionsOfScopes,
  permits,
  type Scope,
  scopes,
} from "#contract/policy/policy.ts";
import { type Role, type RoleGrant, roleGrants, roles } from "#contract/policy/roles.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import { updatePatient } from "#server/auth/public.ts";
import { detectEmergency, reportEmergency, unclosedEmergencies } from "#server/emergency/public.ts";
import {
  attachAsPatient,
  patientWithConversations,
  sendAsClinic,
  sendAsPatient,
} from "#server/messages/testing/conversations.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { patientOf } from "#server/records/patient-of.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { fieldsOf, fieldsShown } from "./testing/answer-fields.ts";
import {
  aloneInState,
  pdfFile,
  type PrepareState,
  type States,
  statesByCall,
  statesOn,
} from "./testing/clinic-document-states.ts";
import { callOf, type Example, examplesOf } from "./testing/clinic-document.ts";
import { requestOf } from "./testing/documented-requests.ts";
import { exampleBody, examplePath } from "./testing/example-requests.ts";

/** A role that a practice may add, by an entry: it reads conversations, and nothing else. */
const readersGrant: RoleGrant = { scopes: [], reads: ["doctor_conversation", "services_conversation"] };
const readersCalls = [
  "care.conversations",
  "care.conversation",
  "care.conversationMessages",
  "care.patientConversations",
  "care.messageAttachment",
  "care.handovers",
  "care.inbox",
];

/** Somebody who calls, as the matrix has rows: a key with one scope, or a person with one role. */
interface Caller {
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** What the role finance, which they have, is declared as while they call. */
  readonly grant?: RoleGrant;
  readonly headers: () => Promise<Record<string, string>>;
}

const named = [...everyCall()].map(({ feature, name, call }) => ({
  title: `${feature}.${name}`,
  call: call as Endpoint,
}));
const clinicCalls = named.filter(({ call }) => call.access.caller === "clinic");
const staffCalls = named.filter(({ call }) => call.access.caller === "staff");
const examples = new Map(
  examplesOf("docs/clinic-integration.md").map((example) => [callOf(example)?.name ?? "", example]),
);

/** As many as a search shows on a page. */
const namesakes = 25;
/** The doctor whom the physician of the matrix is: licensed where the patients of the examples live. */
const doctorId = "elena_marsh";
const counts = { requests: 0, refused: 0, answered: 0, fieldsChecked: 0 };
const shown = new Set<string>();

let server: TestServer;
let states: States;
/** A key for each scope. */
let ofScopes: readonly Caller[];
/** A person in each role, and the reader. */
let people: readonly Caller[];
let reader: Caller;
beforeAll(async () => {
  server = await startTestServer();
  states = statesOn(server);
  ofScopes = await Promise.all(scopes.map((scope) => keyWithScopes([scope])));
  const ofRoles: Caller[] = [];
  for (const role of roles) ofRoles.push(await signedIn(role));
  reader = {
    ...(await signedIn("finance")),
    ...{ name: "a person who reads conversations", grant: readersGrant, permissions: permissionsOfGrant(readersGrant) },
  };
  people = [...ofRoles, reader];
  // With the patient of the example more than a page, so that the search also says how to go on.
  for (let count = 0; count < namesakes; count += 1) {
    const { id } = await server.newPatient();
    await updatePatient(server.services, id, { birthday: "1974-05-06" });
  }
});
beforeEach(() => server.clock.setOffset(0));
afterAll(async () => {
  const rows = `${roles.length} roles and ${scopes.length} scopes × ${clinicCalls.length} calls`;
  const sum = `${counts.requests} requests: ${counts.refused} refused, ${counts.answered} answered`;
  process.stdout.write(
    `Access matrix: ${rows}; ${sum}, with ${counts.fieldsChecked} values of ${shown.size} different fields\n`,
  );
  await server.close();
});

async function keyWithScopes(some: readonly Scope[]): Promise<Caller> {
  const body = { name: "Of the matrix", scopes: [...some] };
  const { ok } = await server.call(integrations.createKey, { body }, { apiKey });
  return {
    name: `a key for ${some.join(", ")}`,
    permissions: permissionsOfScopes(some),
    headers: () => Promise.resolve({ "x-api-key": ok.secret }),
  };
}

/** Who signed in last in each role, and when. */
const inRole = new Map<Role, { readonly caller: Caller; readonly at: number }>();

/** How long somebody is taken for who just came in, in milliseconds: shorter than a proof stays fresh. */
const justCameInMs = 60_000;

/** Somebody who just came in: what needs a fresh proof is open to them. */
async function whoJustCameIn(role: Role): Promise<Caller> {
  const at = server.clock.now().getTime();
  const last = inRole.get(role);
  if (last && Math.abs(at - last.at) < justCameInMs) return last.caller;
  const caller = await signedIn(role);
  inRole.set(role, { caller, at });
  return caller;
}

async function signedIn(role: Role): Promise<Caller> {
  if (role === "physician")
    // A doctor belongs to one person.
    await server.services.db
      .updateTable("staff_member")
      .set({ doctor_id: null })
      .where("doctor_id", "=", doctorId)
      .execute();
  const person = await signedInStaff(server, [role], role === "physician" ? doctorId : undefined);
  return {
    name: `a person in the role ${role}`,
    permissions: permissionsOfRoles(role),
    headers: () =>
      Promise.resolve({
        cookie: Object.entries(person.browser.cookies())
          .map(([name, value]) => `${name}=${value}`)
          .join("; "),
        "sec-fetch-site": "same-origin",
      }),
  };
}

/** Keys made so far, by their scopes. */
const keysMade = new Map<string, Promise<Caller>>();

/** A key with every scope a call isn't open to, which together don't open it either: what it is refused, a key with one of them is. */
async function keyRefused(call: Endpoint): Promise<readonly Caller[]> {
  const refused = scopes.filter((scope) => !isOpenTo(call, permissionsOfScopes([scope])));
  if (refused.length === 0) return [];
  const key = keysMade.get(refused.join()) ?? keyWithScopes(refused);
  keysMade.set(refused.join(), key);
  return [await key];
}

const isOpenTo = (call: Endpoint, own: readonly Permission[]) => permits(own, clinicAccessOf(call)?.needs ?? []);

/** What an example needs for somebody without `clinical`: a conversation with patient services instead of one with the doctor. */
const withPatientServices: PrepareState = async (testServer) => {
  const rosa = await patientWithConversations(testServer);
  await sendAsPatient(testServer, rosa, rosa.servicesConversationId, { message: "Where is my parcel?" });
  const { ok } = await attachAsPatient(testServer, rosa, rosa.servicesConversationId, pdfFile);
  const { id: MEMBER } = await signedInStaff(testServer, ["patient_services"]);
  return { PATIENT: rosa.id, CONVERSATION: rosa.servicesConversationId, ATTACHMENT: ok.attachment?.id ?? "", MEMBER };
};
/** A message of patient services, which the patient says isn't theirs. */
const withServicesMessage =
  (reported: boolean): PrepareState =>
  async (testServer) => {
    const names = await withPatientServices(testServer);
    const id = names["CONVERSATION"] ?? "";
    const { ok } = await sendAsClinic(testServer, id, { message: "It left the pharmacy today." });
    const reportedAt = reported ? testServer.clock.now() : null;
    const { db } = testServer.services;
    await db.updateTable("message").set({ reported_at: reportedAt }).where("id", "=", ok.id).execute();
    return { ...names, MESSAGE: ok.id };
  };
/** Of a key that gives a key: it gives what it has. */
const keyOfKeys: PrepareState = async (testServer) => {
  const body = { name: "Another", scopes: ["keys" as const] };
  return { APIKEY: (await testServer.call(integrations.createKey, { body }, { apiKey })).ok.key.id };
};

function stateFor(title: string, example: Example, own: readonly Permission[]): PrepareState | undefined {
  if (/\$CONVERSATION\b/.test(example.path) && !own.includes("write:doctor_conversation"))
    return /\$MESSAGE\b/.test(example.path) ? withServicesMessage(example.path.endsWith("/kept")) : withPatientServices;
  if (/\$APIKEY\b/.test(example.path)) return keyOfKeys;
  return statesByCall[title];
}

/** Everybody has an open emergency: whoever prescribes says that they know of it. */
const knowsOfEmergency = { rules: ["emergency_open"], reason: "Talked with them by phone." };
const prescribing = new Set([
  ...["care.approvePrescriptionRenewal", "care.approveUpsell", "care.changeTreatment", "care.suggestMedicine"],
]);

/** The request of the document, as this caller makes it: a person decides in their own name, and a key gives the scopes it has. */
function documentedRequest(
  title: string,
  example: Example,
  names: Readonly<Record<string, string>>,
  own: readonly Permission[],
) {
  const formFields = example.formFields.map((part) => (part.startsWith("clientid=") ? `clientid=${newId()}` : part));
  const request = requestOf({ ...example, formFields }, { ...names, API_KEY: apiKey, KEY: newId() });
  const { "x-api-key": _, authorization: __, ...headers } = request.headers as Record<string, string>;
  if (typeof request.payload !== "string") return { ...request, headers };
  const body = JSON.parse(request.payload) as Record<string, unknown>;
  if ("doctorid" in body && title !== "staff.invite" && title !== "staff.updateMember") body["doctorid"] = doctorId;
  if (title === "integrations.createKey") body["scopes"] = ["keys"];
  if (title === "staff.invite") body["email"] = `s-${newId()}@practice.example`;
  // The patient of the example answered nothing.
  if (title === "care.approvePlan") body["override"] = { withoutanswers: true, ...knowsOfEmergency };
  if (prescribing.has(title)) body["override"] = knowsOfEmergency;
  if ("clientid" in body) body["clientid"] = newId();
  if ("filters" in body) body["filters"] = filtersOf(body["filters"] as ListFilters, own);
  if (title === "care.listMessage" && !own.includes("write:doctor_conversation")) body["kind"] = "patient_services";
  return { ...request, headers, payload: JSON.stringify(body) };
}

async function send(caller: Caller, request: ReturnType<typeof documentedRequest>) {
  counts.requests += 1;
  const headers = { ...request.headers, ...(await caller.headers()) };
  const { finance } = roleGrants;
  if (caller.grant) Object.assign(roleGrants, { finance: caller.grant });
  try {
    return await server.app.inject({ ...request, headers });
  } finally {
    Object.assign(roleGrants, { finance });
  }
}

/** Fields of an answer that the caller may not read, and those nobody has classed. */
function unexpectedIn(title: string, call: Endpoint, caller: Caller, answer: unknown): string[] {
  return fieldsShown(title, call, answer).flatMap(({ schema, path }) => {
    counts.fieldsChecked += 1;
    shown.add(`${schema}.${path}`);
    const fieldClass = classOfField(schema, path);
    if (fieldClass !== null && opensClass(caller.permissions, fieldClass)) return [];
    return [`${caller.name} got ${schema}.${path} (${fieldClass ?? "no class"})`];
  });
}

/** So that no answer lacks the alert of one only because nobody has one. */
async function everybodyHasAnEmergency(): Promise<void> {
  const { services } = server;
  const found = detectEmergency(services.content, "I have chest pain");
  if (!found) throw new Error("Chest pain is no emergency");
  const patients = await services.db
    .selectFrom("patient")
    .select("id")
    .where((where) =>
      where.not(
        where.exists(where.selectFrom("emergency_report").select("id").whereRef("patient_id", "=", "patient.id")),
      ),
    )
    .execute();
  await inTransaction(services, async (tx) => {
    for (const { id: patientId } of patients) await reportEmergency(tx, { ...found, patientId, source: "health" });
  });
}

/** Whoever decides something says that they have seen what is open. */
async function seenIn(url: string, call: Endpoint): Promise<Record<string, string>> {
  const key = clinicAccessOf(call)?.decidesFor;
  const id = /\/([0-9a-f-]{36})(?:\/|$)/.exec(url)?.[1];
  const patientId = key && id ? await patientOf(server.services, { key, id }) : null;
  if (patientId === null) return {};
  const open = await unclosedEmergencies(server.services, patientId);
  return { [emergencySeenHeader]: open.map(({ id: each }) => each).join(",") };
}

/** Gives a reason where this answer asks for one: whether it did. Emergencies make a patient everybody's work who reads about health, not the reader's. */
async function opensRecord(caller: Caller, answer: Awaited<ReturnType<typeof send>>): Promise<boolean> {
  if (answer.statusCode !== 403) return false;
  const { code, details } = answer.json<{ code: string; details?: { readonly patientid: string } }>();
  if (code !== "reason_required") return false;
  const url = `/api/clinic/patient/${details?.patientid}/recordaccess`;
  const { statusCode } = await send(caller, {
    ...{ method: "POST" as "GET", url, headers: {}, payload: { reason: "colleague" } as never },
  });
  return statusCode === 200;
}

/** The example's note is another person's. What the call answers is what `care.writeNote` and `care.addToVisitNote` do. */
const onlyForWriter: ReadonlySet<string> = new Set(["care.withdrawNote", "care.withdrawVisitNote"]);

/** What is done for everybody on a list takes listing them. */
const onlyForListers: ReadonlySet<string> = new Set(["care.listTasks", "care.listMessage"]);

/** What of these somebody lists by; else the state in which the example's patient lives alone. */
function filtersOf(filters: ListFilters, own: readonly Permission[]): ListFilters {
  const offered = Object.entries(filters).filter(([name]) => permits(own, listFilterNeeds[name as ListFilter]));
  return offered.length > 0 ? Object.fromEntries(offered) : { state: aloneInState };
}

/** What somebody asked isn't there for whoever neither asks nor is asked, and isn't done by others: `tasks.test.ts`, `peer-review.test.ts` and `fda-report.test.ts` say who does what. */
const onlyForParties: ReadonlySet<string> = new Set(
  [
    "peerReview",
    "judgeDecision",
    "fdaReport",
    "task",
    "answerTask",
    "endTask",
    "putTaskAside",
    "reassignTask",
    "forgetList",
  ].map((name) => `care.${name}`),
);

/** What is refused while an emergency is open. */
const refusedInEmergency = new Set(["care.handOverConversation", "care.askMerge"]);

describe("decisions §11 the matrix role × scope × call × field", () => {
  test("every field that an answer to the practice can have has a class, and every class is of a field", () => {
    const all = [...clinicCalls, ...staffCalls].flatMap(({ title, call }) => fieldsOf(title, call));
    const unclassed = all.filter(({ schema, path }) => classOfField(schema, path) === null);
    expect([...new Set(unclassed.map(({ schema, path }) => `${schema}.${path}`))]).toEqual([]);
    const known = new Set(all.map(({ schema, path }) => `${schema}.${path}`));
    const stale = Object.entries(classesOfFields).flatMap(([schema, fields]) =>
      Object.keys(fields)
        .map((path) => `${schema}.${path}`)
        .filter((field) => ![...known].some((each) => each === field || each.startsWith(`${field}.`))),
    );
    expect(stale).toEqual([]);
  });

  test("calls about oneself answer nothing about a patient but ids", () => {
    const classes = staffCalls.flatMap(({ title, call }) =>
      fieldsOf(title, call).map(({ schema, path }) => classOfField(schema, path)),
    );
    expect(new Set(classes)).toEqual(new Set(["work", "own"]));
  });

  test("no clinical field is open to patient services, pharmacy, finance or an administrator, and no product to finance", () => {
    for (const role of ["patient_services", "pharmacy", "finance", "administrator"] as const)
      expect([role, opensClass(permissionsOfRoles(role), "clinical")]).toEqual([role, false]);
    expect([
      opensClass(permissionsOfRoles("finance"), "treatment"),
      opensClass(permissionsOfRoles("finance"), "alert"),
    ]).toEqual([false, false]);
    // Complaints and privacy incidents wait for them: who it's about, and nothing else of the patient.
    for (const fieldClass of ["treatment", "money", "alert", "conversation"] as const)
      expect([fieldClass, opensClass(permissionsOfRoles("administrator"), fieldClass)]).toEqual([fieldClass, false]);
    expect(opensClass(permissionsOfRoles("pharmacy"), "conversation")).toBe(false);
  });

  test("a role of one entry opens what it says and nothing else", () => {
    const own = permissionsOfGrant(readersGrant);
    const open = clinicCalls.filter(({ call }) => isOpenTo(call, own)).map(({ title }) => title);
    expect(open.toSorted()).toEqual(readersCalls.toSorted());
    expect([opensClass(own, "conversation"), opensClass(own, "clinical"), opensClass(own, "money")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each(clinicCalls)("$title is refused to every scope and role it isn't open to", async ({ call }) => {
    const wrong: string[] = [];
    const ask = async (caller: Caller) => {
      const body = call.upload ? undefined : exampleBody(call, 1);
      const answer = await send(caller, {
        method: call.method as "GET",
        url: examplePath(call),
        headers: call.idempotency ? { "idempotency-key": newId() } : {},
        ...(body === undefined ? {} : { payload: body as never }),
      });
      counts.refused += 1;
      const { code } = answer.json<{ code?: string }>();
      if (answer.statusCode !== 403 || code !== "scope_missing") wrong.push(`${caller.name}: ${answer.payload}`);
    };
    const refused = [...(await keyRefused(call)), ...people].filter(({ permissions: own }) => !isOpenTo(call, own));
    // All at once share statements. Whoever changes what a role is declared as calls alone.
    await Promise.all(refused.filter(({ grant }) => !grant).map(ask));
    for (const caller of refused.filter(({ grant }) => grant)) await ask(caller);
    expect(wrong).toEqual([]);
  });

  test.each(clinicCalls)(
    "$title answers each scope and role it is open to, with no field of a class they don't open",
    async ({ title, call }) => {
      const example = examples.get(title);
      if (!example) throw new Error(`The document has no example of ${title}`);
      const keysOpenTo = ofScopes.filter(({ permissions: own }) => isOpenTo(call, own));
      const ofRoles = roles.filter((role) => isOpenTo(call, permissionsOfRoles(role)));
      const wrong: string[] = [];
      const readers = isOpenTo(call, reader.permissions) ? [reader] : [];
      for (const each of [...keysOpenTo, ...readers, ...ofRoles]) {
        const own = typeof each === "string" ? permissionsOfRoles(each) : each.permissions;
        const names = await states(stateFor(title, example, own), call);
        const caller = typeof each === "string" ? await whoJustCameIn(each) : each;
        if (!refusedInEmergency.has(title)) await everybodyHasAnEmergency();
        const request = documentedRequest(title, example, names, own);
        const seeing = { ...request, headers: { ...request.headers, ...(await seenIn(request.url, call)) } };
        const first = await send(caller, seeing);
        const isAsked = each === reader || refusedInEmergency.has(title);
        const answer = isAsked && (await opensRecord(caller, first)) ? await send(caller, seeing) : first;
        counts.answered += 1;
        if (answer.statusCode === 403 && onlyForListers.has(title) && !isOpenTo(care.listPatients, own)) continue;
        if (answer.statusCode === 403 && onlyForWriter.has(title)) continue;
        if ((answer.statusCode === 404 || answer.statusCode === 409) && onlyForParties.has(title)) continue;
        if (answer.statusCode !== (call.status ?? 200)) wrong.push(`${caller.name}: ${answer.payload}`);
        else
          wrong.push(
            ...unexpectedIn(title, call, caller, typeof call.ok === "string" ? answer.rawPayload : answer.json()),
          );
      }
      expect([...new Set(wrong)]).toEqual([]);
    },
  );
});
