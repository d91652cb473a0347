/** What a key does to a case, in its own page and on its row in the inbox. */
export const caseActions = ["approve", "decline", "message", "note", "reply", "next"] as const;
export type CaseAction = (typeof caseActions)[number];

export const caseKeys: Readonly<Record<CaseAction, { readonly key: string; readonly label: string }>> = {
  approve: { key: "a", label: "Approve: a plan, a renewal or an upsell" },
  decline: { key: "x", label: "Decline: a plan, a renewal or an upsell" },
  message: { key: "m", label: "Write the note the patient reads" },
  note: { key: "n", label: "Write a private note" },
  reply: { key: "r", label: "Reply to the patient" },
  next: { key: "e", label: "Release the case, open the next" },
};

export interface CasePowers {
  /** A person who may decide, and a plan that isn't decided. */
  readonly decides: boolean;
  /** Somebody else works on it. */
  readonly taken: boolean;
  /** There is a conversation this person may write to. */
  readonly replies: boolean;
  /** This person may write private notes. */
  readonly notes: boolean;
}

/** The actions whose keys do something now. Nobody decides what somebody else works on; a private note is in nobody's way. */
export function openActions({ decides, taken, replies, notes }: CasePowers): readonly CaseAction[] {
  const deciding = decides && !taken;
  const isOpen: Readonly<Record<CaseAction, boolean>> = {
    ...{ approve: deciding, decline: deciding, message: deciding },
    ...{ note: notes, reply: replies && !taken, next: true },
  };
  return caseActions.filter((action) => isOpen[action]);
}

const actionNamed = (name: string | null): CaseAction | null => caseActions.find((each) => each === name) ?? null;

/** The action an address asks for: a key on a row opens the case with it. */
export const actionFromSearch = (search: string): CaseAction | null =>
  actionNamed(new URLSearchParams(search).get("do"));

export const casePath = (patientId: string, action?: CaseAction): string =>
  `/clinic/case/${patientId}${action ? `?do=${action}` : ""}`;
