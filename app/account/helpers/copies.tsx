import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { queryOf } from "#app/api/query.ts";
import { useDates } from "#app/formats/use-dates.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Switch } from "#app/ui/forms/choices/switch.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { account } from "#contract/account/calls.ts";
import type { Helper, HelperCopy, Helpers } from "#contract/account/helpers.ts";
import css from "./helpers.module.css";

const { queryKey } = queryOf(account.helpers, {});

/** Turns one kind of copies on or off: at once on the screen, rolled back when it can't be saved. */
function useChooseCopy(id: string) {
  const cache = useQueryClient();
  const copiesNow = () => cache.getQueryData<Helpers>(queryKey)?.items.find((helper) => helper.id === id)?.copies ?? [];
  const setCached = (copy: HelperCopy, on: boolean) =>
    cache.setQueryData<Helpers>(
      queryKey,
      (now) =>
        now && {
          ...now,
          items: now.items.map((helper) =>
            helper.id === id
              ? { ...helper, copies: helper.copies.map((each) => (each.id === copy ? { ...each, on } : each)) }
              : helper,
          ),
        },
    );
  return useMutation({
    // Saved one after another, each with all choices so far: the last press wins.
    scope: { id: `copies for ${id}` },
    networkMode: "always",
    mutationFn: async (_change: { readonly copy: HelperCopy; readonly on: boolean }) => {
      const copies = copiesNow().flatMap((each) => (each.on ? each.id : []));
      return call(account.chooseHelperCopies, { params: { id }, body: { copies } });
    },
    onMutate: async ({ copy, on }) => {
      await cache.cancelQueries({ queryKey });
      setCached(copy, on);
    },
    onError: (_error, { copy, on }) => void setCached(copy, !on),
  });
}

/** Which emails a helper gets a copy of; saved on each press. Where none may be sent, what is on can only be turned off. */
export function Copies({
  helper: { id, firstname, copies, copiesstoppedat },
  texts,
  obstacle,
}: {
  helper: Helper;
  texts: Helpers["copies"];
  obstacle: Helpers["copiesobstacle"];
}) {
  const { formatDay } = useDates();
  const { mutate, error } = useChooseCopy(id);
  if (copies.length === 0) return null;
  return (
    <fieldset className={css["parts"]}>
      <legend>Emails we send {firstname}, too</legend>
      <Stack gap={3}>
        {obstacle === null ? (
          <p className={css["quiet"]}>When we email you about one of these, {firstname} gets a short copy.</p>
        ) : (
          <p>{obstacle}</p>
        )}
        {copiesstoppedat !== null && (
          <p>
            {firstname} stopped these emails on {formatDay(copiesstoppedat)}. They can turn them on again.
          </p>
        )}
        {error && <Alert tone="warning">{errorMessage(error)}</Alert>}
        {copies
          .filter(({ on }) => on || obstacle === null)
          .map((copy) => {
            const text = texts.find((each) => each.id === copy.id);
            return (
              <Switch
                key={copy.id}
                label={text?.title}
                hint={text?.text}
                checked={copy.on}
                onChange={({ target }) => mutate({ copy: copy.id, on: target.checked })}
              />
            );
          })}
      </Stack>
    </fieldset>
  );
}
