import { expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { support } from "#contract/support.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import {
  allMessages,
  type PatientWithConversations,
  patientWithConversations,
} from "#server/messages/testing/conversations.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey } from "#server/testing/harness.ts";

const server = await sharedTestServer();
const leaflet = { id: "leaflet_rest", title: "Sleeping better through warm nights" };
const article = { id: "missed_dose", title: "I missed a dose" };

const materialsOf = async ({ doctorConversationId: id }: PatientWithConversations) =>
  (await server.call(care.cannedReplies, { params: { id } }, { apiKey })).ok.articles;
const send = (
  { doctorConversationId: id }: PatientWithConversations,
  articleid: string | undefined,
  clientid?: string,
  message = "Please read this.",
) =>
  server.call(
    care.sendMessage,
    { params: { id }, body: { message, ...(articleid && { articleid }), ...(clientid && { clientid }) } },
    { apiKey },
  );
const readBy = async (patient: PatientWithConversations) =>
  (await allMessages(server, patient, patient.doctorConversationId)).map((message) => message.article);

test("an article of the help center or a leaflet goes with an answer, and opens in the app; leaflets come first", async () => {
  const patient = await patientWithConversations(server);
  const items = await materialsOf(patient);
  expect(items[0]).toEqual({ ...leaflet, leaflet: true });
  expect(items).toContainEqual({ ...article, leaflet: false });
  const kinds = items.map((item) => item.leaflet);
  expect(kinds).toEqual(kinds.toSorted((one, other) => Number(other) - Number(one)));
  for (const { id } of [leaflet, article]) expect((await send(patient, id)).status).toBe(201);
  await send(patient, undefined);
  expect(await readBy(patient)).toEqual([
    { ...leaflet, href: "/support/leaflet_rest" },
    { ...article, href: "/support/missed_dose" },
    null,
  ]);
  const opened = (await server.call(support.articles, { body: { articleIds: [leaflet.id] } }, {})).ok.items;
  expect(opened.map(({ title }) => title)).toEqual([leaflet.title]);
});

test("a leaflet is in no list, topic or search of the help center", async () => {
  const search = async (query: { q?: string; category?: string }) =>
    (await server.call(support.searchArticles, { query }, {})).ok;
  const all = await search({});
  expect(all.items.map(({ id }) => id)).toContain(article.id);
  expect(all.items.map(({ id }) => id)).not.toContain(leaflet.id);
  expect(all.categories.map(({ name }) => name)).not.toContain("Leaflets");
  for (const query of [{ q: "warm nights" }, { category: "leaflets" }])
    expect((await search(query)).items.map(({ id }) => id)).not.toContain(leaflet.id);
});

test("what isn't there any more can't be sent; what was sent keeps its title, without a link", async () => {
  const patient = await patientWithConversations(server);
  const refused = await send(patient, "no_such_article");
  expect(refused.problem.details?.fields?.[0]).toEqual({
    path: "articleid",
    message: "This isn’t in the help center any more. Please choose something else.",
  });
  await send(patient, article.id);
  await server.services.db
    .updateTable("message")
    .set({ article_id: "rewritten_since" })
    .where("patient_id", "=", patient.id)
    .execute();
  expect(await readBy(patient)).toEqual([{ id: "rewritten_since", title: article.title, href: null }]);
});

test("a repeat is the same message; with something else to read it's another one", async () => {
  const patient = await patientWithConversations(server);
  const clientid = `read-${patient.id}`;
  const first = await send(patient, article.id, clientid);
  expect((await send(patient, article.id, clientid)).ok.id).toBe(first.ok.id);
  for (const other of [leaflet.id, undefined])
    expect((await send(patient, other, clientid)).problem.code).toBe("idempotency_mismatch");
  expect(await readBy(patient)).toHaveLength(1);
});

test("taken back as another patient's it's shown to nobody, and the right one gets it with the message", async () => {
  const [patient, right] = [await patientWithConversations(server), await patientWithConversations(server)];
  const nurse = await signedInStaff(server, ["nurse"]);
  const sent = await nurse.browser.call(care.sendMessage, {
    params: { id: patient.doctorConversationId },
    body: { message: "Please read this.", articleid: leaflet.id },
  });
  const withdrawn = await nurse.browser.call(care.withdrawMessage, {
    params: { id: patient.doctorConversationId, mid: sent.ok.id },
    body: { forpatientid: right.id },
  });
  expect(withdrawn.ok.article).toBeNull();
  expect(await readBy(patient)).toEqual([null]);
  expect(await readBy(right)).toEqual([{ ...leaflet, href: "/support/leaflet_rest" }]);
});

test("the copies of a conversation name it", async () => {
  const patient = await patientWithConversations(server);
  await send(patient, article.id);
  const copy = (of: "conversations" | "conversations_data") =>
    server.call(
      care.copyRecord,
      { params: { id: patient.id }, body: { of, recipient: "patient", words: "Asked for it" } },
      { apiKey },
    );
  expect((await readPdf((await copy("conversations")).raw.rawPayload)).text).toContain(`To read: ${article.title}`);
  expect((await copy("conversations_data")).raw.payload).toContain(JSON.stringify(article.title));
});
