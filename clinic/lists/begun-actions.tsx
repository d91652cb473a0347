import { useQuery } from "@tanstack/react-query";
import { usePageVisible } from "#app/browser/visibility.ts";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { Section } from "#clinic/ui/page.tsx";
import { listCalls } from "#contract/care/lists.ts";
import { permits } from "#contract/policy/policy.ts";
import { actionText } from "./list-form.ts";

/** How often it's looked how far they are, while one goes on, ms. */
const lookEveryMs = 5_000;

/** What the person began for lists, and how far each is. */
export function BegunActions() {
  const visible = usePageVisible();
  const { data } = useQuery({
    queryKey: queryKey(listCalls.listActions, {}),
    queryFn: ({ signal }) => call(listCalls.listActions, {}, { signal, background: true }),
    enabled: permits(usePermissions(), listCalls.listActions.access.needs),
    refetchInterval: ({ state }) => visible && state.data?.items.some(({ endedat }) => endedat === null) && lookEveryMs,
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Section title="What you began for lists">
      <ul>
        {data.items.map((action) => (
          <li key={action.id}>
            {practiceDayAndTime(action.begunat)}: {actionText(action)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
