import { expect, test } from "vitest";
import { notifications } from "#contract/notifications.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { sharedTestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { postMessage, type PostMessageInput } from "./post-message.ts";
import { patientWithConversations } from "./testing/conversations.ts";

const [doctor, system] = [{ role: "doctor", doctorId: null }, { role: "system" }] as const;
test.each<[string, Pick<PostMessageInput, "author" | "text"> & Partial<PostMessageInput>, string | null]>([
  ["the doctor's side", { author: doctor, text: "How are you?" }, "How are you?"],
  ["patient services", { author: { role: "patient_services" }, text: "It has left." }, "It has left."],
  ["nobody in person", { author: system, text: "Thank you." }, "Thank you."],
  ["the practice, where another message tells of it", { author: system, text: "Hello", notifies: false }, null],
  ["the practice, where a mail of its own tells of it", { author: doctor, text: "Hi", sendsMail: false }, "Hi"],
  ["the patient", { author: { role: "patient" }, text: "My head aches." }, null],
])("of what is written by %s the patient finds this among what is new", async (_, written, notified) => {
  const server = await sharedTestServer();
  const [patient, other] = [await patientWithConversations(server), await patientWithConversations(server)];
  const foundBy = async (whose: typeof patient) => {
    const token = await tokenOf(server, whose);
    const { items } = (await server.call(notifications.list, { query: {} }, { token })).ok;
    return items.filter(({ kind: about }) => about === "message").map(({ description }) => description);
  };
  const before = [await foundBy(patient), await foundBy(other)] as const;
  const kind = written.author.role === "patient_services" ? "patient_services" : "doctor";
  await inTransaction(server.services, (tx) => postMessage(tx, { patientId: patient.id, kind, ...written }));
  expect(await foundBy(patient)).toEqual([...(notified === null ? [] : [notified]), ...before[0]]);
  expect(await foundBy(other)).toEqual(before[1]);
});
