import { formatPhone } from "#app/ui/forms/digits.ts";

/** A patient's phone number, and beside it that nobody leaves a voicemail there. `calls`: a press calls it. */
export const PhoneNumber = ({
  number,
  voicemail,
  calls = false,
}: {
  number: string | null;
  voicemail: boolean;
  calls?: boolean;
}) =>
  number === null ? (
    <span>Not given</span>
  ) : (
    <>
      {calls ? <a href={`tel:${number}`}>{number}</a> : <span>{formatPhone(number)}</span>}
      {!voicemail && <strong> · Leave no voicemail</strong>}
    </>
  );
