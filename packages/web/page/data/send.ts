import { messages } from "../messages.ts"
import { askPatiently, type Failure, failureOf, noResponse } from "./asking.ts"
import { letWait, type Method } from "./changes.ts"
import { sessionEnded } from "./session.ts"

/** The outcome of a command: the API's response, or why it failed. */
export type Sent<A> =
  | { readonly data: A; readonly status: number; readonly failure?: never }
  | { readonly data?: never; readonly failure: Failure }

/** Sends a command to the API, with a JSON body if there is one, or a file. A 204 returns no data. */
export const send = async <A>(method: Method, path: string, body?: object): Promise<Sent<A>> => {
  const orWait = (failure: Failure) => {
    const waits = !(body instanceof Blob) && letWait(method, path, body)
    // The form says so in the place of an error.
    return { failure: waits ? { status: 202, message: messages.waiting.stored } : failure }
  }
  try {
    const answer = await askPatiently(path, {
      method,
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    })
    if (answer.status === 401) {
      sessionEnded()
      return orWait(await failureOf(answer))
    }
    if (!answer.ok) return { failure: await failureOf(answer) }
    const data = (answer.status === 204 ? undefined : await answer.json()) as A
    return { data, status: answer.status }
  } catch {
    return orWait(noResponse)
  }
}
