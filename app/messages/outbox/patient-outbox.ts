import { useSyncExternalStore } from "react";
import { after } from "#app/browser/timers.ts";
import { isApiError, errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { session } from "#app/api/session/session.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { upload } from "#app/api/upload.ts";
import { messages } from "#contract/messages/calls.ts";
import { createOutbox, type Outbox, type OutboxServices } from "./outbox.ts";
import { outboxStorage } from "./outbox-storage.ts";
import { markPendingMessages } from "./resume-sending.ts";
import { addMessages } from "../thread/thread-cache.ts";
import { setConversationEmergency } from "./use-conversation-emergency.ts";

const channelName = "messages-outbox";

const send: OutboxServices["send"] = async ({ clientid, conversationid: id, text, file }, { signal, onProgress }) => {
  const input = { params: { id }, body: { ...(text && { message: text }), clientid } };
  const { emergency, ...message } = file
    ? await upload(messages.sendAttachment, { ...input, file }, { key: clientid, signal, onProgress })
    : await call(messages.send, { params: { id }, body: { message: text, clientid } }, { key: clientid, signal });
  if (emergency !== null) setConversationEmergency(id, emergency);
  addMessages([message]);
};

const sendErrorOf: OutboxServices["sendErrorOf"] = (error) => ({
  message: errorMessage(error),
  ...(isApiError(error)
    ? { status: error.status, code: error.code, retryAfter: error.retryAfter }
    : { status: 500, code: "unexpected_reply", retryAfter: null }),
});

/** One tab at a time sends; where the browser has no locks, the server still accepts each message once. */
const tabLock =
  (name: string): OutboxServices["lock"] =>
  async (run) => {
    if (!("locks" in navigator)) return run();
    let started = false;
    const locked = () => {
      started = true;
      return run();
    };
    await navigator.locks.request(name, locked).catch((error: unknown) => {
      if (started) throw error;
      return run();
    });
  };

/** Notifies the other tabs; where the browser has no BroadcastChannel, they notice when they send themselves. */
function tabChannel(
  patient: string,
  onOutboxChanged: () => void,
): { readonly announce: () => void; readonly close: () => void } {
  if (!("BroadcastChannel" in globalThis)) return { announce: () => {}, close: () => {} };
  const channel = new BroadcastChannel(channelName);
  let closed = false;
  channel.addEventListener("message", ({ data }) => data === patient && onOutboxChanged());
  return {
    announce: () => closed || channel.postMessage(patient),
    close: () => {
      closed = true;
      channel.close();
    },
  };
}

interface OpenOutbox {
  readonly patient: string;
  readonly outbox: Outbox;
  readonly close: () => void;
}

function openOutbox(patient: string): OpenOutbox {
  const tabs = tabChannel(patient, () => void outbox.reload());
  const outbox: Outbox = createOutbox({
    storage: outboxStorage(patient, () => tokenPatientId(session.get().token) === patient),
    lock: tabLock(`${channelName}/${patient}`),
    send,
    sendErrorOf,
    online: () => navigator.onLine,
    now: Date.now,
    newId: randomUuid,
    after,
    announceToTabs: tabs.announce,
  });
  const wake = () => void outbox.sendWaiting();
  const unsubscribe = outbox.subscribe(() => markPendingMessages(patient, outbox.get().entries.length > 0));
  addEventListener("online", wake);
  wake();
  return {
    patient,
    outbox,
    close: () => {
      // A send that ends later says nothing of this patient on the device any more.
      unsubscribe();
      outbox.stop();
      tabs.close();
      removeEventListener("online", wake);
    },
  };
}

let openOutboxOfPatient: OpenOutbox | null = null;

/** The outbox of whoever is signed in; another patient's is closed and never shown. */
export function patientOutbox(): Outbox {
  const patient = tokenPatientId(session.get().token);
  if (openOutboxOfPatient?.patient !== patient) {
    openOutboxOfPatient?.close();
    openOutboxOfPatient = openOutbox(patient);
  }
  return openOutboxOfPatient.outbox;
}

session.subscribe(() => {
  if (!openOutboxOfPatient || tokenPatientId(session.get().token) === openOutboxOfPatient.patient) return;
  openOutboxOfPatient.close();
  openOutboxOfPatient = null;
});

/** The outgoing messages. */
export function useOutbox() {
  const outbox = patientOutbox();
  return { ...useSyncExternalStore(outbox.subscribe, outbox.get), outbox };
}
