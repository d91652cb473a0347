import { outsideTable } from "./outside-table.ts";

/** What goes wrong in a node outside of any request or job: a promise that nobody waited for, an error that nobody caught, most often of a library. */
export const processTable = outsideTable({
  system: "process",
  name: "A node of the server",
  rows: {
    rejected_promise: {
      means: "ours",
      comes: "`unhandledRejection`: the request or job it belonged to fails alone, and the node goes on",
      person: "that something went wrong on our side, if it was about their request",
      practice:
        "Something failed that nothing waited for; the node goes on. Send the log's lines of that time to who maintains this software.",
    },
    uncaught_error: {
      means: "ours",
      comes:
        "`uncaughtException`: what the node was doing may be half done, so it finishes its requests and ends with 1",
      person: "nothing, or that something went wrong on our side",
      practice:
        "The node ended itself, to be started again by its supervisor. Send the log's lines of that time to who maintains this software.",
    },
  },
  unknown: { person: "nothing" },
});
