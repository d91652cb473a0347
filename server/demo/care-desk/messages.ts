import type { ClinicConversation, Message, PatientSummary } from "#client/src/index.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { type CareDesk, type Handled, handleEach, type Look, now, retryMs } from "./desk.ts";

/** After how many times its pace the desk has read a message, and has answered it. */
const [readPaces, answerPaces] = [1, 2];

/** Client ids of the desk's own messages, so that each is written once. */
export const deskClientIds = {
  answer: (messageId: string) => `desk-answer-${messageId}`,
  welcome: (orderId: string) => `desk-welcome-${orderId}`,
};

/** What the patient wrote since the practice last did. */
interface UnansweredTexts {
  readonly text: string;
  readonly file: boolean;
  /** The patient's last message. */
  readonly lastMessage: Message;
}

/** Answers patients once they are done writing, and emergencies at once. No program reads for a person: what was written stays in the list. */
export const answerPatients: Look = (desk) =>
  handleEach(desk, desk.clinic.items("conversations"), (conversation) => answerConversation(desk, conversation));

async function answerConversation(desk: CareDesk, conversation: ClinicConversation): Promise<Handled> {
  const { id, open, lastseq, staffreadseq } = conversation;
  const upToHere = `conversation ${id} ${lastseq}`;
  if (!open || desk.settled.has(upToHere)) return "left";
  const unanswered = unansweredTexts(await messagesOf(desk, conversation));
  if (!unanswered) {
    desk.settled.add(upToHere);
    return "left";
  }
  const { lastMessage } = unanswered;
  const { text, urgent } = composeAnswer(desk, conversation.kind, unanswered);
  const dueAt = (paces: number) => (urgent ? 0 : Date.parse(lastMessage.createdat) + desk.paceMs * paces);
  if (dueAt(readPaces) > now(desk)) return dueAt(readPaces);
  if (staffreadseq < lastMessage.seq)
    await desk.clinic.readConversation({ params: { id }, body: { seq: lastMessage.seq } });
  if (dueAt(answerPaces) > now(desk)) return dueAt(answerPaces);
  await desk.clinic.sendMessage({
    params: { id },
    body: {
      message: text,
      clientid: deskClientIds.answer(lastMessage.id),
      // The patient goes on waiting for a person.
      answersseq: 0,
    },
  });
  if (urgent) desk.log.warn({ conversation: id }, "a message tells of an emergency: a person has to look");
  return "left";
}

/** An emergency by the product's own detector, or that nobody reads this in the demo. */
function composeAnswer(
  { content, emergencyIn }: CareDesk,
  kind: ClinicConversation["kind"],
  { text, file }: UnansweredTexts,
): { readonly text: string; readonly urgent: boolean } {
  const { demo, dontwait, doctor, patientservices, file: fileArrived } = content.deskanswers;
  const emergency = emergencyIn(text);
  const plain = file ? fileArrived : kind === "doctor" ? doctor : patientservices;
  const paragraphs = emergency ? [emergency.text, dontwait] : [plain];
  return { text: [...paragraphs, demo].join("\n\n"), urgent: emergency !== null };
}

/** The tail of a conversation, newest first: enough to know what the patient asks. */
async function messagesOf(
  { clinic }: CareDesk,
  { id, patient }: Pick<ClinicConversation, "id" | "patient">,
): Promise<Message[]> {
  const { items } = await clinic.messages({ params: { id: patient.id } });
  return items.filter(({ conversationid }) => conversationid === id).toSorted((a, b) => b.seq - a.seq);
}

/** What the patient wrote since the practice last did, of messages newest first; null when there is nothing to answer. */
function unansweredTexts(messages: readonly Message[]): UnansweredTexts | null {
  const fromPeople = messages.filter(({ sender }) => sender.role !== "system");
  const end = fromPeople.findIndex(({ sender }) => sender.role !== "patient");
  const burst = end === -1 ? fromPeople : fromPeople.slice(0, end);
  const [lastMessage] = burst;
  if (!lastMessage) return null;
  const texts = burst.map(({ message }) => message).toReversed();
  return { lastMessage, text: texts.join("\n").trim(), file: burst.some(({ attachment }) => attachment !== null) };
}

/**
 * Writes once to a patient whose plan was approved, as the doctor, from `at` on; not while the patient's own messages are unanswered, nor in a closed
 * conversation.
 */
export async function welcomePatient(
  desk: CareDesk,
  patient: PatientSummary,
  { orderId, at }: { readonly orderId: string; readonly at: number },
): Promise<Handled> {
  const { clinic, content, settled } = desk;
  const welcomed = `welcome ${orderId}`;
  if (settled.has(welcomed)) return "done";
  if (at > now(desk)) return at;
  const { items } = await clinic.patientConversations({ params: { id: patient.id } });
  const conversation = items.find(({ kind }) => kind === "doctor");
  if (conversation?.open) {
    const messages = await messagesOf(desk, conversation);
    const clientid = deskClientIds.welcome(orderId);
    if (!messages.some((each) => each.clientid === clientid)) {
      if (unansweredTexts(messages)) return now(desk) + retryMs;
      const message = fillPlaceholders(content.deskanswers.welcome, { firstname: patient.firstname ?? "" });
      await clinic.sendMessage({ params: { id: conversation.id }, body: { message, clientid, answersseq: 0 } });
    }
  }
  settled.add(welcomed);
  return "done";
}
