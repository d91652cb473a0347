import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";

/** The record changed since it was looked at. Only once the newer one is on the screen can somebody say that they have looked at it. */
export const LookAgain = ({
  title,
  message,
  isNew,
  onLoad,
  onLooked,
}: {
  title: string;
  /** What changed, in the server's words. */
  message: string;
  /** The newer record is on the screen. */
  isNew: boolean;
  onLoad: () => void;
  onLooked: () => void;
}) => (
  <Alert
    tone="warning"
    title={title}
    actions={
      <Button variant="secondary" onClick={isNew ? onLooked : onLoad}>
        {isNew ? "I’ve looked again" : "Load it again"}
      </Button>
    }
  >
    {message} What you wrote is kept.
  </Alert>
);
