import { askPatiently, type Failure, failureOf, noResponse } from "./asking.ts"
import { sessionEnded } from "./session.ts"

/** The outcome of a command: what the API answered, or why it did not do it. */
export type Sent<A> =
  | { readonly data: A; readonly failure?: never }
  | { readonly data?: never; readonly failure: Failure }

/** Sends a command to the API, with a body of JSON if there is one. A 204 gives no data. */
export const send = async <A>(
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  body?: object,
): Promise<Sent<A>> => {
  try {
    const answer = await askPatiently(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (answer.status === 401) sessionEnded()
    if (!answer.ok) return { failure: await failureOf(answer) }
    return { data: (answer.status === 204 ? undefined : await answer.json()) as A }
  } catch {
    return { failure: noResponse }
  }
}
