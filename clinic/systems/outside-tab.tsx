import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { QueryContent, Notice } from "#clinic/ui/page.tsx";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { type OutsideCheck, type OutsideSystem, outsideCalls } from "#contract/integrations/outside.ts";
import { checksNotice, checkLabel, outsideStatus } from "./system-labels.ts";
import css from "./systems.module.css";

/** How the systems outside of ours fare, and what to do where one fails. */
export function OutsideTab() {
  const cache = useQueryClient();
  const systems = useQuery(queryOf(outsideCalls.outsideSystems, {}));
  const [checks, setChecks] = useState<readonly OutsideCheck[] | null>(null);
  const { send, sending, message: problem } = useAct();
  const check = () =>
    send("check", async () => {
      const answer = await call(outsideCalls.probeOutside, { body: {} });
      cache.setQueryData(queryKey(outsideCalls.outsideSystems, {}), { items: answer.items });
      setChecks(answer.checks);
    });
  const isShown = checks !== null && !sending && !problem;
  const fails = checks?.some(({ todo }) => todo !== null) ?? false;
  return (
    <>
      <p className={css["quiet"]}>
        What this app needs from elsewhere. Your practice is mailed when one of them fails, and when it works again.
      </p>
      <div className={css["check"]}>
        <Button busy={sending} busyLabel="Checking" onClick={() => void check()}>
          Check now
        </Button>
        <Notice>{isShown && !fails ? checksNotice(checks) : ""}</Notice>
      </div>
      {isShown && fails && <Alert tone="warning">{checksNotice(checks)}</Alert>}
      {problem && <Alert tone="warning">{problem}</Alert>}
      <QueryContent query={systems}>{({ items }) => <OutsideList items={items} checks={checks} />}</QueryContent>
    </>
  );
}

/** `checks`: what asking them just now showed; null: nobody asked. */
export function OutsideList({
  items,
  checks,
}: {
  items: readonly OutsideSystem[];
  checks: readonly OutsideCheck[] | null;
}) {
  if (items.length === 0) return <p className={css["quiet"]}>Nothing outside is set up.</p>;
  return (
    <DividedList topLine>
      {items.map((item) => {
        const { tone, label } = outsideStatus(item);
        const own = checks?.filter(({ system }) => system === item.system);
        return (
          <li key={item.system} className={css["system"]}>
            <div className={css["head"]}>
              <b>{item.name}</b>
              <StatusBadge tone={tone}>{label}</StatusBadge>
            </div>
            {item.failures.map(({ answer, since, todo, alarmedat }) => (
              <div key={answer}>
                <p>{todo}</p>
                <p className={css["quiet"]}>
                  Since {practiceDayAndTime(since)}
                  {alarmedat === null ? ", not mailed so far" : `, mailed ${practiceDayAndTime(alarmedat)}`} ({answer})
                </p>
              </div>
            ))}
            {own?.map((check) => (
              <p key={check.checked} className={css["quiet"]}>
                {checkLabel(check, item)}
              </p>
            ))}
            {own?.length === 0 && <p className={css["quiet"]}>Can’t be checked: it shows when it’s used.</p>}
          </li>
        );
      })}
    </DividedList>
  );
}
