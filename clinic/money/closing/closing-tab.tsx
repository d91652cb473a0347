import { formatCalendarDay } from "#contract/fields/formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { care } from "#contract/care/calls.ts";
import css from "../money.module.css";
import { MoreButton } from "#clinic/ui/table/more-button.tsx";
import { DayClosing } from "./day-closing.tsx";
import { closedLabel, closingPath, dayOfPath, dayStatus, sumLabel } from "./closing-labels.ts";

/** Each day's money with whether it's closed; a day opens against the gateway. */
export function ClosingTab() {
  const [path] = useLocation();
  const day = dayOfPath(path);
  return day === null ? <Days /> : <DayClosing key={day} day={day} />;
}

function Days() {
  const days = useInfiniteQuery({
    queryKey: queryKey(care.closings, "pages"),
    queryFn: ({ pageParam, signal }) =>
      call(care.closings, { query: pageParam ? { nextpage: pageParam } : {} }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextpage }) => nextpage,
  });
  return (
    <QueryContent query={days}>
      {({ pages }) => (
        <>
          <p className={css["quiet"]}>What our books say. Open a day to compare it with the payment gateway.</p>
          <Table label="Days" head={["Day", "Charged", "Refunded", "Disputed", "Closing"]}>
            {pages
              .flatMap(({ items }) => items)
              .map((each) => {
                const { tone, label } = dayStatus(each);
                return (
                  <tr key={each.day}>
                    <td className={css["when"]}>
                      <a href={`${closingPath}/${each.day}`}>{formatCalendarDay(each.day)}</a>
                    </td>
                    <td className={css["amount"]}>{sumLabel(each.ours.captured)}</td>
                    <td className={css["amount"]}>{sumLabel(each.ours.refunded)}</td>
                    <td className={css["amount"]}>{sumLabel(each.ours.disputed)}</td>
                    <td>
                      <StatusBadge tone={tone}>{label}</StatusBadge>
                      {each.closing && <div className={css["quiet"]}>{closedLabel(each.closing)}</div>}
                    </td>
                  </tr>
                );
              })}
          </Table>
          <MoreButton list={days} />
        </>
      )}
    </QueryContent>
  );
}
