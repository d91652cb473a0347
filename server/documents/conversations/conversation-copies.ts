import { documentFilename } from "#contract/documents/filename.ts";
import { formatsIn } from "#contract/fields/formats.ts";
import type { Binary } from "#contract/http/endpoint.ts";
import type { Message } from "#contract/messages/message.ts";
import { conversationsOf, messagesOfPatient, presentMessages } from "#server/messages/public.ts";
import type { Services } from "#server/platform/services.ts";
import {
  loadDocumentSubject,
  type DocumentSubject,
  patientParty,
  practiceParty,
  subjectName,
} from "../document-subject.ts";
import { practiceDayText } from "../formats.ts";
import { heading, letterhead, paragraphs, parties } from "../pdf/blocks.ts";
import { writePdf } from "../pdf/pdf-writer.ts";
import { table } from "../pdf/table.ts";

type Deps = Pick<Services, "db" | "secrets" | "content" | "clock">;

interface Thread {
  readonly kind: "doctor" | "patient_services";
  /** Oldest first. */
  readonly messages: readonly Message[];
}

/** More than anybody wrote; a copy is whole or isn't made. */
const maxMessages = 100_000;

const moments = formatsIn({ dateStyle: "medium", timeStyle: "short" });

const titles: Readonly<Record<Thread["kind"], string>> = {
  doctor: "With the doctor",
  patient_services: "With patient services",
};

async function load(services: Deps, patientId: string): Promise<{ subject: DocumentSubject; threads: Thread[] }> {
  const subject = await loadDocumentSubject(services, patientId);
  const conversations = await conversationsOf(services.db, patientId);
  const rows = await messagesOfPatient(services, patientId, null, maxMessages);
  const messages = (await presentMessages(services, rows)).toReversed();
  const threads = conversations.map(({ id, kind }) => ({
    kind,
    messages: messages.filter(({ conversationid }) => conversationid === id),
  }));
  return { subject, threads };
}

/** All conversations of a patient to read, each from its beginning. */
export async function createConversationsPdf(services: Deps, patientId: string): Promise<Binary> {
  const { content, clock } = services;
  const { brand } = content;
  const { subject, threads } = await load(services, patientId);
  const issued = practiceDayText(brand.timezone, clock.now());
  const title = "Conversations";
  const bytes = await writePdf(
    {
      title: `${title}: ${subjectName(subject)}`,
      author: brand.practice.name,
      landscape: false,
      colours: brand.print,
      unprintable: "codes",
      footer: `${brand.practice.name} · ${title} · ${subjectName(subject)} · ${issued}`,
      createdAt: clock.now(),
    },
    async (pdf) => {
      letterhead(pdf, { issuer: brand.practice.name, title, aside: `As of ${issued}` });
      parties(pdf, [patientParty(subject), practiceParty(content)]);
      for (const { kind, messages } of threads) {
        heading(pdf, titles[kind]);
        if (messages.length === 0) paragraphs(pdf, "No messages.");
        else
          await table(pdf, {
            columns: [
              { title: "Sent", share: 90 },
              { title: "From", share: 110 },
              { title: "Message", share: 330 },
            ],
            rows: messages.map(({ createdat, sender, message, attachment, article }) => [
              moments(brand.timezone).format(new Date(createdat)),
              [sender.name, ...(sender.title === null ? [] : [sender.title])],
              [
                message,
                ...(attachment === null ? [] : [`File: ${attachment.name}`]),
                ...(article === null ? [] : [`To read: ${article.title}`]),
              ].filter((line) => line !== ""),
            ]),
          });
      }
    },
  );
  return { bytes, type: "application/pdf", filename: documentFilename(brand.name, "conversations") };
}

/** The same as data, with the ids by which the record names its files. */
export async function createConversationsData(services: Deps, patientId: string): Promise<Binary> {
  const { subject, threads } = await load(services, patientId);
  const { id, email, birthday } = subject.patient;
  const data = {
    patient: { id, name: subjectName(subject), email, birthday },
    issuedat: services.clock.now().toISOString(),
    conversations: threads.map(({ kind, messages }) => ({
      kind,
      messages: messages.map(({ id: messageId, seq, createdat, sender, message, attachment, article }) => ({
        ...{ id: messageId, seq, sentat: createdat, text: message },
        from: { role: sender.role, name: sender.name, title: sender.title },
        file: attachment && { id: attachment.id, name: attachment.name },
        article: article && { id: article.id, title: article.title },
      })),
    })),
  };
  return {
    bytes: Buffer.from(JSON.stringify(data, null, 2)),
    type: "application/json",
    filename: documentFilename(services.content.brand.name, "conversations_data"),
  };
}
