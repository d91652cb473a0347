import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { errorMessage, isApiError } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { queryKey, queryOf } from "#app/api/query.ts";
import { useKeyedAction } from "#app/payment/use-keyed-action.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { digitsOf, formatPhone } from "#app/ui/forms/digits.ts";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { formatWeekday } from "#contract/fields/formats.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { type CallTime, callTimes, type CounselingOffer } from "#contract/treatment/counseling.ts";

type Wanted = { readonly phoneno: string; readonly times: readonly CallTime[] } | null;

/** The pharmacist's offer to talk about what is new in an order. Nothing where nothing is, and while that isn't known. */
export function CounselingCard({ orderId }: { orderId: string }) {
  const input = { params: { id: orderId } };
  const { data } = useQuery({ ...queryOf(treatment.counseling, input), refetchOnWindowFocus: "always" });
  return data?.offer ? <Offer orderId={orderId} offer={data.offer} /> : null;
}

function Offer({ orderId, offer }: { orderId: string; offer: CounselingOffer }) {
  const input = { params: { id: orderId } };
  const cache = useQueryClient();
  const [asks, setAsks] = useState(false);
  const [notice, setNotice] = useState("");
  const send = useKeyedAction<Wanted, { readonly offer: CounselingOffer | null }>(
    (wanted) =>
      call(treatment.answerCounseling, {
        ...input,
        body:
          wanted === null
            ? { answer: "decline" }
            : { answer: "call", phoneno: wanted.phoneno, times: [...wanted.times] },
      }),
    {
      onDone: (result, wanted) => {
        cache.setQueryData(queryKey(treatment.counseling, input), { orderid: orderId, offer: result.offer });
        setAsks(false);
        setNotice(wanted === null ? "Saved. We won't call you about this order." : "Saved. We'll call you.");
      },
    },
  );
  const { answer, pharmacy } = offer;
  const waits = answer !== null && answer.outcome === null && answer.callby !== null;
  return (
    <Card as="section" gap={4} align="start" aria-labelledby="counseling">
      <CardHead id="counseling" title="Talk with a pharmacist" />
      <StatusMessage>{notice}</StatusMessage>
      <p>{offerText(offer)}</p>
      {send.error && !asks && <Alert tone="warning">{errorMessage(send.error)}</Alert>}
      {asks ? (
        <CallForm offer={offer} send={send} onBack={() => setAsks(false)} />
      ) : (
        <Cluster gap={3}>
          <Button
            variant={waits || answer?.outcome === "talked" ? "secondary" : "primary"}
            disabled={send.pending}
            onClick={() => setAsks(true)}
          >
            {waits ? "Change number or time" : answer?.outcome === "talked" ? "Call me again" : "Call me"}
          </Button>
          {(answer === null || waits) && (
            <Button
              variant="secondary"
              busy={send.busy}
              busyLabel="Saving your answer"
              onClick={() => send.press(null)}
            >
              {waits ? "I don't need the call" : "No, thanks"}
            </Button>
          )}
        </Cluster>
      )}
      <p>
        Or call {pharmacy.name} yourself: <a href={`tel:${digitsOf(pharmacy.phone)}`}>{pharmacy.phone}</a>.
      </p>
    </Card>
  );
}

/** What is offered, or what became of it. */
export function offerText({ medicines, answer }: Pick<CounselingOffer, "medicines" | "answer">): string {
  const namesOf = (of: typeof medicines) => of.map(({ name, dosage }) => `${name} ${dosage}`).join(" and ");
  const names = namesOf(medicines);
  if (answer === null) {
    const added = medicines.filter(({ why }) => why === "medicine");
    const changed = medicines.filter(({ why }) => why === "directions");
    const them = medicines.length === 1 ? "it" : "them";
    return [
      added.length > 0 && `${namesOf(added)} ${added.length === 1 ? "is" : "are"} new for you.`,
      changed.length > 0 && `You use ${namesOf(changed)} in a new way.`,
      `A pharmacist can tell you how to use ${them} and what to watch for. It's free.`,
    ]
      .filter(Boolean)
      .join(" ");
  }
  switch (answer.outcome) {
    case "talked":
      return `You talked with the pharmacist about ${names}. You can always ask more.`;
    case "declined":
      return `You don't want a call about ${names} right now. You can change your mind any time.`;
    case "not_reached":
      return `The pharmacist called you about ${names} and couldn't reach you. Would you like another call?`;
    case null:
      return answer.callby === null
        ? `A pharmacist can talk with you about ${names}.`
        : `A pharmacist will call you about ${names} by ${formatWeekday(answer.callby)}.`;
  }
}

const timeLabels: Readonly<Record<CallTime, string>> = {
  morning: "In the morning",
  noon: "Around noon",
  afternoon: "In the afternoon",
};

/** Where and when a pharmacist can call. */
function CallForm({
  offer,
  send,
  onBack,
}: {
  offer: CounselingOffer;
  send: Pick<ReturnType<typeof useKeyedAction<Wanted, unknown>>, "press" | "pending" | "busy" | "error">;
  onBack: () => void;
}) {
  const formId = useId();
  const [phone, setPhone] = useState(formatPhone(offer.phoneno ?? ""));
  const [times, setTimes] = useState<readonly CallTime[]>([]);
  const [isChecked, setChecked] = useState(false);
  const phoneError =
    digitsOf(phone).length === 10 ? undefined : "Please enter a 10-digit phone number, like 555-234-5678.";
  const timesError = times.length > 0 ? undefined : "Please choose when we can call.";
  const refused = isApiError(send.error)
    ? send.error.fields.find(({ path }) => path === "phoneno")?.message
    : undefined;
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    const form = event.currentTarget;
    if (phoneError ?? timesError)
      return requestAnimationFrame(() =>
        form.querySelector<HTMLElement>(phoneError ? "[type=tel]" : "[type=checkbox]")?.focus(),
      );
    send.press({ phoneno: phone, times });
  }
  return (
    <form noValidate onSubmit={submit} aria-labelledby="counseling">
      <Stack gap={4}>
        <PhoneField
          id={`${formId}-phone`}
          label="Your phone number"
          value={phone}
          error={(isChecked ? phoneError : undefined) ?? refused}
          onChange={({ target }) => setPhone(target.value)}
        />
        <ChoiceCards
          multiple
          label="Good times, Monday to Friday"
          options={callTimes.map((value) => ({ value, label: timeLabels[value] }))}
          value={times}
          error={isChecked ? timesError : undefined}
          onValueChange={(chosen) => setTimes(callTimes.filter((each) => chosen.includes(each)))}
        />
        {send.error && refused === undefined && <Alert tone="warning">{errorMessage(send.error)}</Alert>}
        <Cluster gap={3}>
          <Button type="submit" busy={send.busy} busyLabel="Saving">
            Ask for the call
          </Button>
          <Button variant="secondary" disabled={send.pending} onClick={onBack}>
            Go back
          </Button>
        </Cluster>
      </Stack>
    </form>
  );
}
