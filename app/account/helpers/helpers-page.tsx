import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LoadError } from "#app/api/load-error.tsx";
import { queryOf } from "#app/api/query.ts";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { DividedList } from "#app/ui/data/divided-list.tsx";
import { ResultMessage, useResultMessage } from "#app/ui/feedback/result-message.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { account } from "#contract/account/calls.ts";
import type { Helpers } from "#contract/account/helpers.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { HelperEntry } from "./helper-entry.tsx";
import { InviteHelper } from "./invite-helper.tsx";

const query = queryOf(account.helpers, {});

/** Who helps the patient, with what they may see and did, and how to invite somebody. */
export default function HelpersPage() {
  const cache = useQueryClient();
  const helpers = useQuery({ ...query, staleTime: 0 });
  const { message, say, ref } = useResultMessage();
  const show = (answer: Helpers, result: string) => {
    cache.setQueryData(query.queryKey, answer);
    say(result);
  };
  return (
    <SettingsPage
      title="Your helpers"
      lead="Someone you trust can help you with a login of their own. You choose what they see, so you never have to share your password."
    >
      <ResultMessage message={message} ref={ref} />
      {helpers.data ? (
        <>
          <HelperList helpers={helpers.data} onChanged={show} />
          {helpers.data.obstacle === null ? (
            <InviteHelper
              key={helpers.data.items.length}
              helpers={helpers.data}
              onInvited={(answer, name) => show(answer, `We sent ${name} an email with a link. It works for a week.`)}
            />
          ) : (
            <p>{helpers.data.obstacle}</p>
          )}
        </>
      ) : helpers.isError ? (
        <LoadError query={helpers} />
      ) : (
        <Skeleton shape="card" count={2} />
      )}
    </SettingsPage>
  );
}

function HelperList({
  helpers,
  onChanged,
}: {
  helpers: Helpers;
  onChanged: (answer: Helpers, result: string) => void;
}) {
  const { items } = helpers;
  if (items.length === 0) return null;
  return (
    <Card as="section" gap={4} aria-labelledby="helpers">
      <CardHead id="helpers" title="Who helps you" />
      <DividedList>
        {items.map((helper) => (
          <HelperEntry
            key={helper.id}
            helper={helper}
            helpers={helpers}
            onEnded={(answer) => onChanged(answer, `${helper.firstname} can't see anything in your account anymore.`)}
          />
        ))}
      </DividedList>
    </Card>
  );
}
