import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { isApiError, errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { installPlainValidationMessages } from "#contract/fields/validation-messages.ts";
import { drafts, withoutSecrets } from "./drafts.ts";
import css from "./form.module.css";
import { mapIssues } from "./server-issues.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";

installPlainValidationMessages();

export interface FormControls<In extends FieldValues> {
  readonly form: UseFormReturn<In>;
  /** The props of a text control: `<TextField label="City" {...field("city")} />`. */
  readonly field: (name: Path<In>) => ReturnType<UseFormReturn<In>["register"]> & { error: string | undefined };
  readonly error: (name: Path<In>) => string | undefined;
  readonly isSending: boolean;
  /** Sending has taken longer than 300 ms. */
  readonly busy: boolean;
}

/**
 * The one form: validates with a schema of the contract, shows issues (its own and the server's) at their fields, focuses and announces the first,
 * keeps values in a draft, and ignores a second press while sending.
 *
 * `names` lists the fields from top to bottom. Empty texts are left out before validating and sending (spec §5). `onSubmit` throws `ApiError`; an
 * error it handles itself it does not throw.
 */
export function Form<In extends FieldValues, Out>({
  schema,
  names,
  defaultValues,
  onSubmit,
  draft,
  secrets = [],
  fieldName,
  id,
  children,
}: {
  schema: z.ZodMiniType<Out, In>;
  names: readonly Path<In>[];
  defaultValues: DefaultValues<In>;
  onSubmit: (values: Out) => Promise<void>;
  /** Name of the draft, including the owner's id; without one nothing is kept. */
  draft?: string | undefined;
  secrets?: readonly Path<In>[] | undefined;
  /** Field for a path of the server's issues, where the body has another shape than the form. */
  fieldName?: ((path: string) => string | undefined) | undefined;
  id?: string | undefined;
  children: (controls: FormControls<In>) => ReactNode;
}) {
  const [problem, setProblem] = useState<string>();
  const [announcement, setAnnouncement] = useState("");
  const [isSending, setIsSending] = useState(false);
  /** The same at once, for a second press before the page is drawn again. */
  const sending = useRef(false);
  const alertId = useId();
  const savedDraft = draft === undefined ? null : drafts.get(draft);
  const validate = zodResolver(schema);
  const form = useForm<In, unknown, Out>({
    resolver: (values, context, options) => validate(withoutEmpty(values), context, options),
    defaultValues: Object.assign({}, defaultValues, savedDraft) as DefaultValues<In>,
  });
  const { errors } = form.formState;
  const busy = useDelayedBusy(isSending);

  useEffect(() => {
    if (draft === undefined) return;
    return form.subscribe({
      formState: { values: true, isDirty: true },
      // What was typed and taken away again is no longer in the draft either.
      callback: ({ values, isDirty }) => {
        if (isDirty || drafts.get(draft) !== null) drafts.save(draft, withoutSecrets(values, secrets));
      },
    });
  });

  const error = (name: Path<In>) => fieldMessage(errors[name]);

  async function send(values: Out) {
    if (sending.current) return;
    sending.current = true;
    setIsSending(true);
    setProblem(undefined);
    setAnnouncement("");
    try {
      await onSubmit(values);
      if (draft !== undefined) drafts.remove(draft);
    } catch (failure) {
      show(failure);
    } finally {
      sending.current = false;
      setIsSending(false);
    }
  }

  function show(failure: unknown) {
    const issues = isApiError(failure) ? failure.fields : [];
    const { fields, unmatched } = mapIssues(issues, names, fieldName);
    fields.forEach(({ name, message }, index) => {
      form.setError(name as Path<In>, { message }, { shouldFocus: index === 0 });
    });
    if (fields.length === 0) setProblem(unmatched[0] ?? errorMessage(failure));
    else setAnnouncement(fields.map(({ message }) => message).join(" "));
  }

  return (
    <form
      noValidate
      id={id}
      className={css["form"]}
      aria-describedby={problem ? alertId : undefined}
      onSubmit={(event) =>
        void form.handleSubmit(send, (fieldErrors) =>
          setAnnouncement(names.flatMap((name) => fieldMessage(fieldErrors[name]) ?? []).join(" ")),
        )(event)
      }
    >
      <StatusMessage>{Object.keys(errors).length > 0 && announcement}</StatusMessage>
      {children({
        form: form as unknown as UseFormReturn<In>,
        field: (name) => ({ ...(form as unknown as UseFormReturn<In>).register(name), error: error(name) }),
        error,
        isSending,
        busy,
      })}
      {problem && (
        <div id={alertId} className={css["problem"]}>
          <Alert tone="warning">{problem}</Alert>
        </div>
      )}
    </form>
  );
}

const fieldMessage = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"
    ? error.message || undefined
    : undefined;

/** Empty values are stripped (spec §5), so that an optional field left empty is absent. */
const withoutEmpty = <V extends FieldValues>(values: V): V =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== null)) as V;
