/** What other features use: opening, reading and acting on what people of the practice ask each other, and the orders that wait for an answer. */
export { actionsOf, askingRole, maySee, readerOf, readsClinical } from "./task-access.ts";
export { asideDays, atOnce, dayObstacle, lastDayAside, newTaskDays } from "./task-days.ts";
export {
  answerOfTask,
  endTask,
  giveTask,
  holdingQuestions,
  holdingRowsOf,
  lockTask,
  moveTask,
  noteOfTask,
  openTask,
  openTaskOfMessage,
  openTasksAskedBy,
  openTasksOf,
  orderWaitsForAnswer,
  stillAsked,
  storeAnswer,
  taskById,
  type TaskParty,
  type TaskReader,
  type TaskRow,
  tasksById,
  waitsFor,
  waitsForAnswer,
  wordsOfTask,
} from "./tasks.ts";
