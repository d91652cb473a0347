import { Heading } from "#app/ui/layout/heading.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import css from "./search-lead.module.css";
import { CountedTextField } from "#app/ui/forms/counted.tsx";

/** The block that leads the Help Center: its question, and the field for the patient's. `result` says what was found. */
export function SearchLead({
  value,
  onChange,
  result,
}: {
  value: string;
  onChange: (text: string) => void;
  result: string;
}) {
  return (
    <search className={css["lead"]}>
      <Heading>How can we help?</Heading>
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        <CountedTextField
          label="Search the Help Center"
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          limit={120}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </form>
      <StatusMessage visible>{result && <p>{result}</p>}</StatusMessage>
    </search>
  );
}
