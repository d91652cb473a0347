import { session } from "#app/api/session/session.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { drafts } from "#app/forms/drafts.ts";
import { discardSuspendedMessages, suspendMessages, restoreMessages } from "#app/messages/outbox/clear-messages.ts";
import { dashboardAccess } from "#app/api/session/dashboard-access.ts";

/** A patient's draft carries an id in its name; a visitor's, such as the e-mail of the login form, does not. */
const isPatientDraft = (name: string) => /[0-9a-f]{8}-[0-9a-f]{4}-/i.test(name);

let queue = Promise.resolve();
const enqueue = (step: () => Promise<void>) => void (queue = queue.then(step).catch(() => undefined));

/** Removes what `patient` typed from the device; this page still has it. What `signedIn` typed stays. */
function suspendLocalData(patient: string, signedIn: string): void {
  const keepStored = (name: string) => !isPatientDraft(name) || (signedIn !== "" && name.includes(signedIn));
  dashboardAccess.refuse();
  drafts.suspend(keepStored);
  enqueue(() => suspendMessages(patient, signedIn, keepStored));
}

function discardSuspended(signedIn: string): void {
  drafts.removeSuspended();
  enqueue(() => discardSuspendedMessages(signedIn));
}

/**
 * When a session ends without a sign-out here (ended from another device, not renewed, another patient in another tab), whoever opens the browser
 * next must not read what was typed: it leaves the device at once. The open page keeps it in memory and restores it only for the same patient. A
 * token renewal ends nothing.
 */
export function suspendDataOnSessionEnd(): void {
  let patientId = tokenPatientId(session.get().token);
  let suspendedPatient = "";
  if (patientId === "") {
    // The session ended while no page was open.
    suspendLocalData("", "");
    discardSuspended("");
  }
  session.subscribe(() => {
    const { token, signingOut: leaving } = session.get();
    const before = patientId;
    patientId = tokenPatientId(token);
    // A sign-out clears everything itself.
    if (patientId === before || leaving) return;
    if (before !== "") {
      suspendLocalData(before, patientId);
      suspendedPatient = before;
    }
    if (patientId === "") return;
    const patient = patientId;
    if (patient !== suspendedPatient) discardSuspended(patient);
    else {
      drafts.restore();
      enqueue(() => restoreMessages(patient));
    }
    suspendedPatient = "";
  });
}
