import { useQuery } from "@tanstack/react-query";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { askerName, partyName, refundedSince } from "#clinic/care/tasks/task-labels.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { taskPath } from "#clinic/work/record-path.ts";
import { care } from "#contract/care/calls.ts";
import type { OrderItem } from "#contract/care/worklists.ts";

type Questions = OrderItem["refundquestions"];

/** Who asked what about an order whose refund waits for an answer. */
export function RefundQuestions({ questions }: { questions: Questions }) {
  return (
    <Alert
      tone="warning"
      title={
        questions.length === 1
          ? "Somebody asked about this order, and has no answer yet"
          : `${questions.length} questions about this order have no answer yet`
      }
    >
      {questions.map((each) => (
        <Question key={each.taskid} {...each} />
      ))}
    </Alert>
  );
}

function Question({ taskid, since }: Questions[number]) {
  const { data } = useQuery(queryOf(care.task, { params: { id: taskid } }));
  return (
    <p>
      {data ? `${askerName(data.asker)} to ${partyName(data.for)}, ` : ""}
      {practiceDayAndTime(since)}: {data ? `“${data.words}” ` : ""}
      <a href={taskPath(taskid)}>Open the question</a>
      {data?.order && refundedSince(data.order.refunds).map((text) => <b key={text}> {text}</b>)}
    </p>
  );
}
