import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { focusNote } from "#clinic/care/staff-notes.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { actionFromSearch, type CaseAction, caseKeys, casePath } from "#clinic/work/case-keys.ts";
import { useAskedInAddress } from "#clinic/work/use-asked-in-address.ts";
import type { CaseDecision } from "./decision/use-case-decision.ts";

const isQuestion = (action: CaseAction): action is "approve" | "decline" =>
  action === "approve" || action === "decline";

/** Where somebody writes for an action that is writing. */
const focusField = (action: CaseAction): void => {
  if (action === "note") focusNote();
  else if (action === "message" || action === "reply")
    document.querySelector<HTMLElement>(action === "message" ? "#case-note" : "#case-reply")?.focus();
};

/** What can be done in a case, by keys, by its buttons, and by the address that a key on its row in the inbox opens. */
export function useCaseKeys(
  actions: readonly CaseAction[],
  { record: { id }, isReady, ask, act, neighbours }: CaseDecision,
) {
  const asked = actionFromSearch(useSearch());
  useAskedInAddress(asked, isReady, {
    begin: (action) => {
      if (isQuestion(action) && actions.includes(action)) ask(action);
    },
    begun: (action) => {
      navigate(casePath(id), { replace: true });
      if (actions.includes(action)) focusField(action);
    },
  });

  function press(action: CaseAction): void {
    if (!actions.includes(action)) return;
    if (action === "next") return neighbours.goToNext();
    if (!isQuestion(action)) return focusField(action);
    // Pressed too early, it waits in the address.
    if (!isReady) return navigate(casePath(id, action), { replace: true });
    act.forget();
    ask(action);
  }
  useKeys({
    ...Object.fromEntries(actions.map((action) => [caseKeys[action].key, () => press(action)])),
    j: () => neighbours.step(1),
    k: () => neighbours.step(-1),
  });
  return press;
}
