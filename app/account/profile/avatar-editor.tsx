import { Stack } from "#app/ui/layout/stack.tsx";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, useEffect } from "react";
import { call } from "#app/api/call.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { queryOf } from "#app/api/query.ts";
import { upload } from "#app/api/upload.ts";
import { shrinkImage } from "#app/browser/shrink-image.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { account } from "#contract/account/calls.ts";
import type { User } from "#contract/account/profile.ts";
import { Avatar } from "./avatar.tsx";
import css from "./avatar-editor.module.css";
import { CameraIcon } from "#app/ui/brand/app-icons.tsx";
import { acceptedPictures, pictureProblem } from "#app/browser/file-rules.ts";

/** Profile picture and name: a new picture is previewed before upload, the current one can be removed. */
export function AvatarEditor({ user }: { user: User }) {
  const cache = useQueryClient();
  const fileInput = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ readonly file: File; readonly url: string } | null>(null);
  const [problem, setProblem] = useState<string>();
  const cacheUser = (saved: User) => cache.setQueryData(queryOf(account.user, {}).queryKey, saved);
  const send = useMutation({
    mutationFn: async (file: File) => upload(account.uploadAvatar, { file: await shrinkImage(file) }),
    onSuccess: (saved) => {
      cacheUser(saved);
      setChosen(null);
    },
  });
  const remove = useMutation({ mutationFn: () => call(account.removeAvatar, {}), onSuccess: cacheUser });
  const failed = send.error ?? remove.error;

  async function choose(file: File | undefined) {
    if (!file) return;
    send.reset();
    remove.reset();
    const problemText = await pictureProblem(file);
    setProblem(problemText);
    setChosen(problemText ? null : { file, url: URL.createObjectURL(file) });
  }

  return (
    <Card as="section" aria-label="Your picture" className={css["card"]}>
      {chosen ? <PicturePreview name={chosen.file.name} url={chosen.url} /> : <Avatar user={user} size="large" />}
      <Stack gap={1} className={css["words"]}>
        <p className={css["name"]}>{[user.firstname, user.lastname].filter(Boolean).join(" ") || user.email}</p>
        <p className={css["hint"]}>{chosen ? "This is how it will look." : "Only you see your picture."}</p>
        <StatusMessage>
          {send.isSuccess ? "Your picture is saved." : remove.isSuccess ? "Your picture has been removed." : ""}
        </StatusMessage>
        <div className={css["actions"]}>
          {chosen ? (
            <>
              <Button busy={send.isPending} busyLabel="Sending" onClick={() => send.mutate(chosen.file)}>
                Use this picture
              </Button>
              <Button variant="secondary" disabled={send.isPending} onClick={() => setChosen(null)}>
                Cancel
              </Button>
            </>
          ) : (
            <>
              <Button variant="secondary" onClick={() => fileInput.current?.click()}>
                {user.profileUrl ? "Change picture" : "Add a picture"}
              </Button>
              {user.profileUrl && (
                <Button
                  variant="quiet"
                  busy={remove.isPending}
                  busyLabel="Removing"
                  onClick={() => {
                    send.reset();
                    remove.mutate();
                  }}
                >
                  Remove picture
                </Button>
              )}
            </>
          )}
        </div>
        <input
          ref={fileInput}
          hidden
          type="file"
          accept={acceptedPictures}
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            // So that choosing the same file again fires a change event.
            target.value = "";
          }}
        />
      </Stack>
      {(problem ?? failed) && (
        <Alert tone="warning" className={css["problem"]}>
          {problem ?? errorMessage(failed)}
        </Alert>
      )}
    </Card>
  );
}

/**
 * Preview of the chosen picture before upload; `url` is its object URL. A camera icon replaces pictures the browser cannot decode (HEIC in
 * most).
 */
function PicturePreview({ name, url }: { name: string; url: string }) {
  const [undrawableUrl, setUndrawableUrl] = useState<string | null>(null);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <span className={css["picture"]}>
      {undrawableUrl === url ? (
        <CameraIcon />
      ) : (
        <img src={url} alt={`Preview of ${name}`} onError={() => setUndrawableUrl(url)} />
      )}
    </span>
  );
}
