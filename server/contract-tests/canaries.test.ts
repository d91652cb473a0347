import { once } from "node:events";
import { createServer, get, type ClientRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { care } from "#contract/care/calls.ts";
import { caseKinds, orderLists } from "#contract/care/worklists.ts";
import { documents } from "#contract/documents/calls.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { fullPath, type Endpoint, type Input } from "#contract/http/endpoint.ts";
import { workKinds } from "#contract/http/work.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { permits } from "#contract/policy/policy.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { support } from "#contract/support.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { submitted, type Submitted } from "#server/care/testing/submitted-visit.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { unclosedEmergencies } from "#server/emergency/public.ts";
import { goThrough, save, sendFollowupTo } from "#server/followup/testing/followups.ts";
import { deliverDue } from "#server/integrations/webhooks/deliver.ts";
import { attachAsPatient, conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { pairWithEarlier } from "#server/persons/testing/linked-record.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { workStreamPath } from "#server/staff/work-stream.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { subscriptionOf } from "#server/treatment/testing/in-care.ts";
import { checkIn } from "#server/wellbeing/testing/wellbeing.ts";
import { pdfFile } from "./testing/clinic-document-states.ts";
import { callOf, examplesOf } from "./testing/clinic-document.ts";
import { requestOf } from "./testing/documented-requests.ts";
import { multipart } from "./testing/example-requests.ts";

/** What is said about the patient's health, by whomever; the words occur nowhere else. */
const clinical = {
  goal: "Mothwingqa tale",
  condition: "Larkspurqe ache",
  allergy: "Saffronqi dust",
  medicine: "Willowbarkqu drops",
  noteForDoctor: "Gullfeatherqo note",
  message: "Dewcombqa message",
  emergency: "Foxgloveqe night: my chest hurts",
  attachmentWords: "Teaselqo file",
  insuranceWords: "Yarrowqi paper",
  reply: "Rushlightqo answer",
  wish: "Cobblefinchqa wish",
  review: "Brindlemossqe words",
  closing: "Hollyhedgequ thanks",
  holdMessage: "Speedwellqo pause",
  cancellation: "Mugwortqi reason",
};
/** For the patient, or kept with the decision. */
const recorded = { approval: "Marlinspikequ approval", letter: "Hawthornqa letter", holdReason: "Cowslipqe finding" };
/** What the patient calls their files: the app names them itself. */
const forgotten = { attachment: "Brambleqa-scan.pdf", insurance: "Coltsfootqe-card.pdf" };
/** How to take it: the pharmacy prints it. */
const prescribed = { directions: "Sweetgaleqa evening" };
/** For patient services, and whoever treats the patient. */
const toServices = { message: "Pennyroyalqo parcel", contact: "Pebblestoneqa question" };
const drafted = "Meadowsweetqu draft";

const named = [...everyCall()].map(({ feature, name, call }) => ({
  title: `${feature}.${name}`,
  call: call as Endpoint,
}));
const open = (role: Role) =>
  named.filter(
    ({ call }) =>
      call.access.caller === "staff" ||
      (call.access.caller === "clinic" && permits(permissionsOfRoles(role), call.access.needs)),
  );
/** The pharmacy first, which sends what patient services could cancel. */
const outsiders = ["pharmacy", "patient_services", "finance", "administrator"] as const;

let server: TestServer;
let practice: Server;
let people: Readonly<Record<Role, StaffPerson>>;
let rosa: Submitted;
let conversations: readonly string[];
let orderNumber: string;
/** Everything anybody of a role was answered, and what their desk was told. */
const got = Object.fromEntries(roles.map((role) => [role, [] as string[]])) as Record<Role, string[]>;
const answered = new Set<string>();
/** Addresses at which anybody found something: most ids are of something else than the call is about. */
const somethingAt = new Set<string>();
const told = Object.fromEntries(roles.map((role) => [role, ""])) as Record<Role, string>;
const desks: ClientRequest[] = [];
const delivered: string[] = [];
let requests = 0;

beforeAll(async () => {
  server = await startTestServer({});
  await server.app.listen({ host: "127.0.0.1", port: 0 });
  practice = createServer((request, response) => {
    request.on("data", (part: Buffer) => void delivered.push(part.toString()));
    request.on("end", () => response.writeHead(200).end());
  }).listen(0, "127.0.0.1");
  await once(practice, "listening");
  const url = `http://127.0.0.1:${(practice.address() as AddressInfo).port}/hooks`;
  await make(integrations.createWebhook, { body: { url } });
  await everybodySignsIn();
  await Promise.all(roles.map(openDesk));
  await preparePatient();
  await deliverDue(server.services, { timeoutMs: 10_000 });
  await walkEverything();
  await server.jobs.drain();
  process.stdout.write(`Canaries: ${roles.length} roles walked ${answered.size} calls in ${requests} requests\n`);
}, 1_800_000);
afterAll(async () => {
  for (const desk of desks) desk.destroy();
  practice.close();
  await server.close();
});

/** A new person in each role. */
async function everybodySignsIn(): Promise<void> {
  // A doctor belongs to one person.
  await server.services.db.updateTable("staff_member").set({ doctor_id: null }).execute();
  const entries: [Role, StaffPerson][] = [];
  for (const role of roles)
    entries.push([role, await signedInStaff(server, [role], role === "physician" ? "elena_marsh" : undefined)]);
  people = Object.fromEntries(entries) as Record<Role, StaffPerson>;
}

/** Makes a call of the practice that must work. */
async function make<E extends Endpoint>(call: E, input: Input<E>, headers: Record<string, string> = {}) {
  const { ok, raw, status } = await server.call(call, input, { apiKey, headers });
  if (status >= 300) throw new Error(`${call.path} answered ${raw.payload}`);
  return ok;
}

const pdfWith = (name: string, words: string) => ({
  ...pdfFile,
  name,
  bytes: Buffer.from(pdfFile.bytes.toString().replace("<< /Type /Page >>", `<< /Type /Page /Title (${words}) >>`)),
});

/** A patient about whom every text is written that can be. */
async function preparePatient(): Promise<void> {
  rosa = await submitted(server, {
    answers: {
      goals: { answer: ["heat", "other"], others: clinical.goal },
      allergies: { answer: ["other"], others: clinical.allergy },
      conditions: { answer: ["other"], others: clinical.condition },
      other_medicines: clinical.medicine,
      note_for_doctor: clinical.noteForDoctor,
    },
  });
  const params = { id: rosa.id };
  const { token } = rosa;
  await make(care.accept, { params, body: { doctorid: "elena_marsh" } });
  const { requested = [] } = await make(care.patient, { params });
  const directions = Object.fromEntries(requested.map(({ productid }) => [productid, prescribed.directions]));
  await make(care.approvePlan, { params, body: { note: recorded.approval, directions } });
  await server.jobs.drain();
  const items = await conversationsOf(server, rosa);
  const idOf = (kind: string) => items.find((each) => each.kind === kind)?.id ?? "";
  conversations = [idOf("doctor"), idOf("patient_services")];
  const [doctor = "", services = ""] = conversations;
  const file = pdfWith(forgotten.attachment, clinical.attachmentWords);
  const sent = [
    await sendAsPatient(server, rosa, doctor, { message: clinical.message }),
    await sendAsPatient(server, rosa, doctor, { message: clinical.emergency }),
    await attachAsPatient(server, rosa, doctor, file),
    await sendAsPatient(server, rosa, services, { message: toServices.message }),
    await server.call(support.contact, { body: { topic: "other", message: toServices.contact } }, { token }),
  ];
  expect(sent.map(({ status }) => status < 300)).toEqual(sent.map(() => true));
  await make(care.sendMessage, { params: { id: doctor }, body: { message: clinical.reply, answersseq: 0 } });
  await make(care.issueLetter, { params, body: { text: recorded.letter } });
  const card = multipart(pdfWith(forgotten.insurance, clinical.insuranceWords), { kind: "insurance_front" });
  await server.call(documents.upload, { body: card.payload as never }, { token, headers: card.headers });
  const review = await sendFollowupTo(server, rosa);
  await goThrough(server, review, {}, 10);
  await save(server, review, 10, {
    body: { answers: [{ questionid: "first_wish", answer: [], others: clinical.wish }] },
  });
  await save(server, review, 11, { note: clinical.review });
  await make(care.closeFollowup, { params: { id: review.followupId }, body: { note: clinical.closing } });
  const { prescriptions = [] } = await make(care.patient, { params });
  const body = { reason: recorded.holdReason, message: clinical.holdMessage };
  const open = await unclosedEmergencies(server.services, rosa.id);
  const headers = { "x-emergency-seen": open.map(({ id }) => id).join(",") };
  await make(care.holdPrescription, { params: { id: prescriptions[0]?.id ?? "" }, body }, headers);
  const cancel = { subscriptionid: (await subscriptionOf(server, rosa)).id, reason: clinical.cancellation };
  await server.call(treatment.cancel, { params, body: cancel }, { token });
  const work = { kind: "conversation" as const, id: doctor };
  await people.nurse.browser.call(staff.saveDraft, { params: work, body: { text: drafted } });
}

const cookieOf = ({ browser }: StaffPerson) =>
  Object.entries(browser.cookies())
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

/** Listens as an open desk of this role does. */
async function openDesk(role: Role): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo;
  const headers = { cookie: cookieOf(people[role]) };
  const request = get({ host: "127.0.0.1", port, path: workStreamPath, headers, agent: false });
  request.on("error", () => undefined);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.setEncoding("utf8").on("data", (chunk: string) => void (told[role] += chunk));
  desks.push(request);
}

async function ask(
  role: Role,
  title: string,
  request: { method: string; url: string; headers?: object; payload?: unknown },
) {
  requests += 1;
  const headers = { ...request.headers, cookie: cookieOf(people[role]), "sec-fetch-site": "same-origin" };
  const answer = await server.app.inject({ ...request, headers } as never);
  if (answer.statusCode < 300) answered.add(title);
  if (answer.statusCode !== 404) somethingAt.add(request.url);
  const { rawPayload } = answer;
  const isDrawn = rawPayload.subarray(0, 5).toString() === "%PDF-" && rawPayload.length > 1000;
  const text = isDrawn ? (await readPdf(rawPayload)).text : rawPayload.toString();
  got[role].push(text);
  return { status: answer.statusCode, text };
}

const idPattern = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;

/** What a list is asked for, where it has to be asked for something. */
const queries: Readonly<Record<string, () => readonly string[]>> = {
  "care.cases": () => caseKinds.map((kind) => `?status=${kind}`),
  "care.orders": () => orderLists.map((list) => `?status=${list}`),
  "care.audit": () => [`?patient=${rosa.id}`, `?actor=staff:${people.nurse.id}`],
  "care.stepQuote": () => ["?step=stop"],
  "care.restQuote": () => ["?from=2099-03-01&until=2099-03-08"],
  "care.directionsQuote": () => ["?pace=half"],
  "care.suggestionQuote": () => ["?productid=sildenafil_cream&pricingid=sildenafil_cream_1m"],
  "care.treatmentChangeQuote": () => ["?productid=estradiol_patch_0_1&pricingid=estradiol_patch_0_1_1m"],
  "care.lotRecipients": () => ["?lotnumber=MB2207"],
  "care.accounting": () => [`?from=${yesterday()}&to=${yesterday()}`],
  "care.periodPayouts": () => [`?from=${yesterday()}&to=${yesterday()}`],
  "care.accountingFile": () => [`?from=${yesterday()}&to=${yesterday()}`],
  "integrations.events": () => ["?limit=1000"],
};
/** What a path names that is no id. */
const namedInPath: Readonly<Record<string, () => string>> = {
  "care.orderByNumber": () => orderNumber,
  "care.closingOfDay": yesterday,
  "care.closingFile": yesterday,
};
function yesterday(): string {
  return dayIn(server.services.content.brand.timezone, new Date(server.clock.now().getTime() - 86_400_000));
}

/** Reads all there is with every id that is known to who treats the patient, changes all that a role may, and reads again. */
async function walkEverything(): Promise<void> {
  await pairWithEarlier(server, rosa.id, "same");
  const { orders = [] } = await make(care.patient, { params: { id: rosa.id } });
  const day = { params: { day: yesterday() } };
  await make(care.closeDay, { ...day, body: { revision: (await make(care.closingOfDay, day)).revision } });
  orderNumber = orders.find(({ number }) => number !== null)?.number ?? "";
  const first = [rosa.id, rosa.orderId, ...conversations];
  tables = await tablesOf(first);
  await readAll("physician", first);
  await readAll("administrator", []);
  const known = `${got.physician.join()} ${got.administrator.join()}`.match(idPattern) ?? [];
  const ids = [...new Set([...first, ...known])];
  tables = await tablesOf(ids);
  for (const role of roles) await readAll(role, ids);
  for (const role of outsiders) await changeAll(role, ids);
  const { ok, status } = await checkIn(server, rosa, { hot_flashes: 3 });
  expect([status, ok.message]).toEqual([200, expect.any(String)]);
  // Among what was changed is that somebody signs out and that others are.
  await everybodySignsIn();
  // Where nobody has found anything yet, one asks whether there is something now.
  const asked = new Set<string>();
  for (const role of roles)
    await readAll(role, ids, (url) => {
      const isWorthIt = somethingAt.has(url) || !asked.has(url);
      asked.add(url);
      return isWorthIt;
    });
}

/** How many reads are under way at once: they share statements, which is half of what one costs. */
const readsAtOnce = 16;

/** The table each id is of. */
let tables: ReadonlyMap<string, string> = new Map();

async function tablesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { db } = server.services;
  const { rows } = await sql<{ name: string }>`
    select relation.oid::regclass::text as name from pg_class relation
    join pg_attribute on attrelid = relation.oid and attname = 'id' and atttypid = 'uuid'::regtype
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(db);
  const selects = rows.map(
    ({ name }) => sql`select ${name}::text as name, id::text from ${sql.table(name)} where id = any (${ids}::uuid[])`,
  );
  const found = await sql<{ name: string; id: string }>`${sql.join(selects, sql` union all `)}`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

interface Probe {
  readonly title: string;
  readonly id: string;
  /** With this id, or another one in its place. */
  readonly request: (id: string) => Parameters<typeof ask>[2];
  /** What else there is in the request, such as a second id. */
  readonly beside: string;
}

/**
 * Gives the answers' statuses. What a call answers to an id of nothing, it is asked of one id of each table; where it answers the same, the table's others
 * are not asked about.
 */
async function askAll(role: Role, probes: readonly Probe[], atOnce: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  const askEach = async (some: readonly Probe[]) => {
    const answers: [Probe, string][] = [];
    for (let from = 0; from < some.length; from += atOnce)
      answers.push(
        ...(await Promise.all(
          some.slice(from, from + atOnce).map(async (probe): Promise<[Probe, string]> => {
            const { status, text } = await ask(role, probe.title, probe.request(probe.id));
            statuses.push(status);
            return [probe, `${status} ${text.replaceAll(idPattern, "")}`];
          }),
        )),
      );
    return answers;
  };
  const callOf = ({ title, beside }: Probe) => `${title} ${beside}`;
  const groups = Map.groupBy(probes, (probe) => `${callOf(probe)} ${tables.get(probe.id)}`);
  const others = new Map([...groups.values()].flatMap(([first, ...rest]) => (first ? [[first, rest] as const] : [])));
  const calls = Map.groupBy(
    [...others].filter(([, rest]) => rest.length > 0),
    ([first]) => callOf(first),
  );
  const nothing = [...calls.values()].flatMap(([first]) => (first ? [{ ...first[0], id: newId() }] : []));
  const answersToNothing = new Map((await askEach(nothing)).map(([probe, answer]) => [callOf(probe), answer]));
  const found = (await askEach([...others.keys()])).filter(
    ([probe, answer]) => answer !== answersToNothing.get(callOf(probe)),
  );
  await askEach(found.flatMap(([first]) => others.get(first) ?? []));
  return statuses;
}

/** Reads what there is at each address that is worth asking. */
async function readAll(role: Role, ids: readonly string[], isWorthAsking = (_url: string) => true): Promise<void> {
  const owners = [rosa.id, ...conversations];
  const probes = open(role).flatMap(({ title, call }): readonly Probe[] => {
    if (call.method !== "GET") return [];
    const path = fullPath(call).replace(/\{\w+\}/, (name) => namedInPath[title]?.() ?? name);
    const filled = path.includes("{kind}")
      ? workKinds.flatMap((kind) =>
          owners.map((id) => ({ url: path.replace("{kind}", kind).replace("{id}", id), id, beside: kind })),
        )
      : /\{.*\{/.test(path)
        ? owners.flatMap((owner) =>
            ids.map((id) => ({ url: path.replace("{id}", owner).replace(/\{\w+\}/, id), id, beside: owner })),
          )
        : path.includes("{")
          ? ids.map((id) => ({ url: path.replace(/\{\w+\}/, id), id, beside: "" }))
          : [{ url: path, id: "", beside: "" }];
    return filled.flatMap(({ url, id, beside }) =>
      (queries[title]?.() ?? [""]).map((query) => ({
        ...{ title, id, beside: beside + query },
        request: (some: string) => ({ method: "GET", url: (id === "" ? url : url.replace(id, some)) + query }),
      })),
    );
  });
  const worth = probes.filter(({ request, id }) => isWorthAsking(request(id).url));
  expect(await askAll(role, worth, readsAtOnce), `${role} is signed in`).not.toContain(401);
}

async function changeAll(role: Role, ids: readonly string[]): Promise<void> {
  const examples = new Map(examplesOf("docs/clinic-integration.md").map((example) => [callOf(example)?.name, example]));
  for (const { title, call } of open(role)) {
    const example = examples.get(title);
    if (!example || call.method === "GET") continue;
    const known: Readonly<Record<string, string>> = {
      PATIENT: rosa.id,
      API_KEY: apiKey,
      STATE: "IA",
      DOCTOR: "elena_marsh",
      CODE: "NONE",
    };
    const names = [...`${example.path} ${example.body ?? ""}`.matchAll(/\$([A-Z_]+)/g)].map(([, name = ""]) => name);
    const unknown = names.filter((name) => !(name in known));
    const request = (id: string) => {
      const values = { ...known, KEY: newId(), ...Object.fromEntries(unknown.map((name) => [name, id])) };
      const { "x-api-key": _, ...headers } = requestOf(example, values).headers as Record<string, string>;
      const body =
        title === "care.searchPatients" || title === "care.findAuditPatients"
          ? { payload: JSON.stringify({ q: "Rosa Winter" }) }
          : {};
      return { ...requestOf(example, values), ...body, headers };
    };
    const probes = (unknown.length > 0 ? ids : [rosa.id]).map((id): Probe => ({ title, id, request, beside: "" }));
    await askAll(role, probes, 1);
  }
}

const found = (words: readonly string[], text: string) => words.filter((word) => text.includes(word));

describe("decisions §11 canaries: what is written about a patient's health", () => {
  const everything = [clinical, recorded, forgotten, prescribed].flatMap((words) => Object.values<string>(words));

  test("reaches who treats them, each word of it, so that its absence elsewhere says something", () => {
    const forDoctor = [
      ...Object.values(clinical),
      ...Object.values(prescribed),
      ...Object.values(toServices).slice(0, 1),
    ];
    const read = got.physician.join();
    expect(forDoctor.filter((word) => !read.includes(word))).toEqual([]);
    expect(found(Object.values(clinical), got.nurse.join())).toHaveLength(Object.keys(clinical).length);
    expect(found(Object.values(toServices), got.patient_services.join())).toHaveLength(2);
    expect(found(Object.values(prescribed), got.pharmacy.join())).toHaveLength(1);
    expect(read).toContain('"id":"hot_flashes","name":"Hot flashes","before"');
  });

  test("every call that only reads was answered to somebody", () => {
    const reading = roles.flatMap((role) => open(role).filter(({ call }) => call.method === "GET"));
    // There is no photo: this patient's identity needed none. Nobody asked anything about them, disputed a charge, looked at a week, or read a decision.
    expect([...new Set(reading.map(({ title }) => title))].filter((title) => !answered.has(title))).toEqual([
      "care.photo",
      "care.task",
      "care.fdaReport",
      "care.peerReview",
      "care.disputeEvidence",
      "care.disputeEvidenceFile",
      "care.accessReview",
    ]);
  });

  test.each(outsiders)("is in nothing that %s got, read or changed", (role) => {
    expect(got[role].length).toBeGreaterThan(50);
    const reviewed = role === "pharmacy" ? [clinical.allergy, clinical.medicine] : [];
    const own = role === "pharmacy" || role === "patient_services" ? [...Object.values(prescribed), ...reviewed] : [];
    const text = got[role].join("\n");
    // What the law has a pharmacist review is read, and nothing beside it.
    expect(found(reviewed, text)).toEqual(reviewed);
    expect(found(everything, text).filter((word) => !own.includes(word))).toEqual([]);
    if (role !== "patient_services") expect(found(Object.values(toServices), text)).toEqual([]);
  });

  test("and an unfinished text is read by nobody but its writer", () => {
    for (const role of roles) expect([role, got[role].join().includes(drafted)]).toEqual([role, role === "nurse"]);
  });

  test("that an emergency waits is told who talks to patients and who packs for them, and not who handles money", () => {
    const readsEmergency = (role: Role) => /"emergencysince":"/.test(got[role].join());
    expect(roles.filter(readsEmergency)).toEqual(["physician", "nurse", "patient_services", "pharmacy"]);
  });

  test.each(roles)("an open desk of %s is told that something changed, in no words", (role) => {
    expect(told[role]).toContain("data: changed");
    expect(told[role].replaceAll("data: changed", "").replaceAll(":", "").trim()).toBe("");
  });

  test("is in no mail to the practice, no line of the log, no event, no webhook and no line of the audit", async () => {
    const texts = await outside();
    for (const [place, text] of Object.entries(texts)) {
      expect([place, text.length > 100]).toEqual([place, true]);
      expect([place, found([...everything, ...Object.values(toServices), drafted], text)]).toEqual([place, []]);
    }
  });

  test("no medicine and no symptom is named in a mail to the practice, in the log, to finance, or in an event", async () => {
    const { catalogue, questionnaire } = server.services.content;
    const symptoms = questionnaire.questions.filter(({ answertype }) => answertype === "scale");
    const words = [
      ...catalogue.products.flatMap(({ productid, name }) => [productid, name]),
      ...symptoms.flatMap((question) => [question.id, question.label ?? question.id]),
      ...["estradiol", "progesterone", "minoxidil", "vaginal", "hot flash"],
    ].map((word) => word.toLowerCase());
    expect(words.length).toBeGreaterThan(50);
    const texts = {
      ...(await outside()),
      finance: got.finance.join("\n"),
      administrator: got.administrator.join("\n"),
    };
    for (const [place, text] of Object.entries(texts))
      expect([place, found([...new Set(words)], text.toLowerCase())]).toEqual([place, []]);
  });
});

/** What leaves the app for the practice's mailboxes, logs and systems. */
async function outside() {
  const mails = (await server.mailbox.list()).filter(({ to }) => to !== rosa.email);
  const events = await make(integrations.events, { query: { limit: 1000 } });
  const audit = await make(care.audit, { query: { patient: rosa.id } });
  return {
    mails: mails.map(({ subject, text, html }) => `${subject}\n${text}\n${html ?? ""}`).join("\n"),
    log: server.logged(),
    events: JSON.stringify(events),
    webhooks: delivered.join("\n"),
    audit: JSON.stringify(audit),
  };
}
