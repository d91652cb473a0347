import type { Message } from "#contract/messages/message.ts";
import { staffId } from "./staff.ts";

const senders = {
  patient: {
    ...{ id: staffId(101), firstName: "Rosa", lastName: "Maier", role: "patient" },
    ...{ name: "Rosa Maier", title: null },
  },
  doctor: {
    ...{ id: "elena_marsh", firstName: "Elena", lastName: "Marsh", role: "doctor" },
    ...{ name: "Dr. Elena Marsh", title: null },
  },
  nurse: {
    ...{ id: staffId(4), firstName: "Ines", lastName: "Falk", role: "nurse" },
    ...{ name: "Ines Falk", title: "Nurse" },
  },
  patient_services: {
    ...{ id: "patient_services", firstName: "Patient", lastName: "services", role: "patient_services" },
    ...{ name: "Patient services", title: null },
  },
} as const satisfies Record<string, Message["sender"]>;

/** A message of a conversation, by the patient unless stated otherwise. */
export const message = ({
  by = "patient",
  ...change
}: Partial<Message> & { readonly seq: number; readonly by?: keyof typeof senders }): Message => ({
  id: staffId(1000 + change.seq),
  conversationid: staffId(7),
  clientid: null,
  type: "text",
  sender: senders[by],
  patientId: staffId(101),
  message: "Hello",
  attachment: null,
  needsreply: false,
  actionstatus: null,
  followupid: null,
  article: null,
  misfiled: null,
  createdat: "2026-11-25T15:00:00Z",
  ...change,
});
