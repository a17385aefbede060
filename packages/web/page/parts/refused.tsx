import type { Failure } from "../data/remembered.ts"
import { messages } from "../messages.ts"

const { settings } = messages

/** Says why a command was not done, in the words of the API. Its place is there before, so that screen readers say it. */
export const Refused = ({ failure }: { readonly failure: Failure | undefined }) => (
  <p class="problem" role="alert">
    {failure === undefined
      ? ""
      : failure.message !== ""
        ? failure.message
        : failure.status === 0
          ? settings.away
          : settings.unsaved}
  </p>
)
