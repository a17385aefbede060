import type { Failure } from "../../data/asking.ts"
import { messages } from "../../messages.ts"

const { settings } = messages

/** Why a command was not done, in the words of the API. */
export const reasonOf = ({ message, status }: Failure): string =>
  message !== "" ? message : status === 0 ? settings.away : settings.unsaved

/** The reason why a command was not done, or that it waits for a connection. Its place is there before, so that screen readers read it. */
export const CommandError = ({ failure }: { readonly failure: Failure | undefined }) => (
  <p class={failure?.status === 202 ? "" : "problem"} role="alert">
    {failure === undefined ? "" : reasonOf(failure)}
  </p>
)
