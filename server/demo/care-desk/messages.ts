import type { ClinicConversation, Message, PatientSummary } from "#client/src/index.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { composeAnswer, type PatientText } from "./compose-answer.ts";
import { type CareDesk, type Handled, handleEach, type Look, now, retryMs } from "./desk.ts";

/** After how many times its pace the desk has read a message, and has answered it. */
const [readPaces, answerPaces] = [1, 2];

const answerPrefix = "desk-answer-";
/** Client ids of the desk's own messages, so that each is written once. */
export const deskClientIds = {
  answer: (messageId: string) => `${answerPrefix}${messageId}`,
  welcome: (orderId: string) => `desk-welcome-${orderId}`,
};

interface UnansweredExchange extends PatientText {
  /** The patient's last message. */
  readonly lastMessage: Message;
}

/** Answers patients once they are done writing, and emergencies at once. What the desk cannot settle stays in the list, for a person. */
export const answerPatients: Look = (desk) =>
  handleEach(desk, desk.clinic.items("conversations"), (conversation) => answerConversation(desk, conversation));

async function answerConversation(desk: CareDesk, conversation: ClinicConversation): Promise<Handled> {
  const { id, open, lastseq, staffreadseq } = conversation;
  const upToHere = `conversation ${id} ${lastseq}`;
  if (!open || desk.settled.has(upToHere)) return "left";
  const exchange = findUnansweredExchange(conversation, await messagesOf(desk, conversation));
  if (!exchange) {
    desk.settled.add(upToHere);
    return "left";
  }
  const { lastMessage } = exchange;
  const { text, needsreply, needsPerson, urgent } = composeAnswer(exchange, desk.answerRules);
  const dueAt = (paces: number) => (urgent ? 0 : Date.parse(lastMessage.createdat) + desk.paceMs * paces);
  if (dueAt(readPaces) > now(desk)) return dueAt(readPaces);
  if (staffreadseq < lastMessage.seq)
    await desk.clinic.readConversation({ params: { id }, body: { seq: lastMessage.seq } });
  if (dueAt(answerPaces) > now(desk)) return dueAt(answerPaces);
  await desk.clinic.sendMessage({
    params: { id },
    body: {
      message: text,
      needsreply,
      clientid: deskClientIds.answer(lastMessage.id),
      // The patient goes on waiting for a person, or for an answer to what they wrote meanwhile.
      answersseq: needsPerson ? 0 : lastMessage.seq,
    },
  });
  if (urgent) desk.log.warn({ conversation: id }, "a message tells of an emergency: a person has to look");
  return needsPerson ? "left" : "done";
}

/** The tail of a conversation, newest first: enough to know what the patient asks. */
async function messagesOf(
  { clinic }: CareDesk,
  { id, patient }: Pick<ClinicConversation, "id" | "patient">,
): Promise<Message[]> {
  const { items } = await clinic.messages({ params: { id: patient.id } });
  return items.filter(({ conversationid }) => conversationid === id).toSorted((a, b) => b.seq - a.seq);
}

/** What the patient wrote since the practice last did, with the context of its question; null when there is nothing to answer. */
function findUnansweredExchange(
  { kind }: Pick<ClinicConversation, "kind">,
  messages: readonly Message[],
): UnansweredExchange | null {
  const personMessages = messages.filter(({ sender }) => sender.role !== "system");
  const burst = leadingPatientMessages(personMessages);
  const [lastMessage] = burst;
  if (!lastMessage) return null;
  const earlier = personMessages.slice(burst.length);
  const clinicAsked = earlier[0]?.needsreply ?? false;
  const lastFromPatient = earlier.findIndex(({ sender }) => sender.role === "patient");
  const earlierBurst = lastFromPatient === -1 ? [] : leadingPatientMessages(earlier.slice(lastFromPatient));
  return {
    kind,
    lastMessage,
    text: joinTexts(burst),
    file: burst.some(({ attachment }) => attachment !== null),
    earlierText: clinicAsked ? joinTexts(earlierBurst) : "",
    isFirst: !messages.some(({ clientid }) => clientid?.startsWith(answerPrefix)),
  };
}

function leadingPatientMessages(messages: readonly Message[]): readonly Message[] {
  const end = messages.findIndex(({ sender }) => sender.role !== "patient");
  return end === -1 ? messages : messages.slice(0, end);
}

const joinTexts = (messages: readonly Message[]): string =>
  messages
    .map(({ message }) => message)
    .toReversed()
    .join("\n")
    .trim();

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
      if (findUnansweredExchange(conversation, messages)) return now(desk) + retryMs;
      const message = fillPlaceholders(content.deskanswers.welcome, { firstname: patient.firstname ?? "" });
      await clinic.sendMessage({ params: { id: conversation.id }, body: { message, clientid, answersseq: 0 } });
    }
  }
  settled.add(welcomed);
  return "done";
}
