import { session } from "#app/api/session.ts";
import { patientOf } from "#app/api/token.ts";
import { drafts } from "#app/forms/drafts.ts";
import { forgetHeldMessages, holdMessages, restoreMessages } from "#app/messages/forget.ts";
import { inside } from "#app/router/inside-before.ts";

/** A draft of a patient carries an id in its name; one of a visitor, such as the e-mail of the login form, does not. */
const isPatients = (name: string) => /[0-9a-f]{8}-[0-9a-f]{4}-/i.test(name);

let work = Promise.resolve();
const next = (step: () => Promise<void>) => void (work = work.then(step).catch(() => undefined));

/** Nothing that `patient` typed stays on the device; this page still has it. What `signedIn` typed stays. */
function hold(patient: string, signedIn: string): void {
  const stays = (name: string) => !isPatients(name) || (signedIn !== "" && name.includes(signedIn));
  inside.refuse();
  drafts.hold(stays);
  next(() => holdMessages(patient, signedIn, stays));
}

function forgetHeld(signedIn: string): void {
  drafts.dropHeld();
  next(() => forgetHeldMessages(signedIn));
}

/**
 * When a session ends without a sign-out here (ended from another device, not renewed, another patient in another tab), whoever opens the
 * browser next must not read what was typed: it leaves the device at once. The open page keeps it in memory and gives it back to the
 * same patient alone. A token that is renewed ends nothing.
 */
export function followSessionEnd(): void {
  let owner = patientOf(session.get().token);
  let heldFor = "";
  if (owner === "") {
    // It ended while no page was open.
    hold("", "");
    forgetHeld("");
  }
  session.subscribe(() => {
    const { token, leaving } = session.get();
    const before = owner;
    owner = patientOf(token);
    // Who signs out forgets everything.
    if (owner === before || leaving) return;
    if (before !== "") {
      hold(before, owner);
      heldFor = before;
    }
    if (owner === "") return;
    const patient = owner;
    if (patient !== heldFor) forgetHeld(patient);
    else {
      drafts.restore();
      next(() => restoreMessages(patient));
    }
    heldFor = "";
  });
}
