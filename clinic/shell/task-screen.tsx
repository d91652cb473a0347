import { PreparedDecision } from "#clinic/patients/prepared/prepared-decision.tsx";
import { TaskPage } from "#clinic/task/task-page.tsx";

/** The page of a task, with the dialogs of a patient's record in which a prepared decision is signed. */
export const TaskScreen = () => <TaskPage PreparedDecision={PreparedDecision} />;
