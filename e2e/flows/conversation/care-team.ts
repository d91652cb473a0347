import type { APIRequestContext } from "@playwright/test";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import type { Message } from "#contract/messages/message.ts";
import { callApi } from "../../actors/api.ts";
import { clinicKey } from "../../settings.ts";

/** How often a call is retried when the node it reached is gone. */
const tries = 20;

async function retryOnConnectionLoss<T>(call: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left -= 1)
    try {
      return await call();
    } catch (error) {
      if (left === 0 || !/ECONNRESET|ECONNREFUSED|socket hang up/.test(String(error))) throw error;
    }
}

/** Writes to the patient as the care team; a call without a response is retried with the same client id. */
export const sendAsCareTeam = (api: APIRequestContext, conversationId: string, message: string): Promise<Message> =>
  retryOnConnectionLoss(() =>
    callApi(
      api,
      care.sendMessage,
      { params: { id: conversationId }, body: { message, clientid: `care-${conversationId}-${message}` } },
      { apiKey: clinicKey },
    ),
  );

/** The patient's conversation with the doctor as the server has it, and all its messages in order. */
export async function readConversation(api: APIRequestContext, token: string) {
  const { items } = await retryOnConnectionLoss(() => callApi(api, messages.conversations, {}, { token }));
  const conversation = items.find(({ kind }) => kind === "doctor");
  if (!conversation) throw new Error("The patient has no conversation with the doctor");
  const all: Message[] = [];
  for (let last = -1; last !== all.length;) {
    last = all.length;
    const query = { afterseq: all.at(-1)?.seq ?? 0 };
    const page = await callApi(api, messages.messages, { params: { id: conversation.id }, query }, { token });
    all.push(...page.items);
  }
  return { conversation, all };
}
