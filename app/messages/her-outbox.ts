import { useSyncExternalStore } from "react";
import { after } from "#app/api/after.ts";
import { isApiError, shownText } from "#app/api/api-error.ts";
import { call } from "#app/api/api.ts";
import { randomId } from "#app/api/random.ts";
import { session } from "#app/api/session.ts";
import { patientOf } from "#app/api/token.ts";
import { upload } from "#app/api/upload.ts";
import { messages } from "#contract/messages.ts";
import { createOutbox, type Outbox, type OutboxParts } from "./outbox.ts";
import { outboxStorage } from "./outbox-storage.ts";
import { noteWaiting } from "./send-waiting.ts";
import { addMessages } from "./thread-cache.ts";
import { showEmergency } from "./use-emergency.ts";

const channelName = "messages-outbox";

const send: OutboxParts["send"] = async ({ clientid, conversationid: id, text, file }, { signal, onProgress }) => {
  const input = { params: { id }, body: { ...(text && { message: text }), clientid } };
  const { emergency, ...message } = file
    ? await upload(messages.sendAttachment, { ...input, file }, { key: clientid, signal, onProgress })
    : await call(messages.send, { params: { id }, body: { message: text, clientid } }, { key: clientid, signal });
  if (emergency !== null) showEmergency(id, emergency);
  addMessages([message]);
};

const troubleOf: OutboxParts["troubleOf"] = (error) => ({
  message: shownText(error),
  ...(isApiError(error)
    ? { status: error.status, code: error.code, retryAfter: error.retryAfter }
    : { status: 500, code: "unexpected_reply", retryAfter: null }),
});

/** One tab at a time sends; where the browser has no locks, the server still takes each message once. */
const lockFor =
  (name: string): OutboxParts["lock"] =>
  async (run) => {
    if (!("locks" in navigator)) return run();
    let began = false;
    const locked = () => {
      began = true;
      return run();
    };
    await navigator.locks.request(name, locked).catch((error: unknown) => {
      if (began) throw error;
      return run();
    });
  };

/** Tells the other tabs; where the browser has no way to, they learn of it when they send themselves. */
function tabsOf(patient: string, look: () => void): { readonly tell: () => void; readonly close: () => void } {
  if (!("BroadcastChannel" in globalThis)) return { tell: () => {}, close: () => {} };
  const channel = new BroadcastChannel(channelName);
  let closed = false;
  channel.addEventListener("message", ({ data }) => data === patient && look());
  return {
    tell: () => closed || channel.postMessage(patient),
    close: () => {
      closed = true;
      channel.close();
    },
  };
}

interface Opened {
  readonly patient: string;
  readonly outbox: Outbox;
  readonly close: () => void;
}

function open(patient: string): Opened {
  const tabs = tabsOf(patient, () => void outbox.reload());
  const outbox: Outbox = createOutbox({
    storage: outboxStorage(patient, () => patientOf(session.get().token) === patient),
    lock: lockFor(`${channelName}/${patient}`),
    send,
    troubleOf,
    online: () => navigator.onLine,
    now: Date.now,
    newId: randomId,
    after,
    tellTabs: tabs.tell,
  });
  const wake = () => void outbox.wake();
  outbox.subscribe(() => noteWaiting(patient, outbox.get().entries.length > 0));
  addEventListener("online", wake);
  wake();
  return {
    patient,
    outbox,
    close: () => {
      outbox.stop();
      tabs.close();
      removeEventListener("online", wake);
    },
  };
}

let opened: Opened | null = null;

/** The outbox of whoever is signed in; another patient's is closed and never shown. */
export function herOutbox(): Outbox {
  const patient = patientOf(session.get().token);
  if (opened?.patient !== patient) {
    opened?.close();
    opened = open(patient);
  }
  return opened.outbox;
}

session.subscribe(() => {
  if (!opened || patientOf(session.get().token) === opened.patient) return;
  opened.close();
  opened = null;
});

/** What is on its way. */
export function useOutbox() {
  const outbox = herOutbox();
  return { ...useSyncExternalStore(outbox.subscribe, outbox.get), outbox };
}
