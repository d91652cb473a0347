import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { queryKey } from "#clinic/api/query.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";

/** Reads what a decision is made on again, and says whether that still goes on. What is read anew later, without being asked for, doesn't count. */
export function useReadAgain(endpoints: readonly Endpoint[]) {
  const cache = useQueryClient();
  const keys = endpoints.map((endpoint) => queryKey(endpoint));
  const [isReading, setReading] = useState(false);
  const isFetching = useIsFetching({
    predicate: ({ queryKey: [method, path] }) => keys.some((key) => key[0] === method && key[1] === path),
  });
  if (isReading && isFetching === 0) setReading(false);
  return {
    isReading,
    readAgain: () => {
      setReading(true);
      return Promise.all(keys.map((key) => cache.invalidateQueries({ queryKey: key })));
    },
  };
}

/** The record changed since it was looked at. Only once the newer one is on the screen can somebody say that they have looked at it. */
export const LookAgain = ({
  title,
  message,
  isReading,
  isNew,
  onLoad,
  onLooked,
}: {
  title: string;
  /** What changed, in the server's words. */
  message: string;
  /** The record is being read again, or what is read beside it. */
  isReading: boolean;
  /** The newer record is on the screen. */
  isNew: boolean;
  onLoad: () => void;
  onLooked: () => void;
}) => (
  <Alert
    tone="warning"
    title={title}
    actions={
      <Button variant="secondary" busy={isReading} busyLabel="Loading" onClick={isNew ? onLooked : onLoad}>
        {isNew ? "I’ve looked again" : "Load it again"}
      </Button>
    }
  >
    {message} What you wrote is kept.
  </Alert>
);
