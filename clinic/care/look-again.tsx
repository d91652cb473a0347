import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { queryKey } from "#clinic/api/query.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";

/**
 * What a decision is made on: the revision that was there when its dialog opened, or was looked at again. `readAgain` reads it and says whether that
 * is still running; what is read later, without being asked for, doesn't count.
 */
export function useSeenRevision(latest: string, endpoints: readonly Endpoint[]) {
  const cache = useQueryClient();
  const [revision, setRevision] = useState(latest);
  const [isReading, setReading] = useState(false);
  const keys = endpoints.map((endpoint) => queryKey(endpoint));
  const isFetching = useIsFetching({
    predicate: ({ queryKey: [method, path] }) => keys.some((key) => key[0] === method && key[1] === path),
  });
  if (isReading && isFetching === 0) setReading(false);
  return {
    revision,
    /** The newer one is on the screen. */
    isNew: latest !== revision,
    isReading,
    readAgain: () => {
      setReading(true);
      return Promise.all(keys.map((key) => cache.invalidateQueries({ queryKey: key })));
    },
    look: () => setRevision(latest),
  };
}

/** The record changed since it was looked at. Only once the newer one is on the screen can somebody say that they have looked at it. */
export const LookAgain = ({
  title,
  act: { message, forget },
  seen: { isNew, isReading, readAgain, look },
}: {
  title: string;
  /** Refused because of what changed, in the server's words. */
  act: { readonly message: string; readonly forget: () => void };
  seen: ReturnType<typeof useSeenRevision>;
}) => {
  const looked = () => {
    look();
    forget();
  };
  return (
    <Alert
      tone="warning"
      title={title}
      actions={
        <Button
          variant="secondary"
          busy={isReading}
          busyLabel="Loading"
          onClick={isNew ? looked : () => void readAgain()}
        >
          {isNew ? "I’ve looked again" : "Load it again"}
        </Button>
      }
    >
      {message} What you wrote is kept.
    </Alert>
  );
};
