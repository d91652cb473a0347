import type { Message } from "#contract/messages/message.ts";

/** A message of a doctor, unless said otherwise. */
export function messageOf({
  seq = 1,
  role = "doctor",
  ...rest
}: Partial<Message> & { readonly role?: Message["sender"]["role"] } = {}): Message {
  return {
    id: `m${seq}`,
    conversationid: "c1",
    seq,
    clientid: null,
    type: "text",
    sender: {
      ...{ id: role, firstName: "Grace", lastName: "Hollis", role, title: null },
      name: role === "doctor" ? "Dr. Grace Hollis" : "Grace Hollis",
    },
    patientId: "p1",
    message: `Message ${seq}`,
    attachment: null,
    needsreply: false,
    actionstatus: null,
    followupid: null,
    article: null,
    misfiled: null,
    createdat: "2026-06-03T12:00:00Z",
    ...rest,
  };
}
