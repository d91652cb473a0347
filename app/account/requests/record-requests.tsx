import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { queryOf } from "#app/api/query.ts";
import { EmergencyPanel } from "#app/emergency/emergency-panel.tsx";
import { useDates } from "#app/formats/use-dates.ts";
import { Form } from "#app/forms/form.tsx";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { account } from "#contract/account/calls.ts";
import type { RecordRequest, RecordRequests } from "#contract/account/requests.ts";
import type { Emergency } from "#contract/emergency/emergency.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";

/** What requests are about: an order's package, the medicine of a subscription, or, with neither, the record. */
export interface RequestAbout {
  readonly orderid?: string;
  readonly subscriptionid?: string;
}

/** What a patient can ask for, and has asked for, of one thing. */
export const requestsOf = ({ orderid, subscriptionid }: RequestAbout) =>
  orderid !== undefined
    ? queryOf(account.packageRequests, { params: { id: orderid } })
    : subscriptionid !== undefined
      ? queryOf(account.medicineRequests, { params: { id: subscriptionid } })
      : queryOf(account.requests, {});

/** Sends requests, and says what was sent; what can't wait for an answer is shown at once. */
export function useRequests(about: RequestAbout) {
  const cache = useQueryClient();
  const keyed = useKeyedRequests();
  const [notice, setNotice] = useState("");
  const [emergency, setEmergency] = useState<Emergency | null>(null);
  async function send(wanted: {
    readonly kind: string;
    readonly words: string;
    readonly choice?: string;
  }): Promise<void> {
    const body = { ...wanted, ...about };
    const { emergency: found, requests: shown } = await keyed(body, (key) =>
      call(account.addRequest, { body }, { key }),
    );
    cache.setQueryData(requestsOf(about).queryKey, shown);
    setEmergency(found);
    setNotice("Thank you. We got it.");
  }
  async function takeBack(id: string): Promise<void> {
    cache.setQueryData(requestsOf(about).queryKey, await call(account.takeRequestBack, { params: { id } }));
    setNotice("You took it back.");
  }
  return { send, takeBack, notice, emergency, dismiss: () => setEmergency(null) };
}

type Sending = ReturnType<typeof useRequests>;

/** That it was sent, and whom to call where it can't wait. */
export const Sent = ({ sending: { notice, emergency, dismiss } }: { sending: Sending }) => (
  <>
    {emergency && <EmergencyPanel emergency={emergency} onDismiss={dismiss} />}
    <StatusMessage>{notice}</StatusMessage>
    {notice && <p>{notice}</p>}
  </>
);

/** Asks for one of these: which, where there are several, and in the patient's words what. */
export function RequestForm({
  kinds,
  draft,
  onSend,
}: {
  kinds: RecordRequests["kinds"];
  draft: string;
  onSend: Sending["send"];
}) {
  const [first] = kinds;
  return (
    <Form
      schema={account.addRequest.body}
      names={["kind", "choice", "words"]}
      defaultValues={{ kind: kinds.length === 1 && first ? first.kind : "", choice: "", words: "" }}
      draft={draft}
      onSubmit={({ kind, choice, words }) => onSend({ kind, words, ...(choice !== undefined && { choice }) })}
    >
      {({ form, field, error, busy }) => {
        const chosen = kinds.find(({ kind }) => kind === form.watch("kind"));
        return (
          <Stack gap={5}>
            {kinds.length > 1 && (
              <ChoiceCards
                label="What would you like us to do?"
                options={kinds.map(({ kind, title, text }) => ({ value: kind, label: title, description: text }))}
                value={chosen?.kind ?? null}
                onValueChange={(kind) => form.setValue("kind", kind, { shouldValidate: true, shouldDirty: true })}
                error={error("kind")}
              />
            )}
            {chosen?.asks && (
              <ChoiceCards
                label={chosen.asks.label}
                options={chosen.asks.choices.map(({ id, label }) => ({ value: id, label }))}
                value={chosen.asks.choices.find(({ id }) => id === form.watch("choice"))?.id ?? null}
                onValueChange={(choice) => form.setValue("choice", choice, { shouldValidate: true, shouldDirty: true })}
                error={error("choice")}
              />
            )}
            {chosen && <Textarea label={chosen.words} rows={5} required {...field("words")} />}
            <div>
              <Button type="submit" busy={busy} busyLabel="Sending">
                Send
              </Button>
            </div>
          </Stack>
        );
      }}
    </Form>
  );
}

/** What the patient asked for, and what came of each. */
export function RequestList({
  items,
  onTakeBack,
}: {
  items: readonly RecordRequest[];
  onTakeBack: Sending["takeBack"];
}) {
  const { formatDay } = useDates();
  if (items.length === 0) return null;
  return (
    <Stack as="ul" gap={4}>
      {items.map(({ id, title, choice, words, at, answerby, answer, why, open }) => (
        <li key={id}>
          <Stack gap={1}>
            <strong>{title}</strong>
            {choice !== null && <p>{choice}</p>}
            <p>{words}</p>
            <p>
              {answer ??
                (answerby === null ? "We're looking at it." : `We'll answer by ${formatCalendarDay(answerby)}.`)}{" "}
              You asked on {formatDay(at)}.
            </p>
            {why !== null && <p>“{why}”</p>}
            {open && <TakeBack onTakeBack={() => onTakeBack(id)} />}
          </Stack>
        </li>
      ))}
    </Stack>
  );
}

/** Takes one back that nobody has answered. */
function TakeBack({ onTakeBack }: { onTakeBack: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function press() {
    setBusy(true);
    setFailure(null);
    try {
      await onTakeBack();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  return (
    <>
      {failure !== null && <Alert tone="warning">{errorMessage(failure)}</Alert>}
      <div>
        <Button variant="quiet" busy={busy} busyLabel="One moment" onClick={() => void press()}>
          I don't need this anymore
        </Button>
      </div>
    </>
  );
}

/** On the page of an order or of a subscription: what can be asked of it, and what came of it. Nothing where there's neither. */
export function RequestCard({ about }: { about: RequestAbout }) {
  const { data } = useQuery(requestsOf(about));
  const sending = useRequests(about);
  const [asks, setAsks] = useState(false);
  const id = useId();
  const [kind] = data?.kinds ?? [];
  if (!data || (!kind && data.items.length === 0)) return null;
  return (
    <Card as="section" gap={4} align="start" aria-labelledby={id}>
      <CardHead id={id} title={kind?.title ?? data.items[0]?.title ?? ""} />
      <Sent sending={sending} />
      <RequestList items={data.items} onTakeBack={sending.takeBack} />
      {kind && (
        <>
          <p>{kind.text}</p>
          {asks ? (
            <RequestForm
              kinds={[kind]}
              draft={`request ${about.orderid ?? about.subscriptionid ?? ""}`}
              onSend={async (wanted) => {
                await sending.send(wanted);
                setAsks(false);
              }}
            />
          ) : (
            <Button variant="secondary" onClick={() => setAsks(true)}>
              Tell us
            </Button>
          )}
        </>
      )}
    </Card>
  );
}
