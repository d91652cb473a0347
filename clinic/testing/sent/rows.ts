import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { caseRows } from "./case.tsx";
import { conversationRows } from "./conversations.tsx";
import { dispensingRows } from "./dispensing.tsx";
import { listRows, storyRows } from "./lists.tsx";
import { logRows } from "./log.tsx";
import { moneyRows } from "./money.tsx";
import { helpRows } from "./patient-help.tsx";
import { patientRows } from "./patients.tsx";
import { preparedRows } from "./prepared.tsx";
import { prescribingRows } from "./prescribing.tsx";
import { sessionAndAccountRows } from "./session.tsx";
import { systemRows } from "./systems.tsx";
import { taskRows } from "./tasks.tsx";
import { teamRows } from "./team.tsx";
import { toldRows } from "./told-answers.tsx";
import { workAndDraftRows } from "./work.tsx";

/** What the staff app sends. */
export const rows: readonly SentRow[] = [
  ...moneyRows,
  ...dispensingRows,
  ...prescribingRows,
  ...caseRows,
  ...patientRows,
  ...helpRows,
  ...toldRows,
  ...conversationRows,
  ...taskRows,
  ...preparedRows,
  ...logRows,
  ...listRows,
  ...storyRows,
  ...teamRows,
  ...systemRows,
  ...sessionAndAccountRows,
  ...workAndDraftRows,
];
