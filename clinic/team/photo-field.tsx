import { useEffect, useRef } from "react";
import { acceptedPictures, isDrawable, pictureProblem } from "#app/browser/file-rules.ts";
import { CameraIcon } from "#app/ui/brand/app-icons.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Picture } from "#app/ui/data/picture.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { FieldGroup } from "#app/ui/forms/field.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import type { PhotoChange } from "./send-doctor.ts";
import css from "./doctor-form.module.css";

const unreadable = "We can’t read this picture. Choose another one.";

interface PhotoChoice {
  readonly change: PhotoChange;
  readonly problem: string;
  /** It is being sent. */
  readonly locked: boolean;
  readonly onChange: (change: PhotoChange, problem?: string) => void;
}

/** Choosing a file and checking it; the focus goes to the button that stays. */
function usePhotoChoice({ change, problem, locked, onChange }: PhotoChoice) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  // What saving couldn't do may be out of sight, above the button that was pressed.
  useEffect(() => {
    if (problem && !locked) button.current?.focus();
  }, [problem, locked]);

  /** The button that was pressed may be gone with what it was about. */
  function put(next: PhotoChange, why = "") {
    onChange(next, why);
    button.current?.focus();
  }
  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    const why = await pictureProblem(chosen);
    put(why === undefined ? { file: chosen } : change, why);
  }
  return { input, button, put, choose };
}

/** A doctor's own photo: chosen, replaced or removed here, and sent with the rest of the card. */
export function PhotoField({
  name,
  uploaded,
  change,
  problem,
  locked,
  onChange,
}: PhotoChoice & {
  /** Of the doctor; empty for a new one. */
  name: string;
  /** Address of the one there is. */
  uploaded: string | null;
}) {
  const { input, button, put, choose } = usePhotoChoice({ change, problem, locked, onChange });
  const file = change?.file ?? null;
  const shown = change === null ? uploaded : null;
  const state = stateLabel(change, uploaded);
  return (
    <FieldGroup
      label="Their own photo"
      hint="Patients see it in place of the portrait. It’s cut to a square around its middle. JPEG, PNG, TIFF or HEIC, up to 25 MB."
      error={problem}
    >
      <StatusMessage>{problem}</StatusMessage>
      <div className={css["photo"]}>
        <span className={css["picture"]}>
          {file && isDrawable(file.type) ? (
            <Picture file={file} alt={`Preview of ${file.name}`} onError={() => put(null, unreadable)} />
          ) : shown === null ? (
            <CameraIcon />
          ) : (
            <img src={shown} alt={name} />
          )}
        </span>
        <div className={css["caption"]}>
          <StatusMessage visible>{state && <p>{state}</p>}</StatusMessage>
          <Cluster gap={2}>
            <Button ref={button} variant="secondary" disabled={locked} onClick={() => input.current?.click()}>
              {file || uploaded ? "Choose another photo" : "Choose a photo"}
            </Button>
            {change ? (
              <Button variant="quiet" disabled={locked} onClick={() => put(null)}>
                {uploaded ? "Keep the current one" : "Remove it"}
              </Button>
            ) : (
              uploaded && (
                <Button variant="quiet" disabled={locked} onClick={() => put({ file: null })}>
                  Remove the photo
                </Button>
              )
            )}
          </Cluster>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept={acceptedPictures}
          aria-label="Photo"
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            // So that the same file again counts as a choice.
            target.value = "";
          }}
        />
      </div>
    </FieldGroup>
  );
}

/** What saving will do. */
function stateLabel(change: PhotoChange, uploaded: string | null): string {
  if (change === null) return "";
  if (change.file === null) return "The photo is removed when you save, and the portrait is back.";
  const { name, type } = change.file;
  const when = uploaded ? "replaces the photo when you save." : "is used when you save.";
  return isDrawable(type) ? `“${name}” ${when}` : `“${name}” ${when} We can’t show this kind of picture here yet.`;
}
