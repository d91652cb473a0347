/** What other features use: opening, reading and acting on what people of the practice ask each other, and the orders that wait for an answer. */
export {
  type ChartEffects,
  chartEffects,
  chartEffectsOfPatient,
  copiesForbidden,
  forbidsCopies,
  mailAddressOf,
  noChartEffects,
} from "./chart-effects.ts";
export {
  careEndKindOf,
  deathKindOf,
  disclosureKindOf,
  dueDayOf,
  entryObstacle,
  isOutcome,
  keepingLogKinds,
  type LogKind,
  logKindOf,
  mayLog,
  outcomesNow,
  presentEntry,
  presentLogKind,
  readableLogKinds,
  recordLogKinds,
  singlyLogKinds,
  speakingKindOf,
} from "./log-rules.ts";
export { readableTasks } from "./readable-tasks.ts";
export { actionsOf, askingRole, maySee, readerOf, readsClinical } from "./task-access.ts";
export { asideDays, atOnce, dayObstacle, lastDayAside, newTaskDays } from "./task-days.ts";
export {
  chartEntries,
  counselingTask,
  counselingTasksOf,
  lockEntries,
  loggedEntries,
  type Misfiled,
  openEntryOf,
  openTaskOfMisfiled,
  patientEntries,
  recordedEntries,
  tasksOfSystem,
} from "./log-entries.ts";
export {
  holdingQuestions,
  holdingRowsOf,
  isRefundQuestion,
  lockRefundQuestions,
  orderWaitsForAnswer,
  refundQuestions,
  waitsForAnswer,
} from "./order-questions.ts";
export { isPutAside, openAsideOf, openPreparedOf } from "./prepared-and-aside.ts";
export {
  openTasksAskedBy,
  openTasksOf,
  overdueTasks,
  stillAsked,
  type TaskPage,
  type TaskReader,
  waitsFor,
} from "./task-lists.ts";
export {
  answerOfTask,
  endTask,
  fieldsOfTask,
  giveTask,
  lockTask,
  moveTask,
  noteOfTask,
  openTask,
  storeAnswer,
  taskById,
  type TaskParty,
  type TaskRow,
  tasksById,
  wordsOfTask,
} from "./tasks.ts";
