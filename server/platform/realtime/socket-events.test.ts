import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { socketEvents } from "#contract/realtime.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { connect, listen, postClinicMessage } from "#server/testing/test-sockets.ts";

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  url = await listen(server);
});
afterAll(() => server.close());

const setPharmacy = ({ token }: TestPatient, pharmacy: string) =>
  server.call(account.updatePharmacy, { body: { pharmacy } }, { token });
const hasTopic = (topic: string) => (body: { items: readonly { topic: string }[] }) =>
  body.items.some((item) => item.topic === topic);

test("decisions §10 the socket is a hint: what commits is sent to every socket of the patient, and to nobody else", async () => {
  const [patient, other] = [await server.newPatient(), await server.newPatient()];
  const [one, two, stranger] = await Promise.all([patient, patient, other].map(({ token }) => connect(url, token)));
  await setPharmacy(patient, "Corner Pharmacy, Fresno");
  for (const socket of [one, two]) {
    const event = await socket?.waitFor("changes", hasTopic("user"));
    expect(event?.items.find(({ topic }) => topic === "user")?.id).toBe(patient.id);
  }
  await setPharmacy(other, "Main Street Pharmacy, Reno");
  await stranger?.waitFor("changes", hasTopic("user"));
  expect(stranger?.received("changes").flatMap(({ items }) => items.map(({ id }) => id))).not.toContain(patient.id);
  for (const socket of [one, two, stranger]) socket?.close();
});

test("§7 message, notification and changes: each as the calls return it, the cursor last", async () => {
  const patient = await server.newPatient();
  const socket = await connect(url, patient.token);
  const order: string[] = [];
  socket.socket.onAny((name: string) => order.push(name));
  const message = await postClinicMessage(server, patient.id, "Your results are in.");
  const event = await socket.waitFor("changes", hasTopic("message"));
  expect(order.filter((name) => name !== "changes" || order.at(-1) === name)).toEqual([
    "message",
    "notification",
    "changes",
  ]);
  expect(socket.received("message")).toEqual([message]);
  const { ok: page } = await server.call(
    messages.messages,
    { params: { id: message.conversationid }, query: {} },
    { token: patient.token },
  );
  expect(socket.received("message")).toEqual(page.items);
  const { ok: notificationPage } = await server.call(notifications.list, { query: {} }, { token: patient.token });
  expect(socket.received("notification")).toEqual([
    { ...notificationPage.items[0], unreadcount: notificationPage.unreadcount },
  ]);
  expect(event.items.map(({ topic }) => topic)).toEqual(expect.arrayContaining(["conversation", "notification"]));
  const { ok: feed } = await server.call(notifications.changes, { query: {} }, { token: patient.token });
  expect(event.cursor).toBe(feed.cursor);
  for (const name of ["message", "notification", "changes"] as const)
    for (const body of socket.received(name)) expect(socketEvents[name].parse(body)).toEqual(body);
  socket.close();
});

test("§7 admin_chat:message: messages of patient services have an event name of their own", async () => {
  const patient = await server.newPatient();
  const socket = await connect(url, patient.token);
  const message = await postClinicMessage(server, patient.id, "Your parcel left today.", "patient_services");
  expect(await socket.waitFor("admin_chat:message")).toEqual(message);
  expect(socket.received("message")).toEqual([]);
  socket.close();
});

test("changes continue from one another, and from the position of GET /changes", async () => {
  const patient = await server.newPatient();
  const socket = await connect(url, patient.token);
  const { ok } = await server.call(notifications.changes, { query: {} }, { token: patient.token });
  let { cursor } = ok;
  for (const pharmacy of ["First Pharmacy", "Second Pharmacy", "Third Pharmacy"]) {
    const from = cursor;
    await setPharmacy(patient, pharmacy);
    const event = await socket.waitFor("changes", (body) => body.from === from);
    cursor = event.cursor;
  }
  socket.close();
});

test("sockets are counted at /metrics, and no log says of whom or what", async () => {
  const patient = await server.newPatient();
  const socket = await connect(url, patient.token);
  await postClinicMessage(server, patient.id, "A word nobody logs: saltmarsh.");
  await socket.waitFor("message");
  const metricsText = await server.services.metrics.metrics();
  expect(metricsText).toMatch(/^sockets_connected [1-9]/m);
  expect(metricsText).toMatch(/^socket_events_total\{event="message"\} [1-9]/m);
  for (const secret of ["saltmarsh", patient.token, patient.email, patient.id])
    expect(server.logged()).not.toContain(secret);
  socket.close();
});
