import { directionsDraft, noDirections } from "./directions-change.ts";
import { type PreparedTask, preparedValues } from "#clinic/care/prepared/prepared-fields.ts";

/** A draft that begins with what was prepared; empty where nothing was. */
export function preparedDirections(task: PreparedTask | undefined): string {
  if (!task) return "";
  const values = preparedValues(task);
  const begins = values["begins"] ?? (values["beginson"] === undefined ? "today" : "on_day");
  return directionsDraft.toText(directionsDraft.fromText(JSON.stringify({ ...noDirections, ...values, begins })));
}
