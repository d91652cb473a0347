import type { WorkItemKind, WorkItemOutcome } from "#contract/care/work-items.ts";

/** Each kind: what it is called, and what it means to whoever opens it. */
export const workItemLabels: Readonly<Record<WorkItemKind, { readonly title: string; readonly text: string }>> = {
  answers: { title: "Changed health answers", text: "The patient changed health answers that a rule is about." },
  words: {
    title: "In their own words",
    text: "The patient wrote something among their health answers, or why they canceled.",
  },
  document: { title: "Document", text: "The patient uploaded a document." },
  not_mine: {
    title: "“This isn’t mine”",
    text: "The patient says that this was entered for somebody else. Take the document out, or stop the medicine, in their record. If it’s theirs, say so below.",
  },
  rules: { title: "A rule changed", text: "The patient’s answers are as before. A screening rule was changed since." },
};

/** What came of it, as a clinician chooses it. */
export const outcomeLabels: Readonly<Record<WorkItemOutcome, { readonly label: string; readonly effect: string }>> = {
  no_change: { label: "Nothing changes", effect: "You looked, and all stays as it is." },
  contacted: { label: "The patient was contacted", effect: "You wrote or called, and said what to do." },
  changed: { label: "The treatment was changed", effect: "You stopped, rested or changed a medicine in the record." },
  referred: { label: "Sent to somebody else", effect: "The patient is to see a doctor in person, or a specialist." },
};
